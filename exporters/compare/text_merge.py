"""Texts compared and merged line by line. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

T = TypeVar("T")

CONTEXT = 3


def lines(text: str) -> list[str]:
    """The lines of a text with their ends; only \\n ends one, as in Lua."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + parts[-1:]


def unified(old: str, new: str) -> str:
    """What changed between two texts as hunks of a unified diff; `""` when nothing did."""
    if old == new:
        return ""
    a, b = lines(old), lines(new)
    skip, end = _common(a, b)
    first = max(0, skip - CONTEXT)
    last = max(0, end - CONTEXT)
    a, b = a[first : len(a) - last], b[first : len(b) - last]
    out = []
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(CONTEXT):
        (_, a1, _, b1, _), (_, _, a2, _, b2) = group[0], group[-1]
        out.append(f"@@ -{_range(a1 + first, a2 + first)} +{_range(b1 + first, b2 + first)} @@")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                out += [f" {_shown(each)}" for each in a[i1:i2]]
            else:
                out += [f"-{_shown(each)}" for each in a[i1:i2]]
                out += [f"+{_shown(each)}" for each in b[j1:j2]]
    return "\n".join(out)


def _common(a: Sequence[object], b: Sequence[object]) -> tuple[int, int]:
    """How many lines two texts share at their beginning and at their end."""
    most = min(len(a), len(b))
    begin = next((n for n in range(most) if a[n] != b[n]), most)
    rest = most - begin
    end = next((n for n in range(rest) if a[-1 - n] != b[-1 - n]), rest)
    return begin, end


def _range(start: int, stop: int) -> str:
    length = stop - start
    return (
        f"{start + 1 if length else start}" if length == 1 else f"{start + (length > 0)},{length}"
    )


def _shown(text: str) -> str:
    return text.rstrip("\r\n")


def merge(base: str, ours: str, theirs: str) -> str | None:
    """A text with the changes of both; None when they touch the same or neighbouring lines."""
    merged = merge_lists(lines(base), lines(ours), lines(theirs), str)
    return None if merged is None else "".join(merged)


def merge_lists(
    base: list[T],
    ours: list[T],
    theirs: list[T],
    key: Callable[[T], Hashable],
    *,
    both: bool = False,
) -> list[T] | None:
    """A list with the changes of both, None when they touch the same or neighbouring elements.

    `both`: what either adds in the same place is no conflict, ours comes first.
    """
    mine = [(*edit, 0) for edit in _edits(base, ours, key)]
    yours = [(*edit, 1) for edit in _edits(base, theirs, key)]
    known = {_known(edit, key) for edit in mine}
    edits = mine + [edit for edit in yours if _known(edit, key) not in known]
    out: list[T] = []
    at = 0
    before, was_added = -1, False
    for start, stop, fresh, _ in sorted(edits, key=lambda each: (each[0], each[1], each[3])):
        is_added = start == stop
        if start <= before and not (both and is_added and was_added and start == before):
            return None
        out += base[at:start]
        out += fresh
        at = before = stop
        was_added = is_added
    return out + base[at:]


def _known(edit: tuple[int, int, list[T], int], key: Callable[[T], Hashable]) -> Hashable:
    return edit[0], edit[1], tuple(map(key, edit[2]))


def _edits(
    old: list[T], new: list[T], key: Callable[[T], Hashable]
) -> list[tuple[int, int, list[T]]]:
    a, b = list(map(key, old)), list(map(key, new))
    skip, end = _common(a, b)
    matcher = SequenceMatcher(None, a[skip : len(a) - end], b[skip : len(b) - end])
    return [
        (i1 + skip, i2 + skip, new[j1 + skip : j2 + skip])
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]

"""Texts compared and merged line by line. No I/O here."""

from __future__ import annotations

from difflib import SequenceMatcher

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


def _common(a: list[str], b: list[str]) -> tuple[int, int]:
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
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    origin = lines(base)
    edits = sorted({*_edits(origin, lines(ours)), *_edits(origin, lines(theirs))})
    out: list[str] = []
    at = 0
    before = -1
    for start, stop, fresh in edits:
        if start <= before:
            return None
        out += origin[at:start]
        out += fresh
        at = before = stop
    return "".join(out + origin[at:])


def _edits(old: list[str], new: list[str]) -> list[tuple[int, int, tuple[str, ...]]]:
    skip, end = _common(old, new)
    a, b = old[skip : len(old) - end], new[skip : len(new) - end]
    return [
        (i1 + skip, i2 + skip, tuple(b[j1:j2]))
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b).get_opcodes()
        if tag != "equal"
    ]

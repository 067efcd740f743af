"""Where in the text of a save its fields stand. No I/O here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from exporters.jsontext.fieldpath import FieldError, Parts, parse_field
from exporters.jsontext.splice import BYTE_ORDER_MARK, members_of


def lines_of(text: str, paths: Iterable[str]) -> dict[str, int]:
    """The line, from 1, on which each of the paths begins (`ObjectStates[3].GUID`).

    A path that is not there is left out. One pass, however many paths there are.
    """
    tree: dict[Any, Any] = {}
    for path in set(paths):
        node = tree
        for part in _parts(path):
            node = node.setdefault(part, {})
        node[None] = path
    starts: dict[str, int] = {}
    _walk(text, len(text) - len(text.lstrip(BYTE_ORDER_MARK + " \t\r\n")), tree, starts)
    breaks = [at for at, character in enumerate(text) if character == "\n"] if starts else []
    return {path: bisect_right(breaks, at) + 1 for path, at in starts.items()}


def _parts(path: str) -> Parts:
    try:
        return parse_field(path) if path else ()
    except FieldError:
        return (path,)


def _walk(text: str, at: int, tree: dict[Any, Any], found: dict[str, int]) -> None:
    if None in tree:
        found[tree[None]] = at
    if len(tree) <= (None in tree) or text[at] not in "{[":
        return
    for place, (key, start, _) in enumerate(members_of(text, at)):
        inner = tree.get(key if text[at] == "{" else place)
        if inner is None and text[at] == "{" and key.isdigit():
            inner = tree.get(int(key))  # a state: States[2] is the member "2"
        if inner is not None:
            _walk(text, start, inner, found)

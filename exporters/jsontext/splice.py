"""JSON text of which only what was edited is written anew. No I/O here.

The rule: `splice(text, value) == text` as long as `value` is what `text` says. Where it is not,
members and elements that still say the same keep their text; the rest is printed the way
Tabletop Simulator prints it, in the indentation and the line ends the text already has.
"""

from __future__ import annotations

import json
import marshal
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from msgspec import Struct

from exporters.jsontext.printer import SaveError, Style, is_deep, quote, render, too_deep

BYTE_ORDER_MARK = "\ufeff"

# strict=False: Json.NET reads raw control characters inside strings, so they occur.
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n]*")
_FIRST_BREAK = re.compile(r"[\[{][ \t]*(\r\n|\n|\r)([ \t]*)[^ \t\r\n\]}]")


class _Part(Struct, frozen=True):
    """A member or element where it stands in the text: lead, head, value, tail."""

    lead: str  # white space before it
    key: str
    head: str  # `"key": `, empty in a list
    start: int
    end: int
    value: Any
    tail: str  # white space up to the comma or the closing bracket


def decode(text: str) -> Any:
    """The value of a whole text (a byte order mark may lead it).

    Raises:
        SaveError: not JSON, or nested deeper than `MAX_DEPTH`; line and column are named.
    """
    try:
        value, end = _DECODER.raw_decode(text, _start(text))
    except json.JSONDecodeError as error:
        raise _not_json(error) from None
    except RecursionError:
        raise SaveError(too_deep("line 1, column 1")) from None
    except ValueError as error:  # an integer of thousands of digits
        raise SaveError(f"not JSON that can be read ({error}); shorten that number") from None
    if (end := _skip(text, end)) < len(text):
        raise _not_json(json.JSONDecodeError("something follows the end", text, end))
    if is_deep(value):
        raise SaveError(too_deep("line 1, column 1"))
    return value


def _not_json(error: json.JSONDecodeError) -> SaveError:
    return SaveError(
        f"line {error.lineno}, column {error.colno}: not JSON ({error.msg}); "
        "mend that line, or take a backup of the file"
    )


def style_of(text: str) -> Style:
    """How a text is laid out, read off its first members; the game's own style for none."""
    start = _start(text)
    if not text.startswith(("{", "["), start):
        return Style()
    parts, _ = _parts(text, start)
    if not parts:
        return Style()
    head = next((part.head for part in parts if part.head), '"": ')
    colon = head[head.rindex('"') + 1 :]
    if found := _FIRST_BREAK.match(text, start):
        return Style(found[1], found[2], colon)
    return Style("", "", colon, parts[1].lead if len(parts) > 1 else "")


def splice(text: str, value: Any) -> str:
    """`text` with `value` in place of what it says; unchanged pieces keep their text.

    Elements of a list are found again when their neighbours move; what moves to another list is
    printed anew.

    Raises:
        SaveError: `value` is nested deeper than `MAX_DEPTH` (or contains itself).
        TypeError: `value` holds something JSON cannot say.
    """
    if is_deep(value):
        raise SaveError(too_deep("the edited save"))
    start = _start(text)
    old, end = _DECODER.raw_decode(text, start)
    if _mark(old) == _mark(value):
        return text
    whole = _Part(text[:start], "", "", start, end, old, text[end:])
    return whole.lead + _Splicer(text, style_of(text)).part(whole, value, "") + whole.tail


class _Splicer:
    """One pass over a text; holds it and its style."""

    def __init__(self, text: str, style: Style) -> None:
        self.text, self.style = text, style

    def part(self, part: _Part, new: Any, indent: str | None) -> str:
        """The text of `new` where `part` stood, on a line indented by `indent`."""
        old = part.value
        if _mark(old) == _mark(new):
            return self.text[part.start : part.end]
        if isinstance(old, dict) and isinstance(new, dict):
            return self.members(part.start, old, new, indent)
        if isinstance(old, list) and isinstance(new, list | tuple):
            return self.elements(part.start, new, indent)
        if isinstance(old, float) and isinstance(new, int) and not isinstance(new, bool):
            new = float(new)  # the game keeps that field as a float
        return self.fresh(new, indent)

    def fresh(self, value: Any, indent: str | None) -> str:
        return render(value, self.style, indent)

    def elements(self, at: int, new: Sequence[Any], indent: str | None) -> str:
        parts, space = _parts(self.text, at)
        sources = _pair([part.value for part in parts], new)
        items: list[tuple[str, str, str]] = []
        for item, source in zip(new, sources, strict=True):
            lead = self.lead(parts, len(items), source, indent)
            within = _indent_of(lead)
            if source is None:
                items.append((lead, self.fresh(item, within), ""))
            else:
                part = parts[source]
                items.append((lead, self.part(part, item, within), self.tail(parts, source)))
        return self.join("[]", items, parts, space, indent)

    def members(self, at: int, old: dict[str, Any], new: dict[str, Any], indent: str | None) -> str:
        parts, space = _parts(self.text, at)
        last = {part.key: number for number, part in enumerate(parts)}
        kept = [key for key in old if key in new]
        if kept == [key for key in new if key in old]:
            # A key that stands twice keeps both: the later one counts, as in the game.
            order = self.interleave(parts, last, new)
        else:
            order = [(key, last.get(key)) for key in new]
        items: list[tuple[str, str, str]] = []
        for key, source in order:
            lead = self.lead(parts, len(items), source, indent)
            within = _indent_of(lead)
            if source is None:
                text = f"{quote(key)}{self.style.colon}{self.fresh(new[key], within)}"
                items.append((lead, text, ""))
                continue
            part = parts[source]
            value = new[key] if source == last[key] else part.value
            text = part.head + self.part(part, value, within)
            items.append((lead, text, self.tail(parts, source)))
        return self.join("{}", items, parts, space, indent)

    def interleave(
        self, parts: list[_Part], last: dict[str, int], new: dict[str, Any]
    ) -> list[tuple[str, int | None]]:
        """The surviving members in the order of the text, new keys after their neighbour."""
        followers: dict[str | None, list[str]] = defaultdict(list)
        anchor: str | None = None
        for key in new:
            if key in last:
                anchor = key
            else:
                followers[anchor].append(key)
        order: list[tuple[str, int | None]] = [(key, None) for key in followers[None]]
        begun = set()
        for number, part in enumerate(parts):
            if part.key not in new:
                continue
            order.append((part.key, number))
            if part.key not in begun:  # where a dict keeps the place of a repeated key
                begun.add(part.key)
                order += [(key, None) for key in followers[part.key]]
        return order

    def lead(self, parts: list[_Part], place: int, source: int | None, indent: str | None) -> str:
        """The white space before an item that comes out at `place`."""
        if not parts:
            if indent is None or not self.style.newline:
                return self.style.comma if place else ""
            return self.style.newline + indent + self.style.unit
        if place == 0:
            return parts[0].lead
        if source:
            return parts[source].lead
        if len(parts) > 1:
            return parts[1].lead
        return parts[0].lead if "\n" in parts[0].lead else self.style.comma

    def join(
        self,
        pair: str,
        items: list[tuple[str, str, str]],
        parts: list[_Part],
        space: str,
        indent: str | None,
    ) -> str:
        if not items:
            return pair if parts else f"{pair[0]}{space}{pair[1]}"
        close = space
        if not parts and indent is not None and self.style.newline and "\n" not in space:
            close = self.style.newline + indent + space
        out = [pair[0]]
        for number, (lead, text, tail) in enumerate(items, 1):
            out += [lead, text] if number == len(items) else [lead, text, tail, ","]
        return "".join([*out, close, pair[1]])

    @staticmethod
    def tail(parts: list[_Part], source: int) -> str:
        """The white space between an item and its comma; the last had none, only the bracket."""
        return parts[source].tail if source < len(parts) - 1 else ""


def _indent_of(lead: str) -> str | None:
    """The indentation of the line that an item with this lead is on; None: not its own line."""
    line_break = max(lead.rfind("\n"), lead.rfind("\r"))
    return lead[line_break + 1 :] if line_break >= 0 else None


def _parts(text: str, at: int) -> tuple[list[_Part], str]:
    """The members or elements of the container at `at`; the white space before its end."""
    is_object = text[at] == "{"
    closing = "}" if is_object else "]"
    found: list[_Part] = []
    position = at + 1
    if text[_skip(text, position)] == closing:
        return found, text[position : _skip(text, position)]
    while True:
        begin = start = _skip(text, position)
        key = ""
        if is_object:
            key, after = _DECODER.raw_decode(text, begin)
            start = _skip(text, _skip(text, after) + 1)
        value, end = _DECODER.raw_decode(text, start)
        lead, head = text[position:begin], text[begin:start]
        position = _skip(text, end)
        found.append(_Part(lead, key, head, start, end, value, text[end:position]))
        if text[position] == closing:
            return found, found[-1].tail
        position += 1


def members_of(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The members or elements of the container at `at`: key (`""` in a list), start, end."""
    closing = "}" if text[at] == "{" else "]"
    position = at + 1
    while True:
        key = ""
        if closing == "}":
            if (head := HEAD.match(text, position)) is None:
                return  # it is empty
            key, start = head[1], head.end()
            if "\\" in key:
                key = scanstring(text, head.start(1), False)[0]
        else:
            start = _skip(text, position)
            if text[start] == closing:
                return
        end = value_end(text, start)
        yield key, start, end
        position = _skip(text, end)
        if text[position] == closing:
            return
        position += 1


HEAD = re.compile(r'[ \t\r\n]*"([^"\\]*(?:\\.[^"\\]*)*)"[ \t\r\n]*:[ \t\r\n]*', re.DOTALL)
"""A key with what is around it, up to its value."""
_SCALAR = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[-+.\w]+', re.DOTALL)


def value_end(text: str, start: int) -> int:
    """Where the value that begins there ends."""
    scalar = _SCALAR.match(text, start)
    end: int = scalar.end() if scalar else _SKIPPER.raw_decode(text, start)[1]
    return end


_SKIPPER = json.JSONDecoder(strict=False, parse_int=float)  # an integer may be too long for int


def _pair(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """For every new element the old one it stems from: the same, else of the same GUID or place."""
    before, after = [_mark(value) for value in old], [_mark(value) for value in new]
    found: list[int | None] = [None] * len(new)
    shorter, low, high = min(len(old), len(new)), 0, 0
    while low < shorter and before[low] == after[low]:
        found[low] = low
        low += 1
    while high < shorter - low and before[-1 - high] == after[-1 - high]:
        found[len(new) - 1 - high] = len(old) - 1 - high
        high += 1
    rest_old = list(range(low, len(old) - high))
    rest_new = list(range(low, len(new) - high))

    def match(old_keys: dict[int, Any], new_keys: dict[int, Any]) -> None:
        pool: dict[Any, deque[int]] = defaultdict(deque)
        for place, key in old_keys.items():
            pool[key].append(place)
        for place, key in new_keys.items():
            if pool[key]:
                found[place] = pool[key].popleft()

    def left() -> tuple[list[int], list[int]]:
        taken = set(found)
        return [i for i in rest_old if i not in taken], [j for j in rest_new if found[j] is None]

    match({i: before[i] for i in rest_old}, {j: after[j] for j in rest_new})
    i_left, j_left = left()
    match(_guids(old, i_left), _guids(new, j_left))
    i_left, j_left = left()
    if len(i_left) == len(j_left):  # edited in place; otherwise nothing says which is which
        for i, j in zip(i_left, j_left, strict=True):
            found[j] = i
    return found


def _guids(values: Sequence[Any], places: list[int]) -> dict[int, str]:
    candidates = {i: values[i].get("GUID") for i in places if isinstance(values[i], dict)}
    return {i: guid for i, guid in candidates.items() if isinstance(guid, str) and guid}


def _mark(value: Any) -> Any:
    """A stand-in equal for equal values only: tells `1`, `1.0`, `True`, `0.0`, `-0.0` apart."""
    try:
        return marshal.dumps(value, 2)  # version 2 writes no references, so equal is equal
    except ValueError:  # a subclass or something nested: it will be looked at piece by piece
        return object()


def _start(text: str) -> int:
    return _skip(text, 1 if text.startswith(BYTE_ORDER_MARK) else 0)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at

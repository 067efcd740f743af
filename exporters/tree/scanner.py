"""Where things stand in a save's bytes, so that objects can be cut out of them. No I/O here.

`ByLine` trusts the game's layout (`layout.regular` has proved it) and searches for line starts;
`ByToken` reads any JSON, some ten times slower. Both go forward only: who walks into a list comes
out at its end, so that every byte is looked at once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Protocol

import msgspec

from exporters.jsontext.splice import HEAD, value_end

SCRIPTS = ("LuaScript", "XmlUI")
NOTES = ("LuaScriptState", "Description", "GMNotes", "Memo", "Note", "Rules", "body")
LISTS = ("ContainedObjects", "ChildObjects", "States", "ObjectStates", "TabStates")
LONG = 200
"""From how many characters on a note is of interest; of a script, one is enough."""

QUOTE, COMMA, BRACE, BRACKET, NEWLINE = b'",{[\n'


class Finder(Protocol):
    """What both ways of looking offer; `depth` counts the containers around."""

    content: bytes

    def root(self) -> int:
        """Where the value of the whole begins."""

    def member(self, at: int, depth: int) -> tuple[str, int, int]:
        """The next script, long note or list from `at` on in an object of that depth.

        Its key, where its value begins and ends; a list comes with its beginning twice. `""` when
        nothing is left, with the object's end.
        """

    def item(self, at: int, depth: int) -> tuple[str | None, int]:
        """The next object from `at` on in a list of that depth: its key (`""`), its beginning.

        None when nothing is left, with the list's end.
        """

    def skip(self, start: int, depth: int) -> int:
        """Where the object or list that begins there ends."""

    def alone(self, start: int, end: int) -> bytes:
        """An object as it looks on its own."""

    def dedent(self, piece: bytes, depth: int) -> bytes:
        """An object of that depth with references in it, as it looks on its own."""


class ByLine:
    """For bytes in the game's own layout, two spaces a level."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def root(self) -> int:
        return 0

    def member(self, at: int, depth: int) -> tuple[str, int, int]:
        content, search = self.content, _lines(depth).search
        while match := search(content, at):
            at = match.end()
            if not (key := match[1]):
                return "", at, at
            name = key.decode()
            if content[at] != QUOTE:
                return name, at, at
            close = content.index(b"\n", at)
            end = close - (content[close - 1] == COMMA)
            if name in SCRIPTS or _is_long(content[at + 1 : close]):
                return name, at, end
            at = end
        return "", len(content), len(content)  # the save is {}

    def item(self, at: int, depth: int) -> tuple[str | None, int]:
        content, margin = self.content, _margin(depth + 1)
        while True:
            at += content[at] == COMMA
            if not content.startswith(margin, at):
                return None, at + len(margin) - 1
            at += len(margin)
            key = ""
            if content[at] == QUOTE and (head := _KEY.match(content, at)):
                key, at = text_of(head[1]), head.end()
            first = content[at]
            if first == BRACE:
                return key, at
            if first == BRACKET:
                at = self.skip(at, depth + 1)
            else:
                at = content.index(b"\n", at)
                at -= content[at - 1] == COMMA

    def skip(self, start: int, depth: int) -> int:
        content = self.content
        if content[start + 1] != NEWLINE:
            return start + 2  # it is empty
        found = _end(depth, chr(content[start])).search(content, start)
        assert found is not None  # it is JSON in that layout
        return found.end()

    def alone(self, start: int, end: int) -> bytes:
        return msgspec.json.format(self.content[start:end], indent=2)

    def dedent(self, piece: bytes, depth: int) -> bytes:
        return piece.replace(_margin(depth), b"\n")


_KEY = re.compile(rb'("[^"\\\n]*(?:\\.[^"\\\n]*)*"): ')


def _is_long(rest: bytes) -> bool:
    return rest.isascii() or len(rest.decode()) >= LONG  # that many bytes it has


@lru_cache(maxsize=512)
def _margin(depth: int) -> bytes:
    return b"\n" + b"  " * depth


@lru_cache(maxsize=512)
def _end(depth: int, opening: str) -> re.Pattern[bytes]:
    """The line that closes what is that deep."""
    closing = r"\}" if opening == "{" else r"\]"
    # Beginning with a sign that is rare: re finds it far quicker than `find` a line.
    return re.compile(rf"{closing}(?<=\n{'  ' * depth}{closing})".encode())


@lru_cache(maxsize=512)
def _lines(depth: int) -> re.Pattern[bytes]:
    """The lines of interest of an object that is that deep, and the one with its end."""
    scripts, notes, lists = map("|".join, (SCRIPTS, NOTES, LISTS))
    return re.compile(
        (
            rf'\n{"  " * depth}(?:  "((?:{scripts})(?=": "(?!"))|(?:{notes})(?=": "[^\n]{{{LONG}}})'
            rf'|(?:{lists})(?=": [\[{{]\n))": |\}})'
        ).encode()
    )


class ByToken:
    """For any JSON that `jsontext.decode` takes; pieces stay exactly as they are."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        # A character a byte: what is around strings is ASCII, and places are the same in both.
        self._text = content.decode("latin-1")

    def root(self) -> int:
        return self._text.index("{")

    def member(self, at: int, depth: int) -> tuple[str, int, int]:
        text = self._text
        while head := HEAD.match(text, _past(text, at)):
            key, start = head[1], head.end()
            if "\\" in key:
                key = text_of(f'"{key}"'.encode("latin-1"))
            first = text[start]
            if first in "[{" and key in LISTS:
                return key, start, start
            at = value_end(text, start)
            if first == '"' and (
                (key in SCRIPTS and at - start > 2)
                or (key in NOTES and len(self.content[start:at].decode()) > LONG)
            ):
                return key, start, at
        at = _past(text, at) + 1
        return "", at, at

    def item(self, at: int, depth: int) -> tuple[str | None, int]:
        text = self._text
        while text[at := _past(text, at)] not in "]}":
            key = ""
            if head := HEAD.match(text, at):
                key, at = text_of(f'"{head[1]}"'.encode("latin-1")), head.end()
            if text[at] == "{":
                return key, at
            at = value_end(text, at)
        return None, at + 1

    def skip(self, start: int, depth: int) -> int:
        return value_end(self._text, start)

    def alone(self, start: int, end: int) -> bytes:
        return self.content[start:end]

    def dedent(self, piece: bytes, depth: int) -> bytes:
        return piece


_GAP = re.compile(r"[ \t\r\n,]*")


def _past(text: str, at: int) -> int:
    """Where what is no space and no comma begins."""
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def text_of(token: bytes) -> str:
    """What a string says, its quotes around it."""
    try:
        return _STRING.decode(token)
    except msgspec.DecodeError:  # half a surrogate pair, a control character
        value: str = scanstring(token.decode(), 1, False)[0]
        return value


_STRING = msgspec.json.Decoder(str)

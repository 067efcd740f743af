"""The words that a tree of files is written in: references, text files, escapes. No I/O here.

`{"$file": "a.json"}` stands for the JSON in that file, `{"$text": "a.lua"}` for its text as a
string. Paths are relative to the file that names them, or to the tree when they begin with `/`.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

import msgspec
from msgspec import Struct

from exporters.filenames import is_safe_path
from exporters.jsontext.printer import quote

ROOT = "save.json"
MANIFEST = "tree.json"
ATTRIBUTES = ".gitattributes"
ATTRIBUTES_TEXT = "# Every byte counts: no line end may change.\n* -text whitespace=cr-at-eol\n"
MODULES = "modules"
INCLUDES = "includes"
BUNDLES = "bundles"
MODULES_HERE = "--[[ the modules ]]--\n"  # where they stand between a bundle's head and tail

REFERENCE = re.compile(r'\{\s*"\$(?:file|text)"\s*:')
# A save that has such keys itself gets one more `$` before them.
_LOOKS_LIKE_ONE = re.compile(rb'\$(?<="\$)(?=\$*(?:file|text)"\s*:)')
_ESCAPED = re.compile(r'"\$(\$+(?:file|text)"\s*:)')
_SIMPLE = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*")
_CONTROLS = bytes({*range(32)} - {*b"\b\t\n\f\r"})


class Script(Struct, frozen=True, omit_defaults=True):
    """A `$text` reference: where the text is, and how it stood in the save.

    `bundle`: the file with a bundle's head and tail; False: a script that is to stay as it is.
    `order` of its modules: as they are required, by name, or a list. `files`: where modules lie
    that are not under their own name. `includes`: expanded, with the line end at the markers.
    `escapes`: the string's, when they are not those of the whole save.
    """

    text: str
    bundle: str | bool = True
    order: str | list[str] = "required"
    files: dict[str, str] = {}
    includes: str = ""
    escapes: str = ""

    def reference(self, path: str) -> str:
        """The reference as it is written, to the text in the file `path`."""
        if self is PLAIN or self == PLAIN:
            return f'{{"$text": {encode_basestring(path)}}}'
        members: dict[str, Any] = {"$text": path}
        for name, default in (
            ("bundle", True),
            ("order", "required"),
            ("files", {}),
            ("includes", ""),
            ("escapes", ""),
        ):
            if (value := getattr(self, name)) != default:
                members[name] = value
        return json.dumps(members, ensure_ascii=False)


PLAIN = Script("")
"""Of a text that stays as it is, escaped as is usual in its save."""


def mask(content: bytes) -> bytes:
    """A save in which nothing looks like a reference."""
    return _LOOKS_LIKE_ONE.sub(b"$$", content)


def unmask(text: str) -> str:
    """A piece of what `mask` was given."""
    if '"$' not in text:
        return text
    return _ESCAPED.sub(r'"\1', text)


def _as_the_game(text: str) -> bytes:
    try:
        quoted = msgspec.json.encode(text)
    except UnicodeEncodeError:  # an unpaired surrogate
        return quote(text).encode()
    if "\u2028" in text or "\u2029" in text or "\x85" in text:  # what the game does not print
        return quote(text).encode()
    return quoted


def _plain(text: str) -> bytes:
    return encode_basestring(text).encode("utf-8", "surrogatepass")


def _for_html(text: str) -> bytes:
    """As Go and some JavaScript tools write strings."""
    quoted = _plain(text)
    for character in "<>&\u2028\u2029":
        quoted = quoted.replace(character.encode(), f"\\u{ord(character):04x}".encode())
    return quoted


def _in_ascii(text: str) -> bytes:
    return encode_basestring_ascii(text).encode()


def _with_slashes(text: str) -> bytes:
    return _in_ascii(text).replace(b"/", b"\\/")


ESCAPES: dict[str, Callable[[str], bytes]] = {
    "game": _as_the_game,
    "ascii": _in_ascii,
    "plain": _plain,
    "html": _for_html,
    "slashes": _with_slashes,
}


def usual_escapes(content: bytes) -> str:
    """How the strings of a save seem to be escaped."""
    if b"\\u00" in content and any(
        code in content for code in (rb"\u003c", rb"\u003e", rb"\u0026")
    ):
        return "html"
    return "slashes" if b"\\/" in content else "game"


def escapes_of(token: bytes, value: str, usual: str) -> str | None:
    """How the string `value` was escaped to be `token`; None: in none of the known ways."""
    if ESCAPES[usual](value) == token:
        return usual
    return next((name for name, write in ESCAPES.items() if write(value) == token), None)


def can_be_file(value: str) -> bool:
    """Whether a text survives editors and git: no control characters, no mark at its start."""
    content = value.encode()
    return not has_mark(value) and len(content.translate(None, _CONTROLS)) == len(content)


def has_mark(text: str) -> bool:
    """Whether a text begins with what the beginning of a file would lose."""
    return text.startswith("\ufeff")


def to_file(value: str) -> str:
    """A text as a file: with one line end more, so that editors and git are content."""
    first = value.find("\n")
    windows = value[first - 1 : first] == "\r" if first > 0 else value.endswith("\r")
    return value + ("\r\n" if windows or value.endswith("\r") else "\n")


def from_file(content: str) -> str:
    """The text of a file: without its last line end, and without a mark that Notepad put there."""
    content = content.removeprefix("\ufeff")
    if content.endswith("\r\n"):
        return content[:-2]
    return content.removesuffix("\n")


def resolve(reference: str, folder: str) -> str | None:
    """The path in the tree that a reference in a file of `folder` means; None when it leads out."""
    if _SIMPLE.fullmatch(reference):
        return f"{folder}/{reference}" if folder else reference
    if reference.startswith("/"):
        path = reference[1:]
    else:
        path = posixpath.normpath(posixpath.join(folder, reference)) if reference else ""
    return path if is_safe_path(path) else None

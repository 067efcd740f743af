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

from msgspec import Struct

from exporters.filenames import is_safe_path
from exporters.jsonprint import quote

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
_LOOKS_LIKE_ONE = re.compile(r'"(\$+(?:file|text)"\s*:)')
_ESCAPED = re.compile(r'"\$(\$+(?:file|text)"\s*:)')
_SIMPLE = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


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

    def reference(self) -> str:
        """The reference as it is written."""
        if self == Script(self.text):
            return f'{{"$text": {encode_basestring(self.text)}}}'
        members: dict[str, Any] = {"$text": self.text}
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


def mask(text: str) -> str:
    """A save's text in which nothing looks like a reference."""
    if "$" not in text or '"$' not in text:  # one character is found far quicker than two
        return text
    return _LOOKS_LIKE_ONE.sub(r'"$\1', text)


def unmask(text: str) -> str:
    """What `mask` was given."""
    if '"$' not in text:
        return text
    return _ESCAPED.sub(r'"\1', text)


def _for_html(text: str) -> str:
    """As Go and some JavaScript tools write strings."""
    quoted = encode_basestring(text)
    for character in "<>&\u2028\u2029":
        quoted = quoted.replace(character, f"\\u{ord(character):04x}")
    return quoted


def _with_slashes(text: str) -> str:
    return encode_basestring_ascii(text).replace("/", "\\/")


ESCAPES: dict[str, Callable[[str], str]] = {
    "game": quote,
    "plain": encode_basestring,
    "ascii": encode_basestring_ascii,
    "html": _for_html,
    "slashes": _with_slashes,
}


def usual_escapes(text: str) -> str:
    """How the strings of a save seem to be escaped."""
    if "\\u00" in text and ("\\u003c" in text or "\\u003e" in text or "\\u0026" in text):
        return "html"
    return "slashes" if "\\/" in text else "game"


def escapes_of(token: str, value: str, usual: str) -> str | None:
    """How the string `value` was escaped to be `token`; None: in none of the known ways."""
    if ESCAPES[usual](value) == token:
        return usual
    return next((name for name, write in ESCAPES.items() if write(value) == token), None)


def can_be_file(token: str, value: str) -> bool:
    """Whether a text survives editors and git: no control characters, no mark at its start."""
    return not value.startswith("\ufeff") and ("\\u" not in token or _CONTROL.search(value) is None)


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

"""A save as a tree of files that people review, and back to the same bytes. No I/O here.

The rule: `dump(build(unpack(save))) == dump(save)`. Every object is a file, what it contains a
folder beside it; scripts, UIs and long notes are files of their own; the modules of bundles are
written once. `treefiles` brings a tree to disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from exporters.filenames import DEEPEST, Names, folded, readable
from exporters.jsontext import whitespace as layout
from exporters.jsontext.printer import MAX_DEPTH, SaveError
from exporters.luacode.includes import Kind
from exporters.savefile import Save, check_utf8, dump, parse
from exporters.tree.build import TreeError, build, build_bytes, build_text
from exporters.tree.format import (
    ATTRIBUTES,
    ATTRIBUTES_TEXT,
    MANIFEST,
    PLAIN,
    ROOT,
    Script,
    can_be_file,
    escapes_of,
    mask,
    to_file,
    usual_escapes,
)
from exporters.tree.outline import Outline, Page, Whole, below, outline, outline_of
from exporters.tree.scanner import LONG, ByLine, ByToken, Finder
from exporters.tree.scripts import Scripts

__all__ = [
    "TreeError",
    "build",
    "build_bytes",
    "build_text",
    "unpack",
    "unpack_bytes",
    "unpack_text",
]

Spot = tuple[int, int, bytes]  # from, to, what stands there instead

EMPTY = ord("}")
_UNKNOWN = Outline()
SAMPLE = 1 << 16  # bytes that show how the strings of a save are escaped
_TOO_DEEP = b"\n" + b"  " * (MAX_DEPTH + 1)

# What becomes a file: its ending.
_ENDINGS = {
    "LuaScript": ".lua",
    "XmlUI": ".xml",
    "LuaScriptState": ".state",
    "Description": ".description.txt",
    "GMNotes": ".gmnotes.txt",
    "Memo": ".memo.txt",
    "Note": ".note.txt",
    "Rules": ".rules.txt",
}
_KINDS: dict[str, Kind] = {".lua": "lua", ".xml": "xml"}
_FOLDERS = {"ContainedObjects": "", "ChildObjects": "/attached", "States": "/states"}
# A GUID that is one of these would make `name.guid.json` another object's file.
_NO_GUIDS = frozenset(
    ("json", "lua", "xml", "txt", "state", "description", "gmnotes", "memo", "note", "rules")
)


def unpack(save: Save) -> dict[str, str]:
    """The files of a save's tree, path -> text, `save.json` and `tree.json` among them.

    Raises:
        SaveError: edited into something that cannot be written.
    """
    return unpack_text(dump(save), save.name)


def unpack_text(text: str, name: str = "save") -> dict[str, str]:
    """`unpack` of the text of a save; faster, because it need not be parsed.

    Raises:
        SaveError: no save, or not UTF-8; the text starts with `name` and the position.
    """
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        parse(text, name)  # what else is wrong with it comes first
        line = text.count("\n", 0, error.start) + 1
        column = error.start - text.rfind("\n", 0, error.start)
        raise SaveError(
            f"{name}: line {line}, column {column}: an unpaired surrogate; write it as \\uXXXX"
        ) from None
    return {path: file.decode() for path, file in unpack_bytes(content, name).items()}


def unpack_bytes(content: bytes, name: str = "save") -> dict[str, bytes]:
    """`unpack` of a save as it lies on the disk, to files as they do: fastest and smallest.

    Raises:
        SaveError: no save, or not UTF-8; the text starts with `name` and the position.
    """
    check_utf8(content, name)
    masked = mask(content)
    shape, game = layout.regular(masked)
    hint = outline(game)
    if hint is None or _is_deep(game):
        hint = outline_of(parse(content, name).data)  # has the words for what is no save
    unpacker = _Unpacker(ByLine(game) if shape else ByToken(masked))
    del masked, game  # with Windows' line ends they are two
    unpacker.root(hint, keep_space=shape is None)
    files = unpacker.files
    manifest = {
        "tree": 1,
        "layout": layout.to_json(shape),
        "escapes": unpacker.escapes,
        "files": sorted([*files, ATTRIBUTES]),
    }
    files[ATTRIBUTES] = ATTRIBUTES_TEXT.encode()
    files[MANIFEST] = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    return files


def _is_deep(content: bytes) -> bool:
    # So deep an indentation shows in every fiftieth byte, which is far quicker to search.
    return b" " * 8 in content[::50] and _TOO_DEEP in content


class _Unpacker:
    """One pass over a save, filling `files`."""

    def __init__(self, finder: Finder) -> None:
        self.finder, self.content = finder, finder.content
        self.files: dict[str, bytes] = {}
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}  # the number to try after a path
        self._names: dict[str, Names] = {}
        self._known: dict[tuple[str, bytes], tuple[bytes, Script] | None] = {}
        self._deep = 0
        self.escapes = usual_escapes(self.content[:SAMPLE])
        self.scripts = Scripts(self.files)

    def root(self, hint: Whole, *, keep_space: bool) -> None:
        """Fill `files` with everything. `keep_space`: no layout keeps what is around the value."""
        start = self.finder.root()
        self._taken.add(ROOT)
        filled, end = self._fill(start, 0, "save", "", "save", hint)
        if keep_space:
            filled = self.content[:start] + filled + self.content[end:]
        self.files[ROOT] = filled + b"\n"

    def _fill(
        self, start: int, depth: int, base: str, within: str, own: str, hint: Outline | Whole
    ) -> tuple[bytes, int]:
        """The JSON of an object with references in place of what got files of its own; its end.

        `base`: its path without `.json`; `within`: the folder it is in; `own`: how files in
        that folder call its own folder.
        """
        content, finder = self.content, self.finder
        out: list[bytes] = []
        done, at = start, start + 1
        while True:
            key, first, at = finder.member(at, depth)
            if not key:
                break
            if first < at:
                if key in _ENDINGS and (
                    reference := self._string(first, at, base, _ENDINGS[key], within)
                ):
                    out += [content[done:first], reference]
                    done = at
                continue
            if isinstance(hint, Outline) and key in _FOLDERS:
                to, called, hints = base + _FOLDERS[key], own + _FOLDERS[key], getattr(hint, key)
                replaced, at = self._objects(first, depth + 1, to, called, below(hints))
            elif isinstance(hint, Whole) and key == "ObjectStates":
                hints = below(hint.ObjectStates)
                replaced, at = self._objects(first, 1, "objects", "objects", hints)
            elif isinstance(hint, Whole) and key == "TabStates":
                replaced, at = self._tabs(first, below(hint.TabStates))
            else:
                at = finder.skip(first, depth + 1)
                continue
            for first_of, last_of, reference in replaced:
                out += [content[done:first_of], reference]
                done = last_of
        out.append(content[done:at])
        return finder.dedent(b"".join(out), depth) if depth else b"".join(out), at

    def _objects(
        self, start: int, depth: int, within: str, called: str, hints: Iterator[Outline]
    ) -> tuple[list[Spot], int]:
        """Give each object of a list its file; with the references to them, and the list's end."""
        numbered = within.endswith("/states")
        if len(within) > DEEPEST:
            self._deep += 1
            within = f"deep/{self._deep}"
            called = f"/{within}"
        if (names := self._names.get(within)) is None:
            names = self._names[within] = Names("states", "attached")
        content, finder, files = self.content, self.finder, self.files
        replaced: list[Spot] = []
        key, first = finder.item(start + 1, depth)
        while key is not None:
            hint = next(hints, _UNKNOWN)  # none is left: a list that stands twice
            stem = _stem(hint)
            if numbered:
                stem = f"{readable(key, 8) or 'state'}.{stem}"
            stem = names.take(stem)
            path = f"{within}/{stem}.json"
            if hint.is_plain() or content[first + 1] == EMPTY:
                at = finder.skip(first, depth + 1)
                filled = finder.alone(first, at)
            else:
                files[path] = b""  # its place in the order: before what it contains
                base = f"{within}/{stem}"
                filled, at = self._fill(first, depth + 1, base, within, stem, hint)
            files[path] = filled + b"\n"
            replaced.append((first, at, f'{{"$file": "{called}/{stem}.json"}}'.encode()))
            key, first = finder.item(at, depth)
        return replaced, first

    def _tabs(self, start: int, hints: Iterator[Page]) -> tuple[list[Spot], int]:
        """The long pages of the notebook."""
        finder = self.finder
        replaced: list[Spot] = []
        key, at = finder.item(start + 1, 1)
        while key is not None:
            page = next(hints, None)
            if page is None or len(page.body) <= LONG or self.content[at + 1] == EMPTY:
                key, at = finder.item(finder.skip(at, 2), 1)
                continue
            base = ".".join(filter(None, [readable(key, 8), readable(page.title)])) or "tab"
            name, first, at = finder.member(at + 1, 2)
            while name:
                if first == at:
                    at = finder.skip(first, 3)
                elif name == "body" and (
                    reference := self._string(first, at, f"notebook/{base}", ".txt", "")
                ):
                    replaced.append((first, at, reference))
                name, first, at = finder.member(at, 2)
            key, at = finder.item(at, 1)
        return replaced, at

    def _string(self, start: int, end: int, base: str, ending: str, within: str) -> bytes:
        """The reference to a string that got a file; empty when it stays where it is."""
        token = self.content[start:end]
        if (ending, token) not in self._known:
            self._known[ending, token] = self._file_of(token, ending)
        if (known := self._known[ending, token]) is None:
            return b""
        content, script = known
        if ending == ".state":
            ending = ".state.json" if content.startswith((b"{", b"[")) else ".state.txt"
        path = self._place(base, ending)
        self.files[path] = content
        return script.reference(path[len(within) + 1 :] if within else path).encode()

    def _file_of(self, token: bytes, ending: str) -> tuple[bytes, Script] | None:
        """The file that a string becomes, and its reference; None when it cannot be one."""
        try:
            value = msgspec.json.decode(token, type=str)
        except msgspec.DecodeError:  # a bare control character, half a surrogate pair
            return None
        escapes = escapes_of(token, value, self.escapes)
        if escapes is None or not can_be_file(value):
            return None
        script = PLAIN
        if kind := _KINDS.get(ending):
            value, script = self.scripts.take(value, kind)
        if escapes != self.escapes:
            script = msgspec.structs.replace(script, escapes=escapes)
        return to_file(value).encode(), script

    def _place(self, base: str, ending: str) -> str:
        """A path of a text that is not taken on any system: keys may stand twice."""
        path = wanted = base + ending
        number = self._next.get(wanted, 2)
        while (key := folded(path)) in self._taken:
            path = f"{base}.{number}{ending}"
            number += 1
        self._next[wanted] = number
        self._taken.add(key)
        return path


def _stem(hint: Outline) -> str:
    """The readable name of an object: what players call it, and its GUID."""
    name, guid = _named(hint.Nickname, hint.Name), hint.GUID
    if len(guid) != 6 or not (guid.isascii() and guid.isalnum()):  # one that is as they should be
        guid = readable(guid, 12)
        if folded(guid) in _NO_GUIDS:
            guid += "_"
    return f"{name}.{guid}" if guid else name


@lru_cache(maxsize=4096)
def _named(nickname: str, kind: str) -> str:
    return readable(nickname) or readable(kind) or "object"

"""A save as a tree of files that people review, and back to the same bytes. No I/O here.

The rule: `dump(build(unpack(save))) == dump(save)`. Every object is a file, what it contains a
folder beside it; scripts, UIs and long notes are files of their own; the modules of bundles are
written once. `treefiles` brings a tree to disk.
"""

from __future__ import annotations

import json
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.encoder import encode_basestring

from exporters import layout
from exporters.filenames import DEEPEST, Names, folded, readable
from exporters.jsonprint import MAX_DEPTH, SaveError
from exporters.outline import Outline, outline
from exporters.savefile import Save, dump, parse
from exporters.slices import LONG, ByLine, ByToken, Finder, Spot
from exporters.treebuild import TreeError, build, build_text
from exporters.treeparts import (
    ATTRIBUTES,
    ATTRIBUTES_TEXT,
    MANIFEST,
    ROOT,
    Script,
    can_be_file,
    escapes_of,
    mask,
    to_file,
    usual_escapes,
)
from exporters.treescripts import Scripts

__all__ = ["TreeError", "build", "build_text", "unpack", "unpack_text"]

SAMPLE = 1 << 18  # characters that show how the strings of a save are escaped
_TOO_DEEP = "\n" + "  " * (MAX_DEPTH + 1)

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
    masked = mask(text)
    regular = layout.regular(masked)
    if regular is None:
        _check(text, name)
        unpacker = _Unpacker(ByToken(masked))
    else:
        if not regular[1].startswith("{") or _TOO_DEEP in regular[1]:
            parse(text, name)  # has the words for it
        unpacker = _Unpacker(ByLine(regular[1]), outline(regular[1]))
    unpacker.root()
    files = unpacker.files
    manifest = {
        "tree": 1,
        "layout": layout.to_json(regular[0] if regular else None),
        "escapes": unpacker.escapes,
        "files": sorted([*files, ATTRIBUTES]),
    }
    files[ATTRIBUTES] = ATTRIBUTES_TEXT
    files[MANIFEST] = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    return files


def _check(text: str, name: str) -> None:
    parse(text, name)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        column = error.start - text.rfind("\n", 0, error.start)
        raise SaveError(
            f"{name}: line {line}, column {column}: an unpaired surrogate; write it as \\uXXXX"
        ) from None


class _Unpacker:
    """One pass over a text, filling `files`."""

    def __init__(self, finder: Finder, hint: Outline | None = None) -> None:
        self.finder, self.text, self.hint = finder, finder.text, hint
        self.files: dict[str, str] = {}
        self._taken: set[str] = set()
        self._names: dict[str, Names] = {}
        self._deep = 0
        self.escapes = usual_escapes(self.text[:SAMPLE])
        self.scripts = Scripts(self.files)

    def root(self) -> None:
        """Fill `files` with everything."""
        start, end = self.finder.root()
        self._taken.add(ROOT)
        _, found = self.finder.members(start, end, 0)
        filled = self._fill(start, end, found, 0, "save", "", "save", self.hint)
        # What is around the value is space; the layout keeps that of a regular text.
        self.files[ROOT] = f"{self.text[:start]}{filled}{self.text[end:]}\n"

    def _fill(
        self,
        start: int,
        end: int,
        found: list[Spot],
        depth: int,
        base: str,
        within: str,
        own: str,
        hint: Outline | None,
    ) -> str:
        """The text of an object with references in place of what got files of its own.

        `base`: its path without `.json`; `within`: the folder it is in; `own`: how files in
        that folder call its own folder.
        """
        text, at = self.text, start
        out: list[str] = []
        for key, first, last in found:
            if text[first] == '"':
                if key in _ENDINGS and (
                    reference := self._string(first, last, base + _ENDINGS[key], within)
                ):
                    out += [text[at:first], reference]
                    at = last
                continue
            below = hint.below(key) if hint and key != "TabStates" else []
            if key == "ObjectStates" and depth == 0:
                replaced = self._objects(first, depth + 1, "objects", "objects", below)
            elif key == "TabStates" and depth == 0:
                replaced = self._tabs(first)
            elif key in _FOLDERS and depth:
                folder = _FOLDERS[key]
                replaced = self._objects(first, depth + 1, base + folder, own + folder, below)
            else:
                continue
            for _, first_of, last_of, reference in replaced:
                out += [text[at:first_of], reference]
                at = last_of
        out.append(text[at:end])
        return self.finder.dedent("".join(out), depth) if depth else "".join(out)

    def _objects(
        self,
        start: int,
        depth: int,
        within: str,
        called: str,
        hints: list[Outline | None],
    ) -> list[tuple[str, int, int, str]]:
        """Give each object of a list its file; with the references to them."""
        items = self.finder.items(start, depth)
        numbered = within.endswith("/states")
        if len(within) > DEEPEST:
            self._deep += 1
            within = f"deep/{self._deep}"
            called = f"/{within}"
        names = self._names.setdefault(within, Names("states", "attached")) if items else Names()
        hints = [each for each in hints if each is not None]
        if len(hints) != len(items):  # a list that stands twice, an object that is empty
            hints = [None] * len(items)
        key_of_folder = folded(within)
        replaced = []
        for (key, first, last), hint in zip(items, hints, strict=True):
            if hint is not None and hint.is_plain(LONG):
                stem = _stem(hint.Nickname, hint.Name, hint.GUID)
                found = None
            else:
                labels, found = self.finder.members(first, last, depth + 1)
                stem = _stem(*(labels.get(label, "") for label in ("Nickname", "Name", "GUID")))
            if numbered:
                stem = f"{readable(key, 8) or 'state'}.{stem}"
            stem, folded_stem = names.take(stem)
            path = self._place(f"{within}/{stem}", ".json", f"{key_of_folder}/{folded_stem}.json")
            if found:
                self.files[path] = ""  # its place in the order: before what it contains
                base = f"{within}/{stem}"
                filled = self._fill(first, last, found, depth + 1, base, within, stem, hint)
            else:
                filled = self.finder.dedent(self.text[first:last], depth + 1)
            self.files[path] = filled + "\n"
            named = called + path[len(within) :]
            replaced.append((key, first, last, f'{{"$file": {encode_basestring(named)}}}'))
        return replaced

    def _tabs(self, start: int) -> list[tuple[str, int, int, str]]:
        """The long pages of the notebook."""
        replaced = []
        for key, first, last in self.finder.items(start, 1):
            labels, found = self.finder.members(first, last, 2)
            for name, at, after in found:
                if name == "body" and self.text[at] == '"':
                    title = readable(labels.get("title", ""))
                    base = ".".join(filter(None, [readable(key, 8), title])) or "tab"
                    if reference := self._string(at, after, f"notebook/{base}.txt", ""):
                        replaced.append((key, at, after, reference))
        return replaced

    def _string(self, start: int, end: int, wanted: str, within: str) -> str:
        """The reference to a string that got a file; `""` when it stays where it is."""
        token = self.text[start:end]
        value = scanstring(token, 1, False)[0]
        escapes = escapes_of(token, value, self.escapes)
        if escapes is None or not can_be_file(token, value):
            return ""
        base, dot, ending = wanted.rpartition(".")
        if ending == "state":
            ending = "state.json" if value.startswith(("{", "[")) else "state.txt"
        path = self._place(base, dot + ending)
        self.files[path] = ""
        own = "" if escapes == self.escapes else escapes
        script = Script(path[len(within) + 1 :] if within else path, escapes=own)
        if ending in ("lua", "xml"):
            value, script = self.scripts.take(value, ending, script, clean="\\u" not in token)
        self.files[path] = to_file(value)
        return script.reference()

    def _place(self, base: str, ending: str, key: str = "") -> str:
        """A path that is not taken on any system. `key`: the first choice folded, if known."""
        path, number = base + ending, 2
        key = key or folded(path)
        while key in self._taken:
            path = f"{base}.{number}{ending}"
            key = folded(path)
            number += 1
        self._taken.add(key)
        return path


def _stem(nickname: str, kind: str, guid: str) -> str:
    """The readable name of an object: what players call it, and its GUID."""
    name = _readable(nickname) or _readable(kind) or "object"
    if len(guid) != 6 or not (guid.isascii() and guid.isalnum()):  # one that is as they should be
        guid = readable(guid, 12)
        if guid.lower() in _NO_GUIDS:
            guid += "_"
    return f"{name}.{guid}" if guid else name


_readable = lru_cache(maxsize=4096)(readable)

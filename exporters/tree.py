"""A save as a tree of files that people review, and back to the same bytes. No I/O here.

The rule: `dump(build(unpack(save))) == dump(save)`. Every object is a file, what it contains a
folder beside it; scripts, UIs and long notes are files of their own; the modules of bundles are
written once. `treefiles` brings a tree to disk.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from json.decoder import scanstring  # type: ignore[attr-defined]

from exporters import layout
from exporters.filenames import DEEPEST, Names, folded, readable
from exporters.jsonprint import SaveError
from exporters.jsontext import root_span
from exporters.savefile import Save, dump
from exporters.slices import ByLine, ByToken, Finder, Spot
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
    relative,
    to_file,
)
from exporters.treescripts import Scripts

__all__ = ["TreeError", "build", "build_text", "unpack", "unpack_text"]

LONG = 200  # characters: a note or a state above that is a file of its own

# What becomes a file: its ending, and from how many characters on.
_TEXTS = {
    "LuaScript": (".lua", 1),
    "XmlUI": (".xml", 1),
    "LuaScriptState": (".state", LONG),
    "Description": (".description.txt", LONG),
    "GMNotes": (".gmnotes.txt", LONG),
    "Memo": (".memo.txt", LONG),
    "Note": (".note.txt", LONG),
    "Rules": (".rules.txt", LONG),
}
_CONTAINERS = {"ContainedObjects": "", "ChildObjects": "/attached", "States": "/states"}
_LABELS = ("GUID", "Nickname", "Name")
_OBJECT_KEYS = frozenset((*_LABELS, *_TEXTS, *_CONTAINERS))
_ROOT_KEYS = frozenset((*_TEXTS, "ObjectStates", "TabStates"))
_TAB_KEYS = frozenset(("title", "body"))
# A GUID that is one of these would make `name.guid.json` another object's file.
_ENDINGS = frozenset("json lua xml txt state description gmnotes memo note rules".split())


def unpack(save: Save) -> dict[str, str]:
    """The files of a save's tree, path -> text, `save.json` and `tree.json` among them.

    Raises:
        SaveError: edited into something that `dump` cannot write, or that UTF-8 cannot.
    """
    return unpack_text(dump(save), save.name)


def unpack_text(text: str, name: str = "save") -> dict[str, str]:
    """`unpack` of the text of a save, one that `savefile.parse` takes."""
    masked = mask(text)
    regular = layout.regular(masked)
    if regular is None:
        unpacker = _Unpacker(ByToken(masked))
    else:
        unpacker = _Unpacker(ByLine(regular[1]))
    unpacker.root()
    files = unpacker.files
    manifest = {
        "tree": 1,
        "layout": layout.to_json(regular[0] if regular else None),
        "files": sorted([*files, ATTRIBUTES]),
    }
    files[ATTRIBUTES] = ATTRIBUTES_TEXT
    files[MANIFEST] = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    if build_text(files) != text:  # this would be a bug; no file of anybody may suffer from it
        raise SaveError(f"{name}: cannot be unpacked without loss; please report this file")
    return files


class _Unpacker:
    """One pass over a text, filling `files`."""

    def __init__(self, finder: Finder) -> None:
        self.finder, self.text = finder, finder.text
        self.files: dict[str, str] = {}
        self._taken: set[str] = set()
        self._names: dict[str, Names] = {}
        self._deep = 0
        self.scripts = Scripts(self.files)

    def root(self) -> None:
        start, end = root_span(self.text)
        whole = Spot("", start, end)
        # Outside of the value are white space and a mark; the layout keeps those of a regular text.
        self._place(ROOT.removesuffix(".json"), ".json")
        spots = self.finder.members(whole, 0, _ROOT_KEYS)
        filled = self._fill(whole, spots, 0, "save", "")
        self.files[ROOT] = f"{self.text[:start]}{filled}{self.text[end:]}\n"

    def _fill(self, spot: Spot, spots: list[Spot], depth: int, base: str, folder: str) -> str:
        """The text of an object with references in place of what got files of its own."""
        out, at = [], spot.start
        for member in spots:
            for part, replacement in self._replaced(member, depth, base, folder):
                out += [self.text[at : part.start], replacement]
                at = part.end
        out.append(self.text[at : spot.end])
        return self.finder.dedent("".join(out), depth) if depth else "".join(out)

    def _replaced(
        self, member: Spot, depth: int, base: str, folder: str
    ) -> list[tuple[Spot, str]]:
        key = member.key
        first = self.text[member.start]
        if key in _TEXTS:
            ending, least = _TEXTS[key]
            reference = self._string(member, base + ending, least, folder) if first == '"' else ""
            return [(member, reference)] if reference else []
        if key in _LABELS or first not in "[{":
            return []
        if key == "TabStates":
            return self._tabs(member, depth)
        within = "objects" if key == "ObjectStates" else base + _CONTAINERS[key]
        numbered = key == "States"
        return [
            (item, self._object(item, depth + 2, within, f"{item.key}." if numbered else "", folder))
            for item in self.finder.items(member, depth + 1)
            if self.text[item.start] == "{"
        ]

    def _object(self, spot: Spot, depth: int, within: str, prefix: str, asking: str) -> str:
        spots = self.finder.members(spot, depth, _OBJECT_KEYS)
        if len(within) > DEEPEST:
            self._deep += 1
            within = f"deep/{self._deep}"
        names = self._names.get(within)
        if names is None:
            names = self._names[within] = Names("states", "attached")
        stem = names.take(readable(prefix)[:8] + "." + self._stem(spots) if prefix else self._stem(spots))
        base = f"{within}/{stem}"
        path = self._place(base, ".json")
        self.files[path] = ""  # its place in the order: before what it contains
        self.files[path] = self._fill(spot, spots, depth, base, within) + "\n"
        return f'{{"$file": {json.dumps(relative(path, asking), ensure_ascii=False)}}}'

    def _stem(self, spots: list[Spot]) -> str:
        label = dict.fromkeys(_LABELS, "")
        for spot in spots:
            if spot.key in label and self.text[spot.start] == '"':
                label[spot.key] = scanstring(self.text, spot.start + 1, False)[0]
        name = readable(label["Nickname"]) or readable(label["Name"]) or "object"
        guid = readable(label["GUID"], 12)
        if guid.lower() in _ENDINGS:
            guid += "_"
        return f"{name}.{guid}" if guid else name

    def _tabs(self, tabs: Spot, depth: int) -> list[tuple[Spot, str]]:
        found = []
        for tab in self.finder.items(tabs, depth + 1):
            if self.text[tab.start] != "{":
                continue
            spots = self.finder.members(tab, depth + 2, _TAB_KEYS)
            title = ""
            for spot in spots:
                if self.text[spot.start] != '"':
                    continue
                if spot.key == "title":
                    title = readable(scanstring(self.text, spot.start + 1, False)[0])
            for spot in spots:
                if spot.key == "body" and self.text[spot.start] == '"':
                    base = ".".join(filter(None, [readable(tab.key, 8), title])) or "tab"
                    reference = self._string(spot, f"notebook/{base}.txt", LONG, "")
                    if reference:
                        found.append((spot, reference))
        return found

    def _string(self, spot: Spot, wanted: str, least: int, folder: str) -> str:
        """The reference to a string that got a file; `""` when it stays where it is."""
        if spot.end - spot.start - 2 < least:
            return ""
        token = self.text[spot.start : spot.end]
        value = scanstring(token, 1, False)[0]
        escapes = escapes_of(token, value)
        if escapes is None or not can_be_file(token, value):
            return ""
        base, dot, ending = wanted.rpartition(".")
        if ending == "state":
            ending = "state.json" if value.startswith(("{", "[")) else "state.txt"
        path = self._place(base, dot + ending)
        script = Script(relative(path, folder), escapes=escapes)
        self.files[path] = ""
        if ending in ("lua", "xml"):
            value, script = self.scripts.take(value, ending, script)
        self.files[path] = to_file(value)
        return script.reference()

    def _place(self, base: str, ending: str) -> str:
        """A path that is not taken on any system."""
        path, number = base + ending, 2
        while (key := folded(path)) in self._taken:
            path = f"{base}.{number}{ending}"
            number += 1
        self._taken.add(key)
        return path

"""The scripts and UIs of a tree, and which of its files each comes from. No I/O here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from exporters.filenames import module_path
from exporters.luacode.linemap import line_map, where
from exporters.savefile import Json, parse
from exporters.tree.build import TreeError, build_text
from exporters.tree.format import INCLUDES, MODULES, ROOT, from_file, resolve

GLOBAL = "-1"
_HOLDERS = ("ContainedObjects", "ChildObjects", "States")

Key = tuple[tuple[str, str, int], ...]


class Scripted(Struct, frozen=True):
    """Global or an object: the script and UI it has in the save, the files that hold them.

    `carriers`: GUIDs of what lies on the table, the object itself, or what holds it, in any of
    its states; empty for Global.
    """

    guid: str
    name: str
    carriers: tuple[str, ...]
    script: str
    ui: str
    file: str  # of the script; the object's own where it has none

    @property
    def is_on_the_table(self) -> bool:
        """Whether it lies there itself, not in something."""
        return self.carriers[:1] == (self.guid,)


Sources = dict[Key, Scripted]


def sources(files: Mapping[str, str]) -> Sources:
    """Global (key `()`) and every object of a tree.

    The key is the way to it: at every step the list it is in, its GUID, and a number when the
    list has several of that GUID. So it stays when objects are added or put in another order.

    Raises:
        TreeError: the tree cannot be built.
    """
    built = parse(build_text(files))
    try:
        named = _resolved(files, ROOT)
        found: Sources = {(): _scripted({**built.data, "GUID": GLOBAL}, named, "Global", ROOT, ())}
        _walk(found, (), built.data, named, ("ObjectStates",), ())
    except RecursionError:
        raise TreeError(
            f"{ROOT}: its objects lie too deep in each other; build and load it"
        ) from None
    return found


def _resolved(files: Mapping[str, str], path: str) -> Any:
    """The JSON of a file with the files it names in it, and texts as the paths of their files."""
    folder = path.rpartition("/")[0]

    def mend(value: Any) -> Any:
        if isinstance(value, list):
            return [mend(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$file" in value:
            return _resolved(files, resolve(value["$file"], folder) or "")
        if "$text" in value:
            return {"$text": resolve(value["$text"], folder)}
        return {"$": path, **{key: mend(each) for key, each in value.items()}}

    return mend(json.loads(from_file(files[path]), strict=False))


def _walk(
    found: Sources,
    key: Key,
    data: Json,
    named: Json,
    holders: tuple[str, ...],
    carriers: tuple[str, ...],
) -> None:
    for holder in holders:
        seen: dict[str, int] = {}
        for (step, each), (_, other) in zip(
            _items(data.get(holder)), _items(named.get(holder)), strict=False
        ):
            guid = _text(each, "GUID")
            mark = f"{holder} {step}" if holder == "States" else holder
            number = seen[guid] = seen.get(guid, 0) + 1
            inner = (*key, (mark, guid, number))
            lies = carriers or (guid, *(_text(s, "GUID") for _, s in _items(each.get("States"))))
            name = _text(each, "Nickname") or _text(each, "Name")
            found[inner] = _scripted(each, other, name, _text(other, "$"), lies)
            _walk(found, inner, each, other, _HOLDERS, lies)


def _items(held: object) -> Iterator[tuple[str, Json]]:
    pairs = enumerate(held) if isinstance(held, list) else ()
    if isinstance(held, dict):
        pairs = ((key, each) for key, each in held.items() if key != "$")  # type: ignore[assignment]
    return ((str(key), each) for key, each in pairs if isinstance(each, dict))


def _scripted(data: Json, named: Json, name: str, file: str, carriers: tuple[str, ...]) -> Scripted:
    script = named.get("LuaScript")
    if isinstance(script, dict):
        file = script["$text"]
    return Scripted(
        _text(data, "GUID"), name, carriers, _text(data, "LuaScript"), _text(data, "XmlUI"), file
    )


def _text(data: Json, key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""


def place(files: Mapping[str, str], file: str, script: str, line: int) -> str:
    """`FILE:LINE` of the tree for a line of a script as the game runs it.

    `file`: where the script's own text is.
    """
    found = where(line_map(script, file), line)
    if found is None:
        return file
    if found.kind == "bundle":
        return f"{file} (line {line} of its bundle)"
    if found.kind == "script":
        return f"{found.source}:{found.line}"
    own = module_path(found.source).removesuffix(".lua")
    folder = MODULES if found.kind == "module" else INCLUDES
    paths = (f"{folder}/{own}.lua", f"{folder}/{own.replace('.', '/')}.lua")
    path = next((each for each in paths if each in files), f"{found.kind} {found.source}")
    return f"{path}:{found.line}"

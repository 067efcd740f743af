"""`.dbdmap` files, the format of a fan's map editor (MAP): bytes in, a map out, and back.

Such a file is a zip with a `manifest.json`: rooms with counts of prop tiles and a start number,
and paths with a colour. It is read leniently, since it comes from elsewhere, and checked like
any map. Pictures in it are left out. No files are touched here.
"""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from rules.dbd.board import (
    CATEGORIES,
    MAP_SIZE_LIMIT,
    Board,
    Colour,
    MapError,
    Path,
    Props,
    Space,
    parse_board,
    problems,
)

MANIFEST = "manifest.json"
VERSION = 1
WALL_KEYS = ("wall", "isWall", "hasWall", "breakable", "breakableWall")
"""How the flag of a breakable wall may be called."""
START_KEYS = ("initialPlacement", "start")
DAY = (1980, 1, 1, 0, 0, 0)
"""The date of what we write, so that equal maps are equal bytes."""
COLOURS: tuple[str, ...] = get_args(Colour)


def read_dbdmap(data: bytes, name: str = "map.dbdmap") -> Board:
    """The map of a `.dbdmap` file.

    Raises:
        MapError: no zip, no manifest or one too large, a room or path that cannot be read (it is
            named), or a map against a rule of `problems`.
    """
    manifest = unpack(data, name)
    rooms = listed(manifest, "rooms", name)
    ids: dict[str, str] = {}
    spaces = [space(room, f"{name}: rooms[{i}]", ids) for i, room in enumerate(rooms)]
    paths: list[Path] = []
    for index, row in enumerate(listed(manifest, "paths", name)):
        paths.append(path(row, f"{name}: paths[{index}]", ids, {p.id for p in paths}))
    title = text_of(manifest.get("name"), "") or name.removesuffix(".dbdmap")
    try:
        board = msgspec.convert(
            {
                "version": 1,
                "id": slug(text_of(manifest.get("id"), title), "map"),
                "name": names(manifest, title),
                "source": given if isinstance(given := manifest.get("source"), str) else "",
                "spaces": msgspec.to_builtins(spaces),
                "paths": msgspec.to_builtins(paths),
            },
            Board,
        )
    except msgspec.ValidationError as error:
        raise MapError(name, str(error)) from error
    if found := problems(board):
        raise MapError(name, *found)
    return board


def write_dbdmap(board: Board) -> bytes:
    """A `.dbdmap` file of a map; `read_dbdmap` gives the same map again."""
    manifest = {
        "version": VERSION,
        "id": board.id,
        "name": board.name.get("en") or next(iter(board.name.values())),
        "names": board.name,
        "source": board.source,
        "rooms": [
            {
                "id": space.id,
                "name": space.name.get("en") or next(iter(space.name.values())),
                "names": space.name,
                "x": space.x,
                "y": space.y,
                "propTiles": {each: getattr(space.props, each) for each in CATEGORIES},
                "initialPlacement": space.start,
                "color": "#808080",
                "size": 1,
            }
            for space in board.spaces
        ],
        "paths": [
            {"id": p.id, "from": p.a, "to": p.b, "color": p.colour, "wall": p.wall}
            for p in board.paths
        ],
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(manifest, ensure_ascii=False, indent=2)
        archive.writestr(zipfile.ZipInfo(MANIFEST, DAY), text)
    return out.getvalue()


def read_map(data: bytes, name: str = "map") -> Board:
    """The map of a file of either kind, told apart by what is in it.

    Raises:
        MapError: see `read_dbdmap` and `parse_board`.
    """
    return read_dbdmap(data, name) if data.startswith(b"PK") else parse_board(data, name)


def write_json(board: Board) -> bytes:
    """A map as a JSON file, a space or path a line; `parse_board` gives the same map again."""
    fields = msgspec.to_builtins(board)
    rows = {key: fields.pop(key) for key in ("spaces", "paths")}
    source = {"source": fields.pop("source")} if "source" in fields else {}
    head = [f"  {one_line(key)}: {one_line(each)}" for key, each in {**fields, **source}.items()]
    lists = [
        f'  "{key}": [\n' + ",\n".join(f"    {one_line(row)}" for row in each) + "\n  ]"
        for key, each in rows.items()
    ]
    return ("{\n" + ",\n".join([*head, *lists]) + "\n}\n").encode()


def one_line(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def unpack(data: bytes, name: str) -> dict[str, Any]:
    """The manifest of a file.

    Raises:
        MapError: no zip, no manifest, too large, no JSON object.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(MANIFEST) as file:
            text = file.read(MAP_SIZE_LIMIT + 1)
    except KeyError:
        raise MapError(name, f"there is no {MANIFEST} in it") from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise MapError(name, f"no .dbdmap file, which is a zip ({error})") from error
    if len(text) > MAP_SIZE_LIMIT:
        raise MapError(name, f"{MANIFEST} is larger than {MAP_SIZE_LIMIT:,} bytes")
    try:
        manifest = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MapError(name, f"{MANIFEST}: {error}") from error
    if not isinstance(manifest, dict):
        raise MapError(name, f"{MANIFEST} is no JSON object")
    return manifest


def listed(manifest: Mapping[str, Any], key: str, name: str) -> list[dict[str, Any]]:
    """A list of objects of the manifest.

    Raises:
        MapError: it is missing, or holds something else.
    """
    rows = manifest.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise MapError(name, f"{MANIFEST} has no list of objects {key!r}")
    return rows


def space(room: Mapping[str, Any], where: str, ids: dict[str, str]) -> Space:
    """A room as a space; its id, as the file has it, is entered in `ids`.

    Raises:
        MapError: no id, or one that stands twice; a count or start number that is none.
    """
    given = text_of(room.get("id"), "")
    if not given or given in ids:
        raise MapError(f"{where}.id", f"{given!r} is missing or stands twice")
    title = text_of(room.get("name"), given)
    ids[given] = unused(slug(given, ""), slug(title, "space"), set(ids.values()))
    tiles = room.get("propTiles")
    if not isinstance(tiles, dict):
        raise MapError(f"{where}.propTiles", "counts of prop tiles by category are wanted")
    counts = {c: number(tiles.get(c, 0), f"{where}.propTiles.{c}", 0, 12) for c in CATEGORIES}
    start = next((room[key] for key in START_KEYS if room.get(key) is not None), None)
    return Space(
        ids[given],
        names(room, title),
        real(room.get("x", 0), f"{where}.x"),
        real(room.get("y", 0), f"{where}.y"),
        Props(**counts),
        None if start is None else number(start, f"{where}.initialPlacement", 0, 5),
    )


def path(row: Mapping[str, Any], where: str, ids: Mapping[str, str], taken: set[str]) -> Path:
    """A path between two rooms.

    Raises:
        MapError: an end that is no room, a colour that is none of the four.
    """
    ends = []
    for key in ("from", "to"):
        end = text_of(row.get(key), "")
        if end not in ids:
            raise MapError(f"{where}.{key}", f"{end!r} is no room")
        ends.append(ids[end])
    colour = text_of(row.get("color", row.get("colour")), "").lower()
    if colour not in COLOURS:
        raise MapError(f"{where}.color", f"{colour!r}; one of {', '.join(COLOURS)}")
    wall = any(row.get(key) is True for key in WALL_KEYS)
    plain = f"{ends[0]}-{ends[1]}-{colour}"[:60].strip("-")
    given = text_of(row.get("id"), "")
    name = unused(given if is_id(given) else "", plain, taken)
    return msgspec.convert(
        {"id": name, "a": ends[0], "b": ends[1], "colour": colour, "wall": wall}, Path
    )


def names(row: Mapping[str, Any], title: str) -> Any:
    """The names of a space or map: ours by language, else the one name in English."""
    given = row.get("names")
    if isinstance(given, dict) and given and set(given) <= {"en", "zh"}:
        return {key: name_of(value, title) for key, value in given.items()}
    return {"en": title[:80]}


def name_of(value: Any, otherwise: str) -> str:
    """A name as it stands, if it can be one of ours."""
    if isinstance(value, str) and 1 <= len(value) <= 80:
        return value
    return text_of(value, otherwise)[:80]


def text_of(value: Any, otherwise: str) -> str:
    """A text or number of a file as text on one line."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return otherwise
    return " ".join(str(value).split()) or otherwise


def number(value: Any, where: str, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        MapError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or int(value) != value:
        raise MapError(where, f"{value!r} is no whole number")
    if not least <= value <= most:
        raise MapError(where, f"{value!r} is not within {least} to {most}")
    return int(value)


def real(value: Any, where: str) -> float:
    """A number.

    Raises:
        MapError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise MapError(where, f"{value!r} is no number")
    return float(value)


def is_id(text: str) -> bool:
    """Whether a text can be one of our ids."""
    return len(text) <= 60 and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) is not None


def slug(text: str, otherwise: str) -> str:
    """A text as an id: small letters and digits with hyphens."""
    if is_id(text):
        return text
    plain = unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50].strip("-") or otherwise


def unused(wanted: str, otherwise: str, taken: set[str]) -> str:
    """The id wanted, else the other one, with a number if it is taken."""
    name = wanted or otherwise
    count = 2
    while name in taken:
        name = f"{wanted or otherwise}-{count}"
        count += 1
    return name

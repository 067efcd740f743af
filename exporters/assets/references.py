"""The pictures, models and sounds a save names: where, which, and how the game caches them.

No I/O here. Source: save-format of the game, sections "files and folders" and "asset hosts".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from exporters.jsontext.fieldpath import Parts, join_field
from exporters.savefile import Json, Save, objects

Kind = Literal["image", "model", "bundle", "audio", "pdf", "page", "text"]
Form = Literal["web", "local", "schemeless", "name"]

_KEYS: dict[str, Kind] = {
    **dict.fromkeys(("FaceURL", "BackURL", "ImageURL", "ImageSecondaryURL"), "image"),
    **dict.fromkeys(("DiffuseURL", "NormalURL", "TableURL", "SkyURL", "LutURL", "URL"), "image"),
    **dict.fromkeys(("MeshURL", "ColliderURL"), "model"),
    **dict.fromkeys(("AssetbundleURL", "AssetbundleSecondaryURL"), "bundle"),
    **dict.fromkeys(("CurrentAudioURL", "Item1"), "audio"),
    "PDFUrl": "pdf",
    "PageURL": "page",
}
TEXTS = ("LuaScript", "XmlUI")
DEAD = "http://cloud-3.steamusercontent.com/ugc/"
ALIVE = "https://steamusercontent-a.akamaihd.net/ugc/"
"""Steam's uploads moved at the end of 2024; the path stayed. The game rewrites them on load."""

_DEAD = re.compile(r"https?://cloud-3\.steamusercontent\.com/ugc/", re.IGNORECASE)
_IN_TEXT = re.compile(r"""(?:https?|file)://[^\s"'<>\\^`{|}\[\]]+[^\s"'<>\\^`{|}\[\].,;:!?)]""")
_MARKS = re.compile(r"\{[^{}]*\}")
_LOCAL = re.compile(r"file:|[A-Za-z]:[\\/]|\\\\|/(?!/)|~[\\/]", re.IGNORECASE)
_HOST = re.compile(r"(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?/\S", re.IGNORECASE)


class Asset(Struct, frozen=True):
    """An address and where it stands: `path` of the object, `field` in it."""

    url: str
    kind: Kind
    path: str
    field: str


def assets(save: Save, *, texts: bool = False) -> Iterator[Asset]:
    """Every address of a save in its order, one as often as it occurs.

    What is empty is left out. `{…}` marks are taken off and language variants are apart.
    `texts`: those in scripts and UI, too.
    """
    for path, data in [("", save.data), *objects(save)]:
        for parts, kind, value in _fields(data, ()):
            for url in plain(value):
                yield Asset(url, kind, path, join_field(parts))
        for key in TEXTS if texts else ():
            script = data.get(key)
            if isinstance(script, str):
                for url in in_text(script):
                    yield Asset(url, "text", path, key)


def _fields(value: Any, at: Parts) -> Iterator[tuple[Parts, Kind, str]]:
    pairs: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        if isinstance(each, dict | list):
            if key not in ("ObjectStates", "ContainedObjects", "ChildObjects", "States"):
                yield from _fields(each, (*at, key))
        elif isinstance(each, str) and each and isinstance(key, str) and key in _KEYS:
            yield (*at, key), _kind(key, value), each


def _kind(key: str, holder: Json) -> Kind:
    return "bundle" if key == "URL" and holder.get("Type") == 1 else _KEYS[key]


def plain(value: str) -> list[str]:
    """The addresses in a value: without `{Unique}`, `{verifycache}`, and one a language."""
    return [each for each in (part.strip() for part in _MARKS.split(value)) if each]


def in_text(text: str) -> list[str]:
    """The addresses in a script or UI, each once."""
    return list(dict.fromkeys(_IN_TEXT.findall(text))) if "://" in text else []


def form(url: str) -> Form:
    """What an address is: on the web, on somebody's disk, a host without http, or a name."""
    if re.match(r"https?://", url, re.IGNORECASE):
        return "web"
    if _LOCAL.match(url):
        return "local"
    if _HOST.match(url):
        return "schemeless"
    return "name"


def is_dead_host(url: str) -> bool:
    """Whether a text names Steam's old host."""
    return _DEAD.search(url) is not None


def revive(text: str) -> str:
    """Steam's old host replaced by its new one, wherever it occurs."""
    return _DEAD.sub(ALIVE, text)


def cache_names(url: str) -> tuple[str, ...]:
    """The names without extension under which the game may keep an address.

    Every character but ASCII letters and digits is left out; a file kept since before Steam moved
    has the old host's name.
    """
    found = [url, revive(url)]
    if url.lower().startswith(ALIVE):
        found.append(DEAD + url[len(ALIVE) :])
    return tuple(dict.fromkeys(re.sub(r"[^A-Za-z0-9]", "", each) for each in found))

"""Items of Steam's workshop: what Steam says of them, and their files as saves.

Source: save-format of the game, "workshop items over HTTP". No key is needed.
"""

from __future__ import annotations

import os
import re
from typing import Any

import msgspec
from msgspec import Struct

from exporters.assets.bson import BsonError, decode
from exporters.assets.http import Fetcher, FetchError
from exporters.jsontext.printer import Style, render
from exporters.savefile import Json, Save

STEAM = "https://api.steampowered.com"
GAME = 286160
TOLERANCE = 60  # seconds by which Steam's time and a save's may differ
_DETAILS = "/ISteamRemoteStorage/GetPublishedFileDetails/v1/"
_ID = re.compile(r"(?:https?://steamcommunity\.com/\S*[?&]id=)?(\d{1,20})\S*")
LARGEST = 512 << 20


class WorkshopError(Exception):
    """An item that cannot be had; the text names it and says why."""


class Item(Struct, frozen=True):
    """What Steam says of an item. Times in Unix seconds, sizes in bytes."""

    publishedfileid: str
    result: int = 1
    title: str = ""
    description: str = ""
    creator: str = ""
    consumer_app_id: int = 0
    file_url: str = ""
    preview_url: str = ""
    file_size: int | str = 0
    time_created: int = 0
    time_updated: int = 0


class _Answer(Struct):
    publishedfiledetails: list[Item] = []


class _Response(Struct):
    response: _Answer


def parse_id(text: str) -> str:
    """The number of an item, from itself or its page's address. Raises WorkshopError."""
    found = _ID.fullmatch(text.strip())
    if found is None:
        raise WorkshopError(f"{text}: no workshop item; give its number or its page's address")
    return found[1]


def details(fetcher: Fetcher, number: str, steam: str = STEAM) -> Item:
    """What Steam says of an item. Raises WorkshopError: hidden, removed, another game's."""
    form = {"itemcount": "1", "publishedfileids[0]": number}
    try:
        content = fetcher.read("POST", steam.rstrip("/") + _DETAILS, 1 << 22, data=form)
        answer = msgspec.json.decode(content, type=_Response, strict=False)
    except FetchError as error:
        raise WorkshopError(f"{number}: Steam: {error}") from None
    except msgspec.DecodeError as error:
        raise WorkshopError(f"{number}: Steam's answer is not understood: {error}") from None
    items = answer.response.publishedfiledetails
    item = next((each for each in items if each.publishedfileid == number), None)
    if item is None or item.result != 1 or not item.file_url:
        raise WorkshopError(
            f"{number}: Steam gives no file; the item is hidden, removed or unknown"
        )
    if item.consumer_app_id not in (0, GAME):
        raise WorkshopError(f"{number}: {item.title!r} belongs to another game")
    return item


def download(fetcher: Fetcher, item: Item) -> Save:
    """An item as the save the game would write of it, with its title and time of update.

    Raises WorkshopError.
    """
    try:
        content = fetcher.read("GET", item.file_url, LARGEST)
        data = decode(content)
    except (FetchError, BsonError) as error:
        raise WorkshopError(f"{item.publishedfileid}: its file: {error}") from None
    return to_save(data, item)


def to_save(data: Json, item: Item) -> Save:
    """The document of an item as a save; its text is the game's, line ends of this system."""
    stamps: Json = {"SaveName": item.title, "EpochTime": item.time_updated}
    rest = {key: value for key, value in data.items() if key not in stamps}
    whole = {**stamps, **rest}  # the order of v13, in which they come first
    text = render(whole, Style(newline=os.linesep))
    return Save(whole, text, f"{item.publishedfileid}.json")


def thumbnail(fetcher: Fetcher, item: Item) -> tuple[str, bytes] | None:
    """An item's picture with the ending its content has; None when there is none."""
    if not item.preview_url:
        return None
    try:
        content = fetcher.read("GET", item.preview_url, 32 << 20)
    except FetchError:
        return None
    starts = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"}
    ending = next((end for start, end in starts.items() if content.startswith(start)), None)
    return None if ending is None else (ending, content)


def is_newer(item: Item, data: Json) -> bool:
    """Whether Steam has another version than a save that was fetched."""
    known: Any = data.get("EpochTime")
    return not isinstance(known, int) or abs(item.time_updated - known) > TOLERANCE

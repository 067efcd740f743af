"""A table that runs without the game, seen from above: for those who make mods.

Nothing is hidden here, so nobody looks on without the link's secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from tts_bridge.game.rulebook import Item
from tts_bridge.headless.model.kinds import size_of
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import ident_of_tags
from tts_bridge.web.feed import FeedError, Make, Viewer

OBJECTS, INSIDE, MESSAGES = 5000, 40, 300
"""More are not shown: of objects, of what one holds, of messages."""
LONG = 400
"""Characters of a text that are shown."""


class Thing(Struct, frozen=True, omit_defaults=True):
    """An object: centre, width and depth in world units, turned clockwise by degrees."""

    guid: str
    kind: str
    name: str
    x: float
    z: float
    width: float
    depth: float
    turn: float
    colour: str
    ident: str = ""
    down: bool = False
    locked: bool = False
    zone: bool = False
    held: str = ""
    hand: str = ""
    value: str = ""
    notes: str = ""
    script: bool = False
    count: int = 0
    holds: tuple[str, ...] = ()
    inside: str = ""
    """The GUID of what it lies in: it is listed, not drawn."""


class Message(Struct, frozen=True):
    """Something a script said: `kind` is error, print or told; `who` it came from or goes to."""

    kind: str
    who: str
    text: str


class TableFeed:
    """The feed of a headless table. `refresh` tells what has changed since."""

    public = False

    def __init__(self, table: Table, title: str = "") -> None:
        self.publish: Callable[[Make], None] = lambda make: None
        self.table = table
        self.title = title
        self.things: dict[str, Thing] = {}
        self.messages: list[Message] = []
        self._told = self._failed = 0
        self._pass_on = table.on_message
        table.on_message = self.note

    def note(self, message: dict[str, Any]) -> None:
        """Take down what a script prints, and pass everything on."""
        if message.get("messageID") == 2:
            self.messages.append(Message("print", "", short(message.get("message"))))
        if self._pass_on is not None:
            self._pass_on(message)
        else:
            self.table.outbox.append(message)

    def refresh(self) -> None:
        """Look at the table and tell what has changed."""
        new = self.heard()
        pieces = islice(self.table.world, OBJECTS)
        now = {piece.guid: thing(piece) for piece in pieces}
        changed = [each for guid, each in now.items() if self.things.get(guid) != each]
        gone = [guid for guid in self.things if guid not in now]
        self.things = now
        self.messages = [*self.messages, *new][-MESSAGES:]
        if changed or gone or new:
            event = {"game": 1, "changed": changed, "gone": gone, "messages": new}
            self.publish(lambda viewer: event)

    def heard(self) -> list[Message]:
        """What scripts said since the last look."""
        told, failed = self.table.messages, self.table.errors
        if len(told) < self._told or len(failed) < self._failed:
            self._told = self._failed = 0
        new = [Message("told", to, short(text)) for to, text, _ in told[self._told :]]
        new += [Message("error", e.guid, short(e.prefix + e.text)) for e in failed[self._failed :]]
        self._told, self._failed = len(told), len(failed)
        return new

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        return {"kind": "table", "title": self.title, "actions": [], "words": {}}

    def full(self, viewer: Viewer) -> Any:
        return {
            "game": 1,
            "reset": True,
            "changed": list(self.things.values()),
            "gone": [],
            "messages": self.messages,
        }

    def at(self, viewer: Viewer, step: int) -> Any:
        raise FeedError("a table has no steps")

    def seats(self) -> tuple[str, ...]:
        return ()

    def rulebook(self) -> tuple[Item, ...]:
        return ()

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        raise FeedError("nothing can be done here yet")


def thing(piece: Piece) -> Thing:
    """An object as it is drawn."""
    size = piece.scale if piece.is_zone else size_of(piece.kind, piece.scale)
    tint = piece.tint
    channels = (round(255 * min(1.0, max(0.0, each))) for each in tint[:3])
    value = piece.value
    return Thing(
        piece.guid,
        short(piece.kind),
        short(piece.nickname or piece.text("Name")),
        round(piece.position.x, 2),
        round(piece.position.z, 2),
        round(abs(size.x), 2),
        round(abs(size.z), 2),
        round(piece.rotation.y, 1),
        "#" + "".join(f"{each:02x}" for each in channels),
        ident_of_tags(piece.tags),
        piece.is_face_down,
        piece.locked,
        piece.is_zone,
        piece.held_by,
        piece.hand,
        "" if value is None else short(value),
        short(piece.text("GMNotes")),
        bool(piece.text("LuaScript").strip()),
        len(piece.contained),
        tuple(name_of(each) for each in piece.contained[:INSIDE]),
    )


def name_of(data: Mapping[str, Any]) -> str:
    """What an object of a save is called."""
    return short(data.get("Nickname") or data.get("Name") or "?")


def short(text: object) -> str:
    """A text that fits."""
    shown = str(text)
    return shown if len(shown) <= LONG else shown[: LONG - 1] + "…"

"""Binding a strange mod in the browser: its table from above, what was recognised, what is left.

The host points at spaces and says which object is which piece; all of it is recognised anew after
every answer, and written as the profile when it is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from exporters.savefile import Save
from rules.dbd.board import Board
from rules.dbd.data import CHARACTERS
from tts_bridge.binding.bind import Bound, bind, wanted, with_chosen
from tts_bridge.binding.binder import Binding
from tts_bridge.binding.file import write_binding
from tts_bridge.binding.names import meaning_of
from tts_bridge.binding.places import FitError, Point
from tts_bridge.headless.piece import Piece
from tts_bridge.texts import LANGUAGES, Texts
from tts_bridge.web.feed import HOST, FeedError, Make, Viewer
from tts_bridge.web.scene import in_words
from tts_bridge.web.tablefeed import OBJECTS, Thing, thing

FULL_NAMES = {
    f"figure/{each.id}": each.name for each in (*CHARACTERS.survivors, *CHARACTERS.killers)
}
FAR = 1000.0
"""World units beyond which nobody points."""


class BindFeed:
    """The feed of a profile in the making."""

    public = False

    def __init__(
        self, save: Save, board: Board, path: Path, points: Mapping[str, Point] | None = None
    ) -> None:
        self.publish: Callable[[Make], None] = lambda make: None
        self.save = save
        self.board = board
        self.path = path
        self.points: dict[str, Point] = dict(points or {})
        self.chosen: dict[str, str] = {}
        """GUIDs by id, as the host said."""
        self.objects = {
            each["GUID"]: each
            for each in (save.data.get("ObjectStates") or ())[:OBJECTS]
            if isinstance(each, dict) and isinstance(each.get("GUID"), str)
        }
        self.drawn = {guid: thing(Piece(1, each, guid)) for guid, each in self.objects.items()}
        self.bound: Bound | None = None
        self.problem = ""
        self.saved = False
        self.recognise()

    def recognise(self) -> None:
        """Bind anew with everything that was said so far."""
        self.saved = False
        self.problem = ""
        try:
            self.bound = bind(self.named(), self.board, self.points)
        except FitError as error:
            self.bound, self.problem = None, str(error)

    def named(self) -> Save:
        """The save in which figures that the host named bear their printed names."""
        names = {guid: FULL_NAMES[id_] for id_, guid in self.chosen.items() if id_ in FULL_NAMES}
        states = [
            {**each, "Nickname": names[guid]} if guid in names else each
            for guid, each in self.objects.items()
        ]
        return replace(self.save, data={**self.save.data, "ObjectStates": states})

    def pieces(self) -> dict[str, str]:
        """GUIDs by id: what was recognised, and over it what the host said."""
        if self.bound is None:
            return dict(self.chosen)
        return with_chosen(self.bound, self.chosen).binding.pieces

    def missing(self) -> list[str]:
        """Ids for which there is no object yet; of figures all that could be the ones that are."""
        if self.bound is None:
            return []
        pieces = self.pieces()
        return [id_ for id_ in wanted(self.bound) if id_ not in pieces]

    def binding(self) -> Binding:
        """The profile as it stands. FeedError: the map is not laid out yet."""
        if self.bound is None:
            raise FeedError(self.problem)
        return replace(self.bound.binding, pieces=self.pieces())

    # --- the feed ------------------------------------------------------------------------------

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        texts = tuple(Texts(language, "dbd", self.board) for language in LANGUAGES)
        return {
            "kind": "bind",
            "title": str(self.save.data.get("SaveName") or self.path.name),
            "actions": ["point", "bind", "save"] if viewer == HOST else [],
            "spaces": [space.id for space in self.board.spaces],
            "words": {
                space.id: in_words(texts, lambda each, id_=space.id: each.name(id_))
                for space in self.board.spaces
            },
        }

    def full(self, viewer: Viewer) -> Any:
        names = {guid: id_ for id_, guid in self.pieces().items()}
        return {
            "game": 1,
            "reset": True,
            "changed": [self.shown(each, names) for each in self.drawn.values()],
            "gone": [],
            "messages": [],
            "binding": {
                "points": self.points,
                "spaces": self.bound.laid.spaces if self.bound else {},
                "off": max(self.bound.laid.residuals.values(), default=0.0) if self.bound else 0,
                "missing": self.missing(),
                "doubtful": self.bound.found.doubtful if self.bound else (),
                "problem": self.problem,
                "saved": self.saved,
            },
        }

    def shown(self, each: Thing, names: Mapping[str, str]) -> Thing:
        """An object with the id it has now, or what its name means while no map is laid out."""
        return replace(
            each, ident=names.get(each.guid) or ("" if self.bound else meaning_of("dbd", each.name))
        )

    def at(self, viewer: Viewer, step: int) -> Any:
        raise FeedError("a table has no steps")

    def seats(self) -> tuple[str, ...]:
        return ()

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        if viewer != HOST:
            raise FeedError("only the host may do this")
        words = argument.split()
        if what == "point" and len(words) == 3:
            self.point(*words)
        elif what == "bind" and len(words) == 2:
            self.choose(*words)
        elif what == "save":
            self.write()
        else:
            raise FeedError(f"{what}: not understood")
        self.publish(self.full)
        return {}

    def point(self, space: str, x: str, z: str) -> None:
        """Say where a space lies."""
        if space not in self.board.space:
            raise FeedError(f"no space {space!r} on this map")
        try:
            at = (round(float(x), 3), round(float(z), 3))
        except ValueError as error:
            raise FeedError("a place is two numbers, x and z") from error
        if not all(-FAR <= value <= FAR for value in at):
            raise FeedError("that is not on the table")
        self.points[space] = at
        self.recognise()

    def choose(self, id_: str, guid: str) -> None:
        """Say which object a piece is; `-` takes it back."""
        if guid == "-":
            self.chosen.pop(id_, None)
        elif guid not in self.objects:
            raise FeedError(f"no object {guid}")
        else:
            known = {*self.pieces(), *self.missing(), *FULL_NAMES}
            if id_ not in known:
                raise FeedError(f"no piece {id_!r} in this game")
            self.chosen = {each: at for each, at in self.chosen.items() if at != guid}
            self.chosen[id_] = guid
        self.recognise()

    def write(self) -> None:
        """Write the profile."""
        binding = self.binding()
        try:
            write_binding(self.path, binding)
        except OSError as error:
            raise FeedError(f"{self.path}: {error.strerror or error}") from error
        self.saved = True

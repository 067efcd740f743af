"""Binding a strange mod in the browser: its table from above, what was recognised, what is left.

The host points at spaces and says which object is which piece; all of it is recognised anew after
every answer, and written as the profile when it is saved. Knows no game: a `Recogniser` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from exporters.savefile import Save
from tts_bridge.binding.doubts import Doubt, say, title
from tts_bridge.binding.fit import CORNERS, FitError, Point, far_apart
from tts_bridge.binding.lens import Binding
from tts_bridge.binding.names import meaning_of, printed_names
from tts_bridge.binding.objects import rows
from tts_bridge.binding.profile_file import write_binding
from tts_bridge.binding.recogniser import (
    WRONG,
    Bound,
    Recogniser,
    as_named,
    missing,
    scene,
    with_chosen,
)
from tts_bridge.game.rulebook import Item
from tts_bridge.headless.model.piece import Piece
from tts_bridge.text.catalogue import LANGUAGES, Texts, Words, in_words
from tts_bridge.web.feed import HOST, FeedError, Make, Viewer
from tts_bridge.web.feeds.table import OBJECTS, Thing, thing

FAR = 1000.0
"""World units beyond which nobody points."""
SHAPES: Mapping[str, type] = {
    "Name": str,
    "Transform": dict,
    "ColorDiffuse": dict,
    "ContainedObjects": list,
    "Tags": list,
}
"""What fields of an object have to be, to be drawn by."""
NONE = "-"
"""Takes an answer back."""


class BindFeed:
    """The feed of a profile in the making."""

    public = False

    def __init__(
        self, save: Save, by: Recogniser, path: Path, points: Mapping[str, Point] | None = None
    ) -> None:
        self.publish: Callable[[Make], None] = lambda make: None
        self.table = scene(save)
        self.by = by
        self.path = path
        self.points: dict[str, Point] = dict(points or {})
        self.chosen: dict[str, str] = {}
        """GUIDs by id, as the host said."""
        self.texts = tuple(Texts(language, by.wording, by.board) for language in LANGUAGES)
        self.drawn = {each.guid: each for each in drawn(rows(save.data, "ObjectStates"))}
        self.bound: Bound | None = None
        self.problem = ""
        self.saved = False
        self.recognise()

    def recognise(self) -> None:
        """Bind anew with everything that was said so far."""
        self.saved = False
        self.problem = ""
        try:
            table = as_named(self.table, self.by.printed, self.chosen)
            self.bound = with_chosen(self.by.recognise(table, self.points), self.chosen)
        except FitError as error:
            self.bound, self.problem = None, str(error)

    def pieces(self) -> Mapping[str, str]:
        """GUIDs by id: what was recognised, and over it what the host said."""
        return self.chosen if self.bound is None else self.bound.binding.pieces

    def missing(self) -> list[str]:
        """Ids for which there is no object yet; of figures all that could be the ones that are."""
        return [] if self.bound is None else missing(self.by, self.bound)

    def binding(self) -> Binding:
        """The profile as it stands. FeedError: the map is not laid out yet."""
        if self.bound is None:
            raise FeedError(self.problem)
        return self.bound.binding

    # --- the feed ------------------------------------------------------------------------------

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        spaces = list(self.by.spaces)
        first = far_apart(self.by.spaces)
        return {
            "kind": "bind",
            "title": self.table.title or self.path.name,
            "actions": ["point", "bind", "save"] if viewer == HOST else [],
            "spaces": [*first, *(space for space in spaces if space not in first)],
            "suggested": first,
            "corners": CORNERS,
            "words": {space: self.named(space) for space in spaces},
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
                "chosen": list(self.chosen),
                "problem": self.problem,
                "saved": self.saved,
                **(nothing() if self.bound is None else self.found(self.bound)),
            },
        }

    def found(self, bound: Bound) -> dict[str, Any]:
        """What a table that is laid out was recognised to be."""
        lacking = self.missing()
        doubts: tuple[Doubt, ...] = bound.found.doubtful
        places = [name for name in self.by.places if name in bound.binding.places]
        titled = [*bound.binding.pieces, *lacking, *places, *(each.of for each in doubts)]
        return {
            "spaces": bound.laid.spaces,
            "places": {name: bound.binding.places[name].at for name in places},
            "residuals": bound.laid.residuals,
            "far": bound.laid.spacing * WRONG,
            "missing": lacking,
            "doubtful": [{"of": each.of, "text": self.in_words(each)} for each in doubts],
            "seats": bound.found.seats,
            "titles": self.titles(titled),
        }

    def in_words(self, doubt: Doubt) -> Words:
        return in_words(self.texts, lambda each: say(doubt, each))

    def named(self, space: str) -> Words:
        return in_words(self.texts, lambda each: each.name(space))

    def titles(self, ids: Iterable[str]) -> dict[str, Words]:
        """What pieces and places are called, those of a space with its name."""

        def told(texts: Texts, id_: str) -> str:
            space = self.by.where.get(id_)
            name = texts.name(id_) if id_ in self.by.spaces else title(texts, id_)
            return f"{name} · {texts.name(space)}" if space else name

        return {id_: in_words(self.texts, lambda each, id_=id_: told(each, id_)) for id_ in ids}

    def shown(self, each: Thing, names: Mapping[str, str]) -> Thing:
        """An object with the id it has now, or what its name means while no map is laid out."""
        meant = "" if self.bound else meaning_of(self.by.printed, each.name)
        return replace(each, ident=names.get(each.guid) or meant)

    def at(self, viewer: Viewer, step: int) -> Any:
        raise FeedError("a table has no steps")

    def seats(self) -> tuple[str, ...]:
        return ()

    def rulebook(self) -> tuple[Item, ...]:
        return ()

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        if viewer != HOST:
            raise FeedError("only the host may do this")
        words = argument.split()
        if what == "point" and len(words) == 3:
            self.point(*words)
        elif what == "point" and len(words) == 2 and words[1] == NONE:
            self.points.pop(words[0], None)
            self.recognise()
        elif what == "bind" and len(words) == 2:
            self.choose(*words)
        elif what == "save":
            self.write()
        else:
            raise FeedError(f"{what}: not understood")
        self.publish(self.full)
        return {}

    def point(self, space: str, x: str, z: str) -> None:
        """Say where a space or another place lies."""
        places = self.by.places if self.bound is not None else ()
        if space not in self.by.spaces and space not in places:
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
        if guid == NONE:
            self.chosen.pop(id_, None)
        elif guid not in self.drawn:
            raise FeedError(f"no object {guid}")
        else:
            figures = [
                name for name in printed_names(self.by.printed) if name.startswith("figure/")
            ]
            if id_ not in {*self.pieces(), *self.missing(), *figures}:
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


def nothing() -> dict[str, Any]:
    """What is known of a table that is not laid out."""
    maps: dict[str, Any] = {key: {} for key in ("spaces", "places", "residuals", "seats")}
    return {**maps, "missing": (), "doubtful": (), "far": 0}


def drawn(saved: list[Any]) -> Iterator[Thing]:
    """The objects of a save as they are drawn, what lies in a deck or bag after it."""
    for each in filter(is_object, saved[:OBJECTS]):
        outside = seen(each)
        yield outside
        for inner in filter(is_object, rows(each, "ContainedObjects")[:OBJECTS]):
            yield replace(seen(inner), x=outside.x, z=outside.z, inside=outside.guid)


def is_object(data: Any) -> bool:
    """Whether something in a save is an object that can be bound."""
    return isinstance(data, dict) and isinstance(data.get("GUID"), str)


def seen(data: Mapping[str, Any]) -> Thing:
    """An object as it is drawn; what cannot be read of it is left out."""
    sound: dict[str, Any] = {
        key: value for key, value in data.items() if isinstance(value, SHAPES.get(key, object))
    }
    return thing(Piece(1, sound, sound["GUID"]))

"""What a given table calls its pieces and where its places lie. No I/O here.

A profile is read off the table itself: the tags of its pieces and zones, and what its agent says
of the mod (`docs/agent.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tts_bridge.agent.observations import Piece

A = TypeVar("A")
TAG = "ttsb:"
ABOUT_LIMIT = 1_000_000


class ProfileError(ValueError):
    """A table we cannot referee; the text says what is missing and how to mend it."""


class About(Struct, frozen=True):
    """What the agent's GM notes say of the mod: the part that is the same for every game."""

    game: str
    seats: dict[str, str] = {}
    """The player colour of each seat."""
    language: str = "en"
    setup: bool = False
    """Whether the pieces lie in the box until players have chosen who plays whom."""


class Zone(Struct, frozen=True):
    """A place: its object, centre and size in world units."""

    guid: str
    at: tuple[float, float, float]
    size: tuple[float, float, float]


class Profile(Struct, frozen=True, dict=True):
    """The table as the rules know it."""

    about: About
    config: Any
    """What a game on this table starts from: what the game's `setup` takes."""
    zones: Mapping[str, Zone]
    """Zones by id: `space/well`, `set/meg-thomas`, ..."""
    pieces: Mapping[str, str]
    """GUIDs of pieces by id: `figure/meg-thomas`, `prop/objective-3`, ..."""
    tokens: Mapping[str, tuple[str, ...]]
    """Ids of interchangeable pieces by what they are: `wound`, `progress`, `sacrifice`."""

    @cached_property
    def names(self) -> dict[str, str]:
        """The id of each zone by its GUID."""
        return {zone.guid: name for name, zone in self.zones.items()}

    @property
    def agent(self) -> str:
        """The GUID of the agent object, or ""."""
        return self.pieces.get("agent", "")

    def seats_of(self, colour: str) -> tuple[str, ...]:
        """The figures that a player's colour moves."""
        return tuple(seat for seat, seated in self.about.seats.items() if seated == colour)

    def colour_of(self, seat: str) -> str:
        """The colour that moves a figure, or ""."""
        return self.about.seats.get(seat, "")

    def zones_at(self, at: tuple[float, float, float]) -> tuple[str, ...]:
        """The GUIDs of the zones above or below a point of the table."""
        return tuple(
            zone.guid
            for zone in self.zones.values()
            if abs(at[0] - zone.at[0]) <= zone.size[0] / 2
            and abs(at[2] - zone.at[2]) <= zone.size[2] / 2
        )


def ident(piece: Piece) -> str:
    """The id that a piece's tag gives it, or "" for a piece that no game knows."""
    return ident_of_tags(piece.tags)


def ident_of_tags(tags: Iterable[str]) -> str:
    """The id among the tags of an object, or ""."""
    for tag in tags:
        if tag.startswith(TAG):
            return tag[len(TAG) :]
    return ""


def laid_out(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Every piece, and what decks and bags hold as if it lay where they lie."""
    for piece in pieces:
        yield piece
        for held in piece.holds:
            yield replace(
                piece,
                guid=held.guid,
                tags=held.tags,
                notes=held.notes,
                name="",
                type="",
                nickname=held.name,
                value=None,
                holds=(),
            )


def read_about(text: str, kind: type[A]) -> A:
    """What an agent says of its mod.

    Raises:
        ProfileError: no JSON, or not of the shape that `docs/agent.md` states.
    """
    if len(text) > ABOUT_LIMIT:
        raise ProfileError("the agent's GM notes are too long to describe a mod")
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=kind)
    except msgspec.DecodeError as error:
        raise ProfileError(
            f"the agent's GM notes do not describe a mod of ours ({error}); "
            "play on a table made by `tts-bridge mod build`"
        ) from error


def agent_of(pieces: Iterable[Piece]) -> Piece:
    """The agent among the pieces of a table.

    Raises:
        ProfileError: there is none.
    """
    for piece in pieces:
        if ident(piece) == "agent":
            return piece
    raise ProfileError("no agent on the table; put it there with `tts-bridge mod attach`")


def build_profile(
    about: About,
    config: Any,
    pieces: Iterable[Piece],
    needed: Iterable[str],
    counted: Iterable[str],
) -> Profile:
    """The profile of a table from its pieces.

    `needed` are ids without which the game cannot be refereed, `counted` what the interchangeable
    pieces are called before their number.

    Raises:
        ProfileError: pieces or zones are missing.
    """
    by_id: dict[str, Piece] = {}
    for piece in laid_out(pieces):
        name = ident(piece)
        if name:
            by_id.setdefault(name, piece)
    zones = {
        name: Zone(piece.guid, piece.at, piece.size)
        for name, piece in by_id.items()
        if piece.type == "Scripting"
    }
    others = {name: piece.guid for name, piece in by_id.items() if name not in zones}
    missing = [name for name in needed if name not in by_id]
    if missing:
        raise ProfileError(
            f"the table lacks {len(missing)} pieces or zones, such as {', '.join(missing[:5])}; "
            f"build the mod again with `tts-bridge mod build {about.game}`"
        )
    return Profile(about, config, zones, others, numbered(others, counted))


def numbered(pieces: Iterable[str], counted: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Ids of interchangeable pieces by what they are, in the order of their numbers."""
    found: dict[str, list[tuple[int, str]]] = {what: [] for what in counted}
    for name in pieces:
        what, _, number = name.rpartition("/")
        if what in found and number.isdecimal():
            found[what].append((int(number), name))
    return {what: tuple(name for _, name in sorted(names)) for what, names in found.items()}

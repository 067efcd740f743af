"""What a given table calls its pieces and where its places lie. No I/O here.

A profile is read off the table itself: the tags of its pieces and zones, and what its agent says
of the mod (`docs/agent.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.dbd.board import Board, parse_board
from rules.dbd.setup import Config
from tts_bridge.observations import Piece, Snapshot

TAG = "ttsb:"
ABOUT_LIMIT = 1_000_000


class ProfileError(ValueError):
    """A table we cannot referee; the text says what is missing and how to mend it."""


class About(Struct, frozen=True):
    """What the agent's GM notes say of the mod."""

    game: str
    map: msgspec.Raw
    survivors: Annotated[tuple[str, ...], Meta(max_length=8)]
    killer: str
    seats: dict[str, str] = {}
    first: str = ""
    starts: dict[str, int] = {}
    revealed: dict[str, str] = {}
    language: str = "en"


class Zone(Struct, frozen=True):
    """A place: its object, centre and size in world units."""

    guid: str
    at: tuple[float, float, float]
    size: tuple[float, float, float]


class Profile(Struct, frozen=True):
    """The table as the rules know it."""

    board: Board
    about: About
    zones: Mapping[str, Zone]
    """Zones by id: `space/well`, `set/meg-thomas`, ..."""
    pieces: Mapping[str, str]
    """GUIDs of pieces by id: `figure/meg-thomas`, `prop/objective-3`, ..."""
    tokens: Mapping[str, tuple[str, ...]]
    """Ids of interchangeable pieces by what they are: `wound`, `progress`, `sacrifice`."""

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

    def config(self) -> Config:
        """What a game on this table starts from."""
        return Config(
            board=self.board,
            survivors=self.about.survivors,
            killer=self.about.killer,
            first=self.about.first,
            starts=self.about.starts,
            revealed=self.about.revealed,
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
                nickname="",
                value=None,
                holds=(),
            )


def read_about(text: str) -> About:
    """What an agent says of its mod.

    Raises:
        ProfileError: no JSON, or not of the shape that `docs/agent.md` states.
    """
    if len(text) > ABOUT_LIMIT:
        raise ProfileError("the agent's GM notes are too long to describe a mod")
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=About)
    except msgspec.DecodeError as error:
        raise ProfileError(
            f"the agent's GM notes do not describe a mod of ours ({error}); "
            "play on a table made by `tts-bridge mod build dbd`"
        ) from error


def read_profile(snapshot: Snapshot) -> Profile:
    """The profile of a table, from a snapshot of it.

    Raises:
        ProfileError: no agent, another game, a map that is none, or pieces and zones missing.
    """
    by_id: dict[str, Piece] = {}
    for piece in laid_out(snapshot.pieces):
        name = ident(piece)
        if name:
            by_id.setdefault(name, piece)
    agent = by_id.get("agent")
    if agent is None:
        raise ProfileError("no agent on the table; put it there with `tts-bridge mod attach`")
    about = read_about(agent.notes)
    if about.game != "dbd":
        raise ProfileError(f"the table says it plays {about.game!r}; this referee knows 'dbd'")
    board = parse_board(bytes(about.map), "the table's map")
    zones = {
        name: Zone(piece.guid, piece.at, piece.size)
        for name, piece in by_id.items()
        if piece.type == "Scripting"
    }
    pieces = {name: piece.guid for name, piece in by_id.items() if name not in zones}
    missing = [name for name in needed(board, about) if name not in zones and name not in pieces]
    if missing:
        raise ProfileError(
            f"the table lacks {len(missing)} pieces or zones, such as {', '.join(missing[:5])}; "
            "build the mod again with `tts-bridge mod build dbd`"
        )
    return Profile(board, about, zones, pieces, tokens(pieces))


def tokens(pieces: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Ids of the interchangeable pieces by what they are, in the order of their numbers."""
    found: dict[str, list[tuple[int, str]]] = {"wound": [], "progress": [], "sacrifice": []}
    for name in pieces:
        what, _, number = name.partition("/")
        if what in found and number.isdecimal():
            found[what].append((int(number), name))
    return {what: tuple(name for _, name in sorted(names)) for what, names in found.items()}


def needed(board: Board, about: About) -> list[str]:
    """The ids without which a game cannot be refereed."""
    seats = (*about.survivors, about.killer)
    return [
        *(f"space/{space.id}" for space in board.spaces),
        *(f"prop/{slot.prop}" for slot in board.slots),
        *(f"figure/{seat}" for seat in seats),
        *(f"set/{seat}" for seat in about.survivors),
        f"set/{about.killer}/left",
        f"set/{about.killer}/right",
        *(f"discard/{seat}" for seat in seats),
    ]

"""Seeing a strange mod as one of ours: each piece gets the tag of what it is, and its zones.

Everything behind it (readings, arrange, referee) then works as on a table of our own. No I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tts_bridge.agent.observations import Held, Observation, Piece, Snapshot
from tts_bridge.agent.observer import Gap
from tts_bridge.binding.names import PrintedNames, hidden_meaning
from tts_bridge.referee.profile import TAG, About, Profile, Zone, build_profile, ident
from tts_bridge.referee.table_game import TableGame

Guid = Annotated[str, Meta(max_length=64)]
Number = Annotated[float, Meta(ge=-1e5, le=1e5)]


VERSION = 1
"""Of the profile file."""


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A place on the table: its middle and size, seen from above, in world units."""

    at: tuple[Number, Number]
    size: tuple[Number, Number]


class Binding(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile file: which game a mod plays, and what its pieces and places are."""

    version: int
    game: str
    mod: str
    about: dict[str, Any]
    """What the agent of a mod of our own would say (docs/agent.md)."""
    pieces: dict[str, Guid]
    places: dict[str, Area]
    faces: dict[str, dict[str, int]] = {}
    """What the values of a die mean, where they are not the numbers: `die/skill-1`."""


class Binder:
    """Sees the pieces of one table as a binding says."""

    def __init__(self, binding: Binding, printed: PrintedNames) -> None:
        self.binding = binding
        self.printed = printed
        self.names = {guid: name for name, guid in binding.pieces.items()}
        self.zones = {
            name: Zone(
                f"zone:{name}", (area.at[0], 4.0, area.at[1]), (area.size[0], 6.0, area.size[1])
            )
            for name, area in binding.places.items()
        }

    def piece(self, piece: Piece) -> Piece:
        """A piece with the tag and notes that one of ours would have, and the zones it lies in."""
        name = self.names.get(piece.guid, "")
        tags = (f"{TAG}{name}",) if name else tuple(t for t in piece.tags if t == f"{TAG}agent")
        notes = piece.notes if ident(piece) == "agent" else ""
        value = piece.value
        if hidden := hidden_meaning(self.printed, name, piece.nickname):
            notes = hidden
        if name in self.binding.faces:
            value = self.binding.faces[name].get(str(value), None)
        zones = () if piece.hand else self.zones_at(piece.at)
        holds = tuple(map(self.held, piece.holds))
        return replace(piece, tags=tags, notes=notes, value=value, zones=zones, holds=holds)

    def held(self, held: Held) -> Held:
        """Something in a deck or bag with the tag and notes that one of ours would have."""
        name = self.names.get(held.guid, "")
        notes = hidden_meaning(self.printed, name, held.name)
        return replace(held, tags=(f"{TAG}{name}",) if name else (), notes=notes)

    def zones_at(self, at: tuple[float, float, float]) -> tuple[str, ...]:
        """Our own GUIDs of the places at a point."""
        return tuple(
            zone.guid
            for zone in self.zones.values()
            if abs(at[0] - zone.at[0]) <= zone.size[0] / 2
            and abs(at[2] - zone.at[2]) <= zone.size[2] / 2
        )

    def observation(self, seen: Observation | Gap) -> Observation | Gap:
        """What was seen, as at a table of ours."""
        if isinstance(seen, Snapshot):
            pieces = tuple(map(self.piece, seen.pieces))
            return replace(seen, pieces=pieces)
        piece = getattr(seen, "piece", None)
        if isinstance(piece, Piece):
            return replace(seen, piece=self.piece(piece))
        return seen

    def profile(
        self, snapshot: Snapshot, games: Mapping[str, TableGame]
    ) -> tuple[TableGame, Profile]:
        """The game and its profile, from a snapshot seen by this binder.

        Raises:
            ProfileError: an unknown game, a map that is none, pieces that are gone.
        """
        notes = msgspec.json.encode(self.binding.about).decode()
        about = msgspec.convert(self.binding.about, About)
        game = games[about.game]
        config = game.config(notes)
        return game, build_profile(
            about,
            config,
            [*snapshot.pieces, *self.as_pieces()],
            game.needed(config),
            game.counted,
        )

    def as_pieces(self) -> Iterable[Piece]:
        """The places as zones of a table of ours would be told."""
        for name, zone in self.zones.items():
            yield Piece(
                zone.guid, type="Scripting", tags=(f"{TAG}{name}",), at=zone.at, size=zone.size
            )

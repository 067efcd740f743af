"""An imagined table in any position: what hands do there is seen by a referee."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from exporters.mods.dbd.mod import build_mod
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.position import build_position
from rules.dbd.state import State
from rules.engine import Match
from tests.referee_hands import piece_of
from tests.tables import TABLES
from tts_bridge.agent.observations import (
    Destroyed,
    Dropped,
    Entered,
    Flipped,
    Left,
    Observation,
    Picked,
    Piece,
    Player,
    Pressed,
    Rolled,
    Said,
    Snapshot,
)
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.referee.placement import Spot, position
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Mode, Ruling
from tts_bridge.referee.table_game import TableGame, read_profile

HOST = "White"
BESIDE = (60.0, 1.0, 60.0)
"""A place on the table that is none of the game's."""


@cache
def bare(survivors: tuple[str, ...], killer: str) -> tuple[TableGame, Profile, tuple[Piece, ...]]:
    """The ready-made mod as it is built: its pieces by the agent's account, zones aside."""
    save = build_mod(training_ground(), names=DBD_NAMES, survivors=survivors, killer=killer, seed=5)
    pieces = tuple(piece_of(data) for data in save.data["ObjectStates"])
    game, profile = read_profile(Snapshot("s", 1, "", 1, pieces, ()), TABLES)
    placed = []
    for piece in pieces:
        if piece.type == "Generic":
            piece = replace(piece, zones=profile.zones_at(piece.at))
        placed.append(piece)
    return game, profile, tuple(placed)


class Table:
    """A table in a position of a case's short form, and its referee."""

    def __init__(self, raw: dict[str, Any], mode: Mode, under: dict[str, str]) -> None:
        state = build_position(raw)
        seats = [figure.id for figure in state.figures]
        game, profile, pieces = bare(tuple(seats[:-1]), seats[-1])
        players = tuple(
            Player(colour, colour, host=colour == HOST) for colour in profile.about.seats.values()
        )
        first = Snapshot("s", 1, "", 1, pieces, players)
        self.referee = Referee(game, profile, Match(RULES, state), first, mode)
        self.seq = 1
        for name, kind in {**self.kinds(state), **under}.items():
            piece = self.piece(f"prop/{name}")
            self.referee.seen[piece.guid] = replace(piece, notes=kind)
        self.referee.put(self.referee.wants())
        self.referee.early.clear()

    @staticmethod
    def kinds(state: State) -> dict[str, str]:
        """What lies face up."""
        return {prop.id: prop.kind for prop in state.props if prop.kind}

    @property
    def profile(self) -> Profile:
        return self.referee.profile

    def piece(self, name: str) -> Piece:
        """A piece as it was last seen."""
        return self.referee.seen[self.profile.pieces[name]]

    def lying(self, piece: Piece, places: tuple[str, ...], up: bool | None) -> Piece:
        """The piece as it lies in these places: zones, `hand COLOUR`, `beside PIECE`, `nowhere`."""
        up = piece.up if up is None else up
        loose = replace(piece, at=BESIDE, zones=(), hand="", held="", up=up)
        others = [self.piece(each[7:]) for each in places if each.startswith("beside ")]
        if others:
            x, y, z = (
                sum(axis) / len(others) for axis in zip(*(p.at for p in others), strict=True)
            )
            loose = replace(loose, at=(x, y, z), zones=others[0].zones)
        for place in places:
            if place.startswith("hand "):
                loose = replace(loose, hand=place.removeprefix("hand "))
            elif not place.startswith("beside ") and place != "nowhere":
                zones = (*loose.zones, self.profile.zones[place].guid)
                loose = replace(loose, at=position(self.profile, Spot(place)), zones=zones)
        return loose

    def see(self, kind: type[Any], player: str, *rest: Any, **more: Any) -> Ruling:
        """One thing seen, and the ruling on it."""
        self.seq += 1
        observation: Observation = kind("s", self.seq, player, *rest, **more)
        return self.referee.observe(observation)

    def drop(
        self, player: str, name: str, places: tuple[str, ...], up: bool | None
    ) -> list[Ruling]:
        """A piece is taken up and put down."""
        piece = self.piece(name)
        taken = self.see(Picked, player, replace(piece, held=player, hand=""))
        return [taken, self.see(Dropped, player, self.lying(piece, places, up))]

    def push(self, player: str, name: str, places: tuple[str, ...]) -> list[Ruling]:
        """A piece is knocked somewhere: zones notice, but nobody put it down."""
        piece = self.lying(self.piece(name), places, None)
        return [
            self.see(kind, "", piece, zone=Piece(guid, type="Scripting"))
            for kind, guids in ((Left, self.piece(name).zones), (Entered, piece.zones))
            for guid in guids
        ]

    def hold(self, player: str, name: str) -> list[Ruling]:
        """A piece is taken up and kept in the air."""
        return [self.see(Picked, player, replace(self.piece(name), held=player, hand="", zones=()))]

    def carry(self, player: str, name: str, places: tuple[str, ...]) -> list[Ruling]:
        """A piece is held over places on its way."""
        rulings = self.hold(player, name)
        for place in places:
            zone = self.profile.zones[place]
            over = replace(self.piece(name), zones=(zone.guid,), held=player, at=zone.at)
            for kind in (Entered, Left):
                rulings.append(self.see(kind, player, over, zone=Piece(zone.guid)))
        return rulings

    def bag(self, player: str, name: str) -> list[Ruling]:
        """A piece goes into a bag that stands beside the board."""
        piece = replace(self.piece(name), held="", hand="", zones=(), at=BESIDE)
        return [self.see(Entered, player, piece, container=Piece("bag999", type="Bag", at=BESIDE))]

    def flip(self, player: str, name: str) -> list[Ruling]:
        piece = self.piece(name)
        return [self.see(Flipped, player, replace(piece, up=not piece.up))]

    def roll(self, player: str, name: str, face: str) -> list[Ruling]:
        return [self.see(Rolled, player, replace(self.piece(name), value=face))]

    def stack(self, player: str, name: str, other: str) -> list[Ruling]:
        """A card is laid on another one: the two become a deck."""
        card, under = self.piece(name), self.piece(other)
        deck = Piece("deck99", type="Deck", at=under.at, zones=under.zones, up=under.up)
        rulings = [self.see(Picked, player, replace(card, held=player, hand=""))]
        for each in (under, card):
            rulings.append(self.see(Entered, player, each, container=deck))
            rulings.append(self.see(Destroyed, "", each))
        return rulings

    def flip_deck(self, player: str, names: tuple[str, ...]) -> list[Ruling]:
        """A deck of these cards is turned over."""
        from tts_bridge.agent.observations import Held

        cards = [self.piece(name) for name in names]
        holds = tuple(Held(card.guid, card.tags, card.notes) for card in cards)
        first = cards[0]
        deck = replace(
            first, guid="deck99", type="Deck", tags=(), notes="", holds=holds, up=not first.up
        )
        return [self.see(Flipped, player, deck)]

    def say(self, player: str, text: str) -> list[Ruling]:
        return [self.see(Said, player, text)]

    def press(self, player: str, move: str) -> list[Ruling]:
        return [self.see(Pressed, player, self.piece("agent"), button=move)]

    def name_of(self, guid: str) -> str:
        """The id of a piece by its GUID."""
        return ident(self.referee.seen[guid])

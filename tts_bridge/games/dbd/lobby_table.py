"""Choosing who plays whom at a table whose pieces still lie in the box, and the deal after it.

The places have names of their own until then (`survivor-1` to `-4`, `killer`); the deal says which
figure each of them becomes, and in which slot of the map each prop token lies. No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from rules.chance import Source
from rules.dbd.board import CATEGORIES, Board, MapError, parse_board
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.declaring import declarable
from rules.dbd.lobby import (
    KILLER_PLACE,
    LOBBY,
    PLACES,
    TABLE,
    Begin,
    GiveMarker,
    Lobby,
    LobbyConfig,
    OpenSetup,
    PutBack,
    Take,
    chosen,
)
from rules.dbd.setup import Config, SetupError
from rules.dbd.state import KILLER_CARDS, SURVIVOR_CARDS
from rules.engine import Move, Rules, Seat, Violation, judge, legal_moves, secret_kinds
from rules.house import NONE as NO_HOUSE
from rules.house import House
from rules.notation import NotationError, parse_move
from tts_bridge.agent.observations import Dropped, Observation, Piece, Pressed
from tts_bridge.game.plugin import Deal
from tts_bridge.games.dbd.arrange import supply
from tts_bridge.referee.placement import Spot, Want, whereabouts
from tts_bridge.referee.profile import Profile, ProfileError, ident, read_about
from tts_bridge.referee.table_game import Reading, Seen

FIGURE_BOX, PROP_BOX = "box/figure", "box/prop"
TOKENS = ("wound", "progress", "sacrifice")


class SetupAbout(Struct, frozen=True):
    """What the agent of a mod that has still to be set up says of it."""

    map: msgspec.Raw


def cards_of(place: str) -> tuple[str, ...]:
    """The movement cards dealt to a place (CN67)."""
    return KILLER_CARDS if place == KILLER_PLACE else SURVIVOR_CARDS


def deal(state: Lobby, profile: Profile, source: Source) -> tuple[Config, Deal]:
    """What the game starts from, and the deal: the props of each category shuffled (CN67)."""
    config = chosen(state)
    owners = [place for place in PLACES for _ in state.taken.get(place, ())]
    seats = {
        figure: profile.colour_of(owner)
        for figure, owner in zip(config.survivors, owners, strict=True)
    }
    seats[config.killer] = profile.colour_of(KILLER_PLACE)
    names = dict(zip(PLACES, config.survivors, strict=True)) | {KILLER_PLACE: config.killer}
    for category in CATEGORIES:
        slots = [f"prop/{s.prop}" for s in config.board.slots if s.category == category]
        names |= dict(zip(slots, shuffled(slots, source), strict=True))
    return config, Deal(seats, names)


def shuffled(things: Sequence[str], source: Source) -> list[str]:
    """The things in an order that is as likely as any other."""
    left = list(things)
    return [left.pop(int(source.random() * len(left))) for _ in things]


def in_box(profile: Profile, piece: Piece) -> bool:
    """Whether a piece lies in the box."""
    return FIGURE_BOX in whereabouts(profile, piece)


def readings(
    state: Lobby, profile: Profile, seen: Seen, observation: Observation
) -> Iterator[Reading]:
    """What was seen could stand for: a button, a figure taken or put back, the marker given."""
    if isinstance(observation, Pressed):
        if observation.piece.guid != profile.agent:
            return
        try:
            yield (parse_move(LOBBY, observation.button),)
        except NotationError:
            return
    elif isinstance(observation, Dropped):
        piece = observation.piece
        what, _, who = ident(piece).partition("/")
        seats = profile.seats_of(observation.player)
        if what == "figure" and seats:
            yield from moved(state, profile, seen.get(piece.guid, piece), who, seats[0])
        elif what == "first-player":
            places = whereabouts(profile, seen.get(piece.guid, piece))
            for place, figure in zip(PLACES, state.survivors, strict=False):
                if f"beside/{place}" in places and figure != state.first:
                    yield (GiveMarker(TABLE, figure),)


def moved(state: Lobby, profile: Profile, piece: Piece, who: str, seat: str) -> Iterator[Reading]:
    """A figure was taken out of the box, or put back into it."""
    mine = (state.killer,) if seat == KILLER_PLACE else state.taken.get(seat, ())
    is_mine = who in mine
    if in_box(profile, piece) and is_mine:
        yield (PutBack(seat, who),)
    elif not in_box(profile, piece) and not is_mine:
        yield (Take(seat, who),)


class SettingUp:
    """The choosing, as `tts_bridge.referee.table_game.TableGame`."""

    rules: Rules[Lobby] = LOBBY
    house: House = NO_HOUSE
    shared: tuple[Seat, ...] = (TABLE,)
    notice = ""
    secret: tuple[type[Move[Lobby]], ...] = secret_kinds(LOBBY)
    hidden_fields: tuple[str, ...] = ()
    counted: tuple[str, ...] = TOKENS
    declarable = staticmethod(declarable)

    def config(self, notes: str) -> LobbyConfig:
        about = read_about(notes, SetupAbout)
        try:
            config = LobbyConfig(parse_board(bytes(about.map), "the table's map"))
            LOBBY.setup(config)
        except (MapError, SetupError) as error:
            raise ProfileError(f"the agent's GM notes: {error}") from error
        return config

    def needed(self, config: LobbyConfig) -> list[str]:
        return [
            *(f"space/{space.id}" for space in config.ground.spaces),
            *(f"prop/{slot.prop}" for slot in config.ground.slots),
            *(f"figure/{each}" for each in (*SURVIVORS, *KILLERS)),
            *(f"{what}/{place}" for place in PLACES for what in ("set", "discard", "beside")),
            *(f"set/{KILLER_PLACE}/{side}" for side in ("left", "right")),
            *(f"{what}/{KILLER_PLACE}" for what in ("discard", "beside")),
            *(FIGURE_BOX, PROP_BOX),
        ]

    def board(self, config: LobbyConfig) -> Board:
        return config.ground

    def candidates(
        self, state: Lobby, profile: Profile, seen: Seen, observation: Observation
    ) -> list[Reading]:
        found = readings(state, profile, seen, observation)
        return [reading for reading in found if judge(LOBBY, state, reading[0]) is None]

    def obvious(
        self, state: Lobby, profile: Profile, seen: Seen, observation: Observation
    ) -> Reading | None:
        return next(readings(state, profile, seen, observation), None)

    def spoken(self, state: Lobby, seats: tuple[str, ...], text: str) -> Reading | None:
        meant: list[Move[Lobby]] = []
        for seat in (*seats[:1], TABLE):
            with suppress(NotationError):
                meant.append(parse_move(LOBBY, f"{seat} {text}"))
        turns = {turn.seat: turn.kinds for turn in LOBBY.turns(state)}
        # What is illegal is judged as the choice of whoever may make such a one.
        meant.sort(key=lambda move: type(move) not in turns.get(move.seat, ()))
        meant.sort(key=lambda move: judge(LOBBY, state, move) is not None)
        return (meant[0],) if meant else None

    def chance(self, state: Lobby, profile: Profile, seen: Seen) -> Reading:
        return ()

    def deals(self, state: Lobby) -> bool:
        return False

    def offer(self, state: Lobby) -> Iterator[Move[Lobby]]:
        shared = [m for m in legal_moves(LOBBY, state) if m.seat == TABLE]
        shared.sort(key=lambda move: not isinstance(move, (Begin, OpenSetup)))
        return iter(shared)

    def trail(self, state: Lobby) -> tuple[Any, ...]:
        return ()

    def stages(self, before: Lobby, after: Lobby) -> tuple[Lobby, ...]:
        return ()

    def explain(self, state: Lobby, meant: Reading) -> tuple[Move[Lobby], Violation]:
        violation = judge(LOBBY, state, meant[0])
        assert violation is not None, "a legal reading is among the candidates"
        return meant[0], violation

    def arrange(self, state: Lobby, profile: Profile, seen: Seen) -> list[Want]:
        """Everything in the box, but for the figures taken and the marker."""
        wants = [*self.figures(state), *self.cards(), *self.props(state)]
        for what in TOKENS:
            for index, token in enumerate(profile.tokens[what]):
                spot = Spot(f"supply/{what}", index=index, width=supply(what).width)
                wants.append(Want(token, spot, spot.zones))
        for index, path in enumerate(p for p in state.board.paths if p.wall):
            wants.append(
                Want(f"wall/{path.id}", Spot("supply/wall", index=index), ("supply/wall",))
            )
        wants.append(Want("entity", Spot("supply/entity"), ("supply/entity",)))
        spot = Spot(PROP_BOX, index=len(state.board.slots), rows=4, width=0.9, lines=4)
        if state.first in state.survivors:
            spot = Spot(f"beside/{PLACES[state.survivors.index(state.first)]}", 2, rows=3)
        wants.append(Want("first-player", spot, spot.zones))
        return [want for want in wants if want.piece in profile.pieces]

    def figures(self, state: Lobby) -> Iterator[Want]:
        """Figures in the box, or in front of who took them."""
        taken = dict(zip(state.survivors, PLACES, strict=False))
        if state.killer:
            taken[state.killer] = KILLER_PLACE
        for index, who in enumerate((*SURVIVORS, *KILLERS)):
            spot = Spot(FIGURE_BOX, index=index, rows=4, width=1.0, lines=4)
            if who in taken:
                spot = Spot(f"beside/{taken[who]}", rows=3)
            yield Want(f"figure/{who}", spot, spot.zones)
        for place in (*PLACES, KILLER_PLACE):
            yield Want(f"bloodpoints/{place}", value=0)

    def cards(self) -> Iterator[Want]:
        """Every set of movement cards where its place will discard, face down."""
        for place in (*PLACES, KILLER_PLACE):
            spot = Spot(f"discard/{place}", width=2.4)
            for card in cards_of(place):
                yield Want(f"card/{place}/{card}", spot, spot.zones, up=False)

    def props(self, state: Lobby) -> Iterator[Want]:
        """Every prop token in the box, face down."""
        for index, slot in enumerate(state.board.slots):
            spot = Spot(PROP_BOX, index=index, rows=4, width=0.9, lines=4)
            yield Want(f"prop/{slot.prop}", spot, spot.zones, up=False)

    def is_upkeep(self, want: Want, state: Lobby, *, moved: bool) -> bool:
        """Whatever is in the box goes back there."""
        return True

    def is_fresh(self, state: Lobby) -> bool:
        return not state.is_open

    def throws_once(self, state: Lobby) -> bool:
        return False

    def idle(self, state: Lobby) -> Move[Lobby] | None:
        return None


SETTING_UP = SettingUp()

"""Hands at a headless *Invader* table: what its players do to the pieces."""

from __future__ import annotations

from collections.abc import Callable

from exporters.mods.invader import layout
from rules.engine import Move
from rules.invader.actions import MakeNoise, TakeObjective, Walk
from rules.invader.attacks import Rolled
from rules.invader.state import State
from rules.notation import format_move
from tts_bridge.agent.commands import Button
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.table import Table
from tts_bridge.referee.placement import Spot, position
from tts_bridge.referee.profile import Profile


class InvaderHands:
    """Moves pieces as the players of a profile's seats would."""

    def __init__(
        self, table: Table, profile: Profile, buttons: Callable[[], tuple[Button, ...]]
    ) -> None:
        self.table = table
        self.profile = profile
        self.buttons = buttons

    def piece(self, name: str) -> Piece:
        """The piece with this id."""
        piece = self.table.object(self.profile.pieces[name])
        assert piece is not None, f"{name} does not lie on the table"
        return piece

    def lies(self, name: str, place: str) -> bool:
        """Whether a piece lies in a place."""
        return self.profile.zones[place].guid in self.profile.zones_at(self.piece(name).position)

    def colour(self, seat: str) -> str:
        """The colour that plays a Survivor; of the seat they share, the first one's."""
        return self.profile.colour_of(seat) or next(iter(self.profile.about.seats.values()))

    def carry(self, seat: str, name: str, spot: Spot) -> None:
        """Carry a piece to a place; a card may lie in a deck."""
        piece, at = self.piece(name), position(self.profile, spot)
        self.table.pick_up(piece, by=self.colour(seat))
        self.table.drop(piece, at, by=self.colour(seat))

    def walk(self, seat: str, zone: str, name: str = "") -> None:
        """Carry a figure, one's own or a machine's, to a Zone."""
        index = [*self.profile.about.seats].index(seat)
        spot = Spot(f"zone/{zone}", layout.FIGURES, index, layout.ROWS, layout.FIGURE_WIDTH)
        self.carry(seat, f"figure/{name or seat}", spot)

    def take(self, seat: str, objective: str) -> None:
        """Turn an Objective over."""
        self.table.flip(self.piece(f"objective/{objective}"), by=self.colour(seat))

    def door(self, seat: str, link: str) -> None:
        """Turn the door token on a link over."""
        names = self.profile.tokens["door"]
        name = next(name for name in names if self.lies(name, f"link/{link}"))
        self.table.flip(self.piece(name), by=self.colour(seat))

    def noise(self, seat: str, zone: str) -> None:
        """Lay a Noise token from the supply in a Zone."""
        names = self.profile.tokens["noise"]
        name = next(name for name in names if self.lies(name, "supply/noise"))
        self.carry(seat, name, Spot(f"zone/{zone}", layout.NOISE, 4, layout.ROWS, 0.4))

    def roll(self, seat: str, face: int) -> None:
        """Roll a die that comes to rest on a face."""
        self.table.roll(self.piece("die/1"), str(face), by=self.colour(seat))

    def press(self, seat: str, move: str) -> None:
        """Press the agent's button for a move."""
        label = next(button.label for button in self.buttons() if button.id == move)
        self.table.press(self.piece("agent"), label, by=self.colour(seat))

    def say(self, seat: str, text: str) -> None:
        """Write in the chat."""
        self.table.say(text, by=self.colour(seat))

    def make(self, state: State, move: Move[State]) -> None:
        """Make a move as people would: by hand, by a button, or in chat."""
        if isinstance(move, Walk):
            self.walk(move.seat, move.to)
        elif isinstance(move, TakeObjective) and not self.is_up(move.objective):
            self.take(move.seat, move.objective)
        elif isinstance(move, MakeNoise):
            self.noise(move.seat, state.survivor(move.seat).at)
        elif isinstance(move, Rolled):
            self.roll(state.asks[-1].blow.seat, move.face)  # type: ignore[union-attr]
        elif format_move(move) in [button.id for button in self.buttons()]:
            self.press(move.seat, format_move(move))
        else:
            self.say(move.seat, f"!{format_move(move)}")

    def is_up(self, objective: str) -> bool:
        """Whether an Objective lies face up."""
        return not self.piece(f"objective/{objective}").is_face_down

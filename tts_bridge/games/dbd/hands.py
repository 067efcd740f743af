"""Hands at a headless table: what the players of the demonstration do."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tts_bridge.agent.commands import Button
from tts_bridge.games.dbd.arrange import FIGURES, REST, ROWS
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.player import controls as gestures
from tts_bridge.headless.script.runtime import GLOBAL
from tts_bridge.headless.table import Table
from tts_bridge.referee.placement import Spot, position
from tts_bridge.referee.profile import Profile


class Hands:
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

    def colour(self, seat: str) -> str:
        """The colour that moves a figure."""
        return self.profile.colour_of(seat)

    def set_card(self, seat: str, card: str, place: str = "") -> None:
        """Lay a card face down where it is set; the Killer's `place` is left or right."""
        zone = f"set/{seat}/{place}" if place else f"set/{seat}"
        self.lay(seat, card, zone, up=False)

    def play(self, seat: str, card: str, place: str) -> None:
        """Lay a card face up: on the `discard`, or in the place of the `bonus` turn."""
        zone = f"discard/{seat}" if place == "discard" else f"set/{seat}/{place}"
        self.lay(seat, card, zone, up=True)

    def lay(self, seat: str, card: str, zone: str, *, up: bool) -> None:
        """Take a card, from wherever it is, and lay it into a zone."""
        piece = self.piece(f"card/{seat}/{card}")
        at = position(self.profile, Spot(zone, width=2.4))
        if piece.hand:
            self.table.play(piece, at, up=up, by=self.colour(seat))
        else:
            self.table.pick_up(piece, by=self.colour(seat))
            self.table.drop(piece, at, by=self.colour(seat))

    def reveal(self, seat: str, card: str) -> None:
        """Turn a set card up."""
        self.table.flip(self.piece(f"card/{seat}/{card}"), by=self.colour(seat))

    def walk(self, seat: str, space: str) -> None:
        """Carry a figure to a space."""
        index = [*self.profile.config.survivors, self.profile.config.killer].index(seat)
        at = position(self.profile, Spot(f"space/{space}", FIGURES, index, ROWS))
        figure = self.piece(f"figure/{seat}")
        self.table.pick_up(figure, by=self.colour(seat))
        self.table.drop(figure, at, by=self.colour(seat))

    def turn(self, seat: str, prop: str) -> None:
        """Turn a prop over."""
        self.table.flip(self.piece(f"prop/{prop}"), by=self.colour(seat))

    def roll(self, seat: str, face: int) -> None:
        """Roll a skill check die that comes to rest on a face."""
        self.roll_for(seat, "die/skill-1", face)

    def roll_for(self, seat: str, die: str, face: int) -> None:
        """Roll a certain die that comes to rest on a face."""
        self.table.roll(self.piece(die), str(face), by=self.colour(seat))

    def take(self, seat: str, character: str, *, back: bool = False) -> None:
        """Take a figure out of the box to one's place, or put it back, before the game."""
        at = position(self.profile, Spot("box/figure" if back else f"beside/{seat}"))
        figure = self.piece(f"figure/{character}")
        self.table.pick_up(figure, by=self.colour(seat))
        self.table.drop(figure, at, by=self.colour(seat))

    def give_marker(self, seat: str, place: str) -> None:
        """Lay the first player marker in front of a place."""
        marker = self.piece("first-player")
        self.table.pick_up(marker, by=self.colour(seat))
        at = position(self.profile, Spot(f"beside/{place}", 2, rows=3))
        self.table.drop(marker, at, by=self.colour(seat))

    def wound(self, seat: str, space: str) -> None:
        """Lay a wound ring from the supply in a space."""
        supply = self.profile.zones["supply/wound"].guid
        zone = self.table.object(supply)
        rings = [self.piece(f"wound/{number}") for number in range(1, 5)]
        ring = next(ring for ring in rings if zone in ring.zones)
        self.table.pick_up(ring, by=self.colour(seat))
        at = position(self.profile, Spot(f"space/{space}", REST, 0, ROWS, 1.0))
        self.table.drop(ring, at, by=self.colour(seat))

    def press(self, seat: str, move: str) -> None:
        """Press the agent's button for a move."""
        label = next(button.label for button in self.buttons() if button.id == move)
        self.table.press(self.piece("agent"), label, by=self.colour(seat))

    def press_panel(self, seat: str, labels: Collection[str]) -> None:
        """Press the button that bears one of these labels on the panel of a seat's own screen."""
        colour = self.colour(seat)
        (root,) = self.table.ui(GLOBAL).elements
        panel = next(each for each in root.children if each.attributes["visibility"] == colour)
        button = next(each for each in panel.children if {*each.value.split(" / ")} & {*labels})
        gestures.click(self.table, button.attributes["id"], by=colour)

    def say(self, seat: str, text: str) -> None:
        """Write in the chat."""
        self.table.say(text, by=self.colour(seat))

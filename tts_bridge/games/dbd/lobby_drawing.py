"""Who plays whom, while that is chosen, before a game of *Dead by Daylight*. No I/O here.

Nothing of it is hidden. The map is drawn already, for it stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exporters.drawing.palette import KILLER, seat_tone
from rules.dbd.codes import SETUP_CODES
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.lobby import (
    KILLER_PLACE,
    PLACES,
    SURVIVORS_IN_PLAY,
    TABLE,
    Begin,
    GiveMarker,
    Lobby,
    OpenSetup,
    PutBack,
    Take,
)
from rules.engine import Move
from tts_bridge.drawing.scene import Card, Counter, Drawing, Ground, Mark, Panel
from tts_bridge.games.dbd.drawing import DRAWING as DBD

CODES: Mapping[Any, str] = {
    OpenSetup: "setup.not-open",
    Take: "setup.other-side",
    PutBack: "setup.not-taken",
    GiveMarker: "setup.no-first-player",
    Begin: "setup.four-survivors",
}
"""The rule behind each kind of choice."""
MOST = 1 + len(PLACES)
"""People who can play."""


class ChoosingDrawing:
    """The choosing, as `tts_bridge.drawing.scene.Drawing`."""

    rule_of: Mapping[Any, str] = {kind: SETUP_CODES[code] for kind, code in CODES.items()}
    code_of: Mapping[Any, str] = CODES
    code_of_step: Mapping[str, str] = {}
    acts: tuple[str, ...] = ()
    example: str = "first jake-park"
    questions: Mapping[Any, tuple[type[Move[Any]], ...]] = {}
    hidden_fields: tuple[str, ...] = ()
    shared: tuple[str, ...] = (TABLE,)

    def ground(self, state: Lobby) -> Ground:
        return DBD.ground(state)

    def marks(self, state: Lobby) -> tuple[Mark, ...]:
        return ()

    def panels(self, state: Lobby) -> tuple[Panel, ...]:
        """Each place with who is played there, and the box with who is left."""
        places = [
            Panel(place, seat_tone(index), cards=tuple(taken(state, state.taken.get(place, ()))))
            for index, place in enumerate(PLACES)
        ]
        killer = (state.killer,) if state.killer else ()
        places.append(Panel(KILLER_PLACE, KILLER, cards=tuple(taken(state, killer))))
        free = (each for each in (*SURVIVORS, *KILLERS) if each not in (*state.survivors, *killer))
        box = Panel("page.box", "plain", cards=tuple(Card(e, "page.free", rule=e) for e in free))
        return (*places, box)

    def counters(self, state: Lobby) -> tuple[Counter, ...]:
        return (
            Counter("page.people", state.people, MOST),
            Counter("page.survivors-taken", len(state.survivors), SURVIVORS_IN_PLAY),
        )

    def seats(self, state: Lobby) -> tuple[str, ...]:
        """Nobody sees more than others: who sits where gets a view of their own with the game."""
        return ()

    def words(self, state: Lobby) -> tuple[str, ...]:
        board = state.board
        spaces = (space.id for space in board.spaces)
        paths = (path.id for path in board.paths)
        return (*spaces, *paths, *PLACES, KILLER_PLACE, TABLE, *SURVIVORS, *KILLERS)


def taken(state: Lobby, characters: tuple[str, ...]) -> Iterator[Card]:
    """Characters as what lies before a player; one of them may have the marker."""
    for each in characters:
        marker = "page.first" if each == state.first else ""
        yield Card(each, "page.plays", note=marker, rule=each)


DRAWING: Drawing = ChoosingDrawing()

"""*Dead by Daylight: The Board Game*, as the program knows it."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from rules.dbd import RULES, players
from rules.dbd.automa import automa
from rules.dbd.house import HOUSE
from rules.dbd.lobby import LOBBY
from rules.dbd.position import Cases
from rules.dbd.timing import phase
from rules.dbd.uses import GAMUT, uses
from rules.players import Players, anything
from tts_bridge.game.plugin import Game, Prelude, part
from tts_bridge.games.dbd.wording import WORDING

HERE = "tts_bridge.games.dbd"
GAME = Game(
    title="Dead by Daylight: The Board Game",
    rules=RULES,
    wording=WORDING,
    players=Players(
        {"random": anything, "sensible": players.sensible, "automa": automa},
        players.sides,
        partial(players.next_move, RULES),
    ),
    moment=lambda state: (state.round, phase(state)),
    board=lambda state: state.board,
    house=HOUSE,
    gamut=GAMUT,
    uses=uses,
    note="The table is one made by `tts-bridge mod build dbd`, or any other with a `--profile`. "
    "A game that was interrupted goes on where it was. In chat: `!pass`, `!undo` (the host), or "
    "a move such as `!repair objective-3`.",
    bring_cases=lambda: Cases(RULES),
    bring_setup=part(f"{HERE}.setup:SETUP"),
    bring_table=part(f"{HERE}.table:TABLE"),
    bring_prelude=lambda: Prelude(CHOOSING, part(f"{HERE}.lobby_table:deal")()),
    bring_drawing=part(f"{HERE}.drawing:DRAWING"),
    bring_terminal=part(f"{HERE}.terminal:TERMINAL"),
    bring_rulebook=part(f"{HERE}.rulebook:items"),
    bring_printed_names=part(f"{HERE}.printed_names:PRINTED"),
    bring_recogniser=part(f"{HERE}.setup:recogniser"),
    bring_hands=part(f"{HERE}.hands:Hands"),
    bring_scripted=part(f"{HERE}.random_player:PLAYERS"),
)
CHOOSING: Game = replace(
    GAME,
    rules=LOBBY,
    moment=lambda state: (0, "choosing"),
    bring_table=part(f"{HERE}.lobby_table:SETTING_UP"),
    bring_drawing=part(f"{HERE}.lobby_drawing:DRAWING"),
    bring_prelude=None,
    bring_terminal=None,
)
"""Who plays whom, chosen at the table before the game."""

"""*Zombicide: Invader*, as the program knows it."""

from __future__ import annotations

from functools import partial

from rules.invader import RULES, players
from rules.invader.codes import LAWS
from rules.invader.house import HOUSE
from rules.invader.position import Cases
from rules.invader.timing import phase
from rules.invader.uses import GAMUT, uses
from rules.players import Players, anything
from tts_bridge.game.plugin import Game, part
from tts_bridge.games.invader.wording import WORDING

HERE = "tts_bridge.games.invader"
GAME = Game(
    title="Zombicide: Invader",
    rules=RULES,
    wording=WORDING,
    players=Players(
        {"random": anything, "sensible": players.sensible},
        players.sides,
        partial(players.next_move, RULES),
    ),
    moment=lambda state: (state.round, phase(state)),
    board=lambda state: state.board,
    house=HOUSE,
    gamut=GAMUT,
    uses=uses,
    trail=lambda state: state.steps,
    laws=LAWS,
    note="The table is one made by `tts-bridge mod build invader`. The Xenos' Phase and the End "
    "Phase run by themselves. A game that was interrupted goes on where it was, with the same "
    "luck. In chat: `!do-nothing`, `!undo` (the host), or a move such as `!shoot smg 4v-e`.",
    bring_cases=lambda: Cases(RULES),
    bring_setup=part(f"{HERE}.setup:SETUP"),
    bring_table=part(f"{HERE}.table:TABLE"),
    bring_drawing=part(f"{HERE}.drawing:DRAWING"),
    bring_terminal=part(f"{HERE}.terminal:TERMINAL"),
    bring_rulebook=part(f"{HERE}.rulebook:items"),
    bring_printed_names=part(f"{HERE}.printed_names:PRINTED"),
    bring_recogniser=part(f"{HERE}.setup:recogniser"),
    bring_hands=part(f"{HERE}.hands:InvaderHands"),
    bring_scripted=part(f"{HERE}.random_player:PLAYERS"),
)

"""*Zombicide: Invader* as it is played here: two players, three Survivors each, any move at all."""

from __future__ import annotations

import random

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.invader import build_mod
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.engine import CHANCE, Move, legal_moves
from rules.invader import RULES
from rules.invader.actions import MakeNoise, TakeObjective, Walk
from rules.invader.asks import Unknown
from rules.invader.choices import Uncovered
from rules.invader.setup import Config
from rules.invader.state import State
from rules.notation import format_move
from tts_bridge.binding.lens import Binder
from tts_bridge.games.invader.hands import InvaderHands
from tts_bridge.games.invader.wording import NAMES
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import Profile

SEATED = (("cole", "vivian", "mitsuki"), ("magnus", "jared", "baraka"))


class InvaderPlayers:
    """Two players in the first mission of the box."""

    def mod(self, seed: int, plain_in: Language | None) -> tuple[Save, Binder | None]:
        """Our mod; strangers' ones are not played here. ValueError: one is asked for."""
        if plain_in:
            raise ValueError("Invader is played on our own mod alone")
        config = Config(players=SEATED)
        save = build_mod(
            config,
            names=NAMES,
            agent_script=agent_script(),
            table_script=faces_script(),
        )
        return save, None

    def choose(self, luck: random.Random, state: State) -> Move[State]:
        """Any legal move."""
        return luck.choice(list(legal_moves(RULES, state)))

    def brought(
        self, table: Table, profile: Profile, state: State, move: Move[State]
    ) -> list[Move[State]]:
        """What an Objective is that is taken."""
        ask = state.asks[-1]
        if not isinstance(ask, Unknown):
            return []
        piece = InvaderHands(table, profile, lambda: ()).piece(f"objective/{ask.objective}")
        return [Uncovered(CHANCE, ask.objective, str(piece.data["GMNotes"]).strip())]

    def leaves_a_trace(self, move: Move[State]) -> bool:
        """Whether pieces were moved."""
        return isinstance(move, (Walk, TakeObjective, MakeNoise))

    def do(self, table: Table, profile: Profile, state: State, move: Move[State]) -> None:
        """Move the pieces, or say it in chat."""
        InvaderHands(table, profile, lambda: ()).make(state, move)

    def say(self, table: Table, profile: Profile, move: Move[State]) -> None:
        """Say the move in chat."""
        words = format_move(move).split(maxsplit=1)
        InvaderHands(table, profile, lambda: ()).say(move.seat, f"!{words[1]}")


PLAYERS = InvaderPlayers()

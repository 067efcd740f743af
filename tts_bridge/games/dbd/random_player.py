"""*Dead by Daylight* as it is played here: every move that leaves its own mark on the table."""

from __future__ import annotations

import random

from exporters.edit.install_agent import install_agent
from exporters.luacode.agent_source import agent_script
from exporters.mods.dbd.mod import build_mod, look
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.interact import Pass, PickUp, Rolled, Rummage, SearchLocker, UseItem, UsePerk
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Uncovered, Walk
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.state import State
from rules.dbd.timing import KILLER_INTERACTIONS, SURVIVOR_INTERACTIONS
from rules.engine import CHANCE, Move, legal_moves
from rules.notation import format_move
from tts_bridge.binding.lens import Binder
from tts_bridge.binding.names import hidden_meaning
from tts_bridge.games.dbd.hands import Hands
from tts_bridge.games.dbd.printed_names import PRINTED
from tts_bridge.games.dbd.recogniser import bind
from tts_bridge.games.dbd.wording import NAMES
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import Profile

SPOKEN: tuple[type[Move[State]], ...] = (
    *SURVIVOR_INTERACTIONS,
    *KILLER_INTERACTIONS,
    UsePerk,
    Pass,
    Rolled,
)
"""Moves that leave nothing on the table to be seen by."""


class DbdPlayers:
    """Four Survivors and a Killer on the training ground."""

    def mod(self, seed: int, plain_in: Language | None) -> tuple[Save, Binder | None]:
        """Our mod, or the same as a stranger would have made it."""
        save = build_mod(
            training_ground(),
            survivors=DEFAULT_SURVIVORS,
            killer=DEFAULT_KILLER,
            names=NAMES,
            seed=seed,
            agent_script=agent_script(),
            language=plain_in or "en",
        )
        return as_strangers(save, plain_in) if plain_in else (save, None)

    def choose(self, luck: random.Random, state: State) -> Move[State]:
        """Any legal move that hands can make here."""
        moves = [move for move in legal_moves(RULES, state) if by_hand(move)]
        move = luck.choice(moves)
        if move.seat == CHANCE and isinstance(move, Uncovered):
            raise AssertionError("what a prop is, is known when it is turned")
        return move

    def brought(
        self, table: Table, profile: Profile, state: State, move: Move[State]
    ) -> list[Move[State]]:
        """What a prop is that is turned."""
        if not isinstance(move, RevealProp):
            return []
        token = Hands(table, profile, lambda: ()).piece(f"prop/{move.prop}")
        kind = token.data["GMNotes"] or hidden_meaning(PRINTED, f"prop/{move.prop}", token.nickname)
        return [Uncovered(CHANCE, move.prop, kind)]

    def leaves_a_trace(self, move: Move[State]) -> bool:
        """Whether pieces were moved."""
        return not isinstance(move, SPOKEN)

    def do(self, table: Table, profile: Profile, state: State, move: Move[State]) -> None:
        """Move the pieces, or say it in chat."""
        hands, seat = Hands(table, profile, lambda: ()), move.seat
        if isinstance(move, SetCard):
            planned = state.figure(seat).planned
            side = "" if seat != state.killer.id else ("left", "right")[len(planned)]
            hands.set_card(seat, move.card, side)
        elif isinstance(move, RevealCard):
            hands.reveal(seat, move.card)
        elif isinstance(move, PlayCard):
            hands.play(seat, move.card, "discard" if seat != state.killer.id else "bonus")
        elif isinstance(move, Walk):
            hands.walk(seat, move.to)
        elif isinstance(move, RevealProp):
            hands.turn(seat, move.prop)
        elif isinstance(move, Rolled):
            hands.roll(state.first, move.face)
        else:
            self.say(table, profile, move)

    def say(self, table: Table, profile: Profile, move: Move[State]) -> None:
        """Say the move in chat."""
        words = format_move(move).split(maxsplit=1)
        Hands(table, profile, lambda: ()).say(move.seat, f"!{words[1]}")


def by_hand(move: Move[State]) -> bool:
    """Whether hands make this move here. Left out is what the mod has no pieces for (items, the
    danger die), and what moves somebody else's figure (a carry, most perks)."""
    if isinstance(move, UsePerk):
        return move.perk in ("alert", "adrenaline", "enduring")
    return not isinstance(move, (TakeBack, Rummage, UseItem, PickUp, SearchLocker))


def as_strangers(save: Save, language: Language) -> tuple[Save, Binder]:
    """A mod as a stranger would have made it, with the agent added, and a binding for it that
    was made from what is seen and three spaces pointed at."""
    spaces = {
        tag.removeprefix("ttsb:space/"): (each["Transform"]["posX"], each["Transform"]["posZ"])
        for each in save.data["ObjectStates"]
        for tag in each.get("Tags", ())
        if tag.startswith("ttsb:space/")
    }
    strange = plain(save, look(NAMES, language))
    corners = {space: spaces[space] for space in ("watchtower", "graveyard", "quarry")}
    binding = bind(strange, training_ground(), corners, language).binding
    return install_agent(strange, agent_script()), Binder(binding, PRINTED)


PLAYERS = DbdPlayers()

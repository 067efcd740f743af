"""A whole game of *Dead by Daylight* played beforehand by the rules alone: what the hands will do.

What lies under each prop and what is drawn follow from the luck that the referee will be given.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from random import Random

from msgspec import Struct

from exporters.mods.dbd.boxed_mod import SEATS
from exporters.savefile import Save
from rules.chance import Dealer
from rules.dbd import RULES
from rules.dbd.interact import Drew
from rules.dbd.lobby import Lobby
from rules.dbd.movement import Uncovered
from rules.dbd.players import next_move, sensible
from rules.dbd.state import State
from rules.engine import Match, Move
from tts_bridge.game.plugin import Prelude
from tts_bridge.games.dbd.game import CHOOSING
from tts_bridge.games.dbd.lobby_table import deal as deal_table
from tts_bridge.referee.profile import TAG, About, Profile
from tts_bridge.session.dealing import lucky
from tts_bridge.session.resume import dealt_by

REASONS = {"survivors": "gate", "killer": "sacrifices"}
"""How the game ends when a side wins."""
LONGEST = 250
"""Moves of a game that is shown: a longer one tells nothing more."""


class Rehearsed(Struct, frozen=True):
    """A game to be played at the table."""

    luck: int
    match: Match[State]


def rehearse(save: Save, chosen: Lobby, side: str) -> Rehearsed:
    """The first game, by number of its luck, that sensible players let this side win."""
    for luck in count():
        match = played(save, chosen, luck)
        won = match.state.result is not None and match.state.result.reason == REASONS[side]
        if won and len(match.moves) <= LONGEST:
            return Rehearsed(luck, match)
    raise AssertionError("numbers do not end")


def played(save: Save, chosen: Lobby, luck: int) -> Match[State]:
    """The game that this luck brings, to its end or to where it becomes too long."""
    profile = Profile(About("dbd", SEATS), None, {}, {}, {})
    config, deal = dealt_by(Prelude(CHOOSING, deal_table), chosen, profile, luck)
    lying = {deal.names[name]: kind for name, kind in printed(save).items()}
    match = Match(RULES, RULES.setup(config))
    source = Random(f"{luck} players")  # noqa: S311  (players of a demonstration)
    choosers = {figure.id: sensible(source) for figure in match.state.figures}
    draw = lucky(luck)
    while len(match.moves) <= LONGEST:
        move = next_move(RULES, match.state, choosers, Dealer(source))
        if move is None:
            break
        match.push(as_it_will_be(match, move, lying, draw(RULES, match.state, len(match.moves))))
    return match


def as_it_will_be(
    match: Match[State], move: Move[State], lying: Mapping[str, str], drawn: Move[State] | None
) -> Move[State]:
    """A move; in place of what chance might bring, what it will bring at the table."""
    if isinstance(move, Uncovered):
        return Uncovered(move.seat, move.prop, lying[f"prop/{move.prop}"])
    return drawn if isinstance(move, Drew) and drawn is not None else move


def printed(save: Save) -> dict[str, str]:
    """What each prop token of a mod is, by its id."""
    return {
        tag[len(TAG) :]: each["GMNotes"]
        for each in save.data["ObjectStates"]
        for tag in each.get("Tags", ())
        if tag.startswith(f"{TAG}prop/")
    }

"""Our missions can be won: by players with a plan, whom cards and dice favour."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.engine import CHANCE, Match, Move, legal_moves
from rules.invader import RULES
from rules.invader.asks import PlayerTurn, SurvivorTurn
from rules.invader.gear import carries
from rules.invader.missions import AllOf, Killed, Mission, mission
from rules.invader.setup import Config
from rules.invader.state import State

KINDLY = (
    "mold-tank-1",
    "mold-hunter-1",
    "mold-worker-1",
    "mold-worker-2",
    "spawn-hunter-0-1-2-3",
    "spawn-tank-0-1-2-3",
    "activate-tank",
    "activate-hunter",
    "activate-worker",
)
"""Xeno cards that do little."""


def favoured(state: State, moves: list[Move[State]]) -> Move[State]:
    """The outcome of chance the players would wish for."""
    for move in moves:
        if getattr(move, "face", 0) == 6 or getattr(move, "card", "") == "canister":
            return move
    for card in KINDLY:
        for move in moves:
            if getattr(move, "xeno_card", "") == card:
                return move
    return max(moves, key=lambda move: move.weight(state))


def steps_to(state: State, goals: set[str], *, tank: bool) -> dict[str, int]:
    """How far each Zone is from the nearest goal for a Survivor."""
    found = dict.fromkeys(goals, 0)
    edge = list(goals)
    while edge:
        zone = edge.pop(0)
        for to, way in state.ground.walks(zone).items():
            if to not in found and (way in ("open", "door") or (way == "airlock" and tank)):
                found[to] = found[zone] + 1
                edge.append(to)
    return found


def planned(state: State, moves: list[Move[State]]) -> Move[State]:
    """Fight who is here, take what is here, else go where something is to be taken, then out."""
    by_kind: dict[str, list[Move[State]]] = {}
    for move in moves:
        by_kind.setdefault(type(move).__name__, []).append(move)
    ask = state.asks[-1]
    if isinstance(ask, PlayerTurn):
        return by_kind["Activate"][0]
    if not isinstance(ask, SurvivorTurn):
        wanted = ("Done", "Halt", "Keep", "Hit", "ChooseSkill", "Suffer", "Send", "Stray", "Stow")
        return next(by_kind[kind][0] for kind in wanted if kind in by_kind)
    survivor = state.survivor(ask.seat)
    for kind in ("Melee", "TakeObjective"):
        if kind in by_kind:
            return by_kind[kind][-1]
    tank = carries(survivor, "oxygen-tank")
    if not tank and "TakeOxygen" in by_kind:
        return by_kind["TakeOxygen"][0]
    goals = {token.at for token in state.objectives if token.at}
    goals |= set() if goals else set(state.mission.exit_zones) | set(state.xenos)
    far = steps_to(state, goals, tank=tank)
    if survivor.at not in far or not tank:
        rooms = {z.id for z in state.board.zones.values() if z.special == "oxygen"}
        if survivor.at not in far and rooms:
            far = steps_to(state, rooms, tank=False)
    here = far.get(survivor.at, 0)
    walks = [m for m in by_kind.get("Walk", []) if far.get(m.to, 99) < here]  # type: ignore[attr-defined]
    if walks:
        return walks[0]
    for move in by_kind.get("OpenDoor", []):
        link = state.board.links[move.door]  # type: ignore[attr-defined]
        ends = {state.board.zone_of[link.a], state.board.zone_of[link.b]}
        if min(far.get(zone, 99) for zone in ends) < here:
            return move
    return by_kind["DoNothing"][0]


def won(game: Mission) -> State:
    """The last state of a game of favoured players with a plan."""
    match = Match(RULES, RULES.setup(Config(mission=game)))
    while match.state.result is None and len(match.moves) < 3000:
        moves = list(legal_moves(RULES, match.state))
        chance = moves[0].seat == CHANCE
        match.push(favoured(match.state, moves) if chance else planned(match.state, moves))
    return match.state


def test_the_tutorial_can_be_won() -> None:
    result = won(mission("breach")).result
    assert result is not None
    assert result.reason == "mission-won"
    assert len(result.winners) == 6


@pytest.mark.parametrize("name", ["out-of-air", "the-sleeping-gun", "the-nest"])
def test_the_objectives_of_the_others_can_be_taken_where_no_xenos_spawn(name: str) -> None:
    game = mission(name)
    assert isinstance(game.win, AllOf)
    parts = tuple(part for part in game.win.of if not isinstance(part, Killed))
    result = won(replace(game, xenos={}, spawns=(), win=AllOf(parts))).result
    assert result is not None
    assert result.reason == "mission-won"

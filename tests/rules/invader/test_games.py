"""Whole games at random: they end, never get stuck, keep the box's counts, and replay."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rules.chance import Dealer
from rules.engine import CHANCE, Match, Move, legal_moves
from rules.invader import RULES
from rules.invader.asks import Searching, Sorting
from rules.invader.data import CARDS, XENO_CARDS, XENOS, cards_with_back
from rules.invader.ground import Ground
from rules.invader.missions import mission, mission_files
from rules.invader.mold import has_chain, spawn_zones
from rules.invader.setup import Config
from rules.invader.state import KINDS, State, level
from rules.record import replay, write_log

MISSIONS = sorted(mission_files())
CAP = 20_000


def careful(moves: list[Move[State]], random: Random) -> Move[State]:
    """A player who attacks when possible and rarely wastes anything: games last longer."""
    by_kind: dict[str, list[Move[State]]] = {}
    for move in moves:
        by_kind.setdefault(type(move).__name__, []).append(move)
    for kind in ("Melee", "Shoot", "MachineMelee", "MachineShoot", "TakeObjective", "Search"):
        if kind in by_kind and random.random() < 0.8:
            return random.choice(by_kind[kind])
    sparing = [kind for kind in by_kind if kind not in ("Discard", "DoNothing", "MakeNoise")]
    return random.choice(by_kind[random.choice(sparing or list(by_kind))])


def game(name: str, seed: int, *, with_care: bool = False, cap: int = CAP) -> Match[State]:
    random = Random(seed)
    dealer = Dealer(random)
    config = Config(mission=mission(name), players=PLAYERS[seed % len(PLAYERS)])
    match = Match(RULES, RULES.setup(config))
    while match.state.result is None and len(match.moves) < cap:
        moves = list(legal_moves(RULES, match.state))
        assert moves, f"stuck at {match.state.asks[-1]}"
        if moves[0].seat == CHANCE:
            move = dealer.choose(RULES, match.state)
            assert move is not None
        else:
            move = careful(moves, random) if with_care else random.choice(moves)
        match.push(move)
    return match


PLAYERS = (
    (("cole", "vivian", "mitsuki", "magnus", "jared", "baraka"),),
    (("cole", "vivian", "mitsuki"), ("magnus", "jared", "baraka")),
    (("cole",), ("vivian",), ("mitsuki",), ("magnus",), ("jared",), ("baraka",)),
)


def cards_in_play(state: State) -> dict[str, int]:
    """Every Equipment card with a standard back, wherever it is."""
    found: dict[str, int] = {}
    held = [card for s in state.survivors for card in s.cards()]
    for ask in state.asks:
        held += ask.table if isinstance(ask, Sorting) else ()
        held += ask.found if isinstance(ask, Searching) else ()
    parts = [part for card in held for part in card.split("+")]
    for part in parts:
        found[part] = found.get(part, 0) + 1
    for pile in (state.equipment, state.equipment_discard):
        for card, count in pile.counts.items():
            found[card] = found.get(card, 0) + count
    return found


def check(state: State, before: State) -> None:
    """What holds at every moment of every game."""
    for kind, name in enumerate(KINDS):
        assert 0 <= sum(herd[kind] for herd in state.xenos.values()) <= XENOS[name].figures
    assert all(any(herd) for herd in state.xenos.values())
    assert all(count > 0 for count in state.noise.values())
    drawn = sum(state.xeno_deck.counts.values()) + sum(state.xeno_discard.counts.values())
    assert drawn == sum(card.count for card in XENO_CARDS.values())
    for s in state.survivors:
        assert len(s.hand) <= 2
        assert len(s.body) <= 2
        assert len(s.pack) <= 5
        assert s.left >= 0
        assert all(CARDS[card.split("+")[0]].slot == "hand" for card in s.hand)
        assert all(CARDS[card].slot == "body" for card in s.body)
        if state.result is None:
            choosing = [ask for ask in state.asks if type(ask).__name__ == "SkillChoice"]
            wanted = level(s.xp) + 1 - sum(ask.seat == s.id for ask in choosing)  # type: ignore[union-attr]
            assert len(s.skills) == wanted
            assert s.at in state.board.zones
    tanks = sum(card == "oxygen-tank" for s in state.survivors for card in s.pack)
    tanks += sum(c == "oxygen-tank" for a in state.asks if isinstance(a, Sorting) for c in a.table)
    if state.result is None:
        assert state.oxygen + tanks == 6
        assert not has_chain(state.ground, spawn_zones(state))
        standing = [zone for zone, herd in state.xenos.items() if herd[3]]
        inside = [zone for zone in standing if not state.ground.is_exterior(zone)]
        assert all(state.ground.mold.get(zone) == "active" for zone in inside)
        assert all(state.ground.board.links[link].kind != "wall" for link in state.ground.doors)
        limit = cards_with_back("standard")
        limit["smg"] += 2
        counts = cards_in_play(state)
        assert all(counts.get(card, 0) <= n for card, n in limit.items())
        rest = {card: n for card, n in limit.items() if card != "smg"}
        assert all(counts.get(card, 0) == n for card, n in rest.items())
    for zone in before.ground.mold:
        assert zone in state.ground.mold
    assert state.round >= before.round
    for new, old in zip(state.survivors, before.survivors, strict=True):
        assert new.xp >= old.xp
        assert new.wounds >= old.wounds


@pytest.mark.parametrize("name", MISSIONS)
def test_random_games_end_and_never_get_stuck(name: str) -> None:
    for seed in range(20):
        assert game(name, seed).state.result is not None


@pytest.mark.parametrize("name", MISSIONS)
def test_what_the_box_holds_is_kept_in_every_state_of_longer_games(name: str) -> None:
    for seed in range(6):
        match = game(name, seed, with_care=True, cap=3000)
        for before, state in zip(match.states, match.states[1:], strict=False):
            check(state, before)


@pytest.mark.parametrize("name", MISSIONS)
def test_a_log_replays_to_the_same_states(name: str) -> None:
    match = game(name, 5, with_care=True, cap=600)
    config = Config(mission=mission(name), players=PLAYERS[5 % len(PLAYERS)])
    again, failure = replay(RULES, write_log(RULES, config, match.moves).splitlines())
    assert failure is None
    assert again is not None
    assert again.states == match.states


@pytest.mark.parametrize("name", MISSIONS)
def test_states_survive_encoding_in_the_middle_of_everything(name: str) -> None:
    match = game(name, 8, with_care=True, cap=400)
    for state in match.states[::7]:
        again = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert again == state
        assert hash(again) == hash(state)
        assert set(legal_moves(RULES, again)) == set(legal_moves(RULES, state))


def test_the_trail_of_a_move_is_its_own() -> None:
    match = game("breach", 3, with_care=True, cap=400)
    for before, state, move in zip(match.states, match.states[1:], match.moves, strict=False):
        assert move.apply(msgspec.structs.replace(before, steps=())) == state


def test_a_ground_found_out_anew_says_the_same() -> None:
    match = game("the-nest", 4, with_care=True, cap=1500)
    for state in match.states[::40]:
        bare = mission("the-nest")
        ground = Ground(bare, state.settings, state.ground.doors, state.ground.mold)
        for zone in state.board.zones:
            assert ground.sight(zone) == state.ground.sight(zone)
            assert ground.walks(zone) == state.ground.walks(zone)
            assert ground.distance_to(zone) == state.ground.distance_to(zone)

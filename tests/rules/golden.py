"""Golden numbers and golden games: what may change only on purpose.

Write them anew with `python -m tests.rules.golden` (from the root of the repository), look at
the difference, and say in the commit why it is meant.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules.chance import Dealer
from rules.engine import CHANCE, Match, kebab, legal_moves
from rules.record import write_log
from tests.rules.games import SAMPLES
from tests.rules.play import start
from tts_bridge.games.registry import GAMES

GOLDEN = Path(__file__).parent.parent / "games"
DEPTH = 3
POSITIONS = {name: sample.positions for name, sample in SAMPLES.items()}
RECORDED = {
    "dbd": (("quick", 4, 5000), ("default", 5, 300), ("hillbilly", 8, 300)),
    "invader": (("default", 3, 400), ("players", 5, 400), ("small", 121, 1500)),
}
"""What the golden games of each game are: configuration, seed, moves at most."""


def count_lines(game: str, state: Any, depth: int) -> int:
    """How many different games of this many moves there are, outcomes of chance among them."""
    rules = SAMPLES[game].rules
    moves = list(legal_moves(rules, state))
    if depth == 1 or not moves:
        return len(moves)
    return sum(count_lines(game, move.apply(state), depth - 1) for move in moves)


def counts_of(game: str, name: str) -> dict[str, Any]:
    """The lines of a position to each depth, and its moves by kind."""
    state = GAMES[game].cases.position(POSITIONS[game][name])
    kinds = Counter(kebab(type(m).__name__) for m in legal_moves(SAMPLES[game].rules, state))
    lines = [count_lines(game, state, depth) for depth in range(1, DEPTH + 1)]
    return {"lines": lines, "moves": dict(sorted(kinds.items()))}


def end_of(game: str, match: Match[Any]) -> dict[str, Any]:
    """How a golden game stands at its end: a digest of the state, and enough to read."""
    facts = GAMES[game].cases.facts(match.state)
    plain = {key: value for key, value in facts.items() if isinstance(value, (int, str, list))}
    digest = hashlib.sha256(msgspec.json.encode(match.state, order="deterministic")).hexdigest()[
        :16
    ]
    return {"moves": len(match.moves), "digest": digest} | plain


def play(game: str, config: str, seed: int, cap: int) -> Match[Any]:
    """A random game worth keeping: nobody goes back to a position the game has been in."""
    rules = SAMPLES[game].rules
    random = Random(seed)
    dealer = Dealer(random)
    match = Match(rules, start(game, config))
    while rules.outcome(match.state) is None and len(match.moves) < cap:
        moves = list(legal_moves(rules, match.state))
        new = [m for m in moves if m.apply(match.state) not in match.states[-20:]]
        move = random.choice(new or moves)
        if move.seat == CHANCE:
            dealt = dealer.choose(rules, match.state)
            assert dealt is not None
            move = dealt
        match.push(move)
    return match


def main() -> None:
    """Write all golden files anew."""
    for game, games in RECORDED.items():
        folder = GOLDEN / game
        folder.mkdir(parents=True, exist_ok=True)
        ends = {}
        for number, (config, seed, cap) in enumerate(games, 1):
            match = play(game, config, seed, cap)
            name = f"{number}-{config}.jsonl"
            log = write_log(match.rules, SAMPLES[game].configs[config], match.moves)
            (folder / name).write_text(log, encoding="utf-8", newline="\n")
            ends[name] = end_of(game, match)
        write_json(folder / "ends.json", ends)
        write_json(folder / "counts.json", {n: counts_of(game, n) for n in POSITIONS[game]})


def write_json(path: Path, value: Any) -> None:
    """A JSON file that a person can compare line by line."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

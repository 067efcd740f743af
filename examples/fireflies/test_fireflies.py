"""The game's own tests: its rules, its secrets, its words, and the commands that play it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from fireflies.game import GAME
from fireflies.rules import HIDDEN, RULES, SEATS, Config

from rules.cases import load, run
from rules.chance import Dealer
from rules.engine import Match, legal_moves
from rules.record import replay, write_log
from tts_bridge.game.plugin import MissingPart, rulebook
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer
from tts_bridge.web.feeds.replay import Replay

CASES = Path(__file__).parent / "cases" / "fireflies.toml"


def played(seed: int, evenings: int = 4) -> Match[Any]:
    """A whole game at random."""
    match = Match(RULES, RULES.setup(Config(evenings)))
    source = random.Random(seed)
    choosers = {seat: GAME.players.usual(source) for seat in SEATS}
    while move := GAME.players.next_move(match.state, choosers, Dealer(source)):
        match.push(move)
    return match


@pytest.mark.parametrize("case", load(CASES.read_text(), CASES.name).case, ids=lambda c: c.number)
def test_a_case(case: Any) -> None:
    assert run(GAME.cases, case).problems == ()


@pytest.mark.parametrize("seed", range(20))
def test_a_game_ends_and_its_log_replays(seed: int) -> None:
    match = played(seed)
    assert RULES.outcome(match.state) is not None
    log = write_log(RULES, Config(4), match.moves).splitlines()
    again, failure = replay(RULES, log)
    assert failure is None
    assert again is not None
    assert again.state == match.state


@pytest.mark.parametrize("seed", range(5))
def test_nobody_sees_where_the_other_goes(seed: int) -> None:
    for state in played(seed).states:
        for seat in (*SEATS, None):
            seen = RULES.view(state, seat)
            others = {who: at for who, at in seen.chosen.items() if who != seat}
            assert {*others.values()} <= {HIDDEN}
            list(legal_moves(RULES, seen))


@pytest.mark.parametrize("viewer", [SPECTATOR, HOST, *(Viewer("seat", seat) for seat in SEATS)])
def test_the_page_shows_every_step_with_its_words(viewer: Viewer) -> None:
    match = played(1)
    feed = Replay(GAME, match)
    words = feed.hello(viewer)["words"]
    for step in range(len(match.states)):
        scene = feed.at(viewer, step)
        names = [*(panel.seat for panel in scene.panels), *(mark.name for mark in scene.marks)]
        assert {*names} <= {*words}
        assert len(scene.marks) <= len(SEATS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there(language: str) -> None:
    texts = Texts(language, GAME.wording)
    for match in (played(1), played(2)):
        for move in match.moves:
            assert "{" not in texts.move(move)
            assert not texts.move(move).startswith("move.")
        outcome = RULES.outcome(match.state)
        assert outcome is not None
        assert outcome.reason not in texts.outcome(outcome)
    for code in GAME.codes:
        assert texts.rule(code)
    assert {item.kind for item in rulebook(GAME)} == {"rule"}


def test_it_cannot_be_refereed_and_says_so() -> None:
    with pytest.raises(MissingPart, match="brings no table"):
        _ = GAME.table

"""What a seat may not know is on none of its screens: the same with other hidden things."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from rules.dbd.interact import Choose, ChooseCard
from rules.dbd.planning import SetCard
from rules.dbd.state import Choice, Planning, push
from rules.engine import legal_moves
from tests.play.seats import session, started
from tests.rules.games import SAMPLES
from tests.rules.play import random_game
from tts_bridge.games.registry import GAMES
from tts_bridge.terminal import explain as why
from tts_bridge.terminal import screen
from tts_bridge.terminal.game import Table
from tts_bridge.text.play_words import Look, Words

CONFIGS = list(SAMPLES["dbd"].configs)


def shown(state: Any, seat: str | None) -> str:
    """The whole screen of a seat, and why it may not do what it might try."""
    rules = GAMES["dbd"].rules
    words, look = Words("en", GAMES["dbd"].wording, state.board), Look(100)
    seen = rules.view(state, seat)
    moves = [move for move in legal_moves(rules, seen) if move.seat == seat]
    console = Console(file=io.StringIO(), width=100, record=True)
    console.print(screen.screen(GAMES["dbd"], state, seat, (seat or "",), words, look, (), moves))
    told = screen.labels(GAMES["dbd"], seen, moves, words)
    console.print(screen.choices("", told, len(told), words, look, False))
    if seat:
        console.print("\n".join(why.refused(GAMES["dbd"], seen, (seat,), moves, "card", words)))
    return console.export_text()


@pytest.mark.parametrize("seed", range(4))
def test_a_screen_does_not_change_with_what_its_seat_may_not_see(seed: int) -> None:
    sample = SAMPLES["dbd"]
    match = random_game("dbd", CONFIGS[seed % len(CONFIGS)], seed, 300)
    changed = 0
    for state in match.states[:: max(1, len(match.states) // 4)]:
        for seat in (None, state.figures[seed % 4].id, state.killer.id):
            other = sample.shuffle_secrets(state, seat, Random(seed + 100))
            changed += other != state
            assert shown(state, seat) == shown(other, seat)
    assert changed


def planned(table: Table, cards: dict[str, list[str]]) -> None:
    """Everybody sets these cards."""
    while (question := table.question()) is not None:
        moves = [each for each in question.moves if isinstance(each, SetCard)]
        if not moves:
            return
        card = cards[moves[0].seat].pop(0)
        table.make(next(move for move in moves if move.card == card))


@pytest.mark.parametrize("reader", ["the-nurse", "jake-park", "meg-thomas", None])
def test_what_is_told_of_a_round_names_no_card_that_lies_face_down(reader: str | None) -> None:
    """Two games that differ only in what the others set read alike."""
    told = []
    for other in (["sneak"], ["vault"]):
        table = started("dbd", ["all"], 7)
        while not isinstance(table.state.asks[-1], Planning):
            question = table.question()
            if question is None:
                table.advance()
            else:
                table.make(question.moves[0])
        cards = {
            figure.id: (["sprint"] if figure.id == reader else list(other))
            for figure in table.state.survivors
        }
        cards["the-nurse"] = ["wait", "sprint"] if reader == "the-nurse" else [*other, "crouch"]
        first = len(table.match.moves)
        planned(table, cards)
        words = Words("en", GAMES["dbd"].wording, table.state.board)
        playing, out = session(table)
        playing.log(reader or "")
        lines = [table.told(n, reader, words) for n in range(first, first + 5)]
        told.append((lines, out.getvalue().split("planning")[1].splitlines()[1:6]))
    assert told[0] == told[1]


@pytest.mark.parametrize(("effect", "hidden"), [("swap-card", True), ("caught", False)])
def test_a_choice_among_hidden_cards_is_told_as_a_card(effect: str, hidden: bool) -> None:
    table = started("dbd", ["all"])
    options = ("sneak", "vault")
    before = push(table.state, Choice("meg-thomas", effect, options))
    table.match.states[:] = [before, before]
    kind = ChooseCard if before.asks[-1].is_secret else Choose
    table.match.moves[:] = [kind("meg-thomas", "sneak")]
    words = Words("en", GAMES["dbd"].wording, table.state.board)
    for reader in (None, "the-nurse", "jake-park"):
        assert table.is_hidden(0, reader) == hidden
        assert ("Sneak" in str(table.told(0, reader, words))) != hidden
    assert "Sneak" in str(table.told(0, "meg-thomas", words))

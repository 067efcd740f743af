"""The law of secrecy for choices: who does not sit there cannot tell one from the other."""

from __future__ import annotations

from collections import Counter

from rules.dbd import RULES
from rules.dbd.setup import Config
from rules.dbd.state import Choice, push
from rules.engine import secret_kinds
from rules.invader import RULES as INVADER
from tests.rules.exchanges import effect, exchanges

ENOUGH = 2_000


def test_no_view_of_somebody_else_changes_with_a_secret_choice() -> None:
    found: Counter[str] = Counter()
    for exchange in exchanges(1, 48):
        seats = [f.id for f in exchange.start.figures if f.id != exchange.seat]
        found[effect(exchange)] += 1
        for step, (one, other) in enumerate(exchange.states):
            for seat in (*seats, None):
                seen = RULES.view(one, seat)
                assert seen == RULES.view(other, seat), f"{seat} after {exchange.one[: step + 1]}"
    assert found.total() >= ENOUGH, found


def test_invader_hides_no_choice() -> None:
    assert secret_kinds(INVADER) == ()


def test_how_many_cards_one_may_choose_among_does_not_tell_which_are_held() -> None:
    start = RULES.setup(Config())
    one, other = (
        push(start, Choice(start.killer.id, "dragons-grip", options, "objective-1"))
        for options in (("sneak", "sprint", "vault"), ("sneak", "sprint"))
    )
    assert RULES.view(one, None) == RULES.view(other, None)
    assert RULES.view(one, start.killer.id) == one

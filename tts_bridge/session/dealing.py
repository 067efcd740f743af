"""What chance brings where the referee deals: it follows from a seed in the journal."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rules.chance import Dealer
from rules.engine import Move, Rules

Draw = Callable[[Rules[Any], Any, int], Move[Any] | None]
"""Answers a question to chance: the rules, the position, and how many moves were made."""


def lucky(seed: int) -> Draw:
    """Draws by the odds, always alike for the same seed."""

    def draw(rules: Rules[Any], state: Any, number: int) -> Move[Any] | None:
        return Dealer(random.Random(f"{seed} {number}")).choose(rules, state)  # noqa: S311

    return draw

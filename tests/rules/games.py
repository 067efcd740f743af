"""The games the laws are tested on. A new game is one more `Sample`; the laws stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.engine import Move, Rules
from tests.rules.dbd import sample as dbd


@dataclass(frozen=True)
class Sample:
    """A game, set up in several ways, and what a test has to know of its ids and its secrets."""

    name: str
    rules: Rules[Any]
    configs: Mapping[str, Any]
    codes: Mapping[str, str]
    """Every reason for a refusal, with its source."""
    values: Callable[[Any, str], Sequence[Any]]
    """What a move's field of this name could hold on this board, wrong ids among it."""
    seats: Callable[[Any], Sequence[str]]
    never: frozenset[type[Move[Any]]]
    """Moves that are there to be refused."""
    shuffle_secrets: Callable[[Any, str | None, Random], Any]
    """The state with what this seat (None: a spectator) may not see dealt anew."""
    secrets_seen: Callable[[Any, str | None], list[str]]
    """What a view shows although its seat may not see it."""


SAMPLES: dict[str, Sample] = {
    "dbd": Sample(
        name="dbd",
        rules=dbd.RULES,
        configs=dbd.CONFIGS,
        codes=dbd.CODES,
        values=dbd.values,
        seats=dbd.seats,
        never=frozenset({dbd.Whisper}),
        shuffle_secrets=dbd.shuffle_secrets,
        secrets_seen=dbd.secrets_seen,
    ),
}
GAME_CONFIGS = [(name, config) for name, sample in SAMPLES.items() for config in sample.configs]
"""Every way a game is set up here: (game, name of the configuration)."""

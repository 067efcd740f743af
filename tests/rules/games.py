"""The games the laws are tested on. A new game is one more `Sample`; the laws stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.engine import Move, Rules
from tests.rules.dbd import sample as dbd
from tests.rules.dbd.positions import POSITIONS as DBD_POSITIONS
from tests.rules.invader import coverage as invader_coverage
from tests.rules.invader import sample as invader
from tests.rules.invader.positions import POSITIONS as INVADER_POSITIONS


@dataclass(frozen=True)
class Sample:
    """A game, set up in several ways, and what a test has to know of its ids and its secrets."""

    name: str
    rules: Rules[Any]
    configs: Mapping[str, Any]
    codes: Mapping[str, str]
    """Every reason for a refusal, with its source."""
    values: Callable[[Any, type[Move[Any]], str], Sequence[Any]]
    """What a field of this name of a move could hold in this state, wrong ids among it."""
    seats: Callable[[Any], Sequence[str]]
    never: frozenset[type[Move[Any]]]
    """Moves that are there to be refused."""
    shuffle_secrets: Callable[[Any, str | None, Random], Any]
    """The state with what this seat (None: a spectator) may not see dealt anew."""
    secrets_seen: Callable[[Any, str | None], list[str]]
    """What a view shows although its seat may not see it."""
    positions: Mapping[str, dict[str, Any]]
    """Fixed positions, as cases would state them."""
    by_kind: bool = False
    """Random players choose a kind of move first, so that one of many moves drowns no other."""
    curious: int = 60
    """How many games of curious players show everything."""
    gamut: frozenset[str] = frozenset()
    """Cards, skills and tokens, each of which some game has to use."""
    shown: Callable[[Any], set[str]] = lambda match: set()
    """What of the gamut a match has used."""
    unreached: Mapping[str, str] = field(default_factory=dict)
    """What of the gamut random play cannot come to, and why."""


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
        positions=DBD_POSITIONS,
    ),
    "invader": Sample(
        name="invader",
        rules=invader.RULES,
        configs=invader.CONFIGS,
        codes=invader.CODES,
        values=invader.values,
        seats=invader.seats,
        never=frozenset(),
        shuffle_secrets=invader.shuffle_secrets,
        secrets_seen=invader.secrets_seen,
        positions=INVADER_POSITIONS,
        by_kind=True,
        curious=520,
        gamut=invader_coverage.GAMUT,
        shown=invader_coverage.shown,
        unreached=invader_coverage.UNREACHED,
    ),
}
GAME_CONFIGS = [(name, config) for name, sample in SAMPLES.items() for config in sample.configs]
"""Every way a game is set up here: (game, name of the configuration)."""

"""Fireflies, as tts-bridge knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import click

from fireflies.rules import CODES, RULES, SEATS, Cases, Config
from rules.players import Players, anything, ask_in_turn
from tts_bridge.game.plugin import Game, part
from tts_bridge.game.setup import Setup
from tts_bridge.text.wording import Wording


def config(options: Mapping[str, Any], settings: Any) -> Config:
    """The configuration from the options of the command line."""
    return Config(options.get("evenings") or Config().evenings)


SETUP = Setup(
    config,
    (click.option("--evenings", type=click.IntRange(1, 20), help="fireflies: how many."),),
    facts=lambda config: {"evenings": config.evenings},
    line=lambda facts: f"{facts['evenings']} evenings",
)
GAME = Game(
    title="Fireflies",
    rules=RULES,
    wording=Wording(RULES.name, "fireflies", CODES, ("dusk", "wind")),
    players=Players(
        {"random": anything},
        lambda state: dict(zip(SEATS, SEATS, strict=True)),
        partial(ask_in_turn, RULES),
    ),
    moment=lambda state: (state.round, "wind" if len(state.chosen) == len(SEATS) else "dusk"),
    bring_cases=Cases,
    bring_setup=lambda: SETUP,
    bring_drawing=part("fireflies.drawing:DRAWING"),
)

"""Fills the tables of `perks.frame`: importing the modules enters their perks and effects."""

from __future__ import annotations

from rules.dbd.perks import (
    killer_answering,
    killer_generators,
    killer_hunting,
    killer_planning,
    survivor_acting,
    survivor_after,
    survivor_answering,
    survivor_moving,
)

MODULES = (
    survivor_moving,
    survivor_acting,
    survivor_after,
    survivor_answering,
    killer_planning,
    killer_hunting,
    killer_generators,
    killer_answering,
)
FILLED = bool(MODULES)

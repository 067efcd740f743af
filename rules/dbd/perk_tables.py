"""Fills the tables of `perks.frame`: importing the modules enters their perks and effects."""

from __future__ import annotations

from rules.dbd.perks import killer, survivor

MODULES = (killer, survivor)
FILLED = bool(MODULES)

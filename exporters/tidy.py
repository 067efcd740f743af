"""A save made tidier than the game writes it, for those who ask for it. No I/O here."""

from __future__ import annotations

from typing import Any

from exporters.savefile import Save


def tidied(save: Save, *, digits: int | None = None, sort_keys: bool = False) -> Save:
    """A save with its fractions rounded to `digits` decimals and its keys in order, if asked.

    The given one is not changed. Numbers that are the same when rounded keep their text.
    """
    if digits is None and not sort_keys:
        return save
    return Save(_tidied(save.data, digits, sort_keys), save.source, save.name)


def _tidied(value: Any, digits: int | None, sort_keys: bool) -> Any:
    if isinstance(value, float):
        if digits is None:
            return value
        return round(value, digits) + 0.0  # no -0.0
    if isinstance(value, list):
        return [_tidied(each, digits, sort_keys) for each in value]
    if isinstance(value, dict):
        keys = sorted(value) if sort_keys else list(value)
        return {key: _tidied(value[key], digits, sort_keys) for key in keys}
    return value

"""The house rules of *Dead by Daylight* in play. No I/O here."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import is_done
from rules.dbd.settings import SETTINGS, Settings
from rules.dbd.setup import check_settings
from rules.dbd.state import State
from rules.house import House


def played_by(state: State, settings: Settings) -> State:
    """The position as it goes on by other house rules: what is completed stays completed.

    Raises:
        ValueError: a generator or gate has more progress already than would complete it.
    """
    wanted = {"generator": settings.generator_progress, "exit-gate": settings.gate_progress}
    props = []
    for prop in state.props:
        if is_done(state, prop):
            prop = replace(prop, progress=settings.generator_progress)
        elif prop.progress >= wanted.get(prop.kind, prop.progress + 1):
            raise ValueError(f"{prop.id} has {prop.progress} progress already")
        props.append(prop)
    return replace(state, settings=settings, props=tuple(props))


HOUSE = House(Settings, SETTINGS, lambda state: state.settings, played_by, check_settings)

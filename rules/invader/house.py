"""The house rules of *Zombicide: Invader* in play: all are assumed (invader.md 19). No I/O here."""

from __future__ import annotations

from msgspec.structs import replace

from rules.house import House, Setting
from rules.invader.ground import Settings
from rules.invader.missions import NEUTRAL_DOORS
from rules.invader.state import State

MOST_DAMAGE = 99

SETTINGS = {key: Setting(key, key, "assumed") for key in Settings.__struct_fields__}


def check(settings: Settings) -> None:
    """Whether a game can be played by these. ValueError: names the setting."""
    if not 0 <= settings.hellfire_damage <= MOST_DAMAGE:
        raise ValueError(f"hellfire_damage: 0 to {MOST_DAMAGE}")
    if not 0 <= settings.door_tokens <= NEUTRAL_DOORS:
        raise ValueError(f"door_tokens: 0 to {NEUTRAL_DOORS}")


def played_by(state: State, settings: Settings) -> State:
    """The position as it goes on by other house rules."""
    return replace(state, ground=replace(state.ground, settings=settings))


HOUSE = House(Settings, SETTINGS, lambda state: state.settings, played_by, check)

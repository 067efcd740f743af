"""The house rules of *Zombicide: Invader* in play: all are assumed (invader.md 19). No I/O here."""

from __future__ import annotations

from msgspec.structs import replace

from rules.house import House, Setting
from rules.invader.ground import Settings
from rules.invader.missions import NEUTRAL_DOORS
from rules.invader.state import State

MOST_DAMAGE = 99

ABOUT = {
    "airlock_blocks_sight": "whether no Line of Sight passes an airlock",
    "xenos_use_airlocks": "whether Xenos go through airlocks",
    "bullets_inside": "who has to be indoors for Bullets: `both`, or only the `shooter`",
    "oxygen_needed": "whether one needs a Tank outside",
    "closed_doors": "what closed doors are to Xenos that look for a way: `ignored` or `walls`",
    "split_remainder": "who sends the odd ones: the `players`, or they take the `first` ways",
    "extra_activation_at_blue": "whether Extra Activation cards work at the Blue Level",
    "mold_chain": "`spawn-zone-is-mold`, or next to a Spawn Zone is enough: `adjacent-suffices`",
    "friendly_fire": "whether misses hit friends",
    "concentrated_ignores_rank": "whether a Concentrated Attack may name a Xeno behind others",
    "hellfire_damage": "what Hellfire does to a Survivor; 99 eliminates",
    "door_tokens": "neutral doors there are",
}
SETTINGS = {key: Setting(key, key, "assumed", about) for key, about in ABOUT.items()}


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

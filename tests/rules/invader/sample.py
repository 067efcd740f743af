"""*Zombicide: Invader* for the laws: configurations, ids, and what is secret (nothing is)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from rules.engine import CHANCE
from rules.invader import RULES
from rules.invader.codes import CODES
from rules.invader.data import CARDS, SKILLS, SURVIVORS, XENO_CARDS, XENOS
from rules.invader.ground import Settings
from rules.invader.missions import (
    AllOf,
    AtExit,
    Bring,
    Door,
    DrawPrototype,
    Give,
    Mission,
    Objective,
    OpenDoors,
    Spawn,
    StartSpawns,
    Taken,
    Tile,
)
from rules.invader.setup import Config
from rules.invader.state import TEAM, State

__all__ = ["CODES", "CONFIGS", "RULES"]


def small_mission() -> Mission:
    """One tile on which much happens at once: every Objective lies at the start and makes whoever
    takes it an expert, and Xenos and machines are around the corner."""
    cells = ("4r-c", "4r-w", "4r-e")
    colours = ("green", "purple", "blue", "white", "red")
    return Mission(
        version=1,
        id="small",
        name={"en": "Small", "zh": "小"},
        text={"en": "Small", "zh": "小"},
        difficulty="tutorial",
        tiles=(Tile("4R", 0, 0),),
        start=cells,
        exits=("4r-nw",),
        spawns=(Spawn("spawn-1", "4r-ne"), Spawn("spawn-2", "4r-sw", "green")),
        doors=(Door("4r-c:4r-w", "open"), Door("4r-c:4r-e", "closed", "purple")),
        objectives=tuple(Objective(f"objective-{n}", cells[n % 3]) for n in range(1, 14)),
        hidden={colour: 3 if colour == "white" else 2 for colour in colours} | {"red": 4},  # type: ignore[misc]
        effects={
            "green": (Give("bot-remote"), StartSpawns("green")),
            "purple": (Give("sentry-gun-remote"), OpenDoors("purple")),
            "blue": (Bring("4r-w", "worker"),),
            "white": (DrawPrototype(), DrawPrototype()),
        },
        objective_xp=43,
        machines={"peacekeeper-bot": "4r-c", "falchion-sentry-gun": "4r-c"},
        xenos={"4r-n": {"worker": 2, "tank": 1}, "4r-s": {"hunter": 2}},
        win=AllOf((Taken(13), AtExit())),
    )


def quiet_mission() -> Mission:
    """The same tile, where Xenos are outside and few: a random game lasts long enough for what is
    rare."""
    few = {"4r-n": {"worker": 2, "tank": 1}, "4r-s": {"hunter": 1}}
    return replace(
        small_mission(),
        id="quiet",
        spawns=(Spawn("spawn-1", "4r-se", "green"),),
        xenos=few,
        effects={
            "green": (Give("bot-remote"),),
            "purple": (Give("sentry-gun-remote"), OpenDoors("purple")),
            "blue": (Bring("4r-e", "worker"),),
            "white": (Bring("4r-n", "worker", 2),),
        },
    )


HOUSE = Settings(
    oxygen_needed=False,
    friendly_fire=False,
    airlock_blocks_sight=False,
    xenos_use_airlocks=False,
    bullets_inside="shooter",
    closed_doors="walls",
    extra_activation_at_blue=True,
    mold_chain="adjacent-suffices",
    concentrated_ignores_rank=True,
    hellfire_damage=1,
)
TWO_PLAYERS = (("cole", "vivian", "magnus"), ("mitsuki", "jared", "baraka"))
CONFIGS = {
    "small": Config(mission=small_mission(), players=TWO_PLAYERS, first=1),
    "house": Config(mission=quiet_mission(), settings=HOUSE),
}


def seats(state: State) -> Sequence[str]:
    """Everybody at the table, the team, chance, and somebody who is not there."""
    return [*(survivor.id for survivor in state.survivors), TEAM, CHANCE, "nobody"]


def loaded_cards() -> list[str]:
    """Every card with what can be attached to it."""
    found = []
    for card in CARDS.values():
        weapon = card.weapon
        found.append(card.id)
        if weapon is not None:
            extra = {
                "bullets": "plenty-of-bullets",
                "energy": "energy-cell",
                "canister": "canister",
            }[weapon.ammo]
            if weapon.ammo != "energy" or weapon.cell:
                found.append(f"{card.id}+{extra}")
    return found


def values(state: State, field: str) -> Sequence[str | int]:
    """What a field of this name can hold on this board, and an id that is none."""
    board = state.board
    zones = [*board.zones]
    by_name: dict[str, Sequence[str | int]] = {
        "to": zones,
        "zone": zones,
        "door": [*board.links],
        "objective": [token.id for token in state.objectives],
        "card": loaded_cards(),
        "xeno_card": [*XENO_CARDS],
        "weapon": [card for card in loaded_cards() if CARDS[card.split("+")[0]].weapon],
        "hands": range(1, 3),
        "aimed": ["", *XENOS],
        "xeno": [*XENOS],
        "face": range(-1, 8),
        "by": ["energy-cell", "plenty-of-bullets", "1-re-roll-per-turn"],
        "slot": ["hand", "body", "pack", "token"],
        "who": [*SURVIVORS],
        "extra": ["plenty-of-bullets", "energy-cell", "canister"],
        "skill": [*SKILLS],
        "machine": ["peacekeeper-bot", "falchion-sentry-gun"],
        "colour": ["red", "green", "purple", "blue", "white"],
        "target": [*SURVIVORS, "peacekeeper-bot", "falchion-sentry-gun"],
    }
    found = dict.fromkeys(by_name[field])
    return [*found] if field in ("face", "hands") else [*found, "no-such-thing"]


def shuffle_secrets(state: State, seat: str | None, random: Random) -> State:
    """Nothing is held back from anybody: decks and face-down tokens are not in the state."""
    return state


def secrets_seen(view: State, seat: str | None) -> list[str]:
    """What a view shows although its seat may not see it: there is nothing."""
    return []

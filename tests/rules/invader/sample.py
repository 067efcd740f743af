"""*Zombicide: Invader* for the laws: configurations and ids. Nothing in this game is secret."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.engine import CHANCE, Move
from rules.invader import RULES
from rules.invader.attacks import Reroll, Rolled, Stray
from rules.invader.choices import ChooseSkill, Drawn, Found, Suffer
from rules.invader.codes import CODES
from rules.invader.data import CARDS, SKILLS, XENO_CARDS
from rules.invader.ground import Settings
from rules.invader.inventory import Lift, Stow
from rules.invader.missions import (
    AllOf,
    AnyOf,
    AtExit,
    Bring,
    Clean,
    Destroyed,
    Door,
    DrawPrototype,
    Give,
    Killed,
    Mission,
    Objective,
    OpenDoors,
    RoundOver,
    Spawn,
    StartSpawns,
    Taken,
    Tile,
    problems,
)
from rules.invader.setup import EVERYBODY, Config
from rules.invader.state import KINDS, TEAM, State
from rules.invader.talents import Bloodlust

__all__ = ["CODES", "CONFIGS", "RULES"]

SMALL = Mission(
    version=1,
    id="small",
    name={"en": "Small", "zh": "小"},
    text={"en": "One tile with every kind of Zone.", "zh": "一块版图，各种区域。"},
    difficulty="hard",
    tiles=(Tile("8R", 0, 0),),
    start=("8r-nw", "8r-n"),
    spawns=(Spawn("spawn-1", "8r-e"), Spawn("spawn-2", "8r-s", "green")),
    win=AllOf((Taken(12), Killed(3), AnyOf((AtExit(clear=True), Clean())))),
    lose=(RoundOver(15), Destroyed("peacekeeper-bot")),
    doors=(Door("8r-n:8r-nw", "open"), Door("8r-c:8r-n"), Door("8r-e:8r-ne", "closed", "green")),
    objectives=(
        Objective("objective-1", "8r-nw"),
        Objective("objective-2", "8r-n"),
        Objective("objective-3", "8r-c"),
        Objective("objective-4", "8r-ne", "white"),
        *[Objective(f"objective-{n}", "8r-n", "blue") for n in range(5, 13)],
        Objective("objective-13", "8r-nw", "red"),
        Objective("objective-14", "8r-w", "red"),
    ),
    hidden={"red": 1, "green": 1, "purple": 1},
    effects={
        "red": (DrawPrototype(),),
        "green": (StartSpawns("green"), OpenDoors("green"), Give("bot-remote")),
        "purple": (Give("sentry-gun-remote"),),
        "white": (Bring("8r-n", "worker", 2),),
    },
    objective_xp=20,
    exits=("8r-sw",),
    links={"8r-e:8r-ne": "gap"},
    xenos={"8r-e": {"tank": 1}},
    machines={"peacekeeper-bot": "8r-n", "falchion-sentry-gun": "8r-nw"},
)
"""Much on few Zones; three Objectives make a Survivor Red."""
assert problems(SMALL) == []

OTHER = Settings(
    airlock_blocks_sight=False,
    xenos_use_airlocks=False,
    bullets_inside="shooter",
    oxygen_needed=False,
    closed_doors="walls",
    split_remainder="first",
    extra_activation_at_blue=True,
    mold_chain="adjacent-suffices",
    concentrated_ignores_rank=True,
    hellfire_damage=1,
    door_tokens=2,
)
CONFIGS = {
    "default": Config(),
    "players": Config(
        players=(("cole", "magnus"), ("vivian", "baraka"), ("mitsuki", "jared")),
        first=1,
        equipment={"magnus": "smg", "cole": "smg"},
        settings=OTHER,
    ),
    "small": Config(mission=SMALL),
}


def seats(state: State) -> Sequence[str]:
    """Everybody at the table, the team, chance, and somebody who is not there."""
    return [*EVERYBODY, TEAM, CHANCE, "nobody"]


def values(state: State, kind: type[Move[State]], field: str) -> Sequence[str | int]:
    """What a field of this name can hold in this state, and an id that is none."""
    carried = [card for s in state.survivors for card in (*s.cards(), *s.token)]
    carried += getattr(state.asks[-1], "table", ())
    machines = [*[m.id for m in state.machines], "toaster"]
    skills = [skill for s in state.survivors for skill in s.skills]
    targets = [*EVERYBODY, *machines]
    zones = [*state.board.zones, "no-such-zone"]
    rerolls = ["energy-cell", "plenty-of-bullets", "1-re-roll-per-turn", "luck"]
    people: Sequence[str] = [*EVERYBODY, "nobody"]
    if kind in (Lift, Stow):
        people = ["nobody", *{a.id for a in state.survivors if a.at}]
    by_kind: dict[tuple[type[Move[State]], str], Sequence[str | int]] = {
        (Drawn, "xeno_card"): [*XENO_CARDS, "smg"],
        (Found, "card"): [*CARDS, "no-such-card"],
        (ChooseSkill, "skill"): [*SKILLS, "no-such-skill"],
        (Bloodlust, "skill"): [*skills, "no-such-skill"],
        (Suffer, "target"): targets,
        (Stray, "target"): targets,
        (Rolled, "face"): range(8),
        (Reroll, "by"): rerolls,
    }
    by_name: dict[str, Sequence[str | int]] = {
        "to": zones,
        "zone": zones,
        "door": [*state.board.links, "no-such-door"],
        "card": [*carried, "no-such-card"],
        "weapon": [*carried, "no-such-card"],
        "extra": ["energy-cell", "plenty-of-bullets", "canister", "smg"],
        "slot": ["hand", "body", "pack", "token", "pocket"],
        "who": people,
        "aimed": ["", *KINDS, "gnome"],
        "xeno": [*KINDS, "gnome"],
        "hands": range(4),
        "machine": machines,
        "objective": [*(token.id for token in state.objectives), "no-such-objective"],
        "colour": ["red", "green", "purple", "blue", "white", "no-such-colour"],
    }
    return list(dict.fromkeys(by_kind.get((kind, field)) or by_name[field]))


def shuffle_secrets(state: State, seat: str | None, random: Random) -> State:
    """The same state: decks are counts, so there is nothing to shuffle."""
    return state


def secrets_seen(view: State, seat: str | None) -> list[str]:
    """Nothing: the game is played in the open."""
    return []

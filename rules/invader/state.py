"""The position: Survivors, Xenos, tokens, decks, and the stack of open questions (`Ask`s).

Xenos of a kind in a Zone are alike, so they are counts. `steps` tells what the last move brought
about, in plain facts and in order; it is cleared when the next move is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.chance import Pile
from rules.engine import Outcome
from rules.invader.asks import AnyAsk, Herd
from rules.invader.board import Board
from rules.invader.data import CARDS, SURVIVORS, XENOS
from rules.invader.ground import Ground, Settings
from rules.invader.missions import Mission

TEAM = "survivors"
"""The seat that answers what the rules leave to the players together."""
KINDS = tuple(XENOS)
"""Worker, Hunter, Tank, Spoiler Abomination: the order of a herd's counts."""
NOBODY: Herd = (0, 0, 0, 0)
SPOILER = 3
"""Where a herd counts Spoiler Abominations."""
LEVELS = ("blue", "yellow", "orange", "red")
THRESHOLDS = (0, 7, 19, 43)
"""XP at which each Danger Level begins (Invader p.17)."""
MAX_XP = 43
ACTIONS = 3
"""Actions a Turn before skills (jps)."""
HAND_SLOTS, BODY_SLOTS, PACK_SLOTS = 2, 2, 5
"""Invader p.18."""


class Step(Struct, frozen=True, omit_defaults=True):
    """A fact of what happened: `what` names it, the others as far as they matter."""

    what: str
    who: str = ""
    at: str = ""
    to: str = ""
    n: int = 0
    why: str = ""
    """What draws Xenos on: "sight" of targets, or "noise"."""
    goal: str = ""
    """The Zones they are drawn to, spaces between."""


class Survivor(Struct, frozen=True):
    """A Survivor. Cards are texts: an id, and what is attached to it: `smg+plenty-of-bullets`.
    Slots are sorted."""

    id: str
    at: str
    """"" when eliminated."""
    hand: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()
    token: tuple[str, ...] = ()
    """Remotes: they take no slot."""
    xp: int = 0
    wounds: int = 0
    skills: tuple[str, ...] = ()
    left: int = 0
    """Actions left this Turn."""
    free: tuple[str, ...] = ()
    """Kinds of Action of which one is left for free, sorted."""
    used: tuple[str, ...] = ()
    """What may be done once a Turn and was."""
    gift: int = 0
    """Actions given by a Born leader, for the next Turn."""

    def cards(self) -> tuple[str, ...]:
        """Everything carried that takes a slot."""
        return self.hand + self.body + self.pack


class Machine(Struct, frozen=True):
    """A machine; `at` "" when destroyed, `active` while it holds an Activation token."""

    id: str
    at: str
    active: bool = False


class Token(Struct, frozen=True):
    """An Objective token; `colour` "" while nobody knows it, `at` "" when off the board."""

    id: str
    at: str
    colour: str = ""


class State(Struct, frozen=True, dict=True):
    """A position of the game. Equal positions are equal values (`steps` apart)."""

    ground: Ground
    players: tuple[tuple[str, ...], ...]
    """The Survivors of each player, players clockwise."""
    survivors: tuple[Survivor, ...]
    asks: tuple[AnyAsk, ...]
    """The open question is the last one."""
    xenos: Mapping[str, Herd]
    """The Xenos in each Zone that has any."""
    objectives: tuple[Token, ...]
    spawns: tuple[str, ...]
    """Spawn Zones that are active, in the mission's order."""
    equipment: Pile
    equipment_discard: Pile
    xeno_deck: Pile
    xeno_discard: Pile
    prototypes: Pile
    oxygen: int
    """Oxygen Tanks left."""
    machines: tuple[Machine, ...] = ()
    noise: Mapping[str, int] = {}
    """Noise tokens in each Zone that has any."""
    first: int = 0
    """Which player holds the First Player token."""
    round: int = 1
    taken: Mapping[str, int] = {}
    """Objectives taken, by colour."""
    killed: Mapping[str, int] = {}
    """Xenos eliminated, by kind."""
    steps: tuple[Step, ...] = ()
    result: Outcome | None = None

    def __hash__(self) -> int:
        parts = (
            self.round,
            self.survivors,
            self.asks,
            self.objectives,
            frozenset(self.xenos.items()),
        )
        return hash(parts)

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What follows from this position and was asked for once: no part of its value."""
        return {}

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def mission(self) -> Mission:
        return self.ground.mission

    @property
    def settings(self) -> Settings:
        return self.ground.settings

    def survivor(self, seat: str) -> Survivor:
        """The Survivor of a seat.

        Raises:
            KeyError: there is none.
        """
        for survivor in self.survivors:
            if survivor.id == seat:
                return survivor
        raise KeyError(seat)

    def machine(self, name: str) -> Machine | None:
        """A machine by id."""
        return next((m for m in self.machines if m.id == name), None)

    def herd(self, zone: str) -> Herd:
        """The Xenos in a Zone."""
        return self.xenos.get(zone, NOBODY)


def push(state: State, *asks: AnyAsk) -> State:
    """Lay questions on the stack; the last one is answered first."""
    return replace(state, asks=state.asks + asks)


def pop(state: State, *asks: AnyAsk) -> State:
    """Take the open question away, and lay these in its place."""
    return replace(state, asks=state.asks[:-1] + asks)


def fresh(state: State) -> State:
    """The state with an empty trail: how every move begins."""
    return replace(state, steps=()) if state.steps else state


def told(state: State, *steps: Step) -> State:
    """The state with more on its trail."""
    return replace(state, steps=state.steps + steps)


def with_survivor(state: State, survivor: Survivor, *steps: Step) -> State:
    """The state with this Survivor in place of the one of the same id."""
    survivors = tuple([survivor if s.id == survivor.id else s for s in state.survivors])
    if steps:
        return replace(state, survivors=survivors, steps=state.steps + steps)
    return replace(state, survivors=survivors)


def with_machine(state: State, machine: Machine) -> State:
    """The state with this machine in place of the one of the same id."""
    return replace(
        state, machines=tuple([machine if m.id == machine.id else m for m in state.machines])
    )


def crowd(herd: Herd) -> int:
    """How many Xenos."""
    return herd[0] + herd[1] + herd[2] + herd[3]


def with_herd(xenos: Mapping[str, Herd], zone: str, herd: Herd) -> dict[str, Herd]:
    """The Xenos of the board with those of one Zone replaced."""
    found = dict(xenos)
    if herd == NOBODY:
        found.pop(zone, None)
    else:
        found[zone] = herd
    return found


def changed(herd: Herd, kind: int, by: int) -> Herd:
    """A herd with more or fewer of a kind."""
    counts = list(herd)
    counts[kind] += by
    return tuple(counts)  # type: ignore[return-value]


def tally(counts: Mapping[str, int], key: str, by: int = 1) -> dict[str, int]:
    """Counts with one of them changed; nothing stays at zero."""
    found = dict(counts)
    found[key] = found.get(key, 0) + by
    if not found[key]:
        del found[key]
    return found


def level(xp: int) -> int:
    """The Danger Level: 0 Blue to 3 Red (Invader p.17)."""
    return 3 if xp >= 43 else 2 if xp >= 19 else 1 if xp >= 7 else 0


def danger(state: State) -> int:
    """The highest Danger Level among the Survivors: the line of a Xeno card (Invader p.17)."""
    return level(max([s.xp for s in state.survivors if s.at], default=0))


def noises(state: State) -> dict[str, int]:
    """The noise of each Zone that makes any: tokens, Survivors, activated machines (Invader
    p.17)."""
    found = dict(state.noise)
    for survivor in state.survivors:
        if survivor.at:
            found[survivor.at] = found.get(survivor.at, 0) + 1
    for machine in state.machines:
        if machine.active and machine.at:
            found[machine.at] = found.get(machine.at, 0) + 1
    return found


def targets_at(state: State, zone: str) -> list[str]:
    """Whom Xenos attack in a Zone: Survivors, and machines with an Activation token (ksi)."""
    found = [s.id for s in state.survivors if s.at == zone]
    found += [m.id for m in state.machines if m.active and m.at == zone]
    return found


def armor(survivor: Survivor) -> int:
    """Wounds that eliminate: 2 for Civilians, 3 for Soldiers (surv, fr)."""
    return SURVIVORS[survivor.id].armor


def base(card: str) -> str:
    """A card's id without what is attached."""
    return card.partition("+")[0]


def attached(card: str) -> list[str]:
    """What is attached to a card."""
    return card.split("+")[1:]


def unseen(state: State) -> Pile:
    """What may lie under the face-down Objectives."""
    seen: dict[str, int] = {}
    for first, token in zip(state.mission.objectives, state.objectives, strict=True):
        if not first.colour and token.colour:
            seen[token.colour] = seen.get(token.colour, 0) + 1
    return Pile(state.mission.hidden).without(seen)  # type: ignore[arg-type]


def is_playing_card(card: str) -> bool:
    """Whether a text is a card: an id of the Equipment, with attachments."""
    return all(part in CARDS for part in card.split("+"))

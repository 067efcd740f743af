"""The questions and effects that lie on the stack of a position, and what they hold."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.engine import kebab

Herd = tuple[int, int, int, int]
"""How many Workers, Hunters, Tanks and Spoiler Abominations."""


class Blow(Struct, frozen=True):
    """An attack under way."""

    seat: str
    weapon: str
    at: str
    """Where it is made: a Noise token goes there."""
    zone: str
    kind: Literal["melee", "ranged"]
    accuracy: int
    damage: int
    noisy: bool = False
    aimed: str = ""
    """The kind of Xeno of a Concentrated Attack."""
    picks: bool = False
    """The targets are chosen freely."""
    safe: bool = False
    """Misses hit no friends."""
    by: str = ""
    """The machine that makes it, its seat being who controls it."""
    bonus: int = 0
    """Added to each die, never above 6 (ski)."""
    reaper: bool = False
    """The next kill takes one more of its kind."""
    rerolls: tuple[str, ...] = ()
    """What still allows a re-roll."""


class Order(Struct, frozen=True):
    """So many Xenos of a kind go from a Zone to the next one."""

    zone: str
    kind: int
    to: str
    n: int


class Remainder(Struct, frozen=True):
    """Odd ones of a split group: so many, each to another of these Zones."""

    zone: str
    kind: int
    routes: tuple[str, ...]
    n: int


class Lure(Struct, frozen=True):
    """What draws the Xenos of a Zone on: "sight" or "noise", and the Zones."""

    zone: str
    why: str
    goals: tuple[str, ...]


class Ask(Struct, frozen=True, tag_field="ask", tag=kebab):
    """An open question, or an effect that waits for the questions above it."""


class PlayersPhase(Ask, frozen=True):
    """Effect: the players who still have their turn, next one first."""

    left: tuple[int, ...]


class PlayerTurn(Ask, frozen=True):
    """A player activates their Survivors, each once, in any order."""

    left: tuple[str, ...]


class SurvivorTurn(Ask, frozen=True):
    """A Survivor spends Actions."""

    seat: str


class Stride(Ask, frozen=True):
    """A Move may go on, this many Zones at most."""

    seat: str
    left: int


class Searching(Ask, frozen=True):
    """Chance: so many cards are still to be drawn."""

    seat: str
    left: int
    found: tuple[str, ...] = ()


class Sorting(Ask, frozen=True):
    """Cards change places; `table` holds those that lie loose. After a Search only one's own."""

    seat: str
    table: tuple[str, ...] = ()
    partner: str = ""
    search: bool = False
    drawn: tuple[str, ...] = ()
    """The cards just drawn."""


class Dice(Ask, frozen=True):
    """Chance: so many dice of an attack are still to be read."""

    blow: Blow
    left: int
    rolled: tuple[int, ...] = ()


class Rethink(Ask, frozen=True):
    """All dice lie: re-roll them, or keep them."""

    blow: Blow
    rolled: tuple[int, ...]


class Hits(Ask, frozen=True):
    """Effect, or a question who is hit next: so many successes are left."""

    blow: Blow
    left: int


class Misses(Ask, frozen=True):
    """Effect, or a question which friend is hit: so many misses are left."""

    blow: Blow
    left: int


class Aftermath(Ask, frozen=True):
    """Effect: the attack's noise."""

    blow: Blow


class SkillChoice(Ask, frozen=True):
    """A Danger Level was reached: choose its skill."""

    seat: str
    level: Literal["orange", "red"]


class Unknown(Ask, frozen=True):
    """Chance: what is under this Objective? `seat` "" when Mold removes it."""

    objective: str
    seat: str = ""


class Prototype(Ask, frozen=True):
    """Chance: which Prototype does this Survivor draw?"""

    seat: str


class Harm(Ask, frozen=True):
    """Effect: damage to a Survivor or machine; a question when its victim could cancel some."""

    target: str
    damage: int


class XenosPhase(Ask, frozen=True):
    """Effect: activation, then spawn."""


class Activation(Ask, frozen=True):
    """Effect: these kinds activate, Hunters twice."""

    kinds: tuple[int, ...]


class Attacks(Ask, frozen=True):
    """Effect: all attacks of these kinds, then the moves of the others."""

    kinds: tuple[int, ...]


class Assault(Ask, frozen=True):
    """Effect, or a question whom the next Xeno hurts: these still strike in their Zone."""

    zone: str
    herd: Herd


class Moves(Ask, frozen=True):
    """Effect: all moves of these kinds, except in Zones where they attacked."""

    kinds: tuple[int, ...]
    engaged: tuple[str, ...]


class Scatter(Ask, frozen=True):
    """Effect, or a question where odd ones go: then all move at once."""

    orders: tuple[Order, ...]
    open: tuple[Remainder, ...]
    lures: tuple[Lure, ...]


class SpawnStep(Ask, frozen=True):
    """Effect: the Spawn Zones that still get a card, next one first."""

    left: tuple[str, ...]


class XenoDraw(Ask, frozen=True):
    """Chance: the Xeno card for a Spawn Zone."""

    spawn: str


class Fill(Ask, frozen=True):
    """Effect: Xenos appear in a Zone."""

    zone: str
    kind: int
    n: int


class EndPhase(Ask, frozen=True):
    """Effect: tokens go, the First Player token passes on, a new round begins."""


AnyAsk = (
    PlayersPhase
    | PlayerTurn
    | SurvivorTurn
    | Stride
    | Searching
    | Sorting
    | Dice
    | Rethink
    | Hits
    | Misses
    | Aftermath
    | SkillChoice
    | Unknown
    | Prototype
    | Harm
    | XenosPhase
    | Activation
    | Attacks
    | Assault
    | Moves
    | Scatter
    | SpawnStep
    | XenoDraw
    | Fill
    | EndPhase
)

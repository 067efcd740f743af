"""Killer powers as plug-ins. The printed texts are not public: each says what is assumed.

They work only with the house rule `killer.powers = "assumed"`; by default the table carries a
power out. A Killer without a plug-in is playable: the power is counted and left to the table.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.changes import around, is_bare, near, wound
from rules.dbd.paths import exits
from rules.dbd.perks.frame import Source, choose, effect, gamble
from rules.dbd.state import (
    ANY_COLOUR,
    Deed,
    Figure,
    PropToReveal,
    State,
    Step,
    gain,
    push,
    with_figure,
)

TRAPS = 4
"""Bear trap tokens in the box (PIX)."""
PHANTASMS = 7
"""Phantasm trap tokens in the box (PIX)."""


class Power(Struct, frozen=True):
    """One Killer's power, as far as it is known."""

    killer: str
    name: str
    source: str
    known: str
    """What is publicly stated."""
    assumed: str
    """What the plug-in adds to that."""
    ready: Callable[[State, Figure], bool]
    use: Callable[[State, Figure], State]


def power_of(state: State) -> Power | None:
    """The plug-in that works for this game's Killer, or None: the table carries the power out."""
    if state.settings.powers == "by-hand":
        return None
    return POWERS.get(state.killer.id)


def bare_paths(state: State, figure: Figure) -> tuple[str, ...]:
    """The paths at the Killer's space without a component."""
    return tuple([p for p in state.board.touching[figure.at] if is_bare(state, p)])


def can_trap(state: State, killer: Figure) -> bool:
    """A token is left, and a path or the space is free for it."""
    return len(state.traps) < TRAPS and bool(bare_paths(state, killer))


def set_trap(state: State, killer: Figure) -> State:
    """A bear trap goes on a bare path at the Killer's space."""
    return choose(state, killer.id, "set-trap", bare_paths(state, killer))


@effect("set-trap")
def trap_set(state: State, ask: Source, option: str) -> State:
    """The token lies on the path or space chosen."""
    places = [p.id for p in state.board.paths] + [s.id for s in state.board.spaces]
    return replace(state, traps=tuple([p for p in places if p in state.traps or p == option]))


def spring_trap(state: State, seat: str, path: str) -> State:
    """A Survivor who moved along a trapped path is wounded, and the trap is used up."""
    if seat == state.killer.id:
        return state
    state = replace(state, traps=tuple([trap for trap in state.traps if trap != path]))
    return wound(state, state.killer.id, seat)


def always(state: State, killer: Figure) -> bool:
    """Whenever the Killer could interact."""
    return True


def go_far(state: State, killer: Figure) -> State:
    """To any space that is not connected; a prop is revealed there, no interaction follows."""
    near_by = state.board.neighbours[killer.at]
    spaces = [s for s in state.board.space if s != killer.at and s not in near_by]
    return choose(state, killer.id, "appear", tuple(spaces))


def blink(state: State, killer: Figure) -> State:
    """To any connected space, whatever lies on the path, then one healthy Survivor there."""
    spaces = tuple([s for s in state.board.space if s in state.board.neighbours[killer.at]])
    state = push(state, Deed(killer.id, "strike-one", killer.id))
    return choose(state, killer.id, "appear", spaces)


@effect("appear")
def appear(state: State, ask: Source, option: str) -> State:
    """The Killer is in the space chosen, and reveals a prop there."""
    state = with_figure(state, replace(state.killer, at=option))
    if any(not prop.kind for prop in state.here.get(option, ())):
        state = push(state, PropToReveal(ask.seat))
    return state


@effect("strike-one")
def strike_one(state: State, ask: Source, option: str) -> State:
    """One healthy Survivor in the Killer's space is wounded."""
    healthy = [f.id for f in near(state, state.killer) if not f.wounded]
    return choose(state, state.killer.id, "wound", tuple(healthy))


def can_step(state: State, killer: Figure) -> bool:
    """Whether any path leads away."""
    return any(True for _ in exits(state, killer, ANY_COLOUR))


def charge(state: State, killer: Figure) -> State:
    """Along any path, then one healthy Survivor there is wounded."""
    state = push(state, Deed(killer.id, "strike-one", killer.id))
    return push(state, Step(killer.id, ANY_COLOUR, interact=False))


def in_range(state: State, killer: Figure) -> tuple[str, ...]:
    """The healthy Survivors here and in connected spaces."""
    return tuple([f.id for f in around(state, killer) if not f.wounded])


def has_target(state: State, killer: Figure) -> bool:
    """Whether somebody is in range."""
    return bool(in_range(state, killer))


def throw(state: State, killer: Figure) -> State:
    """A Survivor in range rolls the danger die and is wounded on a failure."""
    return choose(state, killer.id, "throw", in_range(state, killer))


@effect("throw")
def thrown(state: State, ask: Source, option: str) -> State:
    """The one aimed at rolls."""
    return gamble(state, option, "hit", option, by=ask.seat, on_failure=True)


@effect("hit")
def hit(state: State, ask: Source, option: str) -> State:
    """The throw hits."""
    return wound(state, state.killer.id, option)


def shock(state: State, killer: Figure) -> State:
    """Everybody here and in connected spaces rolls the danger die; 1 Bloodpoint for each."""
    for figure in around(state, killer):
        state = gain(state, killer.id, 1)
        if not figure.wounded:
            state = gamble(state, figure.id, "hit", figure.id, by=killer.id, on_failure=True)
    return state


def has_anybody(state: State, killer: Figure) -> bool:
    """Whether a Survivor is here or in a connected space."""
    return bool(around(state, killer))


def can_haunt(state: State, killer: Figure) -> bool:
    """A phantasm token is left and none lies here, or one elsewhere can be gone to."""
    elsewhere = [trap for trap in state.traps if trap != killer.at]
    return bool(elsewhere) or (len(state.traps) < PHANTASMS and killer.at not in state.traps)


def haunt(state: State, killer: Figure) -> State:
    """Lay a phantasm trap in this space, or appear at one that lies elsewhere."""
    options = ["lay"] if killer.at not in state.traps and len(state.traps) < PHANTASMS else []
    options += [trap for trap in state.traps if trap != killer.at]
    return choose(state, killer.id, "haunt", tuple(options))


@effect("haunt")
def haunted(state: State, ask: Source, option: str) -> State:
    """The trap is laid, or the Hag appears at one, which is used up."""
    if option == "lay":
        return trap_set(state, ask, state.killer.at)
    state = replace(state, traps=tuple([trap for trap in state.traps if trap != option]))
    return appear(state, ask, option)


def reel(state: State, killer: Figure) -> State:
    """A Survivor of a connected space is pulled here."""
    return choose(state, killer.id, "reel", pullable(state, killer))


def pullable(state: State, killer: Figure) -> tuple[str, ...]:
    """The Survivors of connected spaces."""
    return tuple([f.id for f in around(state, killer) if f.at != killer.at])


def has_pull(state: State, killer: Figure) -> bool:
    """Whether somebody can be pulled."""
    return bool(pullable(state, killer))


@effect("reel")
def reeled(state: State, ask: Source, option: str) -> State:
    """The Survivor stands in the Killer's space and reveals a prop there."""
    at = state.killer.at
    state = with_figure(state, replace(state.figure(option), at=at))
    if any(not prop.kind for prop in state.here.get(at, ())):
        state = push(state, PropToReveal(option))
    return state


POWERS: dict[str, Power] = {
    power.killer: power
    for power in (
        Power(
            "the-trapper",
            "Bear Trap",
            "L99-P6, PIX, AUT",
            "four bear traps; they sit on paths and catch Survivors who move",
            "one trap a use, on a bare path here; who moves along it is wounded; it is used up",
            can_trap,
            set_trap,
        ),
        Power(
            "the-wraith",
            "Wailing Bell",
            "ESP",
            "moves between spaces that are not adjacent",
            "to any space that is not connected; a prop is revealed, no interaction",
            always,
            go_far,
        ),
        Power(
            "the-hillbilly",
            "Chainsaw",
            "L99-P6",
            "moves and attacks at once",
            "along any path, then one healthy Survivor there is wounded",
            can_step,
            charge,
        ),
        Power(
            "the-nurse",
            "Spencer's Last Breath",
            "L99-P6, AUT",
            "teleports from room to room, ignoring arrows, pallets and walls",
            "to a connected space, then one healthy Survivor there is wounded",
            always,
            blink,
        ),
        Power(
            "the-hag",
            "Blackened Catalyst",
            "L99-P6, PIX",
            "area control with seven phantasm traps",
            "lay a trap here, or appear at one, which is used up",
            can_haunt,
            haunt,
        ),
        Power(
            "the-doctor",
            "Carter's Spark",
            "ESP",
            "spreads madness, which can wound; 1 Bloodpoint per affected Survivor",
            "everybody here and connected rolls the danger die; a failure wounds",
            has_anybody,
            shock,
        ),
        Power(
            "the-huntress",
            "Hunting Hatchets",
            "L99-P6",
            "ranged: a Survivor rolls a die, on a bad roll they are wounded",
            "range is here and connected; the danger die; a failure wounds",
            has_target,
            throw,
        ),
        Power(
            "the-trickster",
            "Showstopper",
            "L99-P6",
            "attacks at range",
            "as the Huntress: here and connected, the danger die, a failure wounds",
            has_target,
            throw,
        ),
        Power(
            "the-deathslinger",
            "The Redeemer",
            "L99-P6, BL",
            "pulls a Survivor to his space (players' reports); a game of secret selection",
            "a Survivor of a connected space is pulled here, without the secret selection",
            has_pull,
            reel,
        ),
    )
}
"""The plug-ins. Clown, Spirit, Legion, Plague, Oni, Blight and Twins have none: unknown."""

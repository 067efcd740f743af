"""What can happen to figures, props and paths; each tells whoever listens.

Interactions, perks, items and powers are made of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.paths import exits
from rules.dbd.perks.frame import Source, choose, effect, later
from rules.dbd.state import (
    ANY_COLOUR,
    KILLER_CARDS,
    SACRIFICES_TO_WIN,
    Announce,
    AnyAsk,
    Arrival,
    Check,
    Choice,
    Event,
    Figure,
    Prop,
    PropToReveal,
    React,
    Sacrifice,
    State,
    Step,
    SurvivorBonus,
    push,
    with_figure,
    with_prop,
)
from rules.engine import Outcome, Violation


def near(state: State, figure: Figure) -> list[Figure]:
    """Other Survivors in a figure's space, but for those on hooks and in lockers."""
    return [
        f
        for f in state.figures[:-1]
        if f.at == figure.at and f.id != figure.id and not f.hook and not f.locker
    ]


def around(state: State, figure: Figure) -> list[Figure]:
    """Other Survivors here or in a connected space, but for those on hooks and in lockers."""
    spaces = state.board.neighbours[figure.at]
    return [
        f
        for f in state.figures[:-1]
        if (f.at == figure.at or f.at in spaces)
        and f.id != figure.id
        and not f.hook
        and not f.locker
    ]


def can_leave(state: State, figure: Figure, avoid: str = "", against: bool = False) -> bool:
    """Whether a figure could move along any path."""
    return any(True for _ in exits(state, figure, ANY_COLOUR, avoid, against))


def move_any(state: State, seat: str, avoid: str = "", interact: bool = False) -> State:
    """A figure moves along any path, if it can."""
    if not can_leave(state, state.figure(seat), avoid):
        return state
    return push(state, Step(seat, ANY_COLOUR, interact, avoid=avoid))


def of_kind(state: State, space: str, *kinds: str) -> list[Prop]:
    """The revealed props of some kinds in a space."""
    return [prop for prop in state.here.get(space, ()) if prop.kind in kinds]


def revealed(state: State, *kinds: str) -> Iterator[Prop]:
    """The revealed props of some kinds on the board."""
    return (prop for prop in state.props if prop.kind in kinds and prop.at)


def hooked_on(state: State, prop_id: str) -> Figure | None:
    """The Survivor on a hook."""
    return next((f for f in state.survivors if f.hook == prop_id), None)


def hiding_in(state: State, prop_id: str) -> list[Figure]:
    """The Survivors in a locker."""
    return [f for f in state.survivors if f.locker == prop_id]


def free_hooks(state: State, space: str) -> list[str]:
    """The hooks of a space that could take a Survivor: revealed, empty, without the Entity."""
    return [
        prop.id
        for prop in of_kind(state, space, "hook")
        if prop.id != state.entity and not hooked_on(state, prop.id)
    ]


def plain(state: State, prop: Prop) -> bool:
    """Whether a prop may be exchanged: no progress, nobody on or in it."""
    return not prop.progress and not hooked_on(state, prop.id) and not hiding_in(state, prop.id)


def heal(state: State, by: str, target: str, how: str = "") -> State:
    """A Survivor becomes healthy."""
    figure = state.figure(target)
    if not figure.wounded:
        return state
    state = with_figure(state, replace(figure, wounded=False))
    return later(state, Event("healed", by, target, how))


def wound(state: State, by: str, target: str) -> State:
    """A Survivor becomes wounded."""
    figure = state.figure(target)
    if figure.wounded:
        return state
    state = with_figure(state, replace(figure, wounded=True))
    state = replace(
        state, hurt=marked(state, state.hurt, target), struck=marked(state, state.struck, target)
    )
    return later(state, Event("wounded", by, target))


def marked(state: State, seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """The seats with one more, in the order of the table."""
    return tuple([f.id for f in state.survivors if f.id in seats or f.id == seat])


def remove_prop(state: State, prop_id: str) -> State:
    """A prop leaves the board; who hides in it stands in the space again."""
    prop = state.prop(prop_id)
    assert prop is not None
    for figure in hiding_in(state, prop_id):
        state = with_figure(state, replace(figure, locker=""))
    if state.entity == prop_id:
        state = replace(state, entity="")
    return with_prop(state, replace(prop, at="", progress=0))


def exchange(state: State, a: str, b: str) -> State:
    """Two props change places; who stands, hangs or hides there stays in the space."""
    one, other = state.prop(a), state.prop(b)
    assert one is not None
    assert other is not None
    state = with_prop(state, replace(one, at=other.at))
    return with_prop(state, replace(other, at=one.at))


def sabotage(state: State, by: str, hook: str, freed: str = "") -> State:
    """The Entity goes on a hook (or the hook leaves, by a house rule)."""
    if state.settings.sabotage == "remove-hook":
        state = remove_prop(state, hook)
    else:
        state = replace(state, entity=hook)
    return later(state, Event("sabotaged", by, hook, freed))


def progress(state: State, seat: str, prop_id: str, amount: int) -> State:
    """A generator or gate gains progress; what it takes to complete it is a house rule."""
    prop = state.prop(prop_id)
    assert prop is not None
    total = prop.progress + amount
    if prop.kind == "exit-gate":
        state = with_prop(state, replace(prop, progress=total))
        if total < state.settings.gate_progress:
            return state
        winners = tuple(figure.id for figure in state.survivors)
        return replace(state, result=Outcome(winners, "gate"))
    wanted = state.settings.generator_progress
    if total < wanted:
        return with_prop(state, replace(prop, progress=total))
    at = "" if state.settings.completed_generator == "leaves" else prop.at
    if state.entity == prop_id and not at:
        state = replace(state, entity="")
    state = with_prop(state, replace(prop, at=at, progress=wanted))
    state = replace(state, repaired=state.repaired + 1, completed=True)
    return later(state, Event("completed", seat, prop_id))


def is_done(state: State, prop: Prop) -> bool:
    """Whether a generator is completed."""
    return prop.kind == "generator" and prop.progress >= state.settings.generator_progress


def regress(state: State, prop_id: str, amount: int) -> State:
    """A generator or gate loses progress."""
    prop = state.prop(prop_id)
    assert prop is not None
    return with_prop(state, replace(prop, progress=max(0, prop.progress - amount)))


def hang(state: State, by: str, survivor: str, hook: str) -> State:
    """A Survivor is put on a hook: the first time, their own token goes to the track (AUT)."""
    figure = state.figure(survivor)
    prop = state.prop(hook)
    assert prop is not None
    token = figure.token
    figure = replace(figure, hook=hook, at=prop.at, locker="", token=False)
    state = replace(with_figure(state, figure), hurt=marked(state, state.hurt, survivor))
    if token:
        state = sacrifice_progress(state, 1)
    return later(state, Event("sacrificed", by, survivor, hook))


def sacrifice_progress(state: State, amount: int) -> State:
    """Tokens on the sacrifice track; eight win at once (DbD p.11)."""
    track = max(0, min(state.track + amount, SACRIFICES_TO_WIN))
    state = replace(state, track=track)
    if track < SACRIFICES_TO_WIN:
        return state
    return replace(state, result=Outcome((state.killer.id,), "sacrifices"))


def grant_bonus(state: State, seat: str) -> State:
    """A Survivor bonus turn, if there is a card for it."""
    figure = state.figure(seat)
    return push(state, SurvivorBonus(seat)) if figure.hand and not figure.hook else state


def discard_card(state: State, seat: str, card: str) -> State:
    """A movement card goes from hand, or from those set, to those played."""
    figure = state.figure(seat)
    figure = replace(
        figure,
        hand=tuple([c for c in figure.hand if c != card]),
        planned=tuple([c for c in figure.planned if c != card]),
        shown=tuple([c for c in figure.shown if c != card]),
        played=(*figure.played, card),
    )
    return with_figure(state, figure)


def show_card(state: State, seat: str, card: str) -> State:
    """A set card is turned face up."""
    figure = state.figure(seat)
    shown = tuple([c for c in KILLER_CARDS if c in figure.shown or c == card])
    return with_figure(state, replace(figure, shown=shown))


def reveal_any(state: State, seat: str, spaces: tuple[str, ...], optional: bool = False) -> State:
    """A figure reveals a face-down prop in one of some spaces, if there is any."""
    if any(not p.kind for space in spaces for p in state.here.get(space, ())):
        return push(state, PropToReveal(seat, spaces, optional))
    return state


def refuse_laying(state: State, seat: str, path_id: str) -> Violation | None:
    """Why no pallet may be laid on a path by a figure: not at the space, or not free."""
    path = state.board.path.get(path_id)
    at = state.figure(seat).at
    if path is None or at not in (path.a, path.b):
        return refuse("pallet.not-connected", seat=seat, at=at, path=path_id)
    if not is_bare(state, path_id):
        return refuse("pallet.path-taken", seat=seat, path=path_id)
    return None


def is_bare(state: State, path_id: str) -> bool:
    """Whether a path holds no component: one at most (assumed)."""
    return (
        path_id not in state.walls
        and path_id not in state.pallets
        and path_id not in state.traps
        and state.entity != path_id
    )


def without_pallet(state: State, path_id: str) -> State:
    """A pallet leaves its path."""
    return replace(state, pallets=tuple([p for p in state.pallets if p != path_id]))


def without_wall(state: State, path_id: str) -> State:
    """A breakable wall leaves its path."""
    return replace(state, walls=tuple([w for w in state.walls if w != path_id]))


def call_off(state: State, event: str) -> tuple[State, AnyAsk | None]:
    """End an event's window and take away what it was about; that ask is returned too."""
    asks = list(state.asks)
    for index in reversed(range(1, len(asks))):
        ask = asks[index]
        if isinstance(ask, React) and ask.event.name == event:
            about = asks[index - 1]
            first = index - 1
            before = asks[first - 1] if first else None
            if isinstance(before, Announce) and before.event.name == "interacted":
                first -= 1
            return replace(state, asks=(*asks[:first], *asks[index + 1 :])), about
    return state, None


@effect("heal")
def heal_chosen(state: State, ask: Source, target: str) -> State:
    """The one chosen, or rolled for, becomes healthy."""
    return heal(state, ask.seat, target)


@effect("wound")
def wound_chosen(state: State, ask: Source, target: str) -> State:
    """The one chosen becomes wounded."""
    return wound(state, ask.seat, target)


@effect("move")
def move_chosen(state: State, ask: Source, target: str) -> State:
    """The one chosen moves along any path."""
    return move_any(state, target)


def drag(state: State, seat: str, target: str) -> State:
    """A seat chooses along which path somebody else is moved."""
    ways = exits(state, state.figure(target), ANY_COLOUR)
    return choose(state, seat, "drag-path", tuple([way.path.id for way in ways]), target)


@effect("drag")
def drag_chosen(state: State, ask: Source, target: str) -> State:
    """The one chosen is moved along any path, at the chooser's will."""
    return drag(state, ask.seat, target)


@effect("drag-path")
def dragged(state: State, ask: Source, option: str) -> State:
    """The figure (`about`) moves along the path chosen."""
    assert isinstance(ask, Choice)
    return go_along(state, ask.about, option)


def go_along(state: State, seat: str, path_id: str) -> State:
    """A figure moves along a path without a choice of its own, and without interacting."""
    path = state.board.path[path_id]
    to = path.b if state.figure(seat).at == path.a else path.a
    return push(state, Arrival(seat, path_id, to, False))


@effect("skill-check")
def repair_chosen(state: State, ask: Source, target: str) -> State:
    """The generator chosen is repaired: a skill check."""
    return push(state, Check(ask.seat, "skill", target))


@effect("sabotage")
def sabotage_chosen(state: State, ask: Source, target: str) -> State:
    """The hook chosen is sabotaged."""
    return sabotage(state, ask.seat, target)


@effect("remove-prop")
def remove_chosen(state: State, ask: Source, target: str) -> State:
    """The prop chosen leaves the board."""
    return remove_prop(state, target)


@effect("regress")
def regress_chosen(state: State, ask: Source, target: str) -> State:
    """The generator or gate chosen loses 1 progress."""
    return regress(state, target, 1)


@effect("entity")
def entity_chosen(state: State, ask: Source, target: str) -> State:
    """The Entity goes on the prop or path chosen."""
    return replace(state, entity=target)


@effect("hook")
def hook_chosen(state: State, ask: Source, target: str) -> State:
    """Of several hooks here, the one chosen takes the Survivor (`about`)."""
    assert isinstance(ask, Choice)
    return start_sacrifice(state, ask.seat, ask.about, (target,))


def start_sacrifice(state: State, seat: str, survivor: str, hooks: tuple[str, ...]) -> State:
    """A Survivor is about to be put on one of some hooks, at the Killer's choice."""
    if len(hooks) > 1:
        return choose(state, seat, "hook", hooks, survivor)
    return push(state, Sacrifice(seat, survivor, hooks[0]))

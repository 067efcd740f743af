"""The Killer's perks of attacks and hooks. Source: dbd.md 14 (CARD)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    around,
    call_off,
    can_leave,
    discard_card,
    exchange,
    go_along,
    is_done,
    near,
    of_kind,
    plain,
    remove_prop,
    revealed,
    without_pallet,
    without_wall,
)
from rules.dbd.perks.frame import Source, choose, effect, perk
from rules.dbd.perks.ready import (
    connected_spaces,
    interaction_of,
    is_survivor,
    mine,
    unoccupied,
    usable,
)
from rules.dbd.powers import power_of
from rules.dbd.state import (
    ANY_COLOUR,
    COLOUR,
    POWER,
    Deed,
    Event,
    Figure,
    Interaction,
    Seize,
    State,
    Step,
    gain,
    push,
    with_figure,
)


def healthy_around(state: State, figure: Figure) -> tuple[str, ...]:
    """Healthy Survivors here or connected."""
    return tuple([f.id for f in around(state, figure) if not f.wounded])


# In place of an interaction, or before it


def unmoved(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction without a move before it, with a healthy Survivor here."""
    still = mine(state, figure, event) and not event.target and not interaction_of(state).only
    return still and any(not f.wounded for f in near(state, figure))


@perk("insidious", "interaction", ready=unmoved, spends=True)
def insidious(state: State, figure: Figure, event: Event) -> State:
    """Not moved this turn: pick a healthy Survivor up instead of attacking."""
    healthy = tuple([f.id for f in near(state, figure) if not f.wounded])
    return choose(state, figure.id, "seize", healthy)


@effect("seize")
def seize(state: State, ask: Source, option: str) -> State:
    """The one chosen is picked up."""
    return push(state, Seize(ask.seat, option))


@perk(
    "hoarder",
    "interaction",
    ready=lambda s, f, e: mine(s, f, e) and bool(usable(s, f.at, "chest")),
    spends=True,
)
def hoarder(state: State, figure: Figure, event: Event) -> State:
    """Remove a chest here and gain 2 Bloodpoints."""
    state = gain(state, figure.id, 2)
    return choose(state, figure.id, "remove-prop", usable(state, figure.at, "chest"))


def far_props(state: State, figure: Figure, card: str) -> tuple[str, ...]:
    """The revealed props of the spaces that a card's paths lead to."""
    ways = state.board.exits[figure.at].get(COLOUR[card], ())
    spaces = dict.fromkeys(way.to for way in ways)
    return tuple([p.id for space in spaces for p in state.here.get(space, ()) if p.kind])


def undying_cards(state: State, figure: Figure) -> tuple[str, ...]:
    """The cards in hand that reach a prop."""
    return tuple([c for c in figure.hand if c in COLOUR and far_props(state, figure, c)])


@perk(
    "undying",
    "interaction",
    ready=lambda s, f, e: mine(s, f, e) and bool(undying_cards(s, f)),
    spends=True,
)
def undying(state: State, figure: Figure, event: Event) -> State:
    """Discard a card; interact with a prop of a space joined by its path."""
    return choose(state, figure.id, "undying", undying_cards(state, figure), ask=True)


@effect("undying")
def reach_far(state: State, ask: Source, option: str) -> State:
    """The interaction with what the card's paths lead to."""
    only = far_props(state, state.figure(ask.seat), option)
    return push(discard_card(state, ask.seat, option), Interaction(ask.seat, only=only))


def loose(state: State, kind: str) -> tuple[str, ...]:
    """The unoccupied props of a kind on the board."""
    return tuple([p.id for p in revealed(state, kind) if unoccupied(state, p.id)])


def maiden_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, while a locker and a hook are unoccupied."""
    return (
        mine(state, figure, event) and bool(loose(state, "locker")) and bool(loose(state, "hook"))
    )


@perk("iron-maiden", "interaction", ready=maiden_ready)
def iron_maiden(state: State, figure: Figure, event: Event) -> State:
    """Exchange an unoccupied locker and an unoccupied hook anywhere."""
    return choose(state, figure.id, "maiden-locker", loose(state, "locker"))


@effect("maiden-locker")
def maiden_locker(state: State, ask: Source, option: str) -> State:
    """Which hook goes where the locker is."""
    return choose(state, ask.seat, "maiden-hook", loose(state, "hook"), option)


@effect("maiden-hook")
def maiden_hook(state: State, ask: Source, option: str) -> State:
    """The two change places."""
    return exchange(state, getattr(ask, "about", ""), option)


# After an attack


@perk("agitation", "attacked", ready=lambda s, f, e: can_leave(s, f))
def agitation(state: State, figure: Figure, event: Event) -> State:
    """After an attack: move along any path."""
    return push(state, Step(figure.id, ANY_COLOUR, interact=False))


def blows(state: State, target: Figure) -> tuple[str, ...]:
    """The paths along which a Survivor can be hurled: walls are no bar, the Entity is."""
    ways = [way for ways in state.board.exits[target.at].values() for way in ways]
    return tuple([way.path.id for way in ways if way.path.id != state.entity])


@perk(
    "brutal-strength",
    "attacked",
    ready=lambda s, f, e: bool(blows(s, s.figure(e.target))) and not s.figure(e.target).absent,
)
def brutal_strength(state: State, figure: Figure, event: Event) -> State:
    """Move the attacked Survivor along any path; a pallet or wall on it is destroyed."""
    paths = blows(state, state.figure(event.target))
    return choose(state, figure.id, "hurl", paths, event.target)


@effect("hurl")
def hurled(state: State, ask: Source, option: str) -> State:
    """What lies on the path is gone, and the Survivor moves along it."""
    state = without_pallet(without_wall(state, option), option)
    return go_along(state, getattr(ask, "about", ""), option)


def frightened(state: State, figure: Figure) -> tuple[str, ...]:
    """The Survivors of connected spaces who could move."""
    there = [f for f in around(state, figure) if f.at != figure.at]
    return tuple([f.id for f in there if can_leave(state, f)])


@perk("infectious-fright", "attacked", ready=lambda s, f, e: bool(frightened(s, f)))
def infectious_fright(state: State, figure: Figure, event: Event) -> State:
    """Move a Survivor of a connected space along any path."""
    return choose(state, figure.id, "drag", frightened(state, figure))


def popped(state: State, figure: Figure) -> tuple[str, ...]:
    """Crows, chests and unoccupied lockers of connected spaces."""
    spaces = connected_spaces(state, figure.at)
    props = [p for s in spaces for p in of_kind(state, s, "crow", "chest", "locker")]
    return tuple([p.id for p in props if unoccupied(state, p.id)])


@perk(
    "pop-goes-the-weasel",
    "wounded",
    "sacrificed",
    ready=lambda s, f, e: mine(s, f, e) and bool(popped(s, f)),
)
def pop_goes_the_weasel(state: State, figure: Figure, event: Event) -> State:
    """Remove a crow, an unoccupied locker or a chest from a connected space."""
    return choose(state, figure.id, "remove-prop", popped(state, figure))


# After interacting


def others_here(state: State, figure: Figure, but: str) -> tuple[str, ...]:
    """The other Survivors here."""
    return tuple([f.id for f in near(state, figure) if f.id != but])


def unrelenting_ready(state: State, figure: Figure, event: Event) -> bool:
    """After an own interaction with a Survivor, when another one is here."""
    own = mine(state, figure, event) and is_survivor(state, event.target)
    return own and bool(others_here(state, figure, event.target))


@perk("unrelenting", "interacted", ready=unrelenting_ready)
def unrelenting(state: State, figure: Figure, event: Event) -> State:
    """Interact with a different Survivor here."""
    only = others_here(state, figure, event.target)
    return push(state, Interaction(figure.id, only=only))


def power_left(state: State, figure: Figure, event: Event) -> bool:
    """After an own interaction, when the power is unused and would do something."""
    power = power_of(state)
    own = mine(state, figure, event) and event.target != POWER and POWER not in figure.used
    return own and (power is None or power.ready(state, figure))


@perk("territorial-imperative", "interacted", ready=power_left)
def territorial_imperative(state: State, figure: Figure, event: Event) -> State:
    """After interacting: use the Killer power."""
    figure = state.figure(figure.id)
    state = with_figure(state, replace(figure, used=(*figure.used, POWER)))
    return push(state, Deed(figure.id, "power", figure.id))


def nemesis_ready(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor has used a pallet or locker here or in a connected space."""
    if event.seat == figure.id:
        return False
    spaces = {figure.at, *state.board.neighbours[figure.at]}
    if event.other:
        path = state.board.path[event.other]
        return event.other in state.pallets and (path.a in spaces or path.b in spaces)
    prop = state.prop(event.target)
    return prop is not None and prop.kind == "locker" and prop.at in spaces


@perk("nemesis", "interacted", ready=nemesis_ready)
def nemesis(state: State, figure: Figure, event: Event) -> State:
    """A Survivor used a pallet or locker here or connected: remove it."""
    if event.other:
        return without_pallet(state, event.other)
    return remove_prop(state, event.target)


# Picking up and the hook


@perk("starstruck", "picks-up", ready=lambda s, f, e: can_leave(s, f))
def starstruck(state: State, figure: Figure, event: Event) -> State:
    """First move along any path, then pick a different Survivor up, wounded or not."""
    state = call_off(state, "picks-up")[0]
    state = push(state, Deed(figure.id, "grab-other", event.target))
    return push(state, Step(figure.id, ANY_COLOUR, interact=False))


@effect("grab-other")
def grab_other(state: State, ask: Source, option: str) -> State:
    """Another Survivor where the Killer is now."""
    return choose(state, ask.seat, "seize", others_here(state, state.killer, option))


def alone(state: State, figure: Figure, event: Event) -> bool:
    """No other Survivor is here."""
    return not others_here(state, figure, event.target)


@perk("monstrous-shrine", "sacrificed", ready=alone)
def monstrous_shrine(state: State, figure: Figure, event: Event) -> State:
    """No other Survivor here: gain 2 Bloodpoints."""
    return gain(state, figure.id, 2)


@perk("bloodhound", "sacrificed")
def bloodhound(state: State, figure: Figure, event: Event) -> State:
    """The Survivor loses 1 Bloodpoint, the Killer gains 1."""
    return gain(gain(state, event.target, -1), figure.id, 1)


def far_healthy(state: State, figure: Figure) -> tuple[str, ...]:
    """Healthy Survivors of connected spaces."""
    return tuple([f.id for f in around(state, figure) if not f.wounded and f.at != figure.at])


@perk("blood-echo", "sacrificed", ready=lambda s, f, e: bool(far_healthy(s, f)))
def blood_echo(state: State, figure: Figure, event: Event) -> State:
    """A Survivor in a connected space becomes wounded."""
    return choose(state, figure.id, "wound", far_healthy(state, figure))


def worked_on(state: State) -> tuple[str, ...]:
    """Generators and gates with progress."""
    found = [p for p in revealed(state, "generator", "exit-gate") if p.progress]
    return tuple([p.id for p in found if not is_done(state, p)])


@perk("dead-mans-switch", "sacrificed", ready=lambda s, f, e: bool(worked_on(s)))
def dead_mans_switch(state: State, figure: Figure, event: Event) -> State:
    """A generator or exit gate loses 1 progress."""
    return choose(state, figure.id, "regress", worked_on(state))


def tradeable(state: State, prop_id: str) -> tuple[str, ...]:
    """Other revealed props of the category that may be exchanged."""
    category = prop_id.rpartition("-")[0]
    return tuple(
        [
            f"{prop_id}+{p.id}"
            for p in state.props
            if p.kind and p.at and p.category == category and p.id != prop_id and plain(state, p)
        ]
    )


def haunted_ready(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor has revealed a prop that could be exchanged."""
    return event.seat != figure.id and bool(tradeable(state, event.target))


@perk("haunted-ground", "revealed", ready=haunted_ready)
def haunted_ground(state: State, figure: Figure, event: Event) -> State:
    """Exchange the prop a Survivor revealed with another revealed one of its category."""
    return choose(state, figure.id, "exchange", tradeable(state, event.target))


def is_crow(state: State, figure: Figure, event: Event) -> bool:
    """The prop revealed is a crow."""
    prop = state.prop(event.target)
    return prop is not None and prop.kind == "crow"


@perk("spies-from-the-shadows", "revealed", ready=is_crow)
def spies_from_the_shadows(state: State, figure: Figure, event: Event) -> State:
    """A crow is revealed: gain 1 Bloodpoint."""
    return gain(state, figure.id, 1)

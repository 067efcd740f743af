"""Survivors' perks about moving: their own moves, others', the Killer's. dbd.md 14 (CARD, MAL)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    call_off,
    can_leave,
    drag,
    go_along,
    is_bare,
    move_any,
    near,
    of_kind,
    reveal_any,
    without_pallet,
    without_wall,
)
from rules.dbd.paths import barred
from rules.dbd.perks.frame import Source, choose, effect, gamble, perk
from rules.dbd.perks.ready import (
    again,
    arriving,
    by_survivor,
    can_go,
    connected_spaces,
    interaction_of,
    killer_comes_here,
    mine,
    moved,
    planning_starts,
    usable,
)
from rules.dbd.state import (
    ANY_COLOUR,
    CardToReveal,
    Check,
    Event,
    Figure,
    Interaction,
    PropToReveal,
    RestoreWall,
    State,
    Step,
    amend,
    beneath,
    gain,
    push,
    with_figure,
)


def again_along(state: State, figure: Figure, event: Event) -> State:
    """Move again by any other path, then interact."""
    return push(state, Step(figure.id, ANY_COLOUR, interact=True, avoid=event.target))


def sprinted(state: State, figure: Figure, event: Event) -> bool:
    """After an own move by a movement card, when another way leads on."""
    return again(state, figure, event) and bool(interaction_of(state).card)


@perk("sprint-burst", "interaction", ready=sprinted, spends=True)
def sprint_burst(state: State, figure: Figure, event: Event) -> State:
    """After a move by the own card: move again by any other path."""
    return again_along(state, figure, event)


def over_pallet(state: State, figure: Figure, event: Event) -> bool:
    """After an own move over a pallet or out of a space with one."""
    if not again(state, figure, event):
        return False
    path = state.board.path[event.target]
    origin = path.a if path.b == figure.at else path.b
    return event.target in state.pallets or bool(of_kind(state, origin, "pallet"))


@perk("lithe", "interaction", ready=over_pallet, spends=True)
def lithe(state: State, figure: Figure, event: Event) -> State:
    """Over a pallet, or out of a space with one: move again by any other path."""
    return again_along(state, figure, event)


def met_killer(state: State, figure: Figure, event: Event) -> bool:
    """After an own move into the Killer's space."""
    return again(state, figure, event) and state.killer.at == figure.at


@perk("distortion", "interaction", ready=met_killer, spends=True)
def distortion(state: State, figure: Figure, event: Event) -> State:
    """After a move into the Killer's space: move again by any other path."""
    return again_along(state, figure, event)


def no_props(state: State, figure: Figure, event: Event) -> bool:
    """After an own move into a space without props."""
    return again(state, figure, event) and not state.here.get(figure.at)


@perk("dark-sense", "interaction", ready=no_props, spends=True)
def dark_sense(state: State, figure: Figure, event: Event) -> State:
    """In a space without props: move again by any other path."""
    return again_along(state, figure, event)


def came_from_locker(state: State, figure: Figure, event: Event) -> bool:
    """After an own move out of a locker."""
    return again(state, figure, event) and interaction_of(state).hid


@perk("dance-with-me", "interaction", ready=came_from_locker, spends=True)
def dance_with_me(state: State, figure: Figure, event: Event) -> State:
    """After a turn begun in a locker: move again by any other path."""
    return again_along(state, figure, event)


def against_arrows(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, when any way leads on, arrows disregarded."""
    return mine(state, figure, event) and can_leave(state, figure, against=True)


@perk("balanced-landing", "interaction", ready=against_arrows, spends=True)
def balanced_landing(state: State, figure: Figure, event: Event) -> State:
    """Move along any path, arrows disregarded, and gain 1 Bloodpoint."""
    state = gain(state, figure.id, 1)
    return push(state, Step(figure.id, ANY_COLOUR, interact=False, against=True))


def free_wounded(state: State) -> tuple[str, ...]:
    """Wounded Survivors who could move."""
    return tuple(
        [f.id for f in state.survivors if f.wounded and not f.absent and can_leave(state, f)]
    )


def breakout_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own turn, with a wounded Survivor who could move."""
    return mine(state, figure, event) and bool(free_wounded(state))


@perk("breakout", "turn", ready=breakout_ready)
def breakout(state: State, figure: Figure, event: Event) -> State:
    """Move a wounded Survivor along any path."""
    return choose(state, figure.id, "drag", free_wounded(state))


def killer_can_go(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction in the space of a Killer who could move."""
    killer = state.killer
    return mine(state, figure, event) and killer.at == figure.at and can_leave(state, killer)


@perk("diversion", "interaction", ready=killer_can_go, spends=True)
def diversion(state: State, figure: Figure, event: Event) -> State:
    """Move the Killer, who is here, along any path; the Killer gains 1 Bloodpoint."""
    return drag(gain(state, state.killer.id, 1), figure.id, state.killer.id)


def movable(state: State) -> tuple[str, ...]:
    """Survivors who could move."""
    return tuple([f.id for f in state.survivors if not f.absent and can_leave(state, f)])


def gate_here(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with an exit gate here."""
    here = usable(state, figure.at, "exit-gate")
    return mine(state, figure, event) and bool(here) and bool(movable(state))


@perk("no-one-left-behind", "interaction", ready=gate_here, spends=True)
def no_one_left_behind(state: State, figure: Figure, event: Event) -> State:
    """At an exit gate, powered or not: any one Survivor moves along any path."""
    return choose(state, figure.id, "move", movable(state))


def leader_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own step with company, or the step of a Survivor here."""
    here = [f.id for f in near(state, figure)]
    if event.name == "step":
        return mine(state, figure, event) and bool(here)
    going = arriving(state, event) is not None and not figure.absent
    return going and event.seat in here


@perk("leader", "step", "moves", ready=leader_ready)
def leader(state: State, figure: Figure, event: Event) -> State:
    """Follow a Survivor who moves from here, or take one along on the own move."""
    if event.name == "moves":
        return go_along(state, figure.id, event.target)
    here = tuple([f.id for f in near(state, figure)])
    return choose(state, figure.id, "along", here)


@effect("along")
def along(state: State, ask: Source, option: str) -> State:
    """The one chosen will go along the same path."""
    return amend(state, Step, lambda step: replace(step, along=option))


@perk("alert", "breaks-pallet", "passes-wall", "damages-generator", ready=can_go)
def alert(state: State, figure: Figure, event: Event) -> State:
    """Move along any path, before the event takes effect (DbD p.10)."""
    return move_any(state, figure.id)


def chased(state: State, figure: Figure, event: Event) -> bool:
    """The Killer has come here, and a way leads out."""
    return killer_comes_here(state, figure, event) and can_leave(state, figure)


@perk("spine-chill", "enters", ready=chased)
def spine_chill(state: State, figure: Figure, event: Event) -> State:
    """The Killer enters: roll the danger die; a success lets oneself move along any path."""
    return gamble(state, figure.id, "move", figure.id, by=figure.id)


def killer_leaves(state: State, figure: Figure, event: Event) -> bool:
    """The Killer is about to leave this space."""
    return (
        event.seat == state.killer.id
        and state.killer.at == figure.at
        and not figure.absent
        and arriving(state, event) is not None
    )


@perk("were-gonna-live-forever", "moves", ready=killer_leaves)
def were_gonna_live_forever(state: State, figure: Figure, event: Event) -> State:
    """The Killer's move out of this space is cancelled; the Killer may still interact here."""
    arrival = arriving(state, event)
    state = call_off(state, "moves")[0]
    if arrival is not None and arrival.interact:
        state = push(state, Interaction(event.seat))
    return state


def by_card(state: State, figure: Figure, event: Event) -> bool:
    """One's own step by a movement card, which is the event's target."""
    return mine(state, figure, event) and bool(event.target)


@perk("deception", "step", ready=by_card, spends=True)
def deception(state: State, figure: Figure, event: Event) -> State:
    """Stay put, give up the interaction, gain 1 Bloodpoint."""
    return gain(state, figure.id, 1)


@perk("inner-focus", "step", ready=by_card, spends=True)
def inner_focus(state: State, figure: Figure, event: Event) -> State:
    """Roll two skill dice, pick one, go to the start space with that number (MAL-H)."""
    check = Check(figure.id, "skill", "", dice=2, effect="inner-focus", by=event.target, plain=True)
    return push(state, check)


@effect("inner-focus")
def to_start(state: State, ask: Source, option: str) -> State:
    """The Survivor is on the start space, reveals a prop there and may interact."""
    at = state.board.starts[int(option)]
    state = with_figure(state, replace(state.figure(ask.seat), at=at, locker=""))
    state = push(state, Interaction(ask.seat, card=getattr(ask, "by", "")))
    if any(not prop.kind for prop in state.here.get(at, ())):
        state = push(state, PropToReveal(ask.seat))
    return state


def hidden_props_near(state: State, figure: Figure) -> tuple[str, ...]:
    """The connected spaces with a face-down prop."""
    return tuple(
        [
            space
            for space in connected_spaces(state, figure.at)
            if any(not prop.kind for prop in state.here.get(space, ()))
        ]
    )


def visionary_ready(state: State, figure: Figure, event: Event) -> bool:
    """A prop is to be revealed here, and there are some next door."""
    ask = state.asks[-1]
    here = isinstance(ask, PropToReveal) and not ask.spaces
    return mine(state, figure, event) and here and bool(hidden_props_near(state, figure))


@perk("visionary", "reveal", ready=visionary_ready)
def visionary(state: State, figure: Figure, event: Event) -> State:
    """Reveal a prop of a connected space in place of one here."""
    spaces = hidden_props_near(state, figure)
    return amend(state, PropToReveal, lambda ask: replace(ask, spaces=spaces))


def wall_stands(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor's turn begins, and a wall stands."""
    return by_survivor(state, event) and bool(state.walls)


@perk("urban-evasion", "turn", ready=wall_stands)
def urban_evasion(state: State, figure: Figure, event: Event) -> State:
    """One breakable wall is lifted for this Survivor's turn."""
    return choose(state, figure.id, "lift-wall", state.walls)


@effect("lift-wall")
def lift_wall(state: State, ask: Source, option: str) -> State:
    """The wall comes back to its path when the turn ends."""
    return beneath(without_wall(state, option), CardToReveal, RestoreWall(option))


def gambit_ready(state: State, figure: Figure, event: Event) -> bool:
    """One is about to leave the Killer's space by a path open to the Killer."""
    killer = state.killer
    return (
        mine(state, figure, event)
        and killer.at == figure.at
        and arriving(state, event) is not None
        and barred(state, killer, state.board.path[event.target]) is None
    )


@perk("quick-gambit", "moves", ready=gambit_ready)
def quick_gambit(state: State, figure: Figure, event: Event) -> State:
    """On leaving the Killer's space: the Killer moves along (MAL-V)."""
    return go_along(state, state.killer.id, event.target)


def enters_killer(state: State, figure: Figure, event: Event) -> bool:
    """One has entered the Killer's space."""
    return mine(state, figure, event) and state.killer.at == event.target


@perk("overzealous", "enters", ready=enters_killer)
def overzealous(state: State, figure: Figure, event: Event) -> State:
    """On entering the Killer's space: gain 1 Bloodpoint (MAL-H)."""
    return gain(state, figure.id, 1)


@perk("shadow-step", "interaction", ready=moved)
def shadow_step(state: State, figure: Figure, event: Event) -> State:
    """The Entity goes on the path just used; nobody may use it (MAL-M)."""
    return replace(state, entity=event.target)


def shifts(state: State, figure: Figure) -> tuple[str, ...]:
    """Walls and pallets of paths here, with the bare paths here they could go to."""
    paths = state.board.touching[figure.at]
    taken = [p for p in paths if p in state.walls or p in state.pallets]
    return tuple([f"{a}+{b}" for a in taken for b in paths if is_bare(state, b)])


def fogwise_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own turn, with a wall or pallet that could be shifted."""
    return mine(state, figure, event) and bool(shifts(state, figure))


@perk("fogwise", "turn", ready=fogwise_ready)
def fogwise(state: State, figure: Figure, event: Event) -> State:
    """A wall or pallet of a path here goes to another, bare path here (MAL-V)."""
    return choose(state, figure.id, "fogwise", shifts(state, figure))


@effect("fogwise")
def shifted(state: State, ask: Source, option: str) -> State:
    """The component lies on the other path now."""
    one, _, other = option.partition("+")
    in_order = [path.id for path in state.board.paths]
    if one in state.walls:
        state = without_wall(state, one)
        walls = tuple([p for p in in_order if p in state.walls or p == other])
        return replace(state, walls=walls)
    state = without_pallet(state, one)
    pallets = tuple([p for p in in_order if p in state.pallets or p == other])
    return replace(state, pallets=pallets)


def something_hidden(state: State, figure: Figure, event: Event) -> bool:
    """Before anybody has set a card, while a prop lies face down."""
    hidden = any(not prop.kind and prop.at for prop in state.props)
    return hidden and planning_starts(state, figure, event)


@perk("clairvoyance", "planning", ready=something_hidden)
def clairvoyance(state: State, figure: Figure, event: Event) -> State:
    """At the start of planning: reveal any prop (MAL-M)."""
    return reveal_any(state, figure.id, tuple(state.board.space))

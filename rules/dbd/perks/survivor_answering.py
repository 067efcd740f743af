"""Survivors' perks in answer to dice and to the Killer. Source: dbd.md 14 (CARD, MAL)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    call_off,
    can_leave,
    grant_bonus,
    heal,
    move_any,
    of_kind,
)
from rules.dbd.items import discarded
from rules.dbd.perks.frame import Source, choose, effect, gamble, perk
from rules.dbd.perks.ready import (
    before_dice,
    concerns,
    escape_faces,
    face_of,
    free_lockers,
    generators,
    is_survivor,
    killer_comes_here,
    mine,
    usable,
)
from rules.dbd.state import (
    Check,
    Damage,
    Escape,
    EscapeRolled,
    Event,
    Figure,
    Interaction,
    Result,
    State,
    SurvivorPhase,
    amend,
    beneath,
    find,
    gain,
    push,
    with_figure,
)

# Dice


def other_before_dice(state: State, figure: Figure, event: Event) -> bool:
    """The skill die of another Survivor here or connected is still to be rolled."""
    check = before_dice(state, event)
    if check is None or check.dice != 1 or event.seat == figure.id:
        return False
    return concerns(state, figure, event.seat)


@perk("bond", "check", ready=other_before_dice)
def bond(state: State, figure: Figure, event: Event) -> State:
    """Two dice are rolled for another's check; either may be kept."""
    return amend(state, Check, lambda ask: replace(ask, dice=2))


def own_before_dice(state: State, figure: Figure, event: Event) -> bool:
    """The own skill die is still to be rolled."""
    return mine(state, figure, event) and before_dice(state, event) is not None


@perk("this-is-not-happening", "check", ready=own_before_dice)
def this_is_not_happening(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die in place of the skill die."""
    return amend(state, Check, lambda ask: replace(ask, die="danger", dice=1, faces=()))


def failed(state: State, figure: Figure, event: Event) -> bool:
    """The face that stands is a failure."""
    return face_of(state, figure, event) == 0


@perk("iron-will", "rolled", ready=failed)
def iron_will(state: State, figure: Figure, event: Event) -> State:
    """Count the failure as a success; the Killer still gains 1 Bloodpoint."""
    state = gain(state, state.killer.id, 1)
    return amend(state, Result, lambda ask: replace(ask, face=1))


def unpaid(state: State, figure: Figure, event: Event) -> bool:
    """The face that stands is a failure, and the Killer is to be paid for it."""
    ask = find(state, Result)
    return failed(state, figure, event) and ask is not None and not ask.payee


@perk("off-the-record", "rolled", ready=unpaid)
def off_the_record(state: State, figure: Figure, event: Event) -> State:
    """Gain the failure's Bloodpoint in place of the Killer."""
    return amend(state, Result, lambda ask: replace(ask, payee=figure.id))


def other_targets(state: State, figure: Figure, event: Event) -> tuple[str, ...]:
    """Other props and Survivors here."""
    props = [p.id for p in state.here.get(figure.at, ()) if p.kind and p.id != event.target]
    there = [f.id for f in state.survivors if f.at == figure.at and f.id != figure.id]
    return (*props, *there)


def generator_failed(state: State, figure: Figure, event: Event) -> bool:
    """The own repair has failed, and there is something else to do here."""
    prop = state.prop(event.target)
    if prop is None or prop.kind != "generator" or not mine(state, figure, event):
        return False
    return failed(state, figure, event) and bool(other_targets(state, figure, event))


@perk("technician", "rolled", ready=generator_failed)
def technician(state: State, figure: Figure, event: Event) -> State:
    """After a failed repair: one more interaction, with something else."""
    only = other_targets(state, figure, event)
    return beneath(state, Result, Interaction(figure.id, only=only))


def succeeded(state: State, figure: Figure, event: Event) -> bool:
    """The face that stands is a plain success."""
    face = face_of(state, figure, event)
    return face is not None and 0 < face < 5


@perk("autodidact", "rolled", ready=succeeded)
def autodidact(state: State, figure: Figure, event: Event) -> State:
    """Turn a success into a great success."""
    return amend(state, Result, lambda ask: replace(ask, face=5))


def four_rolled(state: State, figure: Figure, event: Event) -> bool:
    """A 4 stands, in a check or among the dice of an escape without a 5."""
    if event.name == "rolled":
        return face_of(state, figure, event) == 4
    faces = escape_faces(state)
    return 4 in faces and 5 not in faces and concerns(state, figure, event.seat)


@perk("corrective-action", "rolled", "escape-rolled", ready=four_rolled)
def corrective_action(state: State, figure: Figure, event: Event) -> State:
    """Count a 4 as a great success (MAL-J)."""
    if event.name == "rolled":
        return amend(state, Result, lambda ask: replace(ask, face=5))
    return amend(state, EscapeRolled, four_is_great)


def four_is_great(ask: EscapeRolled) -> EscapeRolled:
    """The dice of an escape with one 4 counted as a great success."""
    index = ask.faces.index(4)
    return replace(ask, faces=(*ask.faces[:index], 5, *ask.faces[index + 1 :]))


@perk("lucky-break", "great-success", ready=lambda s, f, e: f.wounded)
def lucky_break(state: State, figure: Figure, event: Event) -> State:
    """After any great success: oneself becomes healthy."""
    return heal(state, figure.id, figure.id)


def in_survivor_phase(state: State, figure: Figure, event: Event) -> bool:
    """In the Survivor phase, when who rolled has a card."""
    phase = any(isinstance(ask, SurvivorPhase) for ask in state.asks)
    return phase and bool(state.figure(event.seat).hand)


@perk("poised", "great-success", ready=in_survivor_phase)
def poised(state: State, figure: Figure, event: Event) -> State:
    """Who rolled the great success takes a Survivor bonus turn."""
    return grant_bonus(state, event.seat)


def caught(state: State, figure: Figure, event: Event) -> bool:
    """Oneself or a Survivor here was picked up, and fewer than 4 dice were announced."""
    escape = find(state, Escape)
    here = figure.id == event.target or (figure.at == state.killer.at and not figure.absent)
    return here and escape is not None and escape.dice < 4 and not escape.faces


@perk("boil-over", "announced", ready=caught)
def boil_over(state: State, figure: Figure, event: Event) -> State:
    """The Survivor picked up rolls 4 dice, whatever was announced."""
    return amend(state, Escape, lambda ask: replace(ask, dice=4))


# The Killer comes


def beside_killer(state: State, figure: Figure, event: Event, *kinds: str) -> bool:
    """The Killer has come here, and props of some kinds are here."""
    return killer_comes_here(state, figure, event) and bool(usable(state, figure.at, *kinds))


@perk(
    "quick-quiet",
    "enters",
    ready=lambda s, f, e: killer_comes_here(s, f, e) and bool(free_lockers(s, f.at)),
)
def quick_quiet(state: State, figure: Figure, event: Event) -> State:
    """Interact with a locker here before the Killer interacts."""
    return choose(state, figure.id, "hide", free_lockers(state, figure.at))


@perk(
    "premonition",
    "enters",
    ready=lambda s, f, e: beside_killer(s, f, e, "crow") and bool(f.hand),
)
def premonition(state: State, figure: Figure, event: Event) -> State:
    """Interact with a crow here before the Killer interacts."""
    return choose(state, figure.id, "use-crow", usable(state, figure.at, "crow"))


def locker_here(state: State, figure: Figure, event: Event) -> bool:
    """The Killer has come here, and there is a locker."""
    return killer_comes_here(state, figure, event) and bool(of_kind(state, figure.at, "locker"))


@perk("head-on", "enters", ready=locker_here)
def head_on(state: State, figure: Figure, event: Event) -> State:
    """Remove a locker here; the Killer cannot interact this turn."""
    state = no_interaction(state, event.seat)
    lockers = tuple([prop.id for prop in of_kind(state, figure.at, "locker")])
    return choose(state, figure.id, "remove-prop", lockers)


def no_interaction(state: State, seat: str) -> State:
    """The interaction that waits for a seat is lost."""
    ask = find(state, Interaction)
    if ask is None or ask.seat != seat:
        return state
    return amend(state, Interaction, lambda ask: None)


# The Killer interacts


def would_be_attacked(state: State, figure: Figure, event: Event) -> bool:
    """The Killer interacts with a healthy Survivor here."""
    if event.seat != state.killer.id or not is_survivor(state, event.target):
        return False
    target = state.figure(event.target)
    return not target.wounded and target.at == figure.at and not figure.absent


@perk("no-mither", "interacts", ready=would_be_attacked)
def no_mither(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die; a success keeps a healthy Survivor here so, the Killer gains 1."""
    return gamble(state, figure.id, "no-mither", event.target, by=figure.id)


@effect("no-mither")
def unharmed(state: State, ask: Source, option: str) -> State:
    """The interaction is called off."""
    return gain(call_off(state, "interacts")[0], state.killer.id, 1)


def herring_ready(state: State, figure: Figure, event: Event) -> bool:
    """The Killer interacts with a Survivor here, and there is a generator."""
    if event.seat != state.killer.id or not is_survivor(state, event.target):
        return False
    here = state.figure(event.target).at == figure.at and not figure.absent
    return here and bool(generators(state, figure.at))


@perk("red-herring", "interacts", ready=herring_ready)
def red_herring(state: State, figure: Figure, event: Event) -> State:
    """The Killer has to interact with a generator here instead."""
    state = call_off(state, "interacts")[0]
    killer = state.killer.id
    return choose(state, killer, "red-herring", generators(state, figure.at), figure.id)


@effect("red-herring")
def distracted(state: State, ask: Source, option: str) -> State:
    """The generator is damaged; with 2 progress it paid the Survivor (`about`)."""
    prop = state.prop(option)
    assert prop is not None
    if prop.progress == 2:
        state = gain(state, getattr(ask, "about", ""), 1)
    return push(state, Damage(option)) if prop.progress else state


def manifest_ready(state: State, figure: Figure, event: Event) -> bool:
    """The Killer interacts here, and an item is in hand."""
    killer = state.killer
    here = killer.at == figure.at and not figure.absent
    return event.seat == killer.id and here and bool(figure.item)


@perk("residual-manifest", "interacts", ready=manifest_ready)
def residual_manifest(state: State, figure: Figure, event: Event) -> State:
    """Discard an item to cancel the Killer's interaction here (MAL-H)."""
    state = with_figure(state, replace(state.figure(figure.id), item=""))
    return discarded(call_off(state, "interacts")[0], figure.item)


@perk("smash-hit", "breaks-pallet", "passes-wall", "damages-generator")
def smash_hit(state: State, figure: Figure, event: Event) -> State:
    """The Killer breaks a pallet, passes a wall or damages a generator: gain 1 Bloodpoint."""
    return gain(state, figure.id, 1)


def damaged_elsewhere(state: State, figure: Figure, event: Event) -> bool:
    """A generator is damaged in another space, and there is one here."""
    prop = state.prop(event.target)
    elsewhere = prop is not None and prop.at != figure.at
    return elsewhere and not figure.absent and bool(generators(state, figure.at))


@perk("deja-vu", "damages-generator", ready=damaged_elsewhere)
def deja_vu(state: State, figure: Figure, event: Event) -> State:
    """A generator is damaged elsewhere: interact with one here."""
    return choose(state, figure.id, "skill-check", generators(state, figure.at))


# The hook


def beside_victim(state: State, figure: Figure, event: Event) -> bool:
    """Another Survivor here is about to be put on a hook and could leave."""
    other = event.target != figure.id and figure.at == state.killer.at and not figure.absent
    return other and can_leave(state, state.figure(event.target))


@perk("dead-hard", "would-sacrifice", ready=beside_victim)
def dead_hard(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die; a success saves another Survivor here, who moves along any path."""
    return gamble(state, figure.id, "dead-hard", event.target, by=figure.id)


@effect("dead-hard")
def saved(state: State, ask: Source, option: str) -> State:
    """The sacrifice is called off."""
    return move_any(call_off(state, "would-sacrifice")[0], option)

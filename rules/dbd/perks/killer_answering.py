"""The Killer's perks about moves, and in answer to Survivors. Source: dbd.md 14 (CARD)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    call_off,
    discard_card,
    go_along,
    near,
)
from rules.dbd.paths import barred
from rules.dbd.perks.frame import Source, choose, effect, gamble, perk
from rules.dbd.perks.ready import (
    again,
    arriving,
    before_dice,
    by_survivor,
    concerns,
    free_lockers,
    interaction_of,
    is_survivor,
    mine,
    unknown_cards,
)
from rules.dbd.perks.survivor_answering import no_interaction
from rules.dbd.state import (
    ANY_COLOUR,
    Arrival,
    Check,
    Escape,
    EscapeRolled,
    Event,
    Figure,
    Interaction,
    ItemUse,
    State,
    Step,
    amend,
    find,
    gain,
    push,
)

# Moves


@perk("enduring", "breaks-pallet", ready=mine)
def enduring(state: State, figure: Figure, event: Event) -> State:
    """Destroy the pallet, complete the move, keep the interaction."""
    return amend(state, Arrival, lambda ask: replace(ask, through=True))


@perk("spirit-fury", "breaks-pallet", ready=mine)
def spirit_fury(state: State, figure: Figure, event: Event) -> State:
    """A pallet is broken: gain 2 Bloodpoints."""
    return gain(state, figure.id, 2)


def arrow_or_wall(state: State, figure: Figure, event: Event) -> bool:
    """After an own move along a one-way path or through a wall, when a way leads on."""
    if not again(state, figure, event):
        return False
    return state.board.path[event.target].colour == "yellow" or interaction_of(state).wall


@perk("bitter-murmur", "interaction", ready=arrow_or_wall, spends=True)
def bitter_murmur(state: State, figure: Figure, event: Event) -> State:
    """After a one-way path or a wall: move again along any path."""
    return push(state, Step(figure.id, ANY_COLOUR, interact=True))


def leaves_me(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor is about to leave the Killer's space."""
    if not by_survivor(state, event) or arriving(state, event) is None:
        return False
    return state.figure(event.seat).at == figure.at


def can_follow(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor leaves this space by a path that is open to the Killer."""
    path = state.board.path[event.target]
    return leaves_me(state, figure, event) and barred(state, figure, path) is None


@perk("thrill-of-the-hunt", "moves", ready=can_follow)
def thrill_of_the_hunt(state: State, figure: Figure, event: Event) -> State:
    """A Survivor leaves the Killer's space: move with them."""
    return go_along(state, figure.id, event.target)


def wounded_leaves(state: State, figure: Figure, event: Event) -> bool:
    """A wounded Survivor leaves this space."""
    return leaves_me(state, figure, event) and state.figure(event.seat).wounded


@perk("deerstalker", "moves", ready=wounded_leaves)
def deerstalker(state: State, figure: Figure, event: Event) -> State:
    """A wounded Survivor leaves: they roll the danger die; a failure keeps them here."""
    return gamble(state, event.seat, "stay", event.seat, by=figure.id, on_failure=True)


@effect("stay")
def stay(state: State, ask: Source, option: str) -> State:
    """The move is called off, and with it the interaction."""
    return call_off(state, "moves")[0]


def comes_to_me(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor is about to enter the Killer's space."""
    arrival = arriving(state, event)
    return by_survivor(state, event) and arrival is not None and arrival.to == figure.at


@perk("coulrophobia", "moves", ready=comes_to_me)
def coulrophobia(state: State, figure: Figure, event: Event) -> State:
    """Cancel a Survivor's move into the Killer's space; they cannot interact this turn."""
    return call_off(state, "moves")[0]


def same_card(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor moves by a card that the Killer holds as well."""
    arrival = arriving(state, event)
    return by_survivor(state, event) and arrival is not None and arrival.card in figure.hand


def may_be_same_card(state: State, figure: Figure, event: Event) -> bool:
    """The same as far as others can tell: nobody has seen that card of the Killer's yet."""
    arrival = arriving(state, event)
    known = unknown_cards(figure) if figure.hand else ()
    return by_survivor(state, event) and arrival is not None and arrival.card in known


@perk("huntress-lullaby", "moves", ready=same_card, seems=may_be_same_card)
def huntress_lullaby(state: State, figure: Figure, event: Event) -> State:
    """Discard a copy of a Survivor's card to cancel the move; they may still interact."""
    arrival = arriving(state, event)
    assert arrival is not None
    state = discard_card(call_off(state, "moves")[0], figure.id, arrival.card)
    return push(state, Interaction(event.seat)) if arrival.interact else state


def company(state: State, figure: Figure) -> tuple[str, ...]:
    """The wounded Survivors here."""
    return tuple([f.id for f in near(state, figure) if f.wounded])


def leaves_with(state: State, figure: Figure, event: Event) -> bool:
    """The own step, with a wounded Survivor here."""
    return mine(state, figure, event) and bool(company(state, figure))


@perk("rancor", "step", ready=leaves_with)
def rancor(state: State, figure: Figure, event: Event) -> State:
    """One wounded Survivor here moves along with the Killer."""
    return choose(state, figure.id, "along", company(state, figure))


def joined_another(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor has entered a space with another one."""
    if not by_survivor(state, event):
        return False
    return any(f.at == event.target and f.id != event.seat for f in state.survivors)


@perk("discordance", "enters", ready=joined_another)
def discordance(state: State, figure: Figure, event: Event) -> State:
    """A Survivor enters another's space: gain 1 for every figure there."""
    return gain(state, figure.id, sum(1 for f in state.figures if f.at == event.target))


def at_locker(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor has entered a space with a locker that is free."""
    return by_survivor(state, event) and bool(free_lockers(state, event.target))


@perk("distressing", "enters", ready=at_locker)
def distressing(state: State, figure: Figure, event: Event) -> State:
    """A Survivor who moves into a space with a locker has to interact with it."""
    lockers = free_lockers(state, event.target)
    state = no_interaction(state, event.seat)
    return choose(state, event.seat, "hide", lockers)


def others_wounded_by_carry(state: State, figure: Figure, event: Event) -> tuple[str, ...]:
    """Healthy Survivors in the space a carry enters, but for the one carried."""
    here = near(state, figure)
    return tuple([f.id for f in here if f.id != event.other and not f.wounded])


def carrying_past(state: State, figure: Figure, event: Event) -> bool:
    """A carry has entered a space with a healthy Survivor."""
    own = mine(state, figure, event) and bool(event.other)
    return own and bool(others_wounded_by_carry(state, figure, event))


@perk("mad-grit", "enters", ready=carrying_past)
def mad_grit(state: State, figure: Figure, event: Event) -> State:
    """On a carry into a space with another Survivor: wound that one."""
    return choose(state, figure.id, "wound", others_wounded_by_carry(state, figure, event))


# Dice


def danger(state: State) -> State:
    """The danger die is used for the open check."""
    return amend(state, Check, lambda ask: replace(ask, die="danger", dice=1, faces=()))


def wounded_checks(state: State, figure: Figure, event: Event) -> bool:
    """A wounded Survivor's die is still to be rolled."""
    return before_dice(state, event) is not None and state.figure(event.seat).wounded


@perk("thanatophobia", "check", ready=wounded_checks)
def thanatophobia(state: State, figure: Figure, event: Event) -> State:
    """The danger die is used for a wounded Survivor's check."""
    return danger(state)


def near_checks(state: State, figure: Figure, event: Event) -> bool:
    """The die of a Survivor here or connected is still to be rolled."""
    return before_dice(state, event) is not None and concerns(state, figure, event.seat)


@perk("unnerving-presence", "check", ready=near_checks)
def unnerving_presence(state: State, figure: Figure, event: Event) -> State:
    """The danger die is used for the check of a Survivor here or connected."""
    return danger(state)


def heals(state: State, figure: Figure, event: Event) -> bool:
    """The die of a heal is still to be rolled."""
    check = before_dice(state, event)
    return check is not None and not check.effect and is_survivor(state, event.target)


@perk("sloppy-butcher", "check", ready=heals)
def sloppy_butcher(state: State, figure: Figure, event: Event) -> State:
    """The danger die is used for a heal."""
    return danger(state)


def cleanses(state: State, figure: Figure, event: Event) -> bool:
    """The die of a cleansing is still to be rolled."""
    prop = state.prop(event.target)
    check = before_dice(state, event)
    return check is not None and prop is not None and prop.kind == "hex-totem"


@perk("retribution", "check", ready=cleanses)
def retribution(state: State, figure: Figure, event: Event) -> State:
    """The danger die is used for a cleansing; a success pays the Killer 2 Bloodpoints."""
    return amend(danger(state), Check, lambda ask: replace(ask, by="retribution"))


@perk("iron-grasp", "escape-rolled", ready=lambda s, f, e: find(s, EscapeRolled) is not None)
def iron_grasp(state: State, figure: Figure, event: Event) -> State:
    """All dice of an escape are rolled again."""
    return amend(state, EscapeRolled, lambda ask: Escape(ask.seat, ask.steps, len(ask.faces)))


# Interactions and items of Survivors


def poorer(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor with fewer Bloodpoints works on a generator or exit gate."""
    prop = state.prop(event.target)
    if not by_survivor(state, event) or prop is None:
        return False
    objective = prop.kind in ("generator", "exit-gate")
    return objective and state.figure(event.seat).bp < figure.bp


@perk("no-way-out", "interacts", ready=poorer)
def no_way_out(state: State, figure: Figure, event: Event) -> State:
    """Cancel the work of a Survivor with fewer Bloodpoints on a generator or gate."""
    return call_off(state, "interacts")[0]


@perk("a-nurses-calling", "healed")
def a_nurses_calling(state: State, figure: Figure, event: Event) -> State:
    """A Survivor becomes healthy: gain 2 Bloodpoints."""
    return gain(state, figure.id, 2)


def user_near(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor here or connected uses an item."""
    return find(state, ItemUse) is not None and concerns(state, figure, event.seat)


@perk("overwhelming-presence", "uses-item", ready=user_near)
def overwhelming_presence(state: State, figure: Figure, event: Event) -> State:
    """A Survivor here or connected uses an item: a failed danger die wastes it."""
    return gamble(state, event.seat, "item-check", event.seat, by=figure.id, on_failure=True)

"""The Killer's perks about generators. Source: dbd.md 14 (CARD)."""

from __future__ import annotations

from rules.dbd.changes import discard_card, is_done, regress, revealed, wound
from rules.dbd.perks.frame import Source, choose, effect, perk
from rules.dbd.perks.killer_hunting import healthy_around
from rules.dbd.perks.ready import unknown_cards
from rules.dbd.state import COLOUR, Deed, Event, Figure, Interaction, State, gain, push


@perk("gearhead", "damaged-generator")
def gearhead(state: State, figure: Figure, event: Event) -> State:
    """After damaging a generator: interact again here."""
    return push(state, Interaction(figure.id))


@perk("overcharge", "damaged-generator", ready=lambda s, f, e: bool(healthy_around(s, f)))
def overcharge(state: State, figure: Figure, event: Event) -> State:
    """After damaging a generator: a Survivor here or connected becomes wounded."""
    return choose(state, figure.id, "wound", healthy_around(state, figure))


def other_generators(state: State, but: str) -> tuple[str, ...]:
    """Other generators with progress."""
    found = [p for p in revealed(state, "generator") if p.progress and p.id != but]
    return tuple([p.id for p in found if not is_done(state, p)])


@perk("oppression", "damages-generator", ready=lambda s, f, e: bool(other_generators(s, e.target)))
def oppression(state: State, figure: Figure, event: Event) -> State:
    """Remove 1 progress from up to 2 other generators anywhere."""
    options = other_generators(state, event.target)
    return choose(state, figure.id, "oppression", ("nothing", *options), event.target)


@effect("oppression")
def oppressed(state: State, ask: Source, option: str) -> State:
    """The first one, and then perhaps a second."""
    if option == "nothing":
        return state
    rest = [p for p in other_generators(state, getattr(ask, "about", "")) if p != option]
    return choose(regress(state, option, 1), ask.seat, "oppression-2", ("nothing", *rest))


@effect("oppression-2")
def oppressed_twice(state: State, ask: Source, option: str) -> State:
    """The second one, if any."""
    return state if option == "nothing" else regress(state, option, 1)


def grip_cards(figure: Figure) -> tuple[str, ...]:
    """The cards in hand but for Wait."""
    return tuple([card for card in figure.hand if card in COLOUR])


def may_grip(state: State, figure: Figure, event: Event) -> bool:
    """Another card than Wait is in hand, as far as others can tell."""
    return bool(figure.hand) and any(card in COLOUR for card in unknown_cards(figure))


@perk(
    "dragons-grip",
    "damages-generator",
    ready=lambda s, f, e: bool(grip_cards(f)),
    seems=may_grip,
)
def dragons_grip(state: State, figure: Figure, event: Event) -> State:
    """Discard up to 2 cards: Survivors at the ends of their paths pay 1 or become wounded."""
    return choose(state, figure.id, "dragons-grip", grip_cards(figure), event.target, ask=True)


@effect("dragons-grip")
def gripped(state: State, ask: Source, option: str) -> State:
    """The card is discarded; a second one may follow; then the victims choose."""
    about = getattr(ask, "about", "")
    generator, _, first = about.partition("+")
    if option != "nothing":
        state = discard_card(state, ask.seat, option)
    figure = state.figure(ask.seat)
    if not first and may_grip(state, figure, Event("")):
        more = ("nothing", *grip_cards(figure))
        return choose(state, figure.id, "dragons-grip", more, f"{generator}+{option}", ask=True)
    colours = {COLOUR[card] for card in (first, option) if card in COLOUR}
    for seat in reversed(reached(state, generator, colours)):
        state = push(state, Deed(seat, "grip", seat))
    return state


def reached(state: State, generator: str, colours: set[str]) -> list[str]:
    """The Survivors in spaces joined to a generator's by a path of these colours."""
    prop = state.prop(generator)
    assert prop is not None
    spaces = set()
    for path in state.board.paths:
        if path.colour in colours and prop.at in (path.a, path.b):
            spaces |= {path.a, path.b} - {prop.at}
    return [f.id for f in state.survivors if f.at in spaces and not f.absent]


@effect("grip")
def grip(state: State, ask: Source, option: str) -> State:
    """Pay 1 Bloodpoint or become wounded."""
    figure = state.figure(option)
    ways = (["pay"] if figure.bp else []) + ([] if figure.wounded else ["wound"])
    return choose(state, option, "pay-or-wound", tuple(ways))


@effect("pay-or-wound")
def pay_or_wound(state: State, ask: Source, option: str) -> State:
    """What was chosen."""
    if option == "pay":
        return gain(state, ask.seat, -1)
    return wound(state, state.killer.id, ask.seat)

"""Survivors' perks of their own turns: in place of interacting, and before. dbd.md 14."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    around,
    exchange,
    heal,
    plain,
    progress,
    regress,
    show_card,
    wound,
)
from rules.dbd.perks.frame import Source, choose, effect, gamble, perk
from rules.dbd.perks.ready import (
    by_survivor,
    connected_spaces,
    generators,
    mine,
    moved,
    usable,
    wounded_near,
    wounded_self,
)
from rules.dbd.state import (
    Event,
    Figure,
    Interaction,
    State,
    gain,
    push,
    with_figure,
    with_prop,
)

# In place of an interaction


def crow_here(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with a crow here."""
    return mine(state, figure, event) and bool(usable(state, figure.at, "crow"))


@perk("calm-spirit", "interaction", ready=crow_here, spends=True)
def calm_spirit(state: State, figure: Figure, event: Event) -> State:
    """Relocate one crow from here to any space."""
    return choose(state, figure.id, "calm-crow", usable(state, figure.at, "crow"))


@effect("calm-crow")
def calm_crow(state: State, ask: Source, option: str) -> State:
    """Where the crow chosen goes."""
    at = state.figure(ask.seat).at
    spaces = tuple([space for space in state.board.space if space != at])
    return choose(state, ask.seat, "crow-to", spaces, option)


@effect("crow-to")
def crow_to(state: State, ask: Source, option: str) -> State:
    """The crow (`about`) sits in the space chosen."""
    prop = state.prop(getattr(ask, "about", ""))
    assert prop is not None
    return with_prop(state, replace(prop, at=option))


def wounded_connected(state: State, figure: Figure) -> tuple[str, ...]:
    """Wounded Survivors of connected spaces."""
    return tuple([f.id for f in around(state, figure) if f.wounded and f.at != figure.at])


def solidarity_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with a wounded Survivor next door."""
    return mine(state, figure, event) and bool(wounded_connected(state, figure))


@perk("solidarity", "interaction", ready=solidarity_ready, spends=True)
def solidarity(state: State, figure: Figure, event: Event) -> State:
    """Heal a Survivor of a connected space: a skill check."""
    return choose(state, figure.id, "skill-check", wounded_connected(state, figure))


def struggle_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction in the Killer's space, while the Killer has cards set."""
    killer = state.killer
    return mine(state, figure, event) and killer.at == figure.at and bool(killer.planned)


@perk("power-struggle", "interaction", ready=struggle_ready, spends=True)
def power_struggle(state: State, figure: Figure, event: Event) -> State:
    """The Killer's first set card is shown and gives no interaction; the Killer gains 2."""
    killer = state.killer
    card = killer.planned[0]
    state = gain(show_card(state, killer.id, card), killer.id, 2)
    killer = state.killer
    return with_figure(state, replace(killer, barred=(*killer.barred, card)))


def someone_else(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with another Survivor here or connected."""
    return mine(state, figure, event) and bool(around(state, figure))


@perk("prove-thyself", "interaction", ready=someone_else, spends=True)
def prove_thyself(state: State, figure: Figure, event: Event) -> State:
    """Another Survivor here or connected interacts instead."""
    seats = tuple([f.id for f in around(state, figure)])
    return choose(state, figure.id, "interact", seats)


@effect("interact")
def interact_chosen(state: State, ask: Source, option: str) -> State:
    """The one chosen may interact."""
    return push(state, Interaction(option))


def windows(state: State, figure: Figure) -> tuple[str, ...]:
    """Survival and Altruism props of connected spaces."""
    kinds = ("chest", "locker", "pallet", "crow")
    spaces = connected_spaces(state, figure.at)
    return tuple([prop for space in spaces for prop in usable(state, space, *kinds)])


def windows_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with a fitting prop next door."""
    return mine(state, figure, event) and bool(windows(state, figure))


@perk("windows-of-opportunity", "interaction", ready=windows_ready, spends=True)
def windows_of_opportunity(state: State, figure: Figure, event: Event) -> State:
    """Interact with a Survival or Altruism prop of a connected space."""
    return push(state, Interaction(figure.id, only=windows(state, figure)))


# Before an interaction, or at the start of a turn


def trades(state: State, figure: Figure) -> tuple[str, ...]:
    """Pairs of props of a category, one here and one in a connected space."""
    spaces = connected_spaces(state, figure.at)
    here = [p for p in state.here.get(figure.at, ()) if plain(state, p)]
    there = [p for s in spaces for p in state.here.get(s, ()) if plain(state, p)]
    return tuple([f"{a.id}+{b.id}" for a in here for b in there if a.category == b.category])


def ace_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction, with props that could be exchanged."""
    return mine(state, figure, event) and bool(trades(state, figure))


@perk("ace-in-the-hole", "interaction", ready=ace_ready)
def ace_in_the_hole(state: State, figure: Figure, event: Event) -> State:
    """Exchange a prop here with one of its category in a connected space."""
    return choose(state, figure.id, "exchange", trades(state, figure))


@effect("exchange")
def exchanged(state: State, ask: Source, option: str) -> State:
    """The two props change places."""
    one, _, other = option.partition("+")
    return exchange(state, one, other)


def for_people(state: State, figure: Figure) -> tuple[str, ...]:
    """Wounded Survivors and generators here."""
    return (*wounded_near(state, figure), *generators(state, figure.at))


def for_people_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own interaction after a move, healthy, with somebody or something to help."""
    fresh = moved(state, figure, event) and not figure.wounded
    return fresh and bool(for_people(state, figure))


@perk("for-the-people", "interaction", ready=for_people_ready)
def for_the_people(state: State, figure: Figure, event: Event) -> State:
    """Become wounded; a Survivor here becomes healthy, or a generator here gains 1 progress."""
    state = wound(state, figure.id, figure.id)
    return choose(state, figure.id, "for-the-people", for_people(state, figure))


@effect("for-the-people")
def for_one(state: State, ask: Source, option: str) -> State:
    """The Survivor or generator chosen gains by it."""
    if state.prop(option) is None:
        return heal(state, ask.seat, option)
    return progress(state, ask.seat, option, 1)


@perk("self-care", "turn", ready=wounded_self)
def self_care(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die; a success makes oneself healthy."""
    return gamble(state, figure.id, "heal", figure.id, by=figure.id)


def botany_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own turn, with a wounded Survivor here."""
    return mine(state, figure, event) and bool(wounded_near(state, figure))


@perk("botany-knowledge", "turn", "interaction", ready=botany_ready)
def botany_knowledge(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die; a success heals another Survivor here."""
    return choose(state, figure.id, "botany", wounded_near(state, figure))


@effect("botany")
def botany(state: State, ask: Source, option: str) -> State:
    """The roll for the one chosen."""
    return gamble(state, ask.seat, "heal", option, by=ask.seat)


def gifts(state: State, figure: Figure) -> tuple[str, ...]:
    """From whom 1 Bloodpoint could be taken, and to whom given."""
    others = [f for f in state.survivors if f.id != figure.id]
    takes = [f"take+{f.id}" for f in others if f.bp]
    return (*takes, *[f"give+{f.id}" for f in others if figure.bp])


def empathy_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own turn, with a Bloodpoint to take or to give."""
    return mine(state, figure, event) and bool(gifts(state, figure))


@perk("empathy", "turn", ready=empathy_ready)
def empathy(state: State, figure: Figure, event: Event) -> State:
    """Take 1 Bloodpoint from a consenting Survivor, or give one."""
    return choose(state, figure.id, "empathy", gifts(state, figure))


@effect("empathy")
def given(state: State, ask: Source, option: str) -> State:
    """The Bloodpoint changes hands."""
    way, _, other = option.partition("+")
    amount = 1 if way == "take" else -1
    return gain(gain(state, other, -amount), ask.seat, amount)


def hidden_cards(state: State) -> tuple[str, ...]:
    """The places of the Killer's set cards that lie face down, from 1."""
    killer = state.killer
    return tuple([str(i) for i, c in enumerate(killer.planned, 1) if c not in killer.shown])


def open_handed_ready(state: State, figure: Figure, event: Event) -> bool:
    """A Survivor's turn begins, and a card of the Killer lies face down."""
    return by_survivor(state, event) and bool(hidden_cards(state))


@perk("open-handed", "turn", ready=open_handed_ready)
def open_handed(state: State, figure: Figure, event: Event) -> State:
    """At the start of any Survivor's turn: one of the Killer's set cards is shown."""
    return choose(state, figure.id, "show-place", hidden_cards(state))


@effect("show-place")
def show_place(state: State, ask: Source, option: str) -> State:
    """The card in the place chosen is turned face up."""
    killer = state.killer
    return show_card(state, killer.id, killer.planned[int(option) - 1])


def transfers(state: State, figure: Figure) -> tuple[str, ...]:
    """Generators of connected spaces with progress, and generators here."""
    spaces = connected_spaces(state, figure.at)
    givers = [g for s in spaces for g in generators(state, s)]
    rich = [g for g in givers if (prop := state.prop(g)) and prop.progress]
    return tuple([f"{a}+{b}" for a in rich for b in generators(state, figure.at)])


def potential_ready(state: State, figure: Figure, event: Event) -> bool:
    """The own turn, with progress next door and a generator here."""
    return mine(state, figure, event) and bool(transfers(state, figure))


@perk("potential-energy", "turn", ready=potential_ready)
def potential_energy(state: State, figure: Figure, event: Event) -> State:
    """Shift 1 progress from a generator of a connected space to one here (MAL-V)."""
    return choose(state, figure.id, "transfer", transfers(state, figure))


@effect("transfer")
def transferred(state: State, ask: Source, option: str) -> State:
    """The progress lies on the other generator now."""
    one, _, other = option.partition("+")
    return progress(regress(state, one, 1), ask.seat, other, 1)

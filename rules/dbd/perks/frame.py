"""The frame of perks and items: rows of facts joined by id to small functions at named timings.

An answer has one or more timings. Some are *events* (`damages-generator`): they open a window
in which whoever can answer does so in turn, or passes. The others are *moments*, questions that
are open anyway (`interaction`): the answer lies beside the question and needs no window.
`docs/perks.md` lists both kinds. The tables here are filled when `rules.dbd.perks` is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.data import PERK_FACTS
from rules.dbd.state import (
    Announce,
    CardToReveal,
    Check,
    Choice,
    Deed,
    Event,
    Figure,
    Interaction,
    Planning,
    PropToReveal,
    React,
    State,
    Step,
    gain,
    pop,
    push,
    turn_order,
    with_figure,
)
from rules.engine import Violation

Ready = Callable[[State, Figure, Event], bool]
Use = Callable[[State, Figure, Event], State]
Source = Choice | Check | Deed
Effect = Callable[[State, Source, str], State]
"""What a choice or a roll brings about: the ask is off the stack, the option or target given."""


class Answer(Struct, frozen=True):
    """A perk, or one way to use an item."""

    id: str
    cost: int
    timings: tuple[str, ...]
    """Names of the events and moments it answers."""
    ready: Ready
    """Whether it would do anything."""
    use: Use
    """Its effect, once paid for."""
    side: str = "survivor"
    spends: bool = False
    """It takes the place of the open question (an interaction, a move)."""
    hooked: bool = False
    """It may be used from a hook."""
    seems: Ready | None = None
    """Whether it would as far as everybody can tell, where that rests on hidden cards: a window
    that opened for what nobody else knows would tell them."""


Perk = Answer
PERKS: dict[str, Answer] = {}
"""The perks by id."""
ITEMS: dict[str, list[Answer]] = {}
"""The ways to use each item."""
USABLE: dict[str, set[str]] = {}
"""The items that can be used at each timing."""
EFFECTS: dict[str, Effect] = {}
"""What follows a choice or a roll, by name."""

MOMENTS: dict[type, tuple[str, Callable[[str, Any], Event]]] = {
    Planning: ("planning", lambda name, ask: Event(name)),
    CardToReveal: ("turn", lambda name, ask: Event(name, ask.seat)),
    Step: ("step", lambda name, ask: Event(name, ask.seat, ask.card)),
    PropToReveal: ("reveal", lambda name, ask: Event(name, ask.seat)),
    Interaction: ("interaction", lambda name, ask: Event(name, ask.seat, ask.path)),
    Check: ("check", lambda name, ask: Event(name, ask.seat, ask.target)),
}
"""The questions beside which perks and items may lie: each one's name, and what it is about."""


def always(state: State, figure: Figure, event: Event) -> bool:
    """Ready whenever its event comes."""
    return True


def perk(
    name: str,
    *timings: str,
    ready: Ready = always,
    spends: bool = False,
    hooked: bool = False,
    seems: Ready | None = None,
) -> Callable[[Use], Use]:
    """Enter a function as what a perk does; its cost and side are facts of the data."""

    def enter(use: Use) -> Use:
        facts = PERK_FACTS[name]
        side = facts.side
        PERKS[name] = Answer(name, facts.cost, timings, ready, use, side, spends, hooked, seems)
        return use

    return enter


def item(*names: str, on: tuple[str, ...], ready: Ready = always) -> Callable[[Use], Use]:
    """Enter a function as one way to use these items."""

    def enter(use: Use) -> Use:
        for name in names:
            ITEMS.setdefault(name, []).append(Answer(name, 0, on, ready, use))
            for timing in on:
                USABLE.setdefault(timing, set()).add(name)
        return use

    return enter


def effect(name: str) -> Callable[[Effect], Effect]:
    """Enter a function as what follows a choice or a roll."""

    def enter(function: Effect) -> Effect:
        EFFECTS[name] = function
        return function

    return enter


@lru_cache(maxsize=512)
def listeners(boards: tuple[tuple[str, ...], ...]) -> dict[str, tuple[tuple[int, str], ...]]:
    """Which figure, by its place at the table, has a perk for which timing.

    Made once for the boards of a game: what nobody listens to need not be announced.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for index, perks in enumerate(boards):
        for name in perks:
            for timing in PERKS[name].timings:
                found.setdefault(timing, []).append((index, name))
    return {timing: tuple(pairs) for timing, pairs in found.items()}


def heard(state: State, name: str) -> list[tuple[str, str]]:
    """Who has a perk or holds an item for a timing, whether or not it is ready."""
    figures = state.figures
    pairs = listeners(tuple([figure.perks for figure in figures])).get(name, ())
    found = [(figures[index].id, perk) for index, perk in pairs]
    if usable := USABLE.get(name):
        found += [(figure.id, figure.item) for figure in figures if figure.item in usable]
    return found


def refuse_perk(
    state: State, figure: Figure, perk_id: str, event: Event, *, openly: bool = False
) -> Violation | None:
    """Why a figure may not answer the event with a perk, or None; `openly`: as far as everybody
    can tell."""
    if perk_id not in figure.perks:
        return refuse("perk.not-yours", seat=figure.id, perk=perk_id)
    perk = PERKS[perk_id]
    if perk_id in figure.used:
        return refuse("perk.once-a-round", seat=figure.id, perk=perk_id)
    if event.name not in perk.timings or (figure.hook and not perk.hooked):
        return refuse("perk.not-now", seat=figure.id, perk=perk_id)
    if figure.bp < perk.cost:
        return refuse(
            "perk.too-few-bloodpoints",
            seat=figure.id,
            perk=perk_id,
            cost=perk.cost,
            bp=figure.bp,
        )
    ready = perk.seems if openly and perk.seems else perk.ready
    if not ready(state, figure, event):
        return refuse("perk.no-effect", seat=figure.id, perk=perk_id)
    return None


def way_to_use(state: State, figure: Figure, event: Event) -> Answer | None:
    """How the figure's item would answer the event."""
    for each in ITEMS.get(figure.item, ()):
        if event.name in each.timings and each.ready(state, figure, event):
            return each
    return None


def refuse_item(state: State, figure: Figure, item_id: str, event: Event) -> Violation | None:
    """Why a figure may not answer the event with an item, or None."""
    if not item_id or figure.item != item_id:
        return refuse("item.not-held", seat=figure.id, item=item_id)
    if item_id in figure.used:
        return refuse("item.once-a-turn", seat=figure.id, item=item_id)
    if figure.hook or way_to_use(state, figure, event) is None:
        return refuse("item.not-now", seat=figure.id, item=item_id)
    return None


def refuse_answer(
    state: State, seat: str, name: str, event: Event, *, openly: bool = False
) -> Violation | None:
    """Why a seat may not answer the event with a perk or an item of this name, or None;
    `openly`: as far as everybody can tell."""
    figure = state.figure(seat)
    if name in ITEMS:
        return refuse_item(state, figure, name, event)
    return refuse_perk(state, figure, name, event, openly=openly)


def use_perk(state: State, seat: str, perk_id: str, event: Event) -> State:
    """Pay for a perk, mark it as used this round, and let it work."""
    perk = PERKS[perk_id]
    state = gain(state, seat, -perk.cost)
    figure = state.figure(seat)
    figure = replace(figure, used=(*figure.used, perk_id))
    state = with_figure(state, figure)
    return perk.use(pop(state) if perk.spends else state, figure, event)


def moment(state: State) -> Event | None:
    """The open question as something that perks may lie beside; None: it is no such question."""
    ask = state.asks[-1]
    if (known := MOMENTS.get(type(ask))) is None:
        return None
    name, about = known
    return about(name, ask)


def beside(state: State) -> list[tuple[str, str]]:
    """Who could use which perk or item while the open question waits."""
    event = moment(state)
    if event is None:
        return []
    return [
        (seat, name)
        for seat, name in heard(state, event.name)
        if refuse_answer(state, seat, name, event) is None
    ]


def answer_order(state: State, event: Event) -> list[str]:
    """Seats in the order in which they answer; the side that acts first (assumed)."""
    order = turn_order(state)
    killer = state.killer.id
    rule = state.settings.response_order
    killer_first = event.seat == killer if rule == "active-first" else rule == "killer-first"
    return [killer, *order] if killer_first else [*order, killer]


def announce(state: State, event: Event) -> State:
    """Open a reaction window on an event, if anybody could answer it as far as all can tell."""
    listening = heard(state, event.name)
    if not listening:
        return state
    ready = [p for p in listening if refuse_answer(state, *p, event, openly=True) is None]
    if not ready:
        return state
    order = answer_order(state, event)
    left = tuple(sorted(ready, key=lambda pair: order.index(pair[0])))
    return push(state, React(event, left))


def later(state: State, event: Event) -> State:
    """Announce an event once what lies above it now is over."""
    return push(state, Announce(event)) if heard(state, event.name) else state


def choose(
    state: State,
    seat: str,
    name: str,
    options: tuple[str, ...],
    about: str = "",
    *,
    ask: bool = False,
) -> State:
    """Let a seat choose one of some options; the only one is taken at once, none is nothing.
    `ask`: even then it is asked, for others must not learn that there is but one."""
    choice = Choice(seat, name, tuple(dict.fromkeys(options)), about)
    if not choice.options:
        return state
    if len(choice.options) == 1 and not ask:
        return EFFECTS[name](state, choice, choice.options[0])
    return push(state, choice)


def gamble(
    state: State, seat: str, name: str, target: str, by: str, on_failure: bool = False
) -> State:
    """A Survivor rolls the danger die; the effect follows a success (or a failure)."""
    return push(state, Check(seat, "danger", target, effect=name, by=by, on_failure=on_failure))

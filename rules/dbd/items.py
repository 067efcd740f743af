"""Items: used by discarding them, at the stated time; no interaction (CARD, dbd.md 13)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    call_off,
    of_kind,
    progress,
    reveal_any,
    show_card,
    without_wall,
)
from rules.dbd.dice import reroll
from rules.dbd.perks.frame import (
    Source,
    announce,
    choose,
    effect,
    item,
    way_to_use,
)
from rules.dbd.settings import default_items
from rules.dbd.state import (
    Arrival,
    Choice,
    Deed,
    Draw,
    Escape,
    EscapeRolled,
    Event,
    Figure,
    ItemGone,
    ItemUse,
    Result,
    State,
    amend,
    drawable,
    find,
    gain,
    pop,
    push,
    with_figure,
)

SURVIVOR_TURN = ("turn", "interaction")
KEY_BP = {"broken-key": 1, "dull-key": 2, "skeleton-key": 3}


def item_use(state: State) -> State:
    """The item works, and is then discarded."""
    ask = state.asks[-1]
    assert isinstance(ask, ItemUse)
    state = pop(state, ItemGone(ask.seat, ask.item))
    figure = state.figure(ask.seat)
    way = way_to_use(state, figure, ask.event)
    return state if way is None else way.use(state, figure, ask.event)


def item_gone(state: State) -> State:
    """The item goes to the discards, unless a perk keeps it."""
    ask = state.asks[-1]
    assert isinstance(ask, ItemGone)
    if not ask.announced:
        event = Event("discards-item", ask.seat, ask.item)
        return announce(pop(state, replace(ask, announced=True)), event)
    figure = state.figure(ask.seat)
    state = with_figure(pop(state), replace(figure, item=""))
    return discarded(state, ask.item)


def discarded(state: State, *items: str) -> State:
    """Items on the pile of discards, in the printed order."""
    order = [*default_items()]
    pile = sorted((*state.discard, *items), key=order.index)
    return replace(state, discard=tuple(pile))


def drew(state: State, name: str) -> State:
    """An item was drawn from the deck, which is made anew when it was empty."""
    ask = state.asks[-1]
    assert isinstance(ask, Draw)
    if name in state.discard and len(state.discard) == sum(drawable(state).counts.values()):
        state = replace(state, discard=())
    ask = replace(ask, drawn=(*ask.drawn, name))
    state = pop(state, ask)
    if len(ask.drawn) < ask.count and drawable(state).counts:
        return state
    return keep_one(pop(state), ask.seat, ask.drawn)


def keep_one(state: State, seat: str, drawn: tuple[str, ...]) -> State:
    """One item a Survivor (BGQ): of those drawn and the one held, one is kept (assumed)."""
    held = state.figure(seat).item
    rule = state.settings.item_draw
    if held and rule == "keep-old":
        return discarded(state, *drawn)
    offered = drawn if not held or rule == "keep-new" else (held, *drawn)
    if held and rule == "keep-new":
        state = discarded(state, held)
    about = " ".join(offered)
    return choose(state, seat, "keep-item", offered, about)


@effect("keep-item")
def keep_item(state: State, ask: Source, option: str) -> State:
    """The item kept; the others are discarded."""
    assert isinstance(ask, Choice)
    rest = ask.about.split()
    rest.remove(option)
    state = with_figure(state, replace(state.figure(ask.seat), item=option))
    return discarded(state, *rest)


def survivor_turn(state: State, figure: Figure, event: Event) -> bool:
    """Whether the open question is one of a Survivor's turn."""
    return event.seat != state.killer.id


def can_heal(state: State, figure: Figure, event: Event) -> bool:
    """Whether a wounded Survivor is here."""
    return survivor_turn(state, figure, event) and bool(wounded_here(state, figure))


def wounded_here(state: State, figure: Figure) -> tuple[str, ...]:
    """The wounded Survivors of a figure's space, itself among them."""
    here = [f for f in state.survivors if f.at == figure.at and f.wounded]
    return tuple([f.id for f in here if f.id == figure.id or not f.absent])


@item("first-aid-kit", on=SURVIVOR_TURN, ready=can_heal)
def first_aid_kit(state: State, figure: Figure, event: Event) -> State:
    """Self or a Survivor here becomes healthy."""
    return choose(state, figure.id, "heal", wounded_here(state, figure))


def killer_here(state: State, figure: Figure, event: Event) -> bool:
    """Whether the Killer interacts in the space of somebody who is not absent."""
    killer = state.killer
    return event.seat == killer.id and killer.at == figure.at and not figure.absent


@item("flashlight", on=("interacts",), ready=killer_here)
def flashlight(state: State, figure: Figure, event: Event) -> State:
    """The Killer cannot interact."""
    return call_off(state, "interacts")[0]


@item(*KEY_BP, on=SURVIVOR_TURN)
def key_for_bloodpoints(state: State, figure: Figure, event: Event) -> State:
    """1, 2 or 3 Bloodpoints."""
    return gain(state, figure.id, KEY_BP[figure.item])


def has_result(state: State, figure: Figure, event: Event) -> bool:
    """Whether a check's face stands."""
    return find(state, Result) is not None


@item(*KEY_BP, on=("rolled",), ready=has_result)
def key_for_die(state: State, figure: Figure, event: Event) -> State:
    """Any Survivor re-rolls a die."""
    return amend(state, Result, lambda ask: reroll(ask.check))


@item(*KEY_BP, on=("escape-rolled",))
def key_for_escape(state: State, figure: Figure, event: Event) -> State:
    """One die of an escape is rolled again."""
    ask = find(state, EscapeRolled)
    assert ask is not None
    options = tuple([str(face) for face in ask.faces])
    return choose(state, figure.id, "reroll-one", options)


@effect("reroll-one")
def reroll_one(state: State, ask: Source, option: str) -> State:
    """The die with this face is rolled again."""

    def again(done: EscapeRolled) -> Escape:
        faces = list(done.faces)
        faces.remove(int(option))
        return Escape(done.seat, done.steps, len(done.faces), tuple(faces))

    return amend(state, EscapeRolled, again)


def walls_near(state: State, figure: Figure) -> tuple[str, ...]:
    """The breakable walls of paths at a figure's space."""
    return tuple([path for path in state.board.touching[figure.at] if path in state.walls])


def has_wall(state: State, figure: Figure, event: Event) -> bool:
    """Whether there is a wall to remove."""
    return bool(walls_near(state, figure))


@item("firecracker", on=SURVIVOR_TURN, ready=has_wall)
def firecracker(state: State, figure: Figure, event: Event) -> State:
    """A breakable wall towards a connected space is removed."""
    return choose(state, figure.id, "remove-wall", walls_near(state, figure))


@effect("remove-wall")
def remove_wall(state: State, ask: Source, option: str) -> State:
    """The wall chosen leaves its path."""
    return without_wall(state, option)


def killer_comes(state: State, figure: Figure, event: Event) -> bool:
    """Whether the Killer moves into the figure's space."""
    ask = find(state, Arrival)
    return (
        event.seat == state.killer.id
        and ask is not None
        and ask.seat == event.seat
        and ask.to == figure.at
        and not ask.carry
    )


@item("firecracker", on=("moves",), ready=killer_comes)
def firecracker_stops(state: State, figure: Figure, event: Event) -> State:
    """The Killer stays and does not interact."""
    return call_off(state, "moves")[0]


def can_reveal(state: State, figure: Figure, event: Event) -> bool:
    """Whether it is a Survivor's turn: revealing or drawing is possible."""
    return survivor_turn(state, figure, event) and (
        any(not p.kind and p.at for p in state.props)
        or bool(drawable(state).counts)
        or any(card not in state.killer.shown for card in state.killer.planned)
    )


@item("map", "rainbow-map", on=SURVIVOR_TURN, ready=can_reveal)
def use_map(state: State, figure: Figure, event: Event) -> State:
    """Reveal up to 3 props anywhere, or draw an item; the Rainbow Map shows the Killer's cards."""
    options = []
    if any(not p.kind and p.at for p in state.props):
        options.append("reveal")
    if figure.item == "map" and drawable(state).counts:
        options.append("draw")
    if figure.item == "rainbow-map" and state.killer.planned:
        options.append("show")
    return choose(state, figure.id, "map", tuple(options) or ("nothing",))


@effect("map")
def map_chosen(state: State, ask: Source, option: str) -> State:
    """What a map is used for."""
    if option == "draw":
        return replace_item(state, ask.seat)
    if option == "show":
        for card in state.killer.planned:
            state = show_card(state, state.killer.id, card)
        return state
    if option == "nothing":
        return state
    return push(state, *[Deed(ask.seat, "reveal-anywhere", ask.seat)] * 3)


@effect("reveal-anywhere")
def reveal_anywhere(state: State, ask: Source, option: str) -> State:
    """One prop anywhere may be revealed."""
    return reveal_any(state, ask.seat, tuple(state.board.space), optional=True)


def replace_item(state: State, seat: str) -> State:
    """Another item is drawn once the used one is gone."""
    gone = find(state, ItemGone)
    draw = Deed(seat, "draw", seat)
    if gone is None:
        return push(state, draw)
    index = len(state.asks) - 1 - state.asks[::-1].index(gone)
    return replace(state, asks=(*state.asks[:index], draw, *state.asks[index:]))


@effect("draw")
def draw(state: State, ask: Source, option: str) -> State:
    """An item is drawn, if there is any; perks may make that more."""
    if not drawable(state).counts:
        return state
    state = push(state, Draw(ask.seat))
    return announce(state, Event("draws-item", ask.seat))


def generators_here(state: State, figure: Figure) -> tuple[str, ...]:
    """The generators of a figure's space that can gain progress."""
    wanted = state.settings.generator_progress
    return tuple(
        [
            prop.id
            for prop in of_kind(state, figure.at, "generator")
            if prop.progress < wanted and state.entity != prop.id
        ]
    )


def has_generator(state: State, figure: Figure, event: Event) -> bool:
    """Whether a generator here can gain progress; a Toolbox works in the own turn only."""
    own = figure.item != "toolbox" or event.seat == figure.id
    return own and survivor_turn(state, figure, event) and bool(generators_here(state, figure))


@item("toolbox", "commodious-toolbox", on=SURVIVOR_TURN, ready=has_generator)
def toolbox(state: State, figure: Figure, event: Event) -> State:
    """A generator here gains 1 progress; the Commodious Toolbox draws an item then."""
    if figure.item == "commodious-toolbox":
        state = replace_item(state, figure.id)
    return choose(state, figure.id, "one-progress", generators_here(state, figure))


@effect("one-progress")
def one_progress(state: State, ask: Source, option: str) -> State:
    """The generator chosen gains 1 progress."""
    return progress(state, ask.seat, option, 1)


@effect("item-check")
def item_check(state: State, ask: Source, option: str) -> State:
    """An item fails: it is discarded without effect."""
    used = find(state, ItemUse)
    if used is None:
        return state
    return amend(state, ItemUse, lambda ask: ItemGone(ask.seat, ask.item))

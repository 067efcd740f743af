"""When perks would do anything: the conditions that several of them share."""

from __future__ import annotations

from rules.dbd.changes import (
    around,
    can_leave,
    free_hooks,
    hiding_in,
    hooked_on,
    is_done,
    near,
    of_kind,
)
from rules.dbd.state import (
    BONUS_TURN,
    GENERATORS_TO_POWER,
    KILLER_CARDS,
    Arrival,
    Check,
    EscapeRolled,
    Event,
    Figure,
    Interaction,
    Result,
    State,
    find,
)


def mine(state: State, figure: Figure, event: Event) -> bool:
    """It is one's own doing, or one's own question."""
    return event.seat == figure.id


def by_survivor(state: State, event: Event) -> bool:
    """Whether a Survivor did it."""
    return event.seat != state.killer.id


def can_go(state: State, figure: Figure, event: Event) -> bool:
    """A path leads away."""
    return can_leave(state, figure)


def killer_comes_here(state: State, figure: Figure, event: Event) -> bool:
    """The Killer has entered the space of somebody who is not absent."""
    return event.seat == state.killer.id and event.target == figure.at and not figure.absent


def moved(state: State, figure: Figure, event: Event) -> bool:
    """One's own interaction, after a move; its path is the event's target."""
    return event.seat == figure.id and bool(event.target)


def again(state: State, figure: Figure, event: Event) -> bool:
    """After one's own move, when another path leads away."""
    return moved(state, figure, event) and can_leave(state, figure, avoid=event.target)


def before_dice(state: State, event: Event) -> Check | None:
    """The skill check whose die is still to be rolled."""
    ask = state.asks[-1]
    return ask if isinstance(ask, Check) and ask.die == "skill" and not ask.plain else None


def face_of(state: State, figure: Figure, event: Event) -> int | None:
    """The face that stands, of oneself or of a Survivor here or connected."""
    ask = find(state, Result)
    if ask is None or not concerns(state, figure, event.seat):
        return None
    return ask.face


def concerns(state: State, figure: Figure, seat: str) -> bool:
    """Oneself, or a Survivor here or connected."""
    return seat == figure.id or any(f.id == seat for f in around(state, figure))


def wounded_near(state: State, figure: Figure) -> tuple[str, ...]:
    """Other wounded Survivors here."""
    return tuple([f.id for f in near(state, figure) if f.wounded])


def free_lockers(state: State, space: str) -> tuple[str, ...]:
    """The lockers of a space in which somebody could hide."""
    capacity = state.settings.locker_capacity
    return tuple(
        [
            prop.id
            for prop in of_kind(state, space, "locker")
            if prop.id != state.entity and len(hiding_in(state, prop.id)) < capacity
        ]
    )


def generators(state: State, space: str) -> tuple[str, ...]:
    """The generators of a space that can be repaired."""
    return tuple(
        [
            prop.id
            for prop in of_kind(state, space, "generator")
            if prop.id != state.entity and not is_done(state, prop)
        ]
    )


def usable(state: State, space: str, *kinds: str) -> tuple[str, ...]:
    """The props of some kinds in a space without the Entity."""
    return tuple([p.id for p in of_kind(state, space, *kinds) if p.id != state.entity])


def empty_hooks(state: State) -> tuple[str, ...]:
    """The hooks anywhere that nobody hangs on and the Entity does not hold."""
    return tuple([hook for space in state.board.space for hook in free_hooks(state, space)])


def connected_spaces(state: State, space: str) -> tuple[str, ...]:
    """The spaces connected to one, in the order of the map."""
    there = state.board.neighbours[space]
    return tuple([each for each in state.board.space if each in there])


def arriving(state: State, event: Event) -> Arrival | None:
    """The move that the event is about."""
    ask = find(state, Arrival)
    return ask if ask is not None and ask.seat == event.seat else None


def interaction_of(state: State) -> Interaction:
    """The open interaction."""
    ask = state.asks[-1]
    assert isinstance(ask, Interaction)
    return ask


def escape_faces(state: State) -> tuple[int, ...]:
    """The faces of an escape that stand."""
    ask = find(state, EscapeRolled)
    return () if ask is None else ask.faces


def planning_starts(state: State, figure: Figure, event: Event) -> bool:
    """Nobody has set a card yet, but for those that had to be set face up."""
    return all(set(f.planned) <= set(f.shown) for f in state.figures)


def hurt_another(state: State, figure: Figure, event: Event) -> bool:
    """Another Survivor was wounded or sacrificed in the turn that ends."""
    return any(seat != figure.id for seat in state.hurt) and not figure.absent


def may_bonus(state: State, figure: Figure) -> bool:
    """The Killer's one bonus turn of the round is left, and a card for it."""
    return BONUS_TURN not in figure.used and bool(figure.hand)


def unknown_cards(figure: Figure) -> tuple[str, ...]:
    """The Killer's cards that nobody else has seen this round: one of them may be in hand."""
    return tuple([c for c in KILLER_CARDS if c not in figure.played and c not in figure.shown])


def powered(state: State) -> bool:
    """Whether the exit gates have power."""
    return state.repaired >= GENERATORS_TO_POWER


def sabotaged_with_me(state: State, figure: Figure, event: Event) -> bool:
    """Own sabotage, or somebody else's of one's own hook."""
    return figure.id in (event.seat, event.other)


def occupied_with_me(state: State, figure: Figure, event: Event) -> bool:
    """The same, of a hook from which somebody was freed."""
    return bool(event.other) and figure.id in (event.seat, event.other)


def is_survivor(state: State, seat: str) -> bool:
    """Whether an id is a Survivor of this game."""
    return any(f.id == seat for f in state.survivors)


def unoccupied(state: State, prop_id: str) -> bool:
    """Whether nobody hangs on or hides in a prop."""
    return not hooked_on(state, prop_id) and not hiding_in(state, prop_id)


def wounded_self(state: State, figure: Figure, event: Event) -> bool:
    """One's own turn, wounded."""
    return event.seat == figure.id and figure.wounded

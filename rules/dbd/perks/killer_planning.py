"""The Killer's perks around planning, turns' ends and cleanup. Source: dbd.md 14 (CARD)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from rules.dbd.changes import (
    around,
    can_leave,
    discard_card,
    is_bare,
    is_done,
    revealed,
    sacrifice_progress,
    show_card,
)
from rules.dbd.movement import begin
from rules.dbd.perks.frame import Source, choose, effect, perk
from rules.dbd.perks.ready import may_bonus, mine, planning_starts, powered
from rules.dbd.planning import end_planning
from rules.dbd.state import (
    ANY_COLOUR,
    BONUS_TURN,
    COLOUR,
    CardToSet,
    Event,
    Figure,
    KillerBonus,
    State,
    Step,
    gain,
    in_order,
    push,
    with_figure,
)


def planners(state: State) -> tuple[str, ...]:
    """The Survivors who set a card this round and have not done so."""
    return tuple([f.id for f in state.survivors if not f.hook and not f.planned])


def wounded_planners(state: State) -> tuple[str, ...]:
    """The wounded among them."""
    return tuple([seat for seat in planners(state) if state.figure(seat).wounded])


@perk(
    "stridor",
    "planning",
    ready=lambda s, f, e: planning_starts(s, f, e) and bool(wounded_planners(s)),
)
def stridor(state: State, figure: Figure, event: Event) -> State:
    """A wounded Survivor sets their card face up before everybody else sets."""
    return choose(state, figure.id, "set-face-up", wounded_planners(state))


@effect("set-face-up")
def set_face_up(state: State, ask: Source, option: str) -> State:
    """The one chosen sets a card that all may see."""
    return push(state, CardToSet(option, face_up=True))


@perk("whispers", "planning", ready=lambda s, f, e: planning_starts(s, f, e) and bool(planners(s)))
def whispers(state: State, figure: Figure, event: Event) -> State:
    """A chosen Survivor pays 1 Bloodpoint or sets their card face up."""
    return choose(state, figure.id, "whispers", planners(state))


@effect("whispers")
def whispered(state: State, ask: Source, option: str) -> State:
    """What the one chosen may do about it."""
    ways = ("pay", "show") if state.figure(option).bp else ("show",)
    return choose(state, option, "pay-or-show", ways)


@effect("pay-or-show")
def pay_or_show(state: State, ask: Source, option: str) -> State:
    """The Bloodpoint, or the card face up."""
    if option == "pay":
        return gain(state, ask.seat, -1)
    return push(state, CardToSet(ask.seat, face_up=True))


@perk(
    "crowd-control",
    "planning",
    ready=lambda s, f, e: planning_starts(s, f, e) and bool(planners(s)),
)
def crowd_control(state: State, figure: Figure, event: Event) -> State:
    """Name a Survivor: unless the Survivors pay 2 together, the Killer picks their card."""
    return choose(state, figure.id, "crowd-control", planners(state))


@effect("crowd-control")
def named(state: State, ask: Source, option: str) -> State:
    """The one named says who pays, or that nobody does (assumed)."""
    return choose(state, option, "pay-together", ("refuse", *payments(state)))


def payments(state: State) -> Iterator[str]:
    """Who could pay 2 Bloodpoints together: two seats, or one twice."""
    for one, other in combinations_with_replacement(state.survivors, 2):
        if one.bp and other.bp and (one.id != other.id or one.bp >= 2):
            yield f"{one.id}+{other.id}"


@effect("pay-together")
def pay_together(state: State, ask: Source, option: str) -> State:
    """The payment; or the Killer picks the card of the one named."""
    if option != "refuse":
        for seat in option.split("+"):
            state = gain(state, seat, -1)
        return state
    hand = state.figure(ask.seat).hand
    return choose(state, state.killer.id, "pick-card", hand, ask.seat)


@effect("pick-card")
def pick_card(state: State, ask: Source, option: str) -> State:
    """The card is set for the one named (`about`), known to the Killer: face up."""
    figure = state.figure(getattr(ask, "about", ""))
    hand = tuple([card for card in figure.hand if card != option])
    figure = replace(figure, hand=hand, planned=(option,))
    state = show_card(with_figure(state, figure), figure.id, option)
    return end_planning(state)


def lonely_generators(state: State) -> tuple[str, ...]:
    """Generators with progress in spaces without a Survivor."""
    taken = {f.at for f in state.survivors}
    return tuple(
        [
            p.id
            for p in revealed(state, "generator")
            if p.progress and p.at not in taken and not is_done(state, p)
        ]
    )


@perk(
    "ruin",
    "planning",
    ready=lambda s, f, e: planning_starts(s, f, e) and bool(lonely_generators(s)),
)
def ruin(state: State, figure: Figure, event: Event) -> State:
    """A generator in a space without Survivors loses 1 progress."""
    return choose(state, figure.id, "regress", lonely_generators(state))


def moving_cards(figure: Figure) -> tuple[str, ...]:
    """The cards in hand but for Wait."""
    return tuple([card for card in figure.hand if card in COLOUR])


@perk(
    "the-third-seal",
    "planning",
    ready=lambda s, f, e: planning_starts(s, f, e) and bool(moving_cards(f)),
)
def the_third_seal(state: State, figure: Figure, event: Event) -> State:
    """Discard a card: this round the Survivors' copies of it do not move them."""
    return choose(state, figure.id, "seal", moving_cards(figure))


@effect("seal")
def seal(state: State, ask: Source, option: str) -> State:
    """The card is discarded and sealed."""
    state = discard_card(state, ask.seat, option)
    return replace(state, sealed=(*state.sealed, option))


def bare(state: State) -> tuple[str, ...]:
    """Every path without a component."""
    return tuple([path.id for path in state.board.paths if is_bare(state, path.id)])


@perk("bamboozle", "planning", ready=lambda s, f, e: planning_starts(s, f, e) and bool(bare(s)))
def bamboozle(state: State, figure: Figure, event: Event) -> State:
    """The Entity goes on a path: a wall to everybody but this Killer."""
    return choose(state, figure.id, "bamboozle", bare(state))


@effect("bamboozle")
def bamboozled(state: State, ask: Source, option: str) -> State:
    """The Entity lies there, and this Killer may pass for the rest of the round."""
    killer = state.killer
    state = with_figure(state, replace(killer, used=(*killer.used, option)))
    return replace(state, entity=option)


def working_generators(state: State) -> tuple[str, ...]:
    """Revealed generators that are not completed."""
    found = [p.id for p in revealed(state, "generator") if not is_done(state, p)]
    return tuple([prop for prop in found if prop != state.entity])


@perk(
    "corrupt-intervention",
    "planning",
    ready=lambda s, f, e: planning_starts(s, f, e) and bool(working_generators(s)),
)
def corrupt_intervention(state: State, figure: Figure, event: Event) -> State:
    """The Entity goes on a revealed generator."""
    return choose(state, figure.id, "entity", working_generators(state))


@perk(
    "beast-of-prey", "planning", ready=lambda s, f, e: planning_starts(s, f, e) and can_leave(s, f)
)
def beast_of_prey(state: State, figure: Figure, event: Event) -> State:
    """Move along any path before planning."""
    return push(state, Step(figure.id, ANY_COLOUR, interact=False))


def unshown(figure: Figure) -> tuple[str, ...]:
    """The set cards that lie face down."""
    return tuple([card for card in figure.planned if card not in figure.shown])


@perk("lightborn", "planning-end", ready=lambda s, f, e: bool(unshown(f)))
def lightborn(state: State, figure: Figure, event: Event) -> State:
    """Turn one own set card face up and gain 1 Bloodpoint."""
    return choose(state, figure.id, "lightborn", unshown(figure))


@effect("lightborn")
def lit(state: State, ask: Source, option: str) -> State:
    """The card chosen lies face up."""
    return gain(show_card(state, ask.seat, option), ask.seat, 1)


def resettable(state: State) -> tuple[str, ...]:
    """Survivors with a set card and another one in hand."""
    return tuple([f.id for f in state.survivors if f.planned and f.hand])


@perk("predator", "planning-end", ready=lambda s, f, e: bool(resettable(s)))
def predator(state: State, figure: Figure, event: Event) -> State:
    """A chosen Survivor discards their set card and sets a new one."""
    return choose(state, figure.id, "set-anew", resettable(state))


@effect("set-anew")
def set_anew(state: State, ask: Source, option: str) -> State:
    """The set card is discarded; another one is set."""
    state = discard_card(state, option, state.figure(option).planned[0])
    return push(state, CardToSet(option))


@perk(
    "shadowborn",
    "planning-end",
    ready=lambda s, f, e: bool(f.hand) and BONUS_TURN not in f.used,
)
def shadowborn(state: State, figure: Figure, event: Event) -> State:
    """Set a third card; no bonus turns this round."""
    figure = state.figure(figure.id)
    state = with_figure(state, replace(figure, used=(*figure.used, BONUS_TURN)))
    return push(state, CardToSet(figure.id, index=len(figure.planned)))


def swap_ready(state: State, figure: Figure, event: Event) -> bool:
    """A card is set and another one in hand."""
    return bool(figure.planned) and bool(figure.hand)


@perk("tinkerer", "completed", ready=swap_ready)
def tinkerer(state: State, figure: Figure, event: Event) -> State:
    """A generator is completed: take back one set card and set a different one."""
    return choose(state, figure.id, "swap-card", figure.planned)


@effect("swap-card")
def swap_card(state: State, ask: Source, option: str) -> State:
    """The card chosen goes to hand; another one takes its place."""
    state, index = taken_out(state, ask.seat, option)
    figure = state.figure(ask.seat)
    state = with_figure(state, replace(figure, hand=in_order((*figure.hand, option))))
    return push(state, CardToSet(ask.seat, index=index, but=option))


def taken_out(state: State, seat: str, card: str) -> tuple[State, int]:
    """A set card removed, and the place it had."""
    figure = state.figure(seat)
    index = figure.planned.index(card)
    planned = (*figure.planned[:index], *figure.planned[index + 1 :])
    shown = tuple([each for each in figure.shown if each != card])
    return with_figure(state, replace(figure, planned=planned, shown=shown)), index


@perk("zanshin-tactics", "turn", ready=lambda s, f, e: mine(s, f, e) and swap_ready(s, f, e))
def zanshin_tactics(state: State, figure: Figure, event: Event) -> State:
    """At the start of the own turn: discard a set card and set a new one."""
    return choose(state, figure.id, "zanshin-card", figure.planned)


@effect("zanshin-card")
def zanshin_card(state: State, ask: Source, option: str) -> State:
    """The card chosen is discarded; another one takes its place."""
    state, index = taken_out(state, ask.seat, option)
    figure = state.figure(ask.seat)
    state = with_figure(state, replace(figure, played=(*figure.played, option)))
    return push(state, CardToSet(ask.seat, index=index))


# Turns' ends and cleanup


@perk(
    "no-one-escapes-death",
    "turn-end",
    ready=lambda s, f, e: mine(s, f, e) and powered(s) and may_bonus(s, f),
)
def no_one_escapes_death(state: State, figure: Figure, event: Event) -> State:
    """With the exit gates powered: a bonus turn, within the limit of one a round."""
    return push(state, KillerBonus(figure.id, free=True))


def can_repeat(state: State, figure: Figure, event: Event) -> bool:
    """The own turn ends, and the bonus turn is left."""
    return mine(state, figure, event) and BONUS_TURN not in figure.used and bool(figure.played)


@perk("coup-de-grace", "turn-end", ready=can_repeat)
def coup_de_grace(state: State, figure: Figure, event: Event) -> State:
    """A bonus turn with the card of the latest turn, within the limit of one a round."""
    figure = state.figure(figure.id)
    state = with_figure(state, replace(figure, used=(*figure.used, BONUS_TURN)))
    return begin(state, figure.id, figure.played[-1])


@perk("devour-hope", "cleanup-start", ready=lambda s, f, e: s.completed and may_bonus(s, f))
def devour_hope(state: State, figure: Figure, event: Event) -> State:
    """A generator was completed this round: a bonus turn, within the limit of one a round."""
    return push(state, KillerBonus(figure.id, free=True))


def all_down(state: State, figure: Figure, event: Event) -> bool:
    """All Survivors are wounded and none hangs on a hook."""
    return all(f.wounded and not f.hook for f in state.survivors)


@perk("blood-favor", "cleanup-start", ready=all_down)
def blood_favor(state: State, figure: Figure, event: Event) -> State:
    """All Survivors wounded and none sacrificed: 1 sacrifice progress."""
    return sacrifice_progress(state, 1)


@perk("dark-devotion", "cleanup-start", ready=lambda s, f, e: bool(pushable(s, f)))
def dark_devotion(state: State, figure: Figure, event: Event) -> State:
    """Move a Survivor here or connected along any path."""
    return choose(state, figure.id, "drag", pushable(state, figure))


def pushable(state: State, figure: Figure) -> tuple[str, ...]:
    """The Survivors here or connected who could move."""
    return tuple([f.id for f in around(state, figure) if can_leave(state, f)])


@perk("monitor-abuse", "cleanup-end", ready=lambda s, f, e: not any(x.hook for x in s.survivors))
def monitor_abuse(state: State, figure: Figure, event: Event) -> State:
    """No Survivor sacrificed at the end of the cleanup: gain 1 Bloodpoint."""
    return gain(state, figure.id, 1)

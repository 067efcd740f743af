"""Survivors' perks after interacting, around planning and turns' ends, for items. dbd.md 14."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    call_off,
    discard_card,
    grant_bonus,
    move_any,
    sabotage,
    sacrifice_progress,
    wound,
)
from rules.dbd.items import keep_one
from rules.dbd.paths import exits
from rules.dbd.perks.frame import Source, choose, effect, gamble, perk
from rules.dbd.perks.ready import (
    empty_hooks,
    free_lockers,
    generators,
    hurt_another,
    mine,
    occupied_with_me,
    planning_starts,
    sabotaged_with_me,
    usable,
    wounded_self,
)
from rules.dbd.state import (
    COLOUR,
    Draw,
    Event,
    Figure,
    Interaction,
    ItemGone,
    State,
    Step,
    amend,
    cancel,
    gain,
    push,
    with_figure,
)

# After an interaction


def survival_here(state: State, figure: Figure, event: Event) -> bool:
    """After an own interaction, with a Survival prop here."""
    own = mine(state, figure, event) and not figure.absent
    return own and bool(usable(state, figure.at, "chest", "locker"))


@perk("desperate-measures", "interacted", ready=survival_here)
def desperate_measures(state: State, figure: Figure, event: Event) -> State:
    """Interact once more, with a Survival prop."""
    return push(state, Interaction(figure.id, only=usable(state, figure.at, "chest", "locker")))


@perk("streetwise", "opens-chest", ready=mine)
def streetwise(state: State, figure: Figure, event: Event) -> State:
    """The chest stays on the board."""
    return call_off(state, "opens-chest")[0]


@perk("plunderers-instinct", "draws-item", ready=mine)
def plunderers_instinct(state: State, figure: Figure, event: Event) -> State:
    """Draw three, keep one."""
    return amend(state, Draw, lambda ask: replace(ask, count=3))


@perk("small-game", "cleansed", ready=lambda s, f, e: mine(s, f, e) and s.killer.bp > 0)
def small_game(state: State, figure: Figure, event: Event) -> State:
    """The Killer loses 2 Bloodpoints."""
    return gain(state, state.killer.id, -2)


def hooked(state: State) -> tuple[str, ...]:
    """The Survivors on hooks."""
    return tuple([f.id for f in state.survivors if f.hook])


@perk(
    "exponential",
    "cleansed",
    ready=lambda s, f, e: mine(s, f, e) and bool(hooked(s)),
)
def exponential(state: State, figure: Figure, event: Event) -> State:
    """In place of the reward a sacrificed Survivor is freed and moves along any path (MAL-J)."""
    state = call_off(state, "cleansed")[0]
    return choose(state, figure.id, "let-go", hooked(state))


@effect("let-go")
def let_go(state: State, ask: Source, option: str) -> State:
    """The one chosen is off the hook, which is not sabotaged."""
    state = with_figure(state, replace(state.figure(option), hook=""))
    return move_any(state, option)


def wounded_anywhere(state: State) -> tuple[str, ...]:
    """Every wounded Survivor."""
    return tuple([f.id for f in state.survivors if f.wounded])


@perk(
    "circle-of-healing",
    "cleansed",
    ready=lambda s, f, e: mine(s, f, e) and bool(wounded_anywhere(s)),
)
def circle_of_healing(state: State, figure: Figure, event: Event) -> State:
    """In place of the reward any Survivor becomes healthy (MAL-M)."""
    state = call_off(state, "cleansed")[0]
    return choose(state, figure.id, "heal", wounded_anywhere(state))


def saboteur_options(figure: Figure) -> tuple[str, ...]:
    """A Bloodpoint, or for 2 a bonus turn."""
    return ("bloodpoint", "bonus-turn") if figure.bp >= 2 and figure.hand else ("bloodpoint",)


@perk("saboteur", "sabotaged", ready=mine)
def saboteur(state: State, figure: Figure, event: Event) -> State:
    """Gain 1 Bloodpoint, or pay 2 for a Survivor bonus turn."""
    return choose(state, figure.id, "saboteur", saboteur_options(figure))


@effect("saboteur")
def saboteur_chosen(state: State, ask: Source, option: str) -> State:
    """What was chosen."""
    if option == "bloodpoint":
        return gain(state, ask.seat, 1)
    return grant_bonus(gain(state, ask.seat, -2), ask.seat)


@perk("kindred", "sabotaged", ready=sabotaged_with_me)
def kindred(state: State, figure: Figure, event: Event) -> State:
    """Oneself and the other Survivor gain 1 Bloodpoint each."""
    for seat in dict.fromkeys((figure.id, event.seat, event.other)):
        if seat:
            state = gain(state, seat, 1)
    return state


@perk(
    "breakdown",
    "sabotaged",
    ready=lambda s, f, e: occupied_with_me(s, f, e) and s.track > 0,
)
def breakdown(state: State, figure: Figure, event: Event) -> State:
    """Roll the danger die; a success takes 1 sacrifice progress from the Killer."""
    return gamble(state, figure.id, "less-sacrifice", figure.id, by=figure.id)


@effect("less-sacrifice")
def less_sacrifice(state: State, ask: Source, option: str) -> State:
    """The track goes back by one."""
    return sacrifice_progress(state, -1)


def both_wounded(state: State, event: Event) -> tuple[str, ...]:
    """Those of the two of a rescue who are wounded."""
    return tuple([s for s in (event.seat, event.other) if state.figure(s).wounded])


@perk(
    "deliverance",
    "sabotaged",
    ready=lambda s, f, e: occupied_with_me(s, f, e) and bool(both_wounded(s, e)),
)
def deliverance(state: State, figure: Figure, event: Event) -> State:
    """One of the two of a rescue becomes healthy."""
    return choose(state, figure.id, "heal", both_wounded(state, event))


@perk("aftercare", "healed", ready=lambda s, f, e: bool(empty_hooks(s)))
def aftercare(state: State, figure: Figure, event: Event) -> State:
    """When anybody becomes healthy: sabotage an unoccupied hook anywhere."""
    return choose(state, figure.id, "sabotage", empty_hooks(state))


def healed_other(state: State, figure: Figure, event: Event) -> bool:
    """After an own heal of another Survivor, who has a card."""
    other = event.target != figure.id and event.other == "heal"
    return mine(state, figure, event) and other and bool(state.figure(event.target).hand)


@perk("well-make-it", "healed", ready=healed_other)
def well_make_it(state: State, figure: Figure, event: Event) -> State:
    """The Survivor healed takes a Survivor bonus turn."""
    return grant_bonus(state, event.target)


@perk("hope", "completed")
def hope(state: State, figure: Figure, event: Event) -> State:
    """A generator is completed: gain 1 Bloodpoint."""
    return gain(state, figure.id, 1)


# At the end of a turn, around planning and cleanup


def healthy_with_card(state: State, figure: Figure, event: Event) -> bool:
    """The own turn ends, healthy, with a card in hand."""
    return mine(state, figure, event) and not figure.wounded and bool(figure.hand)


@perk("any-means-necessary", "turn-end", ready=healthy_with_card)
def any_means_necessary(state: State, figure: Figure, event: Event) -> State:
    """Become wounded and take a Survivor bonus turn."""
    return grant_bonus(wound(state, figure.id, figure.id), figure.id)


@perk("up-the-ante", "turn-end", ready=lambda s, f, e: mine(s, f, e) and bool(f.hand))
def up_the_ante(state: State, figure: Figure, event: Event) -> State:
    """Take a Survivor bonus turn; the Killer gains 2 Bloodpoints."""
    return grant_bonus(gain(state, state.killer.id, 2), figure.id)


@perk("overcome", "turn-end", ready=wounded_self)
def overcome(state: State, figure: Figure, event: Event) -> State:
    """Wounded at the end of the own turn: gain 1 Bloodpoint (MAL-J)."""
    return gain(state, figure.id, 1)


@perk(
    "fast-track",
    "turn-end",
    ready=lambda s, f, e: hurt_another(s, f, e) and bool(generators(s, f.at)),
)
def fast_track(state: State, figure: Figure, event: Event) -> State:
    """After a turn in which another Survivor was hurt: interact with a generator here."""
    return choose(state, figure.id, "skill-check", generators(state, figure.at))


@perk(
    "self-preservation",
    "turn-end",
    ready=lambda s, f, e: hurt_another(s, f, e) and bool(free_lockers(s, f.at)),
)
def self_preservation(state: State, figure: Figure, event: Event) -> State:
    """After a turn in which another Survivor was hurt: interact with a locker here."""
    return choose(state, figure.id, "hide", free_lockers(state, figure.at))


@perk("adrenaline", "cleanup-start", ready=lambda s, f, e: s.completed and bool(f.hand))
def adrenaline(state: State, figure: Figure, event: Event) -> State:
    """A generator was completed this round: take a Survivor bonus turn."""
    return grant_bonus(state, figure.id)


@perk("resilience", "cleanup-start", ready=lambda s, f, e: f.id in s.struck and bool(f.hand))
def resilience(state: State, figure: Figure, event: Event) -> State:
    """Wounded this round: take a Survivor bonus turn."""
    return grant_bonus(state, figure.id)


def on_hook(state: State, figure: Figure, event: Event) -> bool:
    """On a hook, before anybody has set a card."""
    return bool(figure.hook) and planning_starts(state, figure, event)


@perk("slippery-meat", "planning", ready=on_hook, hooked=True)
def slippery_meat(state: State, figure: Figure, event: Event) -> State:
    """Sabotage the own hook and come off it; then plan and act as usual."""
    state = with_figure(state, replace(figure, hook=""))
    return sabotage(state, figure.id, figure.hook, figure.id)


@perk("lightweight", "planning-end", ready=lambda s, f, e: bool(f.hand))
def lightweight(state: State, figure: Figure, event: Event) -> State:
    """Discard a movement card and move along its path."""
    return choose(state, figure.id, "lightweight", figure.hand)


@effect("lightweight")
def move_by_card(state: State, ask: Source, option: str) -> State:
    """The card is discarded; without a path of its colour nothing follows."""
    state = discard_card(state, ask.seat, option)
    colours = (COLOUR[option],)
    if not any(True for _ in exits(state, state.figure(ask.seat), colours)):
        return state
    return push(state, Step(ask.seat, colours, interact=False))


# Items


@perk("appraisal", "discards-item", ready=lambda s, f, e: e.seat != f.id)
def appraisal(state: State, figure: Figure, event: Event) -> State:
    """Take an item that another Survivor would discard; keep one."""
    state = cancel(state, ItemGone)
    state = with_figure(state, replace(state.figure(event.seat), item=""))
    return keep_one(state, figure.id, (event.target,))


@perk("built-to-last", "discards-item", ready=mine)
def built_to_last(state: State, figure: Figure, event: Event) -> State:
    """Keep the item; it cannot be used again this turn."""
    figure = state.figure(figure.id)
    state = with_figure(state, replace(figure, used=(*figure.used, event.target)))
    return cancel(state, ItemGone)

"""The position at the start of a game. Dice and deals of the setup are given, not rolled here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from rules.dbd.board import PROP_TOTALS, Board, problems, training_ground
from rules.dbd.data import KILLERS, PERK_FACTS, SURVIVORS
from rules.dbd.state import (
    KILLER_CARDS,
    SKILL_DIE,
    SURVIVOR_CARDS,
    AnyAsk,
    Figure,
    Planning,
    Prop,
    PropToReveal,
    Settings,
    StartRoll,
    State,
    default_items,
    default_kinds,
    push,
    turn_order,
)

DEFAULT_SURVIVORS = ("jake-park", "meg-thomas", "dwight-fairfield", "feng-min")
DEFAULT_KILLER = "the-nurse"
HANDICAP = 3
SURVIVOR_START_BP, KILLER_START_BP = 2, 4
"""Bloodpoints at the start (HOT)."""


class SetupError(ValueError):
    """A configuration no game can start from; the text names the field and what is wrong."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game starts from: it heads a log, and `setup` makes the first state of it."""

    board: Board = msgspec.field(default_factory=training_ground)
    survivors: tuple[str, ...] = DEFAULT_SURVIVORS
    """Clockwise."""
    killer: str = DEFAULT_KILLER
    first: str = ""
    """Holder of the first player marker; "" is the first of `survivors`."""
    starts: Mapping[str, int] = {}
    """The start die of each figure; who is not named starts on its place in the list (assumed)."""
    revealed: Mapping[str, str] = {}
    """Props that lie face up from the start, with what they are (CN67: one for each Survivor)."""
    settings: Settings = msgspec.field(default_factory=Settings)
    perks: Mapping[str, tuple[str, ...]] = {}
    """Other perks than the printed ones, by figure: boards may be equipped anew (L99-R)."""
    items: Mapping[str, str] = {}
    """Items held from the start."""
    handicap: int = 0
    """Sacrifice tokens on the track from the start, 0 to 3: the solo rules' difficulty (AUT)."""
    full: bool = False
    """Set the game up with dice: starts are rolled, each Survivor reveals a prop (CN67, MAP)."""


def setup(config: Config) -> State:
    """The first state: everybody on a start space, every prop face down, cards in hand.

    Raises:
        SetupError: a map or house rules that cannot be played, unknown or repeated figures, not
            four Survivors, a start number out of 0-5, a revealed prop that cannot be.
    """
    if found := problems(config.board):
        raise SetupError("board: " + "; ".join(found))
    check_settings(config.settings)
    unknown = [s for s in config.survivors if s not in SURVIVORS]
    if unknown:
        raise SetupError(f"survivors: {unknown[0]!r} is no Survivor; one of {', '.join(SURVIVORS)}")
    if config.killer not in KILLERS:
        raise SetupError(f"killer: {config.killer!r} is no Killer; one of {', '.join(KILLERS)}")
    if len(set(config.survivors)) != len(config.survivors) or len(config.survivors) != 4:
        raise SetupError("survivors: four different Survivors are always in play")
    first = config.first or config.survivors[0]
    if first not in config.survivors:
        raise SetupError(f"first: {first!r} is not among the Survivors of this game")
    for seat in config.starts:
        if seat not in (*config.survivors, config.killer):
            raise SetupError(f"starts: {seat!r} does not play")
    figures = []
    for index, seat in enumerate((*config.survivors, config.killer)):
        number = config.starts.get(seat, index)
        if number not in config.board.starts:
            raise SetupError(f"starts: {number!r} of {seat} is no start number; 0 to 5")
        is_killer = seat == config.killer
        printed = (KILLERS if is_killer else SURVIVORS)[seat]
        figures.append(
            Figure(
                seat,
                "killer" if is_killer else "survivor",
                config.board.starts[number],
                KILLER_CARDS if is_killer else SURVIVOR_CARDS,
                bp=KILLER_START_BP if is_killer else SURVIVOR_START_BP,
                perks=config.perks.get(seat, printed),
                token=not is_killer,
                item=config.items.get(seat, ""),
            )
        )
    if config.handicap not in range(HANDICAP + 1):
        raise SetupError(f"handicap: {config.handicap}; 0 to {HANDICAP}")
    check_equipment(config)
    state = State(
        config.board,
        config.settings,
        tuple(figures),
        revealed(config),
        first,
        tuple([path.id for path in config.board.paths if path.wall]),
        (Planning(),),
        track=config.handicap,
    )
    return push(state, *ceremony(state)) if config.full else state


def ceremony(state: State) -> list[AnyAsk]:
    """What is left to do in a full setup, the last one first: reveals, then start dice."""
    reveals: list[AnyAsk] = [
        PropToReveal(seat, tuple(state.board.space)) for seat in reversed(turn_order(state))
    ]
    return [*reveals, *[StartRoll(figure.id) for figure in reversed(state.figures)]]


def check_equipment(config: Config) -> None:
    """Whether perks and items fit their figures.

    Raises:
        SetupError: an unknown figure, perk or item, a perk of the other side, one twice, an item
            that there are too few of, one for the Killer.
    """
    for seat, perks in config.perks.items():
        side = "killer" if seat == config.killer else "survivor"
        if seat not in (*config.survivors, config.killer):
            raise SetupError(f"perks: {seat!r} does not play")
        for perk in perks:
            if perk not in PERK_FACTS or PERK_FACTS[perk].side != side:
                raise SetupError(f"perks: {perk!r} is no perk of a {side.capitalize()}")
        if len(set(perks)) != len(perks):
            raise SetupError(f"perks: {seat} has one twice")
    for seat, item in config.items.items():
        if seat not in config.survivors:
            raise SetupError(f"items: {seat!r} is no Survivor of this game")
        if list(config.items.values()).count(item) > config.settings.items.get(item, 0):
            raise SetupError(f"items: there is no {item!r} for {seat}")


def revealed(config: Config) -> tuple[Prop, ...]:
    """The props at the start: face down but for those revealed in setting up.

    Raises:
        SetupError: no such prop, or more of a kind than there are.
    """
    left = {category: dict(counts) for category, counts in config.settings.kinds.items()}
    for prop, kind in config.revealed.items():
        index = config.board.slot_index.get(prop)
        if index is None:
            raise SetupError(f"revealed: no prop {prop!r} on {config.board.id}")
        counts = left[config.board.slots[index].category]
        if counts.get(kind, 0) < 1:
            raise SetupError(f"revealed: {prop} cannot be {kind!r}")
        counts[kind] -= 1
    return tuple(
        [Prop(s.prop, s.space, config.revealed.get(s.prop, "")) for s in config.board.slots]
    )


def check_settings(settings: Settings) -> None:
    """Whether the house rules can be played by: else a game could come to a stop.

    Raises:
        SetupError: names the setting.
    """
    if settings.generator_progress < 1 or settings.gate_progress < 1:
        raise SetupError("settings: generator_progress and gate_progress are at least 1")
    if not settings.danger_die or not set(settings.danger_die) <= set(SKILL_DIE):
        raise SetupError("settings.danger_die: one or more faces, each of 0 to 5")
    check_numbers(settings)
    for category, known in default_kinds().items():
        kinds = settings.kinds.get(category, {})
        for kind, count in kinds.items():
            if kind not in known or count < 0:
                raise SetupError(
                    f"settings.kinds.{category}: {kind!r} = {count}; none or more of "
                    f"{', '.join(known)}"
                )
        if sum(kinds.values()) != PROP_TOTALS[category]:
            raise SetupError(
                f"settings.kinds.{category}: {sum(kinds.values())} in all, not "
                f"{PROP_TOTALS[category]}"
            )


def check_numbers(settings: Settings) -> None:
    """Whether the house rules' numbers and words are ones that are played.

    Raises:
        SetupError: names the setting.
    """
    for name in ("gate_great_bonus", "totem_cleanse_bp", "rescue_bp"):
        if getattr(settings, name) < 0:
            raise SetupError(f"settings.{name}: none or more")
    if settings.locker_capacity < 1:
        raise SetupError("settings.locker_capacity: one or more")
    if settings.shared_hand:
        raise SetupError("settings.shared_hand: only `false` is played: a set of cards each")
    for killer, discount in settings.bonus_discounts.items():
        if killer not in KILLERS or discount < 0:
            raise SetupError(f"settings.bonus_discounts: {killer!r} = {discount}")
    for item, count in settings.items.items():
        if item not in default_items() or count < 0:
            raise SetupError(f"settings.items: {item!r} = {count}; none or more of a known item")

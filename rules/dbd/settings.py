"""House rules: what the printed rules leave open, as typed settings with their sources.

A setting is named by its printed key (`generator.progress_to_complete`) or by its field
(`generator_progress`). Source: dbd.md section 15. No I/O here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from rules.dbd.board import Category
from rules.house import Setting


def default_kinds() -> dict[Category, dict[str, int]]:
    """How many props of each kind there are; the split inside a category is assumed."""
    return {
        "objective": {"generator": 8, "exit-gate": 2},
        "boldness": {"hook": 6, "hex-totem": 4},
        "survival": {"chest": 6, "locker": 6},
        "altruism": {"pallet": 6, "crow": 6},
    }


def default_items() -> dict[str, int]:
    """How many copies of each item there are: the stars on the cards (CARD, CN45).

    They add up to 15; the box holds 16, and what the last one is could not be found out.
    """
    return {
        "first-aid-kit": 3,
        "flashlight": 3,
        "broken-key": 1,
        "dull-key": 1,
        "skeleton-key": 1,
        "firecracker": 1,
        "map": 1,
        "rainbow-map": 1,
        "toolbox": 2,
        "commodious-toolbox": 1,
    }


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a game. `SETTINGS` says of each where its default comes from."""

    generator_progress: int = 3
    gate_progress: int = 3
    gate_great_bonus: int = 0
    crow_removed_by_survivor: bool = False
    kinds: dict[Category, dict[str, int]] = field(default_factory=default_kinds)
    danger_die: tuple[int, ...] = (0, 0, 0, 5, 5, 5)
    danger_pays: bool = True
    totem_cleanse_bp: int = 2
    totem_removed_by_cleanse: bool = True
    totem_removed_by_venerate: bool = False
    sabotage: Literal["entity-on-hook", "remove-hook"] = "entity-on-hook"
    rescue_bp: int = 1
    rescue_moves: bool = True
    completed_generator: Literal["leaves", "stays"] = "leaves"
    pick_up_same_round: bool = True
    carry_paths: Literal["any-forward", "any"] = "any-forward"
    carry_pallet: Literal["destroy-and-stop", "destroy-and-go-on"] = "destroy-and-stop"
    carry_no_hook: Literal["drop", "return"] = "drop"
    carry_escape: Literal["stay", "any-path"] = "stay"
    locker_capacity: int = 1
    equal_starts: bool = True
    shared_hand: bool = False
    bonus_discounts: dict[str, int] = {}
    items: dict[str, int] = field(default_factory=default_items)
    item_reshuffle: bool = True
    item_draw: Literal["choose-one", "keep-new", "keep-old"] = "choose-one"
    response_order: Literal["active-first", "survivors-first", "killer-first"] = "active-first"
    powers: Literal["by-hand", "assumed"] = "by-hand"

    def __hash__(self) -> int:
        return hash((self.generator_progress, self.gate_progress, self.danger_die, self.powers))


SETTINGS: dict[str, Setting] = {
    each.key: each
    for each in (
        Setting("generator.progress_to_complete", "generator_progress", "assumed"),
        Setting("exit_gate.progress_to_open", "gate_progress", "assumed"),
        Setting("exit_gate.great_success_bonus", "gate_great_bonus", "AUT"),
        Setting("dice.danger.faces", "danger_die", "assumed"),
        Setting("dice.danger.failure_gives_killer_bp", "danger_pays", "assumed"),
        Setting("props.kinds", "kinds", "assumed", in_play=False),
        Setting("crow.removed_by_survivor", "crow_removed_by_survivor", "assumed"),
        Setting("hex_totem.cleanse_bp", "totem_cleanse_bp", "assumed"),
        Setting("hex_totem.removed_by_cleanse", "totem_removed_by_cleanse", "assumed"),
        Setting("hex_totem.removed_by_venerate", "totem_removed_by_venerate", "assumed"),
        Setting("sabotage.mode", "sabotage", "AUT"),
        Setting("rescue.bp", "rescue_bp", "AUT"),
        Setting("rescue.both_move_after", "rescue_moves", "AUT"),
        Setting("completed_generator", "completed_generator", "JAM"),
        Setting("pick_up.same_round_as_wound", "pick_up_same_round", "assumed"),
        Setting("carry.paths", "carry_paths", "assumed"),
        Setting("carry.pallet", "carry_pallet", "assumed"),
        Setting("carry.no_hook", "carry_no_hook", "assumed"),
        Setting("carry.escape_space", "carry_escape", "assumed"),
        Setting("locker.capacity", "locker_capacity", "assumed"),
        Setting("start_positions.equal_rolls", "equal_starts", "assumed", in_play=False),
        Setting("hand.shared_when_two_survivors", "shared_hand", "assumed", in_play=False),
        Setting("killer.bonus_turn.discounts", "bonus_discounts", "ESP"),
        Setting("item_deck.counts", "items", "CARD", in_play=False),
        Setting("item_deck.reshuffle", "item_reshuffle", "assumed"),
        Setting("item.draw_when_holding", "item_draw", "assumed"),
        Setting("perk.response_order", "response_order", "assumed"),
        Setting("killer.powers", "powers", "assumed"),
    )
}
"""Every setting by its printed key. Maps are a setting too: the `board` a game is set up with."""

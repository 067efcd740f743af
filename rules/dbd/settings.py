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


def row(
    key: str, name: str, source: str, about: str, *, in_play: bool = True
) -> tuple[str, Setting]:
    """An entry of `SETTINGS`."""
    return key, Setting(key, name, source, about, in_play)


SETTINGS: dict[str, Setting] = dict(
    [
        row(
            "generator.progress_to_complete",
            "generator_progress",
            "assumed",
            "progress that completes a generator; Red Herring speaks of one with 2",
        ),
        row(
            "exit_gate.progress_to_open",
            "gate_progress",
            "assumed",
            "progress that opens a gate; 25 tokens are in the box",
        ),
        row(
            "exit_gate.great_success_bonus",
            "gate_great_bonus",
            "AUT",
            "further progress of a great success on a gate",
        ),
        row(
            "dice.danger.faces",
            "danger_die",
            "assumed",
            "the danger die's faces, read as skill faces",
        ),
        row(
            "dice.danger.failure_gives_killer_bp",
            "danger_pays",
            "assumed",
            "whether a failed danger die pays the Killer as well",
        ),
        row(
            "props.kinds",
            "kinds",
            "assumed",
            "how many props of each kind there are",
            in_play=False,
        ),
        row(
            "crow.removed_by_survivor",
            "crow_removed_by_survivor",
            "assumed",
            "whether a crow leaves the board when a Survivor uses it",
        ),
        row(
            "hex_totem.cleanse_bp",
            "totem_cleanse_bp",
            "assumed",
            "Bloodpoints for a cleansed totem",
        ),
        row(
            "hex_totem.removed_by_cleanse",
            "totem_removed_by_cleanse",
            "assumed",
            "whether a cleansed totem leaves the board",
        ),
        row(
            "hex_totem.removed_by_venerate",
            "totem_removed_by_venerate",
            "assumed",
            "whether a venerated totem leaves the board",
        ),
        row("sabotage.mode", "sabotage", "AUT", "what sabotage does to a hook"),
        row("rescue.bp", "rescue_bp", "AUT", "Bloodpoints for a rescue"),
        row(
            "rescue.both_move_after", "rescue_moves", "AUT", "whether both may move after a rescue"
        ),
        row(
            "completed_generator",
            "completed_generator",
            "JAM",
            "whether a completed generator leaves its space for the repair track",
        ),
        row(
            "pick_up.same_round_as_wound",
            "pick_up_same_round",
            "assumed",
            "whether a Survivor wounded this round may be picked up",
        ),
        row("carry.paths", "carry_paths", "assumed", "by which paths the Killer carries"),
        row("carry.pallet", "carry_pallet", "assumed", "what a pallet does to a carry"),
        row("carry.no_hook", "carry_no_hook", "assumed", "where a carry without a hook ends"),
        row(
            "carry.escape_space", "carry_escape", "assumed", "where a Survivor who breaks free goes"
        ),
        row("locker.capacity", "locker_capacity", "assumed", "Survivors that one locker hides"),
        row(
            "start_positions.equal_rolls",
            "equal_starts",
            "assumed",
            "whether figures may start in the same space",
            in_play=False,
        ),
        row(
            "hand.shared_when_two_survivors",
            "shared_hand",
            "assumed",
            "whether two Survivors of one person share a set of cards (only `false` is played)",
            in_play=False,
        ),
        row(
            "killer.bonus_turn.discounts",
            "bonus_discounts",
            "ESP",
            "Bloodpoints off the bonus turn, by Killer; the Doctor has one of unknown size",
        ),
        row(
            "item_deck.counts",
            "items",
            "CARD",
            "copies of each item; 15 of 16 are known",
            in_play=False,
        ),
        row(
            "item_deck.reshuffle",
            "item_reshuffle",
            "assumed",
            "whether an empty item deck is made anew from the discards",
        ),
        row(
            "item.draw_when_holding",
            "item_draw",
            "assumed",
            "what a Survivor does who draws an item and holds one",
        ),
        row("perk.response_order", "response_order", "assumed", "who answers an event first"),
        row(
            "killer.powers",
            "powers",
            "assumed",
            "`by-hand`: the table carries a power out; `assumed`: the plug-ins do, as far as known",
        ),
    ]
)
"""Every setting by its printed key. Maps are a setting too: the `board` a game is set up with."""

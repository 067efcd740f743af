"""Every reason for which a move is refused, and where the rule stands. Texts are in the catalogues.

Sources: "Invader p.N" is a page of the rulebook; others are keys of `docs/sources.md`; "assumed"
is a default of ours for what could not be found out.
"""

from __future__ import annotations

from typing import Any

from rules.engine import Violation

CODES: dict[str, str] = {
    # Order
    "not-your-turn": "BP",
    "not-now": "toc",
    "activate.already": "BP",
    "activate.another-player": "BP",
    "activate.finish-first": "BP",
    "question.first": "assumed",
    # Actions
    "action.none-left": "Invader p.17",
    "action.no-such-zone": "toc",
    "walk.not-adjacent": "toc",
    "walk.wall": "pack",
    "walk.closed-door": "BP",
    "walk.no-oxygen": "toys",
    "walk.too-many-xenos": "BP",
    "search.once-a-turn": "BP",
    "search.not-a-room": "surv",
    "search.soldier": "surv",
    "search.xenos": "hist",
    "search.mold": "Invader p.20",
    "search.nothing-left": "assumed",
    "door.not-here": "gob",
    "door.no-door": "gob",
    "door.no-opening": "assumed",
    "door.once-a-turn": "gob",
    "door.open": "gob",
    "door.closed": "gob",
    "door.destroyed": "res",
    "door.coloured": "BP",
    "door.no-token": "bsn2",
    "door.mold": "Invader p.20",
    "objective.not-here": "toc",
    "objective.no-such": "toc",
    "oxygen.not-here": "Invader p.20",
    "oxygen.mold": "Invader p.20",
    "oxygen.xenos": "assumed",
    "oxygen.none-left": "wip",
    # Combat
    "weapon.not-carried": "Invader p.16",
    "weapon.not-in-hand": "Invader p.16",
    "weapon.not-melee": "Invader p.16",
    "weapon.not-ranged": "Invader p.16",
    "weapon.not-dual": "Invader p.16",
    "weapon.bullets-outside": "fr",
    "weapon.needs-cell": "toys",
    "weapon.needs-canister": "assumed",
    "melee.nobody-here": "assumed",
    "shoot.out-of-range": "Invader p.16",
    "shoot.no-sight": "Invader p.16",
    "shoot.nothing-there": "assumed",
    "attack.no-such-xeno": "Invader p.19",
    "attack.behind-others": "gob",
    "attack.no-concentrated-hellfire": "assumed",
    "reroll.none": "sks",
    "dice.no-such-face": "wip",
    "chance.impossible": "assumed",
    # Inventory
    "card.not-carried": "Invader p.18",
    "card.not-on-table": "BP",
    "card.wrong-slot": "Invader p.18",
    "card.slot-full": "Invader p.18",
    "card.no-use": "Invader p.18",
    "attach.does-not-fit": "gob",
    "attach.twice": "assumed",
    "attach.only-reorganize": "gob",
    "trade.own-only": "BP",
    "trade.one-partner": "BP",
    "trade.elsewhere": "BP",
    "trade.cards-loose": "assumed",
    "destiny.nothing-drawn": "sk2",
    # Skills
    "skill.not-yours": "Invader p.17",
    "skill.other-level": "Invader p.17",
    "skill.once-a-turn": "sk2",
    "skill.out-of-reach": "sk2",
    "skill.no-xenos": "skb",
    "skill.not-oneself": "sks",
    # Machines
    "machine.no-remote": "wip",
    "machine.destroyed": "frz",
    "machine.no-such": "wip",
    "machine.cannot": "frz",
    # What the players answer together
    "target.not-there": "BP",
    "target.low-profile": "ski",
    "split.no-route": "gob",
}


LAWS: dict[str, str] = {
    "turn.ends": "toc",
    "walk.goes-on": "toc",
    "search.draws": "BP",
    "noise.token": "Invader p.17",
    "dice.success": "Invader p.16",
    "attack.damage": "Invader p.16",
    "friendly-fire.misses": "toc",
    "xp.gained": "Invader p.17",
    "objective.colour": "toc",
    "objective.effects": "toc",
    "harm.cancelled": "sk2",
    "harm.wounds": "fr",
    "xenos.phase": "Invader p.19",
    "xenos.attack": "series",
    "xenos.move": "BP, res",
    "xenos.doors": "res, gob",
    "spawn.card": "Invader p.17",
    "spawn.ran-out": "gob, ksx, bsn2",
    "mold.spreads": "Invader p.20",
    "mold.burns": "Invader p.20",
    "round.ends": "Invader p.17",
}
"""Rules that no move breaks: what they bring happens by itself, or is what a move is for."""

OF_STEP: dict[str, str] = {
    # Survivors
    "turn": "activate.another-player",
    "walked": "walk.not-adjacent",
    "door": "door.once-a-turn",
    "found": "search.draws",
    "discarded": "card.not-carried",
    "oxygen": "oxygen.not-here",
    "lifted": "card.not-on-table",
    "stowed": "card.wrong-slot",
    "attached": "attach.does-not-fit",
    "detached": "attach.only-reorganize",
    "attack": "dice.success",
    "successes": "dice.success",
    "killed": "attack.damage",
    "too-weak": "attack.damage",
    "friendly-fire": "friendly-fire.misses",
    "noise": "noise.token",
    "xp": "xp.gained",
    "learned": "skill.other-level",
    "objective-seen": "objective.colour",
    "objective-taken": "objective.effects",
    "objective-lost": "mold.spreads",
    "spawns-started": "objective.effects",
    "doors-opened": "door.coloured",
    "given": "objective.effects",
    "inspired": "skill.not-oneself",
    "rescued": "skill.once-a-turn",
    # Damage
    "absorbed": "harm.cancelled",
    "wounded": "harm.wounds",
    "eliminated": "harm.wounds",
    "machine-destroyed": "machine.destroyed",
    # Xenos and Mold
    "xenos-phase": "xenos.phase",
    "activated": "xenos.phase",
    "attacked": "xenos.attack",
    "moved": "xenos.move",
    "door-attacked": "xenos.doors",
    "door-destroyed": "xenos.doors",
    "xeno-card": "spawn.card",
    "spawned": "spawn.card",
    "ran-out": "spawn.ran-out",
    "xeno-deck-shuffled": "spawn.card",
    "mold": "mold.spreads",
    "mold-inactive": "mold.burns",
    "round": "round.ends",
}
"""The rule by which each kind of step comes about: a code, or a law."""


def refuse(code: str, **facts: Any) -> Violation:
    """The Violation of a code, with its source and facts (ids; the texts turn them into names)."""
    return Violation(code, CODES[code], facts)

"""Every reason for which a move is refused, and where the rule stands. Texts are in the catalogues.

Sources: "DbD p.N" is a page of the rulebook; others are keys of `docs/sources.md`;
"assumed" is a default of ours for what could not be found out.
"""

from __future__ import annotations

from typing import Any

from rules.engine import Violation

CODES: dict[str, str] = {
    # Planning
    "plan.one-card": "DbD p.8",
    "plan.two-cards": "DbD p.8",
    "plan.not-finished": "DbD p.8",
    "plan.not-yours": "DbD p.8",
    "plan.sacrificed": "AUT",
    "plan.nothing-set": "DbD p.8",
    "plan.face-up": "CARD",
    "plan.another-card": "CARD",
    "talk.in-public": "DbD p.8",
    # Cards
    "card.not-in-hand": "DbD p.8",
    "card.already-played": "DbD p.10",
    "card.not-set": "DbD p.8",
    "card.left-first": "DbD p.10",
    "card.compulsory": "CN-FAQ",
    # Moving
    "walk.no-path": "DbD p.8",
    "walk.wrong-colour": "DbD p.8",
    "walk.against-arrow": "DbD p.8",
    "walk.wall": "AUT",
    "walk.entity": "DbD p.11",
    "walk.not-now": "DbD p.8",
    "walk.other-path": "CARD",
    # Revealing a prop
    "reveal.only-one": "DbD p.8",
    "reveal.elsewhere": "DbD p.8",
    "reveal.face-up": "DbD p.8",
    "reveal.first": "DbD p.8",
    "reveal.no-such-prop": "assumed",
    # Interacting
    "interact.not-here": "DbD p.9",
    "interact.face-down": "DbD p.9",
    "interact.other-prop": "DbD p.9",
    "interact.entity": "DbD p.11",
    "interact.not-a-survivor": "DbD p.9",
    "interact.on-hook": "assumed",
    "interact.one-a-turn": "DbD p.9",
    "interact.killer-only": "DbD p.10",
    "interact.survivor-only": "DbD p.9",
    "interact.hidden": "AUT",
    "interact.not-that-one": "CARD",
    "gate.not-powered": "AUT",
    "generator.no-progress": "assumed",
    "generator.completed": "assumed",
    "locker.full": "assumed",
    "locker.empty": "assumed",
    "pallet.not-connected": "AUT",
    "pallet.path-taken": "assumed",
    "rescue.not-on-hook": "AUT",
    "sabotage.occupied": "assumed",
    "pick-up.healthy": "AUT",
    "pick-up.same-round": "assumed",
    "carry.dice": "CN-FAQ",
    "heal.self": "assumed",
    "heal.healthy": "AUT",
    "attack.wounded": "AUT",
    "power.once-a-round": "DbD p.10",
    "power.no-effect": "assumed",
    # Bonus turns
    "bonus.no-card": "DbD p.9",
    "bonus.not-granted": "DbD p.9",
    "bonus.too-few-bloodpoints": "DbD p.10",
    "bonus.after-second-turn": "DbD p.10",
    "bonus.one-a-round": "DbD p.10",
    # Perks
    "perk.not-yours": "CN45",
    "perk.once-a-round": "L99-R",
    "perk.too-few-bloodpoints": "L99-R",
    "perk.not-now": "CARD",
    "perk.no-effect": "assumed",
    # Items
    "item.not-held": "BGQ",
    "item.once-a-turn": "CARD",
    "item.not-now": "CARD",
    "item.not-in-deck": "CARD",
    # Choices
    "choice.not-now": "assumed",
    "choice.no-such-option": "CARD",
    # Setting up
    "start.other-figure": "MAP",
    "start.no-such-number": "MAP",
    "start.taken": "assumed",
    # Dice
    "die.not-now": "AUT-APP",
    "die.no-such-face": "AUT-APP",
    # Order
    "not-your-turn": "DbD p.8",
    "not-now": "DbD p.8",
}


SETUP_CODES: dict[str, str] = {
    "setup.not-open": "assumed",
    "setup.other-side": "CN67",
    "setup.taken": "assumed",
    "setup.not-taken": "assumed",
    "setup.one-killer": "DTN",
    "setup.no-killer": "CN67",
    "setup.four-survivors": "PL, CZ",
    "setup.people": "DTN",
    "setup.marker-to-survivor": "CN67",
    "setup.no-first-player": "CN67",
}
"""The same for what is chosen before the game (`rules.dbd.lobby`)."""


RESTS_ON: dict[str, str] = {
    "generator.completed": "completed_generator",
    "locker.full": "locker.capacity",
    "pick-up.same-round": "pick_up.same_round_as_wound",
    "power.no-effect": "killer.powers",
    "start.taken": "start_positions.equal_rolls",
}
"""Refusals that rest on a house rule, and which: the ruling names it."""


def refuse(code: str, **facts: Any) -> Violation:
    """The Violation of a code, with its source and facts (ids; the texts turn them into names)."""
    if code in RESTS_ON:
        facts["setting"] = RESTS_ON[code]
    return Violation(code, CODES.get(code) or SETUP_CODES[code], facts)

"""How a plain Survivor carries cards: what belongs into which slot, and the steps to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.engine import Move
from rules.invader.data import CARDS
from rules.invader.gear import ROOM, TANK, attachable, is_attachment, weapon_of
from rules.invader.inventory import Attach, Done, Lift, Stow, sorting
from rules.invader.state import State, Survivor, attached, base

KEPT = {TANK: 10.0, "ablative-armor": 5.0, "search-drone": 2.0, "searchlight": 2.0, "mre": 1.0}
"""What a card that is no weapon is worth in a full inventory."""
EXTRA_WORTH = 1.5


def power(card: str) -> float:
    """What a weapon does in an attack, about; almost nothing while it lacks what it needs."""
    weapon = weapon_of(card)
    if weapon is None:
        return 0.0
    extras = attached(card)
    if weapon.cell == "needed" and "energy-cell" not in extras:
        return 0.1
    if weapon.hellfire:
        return 4.0 if "canister" in extras else 0.1
    hits = weapon.dice * (7 - weapon.accuracy) / 6
    return hits * weapon.damage + 0.3 * weapon.range[1] + 0.4 * len(extras)


def in_hand(cards: Sequence[str]) -> list[str]:
    """The two weapons to hold: the best, and what goes best with it."""
    weapons = [card for card in sorted(cards) if CARDS[base(card)].slot == "hand"]
    weapons.sort(key=power, reverse=True)
    if len(weapons) < 2:
        return weapons
    first = weapons.pop(0)

    def beside(card: str) -> float:
        one, other = weapon_of(first), weapon_of(card)
        if one is None or other is None:
            return power(card)
        pair = base(card) == base(first) and one.dual
        return power(card) * (2 if pair else 1) + (one.type != other.type)

    return [first, max(weapons, key=beside)]


def goes_on(extra: str, weapons: Sequence[str]) -> bool:
    """Whether an attachment can be attached to one of these."""
    return is_attachment(extra) and any(attachable(weapon, extra) is None for weapon in weapons)


def keep(card: str) -> float:
    """What a card is worth in the Backpack."""
    return KEPT.get(card, EXTRA_WORTH if is_attachment(card) else power(card))


def wanted_slots(survivor: Survivor, table: Sequence[str]) -> dict[str, Counter[str]]:
    """Which cards belong into which slot, of those carried and those on the table; what is in no
    slot is attached, or goes. The same cards always give the same answer, so that sorting ends."""
    cards = [*survivor.cards(), *table]
    hand = in_hand(cards)
    left = Counter(cards) - Counter(hand)
    worn = [card for card in left.elements() if CARDS[base(card)].slot == "body"]
    body = sorted(worn, key=lambda card: (keep(card), card), reverse=True)[: ROOM["body"]]
    left -= Counter(body)
    rest = [
        card
        for card in left.elements()
        if CARDS[base(card)].slot != "token" and not goes_on(card, hand)
    ]
    pack = sorted(rest, key=lambda card: (keep(card), card), reverse=True)[: ROOM["pack"]]
    tokens = [card for card in left.elements() if CARDS[base(card)].slot == "token"]
    return {
        "hand": Counter(hand),
        "body": Counter(body),
        "pack": Counter(pack),
        "token": Counter(survivor.token) + Counter(tokens),
    }


def is_untidy(survivor: Survivor) -> bool:
    """Whether it is worth an Action to rearrange: a better weapon, or something to attach."""
    wanted = wanted_slots(survivor, ())
    if any(goes_on(card, [*wanted["hand"]]) for card in survivor.pack):
        return True
    held = sum(map(power, survivor.hand))
    return sum(power(card) for card in wanted["hand"].elements()) > held + 0.5


def sorted_out(state: State, seat: str, moves: Sequence[Move[State]]) -> Move[State]:
    """The next step to where the cards belong: attach, stow, lift, and in the end be done."""
    ask, survivor = sorting(state), state.survivor(seat)
    attaching = [m for m in moves if isinstance(m, Attach) and m.weapon in survivor.hand]
    if attaching:
        return max(attaching, key=lambda move: power(move.weapon))
    wanted = wanted_slots(survivor, ask.table)
    for move in moves:
        if isinstance(move, Stow) and move.who == seat:
            held = Counter(getattr(survivor, move.slot))
            if wanted[move.slot][move.card] > held[move.card]:
                return move
    for move in moves:
        if isinstance(move, Lift) and move.who == seat and move.slot != "token":
            held = Counter(getattr(survivor, move.slot))
            if held[move.card] > wanted[move.slot][move.card]:
                return move
    for move in moves:
        if isinstance(move, Done):
            return move
    return next((m for m in moves if isinstance(m, Stow) and m.who == seat), moves[0])

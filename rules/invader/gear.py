"""What is carried: slots, cards coming and going, attachments. Source: Invader p.18."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance import Pile
from rules.engine import Violation
from rules.invader.asks import Blow
from rules.invader.codes import refuse
from rules.invader.data import CARDS, SKILLS, Weapon
from rules.invader.state import (
    BODY_SLOTS,
    HAND_SLOTS,
    PACK_SLOTS,
    State,
    Step,
    Survivor,
    attached,
    base,
    tally,
    with_survivor,
)

SLOTS = ("hand", "body", "pack", "token")
ROOM = {"hand": HAND_SLOTS, "body": BODY_SLOTS, "pack": PACK_SLOTS, "token": 99}
TANK = "oxygen-tank"


def slot_of(survivor: Survivor, card: str) -> str:
    """The slot in which a Survivor carries a card, or ""."""
    for slot in SLOTS:
        if card in getattr(survivor, slot):
            return slot
    return ""


def carries(survivor: Survivor, card_id: str) -> bool:
    """Whether a Survivor carries a card of this id, attached ones aside."""
    return any(base(card) == card_id for card in (*survivor.cards(), *survivor.token))


def put(survivor: Survivor, card: str, slot: str) -> Survivor:
    """The Survivor with one card more."""
    cards = tuple(sorted((*getattr(survivor, slot), card)))
    return replace(survivor, **{slot: cards})


def without(survivor: Survivor, card: str, slot: str = "") -> Survivor:
    """The Survivor with one card fewer."""
    slot = slot or slot_of(survivor, card)
    cards = list(getattr(survivor, slot))
    cards.remove(card)
    return replace(survivor, **{slot: tuple(cards)})


def fits(survivor: Survivor, card: str, slot: str) -> Violation | None:
    """Why a card cannot be put into a slot of a Survivor (Invader p.18)."""
    own = CARDS[base(card)].slot
    if slot not in ROOM or (slot != own and (slot != "pack" or own == "token")):
        return refuse("card.wrong-slot", seat=survivor.id, card=card, slot=slot)
    if len(getattr(survivor, slot)) >= ROOM[slot]:
        return refuse("card.slot-full", seat=survivor.id, card=card, slot=slot)
    return None


def weapon_of(card: str) -> Weapon | None:
    """The combat characteristics of a card."""
    facts = CARDS.get(base(card))
    return facts.weapon if facts else None


def is_attachment(card: str) -> bool:
    """Whether a card goes on a weapon."""
    return card in CARDS and bool(CARDS[card].attaches)


def attachable(card: str, extra: str) -> Violation | None:
    """Why an attachment does not go on a card."""
    kind = CARDS[extra].attaches if extra in CARDS else ""
    weapon = CARDS[base(card)].weapon
    if not kind or weapon is None or weapon.ammo != kind:
        return refuse("attach.does-not-fit", card=card, extra=extra)
    if kind == "energy" and not weapon.cell:
        return refuse("attach.does-not-fit", card=card, extra=extra)
    if extra in attached(card):
        return refuse("attach.twice", card=card, extra=extra)
    return None


def discarded(state: State, *cards: str) -> State:
    """The state with cards, and what is attached to them, put where they go when discarded.

    Oxygen Tanks return to their pile; starting equipment and Prototypes leave the game (assumed).
    """
    pile, oxygen = state.equipment_discard.counts, state.oxygen
    for card in cards:
        for part in card.split("+"):
            back = CARDS[part].back
            if back == "oxygen":
                oxygen += 1
            elif back == "standard":
                pile = tally(pile, part)
    return replace(state, equipment_discard=Pile(pile), oxygen=oxygen)


def drop(state: State, seat: str, card: str) -> State:
    """A Survivor discards a card they carry."""
    survivor = without(state.survivor(seat), card)
    state = with_survivor(state, survivor, Step("discarded", seat, to=card))
    return discarded(state, card)


def finds(survivor: Survivor) -> int:
    """How many cards a Search draws: one, and more with Body equipment."""
    return 1 + sum(CARDS[base(card)].finds for card in survivor.body)


def usable(state: State, survivor: Survivor, card: str, kind: str) -> Violation | None:
    """Why a Survivor cannot attack with a card, its target aside (Invader p.16)."""
    seat = survivor.id
    if card not in survivor.hand:
        code = "weapon.not-in-hand" if slot_of(survivor, card) else "weapon.not-carried"
        return refuse(code, seat=seat, card=card)
    weapon = CARDS[base(card)].weapon
    if weapon is None or weapon.type != kind:
        return refuse(f"weapon.not-{kind}", seat=seat, card=card)
    if weapon.ammo == "bullets" and state.ground.is_exterior(survivor.at):
        return refuse("weapon.bullets-outside", seat=seat, card=card, at=survivor.at)
    if weapon.cell == "needed" and "energy-cell" not in attached(card):
        return refuse("weapon.needs-cell", seat=seat, card=card)
    if weapon.hellfire and "canister" not in attached(card):
        return refuse("weapon.needs-canister", seat=seat, card=card)
    return None


def paired(survivor: Survivor, card: str) -> Violation | None:
    """Why a weapon cannot be used together with the one in the other hand: Dual, of the same name,
    one in each hand (Invader p.16)."""
    hand = survivor.hand
    weapon = CARDS[base(card)].weapon
    if (
        len(hand) != HAND_SLOTS
        or base(hand[0]) != base(hand[1])
        or weapon is None
        or weapon.hellfire
        or not (weapon.dual or "ambidextrous" in survivor.skills)
        or card != hand[0]
    ):
        return refuse("weapon.not-dual", seat=survivor.id, card=card)
    return None


def rerolls(survivor: Survivor, cards: tuple[str, ...]) -> tuple[str, ...]:
    """What lets an attack with these cards be rolled again."""
    found = []
    for card in cards:
        extras = attached(card)
        weapon = CARDS[base(card)].weapon
        if "energy-cell" in extras and weapon is not None and weapon.cell == "reroll":
            found.append("energy-cell")
        if "plenty-of-bullets" in extras and "plenty-of-bullets" not in survivor.used:
            found.append("plenty-of-bullets")
    skill = "1-re-roll-per-turn"
    if skill in survivor.skills and skill not in survivor.used:
        found.append(skill)
    return tuple(sorted(set(found)))


def blow(
    survivor: Survivor, cards: tuple[str, ...], zone: str, aimed: str, crowd: int
) -> tuple[Blow, int]:
    """An attack of a Survivor with one weapon or two alike, and how many dice it rolls."""
    weapon = CARDS[base(cards[0])].weapon
    assert weapon is not None
    kind = weapon.type
    dice = weapon.dice
    damage, plus, reaper = weapon.damage, 0, False
    for skill in survivor.skills:
        facts = SKILLS[skill]
        dice += kind in facts.dice
        damage += kind in facts.damage
        plus += kind in facts.roll
        reaper = reaper or kind in facts.reaper
    dice *= len(cards)
    if kind == "melee" and "barbarian" in survivor.skills:
        dice = max(dice, crowd)
    point_blank = zone == survivor.at and "point-blank" in survivor.skills
    marksman = "marksman" in survivor.skills
    made = Blow(
        survivor.id,
        base(cards[0]),
        survivor.at,
        zone,
        kind,
        weapon.accuracy,
        damage,
        noisy=weapon.noisy,
        aimed=aimed,
        picks=kind == "melee" or weapon.picks or marksman or point_blank,
        safe=kind == "melee" or marksman,
        bonus=plus,
        reaper=reaper,
        rerolls=rerolls(survivor, cards),
    )
    return made, dice

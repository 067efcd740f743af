"""What the browser of rules has of *Zombicide: Invader* beside its rules. No I/O here."""

from __future__ import annotations

from msgspec import structs

from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENOS, SurvivorCard
from rules.invader.data import Card as Equipment
from tts_bridge.game.rulebook import Item, filled, listed, named, sourced
from tts_bridge.text.catalogue import Texts, Words


def items(texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Equipment, skills, Survivors, Xenos and machines."""
    found = [
        Item(card.id, "card", named(texts, card.id), equipment(card), sourced(texts, card.source))
        for card in CARDS.values()
    ]
    for skill in SKILLS.values():
        who = [each.id for each in SURVIVORS.values() if skill.id in skills_of(each)]
        text = filled("skill-of", who=listed(texts, who)) if who else filled("skill-of-nobody")
        found.append(
            Item(skill.id, "skill", named(texts, skill.id), text, sourced(texts, skill.source))
        )
    for person in SURVIVORS.values():
        facts = filled("survivor-facts", armor=person.armor)
        skills = listed(texts, skills_of(person))
        text = {each: f"{facts[each]}: {skills[each]}" for each in facts}
        found.append(
            Item(person.id, "character", named(texts, person.id), text, sourced(texts, "surv"))
        )
    for xeno in XENOS.values():
        text = filled("xeno-facts", **structs.asdict(xeno))
        found.append(Item(xeno.id, "xeno", named(texts, xeno.id), text, sourced(texts, "ksx")))
    for machine in MACHINES.values():
        text = filled("machine-facts")
        found.append(
            Item(machine.id, "machine", named(texts, machine.id), text, sourced(texts, "ksi"))
        )
    return tuple(found)


def equipment(card: Equipment) -> Words:
    """What a card of the Equipment deck does in numbers."""
    copies = filled("copies", n=card.count)
    if card.weapon is None:
        return copies
    near, far = card.weapon.range
    weapon = filled("weapon", **{**structs.asdict(card.weapon), "range": f"{near}-{far}"})
    return {each: f"{weapon[each]} ({copies[each]})" for each in copies}


def skills_of(person: SurvivorCard) -> tuple[str, ...]:
    """The skills on an ID card, from Blue to Red."""
    return (person.blue, *person.orange, *person.red)

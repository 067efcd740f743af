"""The browser of rules: every rule, card, perk and setting with its source. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from msgspec import Struct, structs

from rules.dbd.data import CHARACTERS
from rules.dbd.perks import PERKS
from rules.dbd.state import KILLER_CARDS
from rules.house import shown
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENOS, SurvivorCard
from rules.invader.data import Card as Equipment
from tts_bridge.drawing.scene import Words, in_words
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES, Texts, fill
from tts_bridge.text.page_words import page_words


class Item(Struct, frozen=True):
    """Something that can be looked up. `kind`: rule, move, card, perk, character or setting."""

    id: str
    kind: str
    title: Words
    text: Words
    source: Words


@cache
def rulebook(game: str) -> tuple[Item, ...]:
    """Everything that can be looked up of a game, in the order it is listed; () for no game."""
    if game not in GAMES:
        return ()
    texts = tuple(Texts(language, game) for language in LANGUAGES)
    more = BY_GAME.get(game)
    return (*rules(game, texts), *(more(texts) if more else ()))


def rules(game: str, texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Every rule that a ruling can name."""
    return tuple(
        Item(
            code,
            "rule",
            same(code),
            in_words(texts, lambda each, code=code: each.rule(code)),
            sourced(texts, source),
        )
        for code, source in {**GAMES[game].codes, **GAMES[game].laws}.items()
    )


def dbd(texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Cards, perks, characters and house rules of *Dead by Daylight*."""
    words = page_words()
    found = [
        Item(
            card, "card", named(texts, card), words[f"page.card.{card}"], sourced(texts, "DbD p.8")
        )
        for card in KILLER_CARDS
    ]
    people = (*CHARACTERS.survivors, *CHARACTERS.killers)
    for perk in dict.fromkeys(perk for each in people for perk in each.perks):
        known = PERKS.get(perk)
        text = words["page.perk.by-hand"] if known is None else filled("perk.costs", n=known.cost)
        found.append(Item(perk, "perk", named(texts, perk), text, sourced(texts, "CARD")))
    for each in people:
        perks = in_words(
            texts,
            lambda text, each=each: text.text("verdict.between").join(
                text.name(perk) for perk in each.perks
            ),
        )
        told = perks if each.perks else words["page.perk.none-known"]
        found.append(
            Item(each.id, "character", named(texts, each.id), told, sourced(texts, "CARD"))
        )
    return (*found, *house_rules("dbd", texts))


def house_rules(game: str, texts: tuple[Texts, ...]) -> Iterator[Item]:
    """What the printed rules leave open, with its default."""
    house = GAMES[game].house
    defaults = house.kind()
    for key, setting in house.rows.items():
        default = shown(getattr(defaults, setting.field))
        text = in_words(texts, lambda each, key=key: each.text(f"house.{key}"))
        told = {each: f"{said} ({default})" for each, said in text.items()}
        yield Item(key, "setting", same(key), told, sourced(texts, setting.source))


def named(texts: tuple[Texts, ...], id_: str) -> Words:
    return in_words(texts, lambda each: each.name(id_))


def sourced(texts: tuple[Texts, ...], key: str) -> Words:
    return in_words(texts, lambda each: each.source(key))


def same(text: str) -> Words:
    """A text that is the same in every language."""
    return dict.fromkeys(LANGUAGES, text)


def invader(texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Equipment, skills, Survivors, Xenos, machines and house rules of *Zombicide: Invader*."""
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
    return (*found, *house_rules("invader", texts))


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


def listed(texts: tuple[Texts, ...], ids: Iterable[str]) -> Words:
    """Names, one after the other."""
    return in_words(texts, lambda each: ", ".join(each.name(id_) for id_ in ids))


def filled(word: str, **values: object) -> Words:
    """A word of the page with values put in; a value may itself come in every language."""
    return {
        language: fill(
            text,
            {
                key: str(value[language] if isinstance(value, dict) else value)
                for key, value in values.items()
            },
        )
        for language, text in page_words()[f"page.{word}"].items()
    }


BY_GAME: Mapping[str, Callable[[tuple[Texts, ...]], tuple[Item, ...]]] = {
    "dbd": dbd,
    "invader": invader,
}

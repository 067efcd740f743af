"""Pictures for the *Dead by Daylight* mod: which there are, and a save that shows them.

`pictures` says what has to be drawn; `dressed` puts the drawn ones into a finished mod: movement
cards and props keep their tags and places, decks of perks and items and everybody's own perks come
beside the table. Nothing is drawn or read here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from exporters.edit import builders as objects
from exporters.edit import repairs as decks
from exporters.mods import card_svg as cardart
from exporters.mods.card_svg import Picture
from exporters.mods.dbd import card_texts as cardwords
from exporters.mods.dbd import layout
from exporters.mods.dbd.card_texts import Face, Name, label
from exporters.mods.dbd.layout import Box
from exporters.mods.save import extended
from exporters.mods.words import LEGEND, Language, Names
from exporters.savefile import Json, Save
from rules.dbd.board import Board
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.settings import default_items

PER_SHEET = 35
"""Cards of a sheet of 7 x 5: 2800 x 2800 pixels."""
ACROSS = 7
TILE = 2.0
"""Inches of a custom tile's side at scale 1."""
TAG = "ttsb:"
DECKS = ("perks/survivor", "perks/killer", "items")


class CardSheet(Struct, frozen=True):
    """A picture of cards as decks refer to it."""

    key: int
    picture: Picture
    entry: Json

    def card(self, face: Face, guid: str, at: objects.Vector, **more: Any) -> Json:
        """One of its cards."""
        told = "\n".join(text for _, text in face.text)
        return objects.card(
            guid,
            at,
            self.picture.faces.index(face.id),
            self.key,
            {self.key: self.entry},
            nickname=face.title,
            description=told,
            **more,
        )


def faces(save: Save, names: Names) -> dict[str, tuple[Face, ...]]:
    """The cards of each deck, once each."""
    language = language_of(save)
    name = in_language(names, language)
    return {
        "movement": cardwords.movement(movement_cards(save.data["ObjectStates"]), language, name),
        "perks/survivor": cardwords.perks("survivor", language, name),
        "perks/killer": cardwords.perks("killer", language, name),
        "items": cardwords.items(language, name),
    }


def movement_cards(found: Iterable[Json]) -> Iterator[tuple[str, str]]:
    """Owner and kind of each movement card, of those in decks too."""
    for each in found:
        kind, _, rest = name_of(each).partition("/")
        if kind == "card":
            owner, _, card = rest.rpartition("/")
            yield owner, card
        yield from movement_cards(each.get("ContainedObjects", ()))


def name_of(each: Json) -> str:
    """What an object's tag of ours says; "" without one."""
    return next((tag[len(TAG) :] for tag in each.get("Tags", ()) if tag.startswith(TAG)), "")


def pictures(save: Save, names: Names) -> tuple[Picture, ...]:
    """Every picture of a mod: sheets of cards, their backs, both sides of prop tokens."""
    found, language = [], language_of(save)
    name = in_language(names, language)
    for deck, cards in faces(save, names).items():
        for number, start in enumerate(range(0, len(cards), PER_SHEET), 1):
            some = cards[start : start + PER_SHEET]
            found.append(cardart.sheet(f"{deck}/{number}", some, min(ACROSS, len(some))))
    found += [
        cardart.back("back/movement", "wait", label("movement", language)),
        cardart.back("back/perks/survivor", "survivor", label("perks/survivor", language)),
        cardart.back("back/perks/killer", "killer", label("perks/killer", language)),
        cardart.back("back/items", "item", label("items", language)),
    ]
    found += [cardart.token(f"prop/{face.id}", face) for face in cardwords.props(language, name)]
    found += [cardart.token(f"back/{face.id}", face) for face in cardwords.backs(name)]
    return tuple(found)


def dressed(save: Save, names: Names, urls: Mapping[str, str]) -> Save:
    """The mod with pictures.

    Args:
        save: a mod of `dbd.build_mod`, or one that is still in its box.
        urls: where each of `pictures` is found, by its name.
    """
    sheets = card_sheets(pictures(save, names), urls)
    by_id = faces(save, names)
    shown = [worn(each, sheets, urls) for each in save.data["ObjectStates"]]
    annex = [*stores(save, sheets, by_id), *boards(save, sheets, by_id)]
    tabs = {
        key: {**tab, "body": without_playing_cards(tab["body"])}
        for key, tab in save.data["TabStates"].items()
    }
    # What lay written on face-up props is on their pictures now.
    bare = {"LuaScript": "", "LuaScriptState": ""}
    data = {**save.data, "TabStates": tabs, "ObjectStates": shown, **bare}
    return extended(Save(data, name=save.name), annex)


def card_sheets(found: Sequence[Picture], urls: Mapping[str, str]) -> dict[str, list[CardSheet]]:
    """The sheets of each deck, numbered from 1 through the mod."""
    sheets: dict[str, list[CardSheet]] = {}
    for picture in found:
        deck, _, number = picture.name.rpartition("/")
        if not number.isdigit():
            continue
        key = 1 + sum(len(each) for each in sheets.values())
        entry = objects.sheet(
            urls[picture.name], urls[f"back/{deck}"], picture.across, picture.down
        )
        sheets.setdefault(deck, []).append(CardSheet(key, picture, entry))
    return sheets


def of(sheets: Sequence[CardSheet], face: str) -> CardSheet:
    """The sheet with a face."""
    return next(each for each in sheets if face in each.picture.faces)


def worn(each: Json, sheets: Mapping[str, list[CardSheet]], urls: Mapping[str, str]) -> Json:
    """An object with its picture, if there is one for it; decks with those of their cards."""
    kind, _, rest = name_of(each).partition("/")
    if kind == "card":
        return pictured_card(each, of(sheets["movement"], rest), rest)
    if kind == "prop":
        return pictured_prop(each, rest.rpartition("-")[0], urls)
    if each["Name"] == "Notecard":
        return {**each, "Description": without_playing_cards(each["Description"])}
    if decks.is_deck(each):
        held = [worn(card, sheets, urls) for card in each["ContainedObjects"]]
        deck = {**each, "ContainedObjects": held}
        decks.renew(deck, held)
        return deck
    return each


def without_playing_cards(text: str) -> str:
    """The legend without what stood in for the game's own cards."""
    for legend in LEGEND.values():
        text = text.replace(legend.split("\n\n")[0] + "\n\n", "")
    return text


def pictured_card(each: Json, sheet: CardSheet, face: str) -> Json:
    """A movement card on our own sheet."""
    index = sheet.picture.faces.index(face)
    found: Json = {}
    for key, value in each.items():
        found[key] = value
        if key == "SidewaysCard":
            found["CustomDeck"] = {str(sheet.key): copy.deepcopy(sheet.entry)}
    return {**found, "CardID": sheet.key * 100 + index}


def pictured_prop(each: Json, category: str, urls: Mapping[str, str]) -> Json:
    """A prop as a tile: its kind on the front, its category on the back."""
    place = each["Transform"]
    size = place["scaleX"] / TILE
    common = ("Nickname", "Description", "GMNotes", "Tags", "Locked", "Hands")
    tile = objects.tile(
        each["GUID"],
        (place["posX"], place["posY"], place["posZ"]),
        urls[f"prop/{each['GMNotes']}"],
        urls[f"back/{category}"],
        thickness=place["scaleY"],
        rot=(place["rotX"], place["rotY"], place["rotZ"]),
        scale=(size, 1.0, size),
        tags=each["Tags"],
    )
    return {**tile, **{key: each[key] for key in common if key in each}}


def stores(
    save: Save, sheets: Mapping[str, list[CardSheet]], by_id: Mapping[str, tuple[Face, ...]]
) -> Iterator[Json]:
    """Decks of perks and items, east of everything else, on a board of their own."""
    top = table_of(save)
    width, depth = layout.CARD
    x = top.x + top.width / 2 + width / 2 + layout.MARGIN
    step = depth + 1.6
    yield slab("cards", Box(x, top.z, width + 1.6, step * len(DECKS) + 0.6))
    counts = default_items()
    for number, deck in enumerate(DECKS):
        z = top.z + (1 - number) * step
        turned = (0.0, 180.0, 180.0 if deck == "items" else 0.0)
        lying = [
            of(sheets[deck], face.id).card(
                face, f"{deck}/{face.id}/{n}", (x, layout.SURFACE + 0.2, z), rot=turned
            )
            for face in by_id[deck]
            for n in range(counts.get(face.id, 1))
        ]
        yield objects.deck(
            f"deck/{deck}",
            (x, layout.SURFACE + 0.3, z - 0.3),
            lying,
            rot=turned,
            nickname=label(deck, language_of(save)),
        )
        yield objects.text3d(
            f"text/{deck}",
            (x, layout.SURFACE + 0.03, z + depth / 2 + 0.1),
            label(deck, language_of(save)),
            size=32,
        )


def boards(
    save: Save, sheets: Mapping[str, list[CardSheet]], by_id: Mapping[str, tuple[Face, ...]]
) -> Iterator[Json]:
    """Everybody's own perks, face up beyond their hand; nothing while nobody has chosen."""
    about = told(save)
    if "killer" not in about:
        return
    board = msgspec.convert(about["map"], Board)
    areas = layout.areas(layout.plan(board), about["survivors"], about["killer"])
    width, depth = layout.CARD
    for figure, hand in areas.hands.items():
        north = figure == about["killer"]
        side = "killer" if north else "survivor"
        perks = (KILLERS if north else SURVIVORS)[figure]
        if not perks:
            continue
        away = hand.depth / 2 + depth / 2 + layout.GAP
        row = Box(hand.x, hand.z + (away if north else -away), 3 * width + 1.2, depth + 0.4)
        yield slab(f"perks/{figure}", row)
        for number, perk in enumerate(perks):
            face = next(each for each in by_id[f"perks/{side}"] if each.id == perk)
            aside = (number - 1) * (width + 0.2) * (-1 if north else 1)
            yield of(sheets[f"perks/{side}"], perk).card(
                face,
                f"perk/{figure}/{perk}",
                (row.x + aside, layout.SURFACE + 0.1, row.z),
                rot=(0.0, 0.0 if north else 180.0, 0.0),
            )


def slab(key: str, box: Box) -> Json:
    """A piece of table under cards."""
    return objects.block(
        f"slab/{key}",
        (box.x, layout.SURFACE - 0.25, box.z),
        scale=(box.width, 0.5, box.depth),
        color=(0.2, 0.14, 0.1),
        locked=True,
        tooltip=False,
    )


def told(save: Save) -> dict[str, Any]:
    """What the agent's notes say of the mod."""
    for each in save.data["ObjectStates"]:
        if f"{TAG}agent" in each.get("Tags", ()):
            found: dict[str, Any] = msgspec.json.decode(each["GMNotes"])
            return found
    return {}


def language_of(save: Save) -> Language:
    """The language of the mod's pieces."""
    return "zh" if told(save).get("language") == "zh" else "en"


def in_language(names: Names, language: Language) -> Name:
    """The names of one language."""
    return lambda id_: names.name(id_, language)


def table_of(save: Save) -> Box:
    """The table's top: the largest block."""
    blocks = [
        each["Transform"] for each in save.data["ObjectStates"] if each["Name"] == "BlockSquare"
    ]
    top = max(blocks, key=lambda each: each["scaleX"] * each["scaleZ"])
    return Box(top["posX"], top["posZ"], top["scaleX"], top["scaleZ"])

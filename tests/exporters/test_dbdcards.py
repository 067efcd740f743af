"""Pictures of the mod: every card has one, it can be read, and the mod stays the mod."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from exporters.checks.run import check
from exporters.drawing.text_fit import fit
from exporters.edit.repairs import is_deck, is_true_deck
from exporters.mods import card_svg as cardart
from exporters.mods.dbd import card_pictures as dbdcards
from exporters.mods.dbd import card_texts as cardwords
from exporters.mods.dbd.card_texts import BOOK, EFFECTS_ZH, Face
from exporters.mods.dbd.mod import build_mod, look
from exporters.mods.plain import plain
from exporters.mods.words import LANGUAGES, Language
from exporters.savefile import Save, dump, objects, parse
from exporters.schema import SAVE, load
from rules.dbd.board import training_ground
from rules.dbd.data import PERK_FACTS
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.state import default_items, default_kinds
from tests.binding.test_binding import places, tagged
from tests.exporters.test_mod_at_the_table import arrange, commands, seen
from tts_bridge.games.dbd.recogniser import bind
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.headless.table import Table

FIGURES = (*DEFAULT_SURVIVORS, DEFAULT_KILLER)
both = pytest.mark.parametrize("language", LANGUAGES)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def bare(language: Language, seed: int = 1) -> Save:
    return build_mod(
        training_ground(),
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        language=language,
        seed=seed,
        starts={"jake-park": 2, "the-nurse": 1},
        table_script="x = 1",
    )


@cache
def pictured(language: Language) -> tuple[Save, dict[str, str]]:
    save = bare(language)
    urls = {
        each.name: f"https://example.com/{each.file}" for each in dbdcards.pictures(save, DBD_NAMES)
    }
    return dbdcards.dressed(save, DBD_NAMES, urls), urls


def all_faces(language: Language) -> list[Face]:
    found = [*dbdcards.faces(bare(language), DBD_NAMES).values()]
    name = dbdcards.in_language(DBD_NAMES, language)
    tokens = [cardwords.props(language, name), cardwords.backs(name)]
    return [face for faces in (*found, *tokens) for face in faces]


# == What is on the cards ==


@both
def test_every_perk_item_prop_and_movement_card_has_a_face(language: Language) -> None:
    faces = dbdcards.faces(bare(language), DBD_NAMES)
    perks = [face.id for side in cardwords.SIDES for face in faces[f"perks/{side}"]]
    assert sorted(perks) == sorted(PERK_FACTS)
    assert [face.id for face in faces["items"]] == [*default_items()]
    assert len(faces["movement"]) == 21
    kinds = [kind for kinds in default_kinds().values() for kind in kinds]
    assert sorted(face.id for face in cardwords.props(language, str)) == sorted(kinds)


def test_every_text_is_there_in_both_languages_and_none_is_over() -> None:
    assert EFFECTS_ZH.keys() == PERK_FACTS.keys()
    assert BOOK.timings.keys() == {each.timing for each in PERK_FACTS.values()}
    assert BOOK.notes.keys() == {each.note for each in PERK_FACTS.values()} - {""}
    assert BOOK.items.keys() == default_items().keys()


@both
def test_a_chinese_card_has_no_english_but_keys_of_sources(language: Language) -> None:
    for face in all_faces(language):
        told = "".join([face.title, *(text for _, text in face.text), face.assumed])
        assert told.strip()
        assert bool(re.search("[\u4e00-\u9fff]", told)) == (language == "zh"), face.id
        if language == "zh":
            assert not re.search("[A-Za-z]{2}", told), face.id


def test_a_perk_says_its_side_owner_cost_time_and_effect() -> None:
    by_id = {face.id: face for face in all_faces("en")}
    face = by_id["dead-hard"]
    assert (face.title, face.cost, face.kind) == ("Dead Hard", 2, "Survivor · Perk")
    assert face.text[0] == ("When", "Another Survivor here would be sacrificed")
    assert face.text[1][1].startswith("Roll the danger die;")
    assert face.foot.startswith("David")
    assert by_id["bloodhound"].text[1][1].startswith("That Survivor loses 1 Bloodpoint and")


def test_what_is_assumed_is_marked() -> None:
    english = {face.id: face for face in all_faces("en")}
    chinese = {face.id: face for face in all_faces("zh")}
    for facts in PERK_FACTS.values():
        told = "assumed" in facts.note or "read as" in facts.note
        assert english[facts.id].assumed.startswith("Assumed") == told
        assert chinese[facts.id].assumed.startswith("暂定") == told
        on_board = facts.kind == "board" and facts.id != "alert"
        assert ("assumed" in english[facts.id].foot) == on_board
        assert ("暂定" in chinese[facts.id].foot) == on_board


# == How they look ==


@both
def test_every_text_of_every_face_stands_on_it(language: Language) -> None:
    for face in all_faces(language):
        drawn = cardart.token("x", face).svg if not face.foot else cardart.card(face)
        root = ElementTree.fromstring(drawn if not face.foot else cardart.document((1, 1), drawn))
        shown = "".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))
        for text in (face.title, face.kind if face.foot else "", face.foot, face.assumed):
            assert re.sub(r"\s", "", text) in re.sub(r"\s", "", shown), face.id
        for _, text in face.text:
            assert re.sub(r"\s", "", text) in re.sub(r"\s", "", shown), face.id


@both
def test_texts_are_large_enough_to_be_read_and_stay_on_their_card(language: Language) -> None:
    for face in all_faces(language):
        if not face.foot:
            continue
        root = ElementTree.fromstring(cardart.document(cardart.CARD, cardart.card(face)))
        for each in root.iter(f"{SVG}text"):
            size, y = float(each.get("font-size", 0)), float(each.get("y", 0))
            assert size >= 15, face.id
            assert y + size * 0.3 <= cardart.CARD[1], face.id
            line = fit(each.text or "", (cardart.CARD[0] - cardart.EDGE, 99), (size,))
            assert len(line.lines) == 1, (face.id, each.text)
        rule = float(re.findall(r'<line [^>]*y1="([\d.]+)"', cardart.card(face))[0])
        body = [each for each in root.iter(f"{SVG}text") if 130 < float(each.get("y", 0)) < rule]
        assert all(
            float(each.get("font-size", 0)) >= 18 for each in body if len(each.text or "") > 6
        )


def test_a_name_from_a_catalogue_cannot_break_out_of_its_picture() -> None:
    face = Face("x", "item", "<script>&", "", (("", '</text>"'),), "f")
    ElementTree.fromstring(cardart.document((1, 1), cardart.card(face)))


def test_a_file_is_named_after_what_is_on_it() -> None:
    one = {each.file for each in dbdcards.pictures(bare("en"), DBD_NAMES)}
    again = {each.file for each in dbdcards.pictures(bare("en", 2), DBD_NAMES)}
    other = {each.file for each in dbdcards.pictures(bare("zh"), DBD_NAMES)}
    assert one == again
    assert len(one) == 23
    assert not one & {*other}


def test_sheets_are_no_larger_than_the_game_takes() -> None:
    for each in dbdcards.pictures(bare("zh"), DBD_NAMES):
        assert len(each.faces) <= each.across * each.down
        assert each.across <= 10
        assert each.down <= 7
        size = re.search(r'width="(\d+)" height="(\d+)"', each.svg)
        assert size is not None
        assert max(map(int, size.groups())) <= 4096


# == The mod with pictures ==


@both
def test_every_piece_keeps_its_tag_place_name_and_notes(language: Language) -> None:
    before, after = tagged(bare(language)), tagged(pictured(language)[0])
    assert before.keys() == after.keys()
    for name, each in before.items():
        for key in ("GUID", "Tags", "Nickname", "GMNotes", "Locked", "Hands"):
            assert after[name][key] == each[key]
        at = {k: v for k, v in each["Transform"].items() if not k.startswith("scale")}
        assert {k: v for k, v in after[name]["Transform"].items() if k in at} == at


@both
def test_every_card_shows_its_own_face(language: Language) -> None:
    save, urls = pictured(language)
    found = {each.name: each for each in dbdcards.pictures(bare(language), DBD_NAMES)}
    sheet_of = {url: found[name] for name, url in urls.items()}
    shown = set()
    for _, each in objects(save):
        if each["Name"] != "Card":
            continue
        key, index = divmod(each["CardID"], 100)
        sheet = each["CustomDeck"][str(key)]
        picture = sheet_of[sheet["FaceURL"]]
        assert (sheet["NumWidth"], sheet["NumHeight"]) == (picture.across, picture.down)
        face = picture.faces[index]
        shown.add(face)
        card = next((t[10:] for t in each.get("Tags", ()) if t.startswith("ttsb:card/")), face)
        assert card == face
        assert each["Nickname"] == DBD_NAMES.name(face.split("/")[-1], language)
    assert shown >= PERK_FACTS.keys() | default_items().keys()
    assert len(shown) == len(PERK_FACTS) + len(default_items()) + 21


def test_decks_hold_every_perk_once_and_items_as_often_as_the_box_does() -> None:
    decks = {each["Nickname"]: each for _, each in objects(pictured("en")[0]) if is_deck(each)}
    assert all(map(is_true_deck, decks.values()))
    sizes = {name: len(deck["DeckIDs"]) for name, deck in decks.items()}
    assert sizes == {"Survivor perks": 77, "Killer perks": 60, "Items": 15}
    assert decks["Items"]["Transform"]["rotZ"] == 180.0, "nobody sees which item comes next"


def test_everybodys_own_perks_lie_beyond_their_hand() -> None:
    save = pictured("en")[0]
    loose = [
        each["Nickname"]
        for each in save.data["ObjectStates"]
        if each["Name"] == "Card" and not each.get("Tags")
    ]
    assert len(loose) == 15
    assert {"Lithe", "Alert", "Stridor", "Sprint Burst"} <= {*loose}


def test_a_face_down_prop_looks_like_any_other_of_its_category() -> None:
    save = pictured("en")[0]
    looks: dict[str, set[str]] = {}
    for name, each in tagged(save).items():
        if name.startswith("prop/"):
            image = each["CustomImage"]
            assert image["ImageURL"].startswith(f"https://example.com/prop-{each['GMNotes']}-")
            own = {"GUID", "Tags", "Transform", "GMNotes", "CustomImage"}
            seen_ = json.dumps({k: v for k, v in each.items() if k not in own})
            category = name.removeprefix("prop/").rpartition("-")[0]
            looks.setdefault(category, set()).add(seen_ + image["ImageSecondaryURL"])
    assert {category: len(each) for category, each in looks.items()} == dict.fromkeys(looks, 1)
    assert len(looks) == 4


@both
def test_the_save_is_whole(language: Language) -> None:
    save, urls = pictured(language)
    jsonschema.Draft202012Validator(load(SAVE)).validate(save.data)
    assert dump(parse(dump(save))) == dump(save)
    guids = [each["GUID"] for _, each in objects(save)]
    assert len(set(guids)) == len(guids)
    assert [each for each in check(parse(dump(save))) if each.severity == "error"] == []
    text = dump(save)
    assert all(url in text for url in urls.values())
    assert (save.data["LuaScript"], save.data["LuaScriptState"]) == ("", "")
    for word in ("spade", "黑桃"):
        assert word in dump(bare(language))
        assert word not in text


@both
def test_the_referee_finds_everything_where_it_belongs(language: Language) -> None:
    profile, state, pieces = seen(pictured(language)[0])
    assert commands(profile, pieces, arrange(state, profile, pieces)) == ()


@both
def test_a_plain_copy_is_still_recognised(language: Language) -> None:
    save = pictured(language)[0]
    corners = {
        s: at for s, at in places(save).items() if s in ("watchtower", "graveyard", "quarry")
    }
    found = bind(plain(save, look(DBD_NAMES, language)), training_ground(), corners, language).found
    assert (found.missing, found.doubtful) == ((), ())
    truth = tagged(save)
    for name in (*(f"figure/{each}" for each in FIGURES), "card/meg-thomas/sprint"):
        assert found.pieces[name] == truth[name]["GUID"]


def test_it_loads_at_the_headless_table_and_hands_hold_their_cards() -> None:
    table = Table(pictured("zh")[0].data).load()
    table.settle()
    assert table.errors == []
    for colour in ("White", "Purple"):
        table.join(colour, colour)
    (card,) = table.find(tag="ttsb:card/the-nurse/wait")
    assert card.hand == "Purple"
    (prop,) = table.find(tag="ttsb:prop/objective-1")
    assert [zone.nickname for zone in prop.zones] == ["space/watchtower"]


def test_cards_in_a_deck_get_their_faces_too() -> None:
    """As in a mod whose movement cards still lie in decks."""
    save = bare("en")
    cards = [each for name, each in tagged(save).items() if name.startswith("card/meg-thomas/")]
    deck: dict[str, Any] = {**cards[0], "Name": "Deck", "Tags": ["ttsb"], "GUID": "abcdef"}
    deck |= {"DeckIDs": [card["CardID"] for card in cards], "ContainedObjects": cards}
    del deck["CardID"]
    rest = [each for each in save.data["ObjectStates"] if each not in cards]
    boxed = Save({**save.data, "ObjectStates": [*rest, deck]}, name="x.json")
    urls = {each.name: each.file for each in dbdcards.pictures(boxed, DBD_NAMES)}
    dressed = dbdcards.dressed(boxed, DBD_NAMES, urls)
    found = next(each for each in dressed.data["ObjectStates"] if each["GUID"] == "abcdef")
    assert is_true_deck(found)
    assert len({*found["DeckIDs"]}) == 4
    assert next(iter(found["CustomDeck"].values()))["FaceURL"] == urls["movement/1"]

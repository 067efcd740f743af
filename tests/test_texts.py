"""The texts: complete in both languages, true to the facts, and deaf to what names contain."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cases import load
from rules.dbd.board import CATEGORIES, training_ground
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.movement import Walk
from rules.dbd.perks import PERKS
from rules.dbd.position import build_position
from rules.dbd.state import ANY_COLOUR, HIDDEN, KILLER_CARDS, default_kinds
from rules.engine import CHANCE, Outcome, Violation, judge, kebab, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import buildable, states_by_question
from tts_bridge.games import GAMES
from tts_bridge.texts import LANGUAGES, NAME_LIMIT, Texts, clean

CASES = Path(__file__).parent / "cases"
BOARD = training_ground()
both = pytest.mark.parametrize("language", LANGUAGES)


@cache
def messages(language: str) -> dict[str, str]:
    """The catalogue of a language itself, without anything behind it."""
    folder = resources.files("tts_bridge").joinpath("locale", LANGUAGES[language], "LC_MESSAGES")
    with folder.joinpath("tts_bridge.po").open("rb") as file:
        catalog: Catalog = read_po(file, locale=LANGUAGES[language], abort_invalid=True)
    found = {}
    for message in catalog:
        if message.id:
            assert not message.fuzzy, message.id
            msgid = message.id if isinstance(message.id, str) else message.id[0]
            string = message.string
            strings = [string] if isinstance(string, str) else list(string or ())
            assert all(strings or [""]), f"{msgid} has no text in {language}"
            assert len({placeholders(text) for text in strings}) == 1
            found[msgid] = strings[-1]
    return found


def placeholders(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{([^{}]*)\}", text))


@cache
def violations() -> tuple[Violation, ...]:
    """Refusals that really come up: of the cases, and of games at random."""
    found: dict[str, list[Violation]] = {}
    for path in sorted(CASES.rglob("*.toml")):
        file = load(path.read_text(encoding="utf-8"), path.name)
        game = GAMES[file.game].cases
        for case in file.case:
            state = game.position(case.position)
            for text in case.moves:
                move = game.read_move(state, text)
                if violation := judge(game.rules, state, move):
                    found.setdefault(violation.code, []).append(violation)
                else:
                    state = move.apply(state)
    for name, sample in SAMPLES.items():
        config = list(sample.configs)[-1]
        for state in states_by_question(name, config, each=1):
            for move in buildable(name, config):
                violation = judge(sample.rules, state, move)
                if violation and len(found.setdefault(violation.code, [])) < 40:
                    found[violation.code].append(violation)
    return tuple(chain(*found.values()))


def codes() -> list[str]:
    return ["game-over", *(code for game in GAMES.values() for code in game.codes)]


def kinds_of_move() -> list[str]:
    return [kebab(kind.__name__) for game in GAMES.values() for kind in game.rules.moves]


def names() -> list[str]:
    kinds = [kind for kinds in default_kinds().values() for kind in kinds]
    boards = SURVIVORS | KILLERS
    perks = [perk for three in boards.values() for perk in three]
    ids = [*KILLER_CARDS, HIDDEN, *ANY_COLOUR, *CATEGORIES, *kinds, *boards, *perks, *PERKS]
    return list(dict.fromkeys([*ids, CHANCE, "skill", "danger", "unknown"]))


def sources() -> set[str]:
    """Source keys used by codes and cases, pages aside."""
    texts = [source for game in GAMES.values() for source in game.codes.values()]
    for path in CASES.rglob("*.toml"):
        texts += [case.source for case in load(path.read_text(encoding="utf-8"), path.name).case]
    keys = {key for text in texts for key in re.split(r"[,;]\s*", text)}
    return {key for key in keys if re.fullmatch(r"[A-Z0-9-]+|assumed", key)}


@both
def test_the_catalogue_holds_what_is_used_and_nothing_else(language: str) -> None:
    wanted = {
        *codes(),
        *(f"rule.{code}" for code in codes()),
        *(f"move.{kind}" for kind in kinds_of_move()),
        *("move.walk.bare", "move.edit"),
        *(f"name.{name}" for name in names()),
        *(f"source.{key}" for key in sources()),
        "source.page",
        *(f"phase.{phase}" for phase in ("planning", "survivors", "killer", "cleanup")),
        *(f"outcome.{reason}" for reason in ("gate", "sacrifices", "other")),
        *("ruling.other", "list.empty", "count.bloodpoint"),
        *("prop.numbered", "path.long", "path.short"),
        *("verdict.unclear", "verdict.undone", "verdict.move", "verdict.between", "upkeep.done"),
        *(f"answer.{what}" for what in ("rules", "nothing", "language")),
        *(f"order.{what}" for what in ("host-only", "impossible", "tidy", "host", "unhost")),
        *("order.pause", "order.go"),
        *("name.wound", "name.progress", "name.bloodpoints"),
    }
    assert set(messages(language)) ^ wanted == set()


def test_placeholders_agree_between_the_languages() -> None:
    english, chinese = messages("en"), messages("zh")
    assert [
        msgid for msgid in english if placeholders(english[msgid]) != placeholders(chinese[msgid])
    ] == []


@both
def test_a_ruling_uses_only_facts_that_every_refusal_of_its_code_brings(language: str) -> None:
    seen: dict[str, set[str]] = {}
    for violation in violations():
        facts = set(violation.facts)
        seen[violation.code] = seen.get(violation.code, facts) & facts
    assert set(codes()) - set(seen) == {"game-over"}
    for code, facts in seen.items():
        assert placeholders(messages(language)[code]) <= facts, code


@both
def test_a_move_uses_only_its_fields(language: str) -> None:
    for game in GAMES.values():
        for kind in game.rules.moves:
            text = messages(language)[f"move.{kebab(kind.__name__)}"]
            assert placeholders(text) <= set(kind.__struct_fields__)


@both
def test_every_refusal_renders_without_ids_and_placeholders(language: str) -> None:
    texts = Texts(language, BOARD)
    ids = [name for name in (*names(), *BOARD.space, *BOARD.path) if "-" in name]
    for violation in violations():
        ruling = texts.ruling(violation)
        assert ruling.endswith(("." if language == "en" else "。", ")", "!"))
        assert not re.search(r"[{}]", ruling), ruling
        assert not any(re.search(rf"\b{each}\b", ruling) for each in ids), ruling


@both
def test_every_move_renders_without_placeholders(language: str) -> None:
    texts = Texts(language, BOARD)
    for move in buildable("dbd", "default")[::7]:
        assert not re.search(r"[{}]", texts.move(move))


def test_the_facts_are_filled_in_by_name() -> None:
    state = build_position(
        {
            "phase": "survivors",
            "turn": "meg-thomas",
            "step": "move",
            "meg-thomas": {"at": "cornfield", "played": ["crouch"]},
        }
    )
    wall = Walk("meg-thomas", "crossroads", "cornfield-crossroads-red")
    violation = judge(GAMES["dbd"].rules, state, wall)
    assert violation is not None
    assert Texts("en", state.board).ruling(violation) == (
        "A breakable wall stands on the red path between the Cornfield and the Crossroads. "
        "To Meg it is no path until the Killer breaks it."
    )
    assert Texts("zh", state.board).ruling(violation) == (
        "玉米地与十字路口之间的红色路径上有可破坏墙壁。在杀手突破之前，梅格不能通过。"
    )


@pytest.mark.parametrize(
    ("bp", "english", "chinese"),
    [(0, "has 0 Bloodpoints.", "0点血点"), (1, "has 1 Bloodpoint.", "1点血点")],
)
def test_bloodpoints_are_counted(bp: int, english: str, chinese: str) -> None:
    facts = {"seat": "the-nurse", "cost": 4, "bp": bp}
    violation = Violation("bonus.too-few-bloodpoints", "DbD p.10", facts)
    assert english in Texts("en").ruling(violation)
    assert "costs 4 Bloodpoints" in Texts("en").ruling(violation)
    assert chinese in Texts("zh").ruling(violation)


@pytest.mark.parametrize(
    ("missing", "english", "chinese"),
    [
        ([], "by: nobody.", "有：无。"),
        (["meg-thomas"], "by: Meg.", "有：梅格。"),
        (["meg-thomas", "feng-min"], "by: Meg and Feng Min.", "有：梅格和凤敏。"),
        (
            ["meg-thomas", "feng-min", "the-nurse"],
            "by: Meg, Feng Min, and The Nurse.",
            "有：梅格、凤敏和护士。",
        ),
    ],
)
def test_lists_are_joined_as_the_language_does(
    missing: list[str], english: str, chinese: str
) -> None:
    violation = Violation("plan.not-finished", "DbD p.8", {"seat": "x", "missing": missing})
    assert Texts("en").ruling(violation).endswith(english)
    assert Texts("zh").ruling(violation).endswith(chinese)


def test_what_would_do_is_joined_by_or() -> None:
    facts = {"seat": "feng-min", "wanted": ["blue", "red"]}
    violation = Violation("card.compulsory", "CN-FAQ", facts)
    assert "(blue or red)" in Texts("en").ruling(violation)
    assert "蓝色或红色路径" in Texts("zh").ruling(violation)


def test_moves_are_phrases_for_buttons() -> None:
    texts = Texts("en", BOARD)
    assert texts.move(Walk("meg-thomas", "well", "graveyard-well-green")) == (
        "Move to the Well by the green path"
    )
    assert texts.move(Walk("meg-thomas", "well")) == "Move to the Well"
    state = build_position(
        {
            "phase": "survivors",
            "turn": "meg-thomas",
            "step": "interact",
            "meg-thomas": {"at": "well", "played": ["sprint"]},
            "jake-park": {"at": "well", "wounded": True},
            "props": {"objective-5": "generator", "altruism-6": "crow"},
        }
    )
    offers = {texts.move(move) for move in legal_moves(GAMES["dbd"].rules, state)}
    assert offers == {"Repair the generator", "Use the crow", "Heal Jake", "Leave it"}
    assert Texts("zh").move(Walk("x", "y", "z")) == "经z移动到y"


@pytest.mark.parametrize(
    ("key", "english", "chinese"),
    [
        ("DbD p.8", "rulebook p. 8", "规则书第8页"),
        ("DbD p.8 example 1", "rulebook p. 8 example 1", "规则书第8页 example 1"),
        ("assumed", "assumed, a house rule of ours", "推定（我们的村规）"),
        ("", "", ""),
        ("[b]{X}[/b]", "［b］{X}［/b］", "［b］{X}［/b］"),
    ],
)
def test_a_source_is_told_in_words(key: str, english: str, chinese: str) -> None:
    assert Texts("en").source(key) == english
    assert Texts("zh").source(key) == chinese


def test_several_sources_are_told_one_after_the_other() -> None:
    told = Texts("en").source("CARD; order assumed")
    assert told == "the text of the cards (CARD); order assumed"
    assert Texts("en").source("AUT, CN-FAQ").count("; ") == 1


@both
def test_every_code_has_a_rule_and_a_source_in_words(language: str) -> None:
    texts = Texts(language)
    for game in GAMES.values():
        for code, source in game.codes.items():
            assert texts.rule(code)
            assert texts.source(source) not in ("", source)
    assert texts.rule("no.such-code") == ""


@both
def test_an_end_is_told_by_its_reason(language: str) -> None:
    texts = Texts(language)
    assert texts.outcome(Outcome(("the-nurse",), "sacrifices")) != texts.outcome(
        Outcome(("meg-thomas",), "gate")
    )
    assert texts.name("meg-thomas") in texts.outcome(Outcome(("meg-thomas",), "{x}"))


def test_a_language_is_known_by_its_first_word() -> None:
    assert Texts("zh-CN").name("meg-thomas") == Texts("zh_TW").name("meg-thomas") == "梅格"
    assert Texts("EN").name("meg-thomas") == "Meg"
    with pytest.raises(ValueError, match="no texts in 'tlh'; there are: en, zh"):
        Texts("tlh")


def test_a_space_without_a_name_in_the_language_has_another_one() -> None:
    spaces = (replace(BOARD.spaces[0], name={"zh": "塔"}), *BOARD.spaces[1:])
    board = replace(BOARD, spaces=spaces)
    assert Texts("en", board).name("watchtower") == "塔"
    spaces = (replace(BOARD.spaces[0], name={}), *BOARD.spaces[1:])
    assert Texts("en", replace(BOARD, spaces=spaces)).name("watchtower") == "watchtower"


@both
@pytest.mark.parametrize(
    "hostile", ["{seat}", "{0.__class__}", "[b]x[/b]", "%s", "a\nb", "\u202ex"]
)
def test_a_name_from_outside_is_only_a_name(language: str, hostile: str) -> None:
    spaces = (replace(BOARD.spaces[0], name={"en": hostile, "zh": hostile}), *BOARD.spaces[1:])
    texts = Texts(language, replace(BOARD, spaces=spaces))
    facts = {"seat": "meg-thomas", "at": "watchtower", "to": hostile}
    ruling = texts.ruling(Violation("walk.no-path", "DbD p.8", facts))
    assert ruling.count(clean(hostile)) == 2
    assert "[" not in ruling
    assert "\n" not in ruling
    assert "\u202e" not in ruling


@settings(derandomize=True, database=None, deadline=None)
@given(text=st.text(max_size=300))
def test_whatever_a_name_is_its_text_is_short_and_plain(text: str) -> None:
    shown = clean(text)
    assert len(shown) <= NAME_LIMIT
    assert shown == shown.strip()
    assert not set(shown) & set("[]\n\r\t\0")
    assert clean(shown) == shown
    texts = Texts("en", BOARD)
    assert "[" not in texts.name(text)
    assert texts.ruling(Violation(text)) != ""


def test_a_long_name_is_cut() -> None:
    assert clean("x" * 1_000_000) == "x" * (NAME_LIMIT - 1) + "…"


def test_a_code_without_a_text_is_told_as_it_is() -> None:
    violation: Any = Violation("new.rule", "DbD p.1", {"x": "{y}"})
    assert Texts("en").ruling(violation) == "That is not allowed (new.rule)."
    assert Texts("zh").ruling(violation) == "不能这样做（new.rule）。"

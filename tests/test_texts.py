"""The texts: what people read, by name and in their language, deaf to what names contain."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.dbd.board import training_ground
from rules.dbd.movement import Walk
from rules.dbd.position import build_position
from rules.engine import Outcome, Violation, judge, legal_moves
from rules.invader.attacks import Melee, Shoot
from rules.invader.missions import mission
from rules.invader.state import Step
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES, NAME_LIMIT, Texts, clean

BOARD = training_ground()
TILES = mission("breach").board
both = pytest.mark.parametrize("language", LANGUAGES)


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
    assert Texts("en", GAMES["dbd"].wording, state.board).ruling(violation) == (
        "A breakable wall stands on the red path between the Cornfield and the Crossroads. "
        "To Meg it is no path until the Killer breaks it."
    )
    assert Texts("zh", GAMES["dbd"].wording, state.board).ruling(violation) == (
        "玉米地与十字路口之间的红色路径上有可破坏墙壁。在杀手突破之前，梅格不能通过。"
    )


@pytest.mark.parametrize(
    ("bp", "english", "chinese"),
    [(0, "has 0 Bloodpoints.", "0点血点"), (1, "has 1 Bloodpoint.", "1点血点")],
)
def test_bloodpoints_are_counted(bp: int, english: str, chinese: str) -> None:
    facts = {"seat": "the-nurse", "cost": 4, "bp": bp}
    violation = Violation("bonus.too-few-bloodpoints", "DbD p.10", facts)
    assert english in Texts("en", GAMES["dbd"].wording).ruling(violation)
    assert "costs 4 Bloodpoints" in Texts("en", GAMES["dbd"].wording).ruling(violation)
    assert chinese in Texts("zh", GAMES["dbd"].wording).ruling(violation)


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
    assert Texts("en", GAMES["dbd"].wording).ruling(violation).endswith(english)
    assert Texts("zh", GAMES["dbd"].wording).ruling(violation).endswith(chinese)


def test_what_would_do_is_joined_by_or() -> None:
    facts = {"seat": "feng-min", "wanted": ["blue", "red"]}
    violation = Violation("card.compulsory", "CN-FAQ", facts)
    assert "(blue or red)" in Texts("en", GAMES["dbd"].wording).ruling(violation)
    assert "蓝色或红色路径" in Texts("zh", GAMES["dbd"].wording).ruling(violation)


def test_moves_are_phrases_for_buttons() -> None:
    texts = Texts("en", GAMES["dbd"].wording, BOARD)
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
    assert Texts("zh", GAMES["dbd"].wording).move(Walk("x", "y", "z")) == "经z移动到y"


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
    assert Texts("en", GAMES["dbd"].wording).source(key) == english
    assert Texts("zh", GAMES["dbd"].wording).source(key) == chinese


def test_several_sources_are_told_one_after_the_other() -> None:
    told = Texts("en", GAMES["dbd"].wording).source("CARD; order assumed")
    assert told == "the text of the cards (CARD); order assumed"
    assert Texts("en", GAMES["dbd"].wording).source("AUT, CN-FAQ").count("; ") == 1


@both
def test_every_code_has_a_rule_and_a_source_in_words(language: str) -> None:
    for name, game in GAMES.items():
        texts = Texts(language, GAMES[name].wording)
        for code, source in game.codes.items():
            assert texts.rule(code)
            assert texts.source(source) not in ("", source)
    assert texts.rule("no.such-code") == ""


@both
def test_an_end_is_told_by_its_reason(language: str) -> None:
    texts = Texts(language, GAMES["dbd"].wording)
    assert texts.outcome(Outcome(("the-nurse",), "sacrifices")) != texts.outcome(
        Outcome(("meg-thomas",), "gate")
    )
    assert texts.name("meg-thomas") in texts.outcome(Outcome(("meg-thomas",), "{x}"))


def test_a_language_is_known_by_its_first_word() -> None:
    assert (
        Texts("zh-CN", GAMES["dbd"].wording).name("meg-thomas")
        == Texts("zh_TW", GAMES["dbd"].wording).name("meg-thomas")
        == "梅格"
    )
    assert Texts("EN", GAMES["dbd"].wording).name("meg-thomas") == "Meg"
    with pytest.raises(ValueError, match="no texts in 'tlh'; there are: en, zh"):
        Texts("tlh")


def test_a_space_without_a_name_in_the_language_has_another_one() -> None:
    spaces = (replace(BOARD.spaces[0], name={"zh": "塔"}), *BOARD.spaces[1:])
    board = replace(BOARD, spaces=spaces)
    assert Texts("en", GAMES["dbd"].wording, board).name("watchtower") == "塔"
    spaces = (replace(BOARD.spaces[0], name={}), *BOARD.spaces[1:])
    assert (
        Texts("en", GAMES["dbd"].wording, replace(BOARD, spaces=spaces)).name("watchtower")
        == "watchtower"
    )


@both
@pytest.mark.parametrize(
    "hostile", ["{seat}", "{0.__class__}", "[b]x[/b]", "%s", "a\nb", "\u202ex"]
)
def test_a_name_from_outside_is_only_a_name(language: str, hostile: str) -> None:
    spaces = (replace(BOARD.spaces[0], name={"en": hostile, "zh": hostile}), *BOARD.spaces[1:])
    texts = Texts(language, GAMES["dbd"].wording, replace(BOARD, spaces=spaces))
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
    texts = Texts("en", GAMES["dbd"].wording, BOARD)
    assert "[" not in texts.name(text)
    assert texts.ruling(Violation(text)) != ""


def test_a_long_name_is_cut() -> None:
    assert clean("x" * 1_000_000) == "x" * (NAME_LIMIT - 1) + "…"


@pytest.mark.parametrize(
    ("id_", "english", "chinese"),
    [
        ("4v-nw", "room 4V-NW", "房间4V-NW"),
        ("4v-c", "corridor 4V-C", "走廊4V-C"),
        ("7v-sw", "Security Room 7V-SW", "安保室7V-SW"),
        (
            "4v-nw:4v-w",
            "the door between room 4V-NW and corridor 4V-W",
            "房间4V-NW与走廊4V-W之间的门",
        ),
        ("smg+plenty-of-bullets", "SMG with Plenty Of Bullets", "冲锋枪（装有充足弹药）"),
        ("spawn-worker-2-4-6-8", "Worker 2/4/6/8", "开采者 2/4/6/8"),
        ("mold-worker-2", "Mold: 2 Workers", "菌毯：2个开采者"),
        ("activate-hunter", "Extra Activation: Hunter", "额外激活：捕猎者"),
        ("objective-3", "Objective 3", "任务目标3"),
        ("spawn-green", "green Spawn Zone", "绿色异种出生点"),
        ("no-such-zone", "no-such-zone", "no-such-zone"),
    ],
)
def test_an_id_of_invader_has_a_name(id_: str, english: str, chinese: str) -> None:
    assert Texts("en", GAMES["invader"].wording, TILES).name(id_) == english
    assert Texts("zh", GAMES["invader"].wording, TILES).name(id_) == chinese


@pytest.mark.parametrize(
    ("id_", "chinese"),
    [
        *(("worker", "开采者"), ("hunter", "捕猎者"), ("tank", "屠杀者")),
        *(("spoiler-abomination", "毁灭者憎恶"), ("magnus", "玛格努斯"), ("mitsuki", "美月")),
        *(("baraka", "巴拉卡"), ("jared", "贾里德"), ("hand", "手持格"), ("body", "穿戴格")),
        *(
            ("pack", "背包格"),
            ("mre", "军备口粮"),
            ("searchlight", "战术探照灯"),
            ("sledge", "冲击锤"),
        ),
        *(("assault-shotgun", "突击散弹枪"), ("light-machine-gun", "轻机枪")),
        *(("sniper-rifle", "狙击步枪"), ("flamethrower", "火焰喷射器"), ("oxygen-tank", "氧气瓶")),
    ],
)
def test_names_are_those_of_the_bilingual_rulebook(id_: str, chinese: str) -> None:
    assert Texts("zh", GAMES["invader"].wording).name(id_) == chinese


def test_where_xenos_go_is_told_with_the_reason() -> None:
    step = Step("moved", "worker", "7v-w", "4v-e", 2, "sight", "4v-c 4v-ne")
    assert Texts("en", GAMES["invader"].wording, TILES).step(step) == (
        "2 Workers move from corridor 7V-W to corridor 4V-E, towards corridor 4V-C and room 4V-NE: "
        "the noisiest Zone with somebody in sight."
    )
    alone = replace(step, n=1, why="noise", goal="4v-c")
    assert Texts("en", GAMES["invader"].wording, TILES).step(alone) == (
        "1 Worker moves from corridor 7V-W to corridor 4V-E, towards corridor 4V-C: nobody is in "
        "sight, and that is the noisiest Zone."
    )
    assert Texts("zh", GAMES["invader"].wording, TILES).step(alone) == (
        "1个开采者从走廊7V-W移动到走廊4V-E，前往走廊4V-C：看不到目标，那里是最吵闹的区域。"
    )


def test_a_ruling_that_rests_on_a_placeholder_says_so() -> None:
    facts = {"seat": "jared", "card": "sniper-rifle", "distance": 5, "least": 1, "most": 4}
    violation = Violation("shoot.out-of-range", "Invader p.16", facts)
    assert Texts("en", GAMES["invader"].wording).cited(violation) == (
        "rulebook p. 16; assumed of Sniper Rifle, whose print is not public: Range"
    )
    assert Texts("zh", GAMES["invader"].wording).cited(violation) == (
        "规则书第16页; 【狙击步枪】的印刷内容未公开，以下为推定：射程"
    )
    printed = replace(violation, facts={**facts, "card": "smg"})  # its range stands on page 16
    assert Texts("en", GAMES["invader"].wording).cited(printed) == "rulebook p. 16"


def test_an_attack_is_offered_as_it_is_made() -> None:
    texts = Texts("en", GAMES["invader"].wording, TILES)
    assert texts.move(Shoot("jared", "smg", "4v-e", 2, "tank")) == (
        "Shoot at corridor 4V-E with SMG in each hand, a Concentrated Attack on: Tank"
    )
    assert texts.move(Melee("jared", "sledge")) == "Strike with Sledge"


def test_games_do_not_share_their_codes() -> None:
    facts = {"seat": "x", "at": "y", "to": "z", "path": "p"}
    walls = {
        Texts("en", GAMES[game].wording).ruling(Violation("walk.wall", "", facts)) for game in GAMES
    }
    assert len(walls) == len(GAMES)
    assert Texts("en").ruling(Violation("walk.wall")) == "That is not allowed (walk.wall)."


def test_a_code_without_a_text_is_told_as_it_is() -> None:
    violation: Any = Violation("new.rule", "DbD p.1", {"x": "{y}"})
    assert Texts("en", GAMES["dbd"].wording).ruling(violation) == "That is not allowed (new.rule)."
    assert Texts("zh", GAMES["dbd"].wording).ruling(violation) == "不能这样做（new.rule）。"

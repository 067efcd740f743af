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
from rules.invader import data as invader
from rules.invader.asks import (
    Harm,
    Hits,
    PlayerTurn,
    Rethink,
    SkillChoice,
    Sorting,
    Stride,
    SurvivorTurn,
)
from rules.invader.attacks import Melee, Shoot
from rules.invader.facts import COLOURS
from rules.invader.gear import SLOTS
from rules.invader.missions import mission
from rules.invader.state import LEVELS, TEAM, Step
from rules.invader.timing import BY_CHANCE, BY_TEAM
from tests.rules.curious import curious_games
from tests.rules.games import SAMPLES
from tests.rules.play import buildable, random_game, states_by_question
from tts_bridge.games import GAMES
from tts_bridge.texts import LANGUAGES, NAME_LIMIT, Texts, clean
from tts_bridge.wording import RESTS_ON

CASES = Path(__file__).parent / "cases"
BOARD = training_ground()
TILES = mission("breach").board
both = pytest.mark.parametrize("language", LANGUAGES)
of_each_game = pytest.mark.parametrize("game", GAMES)


@cache
def messages(language: str, name: str) -> dict[str, str]:
    """A catalogue of a language itself, without anything behind it."""
    folder = resources.files("tts_bridge").joinpath("locale", LANGUAGES[language], "LC_MESSAGES")
    with folder.joinpath(f"{name}.po").open("rb") as file:
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


def text_of(language: str, game: str, msgid: str) -> str:
    """A text of a game, or one that all games share."""
    return messages(language, game).get(msgid) or messages(language, "common")[msgid]


def placeholders(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{([^{}]*)\}", text))


@cache
def violations(game: str) -> tuple[Violation, ...]:
    """Refusals that really come up: of the cases, and of games at random."""
    found: dict[str, list[Violation]] = {}
    cases = GAMES[game].cases
    for path in sorted((CASES / game).glob("*.toml")):
        for case in load(path.read_text(encoding="utf-8"), path.name).case:
            state = cases.position(case.position)
            for text in case.moves:
                move = cases.read_move(state, text)
                if violation := judge(cases.rules, state, move):
                    found.setdefault(violation.code, []).append(violation)
                else:
                    state = move.apply(state)
    sample = SAMPLES[game]
    config = list(sample.configs)[-1]
    for state in states_by_question(game, config):
        for move in buildable(game, state):
            violation = judge(sample.rules, state, move)
            if violation and len(found.setdefault(violation.code, [])) < 40:
                found[violation.code].append(violation)
    return tuple(chain(*found.values()))


def codes(game: str) -> list[str]:
    return ["game-over", *GAMES[game].codes]


def kinds_of_move(game: str) -> list[str]:
    return [kebab(kind.__name__) for kind in GAMES[game].rules.moves]


def dbd_names() -> list[str]:
    kinds = [kind for kinds in default_kinds().values() for kind in kinds]
    boards = SURVIVORS | KILLERS
    perks = [perk for three in boards.values() for perk in three]
    ids = [*KILLER_CARDS, HIDDEN, *ANY_COLOUR, *CATEGORIES, *kinds, *boards, *perks, *PERKS]
    return list(dict.fromkeys([*ids, CHANCE, "skill", "danger"]))


def invader_names() -> list[str]:
    plain = [card.id for card in invader.CARDS.values() if card.mold is None]
    ids = [*plain, *invader.SURVIVORS, *invader.XENOS, *invader.MACHINES, *invader.SKILLS]
    return list(dict.fromkeys([*ids, TEAM, CHANCE, *LEVELS, *COLOURS, *SLOTS]))


NAMES = {"dbd": dbd_names, "invader": invader_names}
OWN = {
    "dbd": {
        *(f"phase.{phase}" for phase in ("planning", "survivors", "killer", "cleanup")),
        *("outcome.gate", "outcome.sacrifices", "move.walk.bare", "count.bloodpoint"),
        *("prop.numbered", "path.long", "path.short", "upkeep.done"),
        *("name.wound", "name.progress", "name.bloodpoints"),
    },
    "invader": {
        *(f"phase.{phase}" for phase in ("players", "activation", "spawn", "end")),
        *(f"move.{kind}.aimed" for kind in ("melee", "shoot", "machine-melee", "machine-shoot")),
        *(f"move.{kind}.{form}" for kind in ("melee", "shoot") for form in ("pair", "pair-aimed")),
        *(f"count.{xeno}" for xeno in invader.XENOS),
        *(f"place.{kind}" for kind in ("room", "corridor", "exterior", "door")),
        *(f"place.{special}" for special in ("security", "oxygen", "airlock")),
        *(f"xeno-card.{kind}" for kind in ("spawn", "activation", "mold")),
        *("numbered.objective", "numbered.spawn", "card.attached", "assumed.facts"),
        *(f"assumed.{what}" for _, what in RESTS_ON.values()),
        *("step.door.open", "step.door.closed", "step.moved.sight", "step.moved.noise"),
        *("step.attack.none", "step.attack.self", "step.too-weak.bare"),
    },
}
"""What else a game's catalogue holds."""


def source_text(path: str) -> str:
    """The Python source of a package of rules."""
    folder = Path(__file__).parent.parent / "rules" / path
    return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py")))


def steps_of(game: str) -> set[str]:
    """Every kind of step that the rules can tell of."""
    return set(re.findall(r'Step\(\s*"([a-z-]+)"', source_text(game)))


def outcomes_of(game: str) -> set[str]:
    """Every reason for which a game can end."""
    return set(re.findall(r'Outcome\([^"]*"([a-z-]+)"\)', source_text(game)))


def sources(game: str) -> set[str]:
    """Source keys used by codes and cases, pages aside."""
    texts = [*GAMES[game].codes.values()]
    for path in (CASES / game).glob("*.toml"):
        texts += [case.source for case in load(path.read_text(encoding="utf-8"), path.name).case]
    keys = {key for text in texts for key in re.split(r"[,;]\s*", text)}
    return {key for key in keys if re.fullmatch(r"[A-Za-z0-9-]+", key)} - {"assumed"}


@both
@of_each_game
def test_a_catalogue_holds_what_is_used_and_nothing_else(language: str, game: str) -> None:
    forms = {"step.door", "step.moved"}  # these are told in one of their forms
    wanted = {
        *codes(game),
        *(f"rule.{code}" for code in codes(game)),
        *(f"move.{kind}" for kind in kinds_of_move(game)),
        *(f"name.{name}" for name in NAMES[game]()),
        *(f"source.{key}" for key in sources(game)),
        *({f"step.{what}" for what in steps_of(game)} - forms),
        *OWN[game],
    }
    if game == "invader":
        wanted |= {f"outcome.{reason}" for reason in outcomes_of(game)}
        wanted |= {f"question.{kebab(ask.__name__)}" for ask in questions()}
    wanted -= {"game-over", "rule.game-over"}
    assert set(messages(language, game)) ^ wanted == set()


def questions() -> set[type]:
    """What Invader can wait for."""
    asked = {Stride, Sorting, Rethink, Hits, Harm, SkillChoice, PlayerTurn, SurvivorTurn}
    return asked | set(BY_CHANCE) | set(BY_TEAM)


@both
def test_the_common_catalogue_holds_what_all_games_share(language: str) -> None:
    verdicts = ("unclear", "undone", "move", "between")
    assert set(messages(language, "common")) == {
        *("game-over", "rule.game-over", "ruling.other", "outcome.other"),
        *("source.page", "source.assumed", "list.empty", "name.unknown"),
        *(f"verdict.{verdict}" for verdict in verdicts),
    }


@pytest.mark.parametrize("name", ["common", *GAMES])
def test_placeholders_agree_between_the_languages(name: str) -> None:
    english, chinese = messages("en", name), messages("zh", name)
    assert [
        msgid for msgid in english if placeholders(english[msgid]) != placeholders(chinese[msgid])
    ] == []


@both
@of_each_game
def test_a_ruling_uses_only_facts_that_every_refusal_of_its_code_brings(
    language: str, game: str
) -> None:
    seen: dict[str, set[str]] = {}
    for violation in violations(game):
        facts = set(violation.facts)
        seen[violation.code] = seen.get(violation.code, facts) & facts
    assert set(codes(game)) - set(seen) == {"game-over"}
    for code, facts in seen.items():
        assert placeholders(text_of(language, game, code)) <= facts, code


@both
@of_each_game
def test_a_move_uses_only_its_fields(language: str, game: str) -> None:
    for kind in GAMES[game].rules.moves:
        code = f"move.{kebab(kind.__name__)}"
        for msgid, text in messages(language, game).items():
            if msgid == code or msgid.startswith(f"{code}."):
                assert placeholders(text) <= set(kind.__struct_fields__)


def boards() -> dict[str, Any]:
    return {"dbd": BOARD, "invader": SAMPLES["invader"].configs["small"].mission.board}


def ids_of(game: str) -> list[str]:
    """Ids that no text may show as they are."""
    board = boards()[game]
    places = [*board.space, *board.path] if game == "dbd" else [*board.zones, *board.links]
    own = places if game == "dbd" else [*places, *invader.XENO_CARDS]
    return [name for name in (*NAMES[game](), *own) if "-" in name]


def assert_plain(game: str, text: str) -> None:
    assert not re.search(r"[{}]", text), text
    assert not any(re.search(rf"(?<![\w-]){re.escape(i)}(?![\w-])", text) for i in ids_of(game)), (
        text
    )


@both
@of_each_game
def test_every_refusal_renders_without_ids_and_placeholders(language: str, game: str) -> None:
    texts = Texts(language, game, boards()[game])
    for violation in violations(game):
        ruling = texts.ruling(violation)
        assert ruling.endswith(("." if language == "en" else "。", ")", "!"))
        assert_plain(game, ruling)
        assert texts.cited(violation) != ""


@both
@of_each_game
def test_every_move_renders_without_ids_and_placeholders(language: str, game: str) -> None:
    texts = Texts(language, game, boards()[game])
    config = "default" if game == "dbd" else "small"
    for match in (random_game(game, config, seed, 400) for seed in range(4)):
        for move in match.moves:
            assert_plain(game, texts.move(move))


@both
def test_every_step_renders_without_ids_and_placeholders(language: str) -> None:
    seen = set()
    for match in curious_games("invader", 60):
        texts = Texts(language, "invader", match.state.board)
        for state in match.states:
            for step in state.steps:
                text = texts.step(step)
                seen.add(step.what)
                assert text.endswith("." if language == "en" else "。"), text
                assert_plain("invader", text)
    assert len(seen) > 30


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
    assert Texts("en", "dbd", state.board).ruling(violation) == (
        "A breakable wall stands on the red path between the Cornfield and the Crossroads. "
        "To Meg it is no path until the Killer breaks it."
    )
    assert Texts("zh", "dbd", state.board).ruling(violation) == (
        "玉米地与十字路口之间的红色路径上有可破坏墙壁。在杀手突破之前，梅格不能通过。"
    )


@pytest.mark.parametrize(
    ("bp", "english", "chinese"),
    [(0, "has 0 Bloodpoints.", "0点血点"), (1, "has 1 Bloodpoint.", "1点血点")],
)
def test_bloodpoints_are_counted(bp: int, english: str, chinese: str) -> None:
    facts = {"seat": "the-nurse", "cost": 4, "bp": bp}
    violation = Violation("bonus.too-few-bloodpoints", "DbD p.10", facts)
    assert english in Texts("en", "dbd").ruling(violation)
    assert "costs 4 Bloodpoints" in Texts("en", "dbd").ruling(violation)
    assert chinese in Texts("zh", "dbd").ruling(violation)


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
    assert Texts("en", "dbd").ruling(violation).endswith(english)
    assert Texts("zh", "dbd").ruling(violation).endswith(chinese)


def test_what_would_do_is_joined_by_or() -> None:
    facts = {"seat": "feng-min", "wanted": ["blue", "red"]}
    violation = Violation("card.compulsory", "CN-FAQ", facts)
    assert "(blue or red)" in Texts("en", "dbd").ruling(violation)
    assert "蓝色或红色路径" in Texts("zh", "dbd").ruling(violation)


def test_moves_are_phrases_for_buttons() -> None:
    texts = Texts("en", "dbd", BOARD)
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
    assert Texts("zh", "dbd").move(Walk("x", "y", "z")) == "经z移动到y"


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
    assert Texts("en", "dbd").source(key) == english
    assert Texts("zh", "dbd").source(key) == chinese


def test_several_sources_are_told_one_after_the_other() -> None:
    told = Texts("en", "dbd").source("CARD; order assumed")
    assert told == "the text of the cards (CARD); order assumed"
    assert Texts("en", "dbd").source("AUT, CN-FAQ").count("; ") == 1


@both
def test_every_code_has_a_rule_and_a_source_in_words(language: str) -> None:
    for name, game in GAMES.items():
        texts = Texts(language, name)
        for code, source in game.codes.items():
            assert texts.rule(code)
            assert texts.source(source) not in ("", source)
    assert texts.rule("no.such-code") == ""


@both
def test_an_end_is_told_by_its_reason(language: str) -> None:
    texts = Texts(language, "dbd")
    assert texts.outcome(Outcome(("the-nurse",), "sacrifices")) != texts.outcome(
        Outcome(("meg-thomas",), "gate")
    )
    assert texts.name("meg-thomas") in texts.outcome(Outcome(("meg-thomas",), "{x}"))


def test_a_language_is_known_by_its_first_word() -> None:
    assert (
        Texts("zh-CN", "dbd").name("meg-thomas")
        == Texts("zh_TW", "dbd").name("meg-thomas")
        == "梅格"
    )
    assert Texts("EN", "dbd").name("meg-thomas") == "Meg"
    with pytest.raises(ValueError, match="no texts in 'tlh'; there are: en, zh"):
        Texts("tlh")


def test_a_space_without_a_name_in_the_language_has_another_one() -> None:
    spaces = (replace(BOARD.spaces[0], name={"zh": "塔"}), *BOARD.spaces[1:])
    board = replace(BOARD, spaces=spaces)
    assert Texts("en", "dbd", board).name("watchtower") == "塔"
    spaces = (replace(BOARD.spaces[0], name={}), *BOARD.spaces[1:])
    assert Texts("en", "dbd", replace(BOARD, spaces=spaces)).name("watchtower") == "watchtower"


@both
@pytest.mark.parametrize(
    "hostile", ["{seat}", "{0.__class__}", "[b]x[/b]", "%s", "a\nb", "\u202ex"]
)
def test_a_name_from_outside_is_only_a_name(language: str, hostile: str) -> None:
    spaces = (replace(BOARD.spaces[0], name={"en": hostile, "zh": hostile}), *BOARD.spaces[1:])
    texts = Texts(language, "dbd", replace(BOARD, spaces=spaces))
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
    texts = Texts("en", "dbd", BOARD)
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
        ("spawn-worker-2-4-6-8", "Workers 2/4/6/8", "开采者 2/4/6/8"),
        ("mold-worker-2", "Mold: 2 Workers", "菌毯：2个开采者"),
        ("activate-hunter", "Extra Activation: Hunters", "额外激活：捕猎者"),
        ("objective-3", "Objective 3", "任务目标3"),
        ("spawn-green", "spawn-green", "spawn-green"),
        ("no-such-zone", "no-such-zone", "no-such-zone"),
    ],
)
def test_an_id_of_invader_has_a_name(id_: str, english: str, chinese: str) -> None:
    assert Texts("en", "invader", TILES).name(id_) == english
    assert Texts("zh", "invader", TILES).name(id_) == chinese


def test_where_xenos_go_is_told_with_the_reason() -> None:
    step = Step("moved", "worker", "7v-w", "4v-e", 2, "sight", "4v-c 4v-ne")
    assert Texts("en", "invader", TILES).step(step) == (
        "2 Workers move from corridor 7V-W to corridor 4V-E, towards corridor 4V-C and room 4V-NE: "
        "the noisiest Zone with somebody in sight."
    )
    alone = replace(step, n=1, why="noise", goal="4v-c")
    assert Texts("en", "invader", TILES).step(alone) == (
        "1 Worker moves from corridor 7V-W to corridor 4V-E, towards corridor 4V-C: nobody is in "
        "sight, and that is the noisiest Zone."
    )
    assert Texts("zh", "invader", TILES).step(alone) == (
        "1个开采者从走廊7V-W移动到走廊4V-E，前往走廊4V-C：看不到目标，那里是最吵闹的区域。"
    )


def test_a_ruling_that_rests_on_a_placeholder_says_so() -> None:
    facts = {"seat": "jared", "card": "sniper-rifle", "distance": 5, "least": 1, "most": 4}
    violation = Violation("shoot.out-of-range", "Invader p.16", facts)
    assert Texts("en", "invader").cited(violation) == (
        "rulebook p. 16; assumed of Sniper Rifle, whose print is not public: Range"
    )
    assert Texts("zh", "invader").cited(violation) == (
        "规则书第16页; 【狙击步枪】的印刷内容未公开，以下为推定：射程"
    )
    printed = replace(violation, facts={**facts, "card": "smg"})  # its range stands on page 16
    assert Texts("en", "invader").cited(printed) == "rulebook p. 16"


def test_an_attack_is_offered_as_it_is_made() -> None:
    texts = Texts("en", "invader", TILES)
    assert texts.move(Shoot("jared", "smg", "4v-e", 2, "tank")) == (
        "Shoot at corridor 4V-E with SMG in each hand, a Concentrated Attack on: Tanks"
    )
    assert texts.move(Melee("jared", "sledge")) == "Strike with Sledge"


def test_games_do_not_share_their_codes() -> None:
    facts = {"seat": "x", "at": "y", "to": "z", "path": "p"}
    walls = {Texts("en", game).ruling(Violation("walk.wall", "", facts)) for game in GAMES}
    assert len(walls) == len(GAMES)
    assert Texts("en").ruling(Violation("walk.wall")) == "That is not allowed (walk.wall)."


def test_a_code_without_a_text_is_told_as_it_is() -> None:
    violation: Any = Violation("new.rule", "DbD p.1", {"x": "{y}"})
    assert Texts("en", "dbd").ruling(violation) == "That is not allowed (new.rule)."
    assert Texts("zh", "dbd").ruling(violation) == "不能这样做（new.rule）。"

"""The catalogues: complete in both languages, nothing over, true to facts and moves."""

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

from rules.cases import load
from rules.dbd.board import CATEGORIES, training_ground
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.lobby import KILLER_PLACE, LOBBY, PLACES
from rules.dbd.lobby import TABLE as LOBBY_TABLE
from rules.dbd.perks import PERKS
from rules.dbd.state import ANY_COLOUR, HIDDEN, KILLER_CARDS, default_items, default_kinds
from rules.engine import CHANCE, Violation, judge, kebab
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
from rules.invader.facts import COLOURS
from rules.invader.gear import SLOTS
from rules.invader.missions import mission
from rules.invader.state import LEVELS, TEAM
from rules.invader.timing import BY_CHANCE, BY_TEAM
from tests.rules.curious import curious_games
from tests.rules.dbd.test_lobby import refusals_of_setup
from tests.rules.games import SAMPLES
from tests.rules.play import buildable, random_game, states_by_question
from tts_bridge import binding
from tts_bridge.games.invader.wording import RESTS_ON
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES, Texts

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
    if game == "dbd":
        for violation in refusals_of_setup():
            found.setdefault(violation.code, []).append(violation)
    return tuple(chain(*found.values()))


def codes(game: str) -> list[str]:
    return ["game-over", *GAMES[game].codes]


def kinds_of_move(game: str) -> list[str]:
    kinds = [*GAMES[game].rules.moves, *(LOBBY.moves if game == "dbd" else ())]
    return [kebab(kind.__name__) for kind in kinds]


DIFFICULTIES = ("tutorial", "easy", "medium", "hard")
OPTIONS = (
    *("pay", "show", "refuse", "nothing", "reveal", "draw", "lay", "take", "give"),
    *("bloodpoint", "bonus-turn"),
)
"""Options of choices that are no ids; `wound` is one, too."""


def dbd_names() -> list[str]:
    kinds = [kind for kinds in default_kinds().values() for kind in kinds]
    boards = SURVIVORS | KILLERS
    ids = [*KILLER_CARDS, HIDDEN, *ANY_COLOUR, *CATEGORIES, *kinds, *boards, *PERKS]
    ids += [*default_items(), *OPTIONS, *PLACES, KILLER_PLACE, LOBBY_TABLE, "survivor"]
    ids += ["wound", "progress", "sacrifice", "bloodpoints", "wall", "entity", "first-player"]
    ids += ["set", "left", "right", "bonus", "discard", "track", "repaired"]
    ids += ["box/figure", "box/prop", "supply/prop", "supply/wall"]
    return list(dict.fromkeys([*ids, CHANCE, "skill", "danger"]))


def invader_names() -> list[str]:
    plain = [card.id for card in invader.CARDS.values() if card.mold is None]
    ids = [*plain, *invader.SURVIVORS, *invader.XENOS, *invader.MACHINES, *invader.SKILLS]
    ids += ["objective", "noise", "mold", "mold-active", "mold-inactive", "xp", "wound", "spawn"]
    ids += ["door", "door-closed", "door-open", "wreck", "activation", "first-player", "tracker"]
    ids += ["die", "room", "corridor", "exterior", "security", "oxygen", "airlock", "start", "exit"]
    ids += ["remote", "skills", "found", "taken", "out", *DIFFICULTIES]
    ids += [f"deck/{deck}" for deck in ("equipment", "xeno", "prototype", "oxygen")]
    ids += ["discard/equipment", "discard/xeno"]
    return list(dict.fromkeys([*ids, TEAM, CHANCE, *LEVELS, *COLOURS, *SLOTS]))


NAMES = {"dbd": dbd_names, "invader": invader_names}
OWN = {
    "dbd": {
        *(f"phase.{phase}" for phase in ("choosing", "planning", "survivors", "killer", "cleanup")),
        *(
            "outcome.gate",
            "outcome.sacrifices",
            "outcome.set-up",
            "move.walk.bare",
            "count.bloodpoint",
        ),
        *("prop.numbered", "path.long", "path.short", "upkeep.done"),
    },
    "invader": {
        *(f"phase.{phase}" for phase in ("players", "activation", "spawn", "end")),
        *(f"move.{kind}.aimed" for kind in ("melee", "shoot", "machine-melee", "machine-shoot")),
        *(f"move.{kind}.{form}" for kind in ("melee", "shoot") for form in ("pair", "pair-aimed")),
        *(f"count.{xeno}" for xeno in invader.XENOS),
        *("place.zone", "place.door"),
        *(f"xeno-card.{kind}" for kind in ("spawn", "activation", "mold")),
        *("numbered", "coloured", "card.attached", "assumed.facts"),
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


def doubts() -> set[str]:
    """Every doubt that the recognition of a table can tell of."""
    ours = Path(binding.__file__).parent
    files = [*ours.glob("*.py"), *(ours.parent / "games").rglob("*.py")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return {code for text in texts for code in re.findall(r'Doubt\(\s*"([a-z-]+)"', text)}


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
    texts += [setting.source for setting in GAMES[game].wording.house.values()]
    keys = {key for text in texts for key in re.split(r"[,;]\s*", text)}
    return {key for key in keys if re.fullmatch(r"[A-Za-z0-9-]+", key)} - {"assumed"}


@both
@of_each_game
def test_a_catalogue_holds_what_is_used_and_nothing_else(language: str, game: str) -> None:
    forms = {"step.door", "step.moved"}  # these are told in one of their forms
    wanted = {
        *codes(game),
        *(f"rule.{code}" for code in (*codes(game), *GAMES[game].laws)),
        *(f"move.{kind}" for kind in kinds_of_move(game)),
        *(f"name.{name}" for name in NAMES[game]()),
        *(f"source.{key}" for key in sources(game)),
        *({f"step.{what}" for what in steps_of(game)} - forms),
        *OWN[game],
        *(f"house.{key}" for key in GAMES[game].wording.house),
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
        *(f"answer.{what}" for what in ("rules", "nothing", "language")),
        *(f"order.{what}" for what in ("host-only", "impossible", "nothing", "tidy")),
        *(f"order.{what}" for what in ("host", "unhost")),
        *("order.pause", "order.go", "move.edit", "order.unplayable", "order.broken"),
        *(f"declare.{what}" for what in ("form", "one-value", "thing", "field", "value")),
        *(f"trial.{what}" for what in ("unknown", "number", "stuck", "fails")),
        *(f"trouble.{what}" for what in ("near", "allowed", "nearest")),
        *("game-over", "rule.game-over", "ruling.other", "outcome.other"),
        *("source.page", "source.assumed", "list.empty", "name.unknown"),
        *(f"verdict.{verdict}" for verdict in verdicts),
        *(f"answer.{what}" for what in ("rules", "nothing", "language")),
        *(f"order.{what}" for what in ("host-only", "impossible", "tidy", "host", "unhost")),
        *("order.pause", "order.go", "order.secretly", "move.edit", "roll.again"),
        *(f"chat.{what}" for what in ("secret", "open", "unknown")),
        *("panel.yours", "panel.wait"),
        *(f"part.{part}" for part in ("cases", "setup", "table", "drawing", "recogniser")),
        *(f"part.{part}" for part in ("printed-names", "hands", "scripted")),
        *(f"bind.{what}" for what in ("start", "menu", "space", "piece", "piece-in")),
        *(
            f"bind.{what}"
            for what in ("skip", "back", "done", "no-back", "finished", "no-map", "far-off")
        ),
        *(f"doubt.{code}" for code in doubts()),
        *(f"rule.{what}" for what in ("changed", "is", "told", "unknown", "bad-value")),
        *("rule.next-game", "rule.same"),
        *(f"agent.{what}" for what in ("gone", "no-table", "heard", "second", "forged")),
        *(f"stray.{why}" for why in ("outside", "outside.bare", "hand", "place", "side", "card")),
        *(f"journal.{what}" for what in ("empty", "foreign", "version", "unusable", "unreadable")),
        *(f"journal.{what}" for what in ("unwritable", "damaged", "held", "other-game", "broken")),
        *(f"journal.{what}" for what in ("note", "more", "untellable")),
        *(f"damage.{what}" for what in ("kind", "shape", "missing", "differs", "undo")),
        *(f"damage.{what}" for what in ("no-game", "illegal", "unplayable")),
        *(f"repair.{what}" for what in ("restored", "aside", "cut", "luck", "left")),
        *(f"repair.{what}" for what in ("summary", "nothing", "would", "done")),
        *(f"verify.{what}" for what in ("legal", "as-far", "last", "batches", "more", "damaged")),
        *(f"verify.{what}" for what in ("unplayable", "turn-back")),
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


@cache
def raw(game: str) -> re.Pattern[str]:
    """Ids, and placeholders that were not filled in."""
    ids = "|".join(re.escape(each) for each in ids_of(game))
    return re.compile(rf"[{{}}]|(?<![\w-])(?:{ids})(?![\w-])")


def assert_plain(game: str, text: str) -> None:
    assert not raw(game).search(text), text


@both
@of_each_game
def test_every_refusal_renders_without_ids_and_placeholders(language: str, game: str) -> None:
    texts = Texts(language, GAMES[game].wording, boards()[game])
    for violation in violations(game):
        ruling = texts.ruling(violation)
        assert ruling.endswith(("." if language == "en" else "。", ")", "!"))
        assert_plain(game, ruling)
        assert texts.cited(violation) != ""


@both
@of_each_game
def test_every_move_renders_without_ids_and_placeholders(language: str, game: str) -> None:
    texts = Texts(language, GAMES[game].wording, boards()[game])
    config = "default" if game == "dbd" else "small"
    for match in (random_game(game, config, seed, 400) for seed in range(4)):
        for move in match.moves:
            assert_plain(game, texts.move(move))


@both
def test_every_step_renders_without_ids_and_placeholders(language: str) -> None:
    seen = set()
    for match in curious_games("invader", 60):
        texts = Texts(language, GAMES["invader"].wording, match.state.board)
        for step in {step for state in match.states for step in state.steps}:
            text = texts.step(step)
            seen.add(step.what)
            assert text.endswith("." if language == "en" else "。"), text
            assert_plain("invader", text)
    assert len(seen) > 30

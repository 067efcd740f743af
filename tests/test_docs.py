"""The manuals do what they say: their examples run, and nothing is left out of them."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.cases import Case, load, run
from rules.dbd.board import Board, Props, Space, parse_board
from rules.dbd.board import Path as MapPath
from rules.dbd.effects import RESOLVE
from rules.dbd.position import FigureSpec, PositionSpec, PropSpec
from rules.dbd.settings import SETTINGS
from rules.dbd.state import AnyAsk, Settings
from rules.engine import kebab
from rules.invader import asks, ground, missions, position, timing
from rules.invader.facts import survivor_facts
from rules.notation import parse_move
from tts_bridge.cli.simulate import simulate_command
from tts_bridge.games.registry import GAMES
from tts_bridge.simulation.report import Length, Report, Share, Used

DOCS = Path(__file__).parent.parent / "docs"
CASES = DOCS.parent / "tests" / "cases"
MANUALS = {"dbd": "cases.md", "invader": "cases-invader.md"}
"""How cases are written, by game."""
games = pytest.mark.parametrize("game", GAMES)


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The fenced examples of a manual in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)


def rows(name: str) -> list[list[str]]:
    """The rows of a manual's tables, as cells."""
    lines = [line for line in text_of(name).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def first_column(name: str) -> set[str]:
    """What a manual's tables explain."""
    return {key for row in rows(name) for key in re.findall(r"`([^`]+)`", row[0])}


def keys(struct: Any) -> set[str]:
    return {field.name for field in msgspec.structs.fields(struct)}


EXAMPLES = {
    game: [(block, case) for block in blocks(name, "toml") for case in load(block, name).case]
    for game, name in MANUALS.items()
}
ALL = [(game, case) for game, rows_ in EXAMPLES.items() for _, case in rows_]


@pytest.mark.parametrize(("game", "case"), ALL, ids=[f"{g}-{c.number}" for g, c in ALL])
def test_an_example_of_a_case_comes_out_as_it_says(game: str, case: Case) -> None:
    assert run(GAMES[game].cases, case).problems == ()


def positions(game: str) -> list[dict[str, Any]]:
    """The positions of a manual's examples, as they are written."""
    texts = dict.fromkeys(block for block, _ in EXAMPLES[game])
    cases = [row for block in texts for row in tomllib.loads(block)["case"]]
    return [row.get("position", {}) for row in cases]


def tables(rows: list[dict[str, Any]], key: str) -> list[Any]:
    """The tables that stand under the ids of a key, such as a single prop's."""
    found = [value for row in rows for value in row.get(key, {}).values()]
    return [value for value in found if isinstance(value, dict)]


def used_by_struct(game: str) -> dict[Any, list[dict[str, Any]]]:
    """Where the examples of a manual state what each of these can hold."""
    rows = positions(game)
    settings = [row["settings"] for row in rows if "settings" in row]
    if game == "dbd":
        figures = [v for p in rows for k, v in p.items() if k not in keys(PositionSpec)]
        props = tables(rows, "props")
        return {PositionSpec: rows, FigureSpec: figures, PropSpec: props, Settings: settings}
    spec = position.PositionSpec
    return {
        spec: rows,
        position.SurvivorSpec: [v for p in rows for k, v in p.items() if k not in keys(spec)],
        position.DoorSpec: tables(rows, "doors"),
        position.ObjectiveSpec: tables(rows, "objectives"),
        position.SpawnSpec: tables(rows, "spawns"),
        position.MachineSpec: tables(rows, "machines"),
        ground.Settings: settings,
    }


@games
def test_every_key_of_a_position_has_an_example_and_is_explained(game: str) -> None:
    for struct, used in used_by_struct(game).items():
        assert keys(struct) - {key for row in used for key in row} == set(), struct
        assert keys(struct) - first_column(MANUALS[game]) == set(), struct


def test_every_key_of_a_case_has_an_example_and_is_explained() -> None:
    texts = dict.fromkeys(block for block, _ in EXAMPLES["dbd"])
    used = {key for block in texts for row in tomllib.loads(block)["case"] for key in row}
    assert keys(Case) - used == set()
    assert keys(Case) - first_column("cases.md") == set()


@games
def test_whatever_then_can_ask_has_an_example_and_is_told(game: str) -> None:
    cases = GAMES[game].cases
    facts = cases.facts(cases.position({}))
    asked = {key for _, case in EXAMPLES[game] for key in case.then}
    things = {*ids_of_things(game)}
    wanted = {key for key in facts if key not in things}
    assert wanted | {"waiting", "open"} <= asked
    assert {key for key in wanted if f"`{key}`" in text_of(MANUALS[game])} == wanted


def ids_of_things(game: str) -> list[str]:
    """What is told of as a table: figures and places."""
    state = GAMES[game].cases.position({})
    if game == "invader":
        return [*(survivor.id for survivor in state.survivors), *state.board.zones]
    return [key for key, value in GAMES[game].cases.facts(state).items() if isinstance(value, dict)]


def test_whatever_then_can_ask_of_a_zone_and_a_survivor_has_an_example() -> None:
    state = position.build_position({})
    told = [row for _, c in EXAMPLES["invader"] for row in c.then.values() if isinstance(row, dict)]
    asked = {key for row in told for key in row}
    wanted = {*survivor_facts(state.survivors[0]), *position.facts(state)["4v-c"]}
    assert wanted <= asked
    assert {key for key in wanted if f"`{key}`" in text_of("cases-invader.md")} == wanted


@games
def test_every_move_has_an_example_that_can_be_read(game: str) -> None:
    rules, cases, manual = GAMES[game].rules, GAMES[game].cases, MANUALS[game]
    kinds = {kebab(kind.__name__) for kind in rules.moves}
    examples = {row[0].strip("`"): row[1].strip("`") for row in rows(manual) if len(row) > 1}
    assert kinds - set(examples) == set()
    state = cases.position({})
    for kind in kinds:
        move = cases.read_move(state, examples[kind])
        assert kebab(type(move).__name__) == kind
    if game == "dbd":
        assert parse_move(rules, "meg-thomas walk well graveyard-well-green")


def test_every_question_of_invader_is_listed() -> None:
    asked = {*timing.BY_CHANCE, *timing.BY_TEAM, *timing.BY_SEAT}
    asked |= {asks.PlayerTurn, asks.SurvivorTurn, asks.Sorting, asks.Rethink, asks.Hits, asks.Harm}
    text = text_of("cases-invader.md")
    assert {ask for ask in asked if f'`"{kebab(ask.__name__)}"`' in text} == asked


def test_the_example_of_a_mission_can_be_played_and_every_field_is_explained() -> None:
    (block,) = blocks("missions.md", "json")
    assert missions.parse_mission(block, "missions.md").id == "two-tiles"
    text = text_of("missions.md")
    derived = {"source"}  # where a mission comes from: for its author to say
    for struct in (missions.Mission, missions.Tile, missions.Door, missions.Spawn):
        assert {key for key in keys(struct) - derived if f"`{key}`" not in text} == set(), struct
    for union in (missions.AnyCondition, missions.AnyEffect):
        for kind in union.__args__:
            names = {kebab(kind.__name__), *keys(kind)}
            assert {name for name in names if f"`{name}`" not in text} == set(), kind


def test_every_step_is_listed() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in (DOCS.parent / "rules/invader").glob("*.py")
    )
    steps = set(re.findall(r'Step\(\s*"([a-z-]+)"', source))
    assert steps - first_column("invader.md") == set()


def test_every_question_of_dbd_is_listed() -> None:
    questions = {"react", "step", "prop-to-reveal", "interaction", "card-to-set"}
    effects = {kebab(ask.__name__) for ask in RESOLVE} - questions
    asks = {kebab(ask.__name__) for ask in AnyAsk.__args__}
    assert {ask for ask in asks if f'`"{ask}"`' in text_of("cases.md")} - {"cleanup"} == (
        asks - effects
    )


def test_the_example_of_a_map_can_be_played_on() -> None:
    (block,) = blocks("maps.md", "json")
    board = parse_board(block, "maps.md")
    for struct in (Board, Space, MapPath, Props):
        used = {name for name in keys(struct) if f'"{name}":' in block}
        assert used == keys(struct)
        assert keys(struct) - {*re.findall(r"`(\w+)`", text_of("maps.md"))} == set()
    assert len(board.spaces) == 6


def test_everything_a_simulation_tells_is_explained_and_its_commands_exist() -> None:
    manual = text_of("simulation.md")
    told = set(re.findall(r"`([a-z_0-9]+)`", manual))
    assert told >= keys(Report) | keys(Share) | keys(Length) | keys(Used)
    commands = re.findall(r"^ *tts-bridge simulate (.*)$", manual, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        name, *words = shlex.split(command)
        options = {o for param in simulate_command(GAMES[name]).params for o in param.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_the_sources_are_those_that_are_used() -> None:
    used = {"assumed"}
    for name, game in GAMES.items():
        texts = [*game.codes.values()]
        for path in (CASES / name).glob("*.toml"):
            texts += [case.source for case in load(path.read_text("utf-8"), path.name).case]
        keys = {key for text in texts for key in re.split(r"[,;]\s*", text)}
        used |= {key for key in keys if re.fullmatch(r"[A-Za-z0-9-]+", key)}
    assert used - first_column("sources.md") == set()
    data = (DOCS.parent / "rules" / "invader" / "data").rglob("*.json")
    words = set(re.findall(r"[A-Za-z0-9-]+", "".join(path.read_text("utf-8") for path in data)))
    assert first_column("sources.md") - used - words == set()


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *(("cases.md", "dbd"), ("maps.md", "dbd"), ("sources.md", "dbd")),
        *(("cases-invader.md", "invader"), ("missions.md", "invader"), ("invader.md", "invader")),
    ],
)
def test_a_manual_names_only_reasons_that_exist(name: str, game: str) -> None:
    for code in re.findall(r"`([a-z]+\.[a-z-]+)`", text_of(name)):
        assert code in GAMES[game].codes or code in SETTINGS or (DOCS / code).exists(), code

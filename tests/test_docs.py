"""The manuals do what they say: their examples run, and nothing is left out of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.cases import Case, load, run
from rules.dbd.board import Board, Props, Space, parse_board
from rules.dbd.board import Path as MapPath
from rules.dbd.codes import CODES
from rules.dbd.effects import RESOLVE
from rules.dbd.position import FigureSpec, PositionSpec, PropSpec
from rules.dbd.settings import SETTINGS
from rules.dbd.state import AnyAsk, Settings
from rules.engine import kebab
from rules.notation import parse_move
from tts_bridge.games import GAMES

DOCS = Path(__file__).parent.parent / "docs"
GAME = GAMES["dbd"]


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


EXAMPLES = [
    (block, case) for block in blocks("cases.md", "toml") for case in load(block, "cases.md").case
]


@pytest.mark.parametrize("case", [case for _, case in EXAMPLES], ids=lambda case: case.number)
def test_an_example_of_a_case_comes_out_as_it_says(case: Case) -> None:
    assert run(GAME.cases, case).problems == ()


def test_every_key_of_a_case_has_an_example_and_is_explained() -> None:
    raw = [row for block, _ in EXAMPLES for row in tomllib.loads(block)["case"]]
    positions = [row.get("position", {}) for row in raw]
    figures = [v for p in positions for k, v in p.items() if k not in keys(PositionSpec)]
    props = [v for p in positions for v in p.get("props", {}).values() if isinstance(v, dict)]
    settings = [p["settings"] for p in positions if "settings" in p]
    for struct, used in (
        (Case, raw),
        (PositionSpec, positions),
        (FigureSpec, figures),
        (PropSpec, props),
        (Settings, settings),
    ):
        assert keys(struct) - {key for row in used for key in row} == set(), struct
        assert keys(struct) - first_column("cases.md") == set(), struct


def test_whatever_then_can_ask_has_an_example() -> None:
    state = GAME.cases.position({})
    wanted = {k for k, v in GAME.cases.facts(state).items() if not isinstance(v, dict)}
    asked = {key for _, case in EXAMPLES for key in case.then}
    assert wanted | {"waiting", "open"} <= asked
    told = {key for key in wanted if f"`{key}`" in text_of("cases.md")}
    assert told == wanted


def test_every_move_has_an_example_that_can_be_read() -> None:
    kinds = {kebab(kind.__name__) for kind in GAME.rules.moves}
    examples = {row[0].strip("`"): row[1].strip("`") for row in rows("cases.md") if len(row) > 1}
    assert kinds - set(examples) == set()
    state = GAME.cases.position({})
    for kind in kinds:
        move = GAME.cases.read_move(state, examples[kind])
        assert kebab(type(move).__name__) == kind
    assert parse_move(GAME.rules, "meg-thomas walk well graveyard-well-green")


def test_every_question_is_listed() -> None:
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


def test_the_sources_are_those_that_are_used() -> None:
    texts = [*CODES.values()]
    for path in (DOCS.parent / "tests" / "cases" / "dbd").glob("*.toml"):
        texts += [case.source for case in load(path.read_text("utf-8"), path.name).case]
    used = {key for text in texts for key in re.split(r"[,;]\s*", text)}
    used = {key for key in used if re.fullmatch(r"[A-Z0-9-]+|assumed", key)}
    assert first_column("sources.md") == used


def test_a_manual_names_only_reasons_that_exist() -> None:
    for name in ("cases.md", "maps.md", "sources.md"):
        for code in re.findall(r"`([a-z]+\.[a-z-]+)`", text_of(name)):
            assert code in CODES or code in SETTINGS or (DOCS / code).exists(), code

"""The screens: narrow, wide, without colours, with Chinese; maps of anybody's."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from exporters.drawing.letters import letters
from rules.dbd.board import Board, Path, Space, training_ground
from rules.dbd.setup import Config, setup
from rules.invader.data import mission_files
from rules.invader.missions import mission
from rules.invader.setup import Config as InvaderConfig
from rules.invader.setup import setup as invader_setup
from tests.rules.play import random_game
from tts_bridge.games.dbd import text_map as dbdmap
from tts_bridge.games.invader import text_map as invadermap
from tts_bridge.games.registry import GAMES
from tts_bridge.terminal import routing as routes
from tts_bridge.terminal import screen
from tts_bridge.terminal.canvas import Canvas, fit
from tts_bridge.terminal.routing import Rect, lay
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.text.play_words import Look, Words

GROUND = training_ground()


def drawn(game: str, state: Any, seat: str, language: str, look: Look) -> list[str]:
    words = Words(language, GAMES[game].wording, state.board)
    console = Console(file=io.StringIO(), width=look.width, color_system=None)
    console.print(screen.screen(GAMES[game], state, seat, (seat,), words, look, ["told"] * 3))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 130, 200])
@pytest.mark.parametrize("game", ["dbd", "invader"])
def test_no_line_is_wider_than_the_terminal(game: str, width: int, language: str) -> None:
    config = "default" if game == "dbd" else "small"
    for state in random_game(game, config, 2, 300).states[::90]:
        seat = (state.figures if game == "dbd" else state.survivors)[0].id
        for line in drawn(game, state, seat, language, Look(width)):
            assert cell_len(line) <= width, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_frames_of_spaces_stand_upright_under_wide_characters(language: str) -> None:
    state = random_game("dbd", "default", 2, 200).state
    words = Words(language, GAMES["dbd"].wording, state.board)
    lines = [line.plain for line in dbdmap.draw(state, "meg-thomas", words, Look(60), {})]
    sheet = dbdmap.sheet(state.board, 60)
    assert sheet is not None
    for space, box in sheet.boxes.items():
        right = box.x + box.width - 1
        for row in (1, 2):
            assert column(lines[box.y + row], box.x) == "│", space
            assert column(lines[box.y + row], right) == "│", space
        assert column(lines[box.y], right) in "┐─"


def column(line: str, at: int) -> str:
    """The character in a column."""
    x = 0
    for character in line:
        if x == at:
            return character
        x += cell_len(character)
    return ""


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_every_path_of_the_map_is_drawn_from_space_to_space(width: int) -> None:
    sheet = dbdmap.sheet(GROUND, width)
    assert sheet is not None
    assert set(sheet.routes) == {path.id for path in GROUND.paths}
    for path in GROUND.paths:
        cells = [point for point, _ in sheet.routes[path.id].cells]
        assert touches(sheet.boxes[path.a], cells[0])
        assert touches(sheet.boxes[path.b], cells[-1])
        for (ax, ay), (bx, by) in pairwise(cells):
            assert abs(ax - bx) + abs(ay - by) == 1
        inside = [p for p in cells for box in sheet.boxes.values() if within(box, p)]
        assert inside == []


def touches(box: Rect, point: tuple[int, int]) -> bool:
    return any(point == port for port, _, _ in box.ports())


def within(box: Rect, point: tuple[int, int]) -> bool:
    return box.x <= point[0] < box.x + box.width and box.y <= point[1] < box.y + box.height


def test_two_lines_share_a_cell_only_where_they_cross() -> None:
    sheet = dbdmap.sheet(GROUND, 80)
    assert sheet is not None
    seen: dict[tuple[int, int], str] = {}
    for route in sheet.routes.values():
        for point, sides in route.cells:
            if point in seen:
                assert {*seen[point], *sides} == {*"NESW"}
                assert len(set(sides)) == 2
            seen[point] = sides


def test_a_way_that_is_shut_off_is_left_out() -> None:
    boxes = {"a": Rect(0, 0, 5, 3), "wall": Rect(5, 0, 5, 3), "b": Rect(10, 0, 5, 3)}
    assert lay((15, 3), boxes, [("p", "a", "b")]) == {}


def test_the_search_for_ways_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = {"a": Rect(0, 0, 5, 3), "b": Rect(20, 0, 5, 3)}
    wanted = [("p", "a", "b"), ("q", "b", "a")]
    assert set(lay((30, 9), boxes, wanted)) == {"p", "q"}
    monkeypatch.setattr(routes, "WORK", 3)
    assert lay((30, 9), boxes, wanted) == {}


def test_the_map_shows_who_stands_where_walls_and_props() -> None:
    config = Config(revealed={"objective-1": "generator"})
    state = setup(config)
    figures = [
        replace(each, wounded=True, at="well") if each.id == "meg-thomas" else each
        for each in state.figures
    ]
    props = tuple(
        replace(each, progress=2) if each.id == "objective-1" else each for each in state.props
    )
    state = replace(state, figures=tuple(figures), props=props, pallets=("barn-cornfield-green",))
    words = Words("en", GAMES["dbd"].wording, GROUND)
    text = "\n".join(line.plain for line in dbdmap.draw(state, "", words, Look(100), {"barn": "7"}))
    assert text.count("#") == 4
    assert "Ge2 ?b ?s" in text
    assert "Meg!" in text
    assert "NURSE" in text
    assert "G=" in text
    assert "[7]" in text
    without = replace(state, walls=())
    assert "#" not in "\n".join(
        line.plain for line in dbdmap.draw(without, "", words, Look(100), {})
    )


def test_a_map_too_wide_for_the_terminal_comes_as_a_list() -> None:
    spaces = tuple(
        Space(f"s{n}", {"en": f"Space {n}"}, n, 0, GROUND.spaces[0].props) for n in range(9)
    )
    paths = tuple(Path(f"p{n}", f"s{n}", f"s{n + 1}", "blue") for n in range(8))
    board = Board(1, "row", {"en": "Row"}, spaces, paths)
    assert dbdmap.sheet(board, 80) is None
    state = replace(setup(Config()), board=board, figures=(), props=(), walls=("p3",), asks=())
    words = Words("en", GAMES["dbd"].wording, board)
    text = "\n".join(line.plain for line in dbdmap.draw(state, "", words, Look(80), {"s4": "2"}))
    assert "B Space 4 #" in text
    assert "Space 4 [2]" in text


def test_with_ascii_nothing_but_ascii_is_drawn() -> None:
    words = Words("en", GAMES["dbd"].wording, GROUND)
    lines = dbdmap.draw(setup(Config()), "meg-thomas", words, Look(80, True), {})
    assert "".join(line.plain for line in lines).isascii()
    state = invader_setup(InvaderConfig())
    words = Words("en", GAMES["invader"].wording, state.board)
    lines = invadermap.draw(state, "magnus", words, Look(80, True), {})
    assert "".join(line.plain for line in lines).isascii()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", mission_files())
def test_every_mission_fits_into_sixty_columns_and_shows_what_is_on_it(
    name: str, language: str
) -> None:
    state = invader_setup(InvaderConfig(mission=mission(name)))
    words = Words(language, GAMES["invader"].wording, state.board)
    lines = [line.plain for line in invadermap.draw(state, "magnus", words, Look(60), {})]
    assert max(map(cell_len, lines)) <= 60
    text = "\n".join(lines)
    for zone in state.board.zones:
        assert zone.upper()[:4] in text
    closed = [door for door in state.ground.doors.values() if door == "closed"]
    assert text.count("D") >= len(closed) > 0


def test_names_are_told_apart_by_their_shortest_beginnings() -> None:
    names = {"a": "Meg", "b": "Magnus", "c": "The Jackal", "d": "the players"}
    assert letters(names) == {"a": "Me", "b": "Ma", "c": "J", "d": "P"}
    assert letters({"a": "Ann", "b": "Anna"}) == {"a": "Ann", "b": "Anna"}
    assert letters({"a": "Jake", "b": "Jane", "c": "The "}) == {"a": "Jak", "b": "Jan", "c": "?"}


def test_wide_characters_are_cut_by_columns_and_never_in_half() -> None:
    assert fit("训练场", 5) == "训练."
    assert fit("Watchtower", 11) == "Watchtower"
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "训练")
    canvas.put(1, 0, "x")
    assert canvas.lines()[0].plain == " x练"
    canvas.put(3, 0, "场")
    assert canvas.lines()[0].plain == " x练"

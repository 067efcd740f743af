"""The drawing of a map shows everything that is on it, in either language."""

from xml.etree import ElementTree

import msgspec
import pytest

from exporters.mods.dbd.layout import LayoutError
from exporters.mods.dbd.map_svg import INK, draw_board
from exporters.mods.words import LANGUAGES, Language
from rules.dbd.board import Board, training_ground
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES

SVG = "{http://www.w3.org/2000/svg}"
BOARD = training_ground()


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_is_named_and_every_start_number_shown(language: Language) -> None:
    found = texts(draw_board(BOARD, DBD_NAMES, language))
    for space in BOARD.spaces:
        assert space.name[language] in found
    assert sorted(each for each in found if each.isdigit()) == list("012345")


def test_every_path_is_drawn_in_its_colour() -> None:
    root = ElementTree.fromstring(draw_board(BOARD, DBD_NAMES))
    drawn = {
        each.findtext(f"{SVG}title"): each.get("stroke") for each in root.iter(f"{SVG}polyline")
    }
    for path in BOARD.paths:
        assert drawn[path.id] == INK[path.colour]


def test_colours_are_told_apart_without_seeing_them() -> None:
    root = ElementTree.fromstring(draw_board(BOARD, DBD_NAMES))
    pattern = {
        each.get("stroke"): each.get("stroke-dasharray") for each in root.iter(f"{SVG}polyline")
    }
    assert len(set(pattern.values())) == len(INK)


def test_one_way_paths_have_arrows_walls_a_frame_and_props_a_slot() -> None:
    svg = draw_board(BOARD, DBD_NAMES)
    yellow = sum(path.colour == "yellow" for path in BOARD.paths)
    heads = svg.count('<polygon points="') - sum(path.wall for path in BOARD.paths)
    assert heads == 2 * yellow + 1  # and one in the legend
    slots = [each for each in texts(svg) if each in "OBSA"]
    assert len(slots) == len(BOARD.slots)


def test_a_name_cannot_break_out_of_the_drawing() -> None:
    nasty = '</text><script>alert("x")</script>&'
    spaces = (msgspec.structs.replace(BOARD.spaces[0], name={"en": nasty}), *BOARD.spaces[1:])
    board = msgspec.structs.replace(BOARD, spaces=spaces, name={"en": nasty})
    svg = draw_board(board, DBD_NAMES)
    assert "<script" not in svg
    assert nasty in texts(svg)
    assert nasty in texts(draw_board(board, DBD_NAMES, "zh")), (
        "the language it has is better than none"
    )


def test_two_spaces_at_one_place_are_refused() -> None:
    first = BOARD.spaces[0]
    moved = msgspec.structs.replace(BOARD.spaces[1], x=first.x, y=first.y)
    board: Board = msgspec.structs.replace(BOARD, spaces=(first, moved, *BOARD.spaces[2:]))
    with pytest.raises(LayoutError, match="watchtower and orchard: at one place"):
        draw_board(board, DBD_NAMES)

"""The drawing of a map shows everything that is on it, in either language."""

from collections import Counter
from xml.etree import ElementTree

import msgspec
import pytest

from exporters.drawing.palette import THEME, TONES
from exporters.mods.dbd.layout import LayoutError
from exporters.mods.words import LANGUAGES, Language
from rules.dbd.board import CATEGORIES, Board, training_ground
from rules.dbd.state import COLOUR
from tts_bridge.games.dbd.map_picture import draw_board
from tts_bridge.games.dbd.wording import WORDING
from tts_bridge.text.catalogue import Texts

SVG = "{http://www.w3.org/2000/svg}"
POLYLINE = f"{SVG}polyline"
BOARD = training_ground()


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_is_named_and_every_start_number_shown(language: Language) -> None:
    found = texts(draw_board(BOARD, language))
    for space in BOARD.spaces:
        assert space.name[language] in found
    assert sorted(each for each in found if each.isdigit()) == list("012345")


def strokes() -> list[tuple[str, str]]:
    """Colour and dash pattern of every line that is no edge."""
    root = ElementTree.fromstring(draw_board(BOARD))
    lines = [(each.get("stroke"), each.get("stroke-dasharray")) for each in root.iter(POLYLINE)]
    return [(str(ink), str(dash)) for ink, dash in lines if ink != THEME["sheet"]]


def test_every_path_is_drawn_in_its_colour() -> None:
    found = Counter(ink for ink, _ in strokes())
    wanted = Counter(TONES[path.colour] for path in BOARD.paths)
    assert found == wanted + Counter(TONES[colour] for colour in COLOUR.values())  # the legend


def test_colours_are_told_apart_without_seeing_them() -> None:
    patterns = dict(strokes())
    assert len(set(patterns.values())) == len(patterns) == len(COLOUR)


def test_one_way_paths_have_arrows_and_walls_and_props_lie_there() -> None:
    svg = draw_board(BOARD)
    words = Texts("en", WORDING, BOARD)
    yellow = sum(path.colour == "yellow" for path in BOARD.paths)
    assert svg.count("<polygon ") == 2 * (yellow + 1)  # and one in the legend
    walls = sum(path.wall for path in BOARD.paths)
    assert svg.count(f"<title>{words.name('wall')}</title>") == walls
    for category in CATEGORIES:
        told = f"<title>{words.name(category)}, face down</title>"
        slots = sum(slot.category == category for slot in BOARD.slots)
        assert svg.count(told) == slots + 1  # and one in the legend


def test_a_name_cannot_break_out_of_the_drawing() -> None:
    nasty = '</text><script>alert("x")</script>&'
    spaces = (msgspec.structs.replace(BOARD.spaces[0], name={"en": nasty}), *BOARD.spaces[1:])
    board = msgspec.structs.replace(BOARD, spaces=spaces, name={"en": nasty})
    svg = draw_board(board)
    assert "<script" not in svg
    assert nasty in texts(svg)
    assert nasty in texts(draw_board(board, "zh")), "the language it has is better than none"


def test_two_spaces_at_one_place_are_refused() -> None:
    first = BOARD.spaces[0]
    moved = msgspec.structs.replace(BOARD.spaces[1], x=first.x, y=first.y)
    board: Board = msgspec.structs.replace(BOARD, spaces=(first, moved, *BOARD.spaces[2:]))
    with pytest.raises(LayoutError, match="watchtower and orchard: at one place"):
        draw_board(board)

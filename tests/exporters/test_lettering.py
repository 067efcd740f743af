"""Text in a box: whole, in order, within the box, broken where it may be."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.drawing.text_fit import NO_END, NO_START, fit, width, wrap

CHINESE = (
    "弃掉至多2张移动牌；经这些牌的路径与该发电机所在区域相连的每名逃生者，支付1血点，否则受伤。"
)
ENGLISH = "Exchange a prop here with a same-category prop of a connected space."


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=80), st.floats(3, 40)
)
def test_nothing_is_lost_and_nothing_added(text: str, room: float) -> None:
    assert bare("".join(wrap(text, room))) == bare(text)


@pytest.mark.parametrize("room", [6.0, 9.5, 12.0, 20.0])
@pytest.mark.parametrize("text", [CHINESE, ENGLISH])
def test_lines_have_room(text: str, room: float) -> None:
    lines = wrap(text, room)
    assert len(lines) > 1
    # A mark that must not begin a line may hang over the edge by itself.
    assert all(width(line.rstrip("".join(NO_START))) <= max(room, 9) for line in lines)


@pytest.mark.parametrize("room", [5.0, 7.0, 9.0, 11.0, 13.0])
def test_chinese_is_broken_before_no_mark_and_after_no_number(room: float) -> None:
    lines = wrap(CHINESE, room)
    for one, other in pairwise(lines):
        assert other[0] not in NO_START
        assert one[-1] not in NO_END
        assert not one[-1].isdigit()


def test_english_is_broken_between_words() -> None:
    assert " ".join(wrap(ENGLISH, 10)) == ENGLISH


def test_a_single_character_is_not_left_for_the_last_line() -> None:
    for room in range(8, 30):
        lines = wrap("该区域中每有一名逃生者或杀手，获得一点血点，再说一遍。", room)
        assert len(lines) == 1 or width(lines[-1]) > 1.5


def test_a_long_text_is_set_smaller_than_a_short_one_and_fits() -> None:
    short, long = (fit(text, (200, 120), (40, 30, 20, 14, 10)) for text in ("短", CHINESE))
    assert short.size == 40
    assert long.size < 30
    assert long.height <= 120


def test_lines_break_between_words_and_letters_and_never_before_a_stop() -> None:
    assert wrap("one two three", 5) == ("one two", "three")
    assert wrap("房间7V：看不到目标。", 5) == ("房间7V：", "看不到目", "标。")
    assert wrap("", 5) == ("",)

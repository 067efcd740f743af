"""The mod as players meet it. Run with `pytest` where tts-bridge is installed."""

import pytest


def test_a_double_counts_twice(tts_table):
    table = tts_table("mod.json")
    first, second, counter = table.objects
    table.roll(first, 4)
    table.roll(second, 4)
    table.press(counter, "Score")
    assert counter.value == 16
    assert table.messages[-1][1] == "White scores 16"
    assert table.execute("-1", "return UI.getAttribute('last', 'text')") == ["Last: 16"]


def test_only_white_can_start_again(tts_table):
    table = tts_table("mod.json", players=("White", "Red"))
    counter = table.objects[2]
    table.press(counter, "Score", by="Red")
    table.click("clear", by="White")
    assert counter.value == 0
    with pytest.raises(ValueError, match="Red does not see 'clear'"):
        table.click("clear", by="Red")

"""The bundled agent's panels: who sees and presses what, and whose UI they leave alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lua.game import SCRIPT, Game, done
from tts_bridge.headless.model.xml_ui import Element, parse

OWN = '<Panel id="of-the-mod" />'


def show(game: Game, number: int, color: str, *labels: str, title: str = "You may:") -> None:
    buttons = [{"id": f"move {index}", "label": label} for index, label in enumerate(labels)]
    game.command(number, {"do": "panel", "color": color, "title": title, "buttons": buttons})


def screen(game: Game) -> list[Element]:
    """The panels on the screens."""
    xml = game.fake.ui.xml
    return parse(xml)[0].children if xml else []


def click(game: Game, color: str, element: Element) -> None:
    whose, _, name = element.attributes["onClick"].rpartition("/")
    assert whose in ("agent1", "")
    game.lua.globals()[name](game.table({"color": color}), "-1", element.attributes["id"])


def presses(game: Game) -> list[tuple[str, Any]]:
    return [
        (player, data["button"]) for event, player, data in game.reports() if event == "pressed"
    ]


@pytest.fixture(autouse=True)
def listening(game: Game) -> None:
    game.reports()


def test_a_panel_is_seen_by_its_colour_and_reports_its_presses(game: Game) -> None:
    show(game, 1, "Red", "Set Sprint", "Set Vault")
    assert done(game) == (1, True, "")
    show(game, 2, "Blue", "Pass")
    red, blue = screen(game)
    assert [each.attributes["visibility"] for each in (red, blue)] == ["Red", "Blue"]
    assert [child.value for child in red.children] == ["You may:", "Set Sprint", "Set Vault"]
    click(game, "Red", red.children[2])
    assert presses(game) == [("Red", "move 1")]


def test_nobody_presses_the_button_of_another_colour(game: Game) -> None:
    show(game, 1, "Red", "Set Sprint")
    (red,) = screen(game)
    click(game, "Blue", red.children[1])
    assert presses(game) == []


def test_a_button_of_a_panel_that_was_replaced_does_nothing(game: Game) -> None:
    show(game, 1, "Red", "Set Sprint", "Set Vault")
    old = screen(game)[0].children[2]
    show(game, 2, "Red", "Pass")
    click(game, "Red", old)
    assert presses(game) == []


def test_text_cannot_leave_its_element(game: Game) -> None:
    show(game, 1, "Red", "</Button><Button onClick='Global/win'>", title='"/><Panel>&lt;')
    (red,) = screen(game)
    assert [each.tag for each in red.children] == ["Text", "Button"]
    assert "Global/win" not in red.children[1].attributes["onClick"]


def test_a_mod_with_a_ui_of_its_own_keeps_it(game: Game) -> None:
    game.fake.ui.xml = OWN
    show(game, 1, "Red", "Pass")
    assert game.fake.ui.xml == OWN
    (panel,) = parse(game.fake.objects[1].xml)
    assert panel.children[0].children[1].attributes["onClick"] == "ttsb_panel_click"


def test_an_empty_panel_is_taken_away(game: Game) -> None:
    show(game, 1, "Red", "Pass")
    show(game, 2, "Red", title="")
    assert game.fake.ui.xml == ""


def test_what_an_agent_drew_before_it_was_loaded_anew_is_gone(game: Game) -> None:
    show(game, 1, "Red", "Pass")
    game.load(SCRIPT)
    assert game.fake.ui.xml == ""
    game.fake.ui.xml = OWN
    game.load(SCRIPT)
    assert game.fake.ui.xml == OWN


@pytest.mark.parametrize("color", ["", "Red Blue", "<b>", 1])
def test_a_colour_that_is_none_is_refused(game: Game, color: object) -> None:
    game.command(1, {"do": "panel", "color": color, "title": "", "buttons": []})
    number, ok, error = done(game)
    assert (number, ok) == (1, False)
    assert "color" in error

"""What stands on buttons: no two read alike, in either language."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dbd.board import training_ground
from rules.dbd.interact import LayPallet, RemoveCrow
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import Offer
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

BOARD = training_ground()
YELLOW = [path.id for path in BOARD.paths if path.colour == "yellow"][:2]
CROWS = tuple([RemoveCrow("the-nurse", f"altruism-{number}") for number in (2, 3)])
PALLETS = tuple([LayPallet("meg-thomas", "altruism-6", path) for path in YELLOW])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("moves", [CROWS, PALLETS])
def test_no_two_buttons_of_an_offer_or_a_panel_read_alike(
    language: str, moves: tuple[Any, ...]
) -> None:
    voice = Voice([Texts(language, GAMES["dbd"].wording, BOARD)])
    offered = [button.label for button in voice.buttons("a1b2c3", Offer(moves)).buttons]
    shown = [button.label for button in voice.panel("Red", moves, ()).buttons]

    assert len({*offered}) == len({*shown}) == 2


def test_what_is_clear_is_not_said_twice() -> None:
    voice = Voice([Texts("en", GAMES["dbd"].wording, BOARD)])
    (button,) = voice.buttons("a1b2c3", Offer(CROWS[:1])).buttons
    assert button.label == "Remove the crow"

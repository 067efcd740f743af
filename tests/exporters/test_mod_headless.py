"""The mod on the headless table: its scripts run, zones notice pieces, props show their kind."""

import pytest

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.dbd.mod import build_mod
from rules.dbd.board import training_ground
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.headless.table import Table


@pytest.fixture
def table() -> Table:
    save = build_mod(
        training_ground(),
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        language="zh",
        kinds={"objective-1": "generator"},
        agent_script=agent_script(),
        table_script=faces_script(),
    )
    table = Table(save.data).load()
    table.settle()
    for colour in ("White", "Red", "Green", "Blue", "Purple"):
        table.join(colour, colour)
    return table


def test_the_scripts_load_without_an_error_and_the_agent_says_hello(table: Table) -> None:
    assert table.errors == []
    told = [message.get("customMessage", {}).get("event") for message in table.outbox]
    assert told.count("hello") == 1


def test_zones_notice_what_lies_in_them(table: Table) -> None:
    (prop,) = table.find(tag="ttsb:prop/objective-1")
    assert [zone.nickname for zone in prop.zones] == ["space/watchtower"]
    (figure,) = table.find(tag="ttsb:figure/meg-thomas")
    assert [zone.nickname for zone in figure.zones] == ["space/graveyard"]


def test_cards_are_in_their_owners_hands(table: Table) -> None:
    for figure, colour in (("jake-park", "White"), ("feng-min", "Blue"), ("the-nurse", "Purple")):
        (card,) = table.find(tag=f"ttsb:card/{figure}/sprint")
        assert card.hand == colour


def test_a_prop_that_is_turned_over_shows_its_kind(table: Table) -> None:
    (prop,) = table.find(tag="ttsb:prop/objective-1")
    assert prop.is_face_down
    table.advance(1)
    assert table.ui(prop.id).xml == ""
    table.flip(prop, by="White")
    table.settle()
    table.advance(1)
    assert not prop.is_face_down
    assert "发电机" in table.ui(prop.id).xml
    assert table.errors == []

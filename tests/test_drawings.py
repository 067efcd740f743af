"""Every drawing and UI that is written is well formed, whatever a name holds."""

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from exporters.mods import card_svg as cardart
from exporters.mods.dbd.card_texts import Face
from exporters.mods.invader.mission_svg import draw_mission
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.setup import Config
from rules.engine import Match
from rules.invader.missions import mission
from rules.notation import parse_move
from tts_bridge.cli.film import shots
from tts_bridge.drawing.film import page
from tts_bridge.games.dbd.map_picture import draw_board
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.model.xml_ui import Element, dump, parse
from tts_bridge.headless.script.runtime import ApiError
from tts_bridge.headless.table import Table
from tts_bridge.headless.tools.drawing import picture
from tts_bridge.headless.tools.screen import screen
from tts_bridge.simulation.figures import Figures, Use
from tts_bridge.simulation.plot import drawn
from tts_bridge.simulation.report import reported
from tts_bridge.terminal.game import Table as PlayTable
from tts_bridge.terminal.people import people
from tts_bridge.terminal.screenshot import draw
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.play_words import Words

NAMES = {
    "tags": "</text></title><script>alert(1)</script>",
    "quotes": '" \' onload="a()" & &amp; &#0; ]]> <!-- --> <![CDATA[ <?x ?>',
    "controls": "".join(map(chr, range(32))) + "\x7f\x80\x9b\x1b[31mred",
    "halves": "\ud800 \udfff \udc00\ud800",
    "no characters": "\ufffe\uffff\U0001fffe",
    "directions": "\u202e\u2066\u200f\u2028\u2029",
}
"""Names that somebody may give, by what they hold."""
hostile = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)


def well_formed(document: str) -> None:
    """A drawing that a file takes and XML parsers read, in which no name is more than a name."""
    root = ElementTree.fromstring(document.encode())
    assert not [each for each in root.iter() if "script" in str(each.tag)]
    assert not [each for each in root.iter() if "onload" in each.attrib]


@hostile
def test_maps_and_missions(name: str) -> None:
    board = training_ground()
    named = tuple(replace(each, name={"en": name}) for each in board.spaces)
    well_formed(draw_board(replace(board, spaces=named, name={"en": name})))
    well_formed(draw_mission(replace(mission("breach"), name={"en": name}), INVADER_NAMES))


@hostile
def test_cards_and_tokens(name: str) -> None:
    face = Face("a", "killer", name, name, ((name, name),), name, icon=next(iter(cardart.ICONS)))
    well_formed(cardart.sheet("a", [face, face], 2).svg)
    well_formed(cardart.back("a", "killer", name).svg)
    well_formed(cardart.token("a", face).svg)


@hostile
def test_reports(name: str) -> None:
    word = "_".join(name.split())
    uses = {f"perk:{word} {word}": Use(2, 2, 1)}
    figures = Figures(2, {name: 2}, {name: 2}, {5: 2}, {100: 2}, uses)
    report = reported(figures, "dbd", {"killer": name}, {"killer": name}, 3, [name], ())
    well_formed(drawn(report, figures.rounds, name, name))


@hostile
def test_tables(name: str) -> None:
    pieces: list[dict[str, Any]] = [
        {"Name": kind, "Nickname": name, "GUID": f"00000{n}", "Transform": {"posX": n * 9.0}}
        for n, kind in enumerate(("BlockSquare", "3DText", "ScriptingTrigger"))
    ]
    pieces[1]["Text"] = {"Text": name}
    table = Table({"ObjectStates": pieces, "XmlUI": '<Button id="b" text="x"/>'}).load()
    table.join("White", "Host")
    for ui in table.ui(0).elements:
        ui.attributes["text"] = name
    table.messages.append(("all", name, None))
    well_formed(picture(table))
    well_formed(screen(table, "White"))


@hostile
def test_films(name: str) -> None:
    board = training_ground()
    named = tuple(replace(each, name={"en": name}) for each in board.spaces)
    board = replace(board, spaces=named, name={"en": name})
    match = Match(RULES, RULES.setup(Config(board=board)))
    match.push(parse_move(RULES, "meg-thomas set-card sprint"))
    texts = Texts("en", GAMES["dbd"].wording, board)
    film = page(
        name, GAMES["dbd"].drawing, match.states, shots(GAMES["dbd"], match, texts, {}), texts, name
    )
    drawings = re.findall("<svg.*?</svg>", film, re.DOTALL)
    assert len(drawings) == 3 + len({path.colour for path in board.paths})
    for svg in drawings:
        well_formed(svg)


@hostile
def test_screens_of_a_game(name: str) -> None:
    board = training_ground()
    named = tuple(replace(each, name={"en": name}) for each in board.spaces)
    config = Config(board=replace(board, spaces=named, name={"en": name}))
    match = Match(RULES, RULES.setup(config))
    sides = GAMES["dbd"].terminal.sides(match.state)
    table = PlayTable(
        GAMES[match.rules.name], match, people(["all"], sides["all"], sides), Random(1)
    )
    words = Words("en", GAMES["dbd"].wording, config.board)
    well_formed(draw(table, words, 100, 6))


@hostile
def test_user_interfaces(name: str) -> None:
    inner = Element("Text", {"id": name, "onclick": name, name: "x"}, name)
    text = dump([Element("Panel", {}, "", [inner])])
    root = ElementTree.fromstring(text.encode())
    assert [set(each.attrib) for each in root] == [{"id", "onclick"}]
    assert parse(text)[0].children[0].tag == "Text"
    with pytest.raises(ApiError, match="is no tag"):
        dump([Element(name)])

"""The drawing of a mission shows every Zone, wall, door, token and figure where it is."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from exporters.drawing.icons import INVADER as ICONS
from exporters.mods.invader.mission_svg import CELL, FLOOR, INK, draw_mission, places
from rules.invader.missions import Mission, Tile, mission, missions
from rules.invader.setup import Config, setup
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES

MISSIONS = missions()


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("game", MISSIONS.values(), ids=list(MISSIONS))
def test_every_zone_is_drawn_in_the_colour_of_its_kind_with_its_label(game: Mission) -> None:
    svg = draw_mission(game, INVADER_NAMES)
    shown = texts(svg)
    for kind, colour in FLOOR.items():
        cells = [
            cell
            for zone in game.board.zones.values()
            if (zone.special or zone.kind) == kind
            for cell in zone.cells
        ]
        drawn = re.findall(rf'width="{CELL:g}" height="{CELL:g}" fill="{colour}"', svg)
        assert len(drawn) == len(cells), kind
    for zone in game.board.zones.values():
        assert shown.count(zone.id.upper()) == len(zone.cells)


@pytest.mark.parametrize("game", MISSIONS.values(), ids=list(MISSIONS))
def test_everything_that_lies_there_is_drawn(game: Mission) -> None:
    shown = texts(draw_mission(game, INVADER_NAMES))
    assert shown.count("START") == len(set(game.start))
    hidden = [text for text in shown if re.fullmatch(r"\d+\?", text)]
    assert len(hidden) == 1 + sum(game.hidden.values())  # and one in the legend
    figures = sum(len(herd) for herd in game.xenos.values())
    assert len([t for t in shown if re.fullmatch(r"[WHTS]\d+", t)]) == 1 + figures
    svg = draw_mission(game, INVADER_NAMES)
    assert svg.count(ICONS["exit"]) == 1 + len(game.exits)
    assert svg.count(ICONS["machine"]) == 1 + len(game.machines)
    for colour in ("green", "purple"):
        doors = sum(door.colour == colour for door in game.doors)
        assert len(re.findall(f'stroke="{INK[colour]}" stroke-width="13"', svg)) == doors


def test_openings_and_airlocks_are_drawn_once_each() -> None:
    game = mission("out-of-air")
    svg = draw_mission(game, INVADER_NAMES)
    kinds = [link.kind for link in game.board.links.values()]
    assert len(re.findall(r'stroke="#f3ecda" stroke-width="9"', svg)) == kinds.count("gap")
    assert len(re.findall(r'stroke-width="15"', svg)) >= kinds.count("airlock") == 3


def test_mold_covers_its_zone() -> None:
    game = mission("the-nest")
    mold = setup(Config(mission=game)).ground.mold
    plain, covered = (
        draw_mission(game, INVADER_NAMES),
        draw_mission(game, INVADER_NAMES, mold=mold),
    )
    assert mold
    assert covered.count("#6a8f2f") - plain.count("#6a8f2f") == 5 * len(mold)


def test_a_turned_tile_shows_its_zones_turned() -> None:
    at = places(mission("the-nest"))
    assert at["3v-se"] == (0, 0)  # turned by 180 degrees
    assert at["3v-nw"] == (2, 2)
    turned = replace(mission("breach"), tiles=(Tile("4V", 0, 0, 90), Tile("7V", 1, 0)))
    assert places(turned)["4v-nw"] == (2, 0)


def test_a_name_from_outside_is_only_a_name() -> None:
    game = replace(mission("breach"), name={"en": "<script>&"})
    svg = draw_mission(game, INVADER_NAMES, "zh")
    assert "<script>" not in svg
    assert "<script>& (教学)" in texts(svg)

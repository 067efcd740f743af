"""Strangers' *Invader* mods: recognised by names and places, and refereed for a whole mission."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from exporters.mods import invader
from exporters.mods.plain import plain
from exporters.mods.words import LANGUAGES, Language
from exporters.savefile import Save
from rules.invader.missions import mission
from rules.invader.setup import Config
from tests.binding.strangers import (
    pieces,
    places,
    strange_dbd,
    strange_invader,
    tagged,
    with_agent,
)
from tests.invader_table import at, kind_draw, kind_of, play
from tests.test_invader_games import with_a_plan
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import FitError, far_apart, laid_by
from tts_bridge.binding.profile_file import read_binding
from tts_bridge.binding.recogniser import Bound, scene
from tts_bridge.cli import main
from tts_bridge.cli.bind import parse_point
from tts_bridge.games.invader.recogniser import bind_invader, cells
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.session.journal import Journal
from tts_bridge.testing.virtual_time import in_virtual_time

MISSIONS = ("breach", "out-of-air", "the-nest", "the-sleeping-gun")
both = pytest.mark.parametrize("language", LANGUAGES)


def share(ours: Save, bound: Bound) -> float:
    """The part of the pieces that is recognised as what it is."""
    truth = pieces(ours)
    ids = {each["GUID"]: name for name, each in truth.items()}
    right = [
        name
        for name, guid in bound.found.pieces.items()
        if name == ids.get(guid) or kind_of(name) == kind_of(ids.get(guid, ""))
    ]
    return len(right) / len(truth)


@both
@pytest.mark.parametrize("name", MISSIONS)
def test_every_piece_of_a_plain_mission_is_recognised(name: str, language: Language) -> None:
    config = Config(mission=mission(name), players=invader.shared_out(3))
    ours, _, bound = strange_invader(language, config)
    assert bound.found.missing == ()
    assert bound.found.doubtful == ()
    assert share(ours, bound) >= 0.98
    assert bound.found.players == config.players
    assert bound.found.seats == {
        seat: colour
        for colour, seats in zip(("White", "Red", "Green"), config.players, strict=True)
        for seat in seats
    }


@both
def test_every_piece_of_the_other_game_is_recognised_without_a_question(language: Language) -> None:
    ours, _, bound = strange_dbd(language)
    assert bound.found.missing == ()
    assert share(ours, bound) >= 0.98


@both
@pytest.mark.parametrize("name", MISSIONS)
def test_every_place_of_the_map_and_the_dashboards_is_where_it_was(
    name: str, language: Language
) -> None:
    ours, _, bound = strange_invader(language, Config(mission=mission(name)))
    found = bound.binding.places
    for prefix in ("zone/", "link/", "slot/", "wounds/", "danger/", "skills/", "deck/"):
        for rest, real in places(ours, prefix).items():
            assert found[prefix + rest].at == pytest.approx(real, abs=0.05), prefix + rest
    missing = [n for n, e in tagged(ours).items() if e["Name"] == "ScriptingTrigger"]
    assert [name for name in missing if name not in found] == []


def test_a_plain_mission_holds_nothing_that_is_there_for_our_sake() -> None:
    _, theirs, _ = strange_invader("zh")
    names = [each["Name"] for each in theirs.data["ObjectStates"]]
    assert names.count("Custom_Board") == 7
    assert "ScriptingTrigger" not in names
    for each in theirs.data["ObjectStates"]:
        for one in (each, *each.get("ContainedObjects", ())):
            assert not [key for key in ("Tags", "GMNotes", "LuaScript") if one.get(key)]


@both
def test_a_whole_mission_is_refereed_on_a_plain_mod(language: Language) -> None:
    async def main() -> None:
        _, theirs, bound = strange_invader(language)
        save, binder = with_agent(theirs, bound)
        with Journal(None) as journal:
            async with at(save.data, journal, kind_draw, binder=binder) as game:
                made = await play(game, with_a_plan)
                assert game.referee.state.result is not None
                assert game.referee.state.result.reason == "mission-won"
                assert made > 40
                assert await game.lies_right()
                assert game.table.errors == []

    in_virtual_time(main())


def test_tiles_that_bear_their_names_lay_the_mission_out_by_themselves() -> None:
    config = Config(mission=mission("the-nest"))
    ours = invader.build_mod(config, names=INVADER_NAMES)
    theirs = plain(ours, invader.look(config, INVADER_NAMES, "en"))
    real = places(ours, "zone/")
    tiles = [
        {
            "GUID": f"{number:06x}",
            "Name": "Custom_Tile",
            "Nickname": f"Tile {tile.face}",
            "Transform": {
                "posX": real[f"{tile.name}-c"][0],
                "posY": 1.0,
                "posZ": real[f"{tile.name}-c"][1],
            },
        }
        for number, tile in enumerate(config.mission.tiles)
    ]
    table = replace(
        theirs, data={**theirs.data, "ObjectStates": theirs.data["ObjectStates"] + tiles}
    )
    bound = bind_invader(scene(table), config.mission, {})
    assert bound.found.missing == ()
    for cell, point in real.items():
        assert bound.binding.places[f"zone/{cell}"].at == pytest.approx(point, abs=0.05)


@given(
    st.floats(-50, 50), st.floats(-50, 50), st.floats(0.5, 9), st.floats(-3.2, 3.2), st.booleans()
)
def test_three_cells_lay_a_mission_out_however_it_is_turned(
    x: float, z: float, scale: float, turn: float, mirrored: bool
) -> None:
    drawn = cells(mission("the-nest"))

    def at(cell: str) -> tuple[float, float]:
        a, b = drawn[cell][0] * scale, drawn[cell][1] * (scale if mirrored else -scale)
        cos, sin = math.cos(turn), math.sin(turn)
        return (x + a * cos - b * sin, z + a * sin + b * cos)

    laid = laid_by("the-nest", drawn, {each: at(each) for each in far_apart(drawn)}, is_square=True)
    for cell in drawn:
        assert laid.spaces[cell] == pytest.approx(at(cell), abs=1e-3)
    assert max(laid.residuals.values()) < 1e-3


def test_three_cells_tell_how_far_off_they_were_pointed_at() -> None:
    config = Config()
    ours, theirs, _ = strange_invader("en", config)
    real = places(ours, "zone/")
    given = {cell: real[cell] for cell in ("4v-nw", "7v-ne", "4v-sw")}
    given["4v-nw"] = (given["4v-nw"][0] + 0.9, given["4v-nw"][1])
    near = bind_invader(scene(theirs), config.mission, given)
    assert 0.1 < max(near.laid.residuals.values()) < 0.9
    assert near.found.doubtful == ()
    assert near.found.missing == ()
    for cell, point in real.items():  # an error at one cell is shared out
        assert near.binding.places[f"zone/{cell}"].at == pytest.approx(point, abs=0.9)
    given["4v-nw"] = real["4v-c"]
    wrong = bind_invader(scene(theirs), config.mission, given)
    assert "far-off" in {each.code for each in wrong.found.doubtful}


def around(table: Save, names: frozenset[str], quarters: int, seat: str) -> Save:
    """The same where a dashboard, with all that lies there, is turned about its middle."""
    rows = table.data["ObjectStates"]
    board = next(e for e in rows if e["Name"] == "Custom_Board" and e["Nickname"] == seat)
    x, z = board["Transform"]["posX"], board["Transform"]["posZ"]
    moved = []
    for each in rows:
        at = each["Transform"]
        dx, dz = at["posX"] - x, at["posZ"] - z
        if each["GUID"] in names:
            for _ in range(quarters):
                dx, dz = dz, -dx
        moved.append({**each, "Transform": {**at, "posX": x + dx, "posZ": z + dz}})
    return replace(table, data={**table.data, "ObjectStates": moved})


@pytest.mark.parametrize("quarters", range(4))
def test_a_dashboard_is_laid_out_as_it_is_turned(quarters: int) -> None:
    config = Config()
    ours, theirs, _ = strange_invader("en", config)
    truth = tagged(ours)
    mine = ["tracker/magnus", *(n for n in truth if n.startswith("skill/magnus/"))]
    hand = places(ours, "slot/")["magnus/hand"]
    card = min(
        (n for n in truth if n.startswith("equipment/")),
        key=lambda n: (
            abs(truth[n]["Transform"]["posX"] - hand[0])
            + abs(truth[n]["Transform"]["posZ"] - hand[1])
        ),
    )
    names = frozenset(truth[name]["GUID"] for name in (*mine, card))
    points = {cell: places(ours, "zone/")[cell] for cell in ("4v-nw", "7v-ne", "4v-sw")}
    bound = bind_invader(scene(around(theirs, names, quarters, "Magnus")), config.mission, points)
    assert bound.found.doubtful == ()
    turned = bound.binding.places["slot/magnus/hand"]
    straight = (3.2, 2.2)
    assert turned.size == (straight if quarters % 2 == 0 else straight[::-1])
    moved = bound.found.lying["slot/magnus/hand"]
    assert abs(moved[0] - turned.at[0]) <= turned.size[0] / 2
    assert abs(moved[1] - turned.at[1]) <= turned.size[1] / 2


def test_a_dashboard_of_another_layout_is_said_and_its_places_can_be(tmp_path: Path) -> None:
    config = Config()
    ours, theirs, _ = strange_invader("en", config)
    hand = places(ours, "slot/")["magnus/hand"]
    rows = []
    for each in theirs.data["ObjectStates"]:
        at = each["Transform"]
        near = abs(at["posX"] - hand[0]) < 1.6 and abs(at["posZ"] - hand[1]) < 1.1
        if each["Name"] == "Card" and near:
            each = {**each, "Transform": {**at, "posZ": at["posZ"] + 3.0}}
        rows.append(each)
    table = replace(theirs, data={**theirs.data, "ObjectStates": rows})
    points = {cell: places(ours, "zone/")[cell] for cell in ("4v-nw", "7v-ne", "4v-sw")}
    (doubt,) = bind_invader(scene(table), config.mission, points).found.doubtful
    assert (doubt.code, doubt.of) == ("beside", "slot/magnus/hand")
    file = tmp_path / "strange.json"
    file.write_text(json.dumps(table.data), encoding="utf-8")
    corners = [f"--at={cell}={x},{z}" for cell, (x, z) in points.items()]
    command = ["bind", str(file), str(tmp_path / "p.toml"), "--game", "invader", "--no-ask"]
    told = CliRunner().invoke(main, [*command, *corners]).output
    (line,) = (each for each in told.splitlines() if each.startswith("doubtful: "))
    assert line.startswith("doubtful: slot/magnus/hand: the starting card lies beside it")
    said = parse_point(line.rpartition("--at ")[2])
    again = bind_invader(scene(table), config.mission, points | dict([said]))
    assert again.found.doubtful == ()


def test_a_place_or_survivor_that_the_game_does_not_have_is_refused() -> None:
    config = Config()
    ours, theirs, _ = strange_invader("en", config)
    given = dict(list(places(ours, "zone/").items())[:5])
    for wrong in ({"9z-nw": (0.0, 0.0)}, {"slot/nobody/hand": (0.0, 0.0)}):
        with pytest.raises(FitError, match=next(iter(wrong))):
            bind_invader(scene(theirs), config.mission, given | wrong)
    with pytest.raises(FitError, match="meg-thomas"):
        bind_invader(scene(theirs), config.mission, given, seats={"meg-thomas": "Red"})
    moved = bind_invader(scene(theirs), config.mission, given | {"slot/cole/hand": (40.0, 2.5)})
    assert moved.binding.places["slot/cole/hand"].at == (40.0, 2.5)


def test_what_is_missing_or_more_than_the_box_has_is_said() -> None:
    config = Config()
    ours, theirs, _ = strange_invader("en", config)
    rows = theirs.data["ObjectStates"]
    figure = next(e for e in rows if e["Nickname"] == "Magnus" and e["Name"] == "PlayerPawn")
    worker = next(e for e in rows if e["Nickname"] == "Worker")
    bag = {"GUID": "fffffe", "Name": "Infinite_Bag", "Nickname": "Noise", "Transform": {}}
    rows = [e for e in rows if e is not figure] + [{**worker, "GUID": "ffffff"}, bag]
    table = replace(theirs, data={**theirs.data, "ObjectStates": rows})
    given = dict(list(places(ours, "zone/").items())[:5])
    found = bind_invader(scene(table), config.mission, given).found
    assert found.missing == ("figure/magnus",)
    assert Doubt("more", "worker", {"count": "1"}) in found.doubtful
    assert Doubt("endless", facts={"name": "Noise"}) in found.doubtful


def test_the_command_binds_a_mission_asks_for_the_rest_and_checks(tmp_path: Path) -> None:
    save, profile = tmp_path / "strange.json", tmp_path / "strange.toml"
    run = CliRunner()
    built = run.invoke(main, ["mod", "build", "invader", str(save), "--plain", "--players", "2"])
    assert built.exit_code == 0, built.output
    at = places(invader.build_mod(Config(), names=INVADER_NAMES), "zone/")
    points = [f"--at={cell}={at[cell][0]},{at[cell][1]}" for cell in ("4v-nw", "7v-se", "4v-s")]
    arguments = ["bind", str(save), str(profile), "--game", "invader"]
    made = run.invoke(main, [*arguments, *points])
    assert made.exit_code == 0, made.output
    assert "347 of 347 pieces recognised" in made.output
    assert "magnus: Red" in made.output
    assert "  4v-nw: 0.00" in made.output
    before = read_binding(profile)
    assert run.invoke(main, ["bind", "--check", str(save), str(profile)]).exit_code == 0

    data = json.loads(save.read_text(encoding="utf-8"))
    for each in data["ObjectStates"]:
        if each["GUID"] == before.pieces["first-player"]:
            each["Nickname"] = "a hat"
    save.write_text(json.dumps(data), encoding="utf-8")
    assert run.invoke(main, [*arguments, "--no-ask"]).exit_code == 1
    said = [f"{at[cell][0]},{at[cell][1]}" for cell in far_apart(cells(mission("breach")))]
    asked = run.invoke(main, [*arguments, "--ask"], input="\n".join([*said, "hat", "a hat", ""]))
    assert asked.exit_code == 0, asked.output
    assert "hat: no object on this table" in asked.output
    assert read_binding(profile).pieces == before.pieces
    data["ObjectStates"] = [e for e in data["ObjectStates"] if e["Nickname"] != "a hat"]
    save.write_text(json.dumps(data), encoding="utf-8")
    changed = run.invoke(main, ["bind", "--check", str(save), str(profile)])
    assert changed.exit_code == 1
    assert "first-player" in changed.output


@pytest.mark.parametrize(
    "wrong", ["--at=4v-nw", "--at=4v-nw=1,-", "--seat=magnus=Mauve", "--seat=magnus"]
)
def test_points_and_seats_that_are_none_are_refused_in_a_line(wrong: str, tmp_path: Path) -> None:
    save = tmp_path / "any.json"
    save.write_text("{}", encoding="utf-8")
    ran = CliRunner().invoke(main, ["bind", str(save), str(tmp_path / "any.toml"), wrong])
    assert ran.exit_code == 2
    assert wrong.replace("=", " ", 1) in ran.output

"""The mission format: what a file can be refused for, and that ours can be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.invader.missions import MissionError, mission, missions, parse_mission, problems
from rules.invader.setup import Config, SetupError, setup

GOOD: dict[str, Any] = {
    "version": 1,
    "id": "test",
    "name": {"en": "Test", "zh": "测试"},
    "text": {"en": "Test", "zh": "测试"},
    "difficulty": "easy",
    "tiles": [{"face": "4V", "x": 0, "y": 0}, {"face": "7V", "x": 1, "y": 0}],
    "start": ["4v-c"],
    "spawns": [{"id": "spawn-1", "at": "7v-se"}],
    "objectives": [{"id": "objective-1", "at": "4v-n", "colour": "red"}],
    "win": {"when": "taken", "count": 1},
}


def text(**changes: Any) -> bytes:
    return msgspec.json.encode(GOOD | changes)


def test_the_good_one_is_good() -> None:
    assert problems(parse_mission(text())) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tiles": [{"face": "10R", "x": 0, "y": 0}]}, "no tile face '10R'"),
        (
            {"tiles": [{"face": "4V", "x": 0, "y": 0}, {"face": "7V", "x": 0, "y": 0}]},
            "two tiles lie at '0, 0'",
        ),
        (
            {"tiles": [{"face": "4V", "x": 0, "y": 0}, {"face": "4R", "x": 1, "y": 0}]},
            "no two of tile '4'",
        ),
        ({"tiles": [{"face": "4V", "x": 0, "y": 0, "rotation": 45}]}, "rotation"),
        ({"start": ["9v-c"]}, "no Zone '9v-c'"),
        ({"spawns": [{"id": "spawn-1", "at": "7v-x"}]}, "no Zone '7v-x'"),
        ({"spawns": []}, "none is active"),
        ({"spawns": [{"id": "spawn-1", "at": "7v-se", "colour": "green"}]}, "none is active"),
        ({"doors": [{"link": "4v-c:4v-n"}]}, "is a wall"),
        ({"doors": [{"link": "4v-c:7v-n"}]}, "no link"),
        ({"doors": [{"link": "4v-n:4v-nw"}, {"link": "4v-n:4v-nw"}]}, "two doors stand on"),
        ({"links": {"4v-c:7v-n": "gap"}}, "links: no link"),
        ({"hidden": {"red": 2}}, "2 colours for 0 face-down Objectives"),
        ({"xenos": {"4v-w": {"worker": 20}, "4v-e": {"worker": 16}}}, "36 of worker"),
        ({"xenos": {"4v-w": {"queen": 1}}}, "no Xeno 'queen'"),
        ({"machines": {"toaster": "4v-w"}}, "no machine 'toaster'"),
        ({"win": {"when": "taken", "count": 2}}, "2 of all Objectives, of 1"),
        ({"win": {"when": "taken", "count": 1, "colour": "blue"}}, "1 blue Objectives, of 0"),
        ({"win": {"when": "at-exit"}}, "at-exit without exits"),
        ({"win": {"when": "killed", "count": 1, "xeno": "queen"}}, "no Xeno 'queen'"),
        ({"win": {"when": "destroyed", "machine": "peacekeeper-bot"}}, "is not on the board"),
        ({"win": {"when": "tuesday"}}, "Invalid value 'tuesday'"),
        ({"effects": {"red": [{"do": "give", "card": "bot-remote"}]}}, "without its machine"),
        (
            {"effects": {"red": [{"do": "bring", "at": "4v-n", "xeno": "queen"}]}},
            "no Xeno 'queen'",
        ),
        ({"surprise": 1}, "unknown field `surprise`"),
        ({"version": 2}, "version"),
        ({"links": {"4v-e:7v-w": "wall", "4v-ne:7v-nw": "wall", "4v-se:7v-sw": "wall"}}, "no way"),
    ],
)
def test_a_mission_is_refused_with_the_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(MissionError) as error:
        parse_mission(text(**changes), "test.json")
    assert reason in str(error.value)
    assert str(error.value).startswith("test.json: ")


def test_starting_outside_is_refused() -> None:
    tiles = [{"face": "4R", "x": 0, "y": 0}]
    changed = text(tiles=tiles, start=["4r-n"], objectives=[], spawns=[], win=GOOD["win"])
    with pytest.raises(MissionError, match="outside"):
        parse_mission(changed)


def test_six_neutral_doors_are_one_too_many() -> None:
    links = ["4v-n:4v-nw", "4v-n:4v-ne", "4v-s:4v-se", "4v-s:4v-sw", "4v-nw:4v-w", "4v-sw:4v-w"]
    with pytest.raises(MissionError, match="6 neutral doors"):
        parse_mission(text(doors=[{"link": link} for link in links]))


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(MissionError, match=r"mission: .*"):
        parse_mission(b"{")
    with pytest.raises(MissionError, match="so it is no mission"):
        parse_mission(b" " * 1_000_001)


def test_an_unknown_mission_is_named_with_those_there_are() -> None:
    with pytest.raises(MissionError, match="breach"):
        mission("atlantis")


@pytest.mark.parametrize("name", missions())
def test_ours_start_without_a_winner_and_come_back_from_json(name: str) -> None:
    ours = mission(name)
    assert ours.id == name
    assert setup(Config(mission=ours)).result is None
    assert parse_mission(msgspec.json.encode(ours)) == ours


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        (Config(players=(("cole",),)), "every Survivor once"),
        (Config(players=(*Config().players, ())), "at least one"),
        (Config(first=1), "1 is no player"),
        (Config(equipment={"cole": "sledge"}), "no starting card"),
        (Config(equipment={"ripley": "smg"}), "not in this game"),
        (Config(equipment={"cole": "smg", "jared": "smg", "vivian": "smg"}), "is left for"),
    ],
)
def test_a_game_that_cannot_start_says_why(config: Config, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        setup(config)


def test_starting_cards_are_dealt_as_the_players_like() -> None:
    state = setup(Config(equipment={"baraka": "smg", "cole": "cattle-prod"}))
    hands = {s.id: s.hand for s in state.survivors}
    assert hands["baraka"] == ("smg",)
    assert hands["cole"] == ("cattle-prod",)
    assert (
        sorted(card for hand in hands.values() for card in hand)
        == ["cattle-prod"] * 4 + ["smg"] * 2
    )


def test_the_mission_of_the_manual_can_be_played() -> None:
    manual = Path(__file__).parents[3] / "docs" / "missions.md"
    block = manual.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    assert parse_mission(block).id == "two-tiles"


def test_every_step_that_is_told_stands_in_the_manual() -> None:
    root = Path(__file__).parents[3]
    code = "".join(p.read_text("utf-8") for p in (root / "rules" / "invader").glob("*.py"))
    told = set(re.findall(r'Step\(\s*"([a-z-]+)"', code))
    page = (root / "docs" / "invader.md").read_text("utf-8").split("## Steps")[1].split("\n## ")[0]
    assert told == set(re.findall(r"`([a-z-]+)`", page.split("|---|---|")[1]))

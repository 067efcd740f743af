"""A third game, brought by another package: found by its entry point, played by every command that
needs no more than its rules; what it does not bring is told in a line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.pebbles import GAME
from tts_bridge.game.errors import GameError
from tts_bridge.game.plugin import MissingPart, rulebook
from tts_bridge.games.registry import GAMES, GROUP, OURS
from tts_bridge.text.catalogue import LANGUAGES, Texts

ROOT = Path(__file__).parent.parent
CASES = """game = "pebbles"

[[case]]
number = "P1"
source = "p.2"
text = "Nobody takes more than there are."
position = { heap = 1 }
moves = ["left take 2"]
refused = "take.too-many"

[[case]]
number = "P2"
source = "p.1"
text = "The heap grows smaller."
moves = ["left take 2", "right take 1"]
then = { heap = 4 }
"""


def installed(folder: Path, **games: str) -> Path:
    """What installing a package with these games leaves beside its modules."""
    info = folder / "pebbles-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    rows = "".join(f"{name} = {where}\n" for name, where in games.items())
    info.joinpath("entry_points.txt").write_text(f"[{GROUP}]\n{rows}")
    return folder


def run(path: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command of the program where a folder is on the path."""
    home = path / "home"
    env = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}", "TTS_BRIDGE_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "tts_bridge", *words],
        input=typed,
        capture_output=True,
        text=True,
        env=env,
        cwd=path,
        encoding="utf-8",
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return installed(tmp_path, pebbles="tests.pebbles:GAME")


def test_its_cases_run_and_its_rules_are_shown(path: Path) -> None:
    path.joinpath("pebbles.toml").write_text(CASES)
    ran = run(path, "rules", "cases", "pebbles.toml")
    assert (ran.returncode, ran.stdout) == (0, "2 passed, 0 failed\n")
    shown = run(path, "rules", "show", "pebbles", "p.2", "--cases", "pebbles.toml")
    assert shown.returncode == 0
    assert "take.too-many" in shown.stdout
    assert "case P1: Nobody takes more than there are." in shown.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_played_kept_and_replayed(path: Path, lang: str) -> None:
    words = ("--log", "game.jsonl", "--lang", lang, "--seed", "1")
    ran = run(path, "play", "pebbles", "--me", "all", *words, typed="2\n2\n2\n1\n")
    assert ran.returncode == 0, ran.stderr
    assert "heap: 7" in ran.stdout
    assert "Traceback" not in ran.stderr
    replayed = run(path, "replay", "game.jsonl", "--json", "--lang", lang)
    found = json.loads(replayed.stdout)
    assert [each["move"] for each in found["moves"]][:2] == ["left take 2", "right take 2"]
    assert found["outcome"]["winners"]


def test_automatic_players_play_it_and_many_games_are_simulated(path: Path) -> None:
    ended = json.loads(run(path, "play", "pebbles", "--demo", "--seed", "3", "--json").stdout)
    assert ended["outcome"]["reason"] == "last-pebble"
    ran = run(path, "simulate", "pebbles", "--games", "50", "--json")
    found = json.loads(ran.stdout)
    assert found["games"] == 50
    assert sum(each["games"] for each in found["won"].values()) == 50
    assert run(path, "simulate", "pebbles", "--games", "5").stdout.startswith("Pebbles\n")


def test_what_it_does_not_bring_is_told_in_a_line(path: Path) -> None:
    run(path, "play", "pebbles", "--me", "all", "--log", "game.jsonl", typed="1\n" * 9)
    for words, part in (
        (("replay", "game.jsonl", "--html", "game.html"), "no drawing"),
        (("replay", "game.jsonl", "--web", "0"), "no drawing"),
        (("referee", "pebbles"), "no table"),
        (("bind", "--game", "pebbles", "--live", "profile.toml"), "recognises"),
        (("chaos", "pebbles", "--games", "1"), "no table"),
    ):
        ran = run(path, *words)
        assert ran.returncode == 1, words
        (line,) = ran.stderr.splitlines()
        assert line.startswith("Error: pebbles: this game"), words
        assert part in line
        assert "这个游戏" in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rules show pebbles walk.x", "'walk.x' is no rule of pebbles; did you mean "),
        ("rules show pebbles p.9", "no rule of pebbles stands on p.9; look at p.1, p.2"),
        ("play pebbles --rule a=b", "--rule a=b: this game has no house rules"),
        ("simulate pebbles --card x", "--card: 'x' is nothing that pebbles has"),
        ("simulate pebbles --players smart", "'smart' is no player of pebbles; one of random"),
        ("play pebbles --me meg", "'meg' is no seat of this game; one of left, right, all"),
    ],
)
def test_what_does_not_go_is_one_line(path: Path, words: str, told: str) -> None:
    ran = run(path, *words.split())
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert told in line


def test_an_option_of_another_game_is_refused(path: Path) -> None:
    ran = run(path, "play", "pebbles", "--mission", "breach")
    assert ran.returncode == 2
    assert "--mission is not for pebbles" in ran.stderr


@pytest.mark.parametrize(
    ("name", "where", "what"),
    [
        ("broken", "no_such_module:GAME", "cannot be imported"),
        ("broken", "tests.pebbles:RULES", "is no tts_bridge.game.plugin.Game"),
        ("broken", "tests.pebbles:GAME", "calls itself 'pebbles'"),
    ],
)
def test_a_game_that_cannot_be_used_is_named_with_its_package(
    tmp_path: Path, name: str, where: str, what: str
) -> None:
    path = installed(tmp_path, **{name: where})
    ran = run(path, "simulate", name)
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert f"the game '{name}' of pebbles" in line
    assert what in line


def test_a_broken_package_leaves_the_other_games_alone(tmp_path: Path) -> None:
    path = installed(tmp_path, broken="no_such_module:GAME")
    assert run(path, "simulate", "dbd", "--games", "1", "--json").returncode == 0
    assert run(path, "play", "dbd", "--demo", "--moves", "3").returncode == 0
    assert run(path, "simulate", "--help").returncode == 0


def test_a_package_cannot_put_its_own_in_place_of_our_games(tmp_path: Path) -> None:
    path = installed(tmp_path, dbd="tests.pebbles:GAME")
    ran = run(path, "simulate", "dbd", "--games", "1", "--json")
    assert json.loads(ran.stdout)["game"] == "dbd"


@pytest.mark.parametrize("name", [each.name for each in OURS])
def test_every_part_of_our_games_is_there(name: str) -> None:
    game = GAMES[name]
    parts = [each for each in game.__struct_fields__ if each.startswith("bring_")]
    missing = {each for each in parts if getattr(game, each) is None}
    assert missing == (set() if name == "dbd" else {"bring_prelude"})
    for each in parts:
        if each not in missing:
            assert getattr(game, each)() is not None
    assert rulebook(game)


def test_a_missing_part_is_told_in_each_language() -> None:
    with pytest.raises(MissingPart) as caught:
        _ = GAME.drawing
    assert isinstance(caught.value, GameError)
    english, chinese = (caught.value.say(Texts(each)) for each in LANGUAGES)
    assert english == "pebbles: this game brings no drawing, so no page or film can show it"
    assert chinese.startswith("pebbles：")
    assert str(caught.value) == f"{english} / {chinese}"


EXAMPLE = ROOT / "examples" / "fireflies"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example is installed, by its own build."""
    folder = tmp_path_factory.mktemp("site")
    builder = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", builder, str(folder)],
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=True,
    )
    with zipfile.ZipFile(folder / made.stdout.splitlines()[-1]) as wheel:
        wheel.extractall(folder)
    return folder


def test_the_example_passes_its_own_tests(example: Path) -> None:
    env = {**os.environ, "PYTHONPATH": f"{example}{os.pathsep}{ROOT}"}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE)],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_the_example_is_small() -> None:
    lines = [
        line for file in EXAMPLE.rglob("*.py") for line in file.read_text("utf-8").splitlines()
    ]
    assert len(lines) <= 500


def test_the_example_plays_in_every_command_that_its_parts_allow(example: Path) -> None:
    cases = run(example, "rules", "cases", str(EXAMPLE / "cases"))
    assert cases.stdout.endswith(" passed, 0 failed\n"), cases.stderr
    shown = run(example, "rules", "show", "fireflies", "p.2")
    assert "六面骰" in shown.stdout
    simulated = run(example, "simulate", "fireflies", "--evenings", "2", "--games", "40", "--json")
    assert json.loads(simulated.stdout)["setup"]["evenings"] == 2
    demo = ("play", "fireflies", "--demo", "--seed", "1", "--log", "game.jsonl", "--lang", "zh")
    assert "萤火虫" in run(example, *demo).stdout
    film = run(example, "replay", "game.jsonl", "--html", "film.html")
    assert film.returncode == 0, film.stderr
    assert "Porch" in example.joinpath("film.html").read_text("utf-8")
    told = run(example, "replay", "game.jsonl", "--lang", "zh")
    assert "风力骰掷出" in told.stdout
    assert run(example, "referee", "fireflies").stderr.startswith("Error: fireflies: this game")


def test_what_one_child_chose_is_not_shown_to_the_other(example: Path) -> None:
    seats = ("--me", "ash", "--me", "birch")
    played = run(example, "play", "fireflies", *seats, "--log", "two.jsonl", typed="\n2\n\n")
    assert "Go to the Pond" in played.stdout
    assert 'chosen: {"ash":"hidden"}' in played.stdout
    assert 'chosen: {"ash":"pond"}' not in played.stdout

"""Mods that nobody made for us: recognised by their names and places, and refereed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from exporters.mods.dbd.mod import look
from exporters.mods.dbd.seating import shared
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save, write
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from tests.binding.strangers import BOARD, dbd_mod, strange_dbd, tagged
from tests.binding.strangers import places as lying
from tts_bridge.agent.observations import Piece
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import FitError, Point, fit
from tts_bridge.binding.lens import Binder
from tts_bridge.binding.names import meaning_of, plain_name
from tts_bridge.binding.profile_file import read_binding, write_binding
from tts_bridge.binding.recogniser import Bound
from tts_bridge.chaos import CALM, in_virtual_time, play
from tts_bridge.cli import main
from tts_bridge.games.dbd.recogniser import bind
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.registry import GAMES

ALL = 200
"""More rounds than a game has."""
ROUNDS = ALL if "TTS_BRIDGE_GAMES" in os.environ else 3
"""All of them, a minute long, in the night; else the first ones."""
ALIKE = ("wound/", "progress/", "sacrifice/", "die/skill-")
"""Pieces of which one is as good as another."""


def mod(language: Language, seed: int = 1) -> Save:
    return dbd_mod(language, seed)


def places(save: Save) -> dict[str, Point]:
    """Where the spaces really lie."""
    return lying(save, "space/")


def bound(language: Language, seed: int = 1) -> tuple[Save, Bound]:
    ours, _, made = strange_dbd(language, seed)
    return ours, made


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_piece_of_a_plain_mod_is_recognised(language: Language, seed: int) -> None:
    save, made = bound(language, seed)
    truth = tagged(save)
    right = 0
    for name, guid in made.found.pieces.items():
        same_space = name.startswith("prop/") and (
            truth[name]["Transform"]["posX"] // 3
            == next(e for e in truth.values() if e["GUID"] == guid)["Transform"]["posX"] // 3
        )
        right += name.startswith(ALIKE) or truth[name]["GUID"] == guid or same_space
    assert made.found.missing == ()
    assert made.found.doubtful == ()
    assert right >= 0.98 * len(made.found.pieces)


@pytest.mark.parametrize("people", [3, 4])
def test_who_plays_two_survivors_has_two_hands_with_the_cards_of_each(people: int) -> None:
    save = dbd_mod("en", people=people)
    corners = {s: at for s, at in places(save).items() if s in ("barn", "well", "quarry")}
    found = bind(plain(save, look(DBD_NAMES, "en")), BOARD, corners).found
    truth = tagged(save)
    assert (found.missing, found.doubtful) == ((), ())
    assert found.seats == {**shared(people, DEFAULT_SURVIVORS), DEFAULT_KILLER: "Purple"}
    for name, guid in found.pieces.items():
        if name.startswith(("card/", "bloodpoints/")):
            assert truth[name]["GUID"] == guid, name


def test_who_sits_where_and_in_which_order_is_recognised() -> None:
    _, made = bound("en")
    assert made.found.survivors == DEFAULT_SURVIVORS
    assert made.found.killer == DEFAULT_KILLER
    assert made.found.seats["meg-thomas"] == "Red"
    assert made.found.starts["the-nurse"] == 1


def test_a_plain_mod_holds_nothing_that_is_there_for_our_sake() -> None:
    for each in plain(mod("zh"), look(DBD_NAMES, "zh")).data["ObjectStates"]:
        assert not each.get("Tags")
        assert not each.get("GMNotes")
        assert not each.get("LuaScript")
        assert each["Name"] != "ScriptingTrigger"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_round_is_refereed_on_a_plain_mod(language: Language) -> None:
    result = in_virtual_time(play(GAMES["dbd"], 5, 1, CALM, plain_in=language))
    assert result.problems == ()
    assert result.rounds == 2


def test_a_game_is_refereed_on_a_plain_mod_for_as_long_as_there_is_time() -> None:
    result = in_virtual_time(play(GAMES["dbd"], 2, ROUNDS, CALM, plain_in="zh"))
    assert result.problems == ()
    assert result.rounds <= ROUNDS if ROUNDS == ALL else result.rounds == ROUNDS + 1


def test_what_is_missing_or_doubled_is_said_and_not_guessed() -> None:
    save = plain(mod("en"), look(DBD_NAMES, "en"))
    objects = save.data["ObjectStates"]
    meg = next(each for each in objects if each["Nickname"] == "Meg")
    nurse = next(each for each in objects if each["Nickname"] == "The Nurse")
    objects.remove(meg)
    objects.append({**nurse, "GUID": "ffffff"})
    corners = {s: at for s, at in places(mod("en")).items() if s in ("barn", "well", "quarry")}
    found = bind(save, BOARD, corners).found
    assert Doubt("survivors", facts={"count": "3"}) in found.doubtful
    assert Doubt("same-name", "figure/the-nurse", {"count": "2"}) in found.doubtful


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Meg Thomas", "figure/meg-thomas"),
        ("  [b]MEG[/b] (wounded) ", "figure/meg-thomas"),
        ("鳳敏", "figure/feng-min"),
        ("Élodie Rakoto", "figure/elodie-rakoto"),
        ("潛行", "card/sneak"),
        ("Sprint (green)", "card/sprint"),
        ("發電機", "kind/generator"),
        ("Skill Check Die #3", "die/skill"),
        ("a stranger's hat", ""),
        ("", ""),
        ("x" * 100_000, ""),
        ("{0}%s[[[", ""),
    ],
)
def test_a_name_means_what_it_was_printed_for(text: str, meaning: str) -> None:
    assert meaning_of(GAMES["dbd"].printed_names, text) == meaning


@given(st.text(max_size=300))
def test_no_name_breaks_the_recognition(text: str) -> None:
    assert plain_name(plain_name(text)) == plain_name(text)
    meaning_of(GAMES["dbd"].printed_names, text)


@given(
    st.floats(-50, 50), st.floats(-50, 50), st.floats(0.5, 9), st.floats(-3.2, 3.2), st.booleans()
)
def test_three_spaces_lay_out_a_map_however_it_is_turned(
    x: float, z: float, scale: float, turn: float, mirrored: bool
) -> None:
    import math

    def at(space: str) -> Point:
        drawn = BOARD.space[space]
        a, b = drawn.x * scale, (drawn.y if mirrored else -drawn.y) * scale
        return (
            x + a * math.cos(turn) - b * math.sin(turn),
            z + a * math.sin(turn) + b * math.cos(turn),
        )

    laid = fit(BOARD, {space: at(space) for space in ("watchtower", "graveyard", "gate-yard")})
    for space in BOARD.space:
        assert laid.spaces[space] == pytest.approx(at(space), abs=1e-3)
    assert max(laid.residuals.values()) < 1e-3


def test_spaces_on_one_line_or_too_few_lay_out_nothing() -> None:
    line = {"watchtower": (0.0, 0.0), "orchard": (1.0, 0.0), "chapel": (2.0, 0.0)}
    with pytest.raises(FitError, match="one line"):
        fit(BOARD, line)
    with pytest.raises(FitError, match="three"):
        fit(BOARD, {"watchtower": (0.0, 0.0)})
    with pytest.raises(FitError, match="'nowhere'"):
        fit(BOARD, {"nowhere": (0.0, 0.0)})


def test_a_profile_file_holds_the_binding(tmp_path: Path) -> None:
    _, made = bound("zh")
    path = tmp_path / "mod.toml"
    write_binding(path, made.binding)
    assert read_binding(path) == made.binding
    assert "# Which object is which piece" in path.read_text(encoding="utf-8")


def test_a_strangers_tag_never_passes_for_one_of_ours() -> None:
    _, made = bound("en")
    forged = Piece("abcdef", tags=("ttsb:figure/meg-thomas",), notes='{"game": "dbd"}')
    seen = Binder(made.binding, GAMES["dbd"].printed_names).piece(forged)
    assert (seen.tags, seen.notes) == ((), "")


def test_the_command_writes_a_profile_and_says_when_it_no_longer_fits(tmp_path: Path) -> None:
    save = mod("en")
    file, profile = tmp_path / "strange.json", tmp_path / "strange.toml"
    write(file, plain(save, look(DBD_NAMES, "en")))
    points = [
        f"--at={space}={at[0]},{at[1]}"
        for space, at in places(save).items()
        if space in ("barn", "well", "quarry")
    ]
    made = CliRunner().invoke(main, ["bind", str(file), str(profile), *points])
    assert made.exit_code == 0, made.output
    assert "127 of 127 pieces recognised" in made.output
    fits = CliRunner().invoke(main, ["bind", "--check", str(file), str(profile)])
    assert fits.exit_code == 0, fits.output
    other = plain(save, look(DBD_NAMES, "en"))
    other.data["ObjectStates"] = [
        each for each in other.data["ObjectStates"] if each["Nickname"] != "Feng Min"
    ]
    write(file, other)
    changed = CliRunner().invoke(main, ["bind", "--check", str(file), str(profile)])
    assert changed.exit_code == 1
    assert "figure/feng-min" in changed.output

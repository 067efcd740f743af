"""The mod as it comes out of the box: what the referee expects to see before anything is chosen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exporters.checks.run import check
from exporters.mods.dbd.boxed_mod import build_setup_mod
from exporters.mods.dbd.mod import ModError
from exporters.mods.dbd.pieces import kinds_of
from exporters.savefile import Save, parse
from rules.dbd.board import CATEGORIES, training_ground
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.lobby import PLACES
from rules.dbd.state import Settings
from tests.exporters.test_mod_at_the_table import observed
from tts_bridge.agent.observations import Snapshot
from tts_bridge.cli import main
from tts_bridge.games.dbd.lobby_table import SETTING_UP
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.placement import commands
from tts_bridge.referee.profile import ProfileError, ident_of_tags
from tts_bridge.session.journal import Journal
from tts_bridge.session.resume import Opened, open_table


def opened(save: Save) -> tuple[Opened, Snapshot]:
    """The table of a save, as a referee finds it."""
    snapshot = Snapshot("s", 1, "", 1, tuple(observed(save)), ())
    with Journal(None) as journal:
        return open_table(journal, snapshot, GAMES, None, lambda: 1, new_game=False), snapshot


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_lies_where_the_referee_expects_it(language: str) -> None:
    table, snapshot = opened(build_setup_mod(training_ground(), names=DBD_NAMES, language=language))

    assert table.game is SETTING_UP
    seen = {piece.guid: piece for piece in snapshot.pieces}
    wants = table.game.arrange(table.match.state, table.profile, seen)
    assert commands(table.profile, seen, wants) == ()
    assert {*table.game.needed(table.profile.config)} <= {
        *table.profile.pieces,
        *table.profile.zones,
    }


def test_every_character_and_every_prop_of_the_box_is_there_once() -> None:
    save = build_setup_mod(training_ground(), names=DBD_NAMES)
    names = [ident_of_tags(each.get("Tags", ())) for each in save.data["ObjectStates"]]
    figures = [name.partition("/")[2] for name in names if name.startswith("figure/")]
    assert sorted(figures) == sorted([*SURVIVORS, *KILLERS])
    for category in CATEGORIES:
        kinds = Counter(
            each["GMNotes"]
            for each, name in zip(save.data["ObjectStates"], names, strict=True)
            if name.startswith(f"prop/{category}-")
        )
        assert kinds == Counter(kinds_of(Settings(), category))


def test_the_same_arguments_make_the_same_mod_and_it_has_no_flaws() -> None:
    first = build_setup_mod(training_ground(), names=DBD_NAMES)
    assert build_setup_mod(training_ground(), names=DBD_NAMES).data == first.data
    assert check(first) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"language": "xx"},
        {"seats": {"meg-thomas": "Red"}},
        {"seats": {"survivor-1": "Pink Panther"}},
        {"seats": {"survivor-1": "Purple"}},
    ],
)
def test_what_does_not_work_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ModError):
        build_setup_mod(training_ground(), names=DBD_NAMES, **wrong)


def test_a_box_from_which_something_is_missing_is_no_table() -> None:
    save = build_setup_mod(training_ground(), names=DBD_NAMES)
    left = [
        each
        for each in save.data["ObjectStates"]
        if "ttsb:figure/meg-thomas" not in each.get("Tags", ())
    ]
    with pytest.raises(ProfileError, match="figure/meg-thomas"):
        opened(Save({**save.data, "ObjectStates": left}))


def test_the_command_builds_it(tmp_path: Path) -> None:
    out = tmp_path / "box.json"
    result = CliRunner().invoke(main, ["mod", "build", "dbd", str(out), "--setup", "--lang", "zh"])
    assert result.exit_code == 0, result.output
    assert "to be set up" in result.output
    table, _ = opened(parse(out.read_text(encoding="utf-8")))
    assert table.profile.about.language == "zh"
    assert {*PLACES} < {*table.profile.about.seats}

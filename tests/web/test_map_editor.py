"""The map editor: each edit is judged, the whole beside its fields; saving loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from exporters.mods.dbd.mod import look
from exporters.mods.plain import plain
from exporters.savefile import dump
from rules.dbd.board import Board, MapError, parse_board, problems, training_ground
from rules.dbd.mapfile import read_dbdmap, write_dbdmap
from tests.binding.test_binding import mod, places
from tts_bridge.binding.profile_file import read_binding
from tts_bridge.cli.map_edit import edit_command, opened, writer
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.web.feed import HOST, SPECTATOR, FeedError
from tts_bridge.web.feeds.map_draft import Draft, board_of, draft_of, faults, parse_draft
from tts_bridge.web.feeds.map_editor import MapFeed

GROUND = training_ground()


def feed(draft: Draft | None = None, save: Callable[[Draft], None] = lambda draft: None) -> MapFeed:
    return MapFeed(draft or Draft(), save, "map.json")


def edit(to: MapFeed, what: str, **more: Any) -> None:
    to.act(HOST, "edit", json.dumps({"edit": what, **more}))


def describe(to: MapFeed, id_: str, **more: Any) -> None:
    name = {"en": id_.title()}
    edit(to, "describe", **{"id": id_, "new": id_, "name": name, "props": {}, **more})


def drawn(board: Board) -> MapFeed:
    """A map, drawn edit by edit on an empty sheet."""
    to = feed()
    ids = {}
    for space in board.spaces:
        edit(to, "add-space", x=space.x, y=space.y)
        ids[space.id] = to.draft.spaces[-1].id
    for path in board.paths:
        edit(to, "add-path", a=ids[path.a], b=ids[path.b], colour=path.colour)
        if path.wall:
            last = to.draft.paths[-1]
            edit(to, "change-path", id=last.id, colour=last.colour, wall=True)
    for space in board.spaces:
        props = msgspec.to_builtins(space.props)
        more = {"new": space.id, "name": space.name, "start": space.start, "props": props}
        describe(to, ids[space.id], **more)
    edit(to, "entitle", id=board.id, name=board.name, source=board.source)
    return to


def alike(one: Board, other: Board) -> bool:
    """Whether two maps are the same but for the ids of their paths."""
    ends = [[(p.a, p.b, p.colour, p.wall) for p in board.paths] for board in (one, other)]
    return (one.spaces, one.id, one.name, one.source, ends[0]) == (
        *(other.spaces, other.id, other.name, other.source),
        ends[1],
    )


def test_a_whole_map_can_be_drawn_and_undone_to_the_empty_sheet() -> None:
    to = drawn(GROUND)
    assert faults(to.draft) == ()
    assert alike(board_of(to.draft), GROUND)
    after = to.draft
    steps = len(to.before)
    for _ in range(steps):
        to.act(HOST, "undo", "")
    assert to.draft == Draft()
    to.act(HOST, "undo", "")
    for _ in range(steps):
        to.act(HOST, "redo", "")
    assert to.draft == after
    assert not to.saved


def test_a_space_goes_with_its_paths_and_a_new_id_is_everywhere() -> None:
    to = feed(draft_of(GROUND))
    describe(to, "chapel", new="church", start=5)
    assert not any("chapel" in (path.a, path.b) for path in to.draft.paths)
    assert sum("church" in (path.a, path.b) for path in to.draft.paths) == len(
        GROUND.touching["chapel"]
    )
    edit(to, "delete", kind="space", id="church")
    assert not any("church" in (path.a, path.b) for path in to.draft.paths)
    yellow = next(path for path in to.draft.paths if path.colour == "yellow")
    edit(to, "change-path", id=yellow.id, colour="yellow", wall=False, turn=True)
    assert next((p.a, p.b) for p in to.draft.paths if p.id == yellow.id) == (yellow.b, yellow.a)


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "[]",
        "{",
        '{"edit": "fly"}',
        '{"edit": "add-space", "x": 1}',
        '{"edit": "add-space", "x": 1e9, "y": 0}',
        '{"edit": "add-space", "x": NaN, "y": 0}',
        '{"edit": "add-space", "x": 1, "y": 1, "z": 1}',
        '{"edit": "move-space", "id": "nowhere", "x": 1, "y": 1}',
        '{"edit": "add-path", "a": "well", "b": "well", "colour": "red"}',
        '{"edit": "add-path", "a": "well", "b": "nowhere", "colour": "red"}',
        '{"edit": "add-path", "a": "well", "b": "barn", "colour": "pink"}',
        '{"edit": "describe", "id": "well", "new": "barn", "name": {"en": "x"}, "props": {}}',
        '{"edit": "describe", "id": "well", "new": "A b", "name": {"en": "x"}, "props": {}}',
        '{"edit": "describe", "id": "well", "new": "well", "name": {"en": ""}, "props": {}}',
        '{"edit": "describe", "id": "well", "new": "well", "name": {"en": "x"}, '
        '"props": {"objective": 13}}',
        '{"edit": "describe", "id": "well", "new": "well", "name": {"en": "x"}, "props": {}, '
        '"start": 6}',
        '{"edit": "delete", "kind": "space", "id": "nowhere"}',
        '{"edit": "delete", "kind": "map", "id": "well"}',
        '{"edit": "entitle", "id": "../x", "name": {"en": "x"}}',
        "[" * 5000,
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_and_changes_nothing(asked: str) -> None:
    to = feed(draft_of(GROUND))
    with pytest.raises(FeedError):
        to.act(HOST, "edit", asked)
    assert (to.draft, to.before, to.saved) == (draft_of(GROUND), [], True)


def test_nobody_but_the_host_edits_or_saves() -> None:
    saved: list[Draft] = []
    to = feed(save=saved.append)
    for what in ("edit", "undo", "redo", "save"):
        with pytest.raises(FeedError):
            to.act(SPECTATOR, what, '{"edit": "add-space", "x": 1, "y": 1}')
    assert saved == []
    assert not to.public


def test_what_the_rules_of_maps_say_stands_beside_its_field_in_both_languages() -> None:
    random = Random(1)
    fields = set()
    for _ in range(60):
        to = feed(draft_of(GROUND))
        for _ in range(random.randrange(1, 9)):
            space = random.choice(to.draft.spaces)
            path = random.choice(to.draft.paths)
            kind = random.randrange(4)
            if kind == 0:
                edit(to, "delete", kind="path", id=path.id)
            elif kind == 1:
                describe(to, space.id, start=random.randrange(6))
            elif kind == 2:
                edit(to, "change-path", id=path.id, colour="red", wall=not path.wall)
            else:
                edit(to, "add-space", x=random.random(), y=0)
        found = faults(to.draft)
        board = msgspec.convert(msgspec.to_builtins(to.draft), Board)
        assert len(found) == len(problems(board))
        for each in found:
            assert each.field != "map"
            assert each.text["en"] != each.text["zh"]
            assert "{" not in each.text["en"] + each.text["zh"]
            fields.add(each.field.partition(".")[0])
    assert fields == {"start", "props", "walls", "space"}
    assert faults(Draft())[0].field == "map"


def test_a_map_that_is_not_complete_is_kept_as_json_only(tmp_path: Path) -> None:
    to = feed(draft_of(GROUND))
    edit(to, "delete", kind="space", id="chapel")
    target = tmp_path / "half.json"
    writer(target, None)(to.draft)
    assert opened(target) == (to.draft, None)
    with pytest.raises(MapError, match="start number 5"):
        parse_board(target.read_bytes(), "half.json")
    other = tmp_path / "half.dbdmap"
    with pytest.raises(MapError, match="start number 5"):
        writer(other, None)(to.draft)
    assert not other.exists()


@pytest.mark.parametrize("kind", ["json", "dbdmap"])
def test_a_map_is_saved_whole_and_what_was_there_is_kept(kind: str, tmp_path: Path) -> None:
    target = tmp_path / f"map.{kind}"
    target.write_bytes(write_dbdmap(GROUND) if kind == "dbdmap" else msgspec.json.encode(GROUND))
    before = target.read_bytes()
    draft, _ = opened(target)
    to = feed(draft, writer(target, None))
    describe(to, "well", name={"en": "The Deep Well"}, props=draft_props("well"))
    to.act(HOST, "save", "")
    assert to.saved
    data = target.read_bytes()
    board = read_dbdmap(data) if kind == "dbdmap" else parse_board(data)
    assert board.space["well"].name["en"] == "The Deep Well"
    assert board.paths == GROUND.paths
    assert (tmp_path / f"map.{kind}.bak").read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == [f"map.{kind}", f"map.{kind}.bak"]


def draft_props(id_: str) -> Any:
    return msgspec.to_builtins(GROUND.space[id_].props)


def test_a_file_that_cannot_be_written_is_said_and_stays_unsaved(tmp_path: Path) -> None:
    to = feed(draft_of(GROUND), writer(tmp_path / "nowhere" / "map.json", None))
    edit(to, "add-space", x=1, y=1)
    with pytest.raises(FeedError, match="nowhere"):
        to.act(HOST, "save", "")
    assert not to.saved


def test_a_save_is_opened_with_the_map_that_lies_on_its_table(tmp_path: Path) -> None:
    ours = mod("en")
    path = tmp_path / "mod.json"
    path.write_text(dump(ours), encoding="utf-8")
    draft, save = opened(path)
    assert save is not None
    assert len(draft.spaces) == len(GROUND.spaces)
    assert len(draft.paths) == len(GROUND.paths)
    at = sorted((space.x, -space.y) for space in draft.spaces)
    for (x, z), (u, v) in zip(at, sorted(places(ours).values()), strict=True):
        assert abs(x - u) < 0.1
        assert abs(z - v) < 0.1
    bare = tmp_path / "bare.json"
    bare.write_text('{"ObjectStates": [{"Name": "BlockSquare", "GUID": "aaaaaa"}]}')
    assert opened(bare)[0] == Draft()


def test_a_profile_is_the_table_with_the_spaces_where_they_were_drawn(tmp_path: Path) -> None:
    ours = mod("en")
    at = places(ours)
    spaces = tuple(
        msgspec.structs.replace(space, x=at[space.id][0], y=-at[space.id][1])
        for space in GROUND.spaces
    )
    target = tmp_path / "profile.toml"
    writer(target, plain(ours, look(DBD_NAMES, "en")))(
        draft_of(msgspec.structs.replace(GROUND, spaces=spaces))
    )
    binding = read_binding(target)
    for space, (x, z) in at.items():
        found = binding.places[f"space/{space}"].at
        assert abs(found[0] - x) < 0.02
        assert abs(found[1] - z) < 0.02
    assert len(binding.about["survivors"]) == 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "map.json: "),
        (b"PK\x03\x04 no zip", "no .dbdmap file"),
        (b'{"version": 2}', "version"),
        (b'{"version": 1, "id": "x", "paths": [{"id": "p", "a": "q", "b": "r", "colour": "red"}]}',
         "'p'"),
        (b"\xff\xfe", "map.json: "),
    ],
)  # fmt: skip
def test_a_file_that_is_no_map_is_one_line(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_bytes(content)
    result = CliRunner().invoke(edit_command, [str(path)])
    assert result.exit_code == 1, result.output
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_where_to_save_is_said_before_anything_is_drawn(tmp_path: Path) -> None:
    save, picture = tmp_path / "mod.json", tmp_path / "board.png"
    save.write_text(dump(mod("en")), encoding="utf-8")
    picture.write_bytes(b"GIF89a")
    for arguments, words in (
        ([str(save)], "OUT"),
        ([str(tmp_path / "new.txt")], "new.txt"),
        ([str(tmp_path / "new.json"), str(tmp_path / "p.toml")], "save"),
        ([str(tmp_path / "new.json"), "--picture", str(picture)], "no PNG"),
    ):
        result = CliRunner().invoke(edit_command, arguments)
        assert result.exit_code in (1, 2)
        assert words in result.stderr


def test_a_draft_is_no_larger_than_a_map_may_be() -> None:
    with pytest.raises(MapError, match="larger"):
        parse_draft(b" " * 1_000_001, "map.json")

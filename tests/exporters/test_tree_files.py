"""Trees on disk: nothing of anybody is lost, nothing outside is touched, at any moment."""

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from exporters.savefile import write_text
from exporters.tree.folder import KEPT, Plan, TreeFolder, forgotten, plan, write
from exporters.tree.unpack import TreeError, build_text, unpack_bytes, unpack_text
from tests.exporters.killing import kill_at, moments


def text_of(*names: str, script: str = "x()") -> str:
    objects = [{"GUID": f"00000{n}", "Nickname": name} for n, name in enumerate(names)]
    return json.dumps({"LuaScript": script, "ObjectStates": objects}, indent=2)


OLD, NEW = text_of("A", "B", "C"), text_of("A", "b", "D", "E", script="y()")


def put(folder: Path, text: str, *, force: bool = False) -> Plan:
    files = unpack_bytes(text.encode())
    doing = plan(folder, files, force=force)
    write(folder, files, doing)
    return doing


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_tree_on_disk_is_what_was_unpacked(tmp_path: Path) -> None:
    doing = put(tmp_path / "new" / "tree", OLD)
    assert doing.fresh
    assert set(everything(tmp_path / "new" / "tree")) == set(unpack_text(OLD))
    assert build_text(TreeFolder(tmp_path / "new" / "tree")) == OLD
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["tree"]


def test_a_system_that_writes_a_few_bytes_at_a_time_gets_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda file, content: whole(file, bytes(content)[:7]))
    put(tmp_path / "tree", OLD)
    assert everything(tmp_path / "tree") == unpack_bytes(OLD.encode())


def test_a_real_save_survives_the_disk(corpus_file: Path, tmp_path: Path) -> None:
    if corpus_file.stat().st_size > 600_000:
        pytest.skip("as good in memory, and quicker")
    text = corpus_file.read_bytes().decode()
    put(tmp_path / "tree", text)
    assert build_text(TreeFolder(tmp_path / "tree")) == text


def test_unpacking_again_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    doing = put(tmp_path, OLD)
    assert (doing.new, doing.changed, doing.removed) == ([], [], [])
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before


def test_unpacking_another_save_leaves_what_it_did_not_write(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    mine = {"README.md": b"mine", "objects/notes.txt": b"mine too", ".git/HEAD": b"ref"}
    for path, content in mine.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    doing = put(tmp_path, NEW)
    assert sorted(doing.removed) == ["objects/B.000001.json", "objects/C.000002.json"]
    there = everything(tmp_path)
    assert {path: there[path] for path in mine} == mine
    assert {path for path in there if not path.startswith(".tts")} == {*unpack_text(NEW), *mine}
    assert build_text(TreeFolder(tmp_path)) == NEW


def test_what_was_replaced_is_kept(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "save.lua").write_text("my work\n")
    put(tmp_path, NEW)
    with zipfile.ZipFile(tmp_path / KEPT) as archive:
        assert archive.read("save.lua") == b"my work\n"
        assert b'"C"' in archive.read("objects/C.000002.json")
    assert (tmp_path / ".tts-bridge" / ".gitignore").read_text() == "*\n"


def test_empty_folders_go_and_others_stay(tmp_path: Path) -> None:
    bag = {"Nickname": "Bag", "ContainedObjects": [{"Nickname": "A"}]}
    put(tmp_path, json.dumps({"ObjectStates": [bag, {**bag, "Nickname": "Box"}]}, indent=2))
    (tmp_path / "objects/Box/mine.txt").write_text("mine")
    put(tmp_path, OLD)
    assert not (tmp_path / "objects/Bag").exists()
    assert everything(tmp_path / "objects/Box") == {"mine.txt": b"mine"}


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "save.lua").write_text("mine")
    with pytest.raises(TreeError, match=r"save\.lua: not written by an unpack.+--force"):
        put(tmp_path, OLD)
    assert everything(tmp_path) == {"save.lua": b"mine"}
    put(tmp_path, OLD, force=True)
    with zipfile.ZipFile(tmp_path / KEPT) as archive:
        assert archive.read("save.lua") == b"mine"
    assert build_text(TreeFolder(tmp_path)) == OLD


def test_attributes_of_the_user_stay(tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_text("*.png binary\n")
    put(tmp_path, OLD)
    assert (tmp_path / ".gitattributes").read_text() == "*.png binary\n"


@pytest.mark.parametrize(
    "manifest",
    [
        '{"tree": 1, "files": ["../outside.txt"]}',
        '{"tree": 1, "files": ["/etc/passwd"]}',
        '{"tree": 1, "files": ["a/../../outside.txt"]}',
        '{"tree": 1, "files": ["C:\\\\outside.txt"]}',
        '{"tree": 1, "files": ["tree.json"]}',
        '{"tree": 1, "files": [5]}',
        '{"tree": 2, "files": []}',
        '{"files": []}',
        "[]",
        "[" * 100_000,
        "{",
        "\udcff",
    ],
)
def test_a_hostile_manifest_removes_nothing(tmp_path: Path, manifest: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    tree = tmp_path / "tree"
    put(tree, OLD)
    (tree / "tree.json").write_bytes(manifest.encode(errors="surrogateescape"))
    before = everything(tmp_path)
    with pytest.raises(TreeError, match=r"tree\.json: (not a manifest|lists)"):
        put(tree, NEW)
    assert everything(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_links_lead_nowhere(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "A.000000.json").write_text('{"secret": 1}')
    tree = tmp_path / "tree"
    put(tree, OLD)
    (tree / "objects").rename(tree / "kept")
    (tree / "objects").symlink_to(outside, target_is_directory=True)
    with pytest.raises(TreeError, match="a link is where a folder should be"):
        put(tree, NEW)
    with pytest.raises(TreeError, match="a link that leads out of the tree"):
        build_text(TreeFolder(tree))
    (tree / "objects").unlink()
    (tree / "kept").rename(tree / "objects")
    (tree / "save.lua").unlink()
    (tree / "save.lua").symlink_to("/etc/passwd")
    with pytest.raises(TreeError, match=r"save\.lua: a link that leads out of the tree"):
        build_text(TreeFolder(tree))
    put(tree, NEW)  # replaces the link, not what it points at
    assert not (tree / "save.lua").is_symlink()
    assert everything(outside) == {"A.000000.json": b'{"secret": 1}'}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_the_tree_itself_may_be_reached_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    put(tmp_path / "link", OLD)
    assert build_text(TreeFolder(tmp_path / "link")) == OLD
    assert (tmp_path / "link").is_symlink()


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "objects").write_text("mine")
    with pytest.raises(TreeError, match="objects: a file is where a folder should be"):
        put(tmp_path, OLD)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TreeError, match="a file, not a folder"):
        put(tmp_path / "file", OLD)
    (tmp_path / "objects").unlink()
    (tmp_path / "save.json").mkdir()
    with pytest.raises(TreeError, match=r"save\.json: a folder is in the way"):
        put(tmp_path, OLD)


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "save.lua").write_bytes(b"x = 1\n\xff")
    with pytest.raises(TreeError, match=r"save\.lua: line 2: not UTF-8"):
        build_text(TreeFolder(tmp_path))


def test_paths_outside_are_not_in_a_tree(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    put(tmp_path / "tree", OLD)
    folder = TreeFolder(tmp_path / "tree")
    for path in (
        "../outside",
        "objects/../../outside",
        str(tmp_path / "outside"),
        "",
        ".",
        "objects",
    ):
        assert path not in folder
    assert "save.json" in folder
    assert set(folder) == {*unpack_text(OLD)} - {"tree.json"}


def test_files_that_no_list_names_are_told_of(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "objects/new.json").write_text("{}")
    used: set[str] = set()
    build_text(TreeFolder(tmp_path), used)
    assert forgotten(tmp_path, used) == ["objects/new.json"]


MOMENTS = 200


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killing_build_at_any_moment_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    put(tmp_path / "tree", NEW)
    out = tmp_path / "out.json"

    def build() -> None:
        write_text(out, build_text(TreeFolder(tmp_path / "tree")))

    seen = set()
    out.write_text(OLD)
    for moment in moments(build, MOMENTS):
        out.write_text(OLD)
        kill_at(moment, build)
        seen.add(out.read_text())
        assert seen <= {OLD, NEW}
    assert seen == {OLD, NEW}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killing_unpack_leaves_a_whole_tree_or_one_that_says_it_is_not(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    put(tree, OLD)
    (tree / "mine.txt").write_text("mine")

    def unpack() -> None:
        put(tree, NEW)

    ends = set()
    for moment in moments(unpack, 60):
        put(tree, OLD)
        kill_at(moment, unpack)
        try:
            ends.add(build_text(TreeFolder(tree)))
        except TreeError as error:
            assert "an unpack was interrupted" in str(error)  # noqa: PT017
            ends.add("told")
            put(tree, NEW)
            assert build_text(TreeFolder(tree)) == NEW
        assert ends <= {OLD, NEW, "told"}
        assert (tree / "mine.txt").read_text() == "mine"
    assert ends == {OLD, NEW, "told"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killing_the_first_unpack_leaves_no_tree_or_all_of_it(tmp_path: Path) -> None:
    tree = tmp_path / "tree"

    def unpack() -> None:
        put(tree, NEW)

    ends = set()
    for moment in moments(unpack, 40):
        if tree.exists():
            tree.rename(tmp_path / f"done{moment}")
        kill_at(moment, unpack)
        ends.add(tree.exists())
        assert not tree.exists() or build_text(TreeFolder(tree)) == NEW
    assert ends == {True, False}

"""`save unpack`, `save build` and `lua`: files in, files out, one line when something is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from exporters.luacode.bundle import unbundle
from exporters.tree.unpack import unpack_bytes
from tts_bridge.cli import main, save_tree

SAVE = json.dumps(
    {
        "SaveName": "a",
        "Gravity": 0.123456,
        "ObjectStates": [
            {
                "Nickname": "Bag",
                "GUID": "a1b2c3",
                "LuaScript": "x()\r\n",
                "ContainedObjects": [{"Name": "Card"}],
            }
        ],
    },
    indent=2,
)


def run(*arguments: Any, code: int = 0, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, [str(each) for each in arguments], input=stdin)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def save(tmp_path: Path) -> Path:
    file = tmp_path / "save.json"
    file.write_bytes(SAVE.replace("\n", "\r\n").encode())
    return file


def test_unpack_and_build_give_the_same_bytes(save: Path, tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out.json"
    assert "6 files are new" in run("save", "unpack", save, tree).stderr
    run("save", "build", tree, out)
    assert out.read_bytes() == save.read_bytes()
    assert "6 the same" in run("save", "unpack", save, tree).stderr
    result = run("save", "build", tree, "-")
    assert result.stdout_bytes == save.read_bytes()


def test_what_would_not_come_back_is_refused_before_anything_is_written(
    save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lossy(content: bytes, name: str) -> dict[str, bytes]:
        files = unpack_bytes(content, name)
        script = "objects/Bag.a1b2c3.lua"
        return {**files, script: files[script].replace(b"x()", b"x( )")}

    monkeypatch.setattr(save_tree, "unpack_bytes", lossy)
    told = run("save", "unpack", save, tmp_path / "tree", code=1).stderr
    assert "save.json: cannot be unpacked without loss" in told
    assert not (tmp_path / "tree").exists()


def test_stdin_is_a_save_too(tmp_path: Path) -> None:
    run("save", "unpack", "-", tmp_path / "tree", stdin=SAVE)
    assert run("save", "build", tmp_path / "tree", "-").stdout == SAVE


def test_a_dry_run_writes_nothing(save: Path, tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out.json"
    listed = run("save", "unpack", save, tree, "--dry-run").stdout.splitlines()
    assert "+ objects/Bag.a1b2c3.lua" in listed
    assert not tree.exists()
    run("save", "unpack", save, tree)
    assert run("save", "build", tree, out, "--dry-run").stdout == f"{out}: would be written\n"
    assert not out.exists()
    run("save", "build", tree, out)
    assert run("save", "build", tree, out, "--dry-run").stdout == f"{out}: the same\n"
    save.write_text(SAVE.replace("Bag", "Box"))
    listed = run("save", "unpack", save, tree, "--dry-run").stdout.splitlines()
    assert {"+ objects/Box.a1b2c3.json", "~ save.json", "- objects/Bag.a1b2c3.json"} <= set(listed)
    assert (tree / "objects/Bag.a1b2c3.json").exists()


def test_build_keeps_a_backup_unless_told(save: Path, tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out.json"
    run("save", "unpack", save, tree)
    out.write_text("old")
    run("save", "build", tree, out, "--no-backup")
    assert not (tmp_path / "out.json.bak").exists()
    out.write_text("old")
    run("save", "build", tree, out)
    assert (tmp_path / "out.json.bak").read_text() == "old"


def test_rounding_and_sorting_are_asked_for(save: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    run("save", "unpack", save, tree, "--round", "2", "--sort-keys")
    built = run("save", "build", tree, "-").stdout_bytes.decode().replace("\r\n", "\n")
    assert list(json.loads(built)) == ["Gravity", "ObjectStates", "SaveName"]
    assert '"Gravity": 0.12,' in built
    assert next(iter(json.loads(built)["ObjectStates"][0])) == "ContainedObjects"


def test_what_is_wrong_is_one_line(save: Path, tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out.json"
    run("save", "unpack", save, tree)
    out.write_text("old")
    (tree / "objects/Bag.a1b2c3.json").write_text('{\n"a": 1,\n}')
    result = run("save", "build", tree, out, code=1)
    assert result.stderr.startswith("Error: objects/Bag.a1b2c3.json: line 3, column 1: not JSON")
    assert out.read_text() == "old"
    save.write_text('{"a"')
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    result = run("save", "unpack", save, tree, code=1)
    assert "save.json: line 1, column 5: not JSON" in result.stderr
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before
    save.write_bytes(b"\xff")
    assert "not UTF-8" in run("save", "unpack", save, tree, code=1).stderr
    run("save", "unpack", tmp_path / "gone.json", tree, code=2)
    run("save", "build", tmp_path / "gone", out, code=2)


def test_forgotten_files_are_told_of(save: Path, tmp_path: Path) -> None:
    run("save", "unpack", save, tmp_path / "tree")
    for number in range(7):
        (tmp_path / f"tree/objects/new{number}.json").write_text("{}")
    said = run("save", "build", tmp_path / "tree", "-").stderr
    assert "new0.json: no list names it" in said
    assert "and 2 more files" in said


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    files = {
        "main.lua": 'require("lib.a")\nrequire "b"\n',
        "lib/a.ttslua": "a()\n\nerror()\n",
        "other/b.lua": "b()\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_lua_bundles_unbundles_and_finds_lines(modules: Path) -> None:
    out, tree, spans = modules / "out.lua", modules / "tree", modules / "map.json"
    run("lua", "bundle", modules / "main.lua", out, "--path", modules, "--path", modules / "other",
        "--line-map", spans)  # fmt: skip
    script = out.read_text()
    assert list(unbundle(script).modules) == ["__root", "b", "lib.a"]
    line = script.split("\n").index("error()") + 1
    assert run("lua", "where", f"{out}:{line}").stdout == "module lib.a:3\n"
    found = json.loads(run("lua", "where", f"{out}:{line}", "--json").stdout)
    assert found == {"kind": "module", "source": "lib.a", "line": 3}
    assert run("lua", "where", f"{out}:1").stdout == "the bundle's own text\n"
    assert any(
        s["source"] == "lib.a" and s["first"] + 2 == line for s in json.loads(spans.read_text())
    )
    assert "has" in run("lua", "where", f"{out}:99999", code=1).stderr
    run("lua", "where", "no-line", code=2)
    run("lua", "unbundle", out, tree)
    assert (tree / "modules/lib.a.lua").read_text() == "a()\n\nerror()\n\n"
    assert run("lua", "bundle", tree, "-").stdout == script
    assert run("lua", "where", f"{tree}:{line}").stdout == "module lib.a:3\n"
    (tree / "modules/b.lua").write_text("changed()\n")
    assert run("lua", "bundle", tree, "-").stdout == script.replace("b()\n", "changed()", 1)


def test_where_looks_into_saves(modules: Path) -> None:
    script = run("lua", "bundle", modules / "main.lua", "-", "--path", modules, "--path",
                 modules / "other").stdout  # fmt: skip
    line = script.split("\n").index("a()") + 1
    data = {"LuaScript": script, "ObjectStates": [{"GUID": "a1b2c3", "LuaScript": "\n" + script}]}
    file = modules / "save.json"
    file.write_text(json.dumps(data))
    assert run("lua", "where", f"{file}:{line}").stdout == "module lib.a:1\n"
    place = f"{file}:{line + 1}"
    assert run("lua", "where", place, "--guid", "a1b2c3").stdout == "module lib.a:1\n"
    assert "no script of ffffff" in run("lua", "where", place, "--guid", "ffffff", code=1).stderr


def test_a_script_that_requires_nothing_stays_itself(tmp_path: Path) -> None:
    file = tmp_path / "a.lua"
    file.write_text("x()\n")
    assert run("lua", "bundle", file, "-").stdout == "x()\n"
    assert unbundle(run("lua", "bundle", file, "-", "--force").stdout).modules == {
        "__root": "x()\n"
    }
    assert run("lua", "bundle", "-", "-", stdin="y()").stdout == "y()"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\nrequire("gone")', "main.lua: Module gone, required by __root was not found (line 2"),
        ("x = [[", "main.lua, line 1: a long string is not closed"),
        ("require(x)", "main.lua, line 1: require needs a literal name"),
        ('require("lib.a")\nrequire("lib/../main")', "Module lib/../main"),
    ],
)
def test_what_cannot_be_bundled_is_one_line(modules: Path, text: str, message: str) -> None:
    (modules / "main.lua").write_text(text)
    out = modules / "out.lua"
    said = run("lua", "bundle", modules / "main.lua", out, "--path", modules, code=1).stderr
    assert message in said
    assert not out.exists()


def test_what_is_no_bundle_is_not_taken_apart(modules: Path) -> None:
    said = run("lua", "unbundle", modules / "main.lua", modules / "tree", code=1).stderr
    assert "no bundle" in said
    assert not (modules / "tree").exists()


def test_every_command_says_what_it_does() -> None:
    for group in ("save", "lua"):
        assert "Usage" in run(group, "--help").stdout
    for command in (("save", "unpack"), ("save", "build"), ("lua", "bundle"), ("lua", "where")):
        assert "Usage" in run(*command, "--help").stdout

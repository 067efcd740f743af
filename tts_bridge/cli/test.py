"""`tts-bridge test`: unit tests in Lua."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from tts_bridge.cli.common import read_save
from tts_bridge.cli.printing import echo
from tts_bridge.headless.tools import lua_tests as luatests

IN = click.Path(path_type=Path, exists=True)


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for each in sorted(path.rglob("*.lua")):
        if each.stem.lower().startswith("test") or each.stem.lower().endswith(("_test", "-test")):
            yield each


def _finder(folders: list[Path]) -> Callable[[str], str | None]:
    def find(name: str) -> str | None:
        parts = name.replace("\\", "/").removesuffix(".lua").replace(".", "/").split("/")
        if ".." in parts or not all(parts):
            return None
        for folder in folders:
            for suffix in (".lua", ".ttslua"):
                path = folder.joinpath(*parts).with_suffix(suffix)
                if path.is_file():
                    return path.read_text("utf-8")
        return None

    return find


@click.command("test")
@click.argument("paths", nargs=-1, type=IN)
@click.option("--save", type=IN, help="The table that tests run on; empty when left out.")
@click.option("--filter", "-k", "only", default="", help="Only tests with this in their names.")
def test_command(paths: tuple[Path, ...], save: Path | None, only: str) -> None:
    """Run the Lua unit tests (LuaUnit style) in PATHS, the current folder when none is given.

    Test files are called test*.lua or *_test.lua; `require` finds modules beside them and in PATHS.
    Exit 1 when one fails.
    """
    roots = list(paths) or [Path.cwd()]
    data = {} if save is None else read_save(save, require_objects=False).data
    passed = failed = 0
    for root in roots:
        for path in _files(root):
            find = _finder([path.parent, root if root.is_dir() else root.parent, Path.cwd()])
            try:
                source = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise click.ClickException(f"{path}: {error}") from error
            for result in luatests.run(path.name, source, find, data):
                if only.lower() not in result.name.lower():
                    continue
                passed += not result.problem
                failed += bool(result.problem)
                echo(f"{'FAILED' if result.problem else 'ok':<7}{path}: {result.name}")
                for line in result.problem.splitlines():
                    echo(f"       {line}")
    if not passed + failed:
        named = f" with {only!r} in their names" if only else ""
        raise click.ClickException(
            f"there are no tests{named}: files test*.lua or *_test.lua are wanted"
        )
    echo(f"{passed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)

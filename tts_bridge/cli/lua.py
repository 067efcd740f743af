"""`tts-bridge lua`: scripts bundled, taken apart, and their lines found again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import msgspec

from exporters.luacode.bundle import (
    ROOT,
    BundleError,
    LuaTextError,
    is_bundle,
    join,
    new_bundle,
    required,
    unbundle,
)
from exporters.luacode.linemap import line_map, where
from exporters.luacode.search_path import Modules, read_lua
from exporters.savefile import SaveError, objects, read, write_text
from exporters.tree.bundled_script import build_script, unpack_script
from exporters.tree.folder import TreeFolder, is_tree, plan
from tts_bridge.cli import lua_run
from tts_bridge.cli.printing import echo
from tts_bridge.cli.save_tree import put, show

IN = click.Path(path_type=Path, exists=True, allow_dash=True)
OUT = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.group("lua")
def lua_group() -> None:
    """Lua scripts: bundle modules, unbundle, find the source of a line, run them as TTS would."""


@lua_group.command("bundle")
@click.argument("entry", type=IN)
@click.argument("out", type=OUT)
@click.option(
    "--path",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Where modules are looked for; several times.  [default: the folder of ENTRY]",
)
@click.option("--root", default=ROOT, show_default=True, help="The name of ENTRY in the bundle.")
@click.option("--line-map", "map_file", type=OUT, help="Also write where each line comes from.")
@click.option("--force", is_flag=True, help="Bundle even a script that requires nothing.")
def bundle_command(
    entry: Path, out: Path, folders: tuple[Path, ...], root: str, map_file: Path | None, force: bool
) -> None:
    """Join ENTRY and what it requires into the one script OUT (- for stdout).

    The format is luabundle's: the editor extensions take it apart. ENTRY may also be a folder that
    `lua unbundle` has written: then OUT is the bundle it was, with the changes made in the folder.
    """
    try:
        if str(entry) != "-" and entry.is_dir():
            script = build_script(TreeFolder(entry))
        else:
            script = _bundled(entry, folders, root, force)
        _write(out, script)
        if map_file is not None:
            spans = line_map(script, str(entry))
            _write(map_file, json.dumps(msgspec.to_builtins(spans), indent=1) + "\n")
    except (BundleError, LuaTextError, SaveError) as error:
        raise click.ClickException(str(error)) from error
    echo(f"{out}: {script.count(chr(10)) + 1:,} lines", err=True)


def _bundled(entry: Path, folders: tuple[Path, ...], root: str, force: bool) -> str:
    from_stdin = str(entry) == "-"
    source = sys.stdin.buffer.read().decode() if from_stdin else read_lua(entry)
    modules = Modules(folders or (Path() if from_stdin else entry.parent,))
    try:
        if is_bundle(source) or not (required(source) or force):
            return source
        return join(new_bundle(root, source, modules.find))
    except LuaTextError as error:
        raise BundleError(f"{entry}, {error}") from None
    except BundleError as error:
        searched = ", ".join(map(str, modules.folders))
        raise BundleError(f"{entry}: {error} (looked for in {searched})") from None


@lua_group.command("unbundle")
@click.argument("file", type=IN)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--force", is_flag=True, help="Replace files in DIR that no unpack has written.")
def unbundle_command(file: Path, folder: Path, dry_run: bool, force: bool) -> None:
    """Take the bundle FILE apart: its own text is DIR/save.lua, its modules are in DIR/modules."""
    try:
        script = sys.stdin.buffer.read().decode() if str(file) == "-" else read_lua(file)
        parts = unbundle(script)
        files = unpack_script(script)
        doing = plan(folder, files, force=force)
        if dry_run:
            show(doing)
        else:
            put(folder, files, doing)
    except BundleError as error:
        raise click.ClickException(f"{file}: {error}") from error
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    echo(f"{folder}: {len(parts.modules) - 1} modules beside save.lua", err=True)


@lua_group.command("where")
@click.argument("place", metavar="FILE:LINE")
@click.option("--guid", help="In a save: the object whose script it is; without it, Global's.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def where_command(place: str, guid: str | None, as_json: bool) -> None:
    """Say where LINE of the script FILE comes from: which module or include, and its line there.

    FILE is a bundled script, a save (`save.json:1312 --guid a1b2c3`), or the folder of one. The
    game counts lines from 1; of `chunk_4:(1312,8-20)` it is the first number.
    """
    name, _, number = place.rpartition(":")
    if not name or not number.isdecimal():
        raise click.UsageError("FILE:LINE, as in script.lua:1312")
    try:
        script = _script(Path(name), guid)
        found = where(line_map(script, name), int(number))
    except (BundleError, SaveError) as error:
        raise click.ClickException(str(error)) from error
    if found is None:
        lines = script.count("\n") + 1
        raise click.ClickException(f"{name}: has {lines} lines, so no line {number}")
    if as_json:
        echo(json.dumps({"kind": found.kind, "source": found.source, "line": found.line}))
    elif found.kind == "bundle":
        echo("the bundle's own text")
    else:
        echo(f"{found.kind} {found.source}:{found.line}")
    text = script.split("\n")[int(number) - 1].rstrip("\r")
    echo(f"  {text}", err=True)


def _script(path: Path, guid: str | None) -> str:
    if is_tree(path):
        if guid is None:
            return build_script(TreeFolder(path))
        raise BundleError(f"{path}: --guid needs a save; build it first")
    if path.suffix != ".json":
        return read_lua(path)
    save = read(path)
    if guid is None:
        found = [save.data]
    else:
        found = [each for _, each in objects(save) if each.get("GUID") == guid]
    scripts = [each["LuaScript"] for each in found if isinstance(each.get("LuaScript"), str)]
    if not scripts:
        raise BundleError(f"{path}: no script of {guid or 'Global'}; see `save query --has-script`")
    return str(scripts[0])


def _write(out: Path, text: str) -> None:
    if str(out) == "-":
        echo(text.encode(), nl=False)
    else:
        write_text(out, text)


for _command in lua_run.COMMANDS:
    lua_group.add_command(_command)

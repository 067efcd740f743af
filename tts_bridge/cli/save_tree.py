"""`tts-bridge save unpack` and `save build`: a save as a tree of files, and back."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from exporters.edit.repairs import tidied
from exporters.savefile import SaveError, dump, parse, write_bytes
from exporters.tree.build import Texts
from exporters.tree.folder import Plan, TreeFolder, forgotten, plan, write
from exporters.tree.unpack import build_bytes, unpack_bytes
from tts_bridge.cli.printing import echo

MANY = 2000  # files: from here on it takes long enough for a bar

FILE = click.Path(path_type=Path, dir_okay=False, exists=True, allow_dash=True)
OUT = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("unpack")
@click.argument("file", type=FILE)
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--force", is_flag=True, help="Replace files in DIR that no unpack has written.")
@click.option(
    "--round",
    "digits",
    type=click.IntRange(0, 9),
    help="Round fractions to so many decimals. The save built from DIR is another one then.",
)
@click.option("--sort-keys", is_flag=True, help="Put keys in order. As with --round.")
def unpack_command(
    file: Path, folder: Path, dry_run: bool, force: bool, digits: int | None, sort_keys: bool
) -> None:
    """Unpack the save FILE into DIR, a tree of files for people and git.

    Every object is a file, what it contains lies in a folder beside it; scripts, UIs and long
    notes are files of their own; modules of bundles are in `modules`, written once. Building DIR
    gives the bytes of FILE. An earlier unpack in DIR is replaced; nothing else is touched.
    """
    try:
        name = "stdin" if str(file) == "-" else file.name
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        if digits is not None or sort_keys:
            tidy = tidied(parse(content, name), digits=digits, sort_keys=sort_keys)
            content = dump(tidy).encode()
        files = unpack_bytes(content, name)
        check_same(build_bytes(Texts(files)), content, name)
        del content
        doing = plan(folder, files, force=force)
        if dry_run:
            show(doing)
        else:
            put(folder, files, doing)
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from error
    verb = "would be" if dry_run else "are"
    echo(
        f"{folder}: {len(doing.new)} files {verb} new, {len(doing.changed)} changed, "
        f"{len(doing.removed)} removed, {doing.same} the same",
        err=True,
    )


def check_same(built: bytes, content: bytes, name: str) -> None:
    """Refuse what would not come back to the letter: that is a bug, and nobody's file suffers."""
    if built != content:
        raise SaveError(f"{name}: cannot be unpacked without loss; please report this file")


def show(doing: Plan) -> None:
    """What would happen, a line a file."""
    for sign, paths in (("+", doing.new), ("~", doing.changed), ("-", doing.removed)):
        for path in paths:
            echo(f"{sign} {path}")


def put(folder: Path, files: Mapping[str, bytes], doing: Plan) -> None:
    """Write a tree, with a bar when there is much of it."""
    if len(files) < MANY:
        write(folder, files, doing)
        return
    total = len(files) if doing.fresh else len(doing.new) + len(doing.changed)
    with click.progressbar(length=total, label="Writing", file=sys.stderr) as bar:
        write(folder, files, doing, bar.update)


@click.command("build")
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@click.argument("out", type=OUT)
@click.option("--dry-run", is_flag=True, help="Build, say whether OUT would change, write nothing.")
@click.option("--no-backup", is_flag=True, help="Keep no OUT.bak of the file that is replaced.")
def build_command(folder: Path, out: Path, dry_run: bool, no_backup: bool) -> None:
    """Build the tree DIR into the save OUT (- for stdout).

    OUT is the old file or the new one at any moment; the old one is kept as OUT.bak.
    """
    used: set[str] = set()
    try:
        content = build_bytes(TreeFolder(folder), used)
        missed = forgotten(folder, used)
        if dry_run:
            same = out.is_file() and out.read_bytes() == content
            echo(f"{out}: {'the same' if same else 'would be written'}")
        elif str(out) == "-":
            echo(content, nl=False)
        else:
            write_bytes(out, content, backup=not no_backup)
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out}: {error}") from error
    for path in missed[:5]:
        echo(f"{folder / path}: no list names it, so it is not part of the save", err=True)
    if missed[5:]:
        echo(f"{folder}: and {len(missed) - 5} more files that no list names", err=True)
    echo(f"{out}: {len(content):,} bytes from {len(used)} files", err=True)

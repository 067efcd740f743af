"""`tts-bridge save assets`, `save fetch`, `save list`: pictures and files, here and elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from exporters.assets.cache import Cache
from exporters.assets.game_folders import OVERRIDE, Entry, data_folders, entries
from exporters.assets.http import Fetcher
from exporters.assets.probe import WORKERS, Answer, Memory, ask_all
from exporters.assets.references import ALIVE, DEAD, Asset, Kind, assets, form
from exporters.assets.workshop import (
    STEAM,
    Item,
    WorkshopError,
    details,
    download,
    is_newer,
    parse_id,
    thumbnail,
)
from exporters.edit.patch import Change, Patch, PatchError, Swap, apply
from exporters.savefile import SaveError, read
from tts_bridge.cli.files import IN, OUT, load, store
from tts_bridge.cli.printing import echo, json_line, table

DAY = 86400
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
private = click.option(
    "--allow-private", is_flag=True, help="Also ask hosts of this computer's own network."
)
as_json = click.option("--json", "as_json", is_flag=True, help="JSON lines.")
root = click.option("--root", type=FOLDER, help=f"The game's data folder.  [env var: {OVERRIDE}]")


@click.group("assets")
def assets_group() -> None:
    """The pictures, models and sounds a save names: list, check, rewrite, find in the cache."""


@assets_group.command("list")
@click.argument("file", type=IN)
@click.option("--texts", is_flag=True, help="Those in scripts and UI, too.")
@as_json
def list_assets(file: Path, texts: bool, as_json: bool) -> None:
    """List the addresses in the save FILE; with --json every place of each."""
    found = list(assets(load(file), texts=texts))
    if as_json:
        for each in found:
            json_line({**msgspec.structs.asdict(each), "form": form(each.url)})
        return
    counts = Counter((each.kind, each.url) for each in found)
    rows = [(kind, count, url) for (kind, url), count in counts.items()]
    for kind, count, url in rows:
        echo(f"{kind:7} {count:5}  {_plain(url)}")
    echo(f"{len(found)} addresses, {len(rows)} different", err=True)


@assets_group.command("check")
@click.argument("files", type=IN, nargs=-1, required=True)
@click.option("--texts", is_flag=True, help="Those in scripts and UI, too.")
@click.option(
    "--memory", type=OUT, help="A file of answers: what answered well is not asked again."
)
@click.option(
    "--days", type=click.FloatRange(min=0), default=7.0, show_default=True, help="Until then."
)
@click.option("--workers", type=click.IntRange(1, 32), default=WORKERS, show_default=True)
@private
@as_json
def check_assets(
    files: tuple[Path, ...],
    texts: bool,
    memory: Path | None,
    days: float,
    workers: int,
    allow_private: bool,
    as_json: bool,
) -> None:
    """Ask every address in the saves FILES whether it is there; nothing is taken.

    Few requests at a time and to a host. A run that is ended goes on with --memory.
    Exit 1 when an address does not answer.
    """
    wanted: dict[str, Kind] = {}
    for file in files:
        for each in assets(load(file), texts=texts):
            if form(each.url) == "web":
                wanted.setdefault(each.url, each.kind)
    kept = Memory(memory) if memory else None
    newest = time.time() - days * DAY
    known = {url: kept.recall(url, newest) for url in wanted} if kept else {}
    answers: list[Answer] = [answer for answer in known.values() if answer]
    ask = [(url, kind) for url, kind in wanted.items() if not known.get(url)]
    fetcher = Fetcher(private=allow_private)
    with click.progressbar(length=len(ask), label="Asking", file=sys.stderr) as bar:
        for answer in ask_all(ask, fetcher, workers=workers):
            if kept:
                kept.keep(answer)
            answers.append(answer)
            bar.update(1)
    bad = [answer for answer in answers if not answer.ok]
    for answer in sorted(answers if as_json else bad, key=lambda each: each.url):
        if as_json:
            json_line(msgspec.structs.asdict(answer))
        else:
            echo(f"{answer.problem}: {_plain(answer.url)}")
    echo(f"{len(answers)} addresses, {len(bad)} do not answer", err=True)
    if bad:
        raise SystemExit(1)


@assets_group.command("rewrite")
@click.argument("file", type=IN)
@click.option(
    "--swap", "swaps", nargs=2, multiple=True, metavar="OLD NEW", help="Beginnings of addresses."
)
@click.option("--steam", is_flag=True, help="Steam's old host to its new one.")
@click.option("-o", "--out", type=OUT, help="Where to write; without it FILE itself, with a .bak.")
@click.option("--dry-run", is_flag=True, help="Write nothing, list the new addresses.")
def rewrite_assets(
    file: Path, swaps: tuple[tuple[str, str], ...], steam: bool, out: Path | None, dry_run: bool
) -> None:
    """Swap hosts in the save FILE, in scripts and UI as well."""
    pairs = [*swaps, *([(DEAD, ALIVE)] if steam else [])]
    if not pairs:
        raise click.UsageError("give --swap OLD NEW, or --steam")
    save = load(file)
    change = Change("save", swap_urls=tuple(Swap(old, new) for old, new in pairs))
    try:
        new, _ = apply(save, Patch((change,)))
    except PatchError as error:
        raise click.ClickException(str(error)) from error
    before, after = (list(assets(each, texts=True)) for each in (save, new))
    changed = [(a.url, b.url) for a, b in zip(before, after, strict=False) if a.url != b.url]
    if dry_run:
        for old, fresh in dict(changed).items():
            echo(f"{_plain(old)} -> {_plain(fresh)}")
    else:
        store(out or file, new)
    echo(f"{len(changed)} addresses, {len(dict(changed))} different", err=True)


@assets_group.command("cache")
@click.argument("file", type=IN)
@root
@as_json
def cached_assets(file: Path, root: Path | None, as_json: bool) -> None:
    """Look which addresses of the save FILE the game has kept, and whether the files are whole.

    Files are found under Steam's old host's name, too. Exit 1 when something is missing or broken.
    """
    cache = Cache(_root(root) / "Mods")
    looked: dict[tuple[str, Kind], Asset] = {}
    for each in assets(load(file)):
        looked.setdefault((each.url, each.kind), each)
    found = [state for each in looked.values() if (state := cache.look(each))]
    for state in found:
        if as_json:
            json_line(msgspec.structs.asdict(state))
        elif state.status != "whole":
            echo(f"{state.status}: {_plain(state.url)}{f' ({state.file})' * bool(state.file)}")
    counts = Counter(state.status for state in found)
    echo(", ".join(f"{count} {status}" for status, count in counts.items()), err=True)
    if counts.keys() - {"whole"}:
        raise SystemExit(1)


@click.command("fetch")
@click.argument("item")
@click.option("-o", "--out", type=OUT, help="The file to write.  [default: NUMBER.json]")
@click.option(
    "--check", "only_check", is_flag=True, help="Fetch nothing; exit 1 when OUT is not the newest."
)
@click.option("--force", is_flag=True, help="Fetch even if OUT is the newest.")
@click.option("--picture/--no-picture", default=True, help="The thumbnail beside it.")
@click.option(
    "--steam", default=STEAM, show_default=True, help="Where to ask.", envvar="TTS_BRIDGE_STEAM"
)
@private
def fetch_command(
    item: str,
    out: Path | None,
    only_check: bool,
    force: bool,
    picture: bool,
    steam: str,
    allow_private: bool,
) -> None:
    """Fetch the workshop item ITEM, a number or its page's address, as a save.

    An item that OUT already has in its newest version is not fetched again.
    """
    fetcher = Fetcher(private=allow_private)
    try:
        number = parse_id(item)
        path = out or Path(f"{number}.json")
        _refuse_workshop(path)
        about = details(fetcher, number, steam)
        newer = force or not path.exists() or is_newer(about, read(path).data)
        echo(f"{about.title} ({_when(about.time_updated)})", err=True)
        if only_check:
            echo("there is a newer version" if newer else "it is the newest", err=True)
            raise SystemExit(int(newer))
        if not newer:
            echo(f"{path} is the newest; --force fetches it again", err=True)
            return
        store(path, download(fetcher, about))
        if picture and str(path) != "-":
            _picture(fetcher, about, path)
    except (WorkshopError, SaveError) as error:
        raise click.ClickException(str(error)) from error
    echo(f"{path} written", err=True)


def _picture(fetcher: Fetcher, about: Item, path: Path) -> None:
    found = thumbnail(fetcher, about)
    if found is None:
        echo("it has no picture that could be fetched", err=True)
        return
    ending, content = found
    try:
        path.with_suffix(ending).write_bytes(content)
    except OSError as error:
        raise click.ClickException(f"{path.with_suffix(ending)}: {error.strerror}") from error


def _refuse_workshop(path: Path) -> None:
    """The game owns that folder and writes over what is in it."""
    if [part.lower() for part in path.resolve().parts[-3:-1]] == ["mods", "workshop"]:
        raise click.UsageError(f"{path}: the game's own folder; write elsewhere, e.g. -o mod.json")


@click.command("list")
@root
@click.option(
    "--kind", type=click.Choice(["save", "autosave", "object", "workshop"]), multiple=True
)
@as_json
def list_command(root: Path | None, kind: tuple[str, ...], as_json: bool) -> None:
    """List the game's saves, saved objects and workshop files on this computer."""
    found = [each for each in entries(_root(root)) if not kind or each.kind in kind]
    if as_json:
        for each in found:
            json_line(msgspec.structs.asdict(each))
    elif found:
        echo(table(("kind", "changed", "version", "name", "file"), map(_row, found)))
    echo(f"{len(found)} files", err=True)


def _row(entry: Entry) -> tuple[str, ...]:
    return entry.kind, _when(entry.time), entry.version, entry.name, Path(entry.path).name


def _root(given: Path | None) -> Path:
    candidates = [given] if given else data_folders()
    for path in candidates:
        if (path / "Saves").is_dir() or (path / "Mods").is_dir():
            return path
    tried = ", ".join(map(str, candidates))
    raise click.ClickException(
        f"no Saves and no Mods in {tried}; name the game's data folder with --root or {OVERRIDE}"
    )


def _when(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "?"


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "�" for c in text)

"""`tts-bridge save check`: what is wrong with saves, for people, for programs, for CI."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import msgspec

from exporters.checks.finding import Finding
from exporters.checks.run import RULES, SEVERITIES, UnknownRule, check, fix, is_fixable, severity
from exporters.checks.sarif import places, sarif, where
from exporters.jsontext.positions import lines_of
from exporters.savefile import Save, dump, parse
from tts_bridge.cli.files import IN, load, store
from tts_bridge.cli.printing import echo, json_line, table


@click.command("check")
@click.argument("files", type=IN, nargs=-1)
@click.option("--json", "form", flag_value="json", help="JSON lines.")
@click.option("--sarif", "form", flag_value="sarif", help="SARIF 2.1.0, for CI.")
@click.option(
    "--fix", "mend", is_flag=True, help="Mend what is safe to mend, in place, with a .bak."
)
@click.option("--dry-run", is_flag=True, help="With --fix: write nothing.")
@click.option("--without", multiple=True, metavar="RULE", help="A rule to leave out.")
@click.option(
    "--level",
    type=click.Choice(SEVERITIES),
    default="info",
    show_default=True,
    help="The mildest that is shown.",
)
@click.option("--rules", "list_rules", is_flag=True, help="List the rules and end.")
def check_command(
    files: tuple[Path, ...],
    form: str | None,
    mend: bool,
    dry_run: bool,
    without: tuple[str, ...],
    level: str,
    list_rules: bool,
) -> None:
    """Check the saves FILES: format, decks, states, addresses, scripts.

    Nothing is run and nothing is fetched. Exit 1 when there is an error left.
    """
    if list_rules:
        echo(table(("rule", "severity", "why"), [(c, r.severity, r.why) for c, r in RULES.items()]))
        return
    if not files:
        raise click.UsageError("name a save, or - for stdin")
    shown = SEVERITIES[: SEVERITIES.index(level) + 1]
    found: dict[str, list[Finding]] = {}
    saves: dict[str, Save] = {}
    failed = False
    told: list[str] = []
    with click.progressbar(files, label="Checking", file=sys.stderr) as bar:
        for file in bar:
            try:
                save = load(file)
                findings = check(save, without)
                if mend:
                    save, findings = _mend(file, save, findings, without, told, dry_run=dry_run)
            except UnknownRule as error:
                raise click.UsageError(str(error)) from error
            except click.ClickException as error:  # the other files are looked at in any case
                told.append(f"Error: {error.format_message()}")
                failed = True
                continue
            failed |= any(severity(each) == "error" for each in findings)
            found[str(file)] = [each for each in findings if severity(each) in shown]
            saves[str(file)] = save
    for line in told:
        echo(line, err=True)
    _print(found, saves, form)
    if failed:
        raise SystemExit(1)


def _mend(
    file: Path,
    save: Save,
    findings: list[Finding],
    without: tuple[str, ...],
    told: list[str],
    *,
    dry_run: bool,
) -> tuple[Save, list[Finding]]:
    mended, done = fix(save, findings)
    word = "would mend" if dry_run else "mended"
    told += [f"{file}: {where(each)}: {word} {each.code}" for each in done]
    if not done or dry_run:
        return save, findings
    store(file, mended)
    again = parse(dump(mended), mended.name)
    return again, check(again, without)


def _print(found: dict[str, list[Finding]], saves: dict[str, Save], form: str | None) -> None:
    if form == "sarif":
        lines = {
            file: lines_of(saves[file].source, places(findings)) for file, findings in found.items()
        }
        json_line(sarif(found, lines, _version()))
        return
    for file, findings in found.items():
        for each in findings:
            level = severity(each)
            if form == "json":
                about = {"file": file, "severity": level, "fixable": is_fixable(each)}
                json_line(about | msgspec.structs.asdict(each))
            else:
                text = f"{file}: {where(each)}: {level}: {each.text} [{each.code}]"
                echo("".join(c if c.isprintable() else "�" for c in text))
    if form is None:
        counts = [f"{_count(found, each)} {each}" for each in SEVERITIES]
        echo(f"{len(found)} files: {', '.join(counts)}", err=True)


def _count(found: dict[str, list[Finding]], level: str) -> int:
    return sum(severity(each) == level for findings in found.values() for each in findings)


def _version() -> str:
    try:
        return version("tts-bridge")
    except PackageNotFoundError:  # run from a checkout
        return "0"

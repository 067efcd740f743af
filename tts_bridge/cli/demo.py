"""`tts-bridge demo`."""

from __future__ import annotations

import asyncio

import click
import msgspec

from rules.dbd.state import State
from tts_bridge.demo import Report, run_demo
from tts_bridge.texts import Texts

LANGUAGES = {"en": ("en",), "zh": ("zh",), "both": ("en", "zh")}
SLOW = 1.5
"""Seconds between the acts with --slow."""


@click.command("demo")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of prose.")
@click.option("--slow", is_flag=True, help="Pause after each act, to watch it.")
def demo_command(lang: str, as_json: bool, slow: bool) -> None:
    """Play the rulebook's worked examples on a headless table, refereed.

    Builds the mod, serves it on free ports of this machine, connects the referee over TCP, plays
    the examples of rulebook pages 8-11 with illegal attempts between them, and lets the cleanup
    run. Exits 0 only if every ruling was the right one.
    """
    languages = LANGUAGES[lang]
    texts = [Texts(language) for language in languages]

    def show_table(title: dict[str, str]) -> None:
        for language in languages:
            click.echo(f"\n{title[language]}")

    def on_start(state: State) -> None:
        if not as_json:
            show_table({"en": "The table before:", "zh": "开始时的桌面："})
            click.echo(picture(state, texts[0]) + "\n")

    def on_end(state: State) -> None:
        if not as_json:
            show_table({"en": "The table after:", "zh": "结束时的桌面："})
            click.echo(picture(state, texts[0]) + "\n")

    def on_report(report: Report) -> None:
        if not as_json:
            show(report, languages)

    reports = asyncio.run(run_demo(languages, on_start, on_report, on_end, SLOW if slow else 0.0))
    wrong = [report for report in reports if not report.agrees]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(reports), indent=2).decode())
    else:
        refused = sum(1 for report in reports if report.code)
        click.echo(
            f"{len(reports)} acts, {refused} refused with a reason, "
            f"{len(reports) - len(wrong)} ruled as they should be, {len(wrong)} not."
        )
    if wrong:
        raise click.exceptions.Exit(1)


def show(report: Report, languages: tuple[str, ...]) -> None:
    """Print one act and its ruling."""
    mark = click.style("✓", fg="green") if not report.code else click.style("✗", fg="red")
    place = f"  [{report.example}]" if report.example else ""
    click.echo(f"{report.number:>3} {report.did[languages[0]]}{click.style(place, dim=True)}")
    for language in languages[1:]:
        click.echo(f"    {report.did[language]}")
    for language in languages:
        for line in report.told[language].splitlines():
            click.echo(f"    {mark} {line}")
    for problem in report.problems:
        click.echo(click.style(f"    ! {problem}", fg="red"))


def picture(state: State, texts: Texts) -> str:
    """The table as text: each space with who and what is there, then everybody's counters."""
    lines = []
    for space in state.board.spaces:
        names = [texts.name(f.id) for f in state.figures if f.at == space.id]
        props = [
            texts.name(prop.kind) + (f" {prop.progress}" if prop.progress else "")
            for prop in state.props_at(space.id)
            if prop.kind
        ]
        hidden = sum(1 for prop in state.props_at(space.id) if not prop.kind)
        label = space.name.get("en" if texts.language == "en" else "zh", space.id)
        shown = [*names, *props, *(["?" * hidden] if hidden else [])]
        lines.append(f"  {label:<14} {', '.join(shown)}")
    for figure in state.figures:
        wound = f", {texts.text('word.wounded')}" if figure.wounded else ""
        lines.append(f"  {texts.name(figure.id):<18} {figure.bp} BP{wound}")
    lines.append(
        "  "
        + texts.text("table.summary", round=state.round, track=state.track, repaired=state.repaired)
    )
    return "\n".join(lines)

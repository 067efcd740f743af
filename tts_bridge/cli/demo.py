"""`tts-bridge demo`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import click

from tts_bridge.cli.demo_whole import show_whole
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.cli.web import page, page_options
from tts_bridge.demo import Report, run_demo
from tts_bridge.demo.places import placed
from tts_bridge.demo.play import PARTS, part_of
from tts_bridge.demo.rehearsal import REASONS
from tts_bridge.referee.referee import Referee
from tts_bridge.session.host_actions import Host
from tts_bridge.testing.rig import Game
from tts_bridge.text.catalogue import Texts
from tts_bridge.web.feeds.live import Live

LANGUAGES = {"en": ("en",), "zh": ("zh",), "both": ("en", "zh")}
SUMMARY = {
    "en": "{acts} acts, {refused} refused with a reason, {right} ruled as they should be, "
    "{wrong} not.",
    "zh": "共{acts}个行动，其中{refused}个被驳回并说明了理由；裁定正确{right}个，错误{wrong}个。",
}
SLOW = 1.5
"""Seconds between the acts with --slow."""


@click.command("demo")
@click.argument("part", type=click.Choice(list(PARTS)), default="dbd")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of prose.")
@click.option("--slow", is_flag=True, help="Pause after each act, to watch it.")
@click.option(
    "--whole",
    type=click.Choice(list(REASONS)),
    help="A whole game of `dbd` instead, out of the box, that this side wins.",
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --whole: keep the referee's journal, for `tts-bridge replay --html`.",
)
@page_options
def demo_command(
    part: str,
    lang: str,
    as_json: bool,
    slow: bool,
    whole: str | None,
    journal: Path | None,
    web: int | None,
    listen: str,
) -> None:
    """Play the rulebook's worked examples on a headless table, refereed.

    Builds the mod, serves it on free ports of this machine, connects the referee over TCP, plays
    the examples with illegal attempts between them, and lets the upkeep run. PART is `dbd`, with
    rulebook pages 8-11 and the cleanup phase, or `invader`, with pages 17-20 and the Xenos' Phase.
    With --whole, players set the game up from the box and play it to the end, every move by hand.
    With --web it can be followed in a browser; the page stays until Ctrl-C.
    Exits 0 only if every ruling was the right one.
    """
    languages = LANGUAGES[lang]
    if slow and as_json:
        raise click.UsageError("--slow: with --json there is nothing to watch")
    if whole is not None:
        if part != "dbd":
            raise click.UsageError("--whole: only `dbd` is played as a whole game")
        beside = partial(on_page, web, listen)
        pause = SLOW if slow else 0.0
        show_whole(whole, languages, journal, as_json=as_json, pause=pause, beside=beside)
        return
    if journal is not None:
        raise click.UsageError("--journal: only a game with --whole keeps one")
    played = part_of(part)
    texts = [Texts(language, played.game.wording) for language in languages]

    def show_table(title: dict[str, str]) -> None:
        for language in languages:
            echo(f"\n{title[language]}")

    def on_start(referee: Referee) -> None:
        if not as_json:
            show_table({"en": "The table before:", "zh": "开始时的桌面："})
            echo(played.picture(referee, texts[0]) + "\n")

    ended = []

    def on_end(referee: Referee) -> None:
        ended.append(True)
        if not as_json:
            show_table({"en": "The table after:", "zh": "结束时的桌面："})
            echo(played.picture(referee, texts[0]) + "\n")

    reports: list[Report] = []

    def on_report(report: Report) -> None:
        reports.append(report)
        if not as_json:
            show(report, languages)

    pause = SLOW if slow else 0.0
    beside = partial(on_page, web, listen)
    try:
        asyncio.run(run_demo(languages, on_start, on_report, on_end, pause, part, beside))
    except KeyboardInterrupt:
        if not ended:  # else it was the page that was closed
            raise
    wrong = [report for report in reports if not report.agrees]
    if as_json:
        json_document(reports)
    else:
        refused = sum(1 for report in reports if report.code)
        for language in languages:
            echo(
                SUMMARY[language].format(
                    acts=len(reports),
                    refused=refused,
                    right=len(reports) - len(wrong),
                    wrong=len(wrong),
                )
            )
    if wrong:
        raise click.exceptions.Exit(1)


@contextlib.asynccontextmanager
async def on_page(web: int | None, listen: str, table: Game) -> AsyncIterator[None]:
    """Show the table in a browser, with --web, until Ctrl-C."""
    live = Live(table.session.games, Host(table.session))
    table.session.watchers.append(live.ruled)
    live.attach(table.referee)
    async with page(live, web, listen):
        yield
        if web is not None:
            echo("The page stays until Ctrl-C.", err=True)
            await asyncio.Event().wait()


def show(report: Report, languages: tuple[str, ...]) -> None:
    """Print one act and its ruling."""
    mark, color = ("✓", "green") if not report.code else ("✗", "red")
    place = f"  [{placed(report.example, languages[0])}]" if report.example else ""
    echo(f"{report.number:>3} {report.did[languages[0]]}", nl=False)
    echo(place, dim=True)
    for language in languages[1:]:
        echo(f"    {report.did[language]}")
    for language in languages:
        for line in report.told[language].splitlines():
            echo(f"    {mark}", nl=False, fg=color)
            echo(f" {line}")
    for problem in report.problems:
        echo(f"    ! {problem}", fg="red")

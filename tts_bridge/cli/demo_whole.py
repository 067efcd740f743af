"""`tts-bridge demo --whole`: a game of *Dead by Daylight* from the box to victory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from rules.notation import format_move
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.demo.play import story
from tts_bridge.demo.rehearsal import Rehearsed, rehearse
from tts_bridge.demo.whole import (
    Step,
    Wrong,
    amiss,
    chosen_by,
    play,
    set_up,
    setup_save,
    whole_table,
)
from tts_bridge.games.dbd.game import GAME as DBD
from tts_bridge.session.journal import Journal, JournalError
from tts_bridge.testing.rig import Game
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

SUMMARY = {
    "en": "{deeds} deeds, {rounds} rounds. Referee, table and journal agree.",
    "zh": "共{deeds}个行动，{rounds}轮。裁判、桌面与日志一致。",
}


class Line(Struct, frozen=True):
    """One deed of the game and what was told of it, by language."""

    number: int
    move: str
    told: dict[str, str]


class Summary(Struct, frozen=True):
    """The game as one document."""

    luck: int
    reason: str
    rounds: int
    lines: Sequence[Line]
    problems: Sequence[str]


def show_whole(
    side: str,
    languages: tuple[str, ...],
    file: Path | None,
    *,
    as_json: bool,
    pause: float,
    beside: Callable[[Game], AbstractAsyncContextManager[None]],
) -> None:
    """Play a game that a side wins, and print what is told of it. `beside` goes on around it."""
    save = setup_save(languages[0])
    script = rehearse(save, chosen_by(), side)
    if file is not None and file.exists():
        raise click.ClickException(f"{file}: is there already; name a new file with --journal")
    lines: list[Line] = []
    ended: list[list[str]] = []

    async def main(journal: Journal) -> None:
        async with (
            whole_table(journal, script.luck, languages, save, ports=True) as game,
            beside(game),
        ):
            show = shower(game, languages, lines, quiet=as_json)
            try:
                await set_up(game, show, pause=pause)
                await play(game, script, show, pause=pause)
                problems = await amiss(game, script, journal)
            except Wrong as error:
                problems = [str(error)]
            ended.append(problems)
            report(languages, script, lines, problems, as_json=as_json)

    try:
        with Journal(file) as journal:
            asyncio.run(main(journal))
    except JournalError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        if not ended:  # else it was the page that was closed
            raise
    if any(ended):
        raise click.exceptions.Exit(1)


def shower(
    game: Game, languages: tuple[str, ...], lines: list[Line], *, quiet: bool
) -> Callable[[Step], None]:
    """Notes each step, and prints it."""
    moment: list[Any] = []

    def show(step: Step) -> None:
        state = game.referee.state
        voices = {each: Voice([Texts(each, DBD.wording, state.board)]) for each in languages}
        told = {each: story(voice, game.since) for each, voice in voices.items()}
        lines.append(Line(len(lines) + 1, format_move(step.move), told))
        if quiet or not any(told.values()):  # what is done in secret is not told
            return
        texts = Texts(languages[0], DBD.wording, state.board)
        now = DBD.moment(state) if hasattr(state, "round") else ()
        if now and now != tuple(moment):
            moment[:] = now
            echo(f"\n{now[0]} {texts.phase(now[1])}", bold=True)
        echo(f"{len(lines):>3} " + "\n    ".join(text for text in told.values()))

    return show


def report(
    languages: tuple[str, ...],
    script: Rehearsed,
    lines: list[Line],
    problems: list[str],
    *,
    as_json: bool,
) -> None:
    """How the game ended, and whether referee, table and journal agree on it."""
    state = script.match.state
    assert state.result is not None
    if as_json:
        found = Summary(script.luck, state.result.reason, state.round, lines, problems)
        json_document(found)
        return
    board = state.board
    echo(
        "\n"
        + "\n".join(Texts(each, DBD.wording, board).outcome(state.result) for each in languages)
    )
    for problem in problems:
        echo(f"! {problem}", fg="red")
    if not problems:
        for each in languages:
            echo(SUMMARY[each].format(deeds=len(lines), rounds=state.round))

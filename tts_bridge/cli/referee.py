"""`tts-bridge referee`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from tts_bridge.binding.lens import Binder
from tts_bridge.binding.profile_file import BindingError, read_binding
from tts_bridge.cli.common import LANGUAGES, language, linked, ports, run, shared, sharing
from tts_bridge.cli.options import EachGame
from tts_bridge.cli.printing import echo
from tts_bridge.cli.web import page, page_options
from tts_bridge.game.plugin import Game
from tts_bridge.games.registry import GAMES, usable
from tts_bridge.games.show_position import show_with
from tts_bridge.referee.rulings import Allowed, Ignored, Mode, Noted, Ruling, Undone
from tts_bridge.session.hearing import HEARD
from tts_bridge.session.host_actions import Host
from tts_bridge.session.journal import Journal, JournalError, JournalReader
from tts_bridge.session.journal_repair import require_game, tell
from tts_bridge.session.session import Session
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice
from tts_bridge.web.feeds.live import Live


@click.group("referee", cls=EachGame)
def referee_group() -> None:
    """Referee a running table."""


def referee(
    game: str,
    mode: Mode,
    no_panel: bool,
    quiet: bool,
    journal_file: Path | None,
    wait: float,
    profile_file: Path | None,
    new_game: bool,
    web: int | None,
    listen: str,
    lang: str,
    share: bool,
    editor_port: int,
    listen_port: int,
    send_port: int,
    timeout: float,
) -> None:
    """Referee the running table; `referee_command` names the game."""
    played = GAMES[game]
    played.require("table", "drawing")
    try:
        binding = None if profile_file is None else read_binding(profile_file)
    except BindingError as error:
        raise click.ClickException(str(error)) from error
    texts = [Texts(each) for each in LANGUAGES[lang]]
    voice = Voice(texts, quiet)
    path = journal_file or Path(click.get_app_dir("tts-bridge")) / f"{game}.sqlite"

    def show(session: Session, ruling: Ruling) -> None:
        if isinstance(ruling.verdict, Ignored):
            return
        is_good = isinstance(ruling.verdict, (Allowed, Undone)) or (
            isinstance(ruling.verdict, Noted) and ruling.verdict.text == HEARD
        )
        mark = "✓" if is_good else "✗"
        for line in session.voice.say_openly(ruling).splitlines():
            echo(f"{mark} {line}")

    def look(journal: JournalReader) -> None:
        found = require_game(journal, game, usable(), new_game=new_game)
        for each in texts if found.damages and not new_game else ():
            damage = tell(found.damages, each)
            echo(each.text("journal.note", path=str(path), damage=damage), err=True)

    async def main() -> None:
        with Journal(path, game, look) as journal:
            async with (
                shared(share, editor_port, listen_port) as relay,
                linked(listen_port, send_port, timeout, relay) as link,
            ):
                if wait:
                    await link.wait_for_table(wait)
                echo(f"Refereeing (journal: {path}). Ctrl-C ends.", err=True)
                session = Session(
                    link,
                    journal,
                    voice,
                    mode=mode,
                    new_game=new_game,
                    games={game: played},
                    panels=not no_panel,
                    binder=None if binding is None else Binder(binding, played.printed_names),
                    show=show_with(played),
                )
                session.on_ruling = partial(show, session)
                live = Live(session.games, Host(session))
                session.watchers.append(live.ruled)
                async with page(live, web, listen, journal):
                    await session.run()

    try:
        with contextlib.suppress(KeyboardInterrupt):
            run(main())
    except JournalError as error:
        raise click.ClickException("\n".join(error.say(each) for each in texts)) from error


def referee_command(game: Game) -> click.Command:
    """The command that referees tables of a game."""
    options = (
        click.option(
            "--mode",
            type=click.Choice(["advise", "enforce"]),
            default="advise",
            show_default=True,
            help="Only say what is illegal, or put the piece back as well.",
        ),
        click.option(
            "--no-panel", "no_panel", is_flag=True, help="Put no panels on players' screens."
        ),
        click.option("--quiet", is_flag=True, help="Say nothing about legal moves."),
        click.option(
            "--journal",
            "journal_file",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Where the game is recorded.  [default: GAME.sqlite in the user's folder "
            "for this program]",
        ),
        click.option(
            "--wait",
            type=click.FloatRange(0.0),
            default=0.0,
            show_default=True,
            help="Seconds to wait for a table when none is there yet.",
        ),
        click.option(
            "--profile",
            "profile_file",
            type=click.Path(path_type=Path, dir_okay=False, exists=True),
            help="For a mod not made by us: what `tts-bridge bind` wrote.",
        ),
        click.option(
            "--new", "new_game", is_flag=True, help="Begin anew, whatever the journal says."
        ),
        page_options,
        language,
        sharing,
        ports,
    )
    function: Callable[..., None] = partial(referee, game.name)
    for option in reversed(options):
        function = option(function)
    title = f"Referee *{game.title}* at the running table; Ctrl-C ends."
    return click.command(game.name, help="\n\n".join(filter(None, (title, game.note))))(function)


referee_group.make = referee_command

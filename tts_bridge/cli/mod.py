"""`tts-bridge mod`: building mods, and bringing the agent to saves and tables."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from pathlib import Path

import click

from exporters.edit.install_agent import install_agent
from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods import invader
from exporters.mods.dbd import mod as dbd
from exporters.mods.dbd.boxed_mod import build_setup_mod
from exporters.mods.dbd.layout import LayoutError
from exporters.mods.dbd.mod import ModError, build_mod
from exporters.mods.dbd.seating import PEOPLE, shared
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import SaveError
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.invader.setup import EVERYBODY, FIRST_MISSION, Config
from tts_bridge.agent.client import attach
from tts_bridge.cli.common import linked, ports, read_save, run
from tts_bridge.cli.files import store
from tts_bridge.cli.mod_pictures import finished, pictures_options
from tts_bridge.cli.options import (
    SEED,
    one_language,
)
from tts_bridge.cli.printing import echo
from tts_bridge.games.dbd.setup import map_option, read_map, survivors_option
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.setup import mission_option, read_mission
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES

OUT = click.Path(path_type=Path, dir_okay=False)
IN = click.Path(path_type=Path, dir_okay=False, exists=True)


plain_option = click.option(
    "--plain",
    "as_strangers",
    is_flag=True,
    help="As strangers' mods are: no tags, scripts or zones, only printed names; to try `bind` on.",
)


@click.group("mod")
def mod_group() -> None:
    """Build mods; add the agent to a save or a running table."""


@mod_group.group("build")
def build_group() -> None:
    """Build a complete mod as a save."""


@build_group.command("dbd")
@click.argument("out", type=OUT)
@map_option
@survivors_option(
    "--survivor", text=f"The four Survivors, clockwise.  [default: {','.join(DEFAULT_SURVIVORS)}]"
)
@click.option(
    "--killer",
    type=click.Choice(list(KILLERS)),
    metavar="ID",
    help=f"The Killer.  [default: {DEFAULT_KILLER}]",
)
@click.option(
    "--setup",
    "in_box",
    is_flag=True,
    help="As it comes out of the box: players choose at the table, the referee lays it out.",
)
@one_language
@click.option("--seed", type=SEED, help="What the props are shuffled by.  [default: chance]")
@click.option(
    "--people",
    type=click.IntRange(*PEOPLE),
    default=PEOPLE[1],
    show_default=True,
    help="How many play; with fewer than five some play two Survivors.",
)
@pictures_options
@plain_option
def build_dbd(
    out: Path,
    map_file: Path | None,
    survivors: tuple[str, ...],
    killer: str | None,
    in_box: bool,
    lang: Language,
    seed: int | None,
    people: int,
    pictures: Path | None,
    pictures_url: str | None,
    as_strangers: bool,
) -> None:
    """Build *Dead by Daylight: The Board Game* as OUT, ready to load in Tabletop Simulator.

    Without --setup everything lies ready for the first round.
    """
    if in_box and (survivors or killer or seed is not None or people != PEOPLE[1]):
        raise click.UsageError(
            "--setup: who plays whom and the shuffle are settled at the table; leave out "
            "--survivors, --killer, --people and --seed"
        )
    if in_box and as_strangers:
        raise click.UsageError("--plain leaves out the button that --setup is about; choose one")
    chosen = survivors or DEFAULT_SURVIVORS
    known(chosen, SURVIVORS)
    if len(set(chosen)) != 4 or len(chosen) != 4:
        raise click.UsageError("--survivors: four different Survivors are always in play")
    number = secrets.randbelow(2**32) if seed is None else seed
    board = read_map(map_file)
    agent, faces, names = agent_script(), faces_script(), DBD_NAMES
    try:
        if in_box:
            save = build_setup_mod(
                board, names=names, language=lang, agent_script=agent, table_script=faces
            )
        else:
            save = build_mod(
                board,
                survivors=chosen,
                killer=killer or DEFAULT_KILLER,
                names=names,
                seats=shared(people, chosen),
                seed=number,
                language=lang,
                agent_script=agent,
                table_script=faces,
            )
    except (ModError, LayoutError) as error:
        raise click.ClickException(str(error)) from error
    save = finished(save, lang, pictures, pictures_url)
    if as_strangers:
        save = plain(save, dbd.look(names, lang))
    store(out, save)
    state = "to be set up" if in_box else f"shuffled by {number}"
    echo(f"{out}: {len(save.data['ObjectStates'])} objects, {state}", err=True)


@build_group.command("invader")
@click.argument("out", type=OUT)
@mission_option
@survivors_option(
    "--survivor",
    text="All six, in the order in which they are shared out.  [default: as in the box]",
)
@click.option(
    "--people",
    "--players",
    "people",
    type=click.IntRange(1, len(EVERYBODY)),
    default=1,
    show_default=True,
    help="Among how many people the six Survivors are shared out.",
)
@one_language
@click.option(
    "--seed", type=SEED, help="What decks and Objectives are shuffled by.  [default: chance]"
)
@plain_option
def build_invader(
    out: Path,
    mission: str | None,
    survivors: tuple[str, ...],
    people: int,
    lang: Language,
    seed: int | None,
    as_strangers: bool,
) -> None:
    """Build a mission of *Zombicide: Invader* as OUT, ready to load in Tabletop Simulator."""
    known(survivors, EVERYBODY)
    if survivors and sorted(survivors) != sorted(EVERYBODY):
        raise click.UsageError("--survivors: all six, each once; all of them are always in play")
    number = secrets.randbelow(2**32) if seed is None else seed
    try:
        config = Config(
            mission=read_mission(mission or FIRST_MISSION),
            players=invader.shared_out(people, survivors or EVERYBODY),
        )
        save = invader.build_mod(
            config,
            names=INVADER_NAMES,
            seed=number,
            language=lang,
            agent_script=agent_script(),
            table_script=faces_script(),
        )
    except invader.ModError as error:
        raise click.ClickException(str(error)) from error
    if as_strangers:
        save = plain(save, invader.look(config, INVADER_NAMES, lang))
    store(out, save)
    echo(f"{out}: {len(save.data['ObjectStates'])} objects, shuffled by {number}", err=True)


def known(names: Sequence[str], every: Collection[str]) -> None:
    """Refuse a Survivor who is none.

    Raises:
        click.UsageError: names all there are.
    """
    for name in names:
        if name not in every:
            raise click.UsageError(
                f"--survivors: {name!r} is no Survivor; one of {', '.join(every)}"
            )


@mod_group.command("install-agent")
@click.argument("source", type=IN)
@click.argument("out", type=OUT)
def install(source: Path, out: Path) -> None:
    """Add the agent to the save SOURCE and write it as OUT; nothing else changes."""
    try:
        save = install_agent(read_save(source), agent_script())
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    store(out, save)
    echo(f"{out}: {len(save.data['ObjectStates'])} objects, the agent among them", err=True)


@mod_group.command("attach")
@ports
def attach_command(listen_port: int, send_port: int, timeout: float) -> None:
    """Put the agent into the running table, or renew the one there. Nothing is reloaded."""

    async def main() -> None:
        async with linked(listen_port, send_port, timeout) as link:
            hello = await attach(link)
            echo(f"The agent is at the table (session {hello.session}).", err=True)

    run(main())

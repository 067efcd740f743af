"""The ready-made *Zombicide: Invader* mod: a whole save of game version 13. A pure function.

The same arguments make the same save; `seed` decides what lies under the face-down Objectives
and how the decks are shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from exporters.drawing.palette import SEATS
from exporters.edit import builders as build
from exporters.edit.install_agent import agent_object
from exporters.mods import save as saves
from exporters.mods.dbd.layout import SURFACE
from exporters.mods.invader import cards, layout, lines, pieces, tokens, words
from exporters.mods.plain import Look, Picture
from exporters.mods.words import LANGUAGES, Language, Names, heading, spoken
from exporters.savefile import Save
from rules.invader.facts import COLOURS
from rules.invader.setup import EVERYBODY, Config, setup
from rules.invader.state import State


class ModError(ValueError):
    """Arguments no mod can be built from; the text names the one and the remedy."""


def shared_out(players: int, survivors: Sequence[str] = EVERYBODY) -> tuple[tuple[str, ...], ...]:
    """The Survivors of so many players, as evenly as they go, in their order.

    Raises:
        ModError: fewer than one player or more than there are Survivors.
    """
    if not 1 <= players <= len(survivors):
        raise ModError(f"players: {players}; from 1 to {len(survivors)} can play")
    each, more = divmod(len(survivors), players)
    left, found = [*survivors], []
    for number in range(players):
        count = each + (number < more)
        found.append(tuple(left[:count]))
        left = left[count:]
    return tuple(found)


def build_mod(
    config: Config,
    *,
    names: Names,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    language: str = "en",
    agent_script: str = "",
    table_script: str = "",
    state: State | None = None,
    hidden: Sequence[str] = (),
) -> Save:
    """A save in which everything lies ready.

    Args:
        config: the mission, the players' Survivors, their starting cards, house rules.
        names: what pieces are called.
        seats: the player colour of each Survivor; White, Red, Green, Blue, Yellow, Purple for the
            players where nothing is said.
        seed: of the shuffles.
        language: `en` or `zh`, of what is written on the pieces.
        agent_script: the agent's Lua, complete.
        table_script: Global's Lua; `lua/lib/faces.lua` writes on Objectives what they are once
            they lie face up.
        state: the position to lay out; the one that `config` starts from where nothing is said.
        hidden: what lies under the face-down Objectives, in their order; else chance decides.

    Raises:
        ModError: Survivors, seats, language or hidden colours that do not work.
    """
    try:
        speech = spoken(language)
        start = setup(config) if state is None else state
    except ValueError as error:
        raise ModError(str(error)) from error
    seated = _seats(config, seats)
    plan = layout.plan(config.mission)
    areas = layout.areas(plan, list(seated))
    table = pieces.Table(plan, areas, start, seated, names, speech)
    rng = Random(seed)  # noqa: S311
    colours = tokens.shuffled(table, rng)
    if hidden:
        if sorted(hidden) != sorted(colours):
            raise ModError(f"hidden: {', '.join(hidden)}; the mission has {', '.join(colours)}")
        colours = [*hidden]
    about = {
        "game": "invader",
        "mission": msgspec.to_builtins(config.mission),
        "players": config.players,
        "first": config.first,
        "equipment": dict(config.equipment),
        "settings": config.settings,
        "seats": seated,
        "language": speech,
    }
    agent_at = (areas.agent.x, SURFACE + 0.25, areas.agent.z)
    found = [
        *pieces.floors(table),
        *pieces.zones(table),
        *pieces.figures(table),
        *pieces.xenos(table),
        *pieces.dice(table),
        *tokens.spawns(table),
        *tokens.objectives(table, colours),
        *tokens.doors(table),
        *tokens.noise(table),
        *tokens.mold(table),
        *tokens.others(table),
        *tokens.dashboards(table),
        *cards.equipment(table, rng),
        *cards.xenos(table, rng),
        *pieces.letters(table),
        _note(table),
        agent_object("agent", agent_at, agent_script, msgspec.json.encode(about).decode()),
    ]
    return saves.whole_save(_sheet(table, table_script), found)


def _seats(config: Config, given: Mapping[str, str] | None) -> dict[str, str]:
    seats = {seat: SEATS[number] for number, player in enumerate(config.players) for seat in player}
    for seat, colour in (given or {}).items():
        if seat not in seats:
            raise ModError(f"seats: {seat!r} does not play; {', '.join(seats)} do")
        if colour not in build.SEAT_COLORS:
            colours = ", ".join(build.SEAT_COLORS)
            raise ModError(f"seats: {colour!r} of {seat} is no player colour; one of {colours}")
        seats[seat] = colour
    return seats


def _note(table: pieces.Table) -> build.Json:
    at = table.areas.note
    mission = table.state.mission
    return build.notecard(
        "note",
        (at.x, SURFACE + 0.1, at.z),
        words.mission_name(mission, table.language),
        f"{words.mission_text(mission, table.language)}\n\n{words.ROUND[table.language][1]}",
        rot=(0, 180, 0),
        locked=True,
    )


def _sheet(table: pieces.Table, script: str) -> saves.Sheet:
    mission, language = table.state.mission, table.language
    pages = [words.ROUND[each] for each in LANGUAGES]
    pages += [
        (words.mission_name(mission, each), words.mission_text(mission, each)) for each in LANGUAGES
    ]
    return saves.Sheet(
        f"{mission.id}.json",
        words.TITLE[language].format(mission=words.mission_name(mission, language)),
        (60, 180),
        (1, 6),
        pages,
        lines.vector_lines(table.state.board, table.plan, table.areas),
        script=script,
        state={colour: table.name(colour) for colour in COLOURS},
    )


def look(config: Config, names: Names, language: Language) -> Look:
    """What a stranger's mod prints: one picture as the board, one a dashboard, and what an
    Objective is on its other side."""

    def name(id_: str) -> str:
        return heading(names.name(id_, language))

    dashboard = [each for _, row in layout.DASHBOARD_ROWS for each, _ in row]
    seats = [seat for player in config.players for seat in player]
    return Look(
        {colour: name(f"objective/{colour}") for colour in COLOURS},
        (
            Picture(words.mission_name(config.mission, language), ("zone/", "link/")),
            *(
                Picture(name(seat), tuple(each.format(seat) for each in dashboard))
                for seat in seats
            ),
        ),
    )

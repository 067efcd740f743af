"""The ready-made *Dead by Daylight* mod: a whole save of game version 13. A pure function.

The same arguments make the same save; `seed` decides what lies under the face-down props.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from exporters.drawing.palette import KILLER_SEAT, SEATS
from exporters.edit import builders as build
from exporters.edit.install_agent import agent_object
from exporters.mods import save as saves
from exporters.mods import words
from exporters.mods.dbd import layout, lines, pieces
from exporters.mods.plain import Look
from exporters.mods.words import LANGUAGES, Language, Names
from exporters.savefile import Save
from rules.dbd.board import Board
from rules.dbd.setup import Config, setup
from rules.dbd.state import Settings, default_kinds

SURVIVOR_SEATS = SEATS[:4]


class ModError(ValueError):
    """Arguments no mod can be built from; the text names the one and the remedy."""


def build_mod(
    board: Board,
    *,
    survivors: Sequence[str],
    killer: str,
    names: Names,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    language: str = "en",
    agent_script: str = "",
    starts: Mapping[str, int] | None = None,
    revealed: Mapping[str, str] | None = None,
    kinds: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    table_script: str = "",
) -> Save:
    """A save in which everything lies ready for the first round.

    Args:
        survivors: four of them, clockwise; the first one holds the first player marker.
        names: what pieces are called.
        seats: the player colour of each figure; Survivors may share one. White, Red, Green,
            Blue and Purple for the Killer where nothing is said.
        seed: of the props' shuffle.
        language: `en` or `zh`, of the pieces' names.
        agent_script: the agent's Lua, complete.
        starts: the start die of each figure; who is not named starts on its place in the list.
        revealed: props that lie face up from the start, with what they are.
        kinds: props of which it is settled what they are, face down; chance decides the others.
        settings: house rules: how many props there are of each kind, the danger die.
        table_script: Global's Lua; `lua/lib/faces.lua` writes on props what they are once they
            lie face up.

    Raises:
        ModError: figures, seats, language or settings that do not work.
        LayoutError: a map that has no room.
    """
    settings = settings or Settings()
    config = Config(
        board, tuple(survivors), killer, "", dict(starts or {}), dict(revealed or {}), settings
    )
    known = {**(kinds or {}), **config.revealed}
    try:
        spoken = words.spoken(language)
        state = setup(config)
        setup(replace(config, revealed=known))
    except ValueError as error:
        raise ModError(str(error)) from error
    if len(settings.danger_die) != len(build.D6_ROTATIONS):
        raise ModError(f"settings.danger_die: {len(settings.danger_die)} faces; a die has 6")
    chairs = seated(survivors, killer, seats)
    plan = layout.plan(board)
    areas = layout.areas(plan, survivors, killer)
    table = pieces.Table(plan, areas, state, chairs, names, spoken)
    about = {
        "game": "dbd",
        "map": msgspec.to_builtins(board),
        "survivors": list(survivors),
        "killer": killer,
        "seats": chairs,
        "first": state.first,
        "starts": {each.id: board.space[each.at].start for each in state.figures},
        "revealed": config.revealed,
        "language": spoken,
    }
    agent_at = (areas.agent.x, layout.SURFACE + 0.25, areas.agent.z)
    found = [
        *pieces.boards(table),
        *pieces.zones(table),
        *pieces.hands(table),
        *pieces.walls(table),
        *pieces.props(table, pieces.shuffle(state, known, Random(seed))),  # noqa: S311
        *pieces.figures(table),
        *pieces.cards(table),
        *pieces.dice(table),
        *pieces.counters(table),
        *pieces.tokens(table),
        note(table),
        *pieces.letters(table),
        agent_object("agent", agent_at, agent_script, msgspec.json.encode(about).decode()),
    ]
    return saves.whole_save(sheet(table, table_script), found)


def seated(
    survivors: Sequence[str], killer: str, given: Mapping[str, str] | None
) -> dict[str, str]:
    """The player colour of each figure, or of each place. Raises ModError: colours that do not
    work."""
    seats = dict(zip(survivors, SURVIVOR_SEATS, strict=True)) | {killer: KILLER_SEAT}
    for figure, seat in (given or {}).items():
        if figure not in seats:
            raise ModError(f"seats: {figure!r} does not play; {', '.join(seats)} do")
        if seat not in build.SEAT_COLORS:
            colours = ", ".join(build.SEAT_COLORS)
            raise ModError(f"seats: {seat!r} of {figure} is no player colour; one of {colours}")
        seats[figure] = seat
    if seats[killer] in [seats[each] for each in survivors]:
        raise ModError(f"seats: {seats[killer]} is the Killer's; give it to no Survivor")
    return seats


def note(table: pieces.Table) -> build.Json:
    """A notecard with how a round goes."""
    at = table.areas.note
    return build.notecard(
        "note",
        (at.x, layout.SURFACE + 0.1, at.z),
        words.ROUND[table.language][0],
        _legend(table, table.language),
        rot=(0, 180, 0),
        locked=True,
    )


def _legend(table: pieces.Table, language: Language) -> str:
    danger = table.state.settings.danger_die
    low, high = (", ".join(map(str, half)) for half in (danger[:3], danger[3:]))
    return words.LEGEND[language].format(low=low, high=high)


def sheet(table: pieces.Table, script: str) -> saves.Sheet:
    """The mod as a whole, its objects aside."""
    state, language = table.state, table.language
    pages = []
    for each in LANGUAGES:
        title, body = words.ROUND[each]
        pages.append((title, f"{body}\n\n{_legend(table, each)}"))
    return saves.Sheet(
        f"{state.board.id}.json",
        words.TITLE[language].format(map=words.named(state.board, language)),
        (60, 120),
        (3, 5),
        pages,
        lines.vector_lines(state.board, table.plan, table.areas),
        [(at.x, layout.BOARD_TOP, at.z) for stands in table.plan.stands.values() for at in stands],
        script,
        faces(table.names, language),
    )


def faces(names: Names, language: Language) -> dict[str, str]:
    """What stands on the face of each kind of prop."""
    kinds = (kind for each in default_kinds().values() for kind in each)
    return {kind: words.heading(names.name(kind, language)) for kind in kinds}


def look(names: Names, language: Language) -> Look:
    """What a stranger's mod prints: what a prop is stands on its other side."""
    return Look(faces(names, language))

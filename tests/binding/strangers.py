"""Strangers' mods for tests: ours without what is there for our sake, and the truth about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exporters.edit.install_agent import install_agent
from exporters.luacode.agent_source import agent_script
from exporters.mods import invader
from exporters.mods.dbd import mod as dbd
from exporters.mods.dbd.seating import PEOPLE, shared
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.dbd.board import training_ground
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.invader.setup import Config
from tts_bridge.binding.fit import Point
from tts_bridge.binding.lens import Binder
from tts_bridge.binding.recogniser import Bound, scene
from tts_bridge.games.dbd.recogniser import bind
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.recogniser import bind_invader
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES

BOARD = training_ground()


def dbd_mod(language: Language, seed: int = 1, people: int = PEOPLE[1]) -> Save:
    return dbd.build_mod(
        BOARD,
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        seats=shared(people, DEFAULT_SURVIVORS),
        language=language,
        seed=seed,
        starts={"jake-park": 2, "the-nurse": 1},
    )


def invader_mod(config: Config, language: Language, seed: int = 1) -> Save:
    return invader.build_mod(config, names=INVADER_NAMES, language=language, seed=seed)


def tagged(save: Save) -> dict[str, dict[str, Any]]:
    """The objects of a mod of ours by id, those in decks too."""

    def every(rows: Any) -> Iterator[dict[str, Any]]:
        for each in rows:
            yield each
            yield from every(each.get("ContainedObjects", ()))

    return {
        tag.removeprefix("ttsb:"): each
        for each in every(save.data["ObjectStates"])
        for tag in each.get("Tags", ())
        if tag.startswith("ttsb:")
    }


def pieces(save: Save) -> dict[str, dict[str, Any]]:
    """Those that are pieces of the game."""
    return {
        name: each
        for name, each in tagged(save).items()
        if each["Name"] != "ScriptingTrigger" and name not in ("agent", "board")
    }


def places(save: Save, prefix: str) -> dict[str, Point]:
    """Where the spaces or cells really lie."""
    return {
        name.removeprefix(prefix): (each["Transform"]["posX"], each["Transform"]["posZ"])
        for name, each in tagged(save).items()
        if name.startswith(prefix)
    }


def corners(at: Mapping[str, Point], *names: str) -> dict[str, Point]:
    return {name: at[name] for name in names}


def strange_dbd(language: Language, seed: int = 1) -> tuple[Save, Save, Bound]:
    """A mod of ours, the same as a stranger's, and what is recognised of that."""
    ours = dbd_mod(language, seed)
    theirs = plain(ours, dbd.look(DBD_NAMES, language))
    given = corners(places(ours, "space/"), "watchtower", "graveyard", "quarry")
    return ours, theirs, bind(theirs, BOARD, given, language)


def strange_invader(
    language: Language, config: Config | None = None, seed: int = 1
) -> tuple[Save, Save, Bound]:
    """The same of the other game."""
    config = config or Config()
    ours = invader_mod(config, language, seed)
    theirs = plain(ours, invader.look(config, INVADER_NAMES, language))
    cells = places(ours, "zone/")
    tile = next(iter(config.mission.tiles)).name
    given = corners(cells, f"{tile}-nw", f"{tile}-ne", f"{tile}-sw")
    return ours, theirs, bind_invader(scene(theirs), config.mission, given, language)


def with_agent(theirs: Save, bound: Bound) -> tuple[Save, Binder]:
    """A stranger's mod at whose table our agent was put, and the way to see it."""
    return install_agent(theirs, agent_script()), Binder(
        bound.binding, GAMES[bound.binding.game].printed_names
    )

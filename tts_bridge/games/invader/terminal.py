"""How *Zombicide: Invader* is played at a terminal. No I/O here."""

from __future__ import annotations

from typing import Any

from rules.invader.actions import DoNothing, Halt
from rules.invader.inventory import Discard, Done
from rules.invader.state import LEVELS, TEAM, State, level
from rules.invader.timing import waiting
from tts_bridge.game.terminal import TerminalAdapter
from tts_bridge.games.invader import text_map
from tts_bridge.text.play_words import Words

ABOUT = 400
"""Characters of a Mission's text that are shown."""
TOPICS = {
    "open-door": "door",
    "close-door": "door",
    "take-objective": "objective",
    "take-oxygen": "oxygen",
    "use-card": "card",
    "discard": "card",
    "lift": "card",
    "stow": "card",
    "detach": "attach",
    "reorganize": "trade",
    "drive-machine": "machine",
    "machine-melee": "machine",
    "machine-shoot": "machine",
    "jump": "skill",
    "bloodlust": "skill",
    "inspire": "skill",
    "choose-skill": "skill",
}
"""Where the codes that tell of a kind of move begin, if not with its own name."""


def extras(state: State, seat: str, words: Words) -> list[str]:
    return [words.say("play.danger", level=words.name(LEVELS[level(state.survivor(seat).xp)]))]


def about(state: State, words: Words) -> str:
    """The Mission, as its file tells it: text from outside, so without controls."""
    language, mission = words.texts.language, state.mission
    name, text = (
        each.get(language) or next(iter(each.values()), "") for each in (mission.name, mission.text)
    )
    told = words.say("play.mission", name=name, text=text)
    return "".join(c if c.isprintable() else " " for c in told[:ABOUT])


def sides(state: State) -> dict[str, tuple[str, ...]]:
    survivors = tuple(survivor.id for survivor in state.survivors)
    return {"survivors": survivors, "all": survivors}


def values(seen: Any, seat: str, field: str) -> list[Any]:
    """Every Zone, link and Objective; the cards that the Survivor carries."""
    survivor = next((each for each in seen.survivors if each.id == seat), None)
    cards = list(survivor.cards()) if survivor else []
    at = survivor.at if survivor else ""
    near = [way.to for way in seen.board.exits.get(at, ())]
    links = [way.link.id for way in seen.board.exits.get(at, ())]
    found: dict[str, list[Any]] = {
        "to": [*near, *seen.board.zones],
        "zone": [*near, *seen.board.zones],
        "link": [*links, *seen.board.links],
        "door": [*links, *seen.board.links],
        "objective": [token.id for token in seen.objectives],
        "weapon": cards,
        "card": cards,
        "machine": [machine.id for machine in seen.machines],
        "skill": list(survivor.skills) if survivor else [],
    }
    return list(dict.fromkeys(found.get(field, [])))


TERMINAL = TerminalAdapter(
    sides,
    waiting,
    text_map.draw,
    text_map.legend,
    rare=(Discard,),
    ending=(DoNothing, Halt, Done),
    shared=(TEAM,),
    extras=extras,
    about=about,
    together=True,
    secrets=False,
    values=values,
    topics=TOPICS,
)

"""How *Dead by Daylight* is played at a terminal. No I/O here."""

from __future__ import annotations

from typing import Any

from rules.dbd.interact import Pass
from rules.dbd.movement import RevealCard
from rules.dbd.planning import TakeBack, Whisper
from rules.dbd.state import KILLER_CARDS, Planning, State, turn_order
from rules.dbd.timing import turns
from rules.engine import Move
from tts_bridge.game.terminal import TerminalAdapter
from tts_bridge.games.dbd import text_map
from tts_bridge.text.play_words import Words

TOPICS = {
    "set-card": "plan",
    "take-back": "plan",
    "reveal-card": "card",
    "play-card": "bonus",
    "reveal-prop": "reveal",
    "repair": "generator",
    "damage-generator": "generator",
    "open-gate": "gate",
    "use-perk": "perk",
    "use-item": "item",
    "use-power": "power",
    "lay-pallet": "pallet",
    "hide": "locker",
    "search-locker": "locker",
    "announce-dice": "carry",
    "choose": "choice",
    "choose-card": "choice",
}
"""Where the codes that tell of a kind of move begin, if not with its own name."""


def sides(state: State) -> dict[str, tuple[str, ...]]:
    survivors = tuple(figure.id for figure in state.survivors)
    return {
        "survivors": survivors,
        "killer": (state.killer.id,),
        "all": (*survivors, state.killer.id),
    }


def main(state: State) -> list[str]:
    """The Killer first, then the Survivors in turn order, while cards are set."""
    if isinstance(state.asks[-1], Planning):
        return [state.killer.id, *turn_order(state)]
    return [next(iter(turns(state))).seat]


def extras(state: State, seat: str, words: Words) -> list[str]:
    item = state.figure(seat).item
    return [f"{words.say('play.item')} {words.name(item)}"] if item else []


def where(state: State, move: Move[Any]) -> str:
    """The space of a prop that lies elsewhere."""
    prop = state.prop(getattr(move, "prop", ""))
    if prop is None or any(f.id == move.seat and f.at == prop.at for f in state.figures):
        return ""
    return prop.at


def values(seen: Any, seat: str, field: str) -> list[Any]:
    """Props here first, then those face up; every space, figure and card."""
    figure = seen.figure(seat)
    props = sorted(seen.props, key=lambda prop: (prop.at != figure.at, not prop.kind))
    return {
        "prop": [prop.id for prop in props],
        "to": [space.id for space in seen.board.spaces],
        "survivor": [each.id for each in seen.survivors],
        "card": list(KILLER_CARDS),
        "perk": list(figure.perks),
        "item": [figure.item] if figure.item else [],
        "dice": [1],
    }.get(field, [])


TERMINAL = TerminalAdapter(
    sides,
    main,
    text_map.draw,
    text_map.legend,
    rare=(TakeBack, Whisper),
    ending=(Pass,),
    forced=(RevealCard,),
    extras=extras,
    where=where,
    values=values,
    topics=TOPICS,
)

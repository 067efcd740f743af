"""*Dead by Daylight* for the laws: configurations, ids, and what is secret."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.board import Board, Colour, Name, Path, Props, Space
from rules.dbd.codes import CODES
from rules.dbd.perks import PERKS
from rules.dbd.planning import Whisper
from rules.dbd.setup import Config
from rules.dbd.state import HIDDEN, KILLER_CARDS, Figure, Settings, State, default_kinds
from rules.engine import CHANCE, Move

__all__ = ["CODES", "CONFIGS", "RULES", "Whisper"]


def small_board() -> Board:
    """The smallest map the rules of `problems` allow: six spaces in a ring, all props on them."""
    names = ("attic", "bridge", "cellar", "dock", "engine-room", "forge")
    spaces = []
    for number, name in enumerate(names):
        two = 2 if number < 4 else 1
        props = Props(objective=two, boldness=two, survival=2, altruism=2)
        title: Name = {"en": name.title(), "zh": f"区域{number}"}
        spaces.append(Space(name, title, float(number), 0.0, props, number))
    ring = list(zip(names, (*names[1:], names[0]), strict=True))
    colours: tuple[Colour, ...] = ("red", "green", "blue", "red", "green", "blue")
    paths = [
        Path(f"{a}-{b}-{colour}", a, b, colour, wall=index < 3)
        for index, ((a, b), colour) in enumerate(zip(ring, colours, strict=True))
    ]
    paths += [
        Path("attic-dock-yellow", "attic", "dock", "yellow"),
        Path("dock-attic-yellow", "dock", "attic", "yellow", wall=True),
        Path("bridge-cellar-red", "bridge", "cellar", "red"),
        Path("forge-dock-yellow", "forge", "dock", "yellow"),
    ]
    return Board(1, "small", {"en": "Small", "zh": "小"}, tuple(spaces), tuple(paths))


QUICK = Settings(generator_progress=1, gate_progress=1, crow_removed_by_survivor=True)
CONFIGS = {
    "default": Config(),
    "hillbilly": Config(
        survivors=("feng-min", "meg-thomas", "nea-karlsson", "yun-jin-lee"),
        killer="the-hillbilly",
        first="nea-karlsson",
        starts={"feng-min": 3, "the-hillbilly": 3},
        revealed={"objective-1": "generator", "altruism-5": "crow"},
    ),
    "small": Config(board=small_board()),
    "quick": Config(board=small_board(), killer="the-hillbilly", settings=QUICK),
}


def seats(state: State) -> Sequence[str]:
    """Everybody at the table, chance, and somebody who is not there."""
    return [*(figure.id for figure in state.figures), CHANCE, "nobody"]


def values(state: State, kind: type[Move[State]], field: str) -> Sequence[str | int]:
    """What a field of this name can hold on this board, and an id that is none."""
    board = state.board
    by_name: dict[str, Sequence[str | int]] = {
        "card": [*KILLER_CARDS, HIDDEN],
        "to": [*board.space],
        "path": ["", *board.path],
        "prop": [*board.slot_index],
        "kind": ["", *(kind for kinds in default_kinds().values() for kind in kinds)],
        "survivor": [figure.id for figure in state.figures],
        "perk": [*PERKS, *(perk for figure in state.figures for perk in figure.perks)],
        "face": range(-1, 7),
    }
    found = dict.fromkeys(by_name[field])
    return [*found] if field == "face" else [*found, "no-such-thing"]


def shuffle_secrets(state: State, seat: str | None, random: Random) -> State:
    """Every other figure with set cards holds and sets the same cards in another way."""
    return replace(state, figures=tuple(shuffled(f, seat, random) for f in state.figures))


def shuffled(figure: Figure, seat: str | None, random: Random) -> Figure:
    """A figure with hand and set cards exchanged, unless the seat may see them."""
    if figure.id == seat or not figure.planned:
        return figure
    cards = [*figure.hand, *figure.planned]
    random.shuffle(cards)
    count = len(figure.planned)
    return replace(figure, hand=tuple(cards[count:]), planned=tuple(cards[:count]))


def secrets_seen(view: State, seat: str | None) -> list[str]:
    """Cards set by others that a view shows, and hands from which they could be told."""
    return [
        f"{figure.id}: {card}"
        for figure in view.figures
        if figure.id != seat and figure.planned
        for card in (*figure.hand, *figure.planned)
        if card != HIDDEN
    ]

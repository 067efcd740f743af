"""What the page shows of a position: plain values, ready for JSON. No I/O here.

Everything in a scene is derived from `rules.view(state, seat)`, which is taken first: what a seat
may not see cannot get into its scene. Names are ids; the page has their words in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec import Struct, structs

from rules.engine import CHANCE, Move, Rules, legal_moves
from rules.notation import format_move
from tts_bridge.text.catalogue import Texts, Words, in_words

HIDDEN = "hidden"
"""How a view calls what its seat may not see."""


class Area(Struct, frozen=True, omit_defaults=True):
    """A place on the board: `box` is left, top, width, height; `cells` more of the same place."""

    id: str
    box: tuple[float, float, float, float]
    kind: str = "space"
    note: str = ""
    cells: tuple[tuple[float, float, float, float], ...] = ()
    drop: float = 0.5
    """How far below the top its name stands."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A connection: a polyline, x and y in turn. `tone` names both colour and dash pattern."""

    id: str
    points: tuple[float, ...]
    tone: str
    heads: tuple[tuple[float, ...], ...] = ()
    """Arrow heads, a polygon each."""


class Ground(Struct, frozen=True, omit_defaults=True):
    """What stays as it is for a whole game; `box` is what the drawing covers."""

    box: tuple[float, float, float, float]
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    icons: dict[str, str] = {}
    """Outlines by name, as SVG path data in a box of 24 by 24."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """A piece: where it is drawn, and what it is called. `at`: the area or line it belongs to."""

    id: str
    at: str
    x: float
    y: float
    size: float
    shape: str
    tone: str = ""
    icon: str = ""
    name: str = ""
    down: bool = False
    badge: str = ""
    states: tuple[str, ...] = ()
    """Ids of what is the matter with it: `wounded`."""


class Card(Struct, frozen=True, omit_defaults=True):
    """A card of a player; `place` is the id of the word for where it lies."""

    name: str
    place: str
    tone: str = ""
    extras: tuple[str, ...] = ()
    """What is attached to it."""
    note: str = ""
    """The id of a word about it, such as what it fires."""
    rule: str = ""
    """What the browser of rules has on it."""


class Bar(Struct, frozen=True, omit_defaults=True):
    """A number on a track; `marks`: from which number on which tone holds, and its name."""

    name: str
    value: int
    limit: int
    marks: tuple[tuple[int, str, str], ...]


class Counter(Struct, frozen=True, omit_defaults=True):
    """A number that is counted, and its limit, 0 for none."""

    name: str
    value: int
    limit: int = 0


class Panel(Struct, frozen=True, omit_defaults=True):
    """What lies before a player."""

    seat: str
    tone: str
    at: str = ""
    counters: tuple[Counter, ...] = ()
    cards: tuple[Card, ...] = ()
    states: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    """Perks or skills."""
    spent: tuple[str, ...] = ()
    """Those that are used up for now."""
    bar: Bar | None = None


class Choice(Struct, frozen=True):
    """A move that is legal now; `move` is its notation."""

    seat: str
    text: Words
    move: str


class Scene(Struct, frozen=True):
    """A position as one view shows it. `step`: how many moves were made before it."""

    step: int
    round: int
    phase: str
    turn: tuple[str, ...]
    """Seats that are to move."""
    marks: tuple[Mark, ...]
    panels: tuple[Panel, ...]
    counters: tuple[Counter, ...]
    choices: tuple[Choice, ...]
    outcome: Words | None = None
    winners: tuple[str, ...] = ()


class Drawing(Protocol):
    """How a game is drawn. Given a view, always."""

    rule_of: Mapping[Any, str]
    """Where the rule of each kind of move stands."""
    code_of: Mapping[Any, str]
    """Under which code the browser of rules has it, as far as it does."""
    code_of_step: Mapping[str, str]
    """The same for what happens by itself."""
    acts: tuple[str, ...]
    """What the host of this game may do beyond what every host may."""
    example: str
    """Something that the host could declare."""
    questions: Mapping[Any, tuple[type[Move[Any]], ...]]
    """Kinds of question that somebody answers by a word or a button, with their answers."""
    hidden_fields: tuple[str, ...]
    """Fields of a state that a view may hide, as whoever declares a position names them."""
    shared: tuple[str, ...]
    """Seats that all players answer for together."""

    def ground(self, state: Any, /) -> Ground: ...

    def marks(self, state: Any, /) -> tuple[Mark, ...]: ...

    def panels(self, state: Any, /) -> tuple[Panel, ...]: ...

    def counters(self, state: Any, /) -> tuple[Counter, ...]: ...

    def seats(self, state: Any, /) -> tuple[str, ...]:
        """Everybody who has a view of their own."""
        ...

    def words(self, state: Any, /) -> tuple[str, ...]:
        """Every id that a scene of this game can name."""
        ...


def look(
    rules: Rules[Any],
    moment: Callable[[Any], tuple[int, str]],
    drawing: Drawing,
    texts: tuple[Texts, ...],
    state: Any,
    seat: str | None,
    step: int,
) -> Scene:
    """The scene of a position as a seat may see it; None is a spectator. `moment`: the round and
    phase of a state."""
    seen = rules.view(state, seat)
    number, phase = moment(seen)
    outcome = rules.outcome(seen)
    turns = () if outcome else rules.turns(seen)
    return Scene(
        step,
        number,
        phase,
        tuple(dict.fromkeys(turn.seat for turn in turns)),
        drawing.marks(seen),
        drawing.panels(seen),
        drawing.counters(seen),
        choices(rules, texts, seen, (seat, *drawing.shared) if seat else None),
        in_words(texts, lambda each: each.outcome(outcome)) if outcome else None,
        outcome.winners if outcome else (),
    )


def choices(
    rules: Rules[Any], texts: tuple[Texts, ...], seen: Any, seats: tuple[str, ...] | None
) -> tuple[Choice, ...]:
    """The legal moves that a view tells of, chance left out: those of these seats, or for
    a spectator everybody's, what is hidden told once."""
    found: dict[tuple[str, str], Choice] = {}
    for move in legal_moves(rules, seen):
        if move.seat == CHANCE or (seats is not None and move.seat not in seats):
            continue
        is_hidden = HIDDEN in structs.astuple(move)
        words = in_words(texts, lambda each, move=move: each.move(move))
        choice = Choice(move.seat, words, "" if is_hidden else format_move(move))
        found.setdefault((move.seat, "\n".join(words.values())), choice)
    return tuple(found.values())

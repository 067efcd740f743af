"""*Dead by Daylight* as a drawing: the layout is that of the mod's own table. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from exporters.drawing.icons import DBD as ICONS
from exporters.drawing.palette import KILLER, seat_tone
from exporters.mods.dbd import layout
from exporters.mods.dbd.lines import CATEGORY_COLOUR, arrows
from rules.dbd.board import CATEGORIES, Board, Colour, Slot
from rules.dbd.interact import AnnounceDice, Choose, ChooseCard, Pass, UseItem, UsePerk
from rules.dbd.state import (
    ANY_COLOUR,
    COLOUR,
    GENERATORS_TO_POWER,
    KILLER_BP,
    KILLER_CARDS,
    SACRIFICES_TO_WIN,
    SURVIVOR_BP,
    Choice,
    DiceToAnnounce,
    Figure,
    Prop,
    React,
    State,
    default_kinds,
)
from rules.dbd.timing import RULE_OF
from rules.dbd.view import HIDDEN_FIELDS
from rules.engine import Move
from tts_bridge.drawing.scene import Area, Card, Counter, Drawing, Ground, Line, Mark, Panel

FIGURE, WALL = 0.7, 0.8
STANDS = (2, 1, 3, 0, 4)
"""The order in which the places for figures fill: from the middle."""
SEVERAL = 0.4
"""Share of a piece's size by which the next one on the same spot is shifted."""


class DbdDrawing:
    """The game, as `tts_bridge.drawing.scene.Drawing`."""

    rule_of: Mapping[Any, str] = RULE_OF
    code_of: Mapping[Any, str] = {}
    code_of_step: Mapping[str, str] = {}
    acts: tuple[str, ...] = ()
    example: str = "meg-thomas bp 3"
    questions: Mapping[Any, tuple[type[Move[Any]], ...]] = {
        Choice: (Choose, ChooseCard),
        React: (UsePerk, UseItem, Pass),
        DiceToAnnounce: (AnnounceDice,),
    }
    hidden_fields: tuple[str, ...] = HIDDEN_FIELDS
    shared: tuple[str, ...] = ()

    def ground(self, state: State) -> Ground:
        return board_ground(state.board)

    def marks(self, state: State) -> tuple[Mark, ...]:
        return (*on_paths(state), *props(state), *figures(state))

    def panels(self, state: State) -> tuple[Panel, ...]:
        return tuple(panel(state, figure) for figure in state.figures)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return (
            Counter("repaired", state.repaired, GENERATORS_TO_POWER),
            Counter("track", state.track, SACRIFICES_TO_WIN),
        )

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(figure.id for figure in state.figures)

    def words(self, state: State) -> tuple[str, ...]:
        kinds = [kind for each in default_kinds().values() for kind in each]
        perks = [perk for figure in state.figures for perk in figure.perks]
        return (
            *(space.id for space in state.board.spaces),
            *(path.id for path in state.board.paths),
            *(slot.prop for slot in state.board.slots),
            *self.seats(state),
            *KILLER_CARDS,
            *CATEGORIES,
            *kinds,
            *ANY_COLOUR,
            *perks,
            "hidden",
            "wall",
            "entity",
            *("repaired", "track", "set", "discard"),
            "wound",
            "progress",
            "bloodpoints",
            "chance",
        )


@lru_cache(8)
def planned(board: Board) -> layout.Plan:
    """Where everything of a map is drawn; worked out once a map."""
    return layout.plan(board)


def board_ground(board: Board) -> Ground:
    """A map, as it stays for a whole game."""
    plan = planned(board)
    box = plan.board
    return Ground(
        rounded(box.x - box.width / 2, -box.z - box.depth / 2, box.width, box.depth),
        tuple(
            Area(
                space.id,
                corner(plan.spaces[space.id]),
                note="" if space.start is None else str(space.start),
            )
            for space in board.spaces
        ),
        tuple(line(path.id, path.colour, plan.curves[path.id]) for path in board.paths),
        ICONS,
    )


def bare_marks(board: Board) -> Iterator[Mark]:
    """What lies on a map before a game: walls, and props face down.

    Raises:
        LayoutError: see `layout.plan`.
    """
    plan = planned(board)
    yield from (path_mark(plan, "wall", path.id, 0) for path in board.paths if path.wall)
    yield from (prop_mark(plan, slot, Prop(slot.prop, slot.space)) for slot in board.slots)


def rounded(*values: float) -> tuple[float, float, float, float]:
    """A box, to hundredths."""
    a, b, c, d = (round(value, 2) for value in values)
    return a, b, c, d


def corner(box: layout.Box) -> tuple[float, float, float, float]:
    """A box of the layout as left, top, width, height; y grows downwards."""
    return rounded(box.x - box.width / 2, -box.z - box.depth / 2, box.width, box.depth)


def line(id_: str, colour: Colour, curve: Sequence[layout.Point]) -> Line:
    """A path as it is drawn: thinned out, for its bends are gentle."""
    heads = arrows(curve) if colour == "yellow" else []
    end = curve[:-2] if heads else curve
    shown = [*end[:-1:4], end[-1]]
    return Line(id_, flat(shown), colour, tuple(flat(head) for head in heads))


def flat(points: Sequence[layout.Point]) -> tuple[float, ...]:
    """Points as x and y in turn."""
    return tuple(round(value, 2) for point in points for value in (point.x, -point.z))


def on_paths(state: State) -> Iterator[Mark]:
    """Walls, pallets and the Entity on paths; two on one path lie side by side."""
    plan = planned(state.board)
    count: dict[str, int] = {}

    def mark(kind: str, path: str) -> Mark:
        number = count[path] = count.get(path, -1) + 1
        return path_mark(plan, kind, path, number)

    yield from (mark("wall", path) for path in state.walls)
    yield from (mark("pallet", path) for path in state.pallets)
    if state.entity in plan.middles:
        yield mark("entity", state.entity)


def path_mark(plan: layout.Plan, kind: str, path: str, number: int) -> Mark:
    """A thing on a path on which `number` lie already."""
    at = plan.middles[path]
    shift = number * WALL * SEVERAL
    return Mark(
        f"{kind}/{path}", path, round(at.x + shift, 2), round(-at.z + shift, 2), WALL, kind,
        kind, kind, kind,
    )  # fmt: skip


def prop_mark(plan: layout.Plan, slot: Slot, prop: Prop) -> Mark:
    """A prop token on its slot."""
    at = plan.slots[prop.id]
    return Mark(
        prop.id,
        prop.at,
        round(at.at.x, 2),
        round(-at.at.z, 2),
        round(at.size, 2),
        slot.category,
        CATEGORY_COLOUR[slot.category],
        name=prop.kind or slot.category,
        down=not prop.kind,
        badge=str(prop.progress) if prop.progress else "",
    )


def props(state: State) -> Iterator[Mark]:
    """Prop tokens on the board: face down only their category is known."""
    plan = planned(state.board)
    for slot, prop in zip(state.board.slots, state.props, strict=True):
        if not prop.at:
            continue
        mark = prop_mark(plan, slot, prop)
        yield mark
        if state.entity == prop.id:
            yield Mark(
                "entity", mark.at, mark.x, mark.y, mark.size, "entity", "entity", "entity",
                "entity",
            )  # fmt: skip


def figures(state: State) -> Iterator[Mark]:
    """Everybody, side by side at the south edge of their spaces."""
    plan = planned(state.board)
    count: dict[str, int] = {}
    for index, figure in enumerate(state.figures):
        number = count[figure.at] = count.get(figure.at, -1) + 1
        at = plan.stands[figure.at][STANDS[number % layout.STANDS]]
        is_killer = figure.side == "killer"
        yield Mark(
            f"figure/{figure.id}",
            figure.at,
            round(at.x, 2),
            round(-at.z, 2),
            FIGURE,
            "killer" if is_killer else "survivor",
            KILLER if is_killer else seat_tone(index),
            name=figure.id,
            states=states(state, figure),
        )


def states(state: State, figure: Figure) -> tuple[str, ...]:
    """What is the matter with a figure."""
    return (
        *(("page.wounded",) if figure.wounded else ()),
        *(("page.on-hook",) if figure.hook else ()),
        *(("page.first",) if figure.id == state.first else ()),
    )


def panel(state: State, figure: Figure) -> Panel:
    """What lies before a figure's player."""
    is_killer = figure.side == "killer"
    index = [each.id for each in state.figures].index(figure.id)
    places = (("page.hand", figure.hand), ("set", figure.planned), ("discard", figure.played))
    return Panel(
        figure.id,
        KILLER if is_killer else seat_tone(index),
        figure.at,
        (Counter("bloodpoints", figure.bp, KILLER_BP if is_killer else SURVIVOR_BP),),
        tuple(Card(card, place, COLOUR.get(card, "")) for place, held in places for card in held),
        states(state, figure),
        figure.perks,
        tuple(each for each in figure.used if each in figure.perks),
    )


DRAWING: Drawing = DbdDrawing()

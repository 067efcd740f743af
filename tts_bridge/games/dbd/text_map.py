"""The map of *Dead by Daylight* in characters: spaces as boxes, paths as lines between them.

A path is told by its colour, by its letter and by the kind of its line; a yellow one ends in an
arrow. A map that is too wide for the terminal comes as a list of spaces with their exits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from exporters.drawing.letters import letters
from exporters.drawing.palette import KILLER, seat_tone
from exporters.mods.dbd.lines import CATEGORY_COLOUR
from rules.dbd.board import CATEGORIES, Board, Path
from rules.dbd.state import Figure, Prop, State
from tts_bridge.terminal.canvas import Canvas, fit, stroke, style_of
from tts_bridge.terminal.routing import Rect, Route, lay
from tts_bridge.text.play_words import Look, Sign, Words

INK = {"blue": "bright_blue", "green": "green", "red": "red", "yellow": "yellow"}
KIND = {"blue": "light", "green": "double", "red": "heavy", "yellow": "dashed"}
LETTER = {"blue": "B", "green": "G", "red": "R", "yellow": "Y"}
WALL, PALLET, ENTITY, TRAP = "#", "=", "*", "x"
WOUNDED, HOOKED = "!", "^"
BOX, GAP, DEEP = range(18, 9, -1), (7, 5, 4), 3
"""Columns of a box, columns and rows between two, the best first."""
WIDEST_GAP, HEIGHT = 10, 4
DRAWN = 0.8
"""The share of its paths that a drawing shows at least; a map with fewer comes as a list."""


class Sheet(Struct, frozen=True):
    """Where everything of a map is drawn."""

    width: int
    height: int
    boxes: dict[str, Rect]
    routes: dict[str, Route]


def ranks(values: Mapping[str, float], near: float) -> dict[str, int]:
    """Which column (or row) each place is in: those within `near` of the first share one."""
    found: dict[str, int] = {}
    first, rank = -math.inf, -1
    for each in sorted(values, key=lambda each: values[each]):
        if values[each] > first + near:
            first, rank = values[each], rank + 1
        found[each] = rank
    return found


@lru_cache(16)
def sheet(board: Board, width: int) -> Sheet | None:
    """The drawing of a map in so many columns; None where there is no room for it
    or its paths are too tangled."""
    spaces = board.spaces
    near = min(math.dist((a.x, a.y), (b.x, b.y)) for i, a in enumerate(spaces) for b in spaces[:i])
    columns = ranks({each.id: each.x for each in spaces}, near * 0.5)
    rows = ranks({each.id: each.y for each in spaces}, near * 0.5)
    for gap in GAP:
        for box in BOX:
            lefts = places(columns, rows, box, gap)
            if max(lefts) + box > width:
                continue
            wider = gap
            while wider < WIDEST_GAP and max(places(columns, rows, box, wider + 1)) + box <= width:
                wider += 1
            lefts = places(columns, rows, box, wider)
            boxes = {
                each.id: Rect(lefts[columns[each.id]], rows[each.id] * (HEIGHT + DEEP), box, HEIGHT)
                for each in spaces
            }
            high = max(rows.values()) * (HEIGHT + DEEP) + HEIGHT
            size = (min(width, max(lefts) + box + 2), high)
            wanted = [(path.id, path.a, path.b) for path in board.paths]
            routes = lay(size, boxes, wanted)
            is_clear = len(routes) >= len(wanted) * DRAWN
            return Sheet(*size, boxes, routes) if is_clear else None
    return None


def places(columns: Mapping[str, int], rows: Mapping[str, int], box: int, gap: int) -> list[int]:
    """The left edge of each column: a box's width behind what stands before it in a row."""
    lefts: list[int] = []
    ends: dict[int, int] = {}
    for column in range(max(columns.values()) + 1):
        here = {rows[each] for each, its in columns.items() if its == column}
        before = lefts[-1] + (box + gap) // 2 if lefts else 0
        lefts.append(max([before, *(ends[row] + gap for row in here if row in ends)]))
        ends |= dict.fromkeys(here, lefts[-1] + box)
    return lefts


def draw(
    state: State, seat: str, words: Words, look: Look, numbers: Mapping[str, str]
) -> list[Text]:
    """The map of a view, line by line. `numbers`: what the moves to a space are called."""
    drawn = sheet(state.board, look.width)
    if drawn is None:
        return listed(state, words, numbers)
    canvas = Canvas(drawn.width, drawn.height)
    for path in state.board.paths:
        if path.id in drawn.routes:
            line(canvas, state, path, drawn.routes[path.id], look)
    for space, box in drawn.boxes.items():
        frame(canvas, state, space, box, seat, words, look, numbers.get(space, ""))
    missing = [path for path in state.board.paths if path.id not in drawn.routes]
    more = [
        Text(f"{words.name(path.a)}: {way(state, path, path.a, words)}", INK[path.colour])
        for path in missing
    ]
    return [*canvas.lines(), *more]


def line(canvas: Canvas, state: State, path: Path, route: Route, look: Look) -> None:
    """A path with its letter, what lies on it, and its arrow."""
    ink, kind = INK[path.colour], "plain" if look.ascii else KIND[path.colour]
    for (x, y), sides in route.cells:
        canvas.put(x, y, stroke(kind, sides), ink)
    run = route.straight()
    signs = [(LETTER[path.colour], f"bold {ink}"), *on_path(state, path)]
    start = max(0, (len(run) - len(signs)) // 2)
    for (x, y), (sign, style) in zip(run[start:], signs, strict=False):
        canvas.put(x, y, sign, style)
    if path.colour == "yellow":
        (x, y), sides = route.cells[-1]
        canvas.put(x, y, {"E": ">", "W": "<", "S": "v", "N": "^"}[sides[1]], f"bold {ink}")


def on_path(state: State, path: Path) -> list[tuple[str, str]]:
    """What lies on a path, as signs."""
    found = [(WALL, "bold white on grey37")] if path.id in state.walls else []
    found += [(PALLET, "bold black on yellow")] if path.id in state.pallets else []
    found += [(ENTITY, "bold magenta")] if state.entity == path.id else []
    return found + ([(TRAP, "bold magenta")] if path.id in state.traps else [])


def frame(
    canvas: Canvas,
    state: State,
    space: str,
    box: Rect,
    seat: str,
    words: Words,
    look: Look,
    number: str,
) -> None:
    """A space: its name, its props, who is there, and the moves that lead here."""
    mine = any(figure.id == seat and figure.at == space for figure in state.figures)
    style = "bold bright_white" if mine else "grey62"
    flat, side = ("-", "|") if look.ascii else ("─", "│")
    corners = "++++" if look.ascii else "┌┐└┘"
    right, low = box.x + box.width - 1, box.y + box.height - 1
    for y in (box.y, low):
        canvas.put(box.x, y, flat * box.width, style)
    for y in range(box.y + 1, low):
        canvas.put(box.x, y, side + " " * (box.width - 2) + side, style)
    for (x, y), corner in zip(
        ((box.x, box.y), (right, box.y), (box.x, low), (right, low)), corners, strict=True
    ):
        canvas.put(x, y, corner, style)
    name = fit(words.name(space), box.width - 2)
    canvas.put(box.x + 1, box.y, name, "bold underline" if mine else "bold")
    if number:
        label = fit(f"[{number}]", box.width - 2)
        canvas.put(right - cell_len(label), low, label, "bold black on bright_white")
    inner = box.width - 2
    props = prop_signs(state, space, words)
    if sum(cell_len(sign) for sign, _ in props) > inner:
        props = crowded(props)
    spread(canvas, box.x + 1, box.y + 1, inner, props)
    spread(canvas, box.x + 1, box.y + 2, inner, figure_signs(state, space, words, inner))


def spread(canvas: Canvas, x: int, y: int, width: int, signs: list[tuple[str, str]]) -> None:
    """Signs in a row: a blank between them if that fits; what does not fit is a plus."""
    sizes = [cell_len(sign) for sign, _ in signs]
    between = 1 if sum(sizes) + len(signs) - 1 <= width else 0
    end = x + width
    for index, (sign, style) in enumerate(signs):
        last = index == len(signs) - 1
        if x + sizes[index] > end - (0 if last else 1):
            canvas.put(min(x, end - 1), y, "+", "bold")
            return
        x = canvas.put(x, y, sign, style) + between


def crowded(signs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The signs of many props: one `?` before all that lie face down."""
    first = next((n for n, (sign, _) in enumerate(signs) if sign.startswith("?")), len(signs))
    rest = [(sign.removeprefix("?"), style) for sign, style in signs[first + 1 :]]
    return [*signs[: first + 1], *rest]


def prop_signs(state: State, space: str, words: Words) -> list[tuple[str, str]]:
    """What lies in a space: face up by its short name, face down by its category after `?`."""
    found = []
    down = [prop for prop in state.props_at(space) if not prop.kind]
    for prop in state.props_at(space):
        if prop.kind:
            ink = INK[CATEGORY_COLOUR[state.board.slots[state.board.slot_index[prop.id]].category]]
            found.append((prop_sign(state, prop, words), f"bold {ink}"))
    for prop in down:
        slot = state.board.slots[state.board.slot_index[prop.id]]
        found.append((f"?{words.short(slot.category)}", INK[CATEGORY_COLOUR[slot.category]]))
    return found


def prop_sign(state: State, prop: Prop, words: Words) -> str:
    """A prop that lies face up, with its progress and the Entity on it."""
    count = str(prop.progress) if prop.progress else ""
    return words.short(prop.kind) + count + (ENTITY if state.entity == prop.id else "")


def figure_signs(state: State, space: str, words: Words, width: int) -> list[tuple[str, str]]:
    """Who stands in a space: by first name where there is room, else by its shortest beginning."""
    here = [figure for figure in state.figures if figure.at == space]
    short = letters({figure.id: words.name(figure.id) for figure in state.figures})
    full = {figure.id: first_name(words, figure) for figure in state.figures}
    for names in (full, {each: name[:3] for each, name in full.items()}, short):
        signs = [(marked(figure, names[figure.id]), ink(state, figure)) for figure in here]
        if sum(cell_len(sign) for sign, _ in signs) + len(signs) - 1 <= width:
            break
    return signs if here else []


def first_name(words: Words, figure: Figure) -> str:
    """A figure's first name; the Killer in capitals or brackets, without the article."""
    name = words.name(figure.id).replace("·", " ")
    parts = [part for part in name.split() if part.casefold() != "the"] or [name]
    if figure.side != "killer":
        return parts[0]
    loud = parts[-1].upper()
    return loud if loud != parts[-1] else f"<{loud}>"


def marked(figure: Figure, name: str) -> str:
    """A name with what is the matter with its figure."""
    name = f"({name})" if figure.locker else name
    return name + WOUNDED * figure.wounded + HOOKED * bool(figure.hook)


def ink(state: State, figure: Figure) -> str:
    """The style of a figure."""
    if figure.side == "killer":
        return style_of(KILLER)
    index = [each.id for each in state.survivors].index(figure.id)
    return style_of(seat_tone(index))


def way(state: State, path: Path, start: str, words: Words) -> str:
    """A way out of a space in words: `B Woodpile`, `R Watchtower #`."""
    to = path.b if path.a == start else path.a
    signs = "".join(sign for sign, _ in on_path(state, path))
    arrow = "> " if path.colour == "yellow" else " "
    return f"{LETTER[path.colour]}{arrow}{words.name(to)}{signs and ' '}{signs}"


def listed(state: State, words: Words, numbers: Mapping[str, str]) -> list[Text]:
    """The map as a list: a space a paragraph, with what is in it and where one gets from it."""
    found = []
    for space in state.board.spaces:
        head = Text(words.name(space.id), "bold")
        if space.id in numbers:
            head.append(f" [{numbers[space.id]}]", "bold bright_cyan")
        signs = [*prop_signs(state, space.id, words), *figure_signs(state, space.id, words, 99)]
        for sign, style in signs:
            head.append(" ")
            head.append(sign, style)
        found.append(head)
        exits = Text("    ")
        for path in state.board.paths:
            if path.a == space.id or (path.b == space.id and path.colour != "yellow"):
                exits.append(way(state, path, space.id, words), INK[path.colour]).append("  ")
        found.append(exits)
    return found


def legend(state: State, words: Words, look: Look) -> list[Sign]:
    """What letters, lines and signs mean: each with its style, and its meaning."""
    found: list[Sign] = []
    for colour, letter in LETTER.items():
        shown = "--" if look.ascii else stroke(KIND[colour], "EW") * 2
        shown = shown[0] + ">" if colour == "yellow" else shown
        found.append((f"{letter}{shown}", INK[colour], words.name(colour)))
    for sign, name in (
        (WALL, "wall"),
        (PALLET, "pallet"),
        (ENTITY, "entity"),
        (WOUNDED, "page.wounded"),
        (HOOKED, "page.on-hook"),
    ):
        found.append((sign, "bold", words.name(name)))
    for category in CATEGORIES:
        tone = INK[CATEGORY_COLOUR[category]]
        found.append((f"?{words.short(category)}", tone, f"{words.name(category)}:"))
        found += [
            (words.short(kind), f"bold {tone}", words.name(kind))
            for kind in state.settings.kinds[category]
        ]
    return found

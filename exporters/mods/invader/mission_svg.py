"""A mission of *Zombicide: Invader* as an SVG drawing: Zones, walls, doors, tokens, figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from exporters.drawing import svg
from exporters.drawing.icons import INVADER
from exporters.drawing.letters import letter
from exporters.drawing.palette import DARK, PALE, THEME, TONES, ink_on
from exporters.drawing.svg import Markup, join
from exporters.drawing.text_fit import BOLD, width
from exporters.mods.invader.words import mission_name
from exporters.mods.words import Language, Names, heading
from rules.invader.board import PLACES, STEP, Board, turned
from rules.invader.data import MACHINES
from rules.invader.missions import Mission
from rules.invader.state import KINDS

Point = tuple[float, float]
CELL = 110.0
"""Pixels of a Zone's side."""
MARGIN, HEAD, ROW, NARROWEST = 26.0, 62.0, 42.0, 800.0
"""Around the board, above it, of a row of the legend, of the whole drawing."""
GROUND = "#0b0e12"
FLOOR = {
    "exterior": "#17202b",
    "corridor": "#8b939c",
    "room": "#d8cfba",
    "security": "#d99a8c",
    "oxygen": "#9cc7de",
    "airlock": "#e0cb7d",
}
INK = {
    "red": "#c62f2a",
    "green": "#2e8b47",
    "purple": "#7b3fa0",
    "blue": "#2f6fc0",
    "white": "#f4f4f4",
    "neutral": "#5b4630",
}
MOLD, FRAME = "#6a8f2f", "#ffd45e"


def draw_mission(
    mission: Mission,
    names: Names,
    language: Language = "en",
    mold: Mapping[str, str] | None = None,
) -> str:
    """The mission as an SVG document, as it lies at the start; `mold`: the side by Zone."""

    def name(id_: str) -> str:
        return names.name(id_, language)

    where = places(mission)
    left, top = min(x for x, _ in where.values()), min(y for _, y in where.values())
    at = {c: (MARGIN + CELL * (x - left), HEAD + CELL * (y - top)) for c, (x, y) in where.items()}
    wide = max(max(x for x, _ in at.values()) + CELL + MARGIN, NARROWEST)
    bottom = max(y for _, y in at.values()) + CELL
    title = mission_name(mission, language)
    level = name(mission.difficulty)
    parts = [text((MARGIN, 40), f"{title} ({level})", 26, PALE, anchor="start")]
    board = mission.board
    for cell, point in at.items():
        parts += floor(board, cell, point, (mold or {}).get(board.zone_of[cell], ""))
    for cell in at:
        parts += walls(board, cell, at)
    for tile in mission.tiles:
        parts += tile_frame([at[f"{tile.name}-{place}"] for place in PLACES], tile.face)
    for link in board.links.values():
        parts += opening(link.kind, at[link.a], at[link.b])
    for door in mission.doors:
        parts += doors(door.state, INK[door.colour], *[at[c] for c in ends(board, door.link)])
    for cell, tokens in tokens_of(mission, name).items():
        parts += spread(at[cell], tokens)
    parts += [label(board, cell, point) for cell, point in at.items()]
    signs, height = legend(name, wide - 2 * MARGIN)
    parts.append(svg.group(*signs, transform=svg.translate(MARGIN, bottom + 20)))
    return svg.document((0, 0, wide, bottom + height + 40), *parts, ground=GROUND, name=title)


def places(mission: Mission) -> dict[str, tuple[int, int]]:
    """Where each cell lies, in cells over the whole board."""
    found = {}
    for tile in mission.tiles:
        for index, place in enumerate(PLACES):
            x, y = turned(index % 3, index // 3, tile.rotation // 90)
            found[f"{tile.name}-{place}"] = (3 * tile.x + x, 3 * tile.y + y)
    return found


def ends(board: Board, link: str) -> tuple[str, str]:
    """The two cells of a link."""
    return board.links[link].a, board.links[link].b


def text(at: Point, words: str, size: float, ink: str, anchor: str = "middle") -> Markup:
    """A line of bold text."""
    return svg.text(*at, size, words, ink, anchor, font_weight="bold")


def line(
    a: Point, b: Point, ink: str, wide: float, dash: str | None = None, cap: str | None = None
) -> Markup:
    """A straight line."""
    return svg.line(*a, *b, ink, wide, stroke_dasharray=dash, stroke_linecap=cap)


def floor(board: Board, cell: str, at: Point, mold: str) -> Iterator[Markup]:
    """The ground of a cell, with Mold on it."""
    zone = board.zones[board.zone_of[cell]]
    yield svg.rect(*at, CELL, CELL, FLOOR[zone.special or zone.kind])
    x, y = at
    if mold:
        opacity = 0.85 if mold == "active" else 0.35
        for dx, dy, r in ((28, 34, 20), (70, 26, 24), (50, 64, 30), (84, 78, 18), (22, 80, 16)):
            yield svg.circle(x + dx, y + dy, r, MOLD, fill_opacity=opacity)


def label(board: Board, cell: str, at: Point) -> Markup:
    """What a Zone is called in texts."""
    zone = board.zones[board.zone_of[cell]]
    ink = "#8fa3b8" if zone.kind == "exterior" else "#1b1b1b"
    return text((at[0] + CELL - 10, at[1] + CELL - 12), zone.id.upper(), 13, ink, anchor="end")


def corners(at: Point, direction: str) -> tuple[Point, Point]:
    """The ends of a cell's side."""
    x, y = at
    far = (x + CELL, y + CELL)
    return {
        "N": ((x, y), (far[0], y)),
        "S": ((x, far[1]), far),
        "W": ((x, y), (x, far[1])),
        "E": ((far[0], y), far),
    }[direction]


def walls(board: Board, cell: str, at: Mapping[str, Point]) -> Iterator[Markup]:
    """The sides of a cell: walls, unless a line or nothing parts it from its neighbour."""
    for direction, (dx, dy) in STEP.items():
        x, y = at[cell]
        ways = board.steps[cell].get(direction, ())
        near = (x + dx * CELL, y + dy * CELL)
        beside = next((link for link, to in ways if at[to] == near), None)
        if beside == "":
            continue
        if beside is not None and board.links[beside].kind == "line":
            yield line(*corners(at[cell], direction), "#eef2f6", 2, dash="7 6")
        else:
            yield line(*corners(at[cell], direction), GROUND, 7, cap="square")


def tile_frame(cells: list[Point], face: str) -> Iterator[Markup]:
    """A thin frame around a tile, and the name of its face."""
    x, y = min(x for x, _ in cells), min(y for _, y in cells)
    size = 3 * CELL
    yield svg.rect(x, y, size, size, "none", stroke=FRAME, stroke_width=1.5, stroke_opacity=0.8)
    yield svg.rect(x, y, 30, 19, FRAME)
    yield text((x + 15, y + 15), face, 14, GROUND)


def side(a: Point, b: Point) -> tuple[Point, Point]:
    """The middle of the side between two neighbouring cells, and the direction along it."""
    middle = ((a[0] + b[0] + CELL) / 2, (a[1] + b[1] + CELL) / 2)
    return middle, ((0, 1) if abs(a[0] - b[0]) > 1 else (1, 0))


def along(middle: Point, way: Point, half: float) -> tuple[Point, Point]:
    """The ends of a stretch of a side."""
    x, y = middle
    dx, dy = way[0] * half, way[1] * half
    return (x - dx, y - dy), (x + dx, y + dy)


def opening(kind: str, a: Point, b: Point) -> Iterator[Markup]:
    """An opening in a wall, or an airlock's hatch."""
    middle, way = side(a, b)
    if kind == "gap":
        yield line(*along(middle, way, 19), "#f3ecda", 9)
    elif kind == "airlock":
        yield line(*along(middle, way, 24), "#e0cb7d", 15)
        yield line(*along(middle, way, 24), GROUND, 13, dash="6 6")


def doors(state: str, ink: str, a: Point, b: Point) -> Iterator[Markup]:
    """A door token: shut across the opening, standing open, or in pieces."""
    middle, way = side(a, b)
    if state == "closed":
        yield line(*along(middle, way, 23), PALE, 17)
        yield line(*along(middle, way, 21), ink, 13)
    elif state == "open":
        yield line(*along(middle, (way[1], way[0]), 16), ink, 8)
    else:
        yield line(*along(middle, way, 21), ink, 13, dash="5 7")


def tokens_of(mission: Mission, name: Callable[[str], str]) -> dict[str, list[Markup]]:
    """What lies and stands in each cell, as drawings around the origin, 34 pixels wide."""
    found: dict[str, list[Markup]] = {}
    for cell in dict.fromkeys(mission.start):
        found.setdefault(cell, []).append(sign(name("start").upper(), PALE, "#1d4f8a"))
    for cell in mission.exits:
        found.setdefault(cell, []).append(token("exit", "green"))
    for spawn in mission.spawns:
        found.setdefault(spawn.at, []).append(spawn_token(spawn.id, spawn.colour))
    for objective in mission.objectives:
        found.setdefault(objective.at, []).append(objective_token(objective.id, objective.colour))
    for machine, cell in mission.machines.items():
        found.setdefault(cell, []).append(machine_token(name(machine)))
    for cell, herd in mission.xenos.items():
        for kind, count in herd.items():
            found.setdefault(cell, []).append(xeno_token(name(kind), count))
    return found


def sign(words: str, ink: str, fill: str) -> Markup:
    """A small sign with a word."""
    box = svg.rect(-17, -11, 34, 22, fill, rx=4, stroke=DARK, stroke_width=1.5)
    return join([box, text((0, 4), words, 10, ink)])


def token(icon: str, tone: str) -> Markup:
    """A piece as the page has it: its outline on a disc."""
    disc = svg.circle(0, 0, 16, THEME["sheet"], stroke=TONES[tone], stroke_width=1.5)
    return join([disc, svg.icon(INVADER[icon], 25, TONES[tone])])


def number_of(name: str) -> str:
    """The number at the end of an id, else its first letter."""
    last = name.rpartition("-")[2]
    return last if last.isdecimal() else name[:1].upper()


def machine_token(name: str) -> Markup:
    """A machine and its letter."""
    badge = svg.circle(11, -11, 8, DARK, stroke=PALE)
    return join([token("machine", "blue"), badge, text((11, -7), letter(name), 11, PALE)])


def spawn_token(name: str, colour: str) -> Markup:
    """A Spawn Zone: an arrow down; one that sleeps is hollow."""
    awake = colour == "red"
    fill, ink = (INK[colour], PALE) if awake else ("#f4f4f4", INK[colour])
    shape = svg.polygon((-16, -14, 16, -14, 0, 17), fill, stroke=ink, stroke_width=2.5)
    return join([shape, text((0, -1), number_of(name), 12, ink)])


def objective_token(name: str, colour: str) -> Markup:
    """An Objective; who lies face down has a question mark."""
    fill = INK[colour or "red"]
    words = number_of(name) + ("" if colour else "?")
    shape = svg.polygon(
        (0, -16, 16, 0, 0, 16, -16, 0), fill, stroke=PALE, stroke_width=2, stroke_linejoin="round"
    )
    return join([shape, text((0, 4), words, 12, ink_on(fill))])


def xeno_token(name: str, count: int) -> Markup:
    """Xenos of a kind: their letter and how many."""
    disc = svg.circle(0, 0, 16, TONES["red"], stroke=DARK, stroke_width=2)
    return join([disc, text((0, 5), f"{letter(name)}{count}", 13, DARK)])


def spread(at: Point, tokens: list[Markup]) -> Iterator[Markup]:
    """Tokens side by side in a cell, at most three in a row."""
    for index, token in enumerate(tokens):
        row, column = divmod(index, 3)
        in_row = min(3, len(tokens) - 3 * row)
        x = at[0] + CELL / 2 + (column - (in_row - 1) / 2) * 36
        y = at[1] + (42 if len(tokens) <= 3 else 30) + row * 36
        yield svg.group(token, transform=svg.translate(x, y))


def legend(name: Callable[[str], str], wide: float) -> tuple[list[Markup], float]:
    """What colours and signs mean, in rows of some width, and the height of them all."""
    door = [line((0, -12), (0, 12), PALE, 15), line((0, -11), (0, 11), INK["neutral"], 12)]
    signs = {
        **{
            heading(name(kind)): svg.rect(-10, -10, 20, 20, fill, stroke="#c9ced8")
            for kind, fill in FLOOR.items()
        },
        heading(name("spawn")): spawn_token("spawn-1", "red"),
        heading(name("objective")): objective_token("objective-1", ""),
        ", ".join(map(name, KINDS)): xeno_token(name(KINDS[0]), 1),
        heading(name("exit")): token("exit", "green"),
        ", ".join(map(name, MACHINES)): machine_token(name(next(iter(MACHINES)))),
        heading(name("mold")): svg.circle(0, 0, 13, MOLD),
        heading(name("door-closed")): join(door),
    }
    x = y = 0.0
    found = []
    for words, drawn in signs.items():
        long = 66 + width(words) * 13 * BOLD
        if x and x + long > wide:
            x, y = 0.0, y + ROW
        label = text((24, 5), words, 13, "#e6eaf0", anchor="start")
        found.append(svg.group(drawn, label, transform=svg.translate(x + 16, y + ROW / 2)))
        x += long
    return found, y + ROW

"""A mission of *Zombicide: Invader* as an SVG drawing: Zones, walls, doors, tokens, figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from xml.sax.saxutils import quoteattr

from exporters.mods.dbd.map_svg import FONT
from exporters.mods.invader.words import mission_name
from exporters.mods.words import Language, Names, heading
from exporters.xmltext import escape
from rules.invader.board import PLACES, STEP, Board, turned
from rules.invader.missions import Mission
from rules.invader.state import KINDS

Point = tuple[float, float]
CELL = 110.0
"""Pixels of a Zone's side."""
MARGIN, HEAD, FOOT = 26.0, 62.0, 92.0
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
XENO = {
    "worker": ("W", "#5a7d2b"),
    "hunter": ("H", "#a8611c"),
    "tank": ("T", "#7a2f2f"),
    "spoiler-abomination": ("A", "#4b1f5e"),
}
MACHINE = {"peacekeeper-bot": "BOT", "falchion-sentry-gun": "GUN"}


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
    width = max(max(x for x, _ in at.values()) + CELL + MARGIN, 800.0)
    bottom = max(y for _, y in at.values()) + CELL
    height = bottom + FOOT
    title = mission_name(mission, language)
    level = name(mission.difficulty)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family={quoteattr(FONT)}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#0b0e12"/>',
        text((MARGIN, 40), f"{title} ({level})", 26, "#ffffff", anchor="start"),
    ]
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
    parts += legend(bottom + 22, name)
    return "\n".join([*parts, "</svg>", ""])


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


def text(at: Point, words: str, size: float, ink: str, anchor: str = "middle") -> str:
    """A line of text."""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" fill="{ink}" '
        f'text-anchor="{anchor}" font-weight="bold">{escape(words)}</text>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" {more}/>'
    )


def line(a: Point, b: Point, ink: str, width: float, more: str = "") -> str:
    """A straight line."""
    return (
        f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{ink}" '
        f'stroke-width="{width}" fill="none" {more}/>'
    )


def floor(board: Board, cell: str, at: Point, mold: str) -> Iterator[str]:
    """The ground of a cell, with Mold on it."""
    zone = board.zones[board.zone_of[cell]]
    yield box(*at, CELL, CELL, FLOOR[zone.special or zone.kind])
    x, y = at
    if mold:
        opacity = 0.85 if mold == "active" else 0.35
        for dx, dy, r in ((28, 34, 20), (70, 26, 24), (50, 64, 30), (84, 78, 18), (22, 80, 16)):
            yield (
                f'<circle cx="{x + dx:.0f}" cy="{y + dy:.0f}" r="{r}" fill="#6a8f2f" '
                f'fill-opacity="{opacity}"/>'
            )


def label(board: Board, cell: str, at: Point) -> str:
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


def walls(board: Board, cell: str, at: Mapping[str, Point]) -> Iterator[str]:
    """The sides of a cell: walls, unless a line or nothing parts it from its neighbour."""
    for direction, (dx, dy) in STEP.items():
        x, y = at[cell]
        ways = board.steps[cell].get(direction, ())
        near = (x + dx * CELL, y + dy * CELL)
        beside = next((link for link, to in ways if at[to] == near), None)
        if beside == "":
            continue
        if beside is not None and board.links[beside].kind == "line":
            yield line(*corners(at[cell], direction), "#eef2f6", 2, 'stroke-dasharray="7 6"')
        else:
            yield line(*corners(at[cell], direction), "#0b0e12", 7, 'stroke-linecap="square"')


def tile_frame(cells: list[Point], face: str) -> Iterator[str]:
    """A thin frame around a tile, and the name of its face."""
    x, y = min(x for x, _ in cells), min(y for _, y in cells)
    frame = 'stroke="#ffd45e" stroke-width="1.5" stroke-opacity="0.8"'
    yield box(x, y, 3 * CELL, 3 * CELL, "none", frame)
    yield box(x, y, 30, 19, "#ffd45e")
    yield text((x + 15, y + 15), face, 14, "#0b0e12")


def side(a: Point, b: Point) -> tuple[Point, Point]:
    """The middle of the side between two neighbouring cells, and the direction along it."""
    middle = ((a[0] + b[0] + CELL) / 2, (a[1] + b[1] + CELL) / 2)
    return middle, ((0, 1) if abs(a[0] - b[0]) > 1 else (1, 0))


def along(middle: Point, way: Point, half: float) -> tuple[Point, Point]:
    """The ends of a stretch of a side."""
    x, y = middle
    dx, dy = way[0] * half, way[1] * half
    return (x - dx, y - dy), (x + dx, y + dy)


def opening(kind: str, a: Point, b: Point) -> Iterator[str]:
    """An opening in a wall, or an airlock's hatch."""
    middle, way = side(a, b)
    if kind == "gap":
        yield line(*along(middle, way, 19), "#f3ecda", 9)
    elif kind == "airlock":
        yield line(*along(middle, way, 24), "#e0cb7d", 15)
        yield line(*along(middle, way, 24), "#0b0e12", 13, 'stroke-dasharray="6 6"')


def doors(state: str, ink: str, a: Point, b: Point) -> Iterator[str]:
    """A door token: shut across the opening, standing open, or in pieces."""
    middle, way = side(a, b)
    if state == "closed":
        yield line(*along(middle, way, 23), "#ffffff", 17)
        yield line(*along(middle, way, 21), ink, 13)
    elif state == "open":
        yield line(*along(middle, (way[1], way[0]), 16), ink, 8)
    else:
        yield line(*along(middle, way, 21), ink, 13, 'stroke-dasharray="5 7"')


def tokens_of(mission: Mission, name: Callable[[str], str]) -> dict[str, list[str]]:
    """What lies and stands in each cell, as drawings around the origin, 34 pixels wide."""
    found: dict[str, list[str]] = {}
    for cell in dict.fromkeys(mission.start):
        found.setdefault(cell, []).append(sign(name("start").upper(), "#ffffff", "#1d4f8a"))
    for cell in mission.exits:
        found.setdefault(cell, []).append(sign(name("exit").upper(), "#ffffff", "#1f7a3a"))
    for spawn in mission.spawns:
        found.setdefault(spawn.at, []).append(spawn_token(spawn.id, spawn.colour))
    for objective in mission.objectives:
        found.setdefault(objective.at, []).append(objective_token(objective.id, objective.colour))
    for machine, cell in mission.machines.items():
        found.setdefault(cell, []).append(sign(MACHINE[machine], "#0b0e12", "#b8e0ff"))
    for cell, herd in mission.xenos.items():
        for kind, count in herd.items():
            found.setdefault(cell, []).append(xeno_token(kind, count))
    return found


def sign(words: str, ink: str, fill: str) -> str:
    """A small sign with a word."""
    frame = 'rx="4" stroke="#0b0e12" stroke-width="1.5"'
    return box(-17, -11, 34, 22, fill, frame) + text((0, 4), words, 10, ink)


def number_of(name: str) -> str:
    """The number at the end of an id, else its first letter."""
    last = name.rpartition("-")[2]
    return last if last.isdecimal() else name[:1].upper()


def spawn_token(name: str, colour: str) -> str:
    """A Spawn Zone: an arrow down; one that sleeps is hollow."""
    awake = colour == "red"
    fill = INK[colour] if awake else "#f4f4f4"
    ink = "#ffffff" if awake else INK[colour]
    frame = f'stroke="{"#ffffff" if awake else INK[colour]}" stroke-width="2.5"'
    return f'<path d="M-16 -14H16L0 17Z" fill="{fill}" {frame}/>' + text(
        (0, -1), number_of(name), 12, ink
    )


def objective_token(name: str, colour: str) -> str:
    """An Objective; who lies face down has a question mark."""
    fill = INK[colour or "red"]
    ink = "#1b1b1b" if colour == "white" else "#ffffff"
    words = number_of(name) + ("" if colour else "?")
    frame = 'rx="5" stroke="#ffffff" stroke-width="2"'
    return f'<g transform="rotate(45)">{box(-11.5, -11.5, 23, 23, fill, frame)}</g>' + text(
        (0, 4), words, 12, ink
    )


def xeno_token(kind: str, count: int) -> str:
    """Xenos of a kind: their letter and how many."""
    letter, fill = XENO[kind]
    disc = f'<circle r="15" fill="{fill}" stroke="#f3ecda" stroke-width="2"/>'
    return disc + text((0, 5), f"{letter}{count}", 13, "#ffffff")


def spread(at: Point, tokens: list[str]) -> Iterator[str]:
    """Tokens side by side in a cell, at most three in a row."""
    for index, token in enumerate(tokens):
        row, column = divmod(index, 3)
        in_row = min(3, len(tokens) - 3 * row)
        x = at[0] + CELL / 2 + (column - (in_row - 1) / 2) * 36
        y = at[1] + (42 if len(tokens) <= 3 else 30) + row * 36
        yield f'<g transform="translate({x:.1f} {y:.1f})">{token}</g>'


def legend(y: float, name: Callable[[str], str]) -> Iterator[str]:
    """What colours and signs mean."""
    x = MARGIN
    for kind, fill in FLOOR.items():
        yield box(x, y, 20, 20, fill, 'stroke="#c9ced8"')
        words = heading(name(kind))
        yield text((x + 26, y + 15), words, 13, "#e6eaf0", anchor="start")
        x += 44 + wide(words)
    signs = {
        "spawn": spawn_token("spawn-1", "red"),
        "objective": objective_token("objective-1", ""),
        "xeno": xeno_token("worker", 1),
        "mold": '<circle r="13" fill="#6a8f2f"/>',
        "door-closed": line((0, -12), (0, 12), "#ffffff", 15)
        + line((0, -11), (0, 11), "#5b4630", 12),
    }
    x = MARGIN + 16
    for kind, drawn in signs.items():
        yield f'<g transform="translate({x:.1f} {y + 46:.1f})">{drawn}</g>'
        words = ", ".join(map(name, KINDS)) if kind == "xeno" else heading(name(kind))
        yield text((x + 24, y + 51), words, 13, "#e6eaf0", anchor="start")
        x += 66 + wide(words)


def wide(words: str) -> float:
    """About how many pixels a text of the legend takes."""
    return sum(7.2 if ord(letter) < 256 else 13.5 for letter in words)

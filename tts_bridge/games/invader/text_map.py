"""The board of *Zombicide: Invader* in characters: Zones with their walls, openings and doors.

A cell names its Zone and kind; below stand Xenos and tokens, then figures. What a Zone of several
cells holds flows on into the next ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from rich.text import Text

from exporters.drawing.letters import letters
from exporters.drawing.palette import seat_tone
from exporters.mods.invader.mission_svg import places
from rules.invader.board import STEP, Board
from rules.invader.state import KINDS, State
from tts_bridge.terminal.canvas import Canvas, fit, stroke, style_of
from tts_bridge.text.play_words import Look, Sign, Words

FLOOR = {
    "exterior": "grey50",
    "corridor": "grey78",
    "room": "navajo_white1",
    "security": "salmon1",
    "oxygen": "sky_blue1",
    "airlock": "khaki1",
}
COLOUR = {"purple": "magenta", "white": "white", "neutral": "orange3", "": "red"}
DOOR = {"closed": "D", "open": "/", "destroyed": ":"}
AIRLOCK = "%"
ROWS = 3
"""Rows inside a cell."""
NARROW, WIDE = 4, 14


def draw(
    state: State, seat: str, words: Words, look: Look, numbers: Mapping[str, str]
) -> list[Text]:
    """The board, line by line. `numbers`: what the moves to a Zone are called."""
    at = places(state.mission)
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    at = {cell: (x - left, y - top) for cell, (x, y) in at.items()}
    columns, rows = max(x for x, _ in at.values()) + 1, max(y for _, y in at.values()) + 1
    wide = min(WIDE, (look.width - 1) // columns - 1)
    if wide < NARROW:
        return listed(state, words, numbers)
    canvas = Canvas(columns * (wide + 1) + 1, rows * (ROWS + 1) + 1)
    sides = borders(state.board, at)
    for (x, y, upright), kind in sides.items():
        side(canvas, x * (wide + 1), y * (ROWS + 1), wide, upright, kind, look)
    for x in range(columns + 1):
        for y in range(rows + 1):
            canvas.put(x * (wide + 1), y * (ROWS + 1), *corner(sides, x, y, look))
    openings(canvas, state, at, wide)
    for zone in state.board.zones:
        inside(canvas, state, zone, seat, words, at, wide, numbers.get(zone, ""))
    return canvas.lines()


def borders(board: Board, at: Mapping[str, tuple[int, int]]) -> dict[tuple[int, int, bool], str]:
    """What each side of each cell is, by its place and whether it is upright: `wall`, `line`, or
    missing where a Zone goes on."""
    found = {}
    for cell, (x, y) in at.items():
        for direction, (dx, dy) in STEP.items():
            ways = board.steps[cell].get(direction, ())
            beside = next((link for link, to in ways if at[to] == (x + dx, y + dy)), None)
            if beside == "":
                continue
            kind = "line" if beside is not None and board.links[beside].kind == "line" else "wall"
            found[x + (dx > 0), y + (dy > 0), dx != 0] = kind
    return found


def side(canvas: Canvas, x: int, y: int, wide: int, upright: bool, kind: str, look: Look) -> None:
    """A wall or a painted line."""
    shape = "plain" if look.ascii else "heavy" if kind == "wall" else "dashed"
    style = "white" if kind == "wall" else "grey50"
    if upright:
        sign = ":" if look.ascii and kind == "line" else stroke(shape, "NS")
        for row in range(1, ROWS + 1):
            canvas.put(x, y + row, sign, style)
    else:
        sign = "." if look.ascii and kind == "line" else stroke(shape, "EW")
        canvas.put(x + 1, y, sign * wide, style)


def corner(
    sides: Mapping[tuple[int, int, bool], str], x: int, y: int, look: Look
) -> tuple[str, str]:
    """What stands where four sides meet: the walls among them decide."""
    arms = {
        "N": sides.get((x, y - 1, True)),
        "S": sides.get((x, y, True)),
        "W": sides.get((x - 1, y, False)),
        "E": sides.get((x, y, False)),
    }
    walls = "".join(arm for arm, kind in arms.items() if kind == "wall")
    if walls:
        return stroke("plain" if look.ascii else "heavy", walls), "white"
    return ("+" if any(arms.values()) else " "), "grey50"


def openings(canvas: Canvas, state: State, at: Mapping[str, tuple[int, int]], wide: int) -> None:
    """Gaps, airlocks and doors, in the middle of their sides."""
    colours = {door.link: door.colour for door in state.mission.doors}
    for name, link in state.board.links.items():
        door = state.ground.doors.get(name)
        if link.kind in ("wall", "line") and door is None:
            continue
        (ax, ay), (bx, by) = at[link.a], at[link.b]
        sign, style = " ", ""
        if door is not None:
            tone = colours.get(name, "neutral")
            sign, style = DOOR[door], f"bold reverse {COLOUR.get(tone, tone)}"
        elif link.kind == "airlock":
            sign, style = AIRLOCK, "bold khaki1"
        if ax != bx:
            canvas.put(max(ax, bx) * (wide + 1), ay * (ROWS + 1) + 2, sign, style)
        else:
            x, y = ax * (wide + 1) + 1 + (wide - 2) // 2, max(ay, by) * (ROWS + 1)
            canvas.put(x, y, sign * 2, style)


def inside(
    canvas: Canvas,
    state: State,
    zone: str,
    seat: str,
    words: Words,
    at: Mapping[str, tuple[int, int]],
    wide: int,
    number: str,
) -> None:
    """What a Zone is called, what lies in it and who stands there, and the moves that lead here."""
    spot = state.board.zones[zone]
    mine = any(each.id == seat and each.at == zone for each in state.survivors)
    style = FLOOR[spot.special or spot.kind] + (" bold underline" if mine else "")
    corners = [(at[cell][0] * (wide + 1) + 1, at[cell][1] * (ROWS + 1) + 1) for cell in spot.cells]
    x, y = corners[0]
    letter = words.short(spot.special or spot.kind)
    label = zone.upper()
    full = f"{label} {letter}"
    canvas.put(x, y, full if cell_len(full) <= wide else fit(label, wide), style)
    if number:
        sign = fit(f"[{number}]", wide)
        canvas.put(x + wide - cell_len(sign), y + ROWS, sign, "bold black on bright_white")
    rows = [(cx, cy + 1 + row) for cx, cy in corners for row in range(ROWS - 1)]
    flow(canvas, rows, wide, [*tokens(state, zone, words), *figures(state, zone, words, wide)])


def flow(
    canvas: Canvas, rows: list[tuple[int, int]], wide: int, signs: list[tuple[str, str]]
) -> None:
    """Signs row by row; what finds no room is a plus at the end."""
    total = sum(cell_len(sign) for sign, _ in signs) + len(signs)
    between = 1 if total <= wide * len(rows) else 0
    left = list(rows)
    x, y = left.pop(0)
    end = x + wide
    for sign, style in signs:
        size = cell_len(sign)
        if x + size > end:
            if not left:
                canvas.put(end - 1, y, "+", "bold")
                return
            x, y = left.pop(0)
            end = x + wide
        x = canvas.put(x, y, sign, style) + between


def tokens(state: State, zone: str, words: Words) -> Iterator[tuple[str, str]]:
    """Xenos, then tokens."""
    mission, board = state.mission, state.board
    for kind, count in zip(KINDS, state.herd(zone), strict=True):
        if count:
            yield f"{words.short(kind)}{count}", "bold red"
    for token in state.objectives:
        if token.at == zone:
            down = "" if token.colour else "?"
            tone = COLOUR.get(token.colour, token.colour)
            yield f"{words.short('goal')}{number_of(token.id)}{down}", f"bold {tone}"
    for spawn in mission.spawns:
        if board.zone_of[spawn.at] == zone:
            asleep = spawn.id not in state.spawns
            name = words.short("asleep" if asleep else "spawn")
            tone = COLOUR.get(spawn.colour, spawn.colour)
            yield name + number_of(spawn.id), f"{'dim' if asleep else 'bold'} {tone}"
    if state.noise.get(zone):
        yield f"{words.short('noise')}{state.noise[zone]}", "yellow"
    if mold := state.ground.mold.get(zone):
        yield words.short(f"mold-{mold}"), "bold chartreuse3" if mold == "active" else "chartreuse4"
    for machine in state.machines:
        if machine.at == zone:
            yield words.short(machine.id), "bold sky_blue1" if machine.active else "sky_blue3"
    if any(board.zone_of[cell] == zone for cell in mission.exits):
        yield words.short("exit"), "bold black on green"


def figures(state: State, zone: str, words: Words, wide: int) -> list[tuple[str, str]]:
    """The Survivors in a Zone: by name where there is room, else by its shortest beginning."""
    here = [each for each in state.survivors if each.at == zone]
    short = letters({each.id: words.name(each.id) for each in state.survivors})
    full = {each.id: words.name(each.id) for each in state.survivors}
    room = sum(cell_len(full[each.id]) + 2 for each in here) <= wide + 2
    styles = {each.id: style_of(seat_tone(n)) for n, each in enumerate(state.survivors)}
    return [
        ((full if room else short)[each.id] + "!" * bool(each.wounds), styles[each.id])
        for each in here
    ]


def number_of(name: str) -> str:
    """The number at the end of an id."""
    last = name.rpartition("-")[2]
    return last if last.isdecimal() else ""


def listed(state: State, words: Words, numbers: Mapping[str, str]) -> list[Text]:
    """The board as a list of the Zones that hold anything or are led to."""
    found = []
    for zone in state.board.zones:
        signs = [*tokens(state, zone, words), *figures(state, zone, words, 99)]
        if signs or zone in numbers:
            line = Text(words.name(zone), "bold")
            if zone in numbers:
                line.append(f" [{numbers[zone]}]", "bold bright_cyan")
            for sign, style in signs:
                line.append(" ")
                line.append(sign, style)
            found.append(line)
    return found


def legend(state: State, words: Words, look: Look) -> list[Sign]:
    """What letters and signs mean: each with its style, and its meaning."""
    found = [(words.short(kind), tone, words.name(kind)) for kind, tone in FLOOR.items()]
    found += [
        (sign, "bold", words.name("wreck" if door == "destroyed" else f"door-{door}"))
        for door, sign in DOOR.items()
    ]
    found.append((AIRLOCK, "bold khaki1", words.say("play.hatch")))
    found += [(words.short(kind), "bold red", words.name(kind)) for kind in KINDS]
    for sign, name in (
        ("goal", "play.goal"),
        ("spawn", "spawn"),
        ("asleep", "play.asleep"),
        ("noise", "noise"),
        ("mold-active", "mold-active"),
        ("mold-inactive", "mold-inactive"),
        ("exit", "exit"),
    ):
        found.append((words.short(sign), "bold", words.name(name)))
    return [*found, ("!", "bold", words.name("page.wounded"))]

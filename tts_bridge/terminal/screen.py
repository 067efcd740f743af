"""What a seat sees: the board, who has what, what happened, what may be done. Functions of a view.

Everything comes from `rules.view(state, seat)`, taken first; wide terminals have the players
beside the board, narrow ones below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from exporters.drawing.letters import letters
from rules.engine import CHANCE, Move
from tts_bridge.drawing.scene import HIDDEN, Counter, Panel
from tts_bridge.game.plugin import Game
from tts_bridge.terminal.canvas import style_of
from tts_bridge.text.play_words import Look, Sign, Words
from tts_bridge.text.voice import told_of

SOME = 4
"""So many seats that are to act are everybody."""
BOARD, BESIDE = 78, 46
"""Columns of a board that has the players beside it, and those that they need."""
SHORT = {"bloodpoints": "play.short.bloodpoints"}
"""Counters that have a shorter name here."""


def screen(
    game: Game,
    state: Any,
    seat: str | None,
    seats: Sequence[str],
    words: Words,
    look: Look,
    told: Iterable[str] = (),
    moves: Sequence[Move[Any]] = (),
) -> RenderableType:
    """The whole screen of a seat; None is somebody who watches.

    Args:
        state: the position; what the seat may not see of it is taken out here.
        seats: all seats of the person, to mark them.
        told: the last moves, in words for this seat.
        moves: what is offered; their numbers stand on the board where they lead somewhere.
    """
    seen = game.rules.view(state, seat)
    numbers: dict[str, str] = {}
    for number, move in enumerate(moves, 1):
        to = getattr(move, "to", "")
        if isinstance(to, str) and to:
            numbers[to] = f"{numbers[to]},{number}" if to in numbers else str(number)
    is_wide = look.width >= BOARD + BESIDE
    room = structs.replace(look, width=look.width - BESIDE) if is_wide else look
    board = game.terminal.draw(seen, seat or "", words, room, numbers)
    width = max(cell_len(line.plain) for line in board)
    people = players(game, seen, seat, seats, words, is_wide)
    lines = last(told, words)
    head = heading(game, seen, words)
    shown = Group(*(plain(line) for line in board))
    signs = game.terminal.legend(seen, words, look)
    legend = Group(*folded(signs, width if is_wide else look.width))
    if is_wide:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        grid.add_row(Group(shown, legend), Group(people, Text(), lines))
        return Group(head, grid)
    return Group(head, shown, legend, Text(), people, lines)


def folded(signs: Iterable[Sign], width: int) -> list[Text]:
    """A legend in lines of so many columns; no meaning is parted from its sign."""
    lines = [Text(style="grey70")]
    for sign, style, meaning in signs:
        size = cell_len(sign) + 1 + cell_len(meaning)
        if lines[-1].plain and cell_len(lines[-1].plain) + 2 + size > width:
            lines.append(Text(style="grey70"))
        lines[-1].append("  " if lines[-1].plain else "")
        lines[-1].append(sign, style).append(f" {meaning}")
    return lines


def plain(line: Text) -> Text:
    """A line of the board: never folded."""
    line.no_wrap = True
    line.overflow = "crop"
    line.end = "\n"
    return line


def heading(game: Game, seen: Any, words: Words) -> RenderableType:
    """Round, phase, who is to act; what is counted for all."""
    number, phase = game.moment(seen)
    outcome = game.rules.outcome(seen)
    line = Text(f" {words.say('play.round', round=number)} ", "bold reverse")
    line.append(f" {words.texts.phase(phase)} ", "bold not reverse")
    if outcome is None:
        who = [seat for seat in game.terminal.main(seen) if seat != CHANCE]
        turn = words.texts.listed(who) if len(who) < SOME else words.say("play.everybody")
        if who:
            line.append(words.say("play.turn", who=turn), "not reverse not bold")
    head, line = line, Text()
    for counter in counters(game, seen):
        line.append(f"{words.name(counter.name)} ", "grey70")
        line.append(counted(counter), "bold").append("   ")
    line.rstrip()
    about = game.terminal.about(seen, words)
    return Group(head, line, *([Text(about, "italic grey70")] if about else []))


def counters(game: Game, seen: Any) -> tuple[Counter, ...]:
    """What is counted for all; () for a game that brings no drawing."""
    return game.drawing.counters(seen) if game.bring_drawing else ()


def panels_of(game: Game, seen: Any) -> tuple[Panel, ...]:
    """What lies before each seat; bare ones for a game that brings no drawing."""
    if game.bring_drawing:
        return game.drawing.panels(seen)
    return tuple(Panel(seat, "") for seat in game.players.sides(seen))


def counted(counter: Counter) -> str:
    """A number with its limit."""
    return f"{counter.value}/{counter.limit}" if counter.limit else str(counter.value)


def players(
    game: Game, seen: Any, seat: str | None, seats: Sequence[str], words: Words, full: bool
) -> RenderableType:
    """What lies before each seat; `full`: perks and skills of all, not of the one asked alone."""
    manner = game.terminal
    panels = panels_of(game, seen)
    short = letters({panel.seat: words.name(panel.seat) for panel in panels})
    grid = Grid.grid()
    grid.add_column(width=4)
    grid.add_column()
    for panel in panels:
        mark = ">" if panel.seat == seat else " "
        traits = full or manner.together or panel.seat == seat
        lines = [player_line(game, seen, panel, seats, words), *belongings(panel, words, traits)]
        tag = Text.assemble(mark, (short[panel.seat], style_of(panel.tone)), " ")
        grid.add_row(tag, Group(*lines))
    return grid


def player_line(game: Game, seen: Any, panel: Panel, seats: Sequence[str], words: Words) -> Text:
    """A seat's name, where it is, its counters and what is the matter with it."""
    line = Text()
    line.append(words.name(panel.seat), "bold")
    if panel.seat in seats:
        line.append(f" ({words.say('play.you')})", "bold bright_cyan")
    parts = [
        f"{words.name(SHORT.get(each.name, each.name))} {counted(each)}" for each in panel.counters
    ]
    parts = [words.name(panel.at), *parts] if panel.at else parts
    parts += game.terminal.extras(seen, panel.seat, words)
    for part in parts:
        line.append(" · ", "grey50").append(part)
    for each in panel.states:
        bad = each in ("page.wounded", "page.on-hook", "page.eliminated")
        line.append(" · ", "grey50").append(words.name(each), "bold red" if bad else "italic")
    return line


def belongings(panel: Panel, words: Words, full: bool) -> list[Text]:
    """Cards by where they are; perks or skills, those that are used up crossed out."""
    found = []
    line = Text(style="grey82")
    for place in dict.fromkeys(card.place for card in panel.cards):
        cards = [card for card in panel.cards if card.place == place]
        if line.plain:
            line.append("  ")
        line.append(f"{words.name(place)}: ", "grey62")
        down = sum(card.name == HIDDEN for card in cards)
        names = [words.name(card.name) for card in cards if card.name != HIDDEN]
        names += [words.say("play.unseen", count=down)] if down else []
        line.append(", ".join(names))
    if line.plain:
        found.append(line)
    if panel.traits and full:
        traits = Text(style="grey62")
        for index, trait in enumerate(panel.traits):
            traits.append(", " if index else "")
            used = trait in panel.spent
            traits.append(words.name(trait), "strike dim" if used else "")
            if used:
                traits.append(f" ({words.say('page.used')})", "dim")
        found.append(traits)
    return found


def last(told: Iterable[str], words: Words) -> RenderableType:
    """The last moves."""
    lines = [Padding(Text(each, "grey78"), (0, 0, 0, 2), expand=False) for each in told]
    return Group(Text(words.say("play.log"), "bold"), *lines) if lines else Text()


def labels(game: Game, seen: Any, moves: Sequence[Move[Any]], words: Words) -> list[str]:
    """Moves in words, with their seats where they are of several, each unlike the others."""
    manner = game.terminal
    acting = {move.seat for move in moves if not isinstance(move, manner.rare)}
    told = []
    for move in moves:
        text = words.texts.move(move) if acting == {move.seat} else told_of(words.texts, move)
        place = manner.where(seen, move)
        told.append(f"{text} ({words.name(place)})" if place else text)
    alike: dict[str, list[Move[Any]]] = {}
    for text, move in zip(told, moves, strict=True):
        alike.setdefault(text, []).append(move)
    return [
        f"{text} ({details(move, alike[text], words)})" if len(alike[text]) > 1 else text
        for text, move in zip(told, moves, strict=True)
    ]


def details(move: Move[Any], alike: Sequence[Move[Any]], words: Words) -> str:
    """What tells a move from others that read alike, by name."""
    fields = [name for name in move.__struct_fields__ if name != "seat"]
    differing = [name for name in fields if len({getattr(each, name) for each in alike}) > 1]
    return ", ".join(words.name(str(getattr(move, name))) for name in differing)


def choices(
    title: str, told: Sequence[str], shown: int, words: Words, look: Look, beside: bool
) -> RenderableType:
    """The moves with their numbers; `shown`: how many of them, the others are told of."""
    told, rest = told[:shown], len(told) - shown
    entries = [f"{number:>3}  {text}" for number, text in enumerate(told, 1)]
    if beside:
        entries.insert(0, f"  0  {words.say('play.let-it-be')}")
    widest = max((cell_len(each) for each in entries), default=1) + 2
    columns = max(1, min(3, look.width // widest)) if len(entries) > 6 else 1
    high = -(-len(entries) // columns)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for row in range(high):
        grid.add_row(*(Text(entries[n]) for n in range(row, len(entries), high)))
    more = [Text("     " + words.say("play.more", count=rest), "grey62")] if rest else []
    return Group(Text(title, "bold bright_cyan"), grid, *more)

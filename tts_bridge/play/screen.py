"""What a seat sees: the board, who has what, what happened, what may be done. Functions of a view.

Everything comes from `rules.view(state, seat)`, taken first; wide terminals have the players
beside the board, narrow ones below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from rules.engine import CHANCE, Move
from tts_bridge.games import GAMES
from tts_bridge.play.manners import MANNERS
from tts_bridge.play.words import Look, Words
from tts_bridge.saying import told_of
from tts_bridge.web.drawings import DRAWINGS
from tts_bridge.web.scene import HIDDEN, Counter, Panel

BESIDE = 44
"""Columns that players need beside the board."""
PLACES = ("hand", "body", "pack", "token", "set", "played")


def screen(
    name: str,
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
        name: of the game.
        state: the position; what the seat may not see of it is taken out here.
        seats: all seats of the person, to mark them.
        told: the last moves, in words for this seat.
        moves: what is offered; their numbers stand on the board where they lead somewhere.
    """
    seen = GAMES[name].rules.view(state, seat)
    numbers: dict[str, str] = {}
    for number, move in enumerate(moves, 1):
        to = getattr(move, "to", "")
        if isinstance(to, str) and to:
            numbers[to] = f"{numbers[to]},{number}" if to in numbers else str(number)
    board = MANNERS[name].draw(seen, seat or "", words, look, numbers)
    width = max(cell_len(line.plain) for line in board[:-2])
    people = players(name, seen, seats, words)
    lines = last(told, words)
    head = heading(name, seen, words)
    shown = Group(*(plain(line) for line in board[:-2]))
    legend = Group(*(Text(line.plain, spans=line.spans, style=line.style) for line in board[-2:]))
    if look.width >= width + BESIDE:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        grid.add_row(shown, Group(people, Text(), lines))
        return Group(head, grid, legend)
    return Group(head, shown, legend, Text(), people, lines)


def plain(line: Text) -> Text:
    """A line of the board: never folded."""
    line.no_wrap = True
    line.overflow = "crop"
    line.end = "\n"
    return line


def heading(name: str, seen: Any, words: Words) -> RenderableType:
    """Round, phase, who is to act; what is counted for all."""
    game = GAMES[name]
    number, phase = game.moment(seen)
    outcome = game.rules.outcome(seen)
    title = f"{words.say('play.round', round=number)} · {words.texts.phase(phase)}"
    if outcome is None:
        who = [seat for seat in MANNERS[name].main(seen) if seat != CHANCE]
        if who:
            title += " · " + words.say("play.turn", who=words.texts.listed(who))
    line = Text()
    for counter in DRAWINGS[name].counters(seen):
        line.append(f"{words.name(counter.name)} ", "grey70")
        line.append(counted(counter), "bold").append("   ")
    line.rstrip()
    return Group(Rule(Text(title, "bold"), characters="=", style="grey50"), line)


def counted(counter: Counter) -> str:
    """A number with its limit."""
    return f"{counter.value}/{counter.limit}" if counter.limit else str(counter.value)


def players(name: str, seen: Any, seats: Sequence[str], words: Words) -> RenderableType:
    """What lies before each seat."""
    manner = MANNERS[name]
    letters = manner.tags(seen, words)
    panels = DRAWINGS[name].panels(seen)
    rows: list[RenderableType] = []
    for index, panel in enumerate(panels):
        ink = manner.inks[index] if len(panels) <= len(manner.inks) else "bold"
        if panel.tone == "killer":
            ink = manner.inks[-1]
        rows.append(player_line(name, seen, panel, letters[panel.seat], ink, seats, words))
        rows += [Padding(each, (0, 0, 0, 4)) for each in belongings(panel, seats, words)]
    return Group(*rows)


def player_line(
    name: str, seen: Any, panel: Panel, letter: str, ink: str, seats: Sequence[str], words: Words
) -> Text:
    """A seat's name, where it is, its counters and what is the matter with it."""
    line = Text()
    line.append(f" {letter} ", ink).append(" ")
    line.append(words.name(panel.seat), "bold")
    if panel.seat in seats:
        line.append(f" ({words.say('play.you')})", "bold bright_cyan")
    parts = [f"{words.name(each.name)} {counted(each)}" for each in panel.counters]
    parts = [words.name(panel.at), *parts] if panel.at else parts
    parts += MANNERS[name].extras(seen, panel.seat, words)
    for part in parts:
        line.append(" · ", "grey50").append(part)
    for each in panel.states:
        bad = each in ("page.wounded", "page.on-hook", "page.eliminated")
        line.append(" · ", "grey50").append(words.name(each), "bold red" if bad else "italic")
    return line


def belongings(panel: Panel, seats: Sequence[str], words: Words) -> list[Text]:
    """Cards by where they are; perks or skills, those that are used up crossed out."""
    found = []
    line = Text(style="grey82")
    for place in PLACES:
        cards = [card for card in panel.cards if card.place == place]
        if not cards:
            continue
        if line.plain:
            line.append("  ")
        line.append(f"{words.say(f'page.{place}')}: ", "grey62")
        down = sum(card.name == HIDDEN for card in cards)
        names = [words.name(card.name) for card in cards if card.name != HIDDEN]
        names += [f"{down} {words.say('play.unseen')}"] if down else []
        line.append(", ".join(names))
    if line.plain:
        found.append(line)
    if panel.traits and panel.seat in seats:
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
    lines = [Text(f"  {each}", "grey78") for each in told]
    return Group(Text(words.say("play.log"), "bold"), *lines) if lines else Text()


def labels(moves: Sequence[Move[Any]], words: Words) -> list[str]:
    """Moves in words, with their seats where they are of several, each unlike the others."""
    several = len({move.seat for move in moves}) > 1
    say = told_of if several else lambda texts, move: texts.move(move)
    told = [say(words.texts, move) for move in moves]
    return [
        f"{text} ({detail})" if told.count(text) > 1 and (detail := details(move, words)) else text
        for text, move in zip(told, moves, strict=True)
    ]


def details(move: Move[Any], words: Words) -> str:
    """The fields of a move by name, to tell it from others that read alike."""
    names = [name for name in move.__struct_fields__ if name != "seat"]
    values = [getattr(move, name) for name in names]
    return ", ".join(words.name(str(value)) for value in values if value not in ("", 0, 1))


def choices(
    title: str, moves: Sequence[Move[Any]], shown: int, words: Words, look: Look, beside: bool
) -> RenderableType:
    """The moves with their numbers; `shown`: how many of them, the others are told of."""
    told = labels(moves, words)[:shown]
    entries = [f"{number:>3}  {text}" for number, text in enumerate(told, 1)]
    if beside:
        entries.insert(0, f"  0  {words.say('play.let-it-be')}")
    widest = max((cell_len(each) for each in entries), default=1) + 2
    columns = max(1, min(3, look.width // widest)) if len(entries) > 6 else 1
    high = -(-len(entries) // columns)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for row in range(high):
        grid.add_row(*(Text(entries[n]) for n in range(row, len(entries), high)))
    rest = len(moves) - shown
    more = [Text("     " + words.say("play.more", count=rest), "grey62")] if rest else []
    return Group(Text(title, "bold bright_cyan"), grid, *more)

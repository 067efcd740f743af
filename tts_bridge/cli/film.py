"""`tts-bridge replay --html`: the game as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules.engine import CHANCE, Match, Violation
from tts_bridge.cli.files import put
from tts_bridge.cli.printing import echo
from tts_bridge.drawing.film import Shot, page
from tts_bridge.game.plugin import Game
from tts_bridge.session.journal import JournalReader
from tts_bridge.session.journal_rows import Ruled, flaw, undone
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.page_words import title_of

Refusals = Mapping[int, list[Violation]]
"""What was refused, by the number of moves made before."""


def refusals(journal: JournalReader) -> Refusals:
    """What was refused in the latest game of a journal, where it was not taken back since; rows
    that are damaged say nothing."""
    found: dict[int, list[Violation]] = {}
    made = 0
    for each in journal.game():
        if each.kind == "move":
            made += 1
        elif each.kind == "undo":
            made = max(made - undone(each), 0)
            found = {number: refused for number, refused in found.items() if number <= made}
        elif each.kind == "ruling" and not flaw(each):
            violation = msgspec.json.decode(each.body, type=Ruled).violation
            if violation is not None:
                found.setdefault(made, []).append(violation)
    return found


def ruled(texts: Texts, violations: Iterable[Violation]) -> list[str]:
    """Refusals as they were told, with where their rules stand."""
    return [f"{texts.ruling(each)} ({texts.source(each.rule)})" for each in violations]


def shots(game: Game, match: Match[Any], texts: Texts, refused: Refusals) -> list[Shot]:
    """What the film shows of each move."""
    found = []
    for index, (before, move) in enumerate(zip(match.states, match.moves, strict=False)):
        number, phase = game.moment(before)
        who = "" if move.seat == CHANCE else texts.name(move.seat)
        what = texts.move(move)
        after = match.states[index + 1]
        steps = [texts.step(each) for each in game.trail(after) if not texts.is_echo(each)]
        told = ruled(texts, refused.get(index, ()))
        text = texts.text("verdict.move", seat=who, move=what) if who else what
        found.append(Shot(number, phase, text, tuple(steps), tuple(told)))
    return found


def write_film(
    out: str, game: Game, match: Match[Any], texts: Texts, refused: Refusals, broken: str
) -> None:
    """Write the film, see `put`. `broken`: why the log breaks off, or "".

    Raises:
        click.ClickException: the file cannot be written.
    """
    outcome = game.rules.outcome(match.state)
    end = texts.outcome(outcome) if outcome else broken
    title = title_of(game.name, game.title, texts.language)
    text = page(title, game.drawing, match.states, shots(game, match, texts, refused), texts, end)
    put(Path(out), text)
    if out != "-":
        echo(f"{out}: {len(match.moves)} moves", err=True)

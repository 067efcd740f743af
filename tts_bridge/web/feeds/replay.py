"""A game that was played, step by step: from a log or a journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.engine import Edit, Match, Move
from tts_bridge.game.plugin import Game, rulebook, stage_of
from tts_bridge.game.rulebook import Item
from tts_bridge.referee.rulings import Allowed, Edited, Ruling, Undone
from tts_bridge.session.journal import JournalReader
from tts_bridge.session.journal_damage import examine
from tts_bridge.session.journal_rows import undone
from tts_bridge.web.feed import FeedError, Make, Viewer
from tts_bridge.web.feeds.live import Position
from tts_bridge.web.ruling_log import Entry, stored_move, stored_refusal


class Replay:
    """The feed of a match; its moves are its rulings unless a journal knows better."""

    public = True

    def __init__(
        self, game: Game, match: Match[Any], entries: tuple[Entry, ...] | None = None
    ) -> None:
        """Raises MissingPart: the game has no drawing."""
        self.publish: Callable[[Make], None] = lambda make: None
        self.match = match
        self.position = Position(stage_of(game, match.rules), match.states[0])
        self.entries = entries_of_moves(self.position, match) if entries is None else entries

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        return {
            "kind": "replay",
            "number": 1,
            "actions": [],
            **self.position.hello(self.match.states[0], viewer),
        }

    def full(self, viewer: Viewer) -> Any:
        return {
            "game": 1,
            "paused": False,
            "reset": True,
            "scene": self.position.scene(self.match.state, viewer, len(self.match.moves)),
            "records": [entry.shown_to(viewer.seat) for entry in self.entries],
        }

    def at(self, viewer: Viewer, step: int) -> Any:
        if not 0 <= step < len(self.match.states):
            raise FeedError(f"step {step}: there are 0 to {len(self.match.moves)}")
        return self.position.scene(self.match.states[step], viewer, step)

    def seats(self) -> tuple[str, ...]:
        return self.position.drawing.seats(self.match.states[0])

    def rulebook(self) -> tuple[Item, ...]:
        return rulebook(self.position.game)

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        raise FeedError("a game that is over cannot be changed")


def entries_of_moves(position: Position, match: Match[Any]) -> tuple[Entry, ...]:
    """A ruling for every move: all were allowed."""
    made = (
        position.clerk.enter(
            Ruling(made_by(move), trail=tuple(position.game.trail(match.states[step]))), step
        )
        for step, move in enumerate(match.moves, 1)
    )
    return tuple(entry for entry in made if entry)


def made_by(*moves: Move[Any]) -> Allowed | Edited:
    """The verdict by which moves came about."""
    return Edited(moves) if any(isinstance(move, Edit) for move in moves) else Allowed(moves)


def replay_of_journal(journal: JournalReader, games: Mapping[str, Game]) -> Replay | None:
    """The latest game in a journal with its refusals and what was taken back; None: there is none
    that any of these games could play again. Of one that breaks off the moves are shown."""
    found = examine(list(journal.rows()), games)
    if found.match is None or found.game is None:
        return None
    if found.serious:
        return Replay(found.game, found.match)
    return Replay(found.game, found.match, journal_entries(journal, found.game, found.match))


def journal_entries(journal: JournalReader, game: Game, match: Match[Any]) -> tuple[Entry, ...]:
    """The rulings of the latest game, in order: moves made together are one ruling. The match is
    that of all its moves; a damaged move that was taken back is not told."""
    rules = match.rules
    position = Position(game, match.states[0])
    found: list[Entry | None] = []
    made: list[Any] = []
    fresh: list[Any] = []
    for each in journal.game():
        if each.kind == "move":
            fresh.append(stored_move(each.body, rules.moves))
            made.append(fresh[-1])
        elif each.kind == "undo":
            count = undone(each)
            fresh, made = made[len(made) - count :], made[: len(made) - count]
            found.append(position.clerk.enter(Ruling(Undone(known(fresh))), len(made)))
            fresh = []
        elif each.kind == "ruling" and fresh:
            found.append(position.clerk.enter(Ruling(made_by(*known(fresh))), len(made)))
            fresh = []
        elif each.kind == "ruling" and (refused := stored_refusal(each.body, rules.moves)):
            found.append(position.clerk.enter(Ruling(refused), len(made)))
    return tuple(entry for entry in found if entry)


def known(moves: Iterable[Move[Any] | None]) -> tuple[Move[Any], ...]:
    """The moves that could be read."""
    return tuple(move for move in moves if move is not None)

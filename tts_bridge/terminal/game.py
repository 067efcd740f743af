"""A game at the terminal, without the terminal: whom to ask what, what the others do, what has
been said so far. Luck comes from the source given. No I/O here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.chance import Dealer, Source
from rules.engine import CHANCE, Match, Move, legal_moves, secret_kinds
from rules.notation import format_move
from rules.players import Chooser
from tts_bridge.game.plugin import Game
from tts_bridge.terminal.people import Person, Question
from tts_bridge.text.play_words import Words
from tts_bridge.text.voice import told_of


def let_go(state: Any, seat: str, moves: Any) -> None:
    """How a person answers who was asked before: by nothing more."""


class Table:
    """A match, the people who play it, and automatic players for the other seats."""

    def __init__(
        self, game: Game, match: Match[Any], people: tuple[Person, ...], source: Source
    ) -> None:
        self.match = match
        self.people = people
        self.game = game
        self.manner = game.terminal
        self.rules = match.rules
        self.dealer = Dealer(source)
        self.player = self.sighted(self.game.players.usual(source))
        self.declined: set[Any] = set()
        self.made: Callable[[Move[Any]], None] = lambda move: None
        """Called after every move."""
        self.cut: Callable[[int], None] = lambda count: None
        """Called when only so many moves are left."""

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def is_over(self) -> bool:
        return self.rules.outcome(self.state) is not None

    def sighted(self, chooser: Chooser[Any]) -> Chooser[Any]:
        """A player who sees what its seat may see, no more."""
        return lambda state, seat, moves: chooser(self.rules.view(state, seat), seat, moves)

    def owner(self, seat: str) -> Person | None:
        """Who answers for a seat; None: an automatic player."""
        if seat in self.manner.shared and self.people:
            return self.people[0]
        return next((each for each in self.people if seat in each.seats), None)

    def question(self) -> Question | None:
        """What a person has to answer now; None: it is the others' turn, or the game is over."""
        if self.is_over or not self.people:
            return None
        main = self.manner.main(self.state)
        for turn in self.rules.turns(self.state):
            person = self.owner(turn.seat)
            if person and turn.seat not in main:
                moves = self.moves_of((turn.seat,))
                wanted = [move for move in moves if not isinstance(move, self.manner.rare)]
                if wanted and self.occasion(turn.seat, wanted) not in self.declined:
                    return Question(person, turn.seat, tuple(moves), True)
        for seat in main:
            person = self.owner(seat)
            if person is None:
                continue
            seats = (*person.seats, *self.manner.shared) if self.manner.together else (seat,)
            moves = self.moves_of(tuple(each for each in seats if self.owner(each) == person))
            if any(not isinstance(move, self.manner.rare) for move in moves):
                return Question(person, seat, tuple(moves))
        return None

    def moves_of(self, seats: tuple[str, ...]) -> list[Move[Any]]:
        """The legal moves of some seats, as their views tell: those that end a turn, then the
        seldom wanted ones last."""
        found: list[Move[Any]] = []
        for seat in seats:
            seen = self.rules.view(self.state, seat)
            found += [move for move in legal_moves(self.rules, seen) if move.seat == seat]
        manner = self.manner
        return sorted(
            found, key=lambda move: (isinstance(move, manner.rare), isinstance(move, manner.ending))
        )

    def occasion(self, seat: str, moves: list[Move[Any]]) -> Any:
        """By what an opportunity that was let go by is known again while it lasts."""
        now = self.game.moment(self.state)
        return (seat, tuple(map(format_move, moves)), now, tuple(self.manner.main(self.state)))

    def decline(self, question: Question) -> None:
        """Let an opportunity go by."""
        wanted = [move for move in question.moves if not isinstance(move, self.manner.rare)]
        self.declined.add(self.occasion(question.seat, wanted))

    def forced(self, question: Question) -> Move[Any] | None:
        """The move that leaves no choice, if it is one that need not be asked for."""
        wanted = [move for move in question.moves if not isinstance(move, self.manner.rare)]
        is_plain = len(wanted) == 1 and isinstance(wanted[0], self.manner.forced)
        return wanted[0] if is_plain and not question.beside else None

    def make(self, move: Move[Any]) -> None:
        """Make a move.

        Raises:
            IllegalMove: it is none.
        """
        self.match.push(move)
        self.made(move)

    def advance(self) -> Move[Any] | None:
        """The next move of chance or of an automatic player, made; None: there is none."""
        players = self.game.players
        choosers: dict[str, Chooser[Any]] = {
            seat: let_go if self.owner(seat) else self.player for seat in players.sides(self.state)
        }
        move = players.next_move(self.state, choosers, self.dealer)
        if move is not None:
            self.make(move)
        return move

    def undo(self, person: Person) -> Move[Any] | None:
        """Take back the last decision of a person and all that came after; None: there is none."""
        moves = self.match.moves
        for index in reversed(range(len(moves))):
            move = moves[index]
            if self.owner(move.seat) == person and not isinstance(move, self.manner.forced):
                while len(moves) > index:
                    self.match.pop()
                self.declined.clear()
                self.cut(index)
                return move
        return None

    def hint(self, question: Question) -> Move[Any] | None:
        """What an automatic player would do in this place; None: nothing.

        Where several seats are asked, each may leave it to the others: the first one that does not.
        """
        wanted = [move for move in question.moves if not isinstance(move, self.manner.rare)]
        for seat in dict.fromkeys(move.seat for move in wanted):
            own = [move for move in question.moves if move.seat == seat]
            if found := self.player(self.state, seat, own):
                return found
        return None if question.beside else wanted[0]

    def is_hidden(self, index: int, seat: str | None) -> bool:
        """Whether a move that was made names what a seat may not know."""
        move = self.match.moves[index]
        if seat == move.seat or move.seat == CHANCE:
            return False
        return isinstance(move, secret_kinds(self.rules))

    def told(self, index: int, seat: str | None, words: Words) -> list[str]:
        """A move that was made and what came of it, in sentences for a seat."""
        texts = words.texts
        move = self.match.moves[index]
        if self.is_hidden(index, seat):
            return [words.say("play.hidden-move", who=texts.name(move.seat))]
        trail = self.game.trail(self.match.states[index + 1])
        return [told_of(texts, move), *(texts.step(s) for s in trail if not texts.is_echo(s))]

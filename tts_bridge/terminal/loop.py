"""The one loop that reads and writes: it shows a screen, asks, and does what was typed.

Whatever is typed is parsed first; what makes no sense gets one line and the question again.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from rules.engine import CHANCE, IllegalMove
from tts_bridge.terminal import explain as why
from tts_bridge.terminal import screen
from tts_bridge.terminal.game import Table
from tts_bridge.terminal.people import Person, Question
from tts_bridge.text.play_words import HELP, Look, Words

TYPED = 200
"""Characters of a line that are read."""
TOLD = 12
"""Lines of what happened on a screen."""


class Stopped(Exception):
    """Somebody ended the session; the game can be continued."""


class Session:
    """A table at a terminal."""

    def __init__(
        self,
        table: Table,
        console: Console,
        read: Callable[[str], str],
        words: Words,
        look: Look,
        kept: str = "",
        again: str = "",
    ) -> None:
        """`kept`: where the log is, "" for nowhere; `again`: the command that continues it."""
        self.table = table
        self.console = console
        self.read = read
        self.words = words
        self.look = look
        self.kept, self.again = kept, again
        self.viewer: Person | None = None
        self.heard: dict[Person, int] = {}
        """How many moves there were when a person was last asked."""

    def say(self, msgid: str, **values: object) -> None:
        self.line(self.words.say(msgid, **values))

    def line(self, text: str, style: str = "") -> None:
        """One line of talk; nothing in it is markup."""
        self.console.print(Text(text, style))

    def play(self) -> bool:
        """Play until the game is over: True; or somebody stops: False."""
        try:
            while not self.table.is_over:
                question = self.table.question()
                if question is None:
                    if self.table.advance() is None:
                        break
                elif forced := self.table.forced(question):
                    self.table.make(forced)
                else:
                    self.answer(question)
        except (EOFError, KeyboardInterrupt, Stopped):
            self.console.print()
            self.saved()
            return False
        self.over()
        return True

    def saved(self) -> None:
        """Where the game is, and how to go on."""
        if self.kept:
            text = self.words.say("play.saved", path=self.kept, command=self.again)
            self.console.print(Text(text), soft_wrap=True)
        else:
            self.say("play.not-saved")

    def over(self) -> None:
        """The last position and how it ended."""
        table = self.table
        self.show(None, (), TOLD)
        outcome = table.rules.outcome(table.state)
        if outcome is not None:
            self.line(self.words.texts.outcome(outcome), "bold bright_cyan")
        number, _ = table.game.moment(table.state)
        self.say("play.ended", moves=len(table.match.moves), round=number)

    def show(self, seat: str | None, question: tuple[Question, ...], told: int) -> None:
        """Draw the screen of a seat; None: of somebody who watches."""
        table = self.table
        first = max(0, len(table.match.moves) - told)
        lines = [
            line
            for index in range(first, len(table.match.moves))
            for line in table.told(index, seat, self.words)
        ]
        moves = [move for each in question for move in each.moves]
        seats = question[0].person.seats if question else ()
        self.console.print(
            screen.screen(
                table.game, table.state, seat, seats, self.words, self.look,
                lines[-TOLD:], moves[: self.listed(question)],
            )
        )  # fmt: skip

    def listed(self, question: tuple[Question, ...]) -> int:
        """How many moves of a question are listed at once."""
        if not question:
            return 0
        return sum(not isinstance(move, self.table.manner.rare) for move in question[0].moves)

    def hand_over(self, person: Person) -> None:
        """Nothing of one person's screen is left when the next one looks."""
        who = self.words.texts.listed(list(person.seats))
        self.wipe(deep=True)
        self.say("play.pass-to", who=who)
        self.read(self.words.say("play.press", who=who))
        self.wipe(deep=True)

    def wipe(self, *, deep: bool = False) -> None:
        """Clear the screen of a terminal; `deep`: and what one could scroll back to."""
        if self.console.is_terminal:
            self.console.control(Control((ControlType.CLEAR,)), Control.home())
            if deep and not self.console.legacy_windows:
                self.console.file.write("\x1b[3J")

    def answer(self, question: Question) -> None:
        """Ask until something is done."""
        table, person = self.table, question.person
        if len(table.people) > 1 and table.manner.secrets and person != self.viewer:
            self.hand_over(person)
        elif self.viewer is not None:
            self.wipe()
        self.viewer = person
        self.ask(question, self.listed((question,)))
        self.heard[person] = len(table.match.moves)
        shown = self.listed((question,))
        while True:
            typed = self.typed()
            if typed == "0" and question.beside:
                table.decline(question)
                return
            if typed.isdecimal():
                if self.make(question, typed):
                    return
            elif not typed:
                self.offer(question, shown)
            elif self.command(question, typed):
                return

    def ask(self, question: Question, shown: int) -> None:
        """The screen and what may be done."""
        made = len(self.table.match.moves)
        told = max(6, made - self.heard.get(question.person, 0))
        self.show(question.seat, (question,), told)
        self.console.print()
        self.offer(question, shown)

    def offer(self, question: Question, shown: int) -> None:
        """The moves with their numbers."""
        table, words = self.table, self.words
        wanted = [each for each in question.moves if not isinstance(each, table.manner.rare)]
        who = words.texts.listed(list(dict.fromkeys(move.seat for move in wanted)))
        title = words.say("play.beside" if question.beside else "play.now", who=who)
        seen = table.rules.view(table.state, question.seat)
        effect = "".join(getattr(ask, "effect", "") for ask in getattr(seen, "asks", ())[-1:])
        if effect and (what := words.name(effect)) != effect:
            title += f" ({what})"
        told = screen.labels(table.game, seen, question.moves, words)
        self.console.print(screen.choices(title, told, shown, words, self.look, question.beside))

    def typed(self) -> str:
        """A line as it is meant: one form for wide and narrow characters, no controls."""
        try:
            text = self.read(self.words.say("play.prompt"))
        except UnicodeDecodeError:
            return "\ufffd"
        text = unicodedata.normalize("NFKC", text[:TYPED])
        return " ".join("".join(c if c.isprintable() else " " for c in text).split())

    def make(self, question: Question, typed: str) -> bool:
        """Make the move of a number; False: there is none, or it is not allowed."""
        number = int(typed[:6])
        if not 1 <= number <= len(question.moves) or len(typed) > 6:
            self.say("play.number", typed=typed[:6], count=len(question.moves))
            return False
        try:
            self.table.make(question.moves[number - 1])
        except IllegalMove as refused:
            texts = self.words.texts
            self.line(f"{texts.ruling(refused.violation)} ({texts.cited(refused.violation)})")
            return False
        return True

    def command(self, question: Question, typed: str) -> bool:
        """Do what a word says; True: the question is asked anew or is another one."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            word, rest = "?", typed[1:].strip()
        name = self.words.command(word.casefold())
        if name == "quit":
            raise Stopped
        if name == "undo":
            move = self.table.undo(question.person)
            if move is None:
                self.say("play.undo-none")
                return False
            self.say("play.undone", move=self.words.texts.move(move))
            return True
        if name == "show":
            self.ask(question, self.listed((question,)))
        elif name == "more":
            self.offer(question, len(question.moves))
        elif name == "help":
            for each in HELP:
                self.line("  " + self.words.say(f"play.help.{each}"))
        elif name == "save":
            self.saved()
        elif name == "hint":
            self.hint(question)
        elif name == "log":
            self.log(question.seat)
        elif name in ("why", "rules"):
            for line in self.reasons(question, name, rest):
                self.line(line)
        else:
            self.say("play.unknown", typed=self.words.texts.clean(typed))
        return False

    def hint(self, question: Question) -> None:
        """What an automatic player would do."""
        move = self.table.hint(question)
        if move is None or move not in question.moves:
            self.say("play.hint-none")
        else:
            number = question.moves.index(move) + 1
            self.say("play.hint", move=self.words.texts.move(move), number=number)

    def log(self, seat: str) -> None:
        """All that happened so far, by round and phase, as the seat may know it."""
        table, heading = self.table, None
        for index in range(len(table.match.moves)):
            number, phase = table.game.moment(table.match.states[index])
            if heading != (number, phase):
                heading = (number, phase)
                self.line(f"{number}  {self.words.texts.phase(phase)}", "bold")
            for line in table.told(index, seat, self.words):
                self.line(f"    {line}")

    def reasons(self, question: Question, name: str, rest: str) -> list[str]:
        """The answer to `why` and `rules`."""
        game, say = self.table.game, self.words.say
        moves = question.moves
        if not rest:
            return [say(f"play.{name}-what")]
        if name == "rules":
            shown = self.words.texts.clean(rest)
            unknown = "play.page-unknown" if rest.startswith("p.") else "play.why-unknown"
            found = why.looked_up(game, rest, self.words)
            return found or [say(unknown, typed=shown, pages=", ".join(game.pages) or "—")]
        if rest.isdecimal():
            if len(rest) > 6 or not 1 <= int(rest) <= len(moves):
                return [say("play.number", typed=rest[:6], count=len(moves))]
            return why.allowed(game, moves[int(rest) - 1], self.words)
        seats = question.person.seats if self.table.manner.together else ()
        seen = self.table.rules.view(self.table.state, question.seat)
        return why.refused(game, seen, (question.seat, *seats), moves, rest, self.words)


def demo(session: Session, most: int, pause: float) -> bool:
    """The automatic players alone, move by move, a screen a round; False: not over by `most`."""
    table, console = session.table, session.console
    shown = 0
    while not table.is_over and len(table.match.moves) < most:
        number, _ = table.game.moment(table.state)
        if number != shown:
            shown = number
            session.show(None, (), 0)
        move = table.advance()
        if move is None:
            break
        for line in table.told(len(table.match.moves) - 1, None, session.words):
            session.line(f"  {line}", "dim" if move.seat == CHANCE else "")
        if pause:
            time.sleep(pause)
    if not table.is_over:
        session.say("play.stopped", moves=len(table.match.moves))
        return False
    console.print()
    session.over()
    return True

"""A refereed table as the page shows it: a watcher of the session. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine import secret_kinds
from tts_bridge.drawing.scene import Scene, look
from tts_bridge.game.plugin import Game, rulebook, stage_of
from tts_bridge.game.rulebook import Item
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Noted, Ruling, Stray
from tts_bridge.session.journal import JournalError
from tts_bridge.text.catalogue import LANGUAGES, Texts, Words
from tts_bridge.text.page_words import all_letters, all_words
from tts_bridge.web.feed import HOST, FeedError, Make, Viewer
from tts_bridge.web.host_inbox import Queue
from tts_bridge.web.ruling_log import Clerk, Entry

RECORDS = 400
"""Rulings that who comes anew is told; older ones are in the journal."""
ACTIONS = ("undo", "allow", "tidy", "pause", "resume", "move", "set")
"""What the host's page offers."""
HostAct = Callable[[str, str, str], None]
"""Takes an action, who asks, and a move; raises ValueError when it cannot be done."""


class Position:
    """One game: its rules, drawing and texts; gives the scenes of its states."""

    def __init__(self, game: Game, state: Any) -> None:
        """Raises MissingPart: the game has no drawing."""
        self.game = game
        self.drawing = game.drawing
        board = game.board(state)
        self.texts = tuple(Texts(language, game.wording, board) for language in LANGUAGES)
        self.clerk = Clerk(self.texts, secret_kinds(game.rules), self.drawing)
        self._last: tuple[Any, str | None, Scene] | None = None
        self._words: dict[str | None, tuple[Any, dict[str, dict[str, Words]]]] = {}
        """Of each view: the ids that were named last, and their words; guests may ask often."""

    def scene(self, state: Any, viewer: Viewer, step: int) -> Scene:
        """The scene of a state for a viewer; the latest one is remembered.

        Raises:
            FeedError: somebody declared a position once that cannot be drawn.
        """
        last = self._last
        if last and last[0] is state and last[1] == viewer.seat and last[2].step == step:
            return last[2]
        try:
            scene = self.look(state, viewer.seat, step)
        except Exception as error:  # whatever such a position makes a drawing stumble over
            raise FeedError(f"step {step}: nobody can play on from this position") from error
        self._last = (state, viewer.seat, scene)
        return scene

    def look(self, state: Any, seat: str | None, step: int) -> Scene:
        """The scene of a state as a seat may see it; whatever the drawing stumbles over is
        raised."""
        game = self.game
        return look(game.rules, game.moment, self.drawing, self.texts, state, seat, step)

    def hello(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """What does not change in this game."""
        seen = self.game.rules.view(state, viewer.seat)
        ids = tuple(self.drawing.words(seen))
        seats = tuple(panel.seat for panel in self.drawing.panels(seen))
        return {
            "game": self.game.name,
            "title": self.game.title,
            "ground": self.drawing.ground(seen),
            "example": self.drawing.example,
            **self.words(viewer, ids, seats),
        }

    def words(
        self, viewer: Viewer, ids: tuple[str, ...], seats: tuple[str, ...]
    ) -> dict[str, dict[str, Words]]:
        """The names of ids that a view is shown, and what stands on their pieces."""
        named = self._words.get(viewer.seat)
        if named is None or named[0] != (ids, seats):
            letters = all_letters(self.texts, seats, ids)
            found = {"words": all_words(self.texts, ids), "letters": letters}
            named = self._words[viewer.seat] = ((ids, seats), found)
        return named[1]


class Live:
    """The feed of a refereed table. Give `ruled` to the session's watchers."""

    public = True

    def __init__(self, games: Mapping[str, Game], host: HostAct | None = None) -> None:
        """`games`: those that may be refereed, by name."""
        self.known = games
        self.publish: Callable[[Make], None] = lambda make: None
        self.host = host
        self.referee: Referee | None = None
        self.position: Position | None = None
        self.queue: Queue | None = None
        self.entries: list[Entry] = []
        self.games = 0
        """How many games were begun here: a page that sees another number starts over."""
        self.paused = False

    def ruled(self, referee: Referee | None, ruling: Ruling) -> None:
        """Take over a ruling: cheap, for the table waits meanwhile."""
        if referee is None:
            return
        was_paused, self.paused = self.paused, referee.is_paused
        if referee is not self.referee:
            self.attach(referee)
            if not isinstance(ruling.verdict, Noted):
                return
        assert self.position is not None
        assert self.queue is not None
        position, game = self.position, self.games
        step = len(referee.match.moves)
        entry = position.clerk.enter(ruling, step)
        self.queue.see(referee, ruling, entry)
        if entry is not None:
            self.entries.append(entry)
        elif was_paused == self.paused:
            self.look_again(ruling)
            return
        state = referee.state
        # It is told later, when another game may be on already.
        self.publish(
            lambda viewer: {
                "game": game,
                **self.event(viewer, position.scene(state, viewer, step), entry),
            }
        )

    def attach(self, referee: Referee | None) -> None:
        """Show this referee's table from now on: everything is told anew."""
        if referee is None or referee is self.referee:
            return
        self.referee = referee
        rules = referee.game.rules
        self.position = Position(stage_of(self.known[rules.name], rules), referee.state)
        self.queue = Queue(self.position.texts, self.position.clerk)
        self.entries = []
        self.paused = referee.is_paused
        self.games += 1
        self.publish(self.full)

    def event(self, viewer: Viewer, scene: Scene, entry: Entry | None) -> dict[str, Any]:
        """What a view is told when something happened."""
        return {
            "paused": self.paused,
            "scene": scene,
            "records": [] if entry is None else [entry.shown_to(viewer.seat)],
            **self.waiting(viewer),
        }

    def waiting(self, viewer: Viewer) -> dict[str, Any]:
        """What waits for an answer, for the host alone."""
        if viewer != HOST or self.queue is None or self.referee is None:
            return {}
        return {"queue": [each.shown() for each in self.queue.look(self.referee)]}

    def look_again(self, ruling: Ruling) -> None:
        """Tell the host what waits, if a ruling that nobody is told made it another than before."""
        assert self.queue is not None
        assert self.referee is not None
        before = self.queue.open
        if (before or isinstance(ruling.verdict, Stray)) and self.queue.look(
            self.referee
        ) != before:
            self.publish(self.news)

    def news(self, viewer: Viewer) -> Any:
        """What waits, without a ruling: an event of the host's view alone."""
        return (
            {"game": self.games, "records": [], **self.waiting(viewer)} if viewer == HOST else None
        )

    def full(self, viewer: Viewer) -> Any:
        """Everything as it is now; without a scene while no table is refereed."""
        shown: dict[str, Any] = {"game": self.games, "paused": self.paused, "reset": True}
        if self.referee is None or self.position is None:
            return {**shown, "scene": None, "records": []}
        step = len(self.referee.match.moves)
        return {
            **shown,
            "scene": self.position.scene(self.referee.state, viewer, step),
            "records": [entry.shown_to(viewer.seat) for entry in self.entries[-RECORDS:]],
            **self.waiting(viewer),
        }

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        start: dict[str, Any] = {"kind": "referee", "number": self.games, "words": {}}
        if self.referee is not None and self.position is not None:
            start |= self.position.hello(self.referee.state, viewer)
        own = self.position.drawing.acts if self.position is not None else ()
        start["actions"] = [*ACTIONS, *own] if viewer == HOST else []
        return start

    def at(self, viewer: Viewer, step: int) -> Any:
        if self.referee is None or self.position is None:
            raise FeedError("no table is refereed yet")
        states = self.referee.match.states
        if not 0 <= step < len(states):
            raise FeedError(f"step {step}: there are 0 to {len(states) - 1}")
        return self.position.scene(states[step], viewer, step)

    def seats(self) -> tuple[str, ...]:
        if self.referee is None or self.position is None:
            return ()
        return self.position.drawing.seats(self.referee.state)

    def rulebook(self) -> tuple[Item, ...]:
        return () if self.position is None else rulebook(self.position.game)

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        if viewer != HOST or self.host is None:
            raise FeedError("only the host may do this")
        if what in ("answer", "dismiss"):
            what, argument = self.chosen(what, argument)
        try:
            if what:
                self.host(what, "the host's page", argument)
        except (ValueError, JournalError) as error:
            raise FeedError(str(error)) from error
        self.publish(self.news)
        return {}

    def chosen(self, what: str, argument: str) -> tuple[str, str]:
        """The host's act that an answer to something in the queue is, ("", "") for none.

        Raises:
            FeedError: it waits no more.
        """
        numbers = [int(each) for each in argument.split() if each.isdecimal() and len(each) < 9]
        waiting = {each.number for each in self.queue.open} if self.queue else set()
        if not numbers or numbers[0] not in waiting or self.queue is None:
            raise FeedError("that does not wait for an answer any more")
        if what == "dismiss":
            self.queue.dismiss(numbers[0])
            return "", ""
        answer = self.queue.answer(*numbers) if len(numbers) == 2 else None
        if answer is None:
            raise FeedError("that is no answer to it")
        return answer.what, answer.argument

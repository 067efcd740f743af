"""Binding at a running table: what is not recognised is asked of one player, in the game.

The player answers by hand: pings or picks up the piece that is meant, or takes our item of its
right-click menu; for a space pings it or puts any piece down there. Nobody else can answer.
No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from tts_bridge.agent.commands import (
    Command,
    Highlight,
    OfferMenu,
    PanelButton,
    SetPanel,
    Tell,
    Triple,
)
from tts_bridge.agent.observations import (
    Dropped,
    Observation,
    Picked,
    Piece,
    Pointed,
    Pressed,
    Said,
)
from tts_bridge.binding.doubts import title
from tts_bridge.binding.fit import FitError, Point, far_apart
from tts_bridge.binding.recogniser import (
    Bound,
    Recogniser,
    Scene,
    as_named,
    far_off,
    missing,
    with_chosen,
)
from tts_bridge.text.catalogue import Texts

Word = Literal["skip", "back", "done"]
WORDS: Mapping[str, Word] = {
    **{"skip": "skip", "跳过": "skip", "跳過": "skip"},
    **{"back": "back", "返回": "back"},
    **{"done": "done", "完成": "done"},
}
BUTTON = "bind:"
"""How the ids of our panel's buttons begin."""
GREEN: Triple = (0.2, 0.8, 0.3)
GLOW = 2.0
"""Seconds for which a piece glows that was taken as an answer."""


class Question(Struct, frozen=True):
    """What is asked for: where a space lies, or which object a piece is."""

    kind: Literal["space", "piece"]
    id: str


class Interview:
    """The questions to one player and the answers so far. `bound` is what they come to."""

    def __init__(
        self,
        recogniser: Recogniser,
        table: Scene,
        colour: str,
        texts: Sequence[Texts],
        points: Mapping[str, Point] | None = None,
        agent: str = "",
    ) -> None:
        self.recogniser = recogniser
        self.table = table
        self.colour = colour
        self.texts = texts
        self.agent = agent
        self.given = dict(points or {})
        self.points: dict[str, Point] = {}
        """Where spaces lie, as was answered."""
        self.chosen: dict[str, str] = {}
        """GUIDs by id, as was answered."""
        self.skipped: list[Question] = []
        self.answered: list[Question] = []
        """In order, the skipped ones too: what `back` goes back to."""
        self.bound: Bound | None = None
        self.problem = ""
        self.is_done = False
        self.question: Question | None = None
        self.lifted = ""
        """The piece that was picked up as an answer: putting it back is none."""
        self.guids = {thing.guid for thing in table.things}

    def begin(self) -> list[Command]:
        """The first question, with how to answer."""
        self.question = next(self.questions(), None)
        said = [Tell(self.colour, self.say("bind.start"), GREEN)]
        return [*said, OfferMenu(self.say("bind.menu")), *self.ask()]

    def observe(self, seen: Observation) -> list[Command]:
        """What follows from something seen at the table."""
        if self.is_done or self.question is None or seen.player != self.colour:
            return []
        if word := self.word(seen):
            return self.obey(word)
        if self.question.kind == "space":
            at = self.place(seen)
            return [] if at is None else self.answer_space(self.question, at)
        piece = self.piece(seen)
        if piece is None or piece.guid not in self.guids:
            return []
        self.lifted = piece.guid if isinstance(seen, Picked) else ""
        return self.answer_piece(self.question, piece)

    def word(self, seen: Observation) -> Word | None:
        """What was said in chat, or pressed on our panel."""
        if isinstance(seen, Said):
            return WORDS.get(seen.text.strip().lstrip("!！").casefold())
        if isinstance(seen, Pressed) and seen.button.startswith(BUTTON):
            return WORDS.get(seen.button.removeprefix(BUTTON))
        return None

    def place(self, seen: Observation) -> Point | None:
        """The place that was pointed at."""
        if isinstance(seen, Pointed):
            return (round(seen.at[0], 3), round(seen.at[2], 3))
        if isinstance(seen, Dropped) and not seen.piece.hand:
            if seen.piece.guid != self.lifted:
                return (round(seen.piece.at[0], 3), round(seen.piece.at[2], 3))
            self.lifted = ""
        return None

    def piece(self, seen: Observation) -> Piece | None:
        """The piece that was pointed at."""
        if isinstance(seen, (Picked, Pressed, Pointed)) and seen.piece is not None:
            return None if seen.piece.guid == self.agent else seen.piece
        return None

    def answer_space(self, question: Question, at: Point) -> list[Command]:
        """A space lies there; when they do not agree on where the map lies, all are asked again."""
        self.points[question.id] = at
        following = self.go_on(question)
        if self.bound is None or not any(far_off(self.bound.laid)):
            return following
        self.points.clear()
        self.answered = [each for each in self.answered if each.kind == "piece"]
        self.is_done = False
        self.question = next(self.questions(), None)
        return [Tell(self.colour, self.say("bind.far-off")), *self.ask()]

    def answer_piece(self, question: Question, piece: Piece) -> list[Command]:
        """That object is the piece."""
        self.chosen = {name: guid for name, guid in self.chosen.items() if guid != piece.guid}
        self.chosen[question.id] = piece.guid
        return [Highlight(piece.guid, GREEN, GLOW), *self.go_on(question)]

    def obey(self, word: Word) -> list[Command]:
        """Skip the question, go back to the one before, or be done with all."""
        assert self.question is not None
        if word == "done":
            return self.finish()
        if word == "skip":
            self.skipped.append(self.question)
            return self.go_on(self.question)
        if not self.answered:
            return [Tell(self.colour, self.say("bind.no-back"), GREEN)]
        self.question = self.answered.pop()
        self.skipped = [each for each in self.skipped if each != self.question]
        self.points.pop(self.question.id, None)
        self.chosen.pop(self.question.id, None)
        list(self.questions())  # recognised anew without that answer
        return self.ask()

    def go_on(self, answered: Question) -> list[Command]:
        """The next question, or the end."""
        self.answered.append(answered)
        self.question = next(self.questions(), None)
        return self.finish() if self.question is None else self.ask()

    def finish(self) -> list[Command]:
        """Nothing more is asked."""
        list(self.questions())  # what was answered last counts too
        self.is_done, self.question = True, None
        pieces = {} if self.bound is None else self.bound.binding.pieces
        text = self.say("bind.finished", count=str(len(pieces)), missing=str(len(self.missing())))
        if self.bound is None:
            text = self.say("bind.no-map")
        return [Tell(self.colour, text, GREEN), *self.leave()]

    def leave(self) -> list[Command]:
        """What takes our panel and menu item away."""
        return [SetPanel(self.colour, ""), OfferMenu("")]

    def questions(self) -> Iterator[Question]:
        """Everything that is still to be asked, in order; recognises the table anew."""
        self.bound = None
        try:
            table = as_named(self.table, self.recogniser.printed, self.chosen)
            found = self.recogniser.recognise(table, {**self.given, **self.points})
            self.bound = with_chosen(found, self.chosen)
        except FitError as error:
            self.problem = str(error)
            first = far_apart(self.recogniser.spaces)
            for space in dict.fromkeys((*first, *self.recogniser.spaces)):
                question = Question("space", space)
                is_known = space in self.points or space in self.given
                if not is_known and question not in self.skipped:
                    yield question
            return
        for name in self.missing():
            if (question := Question("piece", name)) not in self.skipped:
                yield question

    def missing(self) -> list[str]:
        """Ids for which there is no object yet."""
        return [] if self.bound is None else missing(self.recogniser, self.bound)

    # --- words ----------------------------------------------------------------------------------

    def ask(self) -> list[Command]:
        """The question, in chat and on the panel of the one who is asked."""
        if self.question is None:
            return self.finish()
        text = " / ".join(self.asked(each) for each in self.texts)
        buttons = [
            PanelButton(f"{BUTTON}{word}", self.say(f"bind.{word}"))
            for word in ("skip", "back", "done")
        ]
        return [Tell(self.colour, text), SetPanel(self.colour, text, tuple(buttons))]

    def asked(self, texts: Texts) -> str:
        """The question in one language."""
        assert self.question is not None
        if self.question.kind == "space":
            return texts.text("bind.space", space=texts.name(self.question.id))
        left = str(len([n for n in self.missing() if Question("piece", n) not in self.skipped]))
        name = title(texts, self.question.id)
        space = self.recogniser.where.get(self.question.id)
        if space is None:
            return texts.text("bind.piece", piece=name, left=left)
        return texts.text("bind.piece-in", piece=name, space=texts.name(space), left=left)

    def say(self, code: str, **values: str) -> str:
        """A text in every language that is spoken."""
        return " / ".join(each.text(code, **values) for each in self.texts)

"""What waits for the host's answer, newest first: what was unclear or refused, open questions, and
pieces that lie otherwise than the rules have it. No I/O here.

Only the host's view is ever given it. What nobody but its seat may know is not named here either:
the host plays too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from rules.engine import CHANCE, Move, judge, legal_moves
from rules.notation import format_move
from tts_bridge.binding.doubts import title
from tts_bridge.drawing.scene import HIDDEN
from tts_bridge.referee import orders as host
from tts_bridge.referee.placement import Want, commands
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Noted, Refused, Ruling, Stray, Unclear
from tts_bridge.text.catalogue import Texts, Words, fill, in_words
from tts_bridge.text.page_words import page_words
from tts_bridge.web.ruling_log import Clerk, Entry, Rule

MANY = 30
"""Pieces that lie wrong of which each is listed; of more the host lays out the whole table."""

ON_BOARD = ("space/", "zone/", "path/")
CARDS = ("equipment",)


class Answer(Struct, frozen=True):
    """A button: its words, and what the host's act is then."""

    text: Words
    what: str
    argument: str = ""


class Incident(Struct, frozen=True):
    """Something that waits. `kind`: `unclear`, `refused`, `question`, `stray` (told already) or
    `lies`."""

    number: int
    kind: str
    text: Words
    answers: tuple[Answer, ...]
    who: str = ""
    rules: tuple[Rule, ...] = ()
    piece: str = ""

    def shown(self) -> dict[str, Any]:
        """What the page is sent: what an answer does stays here."""
        return {
            "number": self.number,
            "kind": self.kind,
            "text": self.text,
            "who": self.who,
            "rules": self.rules,
            "answers": [{"text": each.text, "what": each.what} for each in self.answers],
        }


class Queue:
    """What waits at one table. `see` every ruling, then `look` when somebody wants to know."""

    def __init__(self, texts: tuple[Texts, ...], clerk: Clerk) -> None:
        self.texts = texts
        self.clerk = clerk
        self.count = 0
        self.open: tuple[Incident, ...] = ()
        """As it was last looked at, newest first."""
        self._ruled: list[Incident] = []
        """Those that came of rulings on the position as it is."""
        self._told: dict[str, int] = {}
        """Pieces that were told to lie wrong: when."""
        self._numbers: dict[Any, int] = {}
        self._dismissed: set[int] = set()
        self._state: Any = None

    def see(self, referee: Referee, ruling: Ruling, entry: Entry | None) -> None:
        """Take down what a ruling leaves open; a new position closes what was open of the last."""
        if referee.state is not self._state:
            self._state = referee.state
            self._ruled.clear()
        verdict = ruling.verdict
        if isinstance(verdict, Stray) and verdict.piece not in self._told:
            self._told[verdict.piece] = self.next()
        if entry is None:
            return
        if isinstance(verdict, Unclear):
            self._ruled = [each for each in self._ruled if each.kind != "unclear"]
            self._ruled.append(self.unclear(verdict, entry, ruling.piece))
        elif isinstance(verdict, Refused):
            self._ruled.append(self.refused(referee, verdict, entry, ruling.piece))

    def look(self, referee: Referee) -> tuple[Incident, ...]:
        """Everything that waits now, newest first."""
        if referee.state is not self._state:
            self._state = referee.state
            self._ruled.clear()
        if not referee.unclear:
            self._ruled = [each for each in self._ruled if each.kind != "unclear"]
        found = [*self._ruled, *self.questions(referee), *self.pieces(referee)]
        numbers = {each.number for each in found}
        self._dismissed &= numbers
        self._numbers = {key: n for key, n in self._numbers.items() if n in numbers}
        waiting = (each for each in found if each.number not in self._dismissed)
        self.open = tuple(sorted(waiting, key=lambda each: -each.number))
        return self.open

    def dismiss(self, number: int) -> None:
        """Leave something as it is, for as long as it is so."""
        self._dismissed.add(number)

    def answer(self, number: int, index: int) -> Answer | None:
        """What an answer to something that still waits does; None: it waits no more."""
        answers = next((each.answers for each in self.open if each.number == number), ())
        return answers[index] if 0 <= index < len(answers) else None

    def next(self) -> int:
        self.count += 1
        return self.count

    def numbered(self, key: Any) -> int:
        """The number of something, the same as long as it waits."""
        if key not in self._numbers:
            self._numbers[key] = self.next()
        return self._numbers[key]

    def unclear(self, verdict: Unclear, entry: Entry, piece: str) -> Incident:
        """Several readings: each is an answer, unless it would tell a secret."""
        answers = []
        for index, reading in enumerate(verdict.readings):
            if not any(self.clerk.is_secret(move) for move in reading):
                words = self.moves(*reading)
                answers.append(Answer(words, "settle", str(index)))
        return self.of_ruling("unclear", entry, tuple(answers), piece)

    def refused(self, referee: Referee, verdict: Refused, entry: Entry, piece: str) -> Incident:
        """A refusal: it may be let stand where a position comes of it."""
        after = host.forced(referee.game.rules, referee.state, verdict.move)
        stands = Answer(page_words()["page.queue.allow"], "allow", format_move(verdict.move))
        is_possible = not isinstance(after, Noted)
        return self.of_ruling("refused", entry, (stands,) if is_possible else (), piece)

    def of_ruling(
        self, kind: str, entry: Entry, answers: tuple[Answer, ...], piece: str
    ) -> Incident:
        told = entry.public
        return Incident(self.next(), kind, told.text, answers, told.who, told.rules, piece)

    def moves(self, *moves: Move[Any]) -> Words:
        """Moves in words."""
        return in_words(
            self.texts,
            lambda each: each.text("verdict.between").join(each.move(move) for move in moves),
        )

    def questions(self, referee: Referee) -> Iterator[Incident]:
        """The game's open question, where it is one that somebody answers by a button or a word."""
        rules = referee.game.rules
        state = referee.state
        asks = getattr(state, "asks", ())
        kinds = self.clerk.drawing.questions.get(type(asks[-1]), ()) if asks else ()
        if not kinds or rules.outcome(state):
            return
        seen = rules.view(state, None)
        moves = [m for m in legal_moves(rules, seen) if isinstance(m, kinds) and m.seat != CHANCE]
        for seat in dict.fromkeys(move.seat for move in moves):
            theirs = [move for move in moves if move.seat == seat]
            answers = tuple(
                Answer(self.moves(move), "move", format_move(move))
                for move in theirs
                if HIDDEN not in astuple(move) and judge(rules, state, move) is None
            )
            words = self.filled("page.queue.question", who=seat)
            number = self.numbered(("question", len(referee.match.moves), seat))
            yield Incident(number, "question", words, answers, seat)

    def pieces(self, referee: Referee) -> Iterator[Incident]:
        """Pieces that lie otherwise than the rules have it, those apart that a ruling is about."""
        pieces = referee.profile.pieces
        if not pieces or referee.is_paused:
            return
        about = {each.piece for each in self._ruled}
        wrong = [
            want
            for want in referee.wants()
            if pieces.get(want.piece) in referee.seen
            and pieces[want.piece] not in about
            and commands(referee.profile, referee.seen, [want])
        ]
        names = {want.piece for want in wrong}
        self._told = {piece: n for piece, n in self._told.items() if piece in names}
        if len(wrong) > MANY:
            number = self.numbered(("table",))
            words = self.filled("page.queue.many", n=str(len(wrong)))
            tidy = Answer(page_words()["page.tidy"], "tidy")
            yield Incident(number, "lies", words, (tidy,))
            return
        for want in wrong:
            told = self._told.get(want.piece)
            number = self.numbered(("piece", want.piece)) if told is None else told
            kind = "lies" if told is None else "stray"
            put = Answer(page_words()["page.queue.put"], "put", want.piece)
            yield Incident(number, kind, self.lies(referee, want), (put,))

    def lies(self, referee: Referee, want: Want) -> Words:
        """Where a piece lies wrong, in words."""
        piece = referee.seen[referee.profile.pieces[want.piece]]
        zone = next((z for z in want.zones if z.startswith(ON_BOARD)), "")
        place = zone.partition("/")[2]
        zone_of = getattr(referee.game.board(referee.profile.config), "zone_of", {})
        found = {
            "piece": self.piece(want.piece, is_up=piece.up),
            "place": in_words(self.texts, lambda each: each.name(zone_of.get(place, place))),
        }
        words = page_words()["page.queue.lies" if place else "page.queue.elsewhere"]
        return {
            language: fill(text, {key: told[language] for key, told in found.items()})
            for language, text in words.items()
        }

    def piece(self, id_: str, *, is_up: bool) -> Words:
        """What a piece is called; a card whose face nobody sees is a card."""
        what, _, rest = id_.partition("/")
        card = page_words()["page.a-card"]
        if what == "card":
            owner = rest.partition("/")[0]
            return in_words(self.texts, lambda each: f"{card[each.language]} ({each.name(owner)})")
        if what == "xeno" or (what in CARDS and not is_up):
            return card
        return in_words(self.texts, lambda each: title(each, id_, is_numbered=False))

    def filled(self, word: str, **ids: str) -> Words:
        """A word of the page with names put in."""
        words = page_words()[word]
        return in_words(
            self.texts,
            lambda each: fill(
                words[each.language], {key: each.name(id_) for key, id_ in ids.items() if id_}
            ),
        )

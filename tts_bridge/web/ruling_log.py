"""Rulings as the page lists them, each with what everybody may read of it. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.engine import CHANCE, Edit, Move, Violation, kebab
from tts_bridge.drawing.scene import HIDDEN, Drawing
from tts_bridge.referee.rulings import (
    Allowed,
    Edited,
    Ignored,
    Noted,
    Refused,
    Ruling,
    Stray,
    Unclear,
    Undone,
    Verdict,
)
from tts_bridge.referee.table_game import Reading
from tts_bridge.text.catalogue import Texts, Words, in_words
from tts_bridge.text.page_words import page_words
from tts_bridge.text.voice import noted, strayed, told_of

REVEALING = ("card",)
"""Facts of a refusal that may name what only its seat knows."""


class Rule(Struct, frozen=True):
    """Where a ruling's rule stands: its code, for the browser of rules, and the source."""

    code: str
    source: Words


class Record(Struct, frozen=True):
    """A ruling. `step`: how many moves stand after it."""

    number: int
    step: int
    verdict: str
    """`allowed`, `refused`, `unclear`, `stray`, `undone`, `edited` or `noted`."""
    text: Words
    who: str = ""
    rules: tuple[Rule, ...] = ()
    more: tuple[Words, ...] = ()
    """What came of it by itself, in order."""
    codes: tuple[str, ...] = ()
    """The code of the rule of each of these, "" for none."""


class Entry(Struct, frozen=True):
    """A ruling as everybody may read it, and as each seat may that knows more of it."""

    public: Record
    private: Mapping[str, Record] = {}

    def shown_to(self, seat: str | None) -> Record:
        """The record for a view; None is a spectator."""
        return self.public if seat is None else self.private.get(seat, self.public)


class Clerk:
    """Turns the rulings on one table into records; numbers them."""

    def __init__(
        self, texts: tuple[Texts, ...], secret: tuple[type[Move[Any]], ...], drawing: Drawing
    ) -> None:
        self.texts = texts
        self.secret = secret
        self.drawing = drawing
        self.count = 0

    def enter(self, ruling: Ruling, step: int) -> Entry | None:
        """The entry for a ruling; None for one that is none."""
        verdict = ruling.verdict
        if isinstance(verdict, Ignored) or (isinstance(verdict, Noted) and ruling.player):
            return None  # an answer to somebody is theirs alone
        if ruling.is_repeated and isinstance(verdict, Stray):
            return None
        self.count += 1
        if isinstance(verdict, Noted):
            return Entry(
                self.record(step, verdict, in_words(self.texts, lambda each: noted(each, verdict)))
            )
        if isinstance(verdict, Edited):
            return self.edited(verdict, step)
        if isinstance(verdict, Refused):
            return self.refused(verdict, step)
        if isinstance(verdict, Unclear):
            return self.unclear(verdict, step)
        if isinstance(verdict, Stray):
            said = in_words(self.texts, lambda each: strayed(each, verdict))
            return Entry(self.record(step, verdict, said))
        entry = self.made(verdict, step)
        more = tuple(fact for fact in ruling.trail if not self.texts[0].is_echo(fact))
        return self.with_more(entry, more) if more else entry

    def with_more(self, entry: Entry, trail: tuple[Any, ...]) -> Entry:
        """An entry with what came of it: facts in every language, each with its rule."""
        more = tuple(
            in_words(self.texts, lambda each, fact=fact: each.step(fact)) for fact in trail
        )
        codes = tuple(self.drawing.code_of_step.get(fact.what, "") for fact in trail)
        private = {
            seat: replace(record, more=more, codes=codes) for seat, record in entry.private.items()
        }
        return Entry(replace(entry.public, more=more, codes=codes), private)

    def record(
        self,
        step: int,
        verdict: Verdict,
        text: Words,
        who: str = "",
        rules: tuple[Rule, ...] = (),
    ) -> Record:
        name = type(verdict).__name__.lower()
        return Record(self.count, step, name, text, who, rules)

    def refused(self, verdict: Refused, step: int) -> Entry:
        """Why not; to others without what only the seat knows."""
        violation, seat = verdict.violation, verdict.move.seat
        rules = (self.rule(violation),)
        full = in_words(self.texts, lambda each: each.ruling(violation))
        private = self.record(step, verdict, full, seat, rules)
        if not self.is_secret(verdict.move) and not names_secrets(violation):
            return Entry(private)
        bare = in_words(self.texts, lambda each: each.rule(violation.code))
        return Entry(self.record(step, verdict, bare, seat, rules), {seat: private})

    def edited(self, verdict: Edited, step: int) -> Entry:
        """What was declared to be so; that of a hidden card is told to nobody."""
        moves = verdict.moves
        why = " ".join(getattr(move, "why", "") for move in moves)
        secret = any(kebab(kind.__name__) in why for kind in self.secret)
        if secret or any(field in why.split() for field in self.drawing.hidden_fields):
            return Entry(self.record(step, verdict, page_words()["page.edited-secretly"]))
        said = in_words(self.texts, lambda each: "; ".join(each.move(move) for move in moves))
        return Entry(self.record(step, verdict, said))

    def unclear(self, verdict: Unclear, step: int) -> Entry:
        """Several readings: told to others only where none is secret."""
        readings = verdict.readings

        def say(each: Texts) -> str:
            between = each.text("verdict.between")
            listed = between.join(each.move(reading[0]) for reading in readings)
            return each.text("verdict.unclear", readings=listed)

        seats = {move.seat for reading in readings for move in reading if self.is_secret(move)}
        who = readings[0][0].seat
        private = self.record(step, verdict, in_words(self.texts, say), who)
        if not seats:
            return Entry(private)
        bare = in_words(self.texts, lambda each: each.text("verdict.unclear", readings="…"))
        public = self.record(step, verdict, bare, who)
        return Entry(public, {who: private} if seats == {who} else {})

    def made(self, verdict: Allowed | Undone, step: int) -> Entry:
        """Moves made or taken back; of secret ones others read only that there were some."""
        moves = verdict.moves
        who = next((move.seat for move in moves if move.seat != CHANCE), "")
        rules = () if isinstance(verdict, Undone) else self.sources(moves)
        seats = {move.seat for move in moves if self.is_secret(move)}

        def seen_by(seat: str) -> Record:
            return self.record(step, verdict, self.told(verdict, moves, seat), who, rules)

        return Entry(seen_by(""), {seat: seen_by(seat) for seat in seats})

    def told(self, verdict: Verdict, moves: Reading, seat: str) -> Words:
        """Moves in words for a seat; secret ones of others as a card that nobody sees."""
        hidden = [move for move in moves if self.is_secret(move) and move.seat != seat]
        known = [move for move in moves if move not in hidden]

        def say(each: Texts) -> str:
            parts = [
                each.text("verdict.move", seat=each.name(who), move=each.name(HIDDEN))
                for who in dict.fromkeys(move.seat for move in hidden)
            ]
            listed = each.text("verdict.between").join(
                [*parts, *(told_of(each, move) for move in known)]
            )
            undone = isinstance(verdict, Undone)
            return each.text("verdict.undone", moves=listed) if undone else listed

        return in_words(self.texts, say)

    def is_secret(self, move: Move[Any]) -> bool:
        return isinstance(move, self.secret)

    def rule(self, violation: Violation) -> Rule:
        return Rule(violation.code, in_words(self.texts, lambda each: each.source(violation.rule)))

    def sources(self, moves: Reading) -> tuple[Rule, ...]:
        """Where the rules of moves stand, each place once."""
        kinds = dict.fromkeys(type(move) for move in moves if move.seat != CHANCE)
        drawing = self.drawing
        keys = dict.fromkeys(
            (drawing.code_of.get(kind, ""), drawing.rule_of[kind])
            for kind in kinds
            if kind in drawing.rule_of
        )
        return tuple(
            Rule(code, in_words(self.texts, lambda each, key=key: each.source(key)))
            for code, key in keys
        )


def names_secrets(violation: Violation) -> bool:
    """Whether a refusal names what may be hidden from others."""
    return any(fact in violation.facts for fact in REVEALING)


class Stored(Struct, frozen=True, tag="refused"):
    """A refusal as a journal holds it."""

    move: dict[str, Any]
    violation: Violation


def move_type(moves: tuple[type[Move[Any]], ...]) -> Any:
    """The type of all moves of a game, for reading them."""
    kinds = (*moves, Edit)
    return Union[kinds]  # noqa: UP007  (built at run time)


def stored_move(body: bytes, moves: tuple[type[Move[Any]], ...]) -> Move[Any] | None:
    """A move out of a journal; None for one that cannot be read."""
    try:
        found: Move[Any] = msgspec.json.decode(body, type=move_type(moves))
    except (ValueError, RecursionError):
        return None
    return found


def stored_refusal(body: bytes, moves: tuple[type[Move[Any]], ...]) -> Refused | None:
    """A refusal out of a journal; None for another verdict or one that cannot be read."""
    try:
        found = msgspec.json.decode(body, type=Stored)
        return Refused(msgspec.convert(found.move, move_type(moves)), found.violation)
    except (ValueError, RecursionError):
        return None

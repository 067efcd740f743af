"""What players read: rulings and offers as text, in one language or two. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import CHANCE, Move
from rules.notation import format_move
from tts_bridge.commands import Button, Command, SetButtons, Tell
from tts_bridge.games import GAMES
from tts_bridge.referee import Allowed, Noted, Offer, Refused, Ruling, Unclear, Undone
from tts_bridge.texts import Texts, clean

GOOD, BAD, NEUTRAL = (0.4, 0.9, 0.4), (1.0, 0.45, 0.35), (0.8, 0.8, 0.8)
BUTTON_WIDTH, BUTTON_HEIGHT, BUTTON_STEP = 3400, 340, 0.8
ANSWERS = 3
"""Rules told for one word."""
BUTTONS = 12
"""More than these are not laid out; every move can also be said in chat."""


class Voice:
    """Puts rulings into words, in the languages of a table."""

    def __init__(
        self,
        texts: Sequence[Texts],
        quiet: bool = False,
        preferred: Mapping[str, Texts] | None = None,
    ) -> None:
        self.texts = tuple(texts)
        self.quiet = quiet
        self.preferred = dict(preferred or {})
        """The language that a player asked for, by colour."""

    def on(self, game: str, board: Any) -> Voice:
        """The same voice for a game, with the names of a board's places."""
        return Voice(
            [Texts(each.language, game, board) for each in self.texts],
            self.quiet,
            {colour: Texts(each.language, game, board) for colour, each in self.preferred.items()},
        )

    def heard_by(self, player: str) -> tuple[Texts, ...]:
        """The languages in which a player is spoken to."""
        return (self.preferred[player],) if player in self.preferred else self.texts

    def both(self, lines: Sequence[str]) -> str:
        """The same in each language, a line each; what is the same stands once."""
        return "\n".join(dict.fromkeys(lines))

    def say(self, ruling: Ruling, player: str = "") -> str:
        """The text of a ruling, as a player hears it; or "": nothing is said."""
        return self.both([line for each in self.heard_by(player) if (line := one(each, ruling))])

    def tell(self, ruling: Ruling) -> tuple[Command, ...]:
        """What is said at the table, and to whom: refusals to the player, the rest to all."""
        verdict = ruling.verdict
        found: list[Command] = []
        to = ruling.player if isinstance(verdict, (Refused, Unclear, Noted)) else ""
        if to and isinstance(verdict, Noted) and verdict.text == "answer.language":
            spoken = self.texts[0]
            self.preferred[to] = Texts(verdict.word, spoken.game, spoken.board)
        text = self.say(ruling, to)
        if text and not (self.quiet and isinstance(verdict, Allowed)):
            colour = BAD if isinstance(verdict, Refused) else GOOD
            found.append(Tell(to or "all", text, colour))
        trail = self.both([line for each in self.texts for line in trail_of(each, ruling.trail)])
        if trail:
            found.append(Tell("all", trail, NEUTRAL))
        if ruling.notice and ruling.upkeep and ruling.commands and ruling.outcome is None:
            lines = [each.text(ruling.notice) for each in self.texts]
            found.append(Tell("all", self.both(lines), NEUTRAL))
        outcome = ruling.outcome
        if outcome is not None:
            lines = [each.outcome(outcome) for each in self.texts]
            found.append(Tell("all", self.both(lines), GOOD))
        return tuple(found)

    def buttons(self, guid: str, offer: Offer) -> SetButtons:
        """The offer as buttons on a piece; a button's id is its move."""
        return SetButtons(
            guid,
            tuple(
                Button(
                    format_move(move),
                    " / ".join(dict.fromkeys(each.move(move) for each in self.texts)),
                    (0.0, 0.3, 1.5 + index * BUTTON_STEP),
                    BUTTON_WIDTH,
                    BUTTON_HEIGHT,
                )
                for index, move in enumerate(offer.moves[:BUTTONS])
            ),
        )


def one(texts: Texts, ruling: Ruling) -> str:
    """A ruling in one language."""
    verdict = ruling.verdict
    if isinstance(verdict, Refused):
        return f"{texts.ruling(verdict.violation)} ({texts.cited(verdict.violation)})"
    if isinstance(verdict, Noted):
        return noted(texts, verdict)
    between = texts.text("verdict.between")
    if isinstance(verdict, Unclear):
        listed = between.join(texts.move(reading[0]) for reading in verdict.readings)
        return texts.text("verdict.unclear", readings=listed)
    told = between.join(told_of(texts, move) for move in ruling.public)
    if isinstance(verdict, Undone):
        return texts.text("verdict.undone", moves=told) if told else ""
    return told


def noted(texts: Texts, verdict: Noted) -> str:
    """What became of an order, or the answer to a question."""
    codes = GAMES[texts.game].codes if texts.game in GAMES else {}
    if verdict.text == "answer.why":
        return f"{texts.rule(verdict.word)} ({texts.source(codes.get(verdict.word, ''))})"
    if verdict.text == "answer.rules":
        word = verdict.word.casefold()
        rules = {texts.rule(code): source for code, source in codes.items()}
        found = [(rule, source) for rule, source in rules.items() if word in rule.casefold()]
        told = [f"{rule} ({texts.source(source)})" for rule, source in found[:ANSWERS]]
        if told:
            return "\n".join(told)
    return texts.text(verdict.text, word=clean(verdict.word))


def told_of(texts: Texts, move: Move[Any]) -> str:
    """A move with who made it; an outcome of chance by itself."""
    if move.seat == CHANCE:
        return texts.move(move)
    return texts.text("verdict.move", seat=texts.name(move.seat), move=texts.move(move))


def trail_of(texts: Texts, trail: Sequence[Any]) -> list[str]:
    """What happened by itself, a line each: the text of its kind, else its facts one by one."""
    lines = []
    for fact in trail:
        names = [texts.name(each) for each in (fact.who, fact.at, fact.to) if each]
        number = [str(fact.n)] if fact.n else []
        lines.append(" · ".join([texts.name(fact.what), *names, *number]))
    return lines

"""What players read: rulings and offers as text, in one language or two. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.declaring import Trouble
from rules.engine import CHANCE, Move
from rules.notation import format_move
from tts_bridge.agent.commands import (
    Button,
    Command,
    Highlight,
    PanelButton,
    SetButtons,
    SetPanel,
    Tell,
)
from tts_bridge.referee.orders import covered_facts
from tts_bridge.referee.rulings import (
    Allowed,
    Edited,
    Noted,
    Offer,
    Refused,
    Ruling,
    Stray,
    Unclear,
    Undone,
)
from tts_bridge.text.catalogue import Texts, clean
from tts_bridge.text.wording import Wording

GOOD, BAD, NEUTRAL = (0.4, 0.9, 0.4), (1.0, 0.45, 0.35), (0.8, 0.8, 0.8)
ASK = (1.0, 0.8, 0.2)
PINGED = (Refused, Unclear, Stray)
"""Verdicts whose piece glows for a while."""
PING = 4.0
"""Seconds that it does."""
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

    def on(self, game: Wording, board: Any) -> Voice:
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

    def trail(self, ruling: Ruling) -> str:
        """What happened by itself after a ruling, a line each; or ""."""
        return self.both(["\n".join(trail_of(each, ruling.trail)) for each in self.texts])

    def say_openly(self, ruling: Ruling) -> str:
        """The text of a ruling for eyes that may be anybody's: no card that lies face down."""
        verdict = ruling.verdict
        if isinstance(verdict, Refused):
            violation = covered_facts(verdict.move, verdict.violation)
            verdict = replace(verdict, violation=violation)
        return self.say(replace(ruling, verdict=verdict))

    def tell(self, ruling: Ruling) -> tuple[Command, ...]:
        """What is said at the table, and to whom: refusals to the player, the rest to all."""
        verdict = ruling.verdict
        found: list[Command] = []
        to = ruling.player if isinstance(verdict, (Refused, Unclear, Noted, Stray)) else ""
        if to and isinstance(verdict, Noted) and verdict.text == "answer.language":
            spoken = self.texts[0]
            self.preferred[to] = Texts(verdict.word, spoken.wording, spoken.board)
        text = self.say(ruling, to)
        is_silent = ruling.is_repeated or (self.quiet and isinstance(verdict, Allowed))
        if text and not is_silent:
            is_bad = isinstance(verdict, (Refused, Stray)) or getattr(verdict, "trouble", None)
            colour = BAD if is_bad else GOOD
            found.append(Tell(to or "all", text, colour))
        if ruling.aside and ruling.player:
            lines = [aside(each, ruling) for each in self.heard_by(ruling.player)]
            found.append(Tell(ruling.player, self.both(lines), NEUTRAL))
        if ruling.piece and isinstance(verdict, PINGED):
            found.append(
                Highlight(ruling.piece, ASK if isinstance(verdict, Unclear) else BAD, PING)
            )
        if trail := self.trail(ruling):
            found.append(Tell("all", trail, NEUTRAL))
        if ruling.notice and ruling.upkeep and ruling.commands and ruling.outcome is None:
            lines = [each.text(ruling.notice) for each in self.texts]
            found.append(Tell("all", self.both(lines), NEUTRAL))
        outcome = ruling.outcome
        if outcome is not None:
            lines = [each.outcome(outcome) for each in self.texts]
            found.append(Tell("all", self.both(lines), GOOD))
        return tuple(found)

    def panel(self, color: str, moves: Sequence[Move[Any]], waiting: Sequence[str]) -> SetPanel:
        """What a colour may do now, on its own screen; else whom everybody waits for."""
        heard = self.heard_by(color)
        if moves:
            titles = [each.text("panel.yours") for each in heard]
        else:
            titles = [each.text("panel.wait", seats=each.listed(list(waiting))) for each in heard]
        shown = moves[:BUTTONS]
        labels = self.labels(heard, shown, Texts.move)
        buttons = [PanelButton(format_move(m), text) for m, text in zip(shown, labels, strict=True)]
        return SetPanel(color, self.label(titles), tuple(buttons))

    def labels(
        self, heard: Sequence[Texts], moves: Sequence[Move[Any]], name: Callable[[Texts, Any], str]
    ) -> list[str]:
        """The labels of moves, no two alike: which of several props is meant is said then."""
        found = [[name(texts, move) for move in moves] for texts in heard]
        for texts, lines in zip(heard, found, strict=True):
            alike = {line for line in lines if lines.count(line) > 1}
            for index, move in enumerate(moves):
                if lines[index] in alike and (prop := getattr(move, "prop", "")):
                    lines[index] += f" ({texts.name(prop)})"
        return [self.label(each) for each in zip(*found, strict=True)]

    def label(self, lines: Sequence[str]) -> str:
        """The same in each language, side by side."""
        return " / ".join(dict.fromkeys(lines))

    def buttons(self, guid: str, offer: Offer) -> SetButtons:
        """The offer as buttons on a piece; a button's id is its move. Where several may answer, a
        button says whose it is."""
        name = told_of if len({move.seat for move in offer.moves}) > 1 else Texts.move
        shown = offer.moves[:BUTTONS]
        labels = self.labels(self.texts, shown, name)
        return SetButtons(
            guid,
            tuple(
                Button(
                    format_move(move),
                    text,
                    (0.0, 0.3, 1.5 + index * BUTTON_STEP),
                    BUTTON_WIDTH,
                    BUTTON_HEIGHT,
                )
                for index, (move, text) in enumerate(zip(shown, labels, strict=True))
            ),
        )


def one(texts: Texts, ruling: Ruling) -> str:
    """A ruling in one language."""
    verdict = ruling.verdict
    if isinstance(verdict, Refused):
        return f"{texts.ruling(verdict.violation)} ({texts.cited(verdict.violation)})"
    if isinstance(verdict, Noted):
        return noted(texts, verdict)
    if isinstance(verdict, Stray):
        return strayed(texts, verdict)
    between = texts.text("verdict.between")
    if isinstance(verdict, Unclear):
        listed = between.join(texts.move(reading[0]) for reading in verdict.readings)
        return texts.text("verdict.unclear", readings=listed)
    if isinstance(verdict, Edited) and not ruling.public:
        return texts.text("order.secretly")
    told = between.join(told_of(texts, move) for move in ruling.public)
    if isinstance(verdict, Undone):
        return texts.text("verdict.undone", moves=told) if told else ""
    return told


def aside(texts: Texts, ruling: Ruling) -> str:
    """What a player alone is told of a secret choice made in chat: that it stands, and who could
    read the line."""
    verdict = ruling.verdict
    made = f"{told_of(texts, verdict.moves[0])}. " if isinstance(verdict, Allowed) else ""
    return made + texts.text(ruling.aside)


def noted(texts: Texts, verdict: Noted) -> str:
    """What became of an order, or the answer to a question."""
    codes = texts.wording.codes
    if verdict.text == "answer.why":
        return f"{texts.rule(verdict.word)} ({texts.source(codes.get(verdict.word, ''))})"
    if verdict.text == "answer.rules":
        word = verdict.word.casefold()
        rules = {texts.rule(code): source for code, source in codes.items()}
        found = [(rule, source) for rule, source in rules.items() if word in rule.casefold()]
        told = [f"{rule} ({texts.source(source)})" for rule, source in found[:ANSWERS]]
        if told:
            return "\n".join(told)
    if verdict.text == "rule.told" and verdict.word:
        lines = (line.partition("=") for line in verdict.word.splitlines())
        return "\n".join(texts.house_rule(key, value) for key, _, value in lines)
    trouble = troubled(texts, verdict.trouble) if verdict.trouble else ""
    if trouble and verdict.text == "order.impossible":
        return trouble
    return texts.text(verdict.text, word=clean(verdict.word), trouble=trouble)


def troubled(texts: Texts, trouble: Trouble) -> str:
    """Why something cannot be declared or played on from; what was meant, and what would do."""
    parts = [texts.text(trouble.code, word=clean(trouble.word), about=clean(trouble.about))]
    if trouble.near:
        parts.append(texts.text("trouble.near", word=clean(trouble.near)))
    if trouble.allowed:
        allowed = ", ".join(clean(each) for each in trouble.allowed)
        code = "trouble.nearest" if trouble.more else "trouble.allowed"
        parts.append(texts.text(code, allowed=allowed, more=str(trouble.more)))
    return ("" if texts.language == "zh" else " ").join(parts)


def strayed(texts: Texts, verdict: Stray) -> str:
    """Where a piece lies wrong. A card is not named: it may lie face down."""
    what, _, rest = verdict.piece.partition("/")
    name = texts.name(rest.rpartition("/")[2])
    if what == "card":
        name = texts.text("stray.card", seat=texts.name(rest.partition("/")[0]))
    key = f"stray.{verdict.why}"
    if verdict.why == "outside" and not verdict.at:
        return texts.text(f"{key}.bare", piece=name)
    return texts.text(key, piece=name, place=texts.name(verdict.at) if verdict.at else "")


def told_of(texts: Texts, move: Move[Any]) -> str:
    """A move with who made it; an outcome of chance by itself."""
    if move.seat == CHANCE:
        return texts.move(move)
    return texts.text("verdict.move", seat=texts.name(move.seat), move=texts.move(move))


def trail_of(texts: Texts, trail: Sequence[Any]) -> list[str]:
    """What happened by itself, a sentence each; without what only repeats the move."""
    return [texts.step(step) for step in trail if not texts.is_echo(step)]

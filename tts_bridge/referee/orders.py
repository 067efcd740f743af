"""What people say to the referee in chat that is no move: the host's orders and anybody's
questions. No I/O here; nobody but a host or whom a host promoted gives orders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from rules.declaring import DeclareError, refused
from rules.engine import CHANCE, Edit, Move, Rules, Seat, Violation, kebab, legal_moves
from rules.house import House, reason
from rules.notation import format_move
from tts_bridge.agent.observations import Pressed
from tts_bridge.referee.amend import amend
from tts_bridge.referee.profile import Profile
from tts_bridge.referee.rulings import Noted, Refused
from tts_bridge.referee.table_game import TableGame

HIDDEN = "hidden"
"""Stands for a card that is not named."""
LONGEST_UNDO = 1_000
LONGEST_ORDER = 600
"""Characters of an order that are read."""
RULE = re.compile(r"rule\s+([^\s=]+)(?:\s*=\s*|\s+)([^\s=](?:.*\S)?)\s*", re.DOTALL)
"""`rule KEY=VALUE`, or with a blank."""
COLOURS = (
    "White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink", "Grey",
    "Black",
)  # fmt: skip
"""Colours that somebody at a table can have."""
WORD = 60
"""Characters of a word that rules are searched for."""
BANGS = ("!", "！")
"""What a chat line to the referee begins with; the second is that of Chinese keyboards."""
SPOKEN = (
    "undo", "allow", "set", "rule", "pause", "go", "tidy", "host", "unhost",
    "why", "rules", "lang",
)  # fmt: skip
"""The first words of orders and questions."""


class Undo(Struct, frozen=True):
    """Take decisions back."""

    count: int = 1


class Allow(Struct, frozen=True):
    """What was refused last shall stand."""


class Set(Struct, frozen=True):
    """Declare one thing of the position to be so: `meg-thomas bp 3`, `track 5`."""

    words: tuple[str, ...]


class Rule(Struct, frozen=True):
    """A house rule is another one from now on; `raw` is JSON or a bare word."""

    key: str
    raw: str


class Pause(Struct, frozen=True):
    """Judge nothing until `Go`."""


class Go(Struct, frozen=True):
    """Judge again."""


class Tidy(Struct, frozen=True):
    """Put everything where the position has it."""


class Promote(Struct, frozen=True):
    """A player may give orders too, or no longer."""

    colour: str
    may: bool = True


Order = Undo | Allow | Set | Rule | Pause | Go | Tidy | Promote


class Why(Struct, frozen=True):
    """Tell the rule behind the last refusal."""


class Find(Struct, frozen=True):
    """Tell the rules in which a word stands."""

    word: str


class Speak(Struct, frozen=True):
    """Talk to this player in another language."""

    language: str


class AskRule(Struct, frozen=True):
    """Tell what a house rule is; `""`: all that are not the game's own."""

    key: str = ""


Question = Why | Find | Speak | AskRule


def order_of(line: str) -> str | None:
    """What a chat line says to the referee, without its `!`; None: it is talk."""
    line = line.strip()
    return line[1:].strip() if line.startswith(BANGS) else None


def open_words(game: TableGame) -> tuple[str, ...]:
    """The first words of chat lines that everybody may read; `*`: any, for nothing is secret.

    A word with which the name of a secret kind of move begins is none: `!choose vault` and
    `!set card vault` say as much as `!choose-card vault` and `!set-card vault`.
    """
    secret = [kebab(kind.__name__) for kind in game.secret]
    if not secret:
        return ("*",)
    words = (*SPOKEN, *(kebab(kind.__name__) for kind in game.rules.moves))
    return tuple(word for word in words if not any(each.startswith(word) for each in secret))


def parse_order(text: str) -> Order | None:
    """The order that a chat line after its `!` is, or None."""
    if rule := RULE.fullmatch(text[:LONGEST_ORDER]):
        return Rule(rule[1], rule[2])
    word, *rest = text.split()[:8] or [""]
    if word == "undo" and len(rest) <= 1:
        count = int(rest[0]) if rest and rest[0].isdecimal() and len(rest[0]) < 5 else 1
        return Undo(min(max(count, 1), LONGEST_UNDO)) if not rest or rest[0].isdecimal() else None
    if word == "set":
        return Set(tuple(rest))
    if word in ("host", "unhost") and len(rest) == 1:
        return Promote(rest[0].capitalize()[:20], word == "host")
    plain: dict[str, Order] = {"allow": Allow(), "pause": Pause(), "go": Go(), "tidy": Tidy()}
    return plain.get(word) if not rest else None


def parse_question(text: str) -> Question | None:
    """The question that a chat line after its `!` is, or None."""
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word == "why" and not rest:
        return Why()
    if word == "rules" and rest:
        return Find(rest[:WORD])
    if word == "rule" and len(rest.split()) <= 1 and "=" not in rest:
        return AskRule(rest[:WORD])
    if word == "lang" and rest in ("en", "zh"):
        return Speak(rest)
    return None


def declared(game: TableGame, state: Any, order: Set | Rule) -> tuple[Any, str]:
    """The position as declared, and why it is that; or what to say when it cannot be, a Noted."""
    if isinstance(order, Rule):
        return by_other_rule(game.house, state, order)
    try:
        return amend(game.declarable, state, order.words), " ".join(order.words)
    except DeclareError as error:
        return Noted("order.impossible", error.trouble.word, error.trouble), ""


def no_colour(colour: str) -> Noted:
    """What to say of a colour that nobody can have."""
    trouble = refused("declare.value", colour, COLOURS, "!host").trouble
    return Noted("order.impossible", colour, trouble)


def by_other_rule(house: House, state: Any, order: Rule) -> tuple[Any, str]:
    """The position as it goes on by another house rule, and why it is that; or a Noted."""
    setting = house.find(order.key)
    if setting is None:
        return unknown_rule(house, order.key), ""
    if not setting.in_play:
        return Noted("rule.next-game", setting.key), ""
    old = house.value(state, setting)
    try:
        after = house.change(state, setting, order.raw)
    except ValueError:
        listed = house.possible(state, setting)
        trouble = refused("declare.value", order.raw, listed, setting.key).trouble
        return Noted("rule.bad-value", setting.key, trouble), ""
    new = house.value(after, setting)
    if after == state:
        return Noted("rule.same", f"{setting.key}={new}"), ""
    return after, reason(setting.key, old, new)


def unknown_rule(house: House, key: str) -> Noted:
    """What to say of a key that is no house rule: the one that was meant, perhaps."""
    near = get_close_matches(key, house.rows, 1, 0.3)
    return Noted("rule.unknown", near[0] if near else next(iter(house.rows), key))


def forced(rules: Rules[Any], state: Any, move: Move[Any]) -> Any:
    """The position after a move that the rules refuse, if it is its seat's turn for such a one;
    a Noted when nothing sensible comes of it."""
    impossible = Noted("order.impossible", format_move(covered(move)))
    if not any(turn.seat == move.seat and type(move) in turn.kinds for turn in rules.turns(state)):
        return impossible
    try:
        after = move.apply(state)
        list(rules.turns(after))
        encoded = msgspec.json.encode(after)
        return msgspec.json.decode(encoded, type=rules.state_type)
    except Exception:  # the move was never meant to be made here: whatever it stumbles over
        return impossible


def edit_to(state: Any, by: str, why: str) -> Edit[Any]:
    """The edit that makes a state the position."""
    return Edit(by, why, msgspec.Raw(msgspec.json.encode(state)))


def reason_for(move: Move[Any]) -> str:
    """Why an allowed move stands, for log and journal."""
    return f"allowed: {format_move(covered(move))}"


def covered(move: Move[Any]) -> Move[Any]:
    """A move as everybody may hear of it: a card that may lie face down is not named."""
    fields = [field.name for field in msgspec.structs.fields(type(move))[1:]]
    hidden = {name: HIDDEN for name in fields if move.is_secret or name == "card"}
    return msgspec.structs.replace(move, **hidden) if hidden else move


def is_open(game: TableGame, move: Move[Any]) -> bool:
    """Whether everybody may be told of a move, or of what was declared."""
    words = move.why.split() if isinstance(move, Edit) else ()
    return not move.is_secret and not any(field in words for field in game.hidden_fields)


def covered_facts(move: Move[Any], violation: Violation) -> Violation:
    """A violation as another player may hear of it: a card is not named."""
    names = ("card", "option", "options") if move.is_secret else ("card",)
    hidden = {name: HIDDEN for name in names if name in violation.facts}
    if not hidden:
        return violation
    return msgspec.structs.replace(violation, facts={**violation.facts, **hidden})


def answer(question: Question, refused: Refused | None, house: House, state: Any) -> Noted:
    """A question, for whoever finds the words; of the last refusal it needs to be one."""
    if isinstance(question, AskRule):
        return told_rules(house, state, question.key)
    if isinstance(question, Why):
        return Noted("answer.why", refused.violation.code) if refused else Noted("answer.nothing")
    if isinstance(question, Find):
        return Noted("answer.rules", question.word)
    return Noted("answer.language", question.language)


def told_rules(house: House, state: Any, key: str) -> Noted:
    """A house rule, or all that are not the game's own: `key=value`, one a line."""
    setting = house.find(key)
    if key and setting is None:
        return unknown_rule(house, key)
    found = [(setting, house.value(state, setting))] if setting else house.changed(state)
    return Noted("rule.told", "\n".join(f"{each.key}={value}" for each, value in found))


def may_press(game: TableGame, profile: Profile, state: Any, pressed: Pressed, host: str) -> bool:
    """Buttons are for the seat they are offered to; what is offered, the host may press too."""
    seat = pressed.button.partition(" ")[0]
    seats = profile.about.seats
    theirs = seats.values() if seat in game.shared else (seats.get(seat),)
    if pressed.player and pressed.player in theirs:
        return True
    offered = {format_move(move) for move in game.offer(state)}
    return pressed.player == host != "" and pressed.button in offered


def open_moves(game: TableGame, state: Any) -> list[Move[Any]]:
    """What may be done now: what is offered to everybody's eyes first, then the rest."""
    return list(dict.fromkeys([*game.offer(state), *legal_moves(game.rules, state)]))


def open_to(
    game: TableGame, profile: Profile, moves: Sequence[Move[Any]], colour: str
) -> tuple[Move[Any], ...]:
    """The moves that a colour may make in its own name. For nobody else to see: they may name
    cards of the hand."""
    seats = (*profile.seats_of(colour), *game.shared)
    return tuple(move for move in moves if move.seat in seats)


def waited_for(moves: Sequence[Move[Any]]) -> tuple[Seat, ...]:
    """The seats that have to do something before the game goes on."""
    return tuple(dict.fromkeys(move.seat for move in moves if move.seat != CHANCE))

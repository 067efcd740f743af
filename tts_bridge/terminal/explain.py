"""Why a move may be made or may not, by the texts and sources there are. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from rules.engine import CHANCE, Move, judge, kebab
from rules.notation import fields_of, format_move
from tts_bridge.game.plugin import Game, rulebook
from tts_bridge.text.play_words import Words

MOST, TRIED = 4, 400
"""Reasons told at once; moves of a kind that are tried."""


def allowed(game: Game, move: Move[Any], words: Words) -> list[str]:
    """The rule behind a move that is legal: its source, and what the rules say of such moves."""
    texts = words.texts
    codes = game.codes
    kind = kebab(type(move).__name__)
    topic = game.terminal.topics.get(kind, kind)
    about = [code for code in codes if code.startswith(f"{topic}.")]
    pages = game.drawing.rule_of if game.bring_drawing else {}
    source = pages.get(type(move)) or (codes[about[0]] if about else "")
    told = texts.move(move)
    lines = [
        words.say("play.may", move=told, source=texts.source(source))
        if source
        else words.say("play.may-bare", move=told)
    ]
    fields = {str(getattr(move, field)) for field in move.__struct_fields__ if field != "seat"}
    for item in rulebook(game):
        if item.id in fields and item.kind in ("perk", "card", "skill"):
            title, text = item.title[texts.language], item.text[texts.language]
            lines.append(f"  {title}: {text} ({item.source[texts.language]})")
    return lines + [f"  {texts.rule(code)} ({texts.source(codes[code])})" for code in about[:MOST]]


def refused(
    game: Game,
    seen: Any,
    seats: Sequence[str],
    moves: Sequence[Move[Any]],
    typed: str,
    words: Words,
) -> list[str]:
    """Why the moves that some words describe are not possible now; the number of one that is.

    Of the first seat, and of the others only where nothing of the first one fits.
    """
    wanted = typed.casefold().split()
    rules, texts = game.rules, words.texts
    found: dict[str, str] = {}
    for move in tries(game, seen, seats, wanted, words):
        if found and move.seat != seats[0]:
            break
        if move in moves:
            number = str(moves.index(move) + 1)
            found[f"!{number}"] = words.say("play.nothing-yours", number=number)
        elif violation := judge(rules, seen, move):
            cited = texts.cited(violation)
            told = f"{texts.move(move)}: {texts.ruling(violation)}"
            found.setdefault(violation.code, f"{told} ({cited})" if cited else told)
        if len(found) >= MOST:
            break
    lines = list(found.values()) or looked_up(game, typed, words)
    return lines or [words.say("play.why-unknown", typed=texts.clean(typed))]


def tries(
    game: Game, seen: Any, seats: Sequence[str], wanted: Sequence[str], words: Words
) -> Iterator[Move[Any]]:
    """The moves, legal or not, whose text or notation holds all these words."""
    for seat in dict.fromkeys(seats):
        for kind in game.rules.moves:
            fields = fields_of(kind)
            choices = [game.terminal.values(seen, seat, field.name) for field in fields]
            plain = [
                choice or ([field.default] if isinstance(field.default, (str, int)) else [""])
                for field, choice in zip(fields, choices, strict=True)
            ]
            for each in islice(product(*plain), TRIED):
                try:
                    move = kind(seat, *each)
                    told = f"{words.texts.move(move)} {format_move(move)}".casefold()
                except (KeyError, ValueError, TypeError):
                    continue
                if move.seat != CHANCE and all(word in told for word in wanted):
                    yield move


def looked_up(game: Game, typed: str, words: Words) -> list[str]:
    """What the rules say on a page (`p.9`) or of a word; [] for nothing."""
    texts, codes = words.texts, game.codes
    word = typed.casefold().strip()
    if word.startswith("p."):
        pages = [code for code, source in codes.items() if source.split(" ")[-1] == word]
    else:
        pages = [code for code in codes if word in code or word in texts.rule(code).casefold()][
            : 2 * MOST
        ]
    lines = [f"{texts.rule(code)} ({texts.source(codes[code])})" for code in pages]
    if word.startswith("p."):
        return lines
    for item in rulebook(game):
        title = item.title[texts.language]
        if item.kind != "rule" and word in (item.id, title.casefold()):
            source = item.source[texts.language]
            lines.insert(0, f"{title}: {item.text[texts.language]} ({source})")
    return lines

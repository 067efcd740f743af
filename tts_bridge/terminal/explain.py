"""Why a move may be made or may not, by the texts and sources there are. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from rules.dbd.state import KILLER_CARDS
from rules.engine import CHANCE, Move, judge, kebab
from rules.notation import fields_of, format_move
from tts_bridge.games.drawings import DRAWINGS
from tts_bridge.games.registry import GAMES
from tts_bridge.games.rulebook import rulebook
from tts_bridge.terminal.words import Words

MOST, TRIED = 4, 400
"""Reasons told at once; moves of a kind that are tried."""
TOPICS = {
    "set-card": "plan",
    "take-back": "plan",
    "reveal-card": "card",
    "play-card": "bonus",
    "reveal-prop": "reveal",
    "repair": "generator",
    "damage-generator": "generator",
    "open-gate": "gate",
    "use-perk": "perk",
    "use-item": "item",
    "use-power": "power",
    "lay-pallet": "pallet",
    "hide": "locker",
    "search-locker": "locker",
    "announce-dice": "carry",
    "choose": "choice",
    "choose-card": "choice",
    "open-door": "door",
    "close-door": "door",
    "take-objective": "objective",
    "take-oxygen": "oxygen",
    "use-card": "card",
    "discard": "card",
    "lift": "card",
    "stow": "card",
    "detach": "attach",
    "reorganize": "trade",
    "drive-machine": "machine",
    "machine-melee": "machine",
    "machine-shoot": "machine",
    "jump": "skill",
    "bloodlust": "skill",
    "inspire": "skill",
    "choose-skill": "skill",
}
"""Where the codes that tell of a kind of move begin, if not with its own name."""


def allowed(name: str, move: Move[Any], words: Words) -> list[str]:
    """The rule behind a move that is legal: its source, and what the rules say of such moves."""
    texts = words.texts
    codes = GAMES[name].codes
    kind = kebab(type(move).__name__)
    topic = TOPICS.get(kind, kind)
    about = [code for code in codes if code.startswith(f"{topic}.")]
    source = DRAWINGS[name].rule_of.get(type(move)) or (codes[about[0]] if about else "")
    told = texts.move(move)
    lines = [
        words.say("play.may", move=told, source=texts.source(source))
        if source
        else words.say("play.may-bare", move=told)
    ]
    fields = {str(getattr(move, field)) for field in move.__struct_fields__ if field != "seat"}
    for item in rulebook(name):
        if item.id in fields and item.kind in ("perk", "card", "skill"):
            title, text = item.title[texts.language], item.text[texts.language]
            lines.append(f"  {title}: {text} ({item.source[texts.language]})")
    return lines + [f"  {texts.rule(code)} ({texts.source(codes[code])})" for code in about[:MOST]]


def refused(
    name: str, seen: Any, seats: Sequence[str], moves: Sequence[Move[Any]], typed: str, words: Words
) -> list[str]:
    """Why the moves that some words describe are not possible now; the number of one that is.

    Of the first seat, and of the others only where nothing of the first one fits.
    """
    wanted = typed.casefold().split()
    rules, texts = GAMES[name].rules, words.texts
    found: dict[str, str] = {}
    for move in tries(name, seen, seats, wanted, words):
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
    lines = list(found.values()) or looked_up(name, typed, words)
    return lines or [words.say("play.why-unknown", typed=texts.clean(typed))]


def tries(
    name: str, seen: Any, seats: Sequence[str], wanted: Sequence[str], words: Words
) -> Iterator[Move[Any]]:
    """The moves, legal or not, whose text or notation holds all these words."""
    for seat in dict.fromkeys(seats):
        for kind in GAMES[name].rules.moves:
            fields = fields_of(kind)
            choices = [values(name, seen, seat, field.name) for field in fields]
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


def values(name: str, seen: Any, seat: str, field: str) -> list[Any]:
    """What a field of a move could hold, the nearest first; [] for nothing but its default."""
    return (dbd_values if name == "dbd" else invader_values)(seen, seat, field)


def dbd_values(seen: Any, seat: str, field: str) -> list[Any]:
    """Props here first, then those face up; every space, figure and card."""
    figure = seen.figure(seat)
    props = sorted(seen.props, key=lambda prop: (prop.at != figure.at, not prop.kind))
    return {
        "prop": [prop.id for prop in props],
        "to": [space.id for space in seen.board.spaces],
        "survivor": [each.id for each in seen.survivors],
        "card": list(KILLER_CARDS),
        "perk": list(figure.perks),
        "item": [figure.item] if figure.item else [],
        "dice": [1],
    }.get(field, [])


def invader_values(seen: Any, seat: str, field: str) -> list[Any]:
    """Every Zone, link and Objective; the cards that the Survivor carries."""
    survivor = next((each for each in seen.survivors if each.id == seat), None)
    cards = list(survivor.cards()) if survivor else []
    at = survivor.at if survivor else ""
    near = [way.to for way in seen.board.exits.get(at, ())]
    links = [way.link.id for way in seen.board.exits.get(at, ())]
    found: dict[str, list[Any]] = {
        "to": [*near, *seen.board.zones],
        "zone": [*near, *seen.board.zones],
        "link": [*links, *seen.board.links],
        "door": [*links, *seen.board.links],
        "objective": [token.id for token in seen.objectives],
        "weapon": cards,
        "card": cards,
        "machine": [machine.id for machine in seen.machines],
        "skill": list(survivor.skills) if survivor else [],
    }
    return list(dict.fromkeys(found.get(field, [])))


def looked_up(name: str, typed: str, words: Words) -> list[str]:
    """What the rules say on a page (`p.9`) or of a word; [] for nothing."""
    texts, codes = words.texts, GAMES[name].codes
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
    for item in rulebook(name):
        title = item.title[texts.language]
        if item.kind != "rule" and word in (item.id, title.casefold()):
            source = item.source[texts.language]
            lines.insert(0, f"{title}: {item.text[texts.language]} ({source})")
    return lines


def pages(name: str) -> str:
    """The pages on which rules of a game stand."""
    found = {source.split(" ")[-1] for source in GAMES[name].codes.values() if " p." in source}
    return ", ".join(sorted(found, key=lambda page: (len(page), page)))

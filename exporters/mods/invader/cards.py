"""Equipment and Xeno cards: the game's own playing cards, named and tinted, so that nothing is
downloaded. Copies of a card are interchangeable; each has a number of its own.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from exporters.edit import builders as build
from exporters.mods.dbd.layout import SURFACE, Box, Point
from exporters.mods.invader import layout, words
from exporters.mods.invader.pieces import Table, at_index, tags
from rules.invader.data import CARDS, XENO_CARDS, Card, cards_with_back

PAPER: build.Vector = (0.95, 0.95, 0.92)
XENO_PAPER: build.Vector = (0.75, 0.9, 0.72)
REMOTE: dict[str, build.Vector] = {
    "bot-remote": (0.2, 0.7, 0.3),
    "sentry-gun-remote": (0.6, 0.3, 0.8),
}
BACKS = ("starting", "standard", "prototype", "oxygen")
FACES = {card: index for index, card in enumerate((*CARDS, *XENO_CARDS))}
"""Which of the 52 built-in faces a card has: only that they differ matters."""


class Copies:
    """The copies of every Equipment card that have not been laid out yet."""

    def __init__(self) -> None:
        self.left = Counter[str]()
        for back in BACKS:
            self.left.update(cards_with_back(back))
        self.used = Counter[str]()

    def take(self, card: str) -> str:
        """The id of one copy more."""
        self.left[card] -= 1
        self.used[card] += 1
        return f"equipment/{card}/{self.used[card]}"


def equipment(table: Table, rng: Random) -> list[build.Json]:
    """Everybody's cards in their slots, and the decks."""
    state, zones, copies = table.state, table.areas.zones, Copies()
    found = []
    for survivor in state.survivors:
        for slot in ("hand", "body", "pack"):
            cards = [part for card in getattr(survivor, slot) for part in card.split("+")]
            box = zones[f"slot/{survivor.id}/{slot}"]
            for index, card in enumerate(cards):
                at = at_index(box, index, layout.CARD_WIDTH)
                found.append(card_piece(table, copies.take(card), card, at, up=True))
    oxygen = {"oxygen-tank": state.oxygen}
    for place, counts, up in (
        ("deck/equipment", state.equipment.counts, False),
        ("discard/equipment", state.equipment_discard.counts, True),
        ("deck/prototype", state.prototypes.counts, False),
        ("deck/oxygen", oxygen, True),
        ("out", copies.left, True),
    ):
        cards = [card for card, count in sorted(counts.items()) for _ in range(count)]
        rng.shuffle(cards)
        named = [(copies.take(card), card) for card in cards]
        found += stack(table, place, zones[place], named, up)
    return found + remotes(table)


def remotes(table: Table) -> list[build.Json]:
    """The Remotes, which are tokens."""
    owners = {card: survivor.id for survivor in table.state.survivors for card in survivor.token}
    found = []
    for index, (card, color) in enumerate(REMOTE.items()):
        place = f"slot/{owners[card]}/token" if card in owners else "supply/remote"
        at = at_index(table.areas.zones[place], index, 0.9)
        found.append(
            build.block(
                f"equipment/{card}/1",
                (at.x, SURFACE + 0.1, at.z),
                rot=(0, 180, 0),
                scale=(0.8, 0.2, 0.8),
                nickname=table.name(card),
                color=color,
                tags=tags(f"equipment/{card}/1"),
            )
        )
    return found


def xenos(table: Table, rng: Random) -> list[build.Json]:
    """The Xeno cards, drawn ones face up."""
    used = Counter[str]()
    found = []
    for place, counts, up in (
        ("deck/xeno", table.state.xeno_deck.counts, False),
        ("discard/xeno", table.state.xeno_discard.counts, True),
    ):
        cards = [card for card, count in sorted(counts.items()) for _ in range(count)]
        rng.shuffle(cards)
        named = []
        for card in cards:
            used[card] += 1
            named.append((f"xeno/{card}/{used[card]}", card))
        found += stack(table, place, table.areas.zones[place], named, up)
    return found


def stack(
    table: Table, key: str, box: Box, named: list[tuple[str, str]], up: bool
) -> list[build.Json]:
    """Cards on top of each other: a deck, one card, or nothing."""
    at = Point(box.x, box.z)
    cards = [card_piece(table, piece, card, at, up=up) for piece, card in named]
    if len(cards) < 2:
        return cards
    scale = (layout.CARD_SCALE, 1, layout.CARD_SCALE)
    place = (box.x, SURFACE + 0.3, box.z)
    rot = (0, 180, 0 if up else 180)
    return [
        build.deck(key, place, cards, rot=rot, scale=scale, nickname=table.name(key), tags=["ttsb"])
    ]


def card_piece(table: Table, piece: str, card: str, at: Point, *, up: bool) -> build.Json:
    """One card; `piece` is its id."""
    is_xeno = piece.startswith("xeno/")
    if is_xeno:
        text = words.XENO_CARD[XENO_CARDS[card].kind][table.language]
    else:
        text = equipment_text(table, CARDS[card])
    return build.card(
        piece,
        (at.x, SURFACE + 0.1, at.z),
        FACES[card],
        rot=(0, 180, 0 if up else 180),
        scale=(layout.CARD_SCALE, 1, layout.CARD_SCALE),
        nickname=table.name(card),
        description=text,
        color=XENO_PAPER if is_xeno else PAPER,
        tags=tags(piece),
        hands=False,
    )


def equipment_text(table: Table, card: Card) -> str:
    """What an Equipment card says below its name: where it works, and its numbers."""
    slot = [table.name(card.slot)] if card.slot in ("hand", "body") else []
    numbers = [] if card.weapon is None else [words.weapon(card.weapon, table.language)]
    return " · ".join([*slot, *numbers])

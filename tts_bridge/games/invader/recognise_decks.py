"""The decks of a strange *Invader* mod, and which card is which. No I/O here.

Some cards are in both decks (a Mold card is): the deck it lies in says which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from rules.invader.data import CARDS, XENO_CARDS
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Point
from tts_bridge.binding.names import meanings_of
from tts_bridge.binding.objects import Thing
from tts_bridge.games.invader.printed_names import PRINTED


def held(objects: Sequence[Thing]) -> dict[str, list[Thing]]:
    """What lies in each deck or bag."""
    found: dict[str, list[Thing]] = {}
    for thing in objects:
        if thing.inside:
            found.setdefault(thing.inside, []).append(thing)
    return found


def decks(objects: Sequence[Thing]) -> tuple[dict[str, Point], list[Doubt]]:
    """Where each deck lies, by what most of it is, and what is doubtful about that."""
    found: dict[str, Point] = {}
    doubtful = []
    holds = held(objects)
    for thing in objects:
        kinds = Counter(kind for each in holds.get(thing.guid, ()) if (kind := deck_of(each)))
        if not kinds or "Bag" in thing.name:
            continue
        ((kind, _),) = kinds.most_common(1)
        is_open = thing.up and kind in ("equipment", "xeno")
        place = f"discard/{kind}" if is_open else f"deck/{kind}"
        if place in found:
            doubtful.append(Doubt("two-decks", place))
        found.setdefault(place, thing.place)
    return found, doubtful


def deck_of(thing: Thing) -> str:
    """The deck that a card belongs to, or "" for one that is in both or in none."""
    meanings = meanings_of(PRINTED, *thing.texts)
    cards = [each.partition("/")[2] for each in meanings if each.startswith("equipment/")]
    is_xeno = any(each.startswith("xeno/") for each in meanings)
    if cards and not is_xeno:
        back = CARDS[cards[0]].back
        return back if back in ("prototype", "oxygen") else "equipment"
    return "xeno" if is_xeno and not cards else ""


def cards(
    objects: Sequence[Thing], lie: Mapping[str, Point], used: AbstractSet[str]
) -> Iterator[tuple[str, Thing]]:
    """The id of each card, and the card; `lie`: where decks lie, `used`: what is something else."""
    holds = held(objects)
    names = {place: name for name, place in lie.items()}
    deck = {t.guid: names.get(t.place, "") for t in objects if t.guid in holds}
    count = Counter[str]()
    for thing in sorted(objects, key=lambda each: bool(each.inside)):
        meanings = [
            each
            for each in meanings_of(PRINTED, *thing.texts)
            if is_card(each, thing) and thing.guid not in used and thing.guid not in holds
        ]
        lies_in = deck.get(thing.inside, "").rpartition("/")[2]
        if len(meanings) > 1:
            meanings = [each for each in meanings if each.startswith(f"{lies_in}/")]
        for card in meanings[:1]:
            count[card] += 1
            yield f"{card}/{count[card]}", thing


def is_card(meaning: str, thing: Thing) -> bool:
    """Whether a thing may be the card of this meaning; Remotes are tokens."""
    kind, _, card = meaning.partition("/")
    if kind == "xeno":
        return card in XENO_CARDS and (thing.is_card or bool(thing.inside))
    if kind != "equipment" or thing.is_label:
        return False
    return thing.is_card or bool(thing.inside) or CARDS[card].back == "objective"

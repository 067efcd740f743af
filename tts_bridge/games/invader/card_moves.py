"""Equipment cards that changed places: where a card came from tells what was meant. No I/O here.

Copies of a card are alike, so it came from where one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import CHANCE, Move, judge
from rules.invader import RULES
from rules.invader.actions import Search, TakeOxygen
from rules.invader.asks import Sorting, SurvivorTurn
from rules.invader.choices import Found
from rules.invader.data import CARDS
from rules.invader.inventory import Attach, Detach, Discard, Done, Lift, Reorganize, Stow
from rules.invader.state import State, attached, base
from tts_bridge.agent.observations import Piece
from tts_bridge.games.invader.arrange import holdings
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.table_game import Reading, Seen

DISCARD = "discard/equipment"


def carried(
    state: State, profile: Profile, seen: Seen, piece: Piece, who: list[str]
) -> Iterator[Reading]:
    """The readings of an Equipment card that was put down."""
    card = ident(piece).split("/")[1]
    places = whereabouts(profile, piece)
    if piece.held or piece.hand or card not in CARDS:
        return
    for source in sources(state, profile, seen, piece, card):
        if source in places:
            continue
        for target in sorted(places):
            for acting in who:
                yield from passed(state, card, source, target, acting)


def sources(state: State, profile: Profile, seen: Seen, piece: Piece, card: str) -> Iterator[str]:
    """The places where a copy of a card is missing, this piece not counted; slots first."""
    expected = holdings(state).get(card, {})
    lies: dict[str, int] = {}
    for token in profile.tokens.get(f"equipment/{card}", ()):
        guid = profile.pieces[token]
        if guid in seen and guid != piece.guid and not seen[guid].held:
            for place in whereabouts(profile, seen[guid]):
                lies[place] = lies.get(place, 0) + 1
    missing = [place for place, count in expected.items() if lies.get(place, 0) < count]
    yield from sorted(missing, key=lambda place: not place.startswith(("slot/", "found/")))


def passed(state: State, card: str, source: str, target: str, acting: str) -> Iterator[Reading]:
    """What it means that a card went from one place to another while a Survivor acts."""
    kind, _, rest = source.partition("/")
    into, _, to = target.partition("/")
    if kind == "slot":
        owner, _, slot = rest.partition("/")
        whole = next((c for c in getattr(state.survivor(owner), slot) if base(c) == card), "")
        if target == DISCARD:
            if whole:
                yield (Discard(owner, whole),)
        elif into in ("slot", "found"):
            loosen = loosened(state, card, whole, slot, owner, acting)
            yield from opened(
                state, acting, stowed(state, card, whole or card, to, into, acting), loosen
            )
    elif kind == "found":
        ask = state.asks[-1]
        seat = ask.seat if isinstance(ask, Sorting) else acting
        if (
            target == DISCARD
            and isinstance(ask, Sorting)
            and [base(c) for c in ask.table] == [card]
        ):
            yield (Done(seat),)
        elif into == "slot" and isinstance(ask, Sorting):
            whole = next((c for c in ask.table if base(c) == card), card)
            yield from stowed(state, card, whole, to, into, seat)
    elif source == "deck/equipment" and into in ("slot", "found"):
        seat = to.partition("/")[0]
        yield drawn(state, card, seat, to.partition("/")[2])
    elif source == "deck/oxygen" and into in ("slot", "found"):
        yield (TakeOxygen(to.partition("/")[0]),)


def loosened(
    state: State, card: str, whole: str, slot: str, owner: str, acting: str
) -> tuple[Move[State], ...]:
    """The card comes out of its slot, or off the weapon it is attached to."""
    if whole:
        return (Lift(acting, whole, slot, owner),)
    for each in getattr(state.survivor(owner), slot):
        if card in attached(each):
            return (Detach(acting, card, each),)
    return ()


def stowed(state: State, card: str, whole: str, to: str, into: str, acting: str) -> list[Reading]:
    """The ways a card from the table goes into a slot: stowed, or attached to a weapon there."""
    if into == "found":
        return [()]
    owner, _, slot = to.partition("/")
    if CARDS[card].attaches and slot == "hand":
        hand = dict.fromkeys(state.survivor(owner).hand)
        return [(Attach(acting, whole, weapon),) for weapon in hand]
    return [(Stow(acting, whole, slot, owner),)]


def opened(
    state: State, acting: str, lasts: list[Reading], loosen: tuple[Move[State], ...]
) -> Iterator[Reading]:
    """Cards change places only while somebody reorganizes: an Action, if it has not begun."""
    ask = state.asks[-1]
    begin: Reading = ()
    if not isinstance(ask, Sorting):
        acts = ask.seat if isinstance(ask, SurvivorTurn) else acting
        begin = (Reorganize(acts),)
    for last in lasts:
        if loosen:
            yield (*begin, *loosen, *last)


def drawn(state: State, card: str, seat: str, slot: str) -> Reading:
    """A card was taken from the deck: a Search, and into the slot where it fits."""
    search, found = Search(seat), Found(CHANCE, card)
    if judge(RULES, state, search):
        return search, found
    after = search.apply(state)
    if judge(RULES, after, found):
        return search, found
    stow = Stow(seat, card, slot, seat)
    if slot and judge(RULES, found.apply(after), stow) is None:
        return search, found, stow
    return search, found

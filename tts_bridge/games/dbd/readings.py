"""What something seen on the table may mean: readings, each a short run of moves. No I/O here.

`candidates` are the legal ones; `obvious` is what somebody who did this most likely meant, legal
or not, so that a ruling can say why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.dbd import RULES
from rules.dbd.interact import (
    Cleanse,
    Heal,
    OpenGate,
    Pass,
    Repair,
    Rolled,
    SearchLocker,
    Started,
    UseCrow,
)
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Uncovered, Walk
from rules.dbd.planning import SetCard, TakeBack, cards_to_set
from rules.dbd.position import obvious_path
from rules.dbd.state import (
    CardToReveal,
    Check,
    Choice,
    Escape,
    Interaction,
    KillerBonus,
    Planning,
    StartRoll,
    State,
    Step,
    SurvivorBonus,
    Unknown,
)
from rules.engine import CHANCE, Move, Violation, judge, legal_moves
from rules.notation import NotationError, parse_move
from tts_bridge.agent.observations import Dropped, Entered, Flipped, Observation, Piece, Pressed
from tts_bridge.agent.observations import Rolled as Thrown
from tts_bridge.games.dbd.arrange import set_zones
from tts_bridge.games.dbd.tokens import carried_off, progressed, wounded
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.table_game import Reading

ROLLING = (Repair, OpenGate, Heal, Cleanse, SearchLocker)
"""Interactions that a roll follows at once."""
SILENT = 3
"""Moves that may go without a sign before one that shows."""


def candidates(
    state: State, profile: Profile, seen: Mapping[str, Piece], observation: Observation
) -> list[Reading]:
    """The legal readings of what was seen; empty when none is legal, or nothing was meant."""
    found: list[Reading] = []
    for meant in meanings(state, profile, seen, observation):
        for lead in leads(state, meant, lambda seat: is_own(profile, seat, observation.player)):
            reading = (*lead, *meant)
            if is_legal(state, reading):
                if reading not in found:
                    found.append(reading)
                break
    shortest = min((len(reading) for reading in found), default=0)
    return [reading for reading in found if len(reading) == shortest]


def obvious(
    state: State, profile: Profile, seen: Mapping[str, Piece], observation: Observation
) -> Reading | None:
    """The reading to judge when none is legal, or None: no move was meant."""
    return next(meanings(state, profile, seen, observation), None)


def chance(state: State, profile: Profile, seen: Mapping[str, Piece]) -> Reading:
    """The outcome of chance that the table already shows: what the turned prop is."""
    ask = state.asks[-1]
    if not isinstance(ask, Unknown):
        return ()
    piece = seen.get(profile.pieces.get(f"prop/{ask.prop}", ""))
    if piece is None or not piece.up:
        return ()
    return (Uncovered(CHANCE, ask.prop, piece.notes.strip()),)


def is_legal(state: State, reading: Reading) -> bool:
    """Whether the moves are legal one after the other."""
    for move in reading:
        if judge(RULES, state, move):
            return False
        state = move.apply(state)
    return True


Mine = Callable[[str], bool]
"""Whether whoever did it may act for a seat without a sign: its own player, or nobody known."""


def leads(state: State, meant: Reading, mine: Mine) -> Iterator[Reading]:
    """What people do without a sign before what they do, the shortest first."""
    found: list[tuple[Reading, State]] = [((), state)]
    for lead, position in found:
        yield lead
        if len(lead) < SILENT:
            for move in unsaid(position, meant[0], mine):
                found.append(((*lead, move), move.apply(position)))


def unsaid(state: State, first: Move[State], mine: Mine) -> Iterator[Move[State]]:
    """One move that goes without a sign: reveal the card one moves by, step to the prop one turns,
    go to the crow whose bonus turn one takes, leave an interaction one does not want.

    Nobody reveals a card by another player's figure: a guess would tell what the card is.
    """
    ask = state.asks[-1]
    waiting = getattr(ask, "seat", "")
    if not waiting:
        return
    own = first.seat == waiting
    if isinstance(ask, CardToReveal) and own and isinstance(first, (Walk, RevealProp)):
        if mine(waiting):
            yield RevealCard(waiting, state.figure(waiting).planned[0])
    elif isinstance(ask, Step) and own and isinstance(first, RevealProp) and mine(waiting):
        prop = state.prop(first.prop)
        for move in Walk.options(state, waiting):
            if prop and prop.at == move.to:
                yield move
    elif isinstance(ask, (Interaction, SurvivorBonus)):
        if isinstance(first, PlayCard) and own:
            yield from UseCrow.options(state, waiting)
        if mine(waiting) or mine(first.seat):
            yield Pass(waiting)


def meanings(
    state: State, profile: Profile, seen: Mapping[str, Piece], observation: Observation
) -> Iterator[Reading]:
    """Everything that what was seen could stand for, most likely first."""
    if isinstance(observation, Pressed):
        yield from pressed(profile, seen, observation)
    elif isinstance(observation, Thrown):
        yield from rolled(state, observation)
    elif isinstance(observation, Entered) and observation.container is not None:
        what, _, rest = ident(observation.piece).partition("/")
        if what == "card":  # laid on another one
            seat, _, name = rest.partition("/")
            lies = seen.get(observation.piece.guid, observation.piece)
            yield from card_laid(state, profile, seen, lies, seat, name)
    elif isinstance(observation, (Dropped, Flipped)):
        piece = observation.piece
        what, _, rest = ident(piece).partition("/")
        if what == "figure" and isinstance(observation, Dropped):
            yield from moved(state, profile, piece, rest, observation.player)
        elif what == "card":
            seat, _, card = rest.partition("/")
            by = observation.player if isinstance(observation, Dropped) else ""
            yield from card_laid(state, profile, seen, piece, seat, card, by)
        elif what == "prop" and isinstance(observation, Flipped) and piece.up:
            yield from turned(state, profile, piece, rest, observation.player)
        elif what == "prop" and isinstance(observation, Dropped):
            yield from carried_off(state, profile, piece, rest)
        elif what == "wound" and isinstance(observation, Dropped):
            yield from wounded(state, profile, seen, piece)
        elif what == "progress" and isinstance(observation, Dropped):
            yield from progressed(state, profile, seen)


def is_own(profile: Profile, seat: str, player: str) -> bool:
    """Whether a player moves this seat, or it is not known who did something."""
    return player in ("", profile.colour_of(seat))


def moved(
    state: State, profile: Profile, piece: Piece, seat: str, player: str
) -> Iterator[Reading]:
    """A figure was put down in another space."""
    if seat not in [figure.id for figure in state.figures]:
        return
    spaces = [name[6:] for name in whereabouts(profile, piece) if name.startswith("space/")]
    for space in spaces:
        if space == state.figure(seat).at or space not in state.board.space:
            continue
        legal = [
            move
            for move in legal_moves(RULES, state)
            if isinstance(move, Walk) and move.seat == seat and move.to == space
        ]
        seen_after: list[State] = []
        for move in legal:
            after = move.apply(state)
            if after not in seen_after:
                seen_after.append(after)
                yield (move,)
        if not legal:
            foreign = isinstance(state.asks[-1], CardToReveal) and not is_own(profile, seat, player)
            yield (Walk(seat, space, "" if foreign else path_taken(state, seat, space)),)


NO_PATH = "none"
"""Stands for a path where somebody goes by a card that lies face down, and none is there."""


def path_taken(state: State, seat: str, space: str) -> str:
    """The path a figure most likely took; with a card still face down, by that card's colour."""
    ask = state.asks[-1]
    if not isinstance(ask, CardToReveal) or ask.seat != seat:
        return obvious_path(state, seat, space)
    state = RevealCard(seat, state.figure(seat).planned[0]).apply(state)
    return obvious_path(state, seat, space) or NO_PATH


def card_laid(
    state: State,
    profile: Profile,
    seen: Mapping[str, Piece],
    piece: Piece,
    seat: str,
    card: str,
    by: str = "",
) -> Iterator[Reading]:
    """A movement card was set, taken back, turned up or played; `by`: who put it down, if it is
    known."""
    if seat not in [figure.id for figure in state.figures]:
        return
    figure = state.figure(seat)
    zones = whereabouts(profile, piece)
    places = set_zones(figure)
    is_set = any(zone in zones for zone in places)
    set_open = by and is_set and card in figure.hand and len(figure.planned) < cards_to_set(figure)
    if isinstance(state.asks[-1], Planning) and (not piece.up or set_open):  # up: by mistake
        yield from planned(state, profile, seen, seat)
        if is_set and card not in figure.planned and len(figure.planned) >= len(places):
            yield (SetCard(seat, card),)
        return
    if piece.hand and card in figure.planned:
        yield (TakeBack(seat, card),)
        return
    if not piece.up or piece.hand:
        return
    if card in figure.planned:
        yield (RevealCard(seat, card),)
    elif card in figure.hand or (card in figure.played and f"set/{seat}/bonus" in zones):
        ask = state.asks[-1]
        bonus = isinstance(ask, (SurvivorBonus, KillerBonus)) or f"set/{seat}/bonus" in zones
        crow = isinstance(ask, Interaction) and any(True for _ in UseCrow.options(state, seat))
        if bonus or crow or f"discard/{seat}" in zones or is_set:
            yield (PlayCard(seat, card),)


def planned(
    state: State, profile: Profile, seen: Mapping[str, Piece], seat: str
) -> Iterator[Reading]:
    """The moves that bring a seat's plan in line with the cards that lie in its places.

    The Killer's right card counts only once the left one lies.
    """
    figure = state.figure(seat)
    cards = {
        name.rpartition("/")[2]: seen[guid]
        for name, guid in profile.pieces.items()
        if name.startswith(f"card/{seat}/") and guid in seen
    }
    lying: list[str] = []
    for zone in set_zones(figure):
        here = [
            card
            for card, piece in cards.items()
            if card not in lying
            and not piece.hand
            and not piece.held
            and zone in whereabouts(profile, piece)
        ]
        kept = [card for card in here if card in figure.planned] or here
        if not kept:
            break
        lying.append(kept[0])
    wrong = len(figure.planned)
    for index, card in enumerate(figure.planned):
        if index >= len(lying) or lying[index] != card:
            wrong = index
            break
    undo = [TakeBack(seat, card) for card in reversed(figure.planned[wrong:])]
    moves: Reading = (*undo, *[SetCard(seat, card) for card in lying[wrong:]])
    if moves:
        yield moves


def turned(
    state: State, profile: Profile, piece: Piece, prop_id: str, player: str
) -> Iterator[Reading]:
    """A prop was turned face up: by whoever has to reveal one, else by the player's figure."""
    prop = state.prop(prop_id)
    if prop is None or prop.kind:
        return
    seats = (getattr(state.asks[-1], "seat", ""), *profile.seats_of(player), state.killer.id)
    seat = next(seat for seat in seats if seat and seat != CHANCE)
    yield (RevealProp(seat, prop_id), Uncovered(CHANCE, prop_id, piece.notes.strip()))


def rolled(state: State, observation: Thrown) -> Iterator[Reading]:
    """A die came to rest: the check that waits for it, or the one thing here that needs one."""
    name = ident(observation.piece)
    die = "danger" if name == "die/danger" else "skill"
    face = observation.piece.value
    if not name.startswith("die/") or not is_face(face):
        return
    throw = Rolled(CHANCE, die, int(face))  # type: ignore[arg-type]
    ask = state.asks[-1]
    if isinstance(ask, StartRoll) and die == "skill":
        yield (Started(CHANCE, ask.figure, int(face)),)  # type: ignore[arg-type]
    if isinstance(ask, (Check, Escape)):
        yield (throw,)
    elif isinstance(ask, Interaction):
        for move in legal_moves(RULES, state):
            if isinstance(move, ROLLING):
                yield (move, throw)


def is_face(value: int | float | str | None) -> bool:
    """Whether a die's value is a whole number of one digit."""
    try:
        return value is not None and 0 <= float(value) <= 9 and float(value).is_integer()
    except ValueError:
        return False


def pressed(profile: Profile, seen: Mapping[str, Piece], observation: Pressed) -> Iterator[Reading]:
    """A button of ours: its id is a move as text. What a prop is, is written on it."""
    if observation.piece.guid != profile.agent:
        return
    try:
        move = parse_move(RULES, observation.button)
    except NotationError:
        return
    token = profile.pieces.get(f"prop/{move.prop}", "") if isinstance(move, RevealProp) else ""
    if isinstance(move, RevealProp) and token in seen:
        yield (move, Uncovered(CHANCE, move.prop, seen[token].notes.strip()))
    else:
        yield (move,)


def spoken(state: State, seats: Sequence[str], text: str) -> Reading | None:
    """`!pass`, `!repair objective-5`: a move said in chat by whoever has one of these seats."""
    ask = state.asks[-1]
    waiting = getattr(ask, "seat", "")
    seat = waiting if waiting in seats else next(iter(seats), "")
    if isinstance(ask, Choice) and ask.is_secret:
        text = text.replace("choose ", "choose-card ", 1)  # nobody knows the one from the other
    try:
        return (parse_move(RULES, f"{seat} {text}"),) if seat else None
    except NotationError:
        return None


def explain(state: State, meant: Reading) -> tuple[Move[State], Violation]:
    """The first move of an illegal reading that is not allowed, and why.

    Somebody who moved a figure with the card still face down is judged by that card.
    """
    ask = state.asks[-1]
    first = meant[0]
    own = isinstance(first, Walk) and first.path and first.seat == getattr(ask, "seat", "")
    if isinstance(ask, CardToReveal) and own:
        planned = state.figure(ask.seat).planned
        after = RevealCard(ask.seat, planned[0]).apply(state) if planned else state
        if violation := judge(RULES, after, first):
            return first, violation
    for move in meant:
        if violation := judge(RULES, state, move):
            return move, violation
        state = move.apply(state)
    raise AssertionError("a legal reading is among the candidates")

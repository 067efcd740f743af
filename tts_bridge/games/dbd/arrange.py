"""`arrange`: where every piece of a position ought to lie. No I/O here.

What the referee does to the table is the difference between this and what was last seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.dbd.state import Figure, Planning, Prop, StartRoll, State
from tts_bridge.agent.observations import Piece
from tts_bridge.referee.placement import GAP, Spot, Want, share_out
from tts_bridge.referee.profile import Profile

ROWS = 4
"""A space's zone from back to front: props, progress, figures with their wound rings, the rest."""
PROPS, PROGRESS, FIGURES, REST = range(ROWS)
PROP = 1.1
"""World units that a prop takes up in its row, where there is room for so many."""


def arrange(state: State, profile: Profile, seen: Mapping[str, Piece]) -> list[Want]:
    """Where every piece ought to lie; `seen` (pieces by GUID) only decides which of several
    interchangeable tokens is meant."""
    wants = [*figures(state), *cards(state, profile, seen), *props(state, profile)]
    wants += share_out(
        profile, seen, profile.tokens["progress"], progress_targets(state), supply("progress")
    )
    wants += share_out(profile, seen, profile.tokens["wound"], wounds(state), supply("wound"))
    track = Spot("track", width=1.0)
    wants += share_out(
        profile,
        seen,
        profile.tokens["sacrifice"],
        [(track, state.track)],
        supply("sacrifice"),
    )
    wants += markers(state)
    return [want for want in wants if want.piece in profile.pieces and known(want, profile)]


def supply(what: str) -> Spot:
    """Where tokens lie that are not in play."""
    return Spot(f"supply/{what}", width=0.6)


def known(want: Want, profile: Profile) -> bool:
    """Whether the table has the place where the piece should go."""
    return want.spot is None or want.spot.zone in profile.zones


def figures(state: State) -> Iterator[Want]:
    """Every figure in its space; before its start die, in front of its player."""
    waiting = {ask.figure for ask in state.asks if isinstance(ask, StartRoll)}
    for index, figure in enumerate(state.figures):
        zone = f"space/{figure.at}"
        spot = Spot(zone, FIGURES, index, ROWS)
        if figure.id in waiting:
            spot = Spot(f"beside/{figure.id}", rows=3)
        yield Want(f"figure/{figure.id}", spot, spot.zones)
        yield Want(f"bloodpoints/{figure.id}", value=figure.bp)


def cards(state: State, profile: Profile, seen: Mapping[str, Piece]) -> Iterator[Want]:
    """Cards in hand, set face down, or played face up (where they were set or beside it).

    Those in hand come by where they lie now: dealt back in the printed order, two cards that lie
    face down would tell which comes first in it.
    """

    def lies(piece: str) -> tuple[float, ...]:
        card = seen.get(profile.pieces.get(piece, ""))
        return card.at if card else ()

    is_planning = isinstance(state.asks[-1], Planning)
    for figure in state.figures:
        places = set_zones(figure)
        discard = f"discard/{figure.id}"
        for piece in sorted([f"card/{figure.id}/{card}" for card in figure.hand], key=lies):
            yield Want(piece, hand=profile.colour_of(figure.id))
        # What was revealed was set first; while all plan, nothing is. A perk may set one more.
        revealed = 0 if is_planning else max(0, len(places) - len(figure.planned))
        bonus = f"set/{figure.id}/bonus"
        more = bonus if bonus in profile.zones else places[-1]
        open_places = [*places[revealed:], *[more] * len(figure.planned)]
        for index, (zone, card) in enumerate(zip(open_places, figure.planned, strict=False)):
            spot = Spot(zone, index=int(index > 0 and zone == places[0]), width=2.4)
            may = (zone,) if is_planning else (zone, *places, more)
            yield Want(f"card/{figure.id}/{card}", spot, may, up=False)
        for index, card in enumerate(figure.played):
            yield Want(
                f"card/{figure.id}/{card}",
                Spot(discard, index=index, width=2.4),
                (discard, *places, f"set/{figure.id}/bonus"),
                up=True,
            )


def set_zones(figure: Figure) -> tuple[str, ...]:
    """Where a figure's cards are set, in the order in which they will be revealed."""
    if figure.side == "killer":
        return (f"set/{figure.id}/left", f"set/{figure.id}/right")
    return (f"set/{figure.id}",)


def props(state: State, profile: Profile) -> Iterator[Want]:
    """Every prop token in its space, on the right side; off the board in the supply."""
    counts: dict[str, int] = {}
    crowd = Counter(slot.space for slot in state.board.slots)
    for prop in state.props:
        index = counts.get(prop.at, 0)
        counts[prop.at] = index + 1
        if prop.at:
            zone = f"space/{prop.at}"
            place = profile.zones.get(zone)
            room = place.size[0] / crowd[prop.at] - GAP - 0.01 if place and crowd[prop.at] else PROP
            spot = Spot(zone, PROPS, index, ROWS, min(PROP, room))
            yield Want(f"prop/{prop.id}", spot, (zone,), up=bool(prop.kind))
        else:
            zone = "repaired" if is_repaired(prop) else "supply/prop"
            yield Want(f"prop/{prop.id}", Spot(zone, index=index), (zone,), up=True)


def is_repaired(prop: Prop) -> bool:
    """Whether a prop off the board is a completed generator."""
    return prop.kind == "generator" and prop.progress > 0


def progress_targets(state: State) -> list[tuple[Spot, int]]:
    """How many progress tokens lie in each space, and beside the completed generators."""
    counts: dict[str, int] = {}
    for prop in state.props:
        if prop.progress:
            zone = f"space/{prop.at}" if prop.at else "repaired"
            counts[zone] = counts.get(zone, 0) + prop.progress
    return [(Spot(zone, PROGRESS, 0, ROWS, 0.6), count) for zone, count in counts.items()]


def wounds(state: State) -> list[tuple[Spot, int]]:
    """How many wound rings lie in each space."""
    counts: dict[str, int] = {}
    for figure in state.survivors:
        if figure.wounded:
            zone = f"space/{figure.at}"
            counts[zone] = counts.get(zone, 0) + 1
    return [(Spot(zone, REST, 0, ROWS, 1.0), count) for zone, count in counts.items()]


def markers(state: State) -> Iterator[Want]:
    """Walls, the Entity, the first player marker."""
    for index, path in enumerate(p for p in state.board.paths if p.wall):
        zone = f"path/{path.id}" if path.id in state.walls else "supply/wall"
        yield Want(
            f"wall/{path.id}", Spot(zone, index=index if zone == "supply/wall" else 0), (zone,)
        )
    zone = "supply/entity"
    if state.entity in state.board.path:
        zone = f"path/{state.entity}"
    elif state.entity:
        prop = state.prop(state.entity)
        zone = f"space/{prop.at}" if prop and prop.at else zone
    yield Want("entity", Spot(zone, REST, 0, ROWS) if "space/" in zone else Spot(zone), (zone,))
    beside = f"beside/{state.first}"
    yield Want("first-player", Spot(beside), (beside,))

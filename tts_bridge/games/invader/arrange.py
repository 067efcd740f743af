"""`arrange`: where every piece of a position ought to lie. No I/O here.

What the referee does to the table is the difference between this and what was last seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from exporters.mods.invader import layout
from rules.invader.asks import Searching, Sorting
from rules.invader.data import CARDS, XENO_CARDS
from rules.invader.state import KINDS, LEVELS, SPOILER, State, level
from tts_bridge.agent.observations import Piece
from tts_bridge.referee.placement import Spot, Want, share_out
from tts_bridge.referee.profile import Profile

Seen = Mapping[str, Piece]
SLOTS = ("hand", "body", "pack", "token")
XENO_ROWS = (layout.WORKERS, layout.HUNTERS, layout.TANKS, layout.TANKS)
SUPPLY_ROWS = {"worker": 6, "hunter": 3, "tank": 3, "noise": 5, "mold": 4}
"""Rows of a supply that holds many."""


def arrange(state: State, profile: Profile, seen: Seen) -> list[Want]:
    """Where every piece ought to lie; `seen` (pieces by GUID) only decides which of several
    interchangeable ones is meant."""
    wants = [
        *figures(state),
        *xenos(state, profile, seen),
        *noise(state, profile, seen),
        *mold(state, profile, seen),
        *doors(state, profile, seen),
        *objectives(state),
        *spawns(state),
        *dashboards(state, profile, seen),
        *equipment(state, profile, seen),
        *xeno_cards(state, profile, seen),
        *activation(state, profile, seen),
    ]
    return [want for want in wants if want.piece in profile.pieces and is_there(want, profile)]


def is_there(want: Want, profile: Profile) -> bool:
    """Whether the table has the place where the piece should go."""
    return want.spot is None or want.spot.zone in profile.zones


def cell(state: State, zone: str, row: int, index: int = 0, width: float = 0.5) -> Spot:
    """A place in a Zone of the map: in its first cell, but any of its cells will do."""
    first, *others = [f"zone/{each}" for each in state.board.zones[zone].cells]
    lines = layout.WORKER_LINES if row == layout.WORKERS else 1
    return Spot(first, row, index, layout.ROWS, width, lines, tuple(others))


def supply(what: str) -> Spot:
    """Where pieces lie that are not in play."""
    rows = SUPPLY_ROWS.get(what, 1)
    return Spot(f"supply/{what}", rows=rows, width=layout.SUPPLY_WIDTH, lines=rows)


def figures(state: State) -> Iterator[Want]:
    """Every Survivor and machine in their Zone, or out of the game."""
    for index, each in enumerate((*state.survivors, *state.machines)):
        at = each.at  # type: ignore[attr-defined]
        spot = Spot("out", index=index, width=layout.FIGURE_WIDTH)
        if at:
            spot = cell(state, at, layout.FIGURES, index, layout.FIGURE_WIDTH)
        yield Want(f"figure/{each.id}", spot, spot.zones)  # type: ignore[attr-defined]


def xenos(state: State, profile: Profile, seen: Seen) -> Iterator[Want]:
    """Every Xeno figure in a Zone, or in the supply."""
    for kind, name in enumerate(KINDS):
        first = 4 if kind == SPOILER else 0  # beside the Tanks
        targets = [
            (cell(state, zone, XENO_ROWS[kind], first, layout.XENO_WIDTH), herd[kind])
            for zone, herd in state.xenos.items()
            if herd[kind]
        ]
        tokens = profile.tokens[name]
        yield from share_out(profile, seen, tokens, targets, supply(name), strays_first=True)


def noise(state: State, profile: Profile, seen: Seen) -> list[Want]:
    """Noise tokens."""
    targets = [
        (cell(state, zone, layout.NOISE, width=layout.NOISE_WIDTH), count)
        for zone, count in state.noise.items()
    ]
    return share_out(profile, seen, profile.tokens["noise"], targets, supply("noise"))


def mold(state: State, profile: Profile, seen: Seen) -> list[Want]:
    """Mold tokens, face up where it is active."""
    sides = {f"zone/{zone}": side == "active" for zone, side in state.ground.mold.items()}
    targets = [
        (cell(state, zone, layout.MARKERS, 3, layout.MARKER_WIDTH), 1) for zone in state.ground.mold
    ]
    wants = share_out(profile, seen, profile.tokens["mold"], targets, supply("mold"))
    return [replace(want, up=sides.get(want.zones[0])) for want in wants]


def doors(state: State, profile: Profile, seen: Seen) -> Iterator[Want]:
    """Door tokens on their links, face up while closed; a mark on the destroyed ones."""
    colours, sides = state.mission.door_colour, state.ground.doors
    neutral = [(Spot(f"link/{link}"), 1) for link in sides if link not in colours]
    for want in share_out(profile, seen, profile.tokens["door"], neutral, supply("door")):
        link = want.zones[0].removeprefix("link/")
        yield replace(want, up=sides[link] == "closed") if link in sides else want
    left = {"green", "purple"}
    for link, colour in colours.items():
        if link in sides:
            left.remove(colour)
            spot = Spot(f"link/{link}")
            yield Want(f"door/{colour}", spot, spot.zones, up=sides[link] == "closed")
    for index, colour in enumerate(sorted(left), len(profile.tokens["door"])):
        spot = replace(supply("door"), index=index)
        yield Want(f"door/{colour}", spot, spot.zones)
    broken = [(Spot(f"link/{link}"), 1) for link, door in sides.items() if door == "destroyed"]
    yield from share_out(profile, seen, profile.tokens["wreck"], broken, supply("wreck"))


def objectives(state: State) -> Iterator[Want]:
    """Objectives in their Zones, face up once known; off the board beside it."""
    for index, token in enumerate(state.objectives):
        spot = Spot("taken", index=index, width=layout.MARKER_WIDTH)
        if token.at:
            place = index % 3 + 1
            spot = cell(state, token.at, layout.MARKERS, place, layout.MARKER_WIDTH)
        up = bool(token.colour) if token.at or token.colour else None
        yield Want(f"objective/{token.id}", spot, spot.zones, up=up)


def spawns(state: State) -> Iterator[Want]:
    """The Spawn Zones; those that sleep lie face down."""
    for spawn in state.mission.spawns:
        zone = state.board.zone_of[spawn.at]
        spot = cell(state, zone, layout.MARKERS, 0, layout.MARKER_WIDTH)
        yield Want(f"spawn/{spawn.id}", spot, spot.zones, up=spawn.id in state.spawns)


def dashboards(state: State, profile: Profile, seen: Seen) -> Iterator[Want]:
    """Wounds, Experience, Danger Level, skills, and whose the First Player token is."""
    wounds = [(Spot(f"wounds/{s.id}"), s.wounds) for s in state.survivors if s.wounds]
    yield from share_out(profile, seen, profile.tokens["wound"], wounds, supply("wound"))
    for survivor in state.survivors:
        seat = survivor.id
        yield Want(f"xp/{seat}", value=survivor.xp)
        danger = f"danger/{seat}/{LEVELS[level(survivor.xp)]}"
        yield Want(f"tracker/{seat}", Spot(danger), (danger,))
        skills = f"skills/{seat}"
        learnt = [name for name in profile.pieces if name.startswith(f"skill/{seat}/")]
        for index, name in enumerate(learnt):
            up = name.rpartition("/")[2] in survivor.skills
            yield Want(name, Spot(skills, index=index), (skills,), up=up)
    beside = f"beside/{state.players[state.first][0]}"
    yield Want("first-player", Spot(beside), (beside,))


def loose(state: State) -> dict[str, list[str]]:
    """The cards that lie on the table while they are sorted, by Survivor."""
    found: dict[str, list[str]] = {}
    for ask in state.asks:
        if isinstance(ask, Sorting):
            found.setdefault(ask.seat, []).extend(ask.table)
        elif isinstance(ask, Searching):
            found.setdefault(ask.seat, []).extend(ask.found)
    return found


def holdings(state: State) -> dict[str, dict[str, int]]:
    """How many of each Equipment card lie in each place, attached ones by themselves. What is in
    none of these is out of the game."""
    found: dict[str, dict[str, int]] = {}

    def add(place: str, card: str, count: int = 1) -> None:
        for part in card.split("+"):
            row = found.setdefault(part, {})
            row[place] = row.get(place, 0) + count

    for survivor in state.survivors:
        for slot in SLOTS:
            for card in getattr(survivor, slot):
                add(f"slot/{survivor.id}/{slot}", card)
    for seat, cards in loose(state).items():
        for card in cards:
            add(f"found/{seat}", card)
    for place, counts in (
        ("deck/equipment", state.equipment.counts),
        ("discard/equipment", state.equipment_discard.counts),
        ("deck/prototype", state.prototypes.counts),
        ("deck/oxygen", {"oxygen-tank": state.oxygen}),
    ):
        for card, count in counts.items():
            add(place, card, count)
    return found


def equipment(state: State, profile: Profile, seen: Seen) -> Iterator[Want]:
    """Every Equipment card: in a slot, loose, in a deck or discard; else out of the game."""
    held = holdings(state)
    for card, facts in CARDS.items():
        places = held.get(card, {})
        targets = [(Spot(place, width=layout.CARD_WIDTH), n) for place, n in places.items() if n]
        rest = Spot("supply/remote" if facts.back == "objective" else "out")
        wants = share_out(
            profile,
            seen,
            profile.tokens[f"equipment/{card}"],
            targets,
            replace(rest, width=layout.CARD_WIDTH),
            strays_first=True,
        )
        for want in wants:
            hidden = want.zones[0] in ("deck/equipment", "deck/prototype")
            yield replace(want, up=not hidden)


def xeno_cards(state: State, profile: Profile, seen: Seen) -> Iterator[Want]:
    """The Xeno cards, face up once drawn."""
    for card in XENO_CARDS:
        targets = [
            (Spot("discard/xeno", width=layout.CARD_WIDTH), state.xeno_discard.counts.get(card, 0))
        ]
        deck = Spot("deck/xeno", width=layout.CARD_WIDTH)
        tokens = profile.tokens[f"xeno/{card}"]
        for want in share_out(profile, seen, tokens, targets, deck, strays_first=True):
            yield replace(want, up=want.zones[0] == "discard/xeno")


def activation(state: State, profile: Profile, seen: Seen) -> list[Want]:
    """Activation tokens beside the machines that hold one."""
    targets = [
        (cell(state, machine.at, layout.NOISE, 5, layout.NOISE_WIDTH), 1)
        for machine in state.machines
        if machine.active and machine.at
    ]
    tokens = profile.tokens["activation"]
    return share_out(profile, seen, tokens, targets, supply("activation"))

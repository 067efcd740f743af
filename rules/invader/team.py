"""What a plain team thinks of a position: what is wanted, how far it is, how dangerous it gets.

No luck here, and nothing but what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.invader.actions import leaving
from rules.invader.gear import TANK, carries
from rules.invader.missions import AllOf, AnyCondition, AnyOf, AtExit, Killed, Taken
from rules.invader.objectives import holds
from rules.invader.state import State, Survivor, Token, armor, crowd, unseen
from rules.invader.xenos import DAMAGE

FAR = 99
"""Zones to somewhere one cannot get."""
HURT = tuple([2 if kind == 1 else damage for kind, damage in enumerate(DAMAGE)])
"""What a Xeno of each kind does to its own Zone in a round: Hunters strike twice."""
STEP_WORTH = 8.0
"""What being one Zone nearer to one's goal is worth."""
WOUND_COST = 9.0
DEATH_COST = 80.0
ESCORT = 0.6
"""Of `STEP_WORTH`, for who has no goal of their own."""


class Plan(Struct, frozen=True):
    """Where a Survivor would best end their Turn: what it is worth beyond staying, what it costs,
    and the first Zone on the way ("" is to stay)."""

    gain: float
    cost: int
    first: str


def open_ends(state: State, condition: AnyCondition) -> Iterator[AnyCondition]:
    """What is still to be done for the Mission; of several ways to win all."""
    if holds(state, condition):
        return
    if isinstance(condition, (AllOf, AnyOf)):
        for part in condition.of:
            yield from open_ends(state, part)
    else:
        yield condition


def wanted(state: State) -> list[Token]:
    """The Objectives on the board that the Mission needs, or that may be one it needs."""
    colours = {c.colour for c in open_ends(state, state.mission.win) if isinstance(c, Taken)}
    hidden = unseen(state).counts
    found = []
    for token in state.objectives:
        colour = token.colour
        if token.at and (
            "" in colours or colour in colours or (not colour and colours.intersection(hidden))
        ):
            found.append(token)
    return found


def prey(state: State) -> frozenset[str]:
    """The kinds of Xeno whose killing wins; "" is any."""
    ends = open_ends(state, state.mission.win)
    return frozenset(c.xeno for c in ends if isinstance(c, Killed))


def leaves_by_exit(state: State) -> bool:
    """Whether everybody has to get to an exit in the end."""
    return any(isinstance(c, AtExit) for c in open_ends(state, state.mission.win))


def distances(state: State, goals: Mapping[str, int], *, tank: bool) -> dict[str, int]:
    """How many Moves every Zone is away from the nearest goal; goals have a distance of their own.

    Doors that anybody may open are none; airlocks are walls to who has no Oxygen Tank.
    """
    ground = state.ground
    locked = set()
    for link, colour in state.mission.door_colour.items():
        if colour and ground.doors.get(link) == "closed":
            ends = state.board.links[link]
            a, b = state.board.zone_of[ends.a], state.board.zone_of[ends.b]
            locked |= {(a, b), (b, a)}
    passable = {"open", "door", "airlock"} if tank else {"open", "door"}
    found = dict(goals)
    edge = sorted(goals, key=lambda zone: goals[zone])
    while edge:
        ahead = []
        for zone in edge:
            for to, way in ground.walks(zone).items():
                if way not in passable or (way == "door" and (zone, to) in locked):
                    continue
                if found[zone] + 1 < found.get(to, FAR):
                    found[to] = found[zone] + 1
                    ahead.append(to)
        edge = ahead
    return found


def breathes(state: State, survivor: Survivor) -> bool:
    """Whether a Survivor may go outside."""
    return not state.settings.oxygen_needed or carries(survivor, TANK)


def ways_to(state: State, survivor: Survivor, zones: tuple[str, ...]) -> dict[str, int]:
    """How far every Zone is from the nearest of these for a Survivor, fetching an Oxygen Tank
    first where that is the only way."""
    goals = dict.fromkeys(zones, 0)
    if breathes(state, survivor):
        return distances(state, goals, tank=True)
    bare = distances(state, goals, tank=False)
    if survivor.at in bare or not state.oxygen:
        return bare
    outside = distances(state, goals, tank=True)
    supplies = {
        zone.id: outside[zone.id] + 1
        for zone in state.board.zones.values()
        if zone.special == "oxygen" and zone.id in outside and zone.id not in state.ground.mold
    }
    return distances(state, supplies, tank=False)


def errands(state: State) -> dict[str, Token]:
    """Who fetches which Objective: pair by pair, the nearest first."""
    alive = [s for s in state.survivors if s.at]
    pairs = []
    for token in wanted(state):
        for index, survivor in enumerate(alive):
            far = ways_to(state, survivor, (token.at,)).get(survivor.at, FAR)
            if far < FAR:
                pairs.append((far, index, token))
    pairs.sort(key=lambda pair: (pair[0], pair[1], pair[2].id))
    found: dict[str, Token] = {}
    for _, index, token in pairs:
        seat = alive[index].id
        if seat not in found and token not in found.values():
            found[seat] = token
    return found


def goal_of(state: State, survivor: Survivor) -> tuple[dict[str, int], float, Token | None]:
    """How far every Zone is from where a Survivor wants to be, what a Zone less is worth, and the
    Objective that they are to take."""
    errand = errands(state)
    token = errand.get(survivor.id)
    if token is not None:
        return ways_to(state, survivor, (token.at,)), STEP_WORTH, token
    if leaves_by_exit(state):
        exits = tuple(sorted(state.mission.exit_zones))
        weight = STEP_WORTH * (ESCORT if errand else 2)
        return ways_to(state, survivor, exits), weight, None
    hunted = prey(state)
    spots = [at for at, herd in state.xenos.items() if hunted and ("" in hunted or herd[3])]
    spots = spots or [each.at for each in errand.values()]
    if not spots:
        return {}, 0.0, None
    return ways_to(state, survivor, tuple(spots)), STEP_WORTH * ESCORT, None


def danger(state: State, zone: str) -> float:
    """The damage that the Xenos there, and those that may come there, do before the next turn."""
    herd = state.xenos.get(zone)
    found = float(sum(n * hurt for n, hurt in zip(herd, HURT, strict=True))) if herd else 0.0
    for near in state.ground.xeno_neighbours(zone):
        herd = state.xenos.get(near)
        if herd and state.ground.walks(near).get(zone) != "door":
            found += herd[1] + 0.3 * (crowd(herd) - herd[1])
    for spawn in state.spawns:
        at = state.board.zone_of[state.mission.spawn[spawn].at]
        found += 0.5 * (at == zone)
    return found


def life(survivor: Survivor) -> int:
    """How many wounds eliminate a Survivor, armor they wear included."""
    return armor(survivor) - survivor.wounds + survivor.body.count("ablative-armor")


def peril(state: State, survivor: Survivor, zone: str) -> float:
    """What ending the Turn in a Zone costs in expectation; friends there share the damage, as far
    as they can bear it."""
    harm = danger(state, zone)
    if not harm:
        return 0.0
    beside = [s for s in state.survivors if s.at == zone and s.id != survivor.id]
    beside_life = sum(life(friend) - 1 for friend in beside)
    mine = max(harm / (1 + len(beside)), harm - beside_life)
    lethal = mine - life(survivor)
    return WOUND_COST * mine + (DEATH_COST if lethal >= 0 else DEATH_COST / 3 * (lethal > -1))


def budget(survivor: Survivor) -> int:
    """How many Moves a Survivor can still make."""
    return survivor.left + survivor.free.count("move")


def reachable(state: State, survivor: Survivor) -> dict[str, tuple[int, str]]:
    """The Zones a Survivor can still get to: with how many Actions, and the first Zone of the way;
    a closed door may be opened on it once a Turn."""
    found = {survivor.at: (0, "")}
    edge = [survivor.at]
    able = budget(survivor)
    doors = "door" not in survivor.used
    tank = breathes(state, survivor)
    while edge:
        ahead = []
        for zone in edge:
            spent, first = found[zone]
            herd = state.xenos.get(zone)
            if zone == survivor.at:
                cost = leaving(state, survivor)
            else:
                cost = 1 if herd is None or "slippery" in survivor.skills else 1 + crowd(herd)
            if spent + cost > able:
                continue
            for to, way in state.ground.walks(zone).items():
                if way == "wall" or (way == "airlock" and not tank):
                    continue
                if way == "door" and not (doors and openable(state, zone, to)):
                    continue
                if spent + cost < found.get(to, (FAR, ""))[0]:
                    found[to] = (spent + cost, first or to)
                    ahead.append(to)
        edge = ahead
    return found


def openable(state: State, zone: str, to: str) -> str:
    """The closed door from a Zone to the next that anybody may open, or ""."""
    for way in state.board.exits[zone]:
        link = way.link.id
        if way.to == to and link in state.ground.closed and link not in state.mission.door_colour:
            return link
    return ""


def planned(state: State, survivor: Survivor) -> Plan:
    """The best Zone to end the Turn in, of those in reach."""
    far, weight, token = goal_of(state, survivor)
    able = budget(survivor)

    def value(zone: str, cost: int) -> float:
        if token is not None and token.at == zone and cost < survivor.left:
            return 60 - peril(state, survivor, zone) * (0.3 if able - cost > 2 else 1)
        return -weight * min(far.get(zone, 20), 20) - peril(state, survivor, zone)

    here = value(survivor.at, 0)
    best = Plan(0.0, 0, "")
    for zone, (cost, first) in reachable(state, survivor).items():
        if zone != survivor.at:
            gain = value(zone, cost) - here - 0.2 * cost
            if gain > best.gain:
                best = Plan(gain, cost, first)
    return best

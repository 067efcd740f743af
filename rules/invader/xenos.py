"""The activation of Xenos: attacks, then moves; Hunters twice.

All destinations are fixed before anybody moves, so a whole pass is worked out on counts and made
in one step. Source: Invader p.19, invader.md 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.invader.asks import (
    Activation,
    AnyAsk,
    Assault,
    Attacks,
    Harm,
    Herd,
    Lure,
    Moves,
    Order,
    Remainder,
    Scatter,
)
from rules.invader.data import XENOS
from rules.invader.mold import spread
from rules.invader.state import (
    KINDS,
    NOBODY,
    State,
    Step,
    changed,
    noises,
    pop,
    push,
    targets_at,
    told,
)

DAMAGE = tuple([xeno.damage for xeno in XENOS.values()])
TWICE = tuple([index for index, xeno in enumerate(XENOS.values()) if xeno.actions > 1])
"""Kinds with two Actions (Invader p.19)."""
EVERYBODY = tuple(range(len(KINDS)))


def activation(state: State) -> State:
    """These kinds spend one Action, then those with two the other (Invader p.19)."""
    ask = state.asks[-1]
    assert isinstance(ask, Activation)
    again = tuple([kind for kind in ask.kinds if kind in TWICE])
    state = told(pop(state), Step("activated", " ".join([KINDS[kind] for kind in ask.kinds])))
    return push(state, *([Attacks(again)] if again else []), Attacks(ask.kinds))


def only(herd: Herd, kinds: tuple[int, ...]) -> Herd:
    """The part of a herd that is of these kinds."""
    if len(kinds) == len(KINDS):
        return herd
    return tuple([n if kind in kinds else 0 for kind, n in enumerate(herd)])  # type: ignore[return-value]


def attacks(state: State) -> State:
    """Whoever shares a Zone with a target attacks; the others move afterwards."""
    ask = state.asks[-1]
    assert isinstance(ask, Attacks)
    occupied = {s.at for s in state.survivors} | {m.at for m in state.machines if m.active}
    assaults = []
    for zone in sorted(occupied.intersection(state.xenos), key=state.board.order.__getitem__):
        herd = only(state.xenos[zone], ask.kinds)
        if herd != NOBODY:
            assaults.append(Assault(zone, herd))
    engaged = tuple([assault.zone for assault in assaults])
    return pop(state, Moves(ask.kinds, engaged), *reversed(assaults))


def assault(state: State) -> State | None:
    """The next Xeno of a Zone strikes; it always hits. A question when there are several targets:
    one Xeno's damage goes to one of them (assumed)."""
    ask = state.asks[-1]
    assert isinstance(ask, Assault)
    possible = targets_at(state, ask.zone)
    if ask.herd == NOBODY or not possible:
        return pop(state)
    return None if len(possible) > 1 else mauled(state, possible[0])


def mauled(state: State, target: str) -> State:
    """The next Xeno, in the order of kinds, hurts a target."""
    ask = state.asks[-1]
    assert isinstance(ask, Assault)
    kind = next(kind for kind, count in enumerate(ask.herd) if count)
    rest = changed(ask.herd, kind, -1)
    left: tuple[AnyAsk, ...] = () if rest == NOBODY else (Assault(ask.zone, rest),)
    state = told(state, Step("attacked", KINDS[kind], ask.zone, target, DAMAGE[kind]))
    return pop(state, *left, Harm(target, DAMAGE[kind]))


class Aims(NamedTuple):
    """What Xenos are drawn to: the noise of every noisy Zone, those with targets, the noisiest."""

    noise: Mapping[str, int]
    targets: frozenset[str]
    noisiest: tuple[str, ...]


def aims(state: State) -> Aims:
    """What the Xenos of the whole board are drawn to."""
    noise = noises(state)
    found = {s.at for s in state.survivors if s.at}
    found |= {m.at for m in state.machines if m.active and m.at}
    most = max(noise.values(), default=0)
    return Aims(noise, frozenset(found), tuple([z for z, n in noise.items() if n == most]))


def destinations(state: State, zone: str, drawn: Aims) -> Lure:
    """Where the Xenos of a Zone want to go: the noisiest Zone with targets that they see, else
    the noisiest of all (BP, res); several when these are equal."""
    sight = state.ground.sight(zone)
    seen = [target for target in drawn.targets if target in sight]
    if not seen:
        return Lure(zone, "noise", drawn.noisiest)
    if len(seen) > 1:
        most = max([drawn.noise[target] for target in seen])
        seen = [target for target in seen if drawn.noise[target] == most]
        seen.sort(key=state.board.order.__getitem__)
    return Lure(zone, "sight", tuple(seen))


def routes(state: State, lure: Lure) -> list[str]:
    """The Zones to which the Xenos of a Zone may go next, in the board's order. Who is where the
    noise is, stays (assumed)."""
    zone, goals = lure.zone, lure.goals
    if zone in goals:
        return []
    if len(goals) == 1:
        found = state.ground.toward(zone, goals[0])
        return found if len(found) < 2 else sorted(found, key=state.board.order.__getitem__)
    ways = {to for goal in goals for to in state.ground.toward(zone, goal)}
    return sorted(ways, key=state.board.order.__getitem__)


def moves(state: State) -> State:
    """Everybody else moves: groups with equal ways split as evenly as they can, nobody is added
    (gob)."""
    ask = state.asks[-1]
    assert isinstance(ask, Moves)
    drawn = aims(state)
    orders: list[Order] = []
    open_: list[Remainder] = []
    lures: list[Lure] = []
    order = state.board.order
    for zone in sorted(state.xenos, key=order.__getitem__):
        herd = only(state.xenos[zone], ask.kinds)
        if zone in ask.engaged or herd == NOBODY:
            continue
        lure = destinations(state, zone, drawn)
        ways = routes(state, lure)
        if not ways:
            continue
        lures.append(lure)
        for kind, count in enumerate(herd):
            if count:
                even, odd = divmod(count, len(ways))
                if even:
                    orders += [Order(zone, kind, to, even) for to in ways]
                if odd:
                    open_.append(Remainder(zone, kind, tuple(ways), odd))
    if not orders and not open_:
        return pop(state)
    if open_ and state.settings.split_remainder == "first":
        orders += [Order(r.zone, r.kind, to, 1) for r in open_ for to in r.routes[: r.n]]
        open_ = []
    return pop(state, Scatter(tuple(orders), tuple(open_), tuple(lures)))


def scatter(state: State) -> State | None:
    """All move at once, when it is known where the odd ones go."""
    ask = state.asks[-1]
    assert isinstance(ask, Scatter)
    return None if ask.open else marched(pop(state), ask.orders, ask.lures)


def sent(state: State, to: str) -> State:
    """One of the odd ones goes there; the others go elsewhere."""
    ask = state.asks[-1]
    assert isinstance(ask, Scatter)
    first, *left = ask.open
    orders = (*ask.orders, Order(first.zone, first.kind, to, 1))
    if first.n > 1:
        routes_left = tuple([route for route in first.routes if route != to])
        left = [Remainder(first.zone, first.kind, routes_left, first.n - 1), *left]
    return pop(state, Scatter(orders, tuple(left), ask.lures))


def marched(state: State, orders: tuple[Order, ...], lures: tuple[Lure, ...]) -> State:
    """The moves of a pass. Who meets a closed door destroys it and stays (res, gob)."""
    herds: dict[str, list[int]] = {zone: list(herd) for zone, herd in state.xenos.items()}
    ground = state.ground
    steps: list[Step] = []
    broken: set[str] = set()
    reasons = {lure.zone: (lure.why, " ".join(lure.goals)) for lure in lures}
    for order in orders:
        why = reasons[order.zone]
        if ground.walks(order.zone)[order.to] == "door":
            broken |= {
                way.link.id
                for way in ground.board.exits[order.zone]
                if way.to == order.to and way.link.id in ground.closed
            }
            steps.append(
                Step("door-attacked", KINDS[order.kind], order.zone, order.to, order.n, *why)
            )
            continue
        herds[order.zone][order.kind] -= order.n
        herds.setdefault(order.to, [0, 0, 0, 0])[order.kind] += order.n
        steps.append(Step("moved", KINDS[order.kind], order.zone, order.to, order.n, *why))
    xenos: dict[str, Herd] = {
        zone: (herd[0], herd[1], herd[2], herd[3]) for zone, herd in herds.items() if any(herd)
    }
    if broken:
        doors = {link: "destroyed" if link in broken else d for link, d in ground.doors.items()}
        steps += [Step("door-destroyed", at=link) for link in sorted(broken)]
        ground = replace(ground, doors=doors)
    state = replace(state, xenos=xenos, ground=ground, steps=(*state.steps, *steps))
    return spread(state)

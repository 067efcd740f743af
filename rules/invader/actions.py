"""Turns and the Actions that are no attack: move, search, doors, objectives, noise.

Source: Invader pp.17-20, invader.md 7 to 9.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.chance import Pile
from rules.engine import Move, Violation
from rules.invader.asks import PlayerTurn, Searching, Sorting, Stride, Unknown
from rules.invader.codes import refuse
from rules.invader.combat import noisy
from rules.invader.data import SKILLS, SURVIVORS
from rules.invader.flow import advance, end_turn, start_turn
from rules.invader.gear import TANK, carries, drop, finds, fits, put
from rules.invader.ground import Ground
from rules.invader.objectives import take
from rules.invader.skills import can_pay, gain, payment
from rules.invader.state import State, Step, Survivor, crowd, fresh, pop, push, with_survivor


def unpaid(survivor: Survivor, kind: str, cost: int = 1) -> Violation | None:
    """Why a Survivor cannot pay for an Action."""
    if can_pay(survivor, kind, cost):
        return None
    return refuse("action.none-left", seat=survivor.id, cost=cost, left=survivor.left)


def paid(state: State, seat: str, kind: str, cost: int = 1) -> State:
    """The state after a Survivor paid for an Action; a new trail begins."""
    survivor = payment(state.survivor(seat), kind, cost)
    assert survivor is not None
    return with_survivor(fresh(state), survivor)


def used(state: State, seat: str, what: str) -> State:
    """Note that something that may be done once a Turn was done."""
    survivor = state.survivor(seat)
    return with_survivor(state, replace(survivor, used=tuple(sorted((*survivor.used, what)))))


class Activate(Move[State], frozen=True):
    """The next Survivor of the player begins their Turn (BP)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Activate]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, PlayerTurn)
        return None if self.seat in ask.left else refuse("activate.already", seat=self.seat)

    def apply(self, state: State) -> State:
        return advance(start_turn(fresh(state), self.seat))


class DoNothing(Move[State], frozen=True):
    """End the Turn; Actions that are left are lost (toc)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[DoNothing]:
        yield cls(seat)

    def apply(self, state: State) -> State:
        return advance(end_turn(fresh(state)))


def leaving(state: State, survivor: Survivor) -> int:
    """What it costs to leave a Zone: one Action, and one for each Xeno there (BP, jps)."""
    if "slippery" in survivor.skills:
        return 1
    herd = state.xenos.get(survivor.at)
    return 1 + crowd(herd) if herd else 1


def passage(ground: Ground, survivor: Survivor, to: str) -> Violation | None:
    """Why a Survivor cannot go to a neighbouring Zone."""
    way = ground.walks(survivor.at).get(to)
    if way == "open":
        return None
    seat, at = survivor.id, survivor.at
    if to not in ground.board.zones:
        return refuse("action.no-such-zone", seat=seat, to=to)
    if way == "door":
        return refuse("walk.closed-door", seat=seat, at=at, to=to)
    if way == "airlock":
        if not ground.settings.oxygen_needed or carries(survivor, TANK):
            return None
        return refuse("walk.no-oxygen", seat=seat, at=at, to=to)
    code = "walk.wall" if way == "wall" else "walk.not-adjacent"
    return refuse(code, seat=seat, at=at, to=to)


def reach(survivor: Survivor) -> int:
    """How many Zones a Move may cover."""
    return 1 + sum([SKILLS[skill].zones for skill in survivor.skills])


class Walk(Move[State], frozen=True):
    """Move to a neighbouring Zone; with a skill for longer Moves it may go on (toc p.22)."""

    to: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Walk]:
        survivor = state.survivor(seat)
        for to, way in state.ground.walks(survivor.at).items():
            if way in ("open", "airlock"):
                yield cls(seat, to)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        if barred := passage(state.ground, survivor, self.to):
            return barred
        if isinstance(state.asks[-1], Stride):
            return None
        cost = leaving(state, survivor)
        if can_pay(survivor, "move", cost):
            return None
        code = "walk.too-many-xenos" if can_pay(survivor, "move") else "action.none-left"
        return refuse(code, seat=self.seat, cost=cost, left=survivor.left, at=survivor.at)

    def apply(self, state: State) -> State:
        survivor = state.survivor(self.seat)
        ask = state.asks[-1]
        if isinstance(ask, Stride):
            state, left = pop(fresh(state)), ask.left - 1
        else:
            state = paid(state, self.seat, "move", leaving(state, survivor))
            left = reach(survivor) - 1
        state = arrived(state, self.seat, self.to)
        stopped = self.to in state.xenos and "slippery" not in survivor.skills
        if left and not stopped:
            state = push(state, Stride(self.seat, left))
        return advance(state)


def arrived(state: State, seat: str, to: str) -> State:
    """A Survivor stands in another Zone."""
    survivor = state.survivor(seat)
    return with_survivor(state, replace(survivor, at=to), Step("walked", seat, survivor.at, to))


class Halt(Move[State], frozen=True):
    """End a Move that could have gone on."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Halt]:
        yield cls(seat)

    def apply(self, state: State) -> State:
        return advance(pop(fresh(state)))


class Search(Move[State], frozen=True):
    """Draw Equipment: once a Turn, in a room without Xenos or Mold; Soldiers only in Security
    Rooms (BP, surv, Invader p.20)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Search]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        seat, at = self.seat, survivor.at
        if "search" in survivor.used:
            return refuse("search.once-a-turn", seat=seat)
        zone = state.board.zones[at]
        if zone.kind != "room":
            return refuse("search.not-a-room", seat=seat, at=at)
        if at in state.ground.mold:
            return refuse("search.mold", seat=seat, at=at)
        if SURVIVORS[seat].soldier and zone.special != "security":
            return refuse("search.soldier", seat=seat, at=at)
        if at in state.xenos:
            return refuse("search.xenos", seat=seat, at=at)
        if not state.equipment.counts and not state.equipment_discard.counts:
            return refuse("search.nothing-left", seat=seat)
        return unpaid(survivor, "search")

    def apply(self, state: State) -> State:
        count = finds(state.survivor(self.seat))
        state = used(paid(state, self.seat, "search"), self.seat, "search")
        return searching(state, self.seat, count, ())


def searching(state: State, seat: str, left: int, found: tuple[str, ...]) -> State:
    """Go on drawing, or sort what was found. An empty deck is made of the discards (BP)."""
    if left and not state.equipment.counts:
        state = replace(state, equipment=state.equipment_discard, equipment_discard=Pile({}))
    if left and state.equipment.counts:
        return push(state, Searching(seat, left, found))
    return push(state, Sorting(seat, found, search=True, drawn=found)) if found else state


class OpenDoor(Move[State], frozen=True):
    """Open a closed door of one's own Zone: free, once a Turn; nothing spawns (gob, bsn2)."""

    door: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[OpenDoor]:
        survivor = state.survivor(seat)
        if "door" not in survivor.used:
            for way in state.board.exits[survivor.at]:
                if way.link.id in state.ground.closed:
                    yield cls(seat, way.link.id)

    def check(self, state: State) -> Violation | None:
        if away := not_at_door(state, self.seat, self.door):
            return away
        door = state.ground.doors.get(self.door)
        if door is None:
            return refuse("door.no-door", seat=self.seat, door=self.door)
        if door != "closed":
            return refuse("door.open", seat=self.seat, door=self.door)
        return None

    def apply(self, state: State) -> State:
        return door_moved(state, self.seat, self.door, "open")


class CloseDoor(Move[State], frozen=True):
    """Close an open door, or an opening with a neutral door from the supply (bsn2)."""

    door: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[CloseDoor]:
        survivor = state.survivor(seat)
        if "door" not in survivor.used:
            doors = state.ground.doors
            for way in state.board.exits[survivor.at]:
                if way.link.kind == "gap" or doors.get(way.link.id) == "open":
                    yield cls(seat, way.link.id)

    def check(self, state: State) -> Violation | None:
        if away := not_at_door(state, self.seat, self.door):
            return away
        ground = state.ground
        door = ground.doors.get(self.door)
        if door in ("closed", "destroyed"):
            return refuse(f"door.{door}", seat=self.seat, door=self.door)
        if door == "open":
            return None
        link = ground.board.links[self.door]
        if link.kind != "gap":
            return refuse("door.no-opening", seat=self.seat, door=self.door)
        zone_of = ground.board.zone_of
        if zone_of[link.a] in ground.mold or zone_of[link.b] in ground.mold:
            return refuse("door.mold", seat=self.seat, door=self.door)
        coloured = state.mission.door_colour
        if sum(each not in coloured for each in ground.doors) >= state.settings.door_tokens:
            return refuse("door.no-token", seat=self.seat, door=self.door)
        return None

    def apply(self, state: State) -> State:
        return door_moved(state, self.seat, self.door, "closed")


def not_at_door(state: State, seat: str, door: str) -> Violation | None:
    """What keeps a Survivor from any use of a door."""
    survivor = state.survivor(seat)
    if not any(way.link.id == door for way in state.board.exits[survivor.at]):
        return refuse("door.not-here", seat=seat, at=survivor.at, door=door)
    if "door" in survivor.used:
        return refuse("door.once-a-turn", seat=seat)
    if door in state.mission.door_colour:
        return refuse("door.coloured", seat=seat, colour=state.mission.door_colour[door])
    return None


def door_moved(state: State, seat: str, door: str, to: str) -> State:
    """The state with a door opened or closed by a Survivor."""
    doors = {**state.ground.doors, door: to}
    ground = replace(state.ground, doors=doors)
    state = used(replace(fresh(state), ground=ground), seat, "door")
    return advance(replace(state, steps=(Step("door", seat, door, to),)))


class TakeObjective(Move[State], frozen=True):
    """Take or activate an Objective in one's own Zone (toc p.24)."""

    objective: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[TakeObjective]:
        at = state.survivor(seat).at
        for token in state.objectives:
            if token.at == at:
                yield cls(seat, token.id)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        for token in state.objectives:
            if token.id == self.objective:
                if token.at != survivor.at:
                    return refuse("objective.not-here", seat=self.seat, objective=token.id)
                return unpaid(survivor, "objective")
        return refuse("objective.no-such", seat=self.seat, objective=self.objective)

    def apply(self, state: State) -> State:
        state = paid(state, self.seat, "objective")
        token = next(token for token in state.objectives if token.id == self.objective)
        if token.colour:
            return advance(take(state, self.seat, token.id, token.colour))
        return push(state, Unknown(token.id, self.seat))


class TakeOxygen(Move[State], frozen=True):
    """Take an Oxygen Tank in an Oxygen Supply Room (Invader p.20)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[TakeOxygen]:
        if state.board.zones[state.survivor(seat).at].special == "oxygen":
            yield cls(seat)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        at = survivor.at
        if state.board.zones[at].special != "oxygen":
            return refuse("oxygen.not-here", seat=self.seat, at=at)
        if at in state.ground.mold:
            return refuse("oxygen.mold", seat=self.seat, at=at)
        if at in state.xenos:
            return refuse("oxygen.xenos", seat=self.seat, at=at)
        if not state.oxygen:
            return refuse("oxygen.none-left", seat=self.seat)
        return unpaid(survivor, "oxygen")

    def apply(self, state: State) -> State:
        state = paid(state, self.seat, "oxygen")
        state = replace(state, oxygen=state.oxygen - 1)
        survivor = state.survivor(self.seat)
        step = Step("oxygen", self.seat, survivor.at)
        if fits(survivor, TANK, "pack"):
            state = push(state, Sorting(self.seat, (TANK,), search=True))
            return advance(replace(state, steps=(step,)))
        return advance(with_survivor(state, put(survivor, TANK, "pack"), step))


class MakeNoise(Move[State], frozen=True):
    """Place a Noise token in one's own Zone (toc p.24)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[MakeNoise]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        return unpaid(state.survivor(self.seat), "noise")

    def apply(self, state: State) -> State:
        state = paid(state, self.seat, "noise")
        return advance(noisy(state, state.survivor(self.seat).at))


class UseCard(Move[State], frozen=True):
    """Use a card that is discarded for its effect: an M.R.E. gives 1 XP (assumed)."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UseCard]:
        if "mre" in state.survivor(seat).pack:
            yield cls(seat, "mre")

    def check(self, state: State) -> Violation | None:
        if self.card not in state.survivor(self.seat).cards():
            return refuse("card.not-carried", seat=self.seat, card=self.card)
        return None if self.card == "mre" else refuse("card.no-use", seat=self.seat, card=self.card)

    def apply(self, state: State) -> State:
        return advance(gain(drop(fresh(state), self.seat, self.card), self.seat, 1))

"""Machines: Actions a Survivor spends on the Bot or the Sentry Gun. Source: invader.md 15."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.engine import Move, Violation
from rules.invader.actions import paid, unpaid
from rules.invader.asks import Blow, Dice
from rules.invader.attacks import unaimable
from rules.invader.codes import refuse
from rules.invader.combat import present
from rules.invader.data import CARDS, MACHINES, Weapon
from rules.invader.flow import advance
from rules.invader.skills import can_pay
from rules.invader.state import (
    KINDS,
    Machine,
    State,
    Step,
    Survivor,
    crowd,
    push,
    told,
    with_machine,
)


def controls(survivor: Survivor, machine: str) -> bool:
    """Whether a Survivor has the machine's Remote, or the skill (wip, ksi, frz)."""
    if MACHINES[machine].skill in survivor.skills:
        return True
    return any(CARDS[card].remote == machine for card in survivor.token)


def under_control(state: State, seat: str) -> Iterator[Machine]:
    """The machines this Survivor can spend Actions on."""
    survivor = state.survivor(seat)
    for machine in state.machines:
        if machine.at and controls(survivor, machine.id):
            yield machine


def unmanned(state: State, seat: str, name: str) -> Violation | None:
    """Why a Survivor cannot spend Actions on a machine."""
    machine = state.machine(name)
    if machine is None:
        return refuse("machine.no-such", seat=seat, machine=name)
    if not machine.at:
        return refuse("machine.destroyed", seat=seat, machine=name)
    if not controls(state.survivor(seat), name):
        return refuse("machine.no-remote", seat=seat, machine=name)
    return None


def woken(state: State, machine: Machine) -> State:
    """The machine holds an Activation token: it counts as noise and as a target (Invader p.17)."""
    return with_machine(state, replace(machine, active=True))


class DriveMachine(Move[State], frozen=True):
    """The Bot moves one Zone; leaving Xenos costs more, as for a Survivor (assumed)."""

    machine: str
    to: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[DriveMachine]:
        for machine in under_control(state, seat):
            if MACHINES[machine.id].moves:
                for to, way in state.ground.walks(machine.at).items():
                    if way in ("open", "airlock"):
                        yield cls(seat, machine.id, to)

    def check(self, state: State) -> Violation | None:
        seat = self.seat
        if problem := unmanned(state, seat, self.machine):
            return problem
        if not MACHINES[self.machine].moves:
            return refuse("machine.cannot", seat=seat, machine=self.machine)
        machine = state.machine(self.machine)
        assert machine is not None
        way = state.ground.walks(machine.at).get(self.to)
        if way not in ("open", "airlock"):
            code = {"door": "walk.closed-door", "wall": "walk.wall"}.get(
                way or "", "walk.not-adjacent"
            )
            return refuse(code, seat=seat, at=machine.at, to=self.to)
        return unpaid(state.survivor(seat), "machine", 1 + crowd(state.herd(machine.at)))

    def apply(self, state: State) -> State:
        machine = state.machine(self.machine)
        assert machine is not None
        state = paid(state, self.seat, "machine", 1 + crowd(state.herd(machine.at)))
        state = told(
            woken(state, replace(machine, at=self.to)),
            Step("walked", machine.id, machine.at, self.to),
        )
        return advance(state)


class MachineMelee(Move[State], frozen=True):
    """A machine attacks in its own Zone."""

    machine: str
    aimed: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[MachineMelee]:
        for machine in under_control(state, seat):
            if MACHINES[machine.id].melee:
                yield cls(seat, machine.id)
                for kind in present(state.herd(machine.at)):
                    yield cls(seat, machine.id, KINDS[kind])

    def check(self, state: State) -> Violation | None:
        seat = self.seat
        if problem := unmanned(state, seat, self.machine):
            return problem
        if MACHINES[self.machine].melee is None:
            return refuse("machine.cannot", seat=seat, machine=self.machine)
        machine = state.machine(self.machine)
        assert machine is not None
        if machine.at not in state.xenos:
            return refuse("melee.nobody-here", seat=seat, at=machine.at)
        survivor = state.survivor(seat)
        if self.aimed and (
            problem := unaimable(state, survivor, machine.at, self.aimed, picks=True)
        ):
            return problem
        return unpaid(survivor, "machine")

    def apply(self, state: State) -> State:
        machine = state.machine(self.machine)
        assert machine is not None
        weapon = MACHINES[self.machine].melee
        assert weapon is not None
        return fought(state, self.seat, machine, weapon, machine.at, self.aimed)


class MachineShoot(Move[State], frozen=True):
    """A machine shoots at a Zone in its sight and range."""

    machine: str
    zone: str
    aimed: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[MachineShoot]:
        if not can_pay(state.survivor(seat), "machine"):
            return
        for machine in under_control(state, seat):
            if MACHINES[machine.id].ranged:
                sight = state.ground.sight(machine.at)
                for zone, herd in state.xenos.items():
                    if zone in sight:
                        yield cls(seat, machine.id, zone)
                        for kind in present(herd):
                            yield cls(seat, machine.id, zone, KINDS[kind])

    def check(self, state: State) -> Violation | None:
        seat, zone = self.seat, self.zone
        if problem := unmanned(state, seat, self.machine):
            return problem
        weapon = MACHINES[self.machine].ranged
        if weapon is None:
            return refuse("machine.cannot", seat=seat, machine=self.machine)
        machine = state.machine(self.machine)
        assert machine is not None
        if zone not in state.board.zones:
            return refuse("action.no-such-zone", seat=seat, to=zone)
        sight = state.ground.sight(machine.at)
        if zone not in sight:
            return refuse("shoot.no-sight", seat=seat, at=machine.at, to=zone)
        least, most = weapon.range
        if not least <= sight[zone] <= most:
            return refuse(
                "shoot.out-of-range",
                seat=seat,
                card=self.machine,
                distance=sight[zone],
                least=least,
                most=most,
            )
        if zone not in state.xenos:
            return refuse("shoot.nothing-there", seat=seat, to=zone)
        survivor = state.survivor(seat)
        if self.aimed and (problem := unaimable(state, survivor, zone, self.aimed, weapon.picks)):
            return problem
        return unpaid(survivor, "machine")

    def apply(self, state: State) -> State:
        machine = state.machine(self.machine)
        assert machine is not None
        weapon = MACHINES[self.machine].ranged
        assert weapon is not None
        return fought(state, self.seat, machine, weapon, self.zone, self.aimed)


def fought(
    state: State, seat: str, machine: Machine, weapon: Weapon, zone: str, aimed: str
) -> State:
    """The attack of a machine begins; its kills are its controller's (assumed)."""
    state = woken(paid(state, seat, "machine"), machine)
    blow = Blow(
        seat,
        machine.id,
        machine.at,
        zone,
        weapon.type,
        weapon.accuracy,
        weapon.damage,
        noisy=weapon.noisy,
        aimed=aimed,
        picks=weapon.type == "melee" or weapon.picks,
        safe=weapon.type == "melee",
        by=machine.id,
    )
    state = told(state, Step("attack", machine.id, zone, machine.id, weapon.dice))
    return push(state, Dice(blow, weapon.dice))

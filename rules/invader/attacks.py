"""The moves of an attack: declaring it, its dice, and the choices it leaves.

Source: Invader pp.16-17, invader.md 14.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.engine import Move, Violation
from rules.invader.actions import paid, unpaid
from rules.invader.asks import Dice, Hits, Misses, Rethink
from rules.invader.codes import refuse
from rules.invader.combat import (
    astray,
    counted,
    exposed,
    friends,
    hellfire,
    judged_dice,
    present,
    struck,
    targets,
)
from rules.invader.data import CARDS, SKILLS, XENOS, Weapon
from rules.invader.flow import advance
from rules.invader.gear import blow, discarded, paired, put, usable, weapon_of, without
from rules.invader.skills import can_pay
from rules.invader.state import (
    KINDS,
    State,
    Step,
    Survivor,
    base,
    crowd,
    fresh,
    pop,
    push,
    with_survivor,
)

FACES = 6
CANISTER = "canister"


def reach_of(survivor: Survivor, weapon: Weapon, zone: str) -> tuple[int, int]:
    """The least and greatest distance a ranged weapon of a Survivor reaches."""
    least, most = weapon.range
    for skill in survivor.skills:
        most += SKILLS[skill].range
    if zone == survivor.at and "point-blank" in survivor.skills:
        least = 0
    return least, most


def unaimable(
    state: State, survivor: Survivor, zone: str, aimed: str, picks: bool
) -> Violation | None:
    """Why a Concentrated Attack cannot be made on this kind of Xeno."""
    seat = survivor.id
    if aimed not in XENOS:
        return refuse("attack.no-such-xeno", seat=seat, xeno=aimed)
    kind = KINDS.index(aimed)
    herd = state.herd(zone)
    if not herd[kind]:
        return refuse("attack.no-such-xeno", seat=seat, xeno=aimed, at=zone)
    if picks or state.settings.concentrated_ignores_rank or kind in exposed(herd):
        return None
    return refuse("attack.behind-others", seat=seat, xeno=aimed, at=zone)


def hands_of(survivor: Survivor, kind: str) -> Iterator[tuple[str, int]]:
    """The weapons a Survivor holds, alone and, where Dual, both."""
    hand = survivor.hand
    for index, card in enumerate(hand):
        weapon = CARDS[base(card)].weapon
        if weapon is None or weapon.type != kind or card in hand[:index]:
            continue
        yield card, 1
        if index == 0 and len(hand) == 2 and not paired(survivor, card):
            yield card, 2


class Melee(Move[State], frozen=True):
    """Attack in one's own Zone with a weapon in hand, or (`hands` 2) both Dual ones; `aimed`
    names the target of a Concentrated Attack."""

    weapon: str
    hands: int = 1
    aimed: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Melee]:
        survivor = state.survivor(seat)
        herd = state.xenos.get(survivor.at)
        if herd and can_pay(survivor, "melee"):
            for card, hands in hands_of(survivor, "melee"):
                yield cls(seat, card, hands)
                for kind in present(herd):
                    yield cls(seat, card, hands, KINDS[kind])

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        if problem := armed(state, survivor, self.weapon, self.hands, "melee"):
            return problem
        if survivor.at not in state.xenos:
            return refuse("melee.nobody-here", seat=self.seat, at=survivor.at)
        if self.aimed and (
            problem := unaimable(state, survivor, survivor.at, self.aimed, picks=True)
        ):
            return problem
        return unpaid(survivor, "melee")

    def apply(self, state: State) -> State:
        state = paid(state, self.seat, "melee")
        at = state.survivor(self.seat).at
        return declared(state, self.seat, self.weapon, self.hands, at, self.aimed)


class Shoot(Move[State], frozen=True):
    """Attack a Zone in sight and range with a ranged weapon in hand, or both Dual ones; a
    Flamethrower brings Hellfire."""

    weapon: str
    zone: str
    hands: int = 1
    aimed: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Shoot]:
        survivor = state.survivor(seat)
        if not can_pay(survivor, "ranged"):
            return
        sight = state.ground.sight(survivor.at)
        for card, hands in hands_of(survivor, "ranged"):
            weapon = CARDS[base(card)].weapon
            assert weapon is not None
            if weapon.hellfire:
                for zone in {**state.xenos, **state.ground.mold}:
                    if zone in sight:
                        yield cls(seat, card, zone)
                continue
            for zone, herd in state.xenos.items():
                least, most = reach_of(survivor, weapon, zone)
                if least <= sight.get(zone, -1) <= most:
                    yield cls(seat, card, zone, hands)
                    for kind in present(herd):
                        yield cls(seat, card, zone, hands, KINDS[kind])

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        seat, zone = self.seat, self.zone
        if problem := armed(state, survivor, self.weapon, self.hands, "ranged"):
            return problem
        weapon = weapon_of(self.weapon)
        assert weapon is not None
        if zone not in state.board.zones:
            return refuse("action.no-such-zone", seat=seat, to=zone)
        sight = state.ground.sight(survivor.at)
        if zone not in sight:
            return refuse("shoot.no-sight", seat=seat, at=survivor.at, to=zone)
        least, most = reach_of(survivor, weapon, zone)
        if not least <= sight[zone] <= most:
            return refuse(
                "shoot.out-of-range",
                seat=seat,
                card=self.weapon,
                distance=sight[zone],
                least=least,
                most=most,
            )
        inside = state.settings.bullets_inside
        if weapon.ammo == "bullets" and inside == "both" and state.ground.is_exterior(zone):
            return refuse("weapon.bullets-outside", seat=seat, card=self.weapon, at=zone)
        burns = weapon.hellfire and state.ground.mold.get(zone) == "active"
        if zone not in state.xenos and not burns:
            return refuse("shoot.nothing-there", seat=seat, to=zone)
        if self.aimed:
            if weapon.hellfire:
                return refuse("attack.no-concentrated-hellfire", seat=seat)
            picks = weapon.picks or "marksman" in survivor.skills
            picks = picks or (zone == survivor.at and "point-blank" in survivor.skills)
            if problem := unaimable(state, survivor, zone, self.aimed, picks):
                return problem
        return unpaid(survivor, "ranged")

    def apply(self, state: State) -> State:
        state = paid(state, self.seat, "ranged")
        return declared(state, self.seat, self.weapon, self.hands, self.zone, self.aimed)


def armed(state: State, survivor: Survivor, card: str, hands: int, kind: str) -> Violation | None:
    """Why an attack cannot be made with this card, or with this pair."""
    if problem := usable(state, survivor, card, kind):
        return problem
    if hands == 1:
        return None
    if hands != 2:
        return refuse("weapon.not-dual", seat=survivor.id, card=card)
    return paired(survivor, card) or usable(state, survivor, survivor.hand[1], kind)


def declared(state: State, seat: str, card: str, hands: int, zone: str, aimed: str) -> State:
    """The attack begins: dice, or Hellfire at once."""
    survivor = state.survivor(seat)
    cards = survivor.hand if hands == 2 else (card,)
    made, dice = blow(survivor, cards, zone, aimed, crowd(state.herd(zone)))
    state = replace(state, steps=(Step("attack", seat, zone, made.weapon, dice),))
    if dice:
        return push(state, Dice(made, dice))
    bare = "+".join(part for part in card.split("+") if part != CANISTER)
    survivor = put(without(survivor, card, "hand"), bare, "hand")
    state = discarded(with_survivor(state, survivor), CANISTER)
    return advance(hellfire(state, made))


class Rolled(Move[State], frozen=True):
    """Chance: a die of the attack shows this."""

    face: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Rolled]:
        for face in range(1, FACES + 1):
            yield cls(seat, face)

    def check(self, state: State) -> Violation | None:
        return None if 1 <= self.face <= FACES else refuse("dice.no-such-face", face=self.face)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Dice)
        rolled = (*ask.rolled, self.face)
        if ask.left > 1:
            return pop(fresh(state), Dice(ask.blow, ask.left - 1, rolled))
        return advance(judged_dice(pop(fresh(state)), ask.blow, tuple(sorted(rolled))))


class Reroll(Move[State], frozen=True):
    """Roll all dice of the attack again; what they show then counts (sks)."""

    by: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Reroll]:
        ask = state.asks[-1]
        assert isinstance(ask, Rethink)
        for source in ask.blow.rerolls:
            yield cls(seat, source)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Rethink)
        if self.by in ask.blow.rerolls:
            return None
        return refuse("reroll.none", seat=self.seat, by=self.by)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Rethink)
        survivor = state.survivor(self.seat)
        state = fresh(state)
        if self.by != "energy-cell":
            spent = replace(survivor, used=tuple(sorted((*survivor.used, self.by))))
            state = with_survivor(state, spent)
        left = tuple([source for source in ask.blow.rerolls if source != self.by])
        return pop(state, Dice(replace(ask.blow, rerolls=left), len(ask.rolled)))


class Keep(Move[State], frozen=True):
    """Leave the dice as they are."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Keep]:
        yield cls(seat)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Rethink)
        return advance(counted(pop(fresh(state)), ask.blow, ask.rolled))


class Hit(Move[State], frozen=True):
    """Give the next success to a Xeno of this kind (BP)."""

    xeno: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Hit]:
        ask = state.asks[-1]
        assert isinstance(ask, Hits)
        for kind in targets(ask.blow, state.herd(ask.blow.zone)):
            yield cls(seat, KINDS[kind])

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Hits)
        herd = state.herd(ask.blow.zone)
        if self.xeno not in XENOS or not herd[KINDS.index(self.xeno)]:
            return refuse("attack.no-such-xeno", seat=self.seat, xeno=self.xeno)
        if KINDS.index(self.xeno) not in targets(ask.blow, herd):
            return refuse("attack.behind-others", seat=self.seat, xeno=self.xeno)
        return None

    def apply(self, state: State) -> State:
        return advance(struck(fresh(state), KINDS.index(self.xeno)))


class Stray(Move[State], frozen=True):
    """Friendly Fire: say whom the next miss hits (toc p.32)."""

    target: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Stray]:
        ask = state.asks[-1]
        assert isinstance(ask, Misses)
        for friend in friends(state, ask.blow):
            yield cls(seat, friend)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Misses)
        if self.target in friends(state, ask.blow):
            return None
        here = any(s.id == self.target and s.at == ask.blow.zone for s in state.survivors)
        low = here and "low-profile" in state.survivor(self.target).skills
        code = "target.low-profile" if low else "target.not-there"
        return refuse(code, seat=self.seat, target=self.target)

    def apply(self, state: State) -> State:
        return advance(astray(fresh(state), self.target))

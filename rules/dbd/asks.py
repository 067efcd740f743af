"""The open questions (`Ask`s) and what waits for them: the stack that drives a game.

A *question* waits for a seat or for chance. An *effect* happens by itself once it lies on top.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.engine import kebab

Die = Literal["skill", "danger"]


class Event(Struct, frozen=True):
    """Something that perks may answer: a name, who did it, to what, and with or for whom."""

    name: str
    seat: str = ""
    target: str = ""
    other: str = ""


class Ask(Struct, frozen=True, tag_field="ask", tag=kebab):
    """An open question, or an effect that waits for the questions above it."""


class StartRoll(Ask, frozen=True):
    """Chance, in setting up: the start die of a figure (MAP)."""

    figure: str


class Planning(Ask, frozen=True):
    """Everybody sets cards, in any order (DbD p.8)."""


class CardToSet(Ask, frozen=True):
    """Set one card, out of the common planning; `index`: its place among the cards set."""

    seat: str
    face_up: bool = False
    index: int = 0
    but: str = ""
    """A card that may not be set."""


class SurvivorPhase(Ask, frozen=True):
    """Effect: the Survivors who still have their turn, next one first."""

    left: tuple[str, ...]


class KillerPhase(Ask, frozen=True):
    """Effect: the Killer's turns, one for each card set, then the choice of a bonus turn."""


class Cleanup(Ask, frozen=True):
    """Effect: the cleanup phase; `announced` once the perks at its start were offered."""

    announced: bool = False


class NextRound(Ask, frozen=True):
    """Effect: planning begins, after the perks at the end of the cleanup."""


class CardToReveal(Ask, frozen=True):
    """A turn begins: reveal the next set card."""

    seat: str


class TurnEnd(Ask, frozen=True):
    """Effect: a turn ends; perks may answer that."""

    seat: str


class Step(Ask, frozen=True):
    """Move along one path of one of these colours; then interact, if `interact`."""

    seat: str
    colours: tuple[str, ...]
    interact: bool
    card: str = ""
    """The movement card that moves the figure; "" for an effect."""
    avoid: str = ""
    """A path that may not be used again."""
    optional: bool = False
    against: bool = False
    """One-way paths may be used against their arrow."""
    along: str = ""
    """Who is taken along."""


class Arrival(Ask, frozen=True):
    """Effect: a figure on its way along a path; `through`: the pallet there does not stop it."""

    seat: str
    path: str
    to: str
    interact: bool
    through: bool = False
    card: str = ""
    carry: str = ""
    """The Survivor who is carried along."""
    along: str = ""
    """Who goes the same way, just behind."""
    announced: bool = False


class PropToReveal(Ask, frozen=True):
    """Reveal exactly one face-down prop here, or in one of `spaces`."""

    seat: str
    spaces: tuple[str, ...] = ()
    optional: bool = False


class Unknown(Ask, frozen=True):
    """Chance: what is this prop?"""

    prop: str
    seat: str = ""


class Interaction(Ask, frozen=True):
    """Interact once, or not at all."""

    seat: str
    path: str = ""
    """The path of the move before it; "" when the figure did not move."""
    card: str = ""
    wall: bool = False
    """The move broke a wall."""
    only: tuple[str, ...] = ()
    """The only targets, wherever they are; () is any target here."""
    hid: bool = False
    """The figure began its turn in a locker."""


class Check(Ask, frozen=True):
    """Chance: a Survivor's dice, for a target (a prop, a Survivor) or for an `effect` by name."""

    seat: str
    die: Die
    target: str
    dice: int = 1
    faces: tuple[int, ...] = ()
    effect: str = ""
    on_failure: bool = False
    """The effect is that of a failure, not of a success."""
    by: str = ""
    """Whose perk or power asked for it."""
    plain: bool = False
    """The number alone counts: neither success nor failure."""


class Result(Ask, frozen=True):
    """Effect: what a check's face brings about, unless it is changed first."""

    check: Check
    face: int
    payee: str = ""
    """Who gains the Bloodpoint of a failure; "" is the Killer."""


class SurvivorBonus(Ask, frozen=True):
    """A Survivor bonus turn was granted: play a card from hand, or leave it."""

    seat: str


class KillerBonus(Ask, frozen=True):
    """A bonus turn: pay for it (after the second turn), or end the phase; `free` by a perk."""

    seat: str
    free: bool = False


class Damage(Ask, frozen=True):
    """Effect: a generator is about to lose its progress."""

    prop: str
    announced: bool = False


class Strike(Ask, frozen=True):
    """Effect: the Killer attacks a healthy Survivor."""

    seat: str
    survivor: str


class Seize(Ask, frozen=True):
    """Effect: the Killer picks a Survivor up."""

    seat: str
    survivor: str
    announced: bool = False


class DiceToAnnounce(Ask, frozen=True):
    """How many dice the Survivor in the Killer's arms rolls: how far the carry may go."""

    seat: str
    survivor: str


class Escape(Ask, frozen=True):
    """Chance: the dice of a Survivor who tries to break free."""

    seat: str
    steps: int
    """How far the Killer may carry."""
    dice: int
    faces: tuple[int, ...] = ()


class EscapeRolled(Ask, frozen=True):
    """Effect: what the dice of an escape bring about, unless they are changed first."""

    seat: str
    steps: int
    faces: tuple[int, ...]


class CarryOn(Ask, frozen=True):
    """Effect: after a step of a carry: a hook here, another step, or the end of it."""

    seat: str
    survivor: str
    left: int
    home: str = ""
    """The space of the pick-up."""


class Carry(Ask, frozen=True):
    """The Killer's next step with a Survivor, or the end of the carry."""

    seat: str
    survivor: str
    left: int
    home: str = ""


class Sacrifice(Ask, frozen=True):
    """Effect: a Survivor is about to be put on a hook."""

    seat: str
    survivor: str
    prop: str
    announced: bool = False


class Draw(Ask, frozen=True):
    """Chance: the items a Survivor draws; one is kept."""

    seat: str
    count: int = 1
    drawn: tuple[str, ...] = ()


class ItemUse(Ask, frozen=True):
    """Effect: an item is about to work."""

    seat: str
    item: str
    event: Event


class ItemGone(Ask, frozen=True):
    """Effect: an item that was used is about to be discarded."""

    seat: str
    item: str
    announced: bool = False


class Deed(Ask, frozen=True):
    """Effect: something by name that is about to happen to a target."""

    seat: str
    effect: str
    target: str


class RestoreWall(Ask, frozen=True):
    """Effect: a wall that was lifted for a turn comes back."""

    path: str


class Announce(Ask, frozen=True):
    """Effect: an event that is told once everything above is over."""

    event: Event


class Choice(Ask, frozen=True):
    """A seat chooses one of some options; `effect` names what follows."""

    seat: str
    effect: str
    options: tuple[str, ...]
    about: str = ""
    """What else the effect has to know."""

    @property
    def is_secret(self) -> bool:
        """Whether the options are cards set face down or in hand, which only the seat knows."""
        return self.effect in SECRET_CHOICES


SECRET_CHOICES = frozenset(
    {"swap-card", "zanshin-card", "lightweight", "lightborn", "dragons-grip", "undying"}
)


class React(Ask, frozen=True):
    """A reaction window: who may still answer the event, with what, first one first."""

    event: Event
    left: tuple[tuple[str, str], ...]


AnyAsk = (
    StartRoll
    | Planning
    | CardToSet
    | SurvivorPhase
    | KillerPhase
    | Cleanup
    | NextRound
    | CardToReveal
    | TurnEnd
    | Step
    | Arrival
    | PropToReveal
    | Unknown
    | Interaction
    | Check
    | Result
    | SurvivorBonus
    | KillerBonus
    | Damage
    | Strike
    | Seize
    | DiceToAnnounce
    | Escape
    | EscapeRolled
    | CarryOn
    | Carry
    | Sacrifice
    | Draw
    | ItemUse
    | ItemGone
    | Deed
    | RestoreWall
    | Announce
    | Choice
    | React
)

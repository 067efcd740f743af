"""What an owner of the box knows: a form to fill in, its check, and its use. No I/O here.

The form is TOML. It holds exactly the facts that are placeholders, as comments; what its owner
uncomments is known from then on, and the rest stays assumed.
"""

from __future__ import annotations

import hashlib
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from rules.invader import data
from rules.invader.data import MachineCard, SurvivorCard, Weapon, XenoCard

LIMIT = 1_000_000
DECK = 54
"""Cards of the Xeno deck (final, wip)."""
LEVELS = "Blue, Yellow, Orange, Red"
Reach = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0, le=35)]


class FormError(ValueError):
    """A form that cannot be used; the text lists every reason."""


class WeaponForm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The combat characteristics that are told. No card has Damage 3 (Invader p.20)."""

    range: tuple[Reach, Reach] | None = None
    dice: Annotated[int, Meta(ge=0, le=12)] | None = None
    accuracy: Annotated[int, Meta(ge=1, le=6)] | None = None
    damage: Annotated[int, Meta(ge=0, le=2)] | None = None
    ammo: Literal["energy", "bullets", "canister"] | None = None
    dual: bool | None = None
    noisy: bool | None = None
    picks: bool | None = None


class CardForm(WeaponForm, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Equipment card."""

    slot: Literal["hand", "body", "pack"] | None = None


class MachineForm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A machine's card."""

    melee: WeaponForm | None = None
    ranged: WeaponForm | None = None


class SurvivorForm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ID card."""

    soldier: bool | None = None
    blue: str | None = None
    orange: tuple[str, str] | None = None
    red: tuple[str, str, str] | None = None


class XenoCardForm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Xeno card, and how many there are of it."""

    kind: Literal["spawn", "activation", "abomination", "mold"]
    xeno: Literal["worker", "hunter", "tank", "spoiler-abomination"]
    count: Annotated[int, Meta(ge=1, le=DECK)]
    numbers: tuple[Number, Number, Number, Number] = (0, 0, 0, 0)

    @property
    def id(self) -> str:
        """The id of such a card: alike cards are one."""
        if self.kind == "abomination":
            return self.xeno
        if self.kind == "activation":
            return f"activate-{self.xeno}"
        shown = self.numbers[:1] if self.kind == "mold" and self.is_flat else self.numbers
        return "-".join([self.kind, self.xeno, *map(str, shown)])

    @property
    def is_flat(self) -> bool:
        """Whether the card says the same at every Danger Level."""
        return len(set(self.numbers)) == 1


class Form(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """All that an owner tells."""

    version: Literal[1]
    equipment: dict[str, CardForm] = {}
    machines: dict[str, MachineForm] = {}
    survivors: dict[str, SurvivorForm] = {}
    xeno_card: tuple[XenoCardForm, ...] = ()


def parse_form(text: str, name: str = "form") -> Form:
    """Read and check a form.

    Raises:
        FormError: not TOML, not of the form's shape (the field is named), or against a rule of
            `problems`; `name` (usually the file's) leads the text.
    """
    if len(text) > LIMIT:
        raise FormError(f"{name}: longer than {LIMIT:,} characters, so it is no form")
    try:
        form = msgspec.convert(tomllib.loads(text), Form)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise FormError(f"{name}: {error}") from error
    if found := list(problems(form)):
        raise FormError(f"{name}: " + "; ".join(found))
    return form


def told(form: Struct) -> dict[str, Any]:
    """The fields that are filled in."""
    return {key: value for key, value in asdict(form).items() if value is not None}


def problems(form: Form) -> Iterator[str]:
    """What is wrong with a form, a sentence each."""
    for name, row in form.equipment.items():
        yield from misfits(f"equipment.{name}", told(row), data.CARDS.get(name))
    for name, machine in form.machines.items():
        for part, weapon in told(machine).items():
            where, card = f"machines.{name}.{part}", data.MACHINES.get(name)
            if card is not None and getattr(card, part) is None:
                yield f"{where}: this machine does not attack like that"
            else:
                yield from misfits(where, told(weapon), card)
    for name, survivor in form.survivors.items():
        yield from survivor_problems(f"survivors.{name}", name, survivor)
    yield from deck_problems(form.xeno_card)


def misfits(where: str, fields: dict[str, Any], card: Any) -> Iterator[str]:
    """Fields that are not for an owner to say of this card."""
    if card is None:
        yield f"{where}: there is no such card; copy the names from the form"
        return
    for field in fields:
        if field not in card.assumed:
            yield f"{where}.{field}: a public source tells this, or the card has none; remove it"
    least, most = fields.get("range", (0, 0))
    if least > most:
        yield f"{where}.range: from {least} to {most} is no range"


def survivor_problems(where: str, name: str, form: SurvivorForm) -> Iterator[str]:
    """What is wrong with an ID card."""
    card = data.SURVIVORS.get(name)
    if card is None:
        yield f"{where}: there is no such Survivor; one of {', '.join(data.SURVIVORS)}"
        return
    if form.soldier is not None and "soldier" not in card.assumed:
        yield f"{where}.soldier: a public source tells this; remove it"
    for field in ("blue", "orange", "red"):
        value = getattr(form, field) or ()
        for skill in (value,) if isinstance(value, str) else value:
            if skill not in data.SKILLS:
                yield f"{where}.{field}: no skill {skill!r}; the form lists those there are"


def deck_problems(cards: tuple[XenoCardForm, ...]) -> Iterator[str]:
    """What is wrong with the Xeno deck; nothing when it is not told."""
    if not cards:
        return
    total = sum(card.count for card in cards)
    if total != DECK:
        yield f"xeno-card: {total} cards in all; the deck has {DECK}, so list every one of them"
    ids = [card.id for card in cards]
    for each in sorted({e for e in ids if ids.count(e) > 1}):
        yield f"xeno-card: {each} stands twice; add the counts"
    for card in cards:
        spoiler = card.xeno == "spoiler-abomination"
        if spoiler != (card.kind == "abomination"):
            yield f"xeno-card: kind {card.kind!r} does not go with xeno {card.xeno!r}"


def adopt(form: Form) -> None:
    """Use what an owner tells, from now on and in the whole process; to be called once, before
    any game is set up."""
    for name, row in form.equipment.items():
        data.CARDS[name] = card_with(data.CARDS[name], told(row))
    for name, machine in form.machines.items():
        data.MACHINES[name] = machine_with(data.MACHINES[name], machine)
    for name, survivor in form.survivors.items():
        data.SURVIVORS[name] = survivor_with(data.SURVIVORS[name], told(survivor))
    if form.xeno_card:
        data.XENO_CARDS.clear()
        for card in form.xeno_card:
            data.XENO_CARDS[card.id] = XenoCard(
                card.id, card.count, card.kind, card.xeno, card.numbers, assumed=False
            )
    data.OWNED[0] = digest(form)


def digest(form: Form) -> str:
    """What tells one set of facts from another; "" when nothing is told."""
    facts = filled(msgspec.to_builtins(form))
    if not facts.keys() - {"version"}:
        return ""
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:12]


def filled(value: Any) -> Any:
    """Tables without what is empty in them."""
    if not isinstance(value, dict):
        return value
    rows = {key: filled(row) for key, row in value.items()}
    return {key: row for key, row in rows.items() if row not in (None, {}, ())}


def card_with(card: data.Card, fields: Mapping[str, Any]) -> data.Card:
    """An Equipment card with what is told of it."""
    weapon = {key: value for key, value in fields.items() if key != "slot"}
    if card.weapon is not None and weapon:
        card = replace(card, weapon=replace(card.weapon, **weapon))
    left = tuple([each for each in card.assumed if each not in fields])
    return replace(card, slot=fields.get("slot", card.slot), assumed=left)


def machine_with(card: MachineCard, form: MachineForm) -> MachineCard:
    """A machine with what is told of it; a fact is known when every attack's is told."""
    parts = [part for part in ("melee", "ranged") if getattr(card, part) is not None]
    rows = {part: told(getattr(form, part) or WeaponForm()) for part in parts}
    weapons: dict[str, Weapon] = {
        part: replace(getattr(card, part), **row) for part, row in rows.items()
    }
    left = [each for each in card.assumed if any(each not in row for row in rows.values())]
    return replace(card, assumed=tuple(left), **weapons)


def survivor_with(card: SurvivorCard, fields: Mapping[str, Any]) -> SurvivorCard:
    """An ID card with what is told of it. Armor follows from the class: 2 or 3 (surv, fr)."""
    known = {"soldier"} & set(fields)
    if {"blue", "orange", "red"} <= set(fields):
        known.add("skills")
    left = tuple([each for each in card.assumed if each not in known])
    armor = (2, 3)[fields.get("soldier", card.soldier)]
    return replace(card, **fields, armor=armor, assumed=left)


def write_form() -> str:
    """The form, every placeholder in it as a comment."""
    lines = [
        "# Zombicide: Invader: what only the printed cards tell.",
        "#",
        "# No public source gives the facts below, so the numbers are placeholders of ours and",
        "# rulings that rest on them say that they are assumed. Look at your cards, remove the #",
        "# in front of a line, and write what is printed. What stays a comment stays assumed.",
        "# Then: tts-bridge rules data invader --import THIS-FILE",
        "",
        "version = 1",
    ]
    for card in data.CARDS.values():
        if card.assumed:
            lines += ["", f"[equipment.{card.id}]"]
            lines += facts_of(card.weapon, card.assumed)
            if "slot" in card.assumed:
                lines.append(line("slot", card.slot))
    for machine in data.MACHINES.values():
        for part, weapon in (("melee", machine.melee), ("ranged", machine.ranged)):
            if weapon is not None and machine.assumed:
                lines += ["", f"[machines.{machine.id}.{part}]"]
                lines += facts_of(weapon, machine.assumed)
    skills = textwrap.wrap(f"Skills: {', '.join(data.SKILLS)}.", 90, break_on_hyphens=False)
    lines += ["", *[f"# {part}" for part in skills]]
    for survivor in data.SURVIVORS.values():
        lines += ["", f"[survivors.{survivor.id}]"]
        if "soldier" in survivor.assumed:
            lines.append(line("soldier", survivor.soldier))
        if "skills" in survivor.assumed:
            lines += [line(f, getattr(survivor, f)) for f in ("blue", "orange", "red")]
    lines += ["", f"# The Xeno deck: all {DECK} cards or none. numbers: {LEVELS}."]
    for xeno_card in data.XENO_CARDS.values():
        lines += ["", "# [[xeno-card]]"]
        lines += [line(f, getattr(xeno_card, f)) for f in ("kind", "xeno", "count")]
        if xeno_card.kind in ("spawn", "mold"):
            lines.append(line("numbers", xeno_card.numbers))
    return "\n".join(lines) + "\n"


def facts_of(weapon: Weapon | None, assumed: tuple[str, ...]) -> list[str]:
    """The lines of a weapon's placeholders."""
    order = [field.name for field in msgspec.structs.fields(WeaponForm)]
    return [line(field, getattr(weapon, field)) for field in order if weapon and field in assumed]


def line(field: str, value: Any) -> str:
    """A line of the form: JSON's strings, numbers and lists are TOML's too."""
    shown = msgspec.json.encode(value).decode().replace(",", ", ")
    return f"# {field} = {shown}"

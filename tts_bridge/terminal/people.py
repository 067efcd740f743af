"""Who plays: the people at this terminal, each with one seat or several. The rest is automatic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rules.engine import Move

SURVIVOR = "survivor:"


class SeatError(ValueError):
    """A `--me` that names no seat of this game; the text says which there are."""


class Person(Struct, frozen=True):
    """Somebody at this terminal, and the seats they answer for."""

    seats: tuple[str, ...]


class Question(Struct, frozen=True):
    """What a person is asked: in the name of a seat, whose view is shown."""

    person: Person
    seat: str
    moves: tuple[Move, ...]  # type: ignore[type-arg]
    beside: bool = False
    """It lies beside somebody else's question: it may be let go by."""


def people(
    values: Iterable[str], seats: tuple[str, ...], sides: Mapping[str, tuple[str, ...]]
) -> tuple[Person, ...]:
    """The people that `--me` names, one an option; sides and seats in it are joined by commas.

    Raises:
        SeatError: a name that is neither a side nor a seat, a seat given twice.
    """
    found = []
    given: set[str] = set()
    survivors = sides.get("survivors", ())
    for value in values:
        mine: list[str] = []
        for part in (each.strip() for each in value.split(",")):
            name = part.removeprefix(SURVIVOR)
            if name in seats and (part == name or name in survivors):
                mine.append(name)
            elif part in sides:
                mine += sides[part]
            else:
                known = ", ".join([*sides, *(f"{SURVIVOR}{s}" for s in survivors)])
                raise SeatError(f"--me {value}: {part!r} is no seat of this game; one of {known}")
        mine = list(dict.fromkeys(mine))
        if twice := [seat for seat in mine if seat in given]:
            raise SeatError(f"--me {value}: {twice[0]} is somebody else's already")
        given.update(mine)
        found.append(Person(tuple(seat for seat in seats if seat in mine)))
    return tuple(found)

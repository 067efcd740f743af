"""The rows of a journal, and what each kind of them holds. What is read is a stranger's until it
is parsed here. No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from rules.engine import Violation

BAD = (ValueError, RecursionError)
"""What reading JSON that is none, or not the one that is wanted, raises."""


class Row(Struct, frozen=True):
    """A row: its number from 1, when it was written (UTC, ISO 8601), its kind, its JSON."""

    id: int
    at: str
    kind: str
    body: bytes
    is_odd: bool = False
    """A column of it holds something else than it has to."""


class Heard(Struct, frozen=True):
    """Session and number of an agent's report."""

    session: str
    seq: int


class Dealt(Struct, frozen=True):
    """As much of a deal as is common to all games."""

    seats: dict[str, str]
    names: dict[str, str]


class Ruled(Struct, frozen=True):
    """As much of a verdict as a reader needs."""

    type: str
    violation: Violation | None = None
    moves: tuple[Raw, ...] = ()


class Made(Struct, frozen=True):
    """As much of a move as all games have in common."""

    move: str
    seat: str


class Asked(Struct, frozen=True):
    """What the host did outside the table."""

    by: str
    action: str
    argument: str


class Void(Struct, frozen=True):
    """A row that was repaired away: it counts for nothing, and says what it was."""

    kind: str
    body: str


SHAPES: dict[str, Any] = {
    "begin": dict[str, Any],
    "luck": int,
    "deal": Dealt,
    "seen": Heard,
    "heard": Heard,
    "ruling": Ruled,
    "move": Made,
    "undo": Annotated[int, Meta(ge=1)],
    "batch": list[Any],
    "done": tuple[int, bool, str],
    "host": Asked,
    "void": Void,
}
"""What the body of each kind of row is."""
GAME = ("begin", "luck", "deal", "move", "undo")
"""The kinds of which a game consists; the others tell what was seen, said and sent."""


def row(number: Any, at: Any, kind: Any, body: Any) -> Row:
    """A row out of a table, whatever is in it; a text is as good as its bytes."""
    is_odd = not (isinstance(at, str) and isinstance(kind, str) and isinstance(body, (bytes, str)))
    data = body.encode("utf-8", "replace") if isinstance(body, str) else body
    return Row(
        number if isinstance(number, int) else 0,
        at if isinstance(at, str) else "",
        kind if isinstance(kind, str) else "",
        data if isinstance(data, bytes) else b"",
        is_odd,
    )


def is_known(each: Row) -> bool:
    """Whether a row is of a kind that journals have."""
    return each.kind in SHAPES


def could_count(each: Row) -> bool:
    """Whether a row of an unknown kind may have been one of which a game consists."""
    others = (kind for kind in SHAPES if kind not in GAME)
    return all(flaw(replace(each, kind=kind)) for kind in others)


def flaw(each: Row) -> str:
    """Why a row of a known kind cannot be used; "" if it can."""
    if each.is_odd:
        return "a column holds something else than text or bytes"
    try:
        found = msgspec.json.decode(each.body, type=SHAPES[each.kind])
    except BAD as error:
        return str(error)
    if each.kind == "batch" and not (found and type(found[0]) is int):
        return "a batch begins with its number"
    return ""


class Log(Struct, frozen=True):
    """The moves of a game that were not taken back; `broken`: the undo after which nobody knows
    which those are."""

    moves: tuple[Row, ...]
    broken: Row | None = None


def latest_game(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows of the game that began last; all of them if none began."""
    starts = [index for index, each in enumerate(rows) if each.kind == "begin"]
    return rows[starts[-1] :] if starts else rows


def log_of(game: Iterable[Row]) -> Log:
    """The moves of a game, from its rows."""
    moves: list[Row] = []
    for each in game:
        if each.kind == "move":
            moves.append(each)
        elif each.kind == "undo":
            count = undone(each)
            if not 0 < count <= len(moves):
                return Log(tuple(moves), each)
            del moves[-count:]
    return Log(tuple(moves))


def undone(each: Row) -> int:
    """How many moves an undo takes back; 0 if that cannot be read."""
    return 0 if flaw(each) else msgspec.json.decode(each.body, type=int)


def ruled_on(rows: Sequence[Row]) -> dict[int, tuple[str, bytes, int]]:
    """What rulings say of the rows before them, by the number of the row: its kind, its body, and
    the ruling's number. Moves are written once by themselves and once in the ruling on them."""
    found: dict[int, tuple[str, bytes, int]] = {}
    for each in rows:
        if each.kind != "ruling" or flaw(each):
            continue
        ruling = msgspec.json.decode(each.body, type=Ruled)
        first = each.id - len(ruling.moves)
        if ruling.type in ("allowed", "edited"):
            found |= {
                first + index: ("move", bytes(move), each.id)
                for index, move in enumerate(ruling.moves)
            }
        elif ruling.type == "undone" and ruling.moves:
            found[each.id - 1] = ("undo", str(len(ruling.moves)).encode(), each.id)
    return found


def is_alike(left: bytes, right: bytes) -> bool:
    """Whether two JSON documents, one of them good, say the same."""
    try:
        return bool(msgspec.json.decode(left) == msgspec.json.decode(right))
    except BAD:
        return False

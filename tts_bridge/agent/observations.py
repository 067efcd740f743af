"""What may be observed at a table: the values that the agent's reports are read into.

`session` and `seq` say which report it was; `player` is the colour of who did it, "" for nobody.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Guid = Annotated[str, Meta(max_length=64)]
Colour = Annotated[str, Meta(max_length=32)]
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Triple = tuple[Number, Number, Number]


class Held(Struct, frozen=True):
    """Something inside a deck or bag."""

    guid: Guid
    tags: tuple[str, ...] = ()
    notes: str = ""
    name: str = ""
    """Its nickname, where it carries no tag of ours."""


class Piece(Struct, frozen=True):
    """An object on the table. `at` and `size` in world units, `rot` in degrees, x y z each."""

    guid: Guid
    name: str = ""
    type: str = ""
    nickname: str = ""
    tags: tuple[str, ...] = ()
    notes: str = ""
    at: Triple = (0.0, 0.0, 0.0)
    rot: Triple = (0.0, 0.0, 0.0)
    size: Triple = (1.0, 1.0, 1.0)
    up: bool = True
    locked: bool = False
    held: Colour = ""
    hand: Colour = ""
    value: int | float | str | None = None
    zones: tuple[Guid, ...] = ()
    holds: tuple[Held, ...] = ()


class Player(Struct, frozen=True):
    """Somebody at the table; Grey looks on."""

    color: Colour
    name: str = ""
    host: bool = False


class Hello(Struct, frozen=True):
    """The agent is there; `about` is what its GM notes say of the mod, unread."""

    session: str
    seq: int
    player: str
    about: str


class Picked(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece


class Dropped(Struct, frozen=True):
    """Put down and at rest."""

    session: str
    seq: int
    player: str
    piece: Piece


class Flipped(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece


class Rotated(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece


class Rolled(Struct, frozen=True):
    """A die at rest; `piece.value` is its face."""

    session: str
    seq: int
    player: str
    piece: Piece


class Entered(Struct, frozen=True):
    """Came into a zone, or went into a container: one of the two is set."""

    session: str
    seq: int
    player: str
    piece: Piece
    zone: Piece | None = None
    container: Piece | None = None


class Left(Struct, frozen=True):
    """Left a zone, or came out of a container: one of the two is set."""

    session: str
    seq: int
    player: str
    piece: Piece
    zone: Piece | None = None
    container: Piece | None = None


class Said(Struct, frozen=True):
    session: str
    seq: int
    player: str
    text: str
    hidden: bool = False
    """The agent let nobody else read it."""


class Pointed(Struct, frozen=True):
    """A ping, or our item of a right-click menu: a place, and the piece there if there is one."""

    session: str
    seq: int
    player: str
    at: Triple
    piece: Piece | None = None


class Pressed(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece
    button: str


class Joined(Struct, frozen=True):
    session: str
    seq: int
    player: str


class Parted(Struct, frozen=True):
    session: str
    seq: int
    player: str


class Seated(Struct, frozen=True):
    """Somebody changed to the colour `player`."""

    session: str
    seq: int
    player: str


class Created(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece


class Destroyed(Struct, frozen=True):
    session: str
    seq: int
    player: str
    piece: Piece


class Snapshot(Struct, frozen=True):
    """Everything on the table, zones included; `request` is the number that asked for it."""

    session: str
    seq: int
    player: str
    request: int
    pieces: tuple[Piece, ...]
    players: tuple[Player, ...]


class Done(Struct, frozen=True):
    """The command batch `id` was done; `error` says what of it was not."""

    session: str
    seq: int
    player: str
    id: int
    ok: bool
    error: str


Observation = (
    Hello | Picked | Dropped | Flipped | Rotated | Rolled | Entered | Left | Said | Pressed
    | Pointed | Joined | Parted | Seated | Created | Destroyed | Snapshot | Done
)  # fmt: skip

"""One report of the agent (docs/agent.md) -> one observation. No I/O, no memory here.

Whoever can write to our port can write anything: what is not a report is refused with a reason,
texts are kept as they are but cut to a length, and nothing here raises anything but Rejected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from tts_bridge.agent.observations import (
    Colour,
    Created,
    Destroyed,
    Done,
    Dropped,
    Entered,
    Flipped,
    Held,
    Hello,
    Joined,
    Left,
    Observation,
    Parted,
    Picked,
    Piece,
    Player,
    Pointed,
    Pressed,
    Rolled,
    Rotated,
    Said,
    Seated,
    Triple,
)

VERSION = 1
DATA_LIMIT = 4 * 2**20
"""The longest `data` of a report that is read, in characters."""

NAME, NOTES, TEXT, ABOUT = 500, 20_000, 4_000, 1_000_000  # lengths that texts are cut to
TAGS, ZONES, HELD, PARTS = 100, 200, 500, 1_000  # counts that lists are cut to, or refused above


class Rejected(ValueError):
    """Not a report, or not one that is understood; the text is one of a few reasons."""


class Report(Struct, frozen=True):
    """The envelope: what every report has; `data` is still text."""

    session: Annotated[str, Meta(min_length=1, max_length=64)]
    seq: Annotated[int, Meta(ge=1, le=2**53)]
    event: Annotated[str, Meta(max_length=64)]
    player: Colour
    data: str


class Part(Struct, frozen=True):
    """One of the messages that a snapshot comes in; `bad` counts pieces that were unreadable."""

    request: int
    part: int
    parts: int
    pieces: tuple[Piece, ...]
    players: tuple[Player, ...]
    bad: int


class _About(Struct):
    about: str = ""


class _OnePiece(Struct):
    piece: Piece


class _Border(Struct):
    piece: Piece
    zone: Piece | None = None
    container: Piece | None = None


class _Text(Struct):
    text: str
    hidden: bool = False


class _Point(Struct):
    at: Triple
    piece: Piece | None = None


class _Press(Struct):
    piece: Piece
    button: Annotated[str, Meta(max_length=200)]


class _Part(Struct):
    request: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    part: Annotated[int, Meta(ge=1)]
    parts: Annotated[int, Meta(ge=1, le=PARTS)]
    pieces: list[Raw] = []
    players: list[Player] = []


class _Done(Struct):
    id: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    ok: bool
    error: str = ""


_T = TypeVar("_T")


def parse_report(message: Any) -> Report:
    """The envelope of a custom message. Raises Rejected."""
    if not isinstance(message, dict) or "ttsb" not in message:
        raise Rejected("not a report")
    if message["ttsb"] != VERSION:
        raise Rejected("another version")
    fields = dict(message)
    seq = fields.get("seq")
    if isinstance(seq, float) and seq.is_integer():  # Lua has no other numbers
        fields["seq"] = int(seq)
    try:
        report = msgspec.convert(fields, Report)
        f"{report.session}{report.player}".encode()  # the journal holds no lone surrogates
    except (ValueError, RecursionError):
        raise Rejected("bad envelope") from None
    if len(report.data) > DATA_LIMIT:
        raise Rejected("too long")
    return report


def parse_observation(report: Report) -> Observation | Part:
    """What the report says. Raises Rejected."""
    read = _EVENTS.get(report.event)
    if read is None:
        raise Rejected("unknown event")
    return read(report)


def _data(report: Report, kind: type[_T]) -> _T:
    return _json(report.data, kind, "bad data")


def _json(data: str | Raw, kind: type[_T], reason: str) -> _T:
    try:
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError):  # bad JSON, bad types, lone surrogates
        raise Rejected(reason) from None


def _tame(piece: Piece) -> Piece:
    value = piece.value
    if isinstance(value, str):
        value = value[:NAME]
    elif value is not None and not abs(value) <= 2**53:
        raise Rejected("bad data")
    return msgspec.structs.replace(
        piece,
        name=piece.name[:NAME],
        type=piece.type[:NAME],
        nickname=piece.nickname[:NAME],
        notes=piece.notes[:NOTES],
        tags=tuple(tag[:NAME] for tag in piece.tags[:TAGS]),
        zones=piece.zones[:ZONES],
        holds=tuple(tame_held(one) for one in piece.holds[:HELD]),
        value=value,
    )


def tame_held(held: Held) -> Held:
    """What lies in a deck or bag, its texts no longer than anybody reads."""
    tags = tuple(tag[:NAME] for tag in held.tags[:TAGS])
    return msgspec.structs.replace(held, tags=tags, notes=held.notes[:NOTES], name=held.name[:NAME])


def _of_piece(
    kind: Callable[[str, int, str, Piece], Observation],
) -> Callable[[Report], Observation]:
    def read(report: Report) -> Observation:
        piece = _tame(_data(report, _OnePiece).piece)
        return kind(report.session, report.seq, report.player, piece)

    return read


def _of_border(
    kind: Callable[[str, int, str, Piece, Piece | None, Piece | None], Observation],
) -> Callable[[Report], Observation]:
    def read(report: Report) -> Observation:
        it = _data(report, _Border)
        zone = it.zone and _tame(it.zone)
        container = it.container and _tame(it.container)
        if (zone is None) == (container is None):
            raise Rejected("bad data")
        return kind(report.session, report.seq, report.player, _tame(it.piece), zone, container)

    return read


def _of_player(kind: Callable[[str, int, str], Observation]) -> Callable[[Report], Observation]:
    return lambda report: kind(report.session, report.seq, report.player)


def _hello(report: Report) -> Observation:
    about = _data(report, _About).about[:ABOUT]
    return Hello(report.session, report.seq, report.player, about)


def _said(report: Report) -> Observation:
    it = _data(report, _Text)
    return Said(report.session, report.seq, report.player, it.text[:TEXT], it.hidden)


def _pointed(report: Report) -> Observation:
    it = _data(report, _Point)
    piece = None if it.piece is None else _tame(it.piece)
    return Pointed(report.session, report.seq, report.player, it.at, piece)


def _pressed(report: Report) -> Observation:
    it = _data(report, _Press)
    return Pressed(report.session, report.seq, report.player, _tame(it.piece), it.button)


def _done(report: Report) -> Observation:
    it = _data(report, _Done)
    return Done(report.session, report.seq, report.player, it.id, it.ok, it.error[:TEXT])


def _part(report: Report) -> Part:
    it = _data(report, _Part)
    if it.part > it.parts:
        raise Rejected("bad data")
    pieces, bad = [], 0
    for raw in it.pieces:
        try:
            pieces.append(_tame(_json(raw, Piece, "bad piece")))
        except Rejected:
            bad += 1  # one odd piece does not take the rest of the table with it
    players = tuple(msgspec.structs.replace(one, name=one.name[:NAME]) for one in it.players)
    return Part(it.request, it.part, it.parts, tuple(pieces), players, bad)


_EVENTS: dict[str, Callable[[Report], Observation | Part]] = {
    "hello": _hello,
    "picked": _of_piece(Picked),
    "dropped": _of_piece(Dropped),
    "flipped": _of_piece(Flipped),
    "rotated": _of_piece(Rotated),
    "rolled": _of_piece(Rolled),
    "entered": _of_border(Entered),
    "left": _of_border(Left),
    "said": _said,
    "pointed": _pointed,
    "pressed": _pressed,
    "joined": _of_player(Joined),
    "parted": _of_player(Parted),
    "seated": _of_player(Seated),
    "created": _of_piece(Created),
    "destroyed": _of_piece(Destroyed),
    "snapshot": _part,
    "done": _done,
}

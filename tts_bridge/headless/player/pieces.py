"""What a player does with pieces, with the events TTS raises for it: the methods of a table.

Raises ValueError when a player could not do it either.
"""

from __future__ import annotations

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.model.players import Person, check_color
from tts_bridge.headless.script.runtime import ApiError, Ref
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Vec

Place = Vec | tuple[float, float, float]
_CARRIED = 2.0  # how high above the table a held piece hangs


def take_part(piece: Piece, by: str) -> None:
    """Check that a player can reach the piece. Raises ValueError."""
    check_color(by)
    if piece.destroyed:
        raise ValueError(f"{piece.guid} is not on the table")


def may_act(table: Core, by: str, action: str, pieces: list[Piece]) -> bool:
    """Whether no script forbids the action of that name, one of Player.Action."""
    return (
        table.events.ask("onPlayerAction", Ref("Player", check_color(by)), action, pieces)
        is not False
    )


def join(table: Core, color: str, name: str = "") -> Person:
    """Somebody connects and sits down."""
    person = table.players.join(color, name)
    table.events.post("onPlayerConnect", Ref("Player", color))
    table.events.post("onPlayerChangeColor", color)
    table.flush()
    return person


def leave(table: Core, color: str) -> None:
    """Somebody disconnects; what they held falls."""
    table.players.leave(color)
    for piece in table.world:
        if piece.held_by == color:
            piece.held_by = ""
            handling.let_go(table, piece)
    table.events.post("onPlayerDisconnect", Ref("Player", color))
    table.flush()


def pick_up(table: Core, piece: Piece, *, by: str = "White") -> None:
    """Take a piece into the hand that moves things."""
    take_part(piece, by)
    if piece.locked or piece.is_zone or not piece.interactable:
        raise ValueError(f"{piece.guid} cannot be picked up: it is locked or a zone")
    if piece.held_by:
        raise ValueError(f"{piece.guid} is held by {piece.held_by}")
    if not may_act(table, by, "PickUp", [piece]):
        return
    piece.picked_at = (piece.position, piece.rotation)
    piece.held_by = by
    handling.part(table, piece)
    table.clock.halt(piece)
    piece.resting = False
    piece.hand = ""
    table.events.post(
        "onObjectPickUp", by, piece, own=piece, own_name="onPickUp", own_arguments=(by,)
    )
    table.flush()


def drop(table: Core, piece: Piece, at: Place, *, by: str = "White") -> Piece:
    """Carry a piece there and let go: it, or the deck or bag it went into. It is picked up first
    when nobody holds it."""
    take_part(piece, by)
    at = Vec(*at)
    if not piece.held_by:
        pick_up(table, piece, by=by)
        if not piece.held_by:
            return piece  # a script forbade it
    if piece.held_by != by:
        raise ValueError(f"{piece.guid} is held by {piece.held_by}")
    table.world.place(piece, at)
    table.flush()
    piece.held_by = ""
    table.events.post("onObjectDrop", by, piece, own=piece, own_name="onDrop", own_arguments=(by,))
    table.flush()
    if piece.destroyed or piece.held_by:
        return piece  # a script did something with it
    into = None if piece.hand else table.world.under(piece, at)
    if into is not None:
        into = handling.put(table, into, piece)
        if piece.destroyed:
            table.settle()
            return into
    handling.let_go(table, piece)
    table.settle()
    return piece


def flip(table: Core, piece: Piece, *, by: str = "White") -> None:
    """Turn a piece over."""
    if may_act(table, by, "FlipOver", [piece]):
        _turn(table, piece, 0.0, 180.0, by)


def rotate(table: Core, piece: Piece, spin: float, *, by: str = "White") -> None:
    """Turn a piece by so many degrees about the vertical."""
    way = "RotateIncrementalRight" if spin >= 0 else "RotateIncrementalLeft"
    if may_act(table, by, way, [piece]):
        _turn(table, piece, spin, 0.0, by)


def _turn(table: Core, piece: Piece, spin: float, flip: float, by: str) -> None:
    take_part(piece, by)
    now = piece.rotation
    to = Vec(now.x, (now.y + spin) % 360.0, (now.z + flip) % 360.0)
    arguments = (to.y, to.z, by, now.y, now.z)
    if table.events.ask("tryObjectRotate", piece, *arguments) is False:
        return
    if table.events.tell_one(piece.id, "tryRotate", *arguments) is False:
        return
    handling.turn(table, piece, to, by)
    table.settle()


def roll(table: Core, die: Piece, face: str | int | None = None, *, by: str = "White") -> None:
    """Roll a die so that it shows the face, or what chance gives."""
    take_part(die, by)
    if not may_act(table, by, "Randomize", [die]):
        return
    if table.events.ask("tryObjectRandomize", die, by) is False:
        return
    if table.events.tell_one(die.id, "tryRandomize", by) is False:
        return
    randomize(table, die, face, by)
    table.settle()


def randomize(table: Core, piece: Piece, face: object, by: str) -> None:
    """Shuffle a container, or roll what has sides; face None leaves it to chance."""
    sides = piece.rotation_values
    if sides:
        shown = [rotation for value, rotation in sides if face is None or _same(value, face)]
        if not shown:
            raise ValueError(f"{piece.guid} has no side {face!r}; it has {[v for v, _ in sides]}")
        to = shown[0] if face is not None else table.rng.choice(shown)
        table.clock.move(piece, None, to, fast=False)
    elif piece.contained:
        handling.shuffle(table, piece)
    table.events.post(
        "onObjectRandomize", piece, by, own=piece, own_name="onRandomize", own_arguments=(by,)
    )


def _same(value: object, face: object) -> bool:
    return value == face or str(value) == str(face)


def play(table: Core, card: Piece, at: Place, *, up: bool = False, by: str = "White") -> Piece:
    """Lay a card from a hand onto the table, face up or down."""
    at = Vec(*at)
    pick_up(table, card, by=by)
    now = card.rotation
    table.world.place(card, at.plus(Vec(0.0, _CARRIED, 0.0)), now._replace(z=0.0 if up else 180.0))
    return drop(table, card, at, by=by)


def to_hand(table: Core, piece: Piece, color: str) -> None:
    """Put a piece into a hand, as dragging it there does."""
    pick_up(table, piece, by=color)
    try:
        handling.to_hand(table, piece, color)
    except ApiError as error:
        piece.held_by = ""
        raise ValueError(str(error)) from error
    drop(table, piece, piece.position, by=color)


def say(table: Core, text: str, *, by: str = "White") -> None:
    """Chat; a handler may hide the message by answering false."""
    check_color(by)
    person = table.players.at(by)
    if table.events.ask("onChat", text, Ref("Player", by)) is not False:
        table.show("all", f"{person.name if person else by}: {text}")
    table.flush()


def press(
    table: Core, piece: Piece, button: int | str, *, by: str = "White", alt: bool = False
) -> None:
    """Press a button by its index or label."""
    take_part(piece, by)
    found = [b for b in piece.buttons if button in (b["index"], b.get("label"))]
    if not found:
        raise ValueError(f"{piece.guid} has no button {button!r}")
    name = str(found[0].get("click_function", ""))
    owner = int(found[0]["owner"])
    handler = table.engine.named(owner, name)
    if handler is None:
        raise ValueError(f"the function {name!r} of button {button!r} does not exist")
    table.call(handler, name, piece, by, alt)
    table.flush()

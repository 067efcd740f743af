"""Where an object is, how it is turned, how large it is."""

from typing import Any

from tts_bridge.headless.api.args import Call, Members, num, truth, vector
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import ONE, ZERO, Vec, angles, rotate, unrotate


def _set_position(call: Call, piece: Piece, to: Any) -> bool:
    at = vector(to, "the position", piece.position)
    handling.move(call.table, piece, at, None, smooth=False, fast=False)
    return True


def _set_rotation(call: Call, piece: Piece, to: Any) -> bool:
    call.table.world.place(piece, None, vector(to, "the rotation", piece.rotation))
    return True


def _glide(call: Call, piece: Piece, to: Any, _collide: Any = None, fast: Any = None) -> bool:
    at = vector(to, "the position", piece.position)
    handling.move(call.table, piece, at, None, smooth=True, fast=truth(fast))
    return True


def _turn(call: Call, piece: Piece, to: Any, _collide: Any = None, fast: Any = None) -> bool:
    rotation = vector(to, "the rotation", piece.rotation)
    handling.move(call.table, piece, None, rotation, smooth=True, fast=truth(fast))
    return True


def _set_scale(call: Call, piece: Piece, to: Any) -> bool:
    if isinstance(to, int | float):
        to = [to, to, to]
    piece.scale = vector(to, "the scale", piece.scale).single()
    call.table.world.place(piece)
    return True


def _scale(call: Call, piece: Piece, by: Any) -> bool:
    factor = num(by, "the factor") if isinstance(by, int | float) else None
    factors = Vec(factor, factor, factor) if factor is not None else vector(by, "the factor", ONE)
    piece.scale = piece.scale.times(factors).single()
    call.table.world.place(piece)
    return True


def _translate(call: Call, piece: Piece, by: Any) -> bool:
    return _glide(call, piece, list(piece.position.plus(vector(by, "the way"))))


def _rotate(call: Call, piece: Piece, by: Any) -> bool:
    return _turn(call, piece, list(piece.rotation.plus(vector(by, "the rotation"))))


def _to_world(_call: Call, piece: Piece, point: Any) -> Vec:
    local = vector(point, "the position").times(piece.scale)
    return rotate(local, piece.rotation).plus(piece.position)


def _to_local(_call: Call, piece: Piece, point: Any) -> Vec:
    local = unrotate(vector(point, "the position").minus(piece.position), piece.rotation)
    return Vec(*(p / s if s else 0.0 for p, s in zip(local, piece.scale, strict=True)))


def _size(piece: Piece) -> Vec:
    if piece.is_zone:
        return Vec(*(abs(s) for s in piece.scale))
    return piece.size


def _bounds(_call: Call, piece: Piece) -> dict[str, Vec]:
    size = _size(piece)
    corners = [
        rotate(Vec(size.x * x / 2, size.y * y / 2, size.z * z / 2), piece.rotation)
        for x in (-1, 1)
        for y in (-1, 1)
        for z in (-1, 1)
    ]
    spread = Vec(*(2 * max(abs(c[i]) for c in corners) for i in range(3)))
    return {"center": piece.position, "size": spread.single(), "offset": ZERO}


def _bounds_normalized(_call: Call, piece: Piece) -> dict[str, Vec]:
    return {"center": piece.position, "size": _size(piece).single(), "offset": ZERO}


def _target(call: Call, piece: Piece, which: int) -> Vec | None:
    return call.table.clock.target(piece)[which]


FUNCTIONS: Members = {
    "getPosition": lambda _, piece: piece.position,
    "getRotation": lambda _, piece: angles(piece.rotation),
    "getScale": lambda _, piece: piece.scale,
    "getPositionSmooth": lambda call, piece: _target(call, piece, 0),
    "getRotationSmooth": lambda call, piece: _target(call, piece, 1),
    "isSmoothMoving": lambda call, piece: call.table.clock.target(piece) != (None, None),
    "setPosition": _set_position,
    "setPositionSmooth": _glide,
    "setRotation": _set_rotation,
    "setRotationSmooth": _turn,
    "setScale": _set_scale,
    "scale": _scale,
    "translate": _translate,
    "rotate": _rotate,
    "positionToWorld": _to_world,
    "positionToLocal": _to_local,
    "getTransformForward": lambda _, piece: rotate(Vec(0.0, 0.0, 1.0), piece.rotation),
    "getTransformRight": lambda _, piece: rotate(Vec(1.0, 0.0, 0.0), piece.rotation),
    "getTransformUp": lambda _, piece: rotate(Vec(0.0, 1.0, 0.0), piece.rotation),
    "getBounds": _bounds,
    "getBoundsNormalized": _bounds_normalized,
    "getVisualBoundsNormalized": _bounds_normalized,
    "getVelocity": lambda _, piece: ZERO,
    "getAngularVelocity": lambda _, piece: ZERO,
}

VARIABLES: Members = {
    "resting": lambda _, piece: piece.resting,
    "pick_up_position": lambda _, piece: piece.picked_at[0],
    "pick_up_rotation": lambda _, piece: piece.picked_at[1],
}


def _set_resting(call: Call, piece: Piece, value: Any) -> None:
    if truth(value):
        call.table.clock.halt(piece)


SETTERS: Members = {"resting": _set_resting}

"""Vectors, colours and turning, as TTS has them: y is up, angles in degrees, 32-bit numbers."""

import math
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_SINGLE = struct.Struct("<f")
_LARGEST = 3.4028234663852886e38


class Vec(NamedTuple):
    """A position in world units, or Euler angles in degrees."""

    x: float
    y: float
    z: float

    def plus(self, other: "Vec") -> "Vec":
        """The sum."""
        return Vec(self.x + other.x, self.y + other.y, self.z + other.z)

    def minus(self, other: "Vec") -> "Vec":
        """The difference."""
        return Vec(self.x - other.x, self.y - other.y, self.z - other.z)

    def times(self, other: "Vec") -> "Vec":
        """The product of each component."""
        return Vec(self.x * other.x, self.y * other.y, self.z * other.z)

    def single(self) -> "Vec":
        """Rounded to 32 bits, as the engine stores it."""
        return Vec(single(self.x), single(self.y), single(self.z))


class Tint(NamedTuple):
    """A colour, each channel from 0 to 1."""

    r: float
    g: float
    b: float
    a: float = 1.0


ZERO = Vec(0.0, 0.0, 0.0)
ONE = Vec(1.0, 1.0, 1.0)
UP = Vec(0.0, 1.0, 0.0)


def single(x: float) -> float:
    """The nearest 32-bit number; what is no number or too large becomes 0 or the largest."""
    if math.isnan(x):
        return 0.0
    return float(_SINGLE.unpack(_SINGLE.pack(max(-_LARGEST, min(_LARGEST, x))))[0])


def number(value: object, default: float = 0.0) -> float:
    """A number out of a save or a script: also "Infinity" as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return default
    try:
        return float(value)
    except (ValueError, OverflowError):
        return default


def vec(value: object, default: Vec | None = None) -> Vec | None:
    """A vector out of `{1, 2, 3}` or `{x=…, y=…, z=…}`; the default (None) when it is neither."""
    if value is None:
        return None
    if isinstance(value, Mapping):
        base = default or ZERO
        if not any(key in value for key in ("x", "y", "z", 1, 2, 3)):
            return default
        parts = [value.get(name, value.get(i)) for i, name in enumerate("xyz", 1)]
        return Vec(*(number(p, b) for p, b in zip(parts, base, strict=True)))
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) >= 3:
        return Vec(number(value[0]), number(value[1]), number(value[2]))
    return default


def _degrees(angle: float) -> float:
    """The same angle from 0 up to 360; of an infinite one 0."""
    if not math.isfinite(angle):
        return 0.0
    turned = math.fmod(angle, 360.0)
    return turned + 360.0 if turned < 0 else turned


def angles(rotation: Vec) -> Vec:
    """Euler angles, each from 0 up to 360."""
    return Vec(_degrees(rotation.x), _degrees(rotation.y), _degrees(rotation.z))


def rotate(point: Vec, rotation: Vec) -> Vec:
    """The point turned as Unity does: about z, then x, then y."""
    x, y, z = point
    rx, ry, rz = (math.radians(a) for a in rotation)
    s, c = math.sin(rz), math.cos(rz)
    x, y = x * c - y * s, x * s + y * c
    s, c = math.sin(rx), math.cos(rx)
    y, z = y * c - z * s, y * s + z * c
    s, c = math.sin(ry), math.cos(ry)
    return Vec(x * c + z * s, y, z * c - x * s)


def unrotate(point: Vec, rotation: Vec) -> Vec:
    """The inverse of `rotate`."""
    x, y, z = point
    rx, ry, rz = (math.radians(-a) for a in rotation)
    s, c = math.sin(ry), math.cos(ry)
    x, z = x * c + z * s, z * c - x * s
    s, c = math.sin(rx), math.cos(rx)
    y, z = y * c - z * s, y * s + z * c
    s, c = math.sin(rz), math.cos(rz)
    return Vec(x * c - y * s, x * s + y * c, z)


def between(a: Vec, b: Vec) -> float:
    """The angle in degrees by which two rotations differ."""
    worst = 0.0
    for axis in (Vec(1.0, 0.0, 0.0), UP):
        p, q = rotate(axis, a), rotate(axis, b)
        dot = max(-1.0, min(1.0, p.x * q.x + p.y * q.y + p.z * q.z))
        worst = max(worst, math.degrees(math.acos(dot)))
    return worst

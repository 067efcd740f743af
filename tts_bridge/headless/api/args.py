"""Arguments out of scripts, checked. What is wrong becomes an error that names the argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.model.players import COLORS
from tts_bridge.headless.script.runtime import ApiError, Callback, Ref
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Tint, Vec, number, vec

Members = dict[str, Callable[..., Any]]  # by the name that scripts use


class Call(NamedTuple):
    """One access: the table, and the script that makes it."""

    table: Core
    script: int


PLAYER_TINTS = {
    "White": Tint(1, 1, 1), "Brown": Tint(0.443, 0.231, 0.09), "Red": Tint(0.856, 0.1, 0.094),
    "Orange": Tint(0.956, 0.392, 0.113), "Yellow": Tint(0.905, 0.898, 0.172),
    "Green": Tint(0.192, 0.701, 0.168), "Teal": Tint(0.129, 0.694, 0.607),
    "Blue": Tint(0.118, 0.53, 1), "Purple": Tint(0.627, 0.125, 0.941),
    "Pink": Tint(0.96, 0.439, 0.807), "Grey": Tint(0.5, 0.5, 0.5), "Black": Tint(0.25, 0.25, 0.25),
}  # fmt: skip


def _wrong(what: str, wanted: str, value: object) -> ApiError:
    return ApiError(f"{what} must be {wanted}, got {lua_kind(value)}")


def lua_kind(value: object) -> str:
    """What Lua calls the type of a value."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Callback):
        return "function"
    return "userdata" if isinstance(value, Ref) else "table"


def text(value: object, what: str) -> str:
    """Text; numbers are written out as Lua does."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.15g}"
    raise _wrong(what, "a string", value)


def num(value: object, what: str, default: float | None = None) -> float:
    """A number, or text that is one."""
    if value is None and default is not None:
        return default
    found = number(value, float("nan"))
    if found != found:
        raise _wrong(what, "a number", value)
    return found


def whole(value: object, what: str, default: int | None = None) -> int:
    """A whole number; a fraction is cut off."""
    found = num(value, what, None if default is None else float(default))
    if abs(found) > 1e15:
        raise ApiError(f"{what} is out of range")
    return int(found)


def truth(value: object) -> bool:
    """What Lua takes for true."""
    return value is not None and value is not False


def vector(value: object, what: str, default: Vec | None = None) -> Vec:
    """A Vector, `{1, 2, 3}` or `{x=…, y=…, z=…}`."""
    found = vec(value, default)
    if found is None:
        raise _wrong(what, "a vector", value)
    return found


def maybe_vector(value: object, what: str) -> Vec | None:
    """The same, or nil."""
    return None if value is None else vector(value, what)


def table(value: object, what: str) -> dict[str, Any]:
    """Named parameters; an empty table will do."""
    if isinstance(value, dict):
        return {str(key): each for key, each in value.items()}
    raise _wrong(what, "a table with names", value)


def items(value: object, what: str) -> list[Any]:
    """A list; an empty table is one."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        return [value[key] for key in sorted(k for k in value if isinstance(k, int | float))]
    raise _wrong(what, "a list", value)


def function(value: object, what: str) -> Callback:
    """A function."""
    if isinstance(value, Callback):
        return value
    raise _wrong(what, "a function", value)


def maybe_function(value: object, what: str) -> Callback | None:
    """A function or nil."""
    return None if value is None else function(value, what)


def piece(call: Call, value: object, what: str) -> Piece:
    """An Object that is still there."""
    if isinstance(value, Ref) and value.kind == "Object":
        found = call.table.piece(int(value.id))
        if found is not None:
            return found
        raise ApiError(f"{what} has been destroyed")
    raise _wrong(what, "an object", value)


def owner(call: Call, value: object, what: str) -> int:
    """The script of a function_owner: an object or Global, which it is when left out."""
    if value is None or (isinstance(value, Ref) and value.kind == "Global"):
        return 0
    return piece(call, value, what).id


def tint(value: object, what: str) -> Tint:
    """A Color, a name of one, `{r=…, g=…, b=…}` or `{1, 1, 1}`."""
    if isinstance(value, str):
        found = PLAYER_TINTS.get(value.capitalize())
        if found is None:
            raise ApiError(f"{what} is no colour: {value!r}")
        return found
    parts: list[Any] = []
    if isinstance(value, dict):
        parts = [value.get(c, value.get(i)) for i, c in enumerate("rgba", 1)]
    elif isinstance(value, list) and len(value) >= 3:
        parts = [*value[:4], None][:4]
    if not parts:
        raise _wrong(what, "a colour", value)
    r, g, b, a = (number(p, 1.0 if i == 3 else 0.0) for i, p in enumerate(parts))
    return Tint(r, g, b, a)


def maybe_tint(value: object, what: str) -> Tint | None:
    """A colour or nil."""
    return None if value is None else tint(value, what)


def player_color(value: object, what: str) -> str:
    """The name of a player colour, or a Player."""
    if isinstance(value, Ref) and value.kind == "Player":
        return str(value.id)
    name = text(value, what).capitalize()
    if name not in COLORS:
        raise ApiError(f"{what} is no player colour: {name!r}")
    return name


def plain(value: Any, what: str) -> Any:
    """Tables, text, numbers and booleans only, as JSON could hold them."""
    if isinstance(value, dict):
        return {str(key): plain(each, what) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each, what) for each in value]
    if isinstance(value, Ref | Callback):
        raise ApiError(f"{what} holds a {lua_kind(value)}")
    return value

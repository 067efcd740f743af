"""What scripts can reach, by class and name, and the one door through which they reach it.

Each module gives dicts of functions, variables and setters. `Host` looks a name up there; a name
that TTS documents and that is missing here is refused by name (in lua/proxy.lua), never nil.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from tts_bridge.headless.api import (
    bodies,
    buttons,
    contents,
    dialogs,
    globals_,
    looks,
    parts,
    people,
    scripting,
    sides,
    singles,
    transform,
    ui,
    waits,
    web,
)
from tts_bridge.headless.api.args import Call, Members
from tts_bridge.headless.model import kinds
from tts_bridge.headless.script.runtime import ApiError, LuaError, ScriptError
from tts_bridge.headless.sim.core import Core


class Class(msgspec.Struct, frozen=True):
    """The members of one class."""

    functions: Members
    variables: Members = {}
    setters: Members = {}


_OBJECT = (transform, looks, sides, contents, buttons, scripting, bodies)

CLASSES: dict[str, Class] = {
    "_G": Class(globals_.FUNCTIONS | dialogs.GLOBAL_FUNCTIONS),
    "Object": Class(
        {name: f for module in _OBJECT for name, f in module.FUNCTIONS.items()},
        {name: f for module in _OBJECT for name, f in module.VARIABLES.items()}
        | parts.OBJECT_VARIABLES,
        {name: f for module in _OBJECT for name, f in module.SETTERS.items()},
    ),
    "Global": Class(scripting.GLOBAL_FUNCTIONS, scripting.GLOBAL_VARIABLES),
    "Player (manager)": Class(people.MANAGER_FUNCTIONS, people.MANAGER_VARIABLES),
    "Component": Class(bodies.COMPONENT_FUNCTIONS, bodies.COMPONENT_VARIABLES),
    "Player": Class(people.FUNCTIONS | dialogs.PLAYER_FUNCTIONS, people.VARIABLES, people.SETTERS),
    "UI": Class(ui.FUNCTIONS, ui.VARIABLES),
    "Wait": Class(waits.FUNCTIONS, waits.CONSTANTS),
    "Timer": Class(waits.TIMER_FUNCTIONS),
    web.CLASS: Class(*web.INSTANCE),
    "Time": Class({}, waits.TIME_VARIABLES),
    **{name: Class(*members) for name, members in parts.CLASSES.items()},
    **{name: Class(*members) for name, members in singles.CLASSES.items()},
}

_NATIVE = ("call", "executeScript", "getTable", "getVar", "setTable", "setVar")  # lua/proxy.lua
_SELF_CONTAINED = {"Player", "Global", "Object", "_G", "Player (manager)", web.CLASS}

STATICS = {
    **{name: name for name in kinds.api()["members"] if name not in _SELF_CONTAINED | parts.NAMES},
    "Player": "Player (manager)",
}


@cache
def members() -> dict[str, dict[str, str]]:
    """By class and name: function, variable, absent function or absent."""
    found: dict[str, dict[str, str]] = {}
    documented = kinds.api()["members"]
    for name in documented.keys() | CLASSES.keys():
        own = CLASSES.get(name, Class({}))
        of_class = dict.fromkeys(documented.get(name, {}).get("functions", ()), "absent function")
        of_class |= dict.fromkeys(documented.get(name, {}).get("variables", ()), "absent")
        of_class |= dict.fromkeys(own.functions, "function")
        of_class |= dict.fromkeys(own.variables, "variable")
        if name in ("Object", "Global"):
            of_class |= dict.fromkeys(_NATIVE, "function")
        found[name] = of_class
    for name in globals_.INTERNAL:  # for the library alone
        del found["_G"][name]
    return found


class Host:
    """Answers every access of a script to the table; no Python exception passes it."""

    def __init__(self, table: Core) -> None:
        self._table = table

    def __call__(
        self, op: str, script: int, kind: str, id_: Any, name: Any, *args: Any
    ) -> tuple[bool, Any]:
        """(True, the value) or (False, what is wrong)."""
        engine = self._table.engine
        try:
            target = self._target(kind, id_, name)
            given = engine.passed
            values = [engine.python(value) for value in args]
            if engine.passed > given:
                self._table.kept.check(engine.passed - given)
            call = Call(self._table, int(script))
            return True, engine.lua_value(
                _access(CLASSES[kind], kind, op, name)(call, target, *values)
            )
        except (ApiError, ScriptError, ValueError) as error:
            return False, engine.lua_value(str(error))
        except RecursionError:
            return False, "stack overflow"
        except LuaError as error:  # stopped or out of memory on the way
            return False, str(error)
        except Exception as error:
            text = f"internal error in {kind}.{name}: {type(error).__name__}: {error}"
            return False, engine.lua_value(text)

    def _target(self, kind: str, id_: Any, name: Any) -> Any:
        if kind in ("Player", "Component"):
            return str(id_)
        if kind in ("UI", web.CLASS):
            return int(id_)
        if kind != "Object" and kind not in parts.NAMES:
            return None
        piece = self._table.piece(int(id_))
        if piece is None and name not in ("isDestroyed", "tostring"):
            raise ApiError(f"{name} of an object that has been destroyed")
        return piece


def _access(members_: Class, kind: str, op: str, name: Any) -> Callable[..., Any]:
    if op == "call":
        return _fitted(members_.functions[name])
    if op == "get":
        if name == "tostring":
            return members_.variables.get(name) or (lambda _call, _target: kind)
        return members_.variables[name]
    setter = members_.setters.get(name)
    if setter is None:
        what = "cannot be set" if name in members_.variables else "does not exist"
        raise ApiError(f"{kind}.{name} {what}")
    return setter


@cache
def _fitted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Lua gives as many arguments as it likes: surplus ones are dropped, missing ones are nil."""
    parameters = list(inspect.signature(function).parameters.values())
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return function
    most = len(parameters)
    least = sum(p.default is p.empty for p in parameters)

    def fitted(*args: Any) -> Any:
        given = args[:most]
        return function(*given, *(None,) * (least - len(given)))

    return fitted

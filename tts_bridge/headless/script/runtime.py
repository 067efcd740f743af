"""Lua for the table: one runtime, an environment per script, values to and fro.

Scripts hold tables, functions and userdata made in lua/proxy.lua, never a Python object; what
they do to the table arrives at `host` as plain values. Text crosses as UTF-8 bytes.
"""

import contextlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import lupa.lua52 as lupa
import msgspec

from exporters.luacode.dialect import rewrite
from tts_bridge.headless.script.moonsharp_source import HELPERS, faithful, in_groups
from tts_bridge.headless.vectors import Tint, Vec

GLOBAL = 0  # the id of the Global script; objects have their piece's id
_PARTS = (
    "sandbox", "scripts", "stdlib", "tables", "exchange", "units", "operators", "patterns",
    "strings", "format", "lists", "proxy", "vector", "color", "json", "collect",
)  # fmt: skip
_MOST_ARGUMENTS = 200
_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST = 200  # tables within tables
_LONG_NAME = 100  # characters of a key that is remembered with others
_MOST_VALUES = 500_000  # keys and values that scripts and table hand over at once
_SLOW = 0.001  # seconds of an answer after which the script's time is looked at
OUT_OF_BUDGET = "the script ran for too long and was stopped"
_OUT_OF_MEMORY = "not enough memory"
_RESERVE = 64 << 20  # bytes of Lua for what the table hands over: there is no error to be had then
_LARGE = 1 << 16  # characters of a text for which room is looked for

LuaError = lupa.LuaError
"""What a function of the library raises when the table itself calls it."""


class ScriptError(Exception):
    """A script failed; the text is what TTS would show after its prefix."""


class ApiError(Exception):
    """A script asked for something that cannot be done; becomes an error in the script."""


class Ref(msgspec.Struct, frozen=True):
    """What a script's userdata stands for: an Object by piece id, a Player by colour ..."""

    kind: str
    id: int | str


class Callback(NamedTuple):
    """A Lua function, or the name of a global one, and the script it belongs to."""

    script: int
    function: Any


class Engine:
    """`host(op, script, class, id, name, *args)` answers every access to a member: a pair of
    success and value, or of failure and text. `members` names the kind of each member; `statics`
    the class of each global that has members, such as Wait."""

    def __init__(
        self,
        host: Callable[..., tuple[bool, Any]],
        members: dict[str, dict[str, str]],
        *,
        statics: dict[str, str],
        budget: int,
        memory: int,
    ) -> None:
        self.lua = lupa.LuaRuntime(
            unpack_returned_tuples=True,
            register_eval=False,
            register_builtins=False,
            encoding="latin-1",  # bytes both ways; _text and _bytes know it is UTF-8
            source_encoding="latin-1",
            max_memory=memory + _RESERVE,
            attribute_filter=_no_attributes,
        )
        self._host = host
        self._nothing = self.lua.eval("function() end")
        kernel = self.lua.table()
        self._kernel = kernel
        kernel["host"] = self._answer
        kernel["make"] = object
        kernel["search"] = str.find
        kernel["budget"] = budget
        kernel["memory"] = memory
        kernel["most_values"] = _MOST_VALUES
        kernel["letters"] = HELPERS
        for part in _PARTS:
            source = resources.files(__package__).joinpath("lua", f"{part}.lua").read_text("utf-8")
            load = self.lua.eval("load")
            load(source, "=" + part, "t", self.lua.globals())(kernel)
            kernel["own"][part] = True
        for kind, names in members.items():
            kernel["members"][kind] = self.lua.table_from(names)
        for name, kind in statics.items():
            kernel["statics"][name] = kind
        globals_ = [name for name, what in members["_G"].items() if what.endswith("function")]
        kernel["globals"](self.lua.table_from(globals_))
        self._run, self._ref, self._proxy = kernel["run"], kernel["ref"], kernel["proxy"]
        self._vector, self._color = kernel["vector"], kernel["color"]
        self._make_list, self._make_dict = kernel["list"], kernel["dict"]
        self._flat, self._extend = kernel["flat"], kernel["extend"]
        self._memory = memory
        self._over, self._full = False, False  # scripts hold more than they may; none may run
        self._used = self.lua.get_memory_used
        self._tight = memory + _RESERVE // 2  # bytes from which on there is hardly room
        kernel["is_full"] = self._note_full
        self._depth = 0  # of calls
        self.passed = 0  # bytes of texts and values that scripts have handed over
        self._converters: dict[type, Callable[[Any], Any]] = {
            type(None): _itself,
            bool: _itself,
            float: _itself,
            int: _number,
            str: self._string,
            dict: self._dict,
            list: self._values,
            tuple: self._values,
            Vec: lambda value: self._vector(*value),
            Tint: lambda value: self._color(*value),
            Callback: lambda value: value.function,
            Ref: lambda value: self._proxy(value.kind, value.id),
        }
        self.refill()

    def _answer(self, op: str, script: int, kind: str, id_: Any, name: Any, *args: Any) -> Any:
        # While a coroutine runs, the first look into a table from here finds what is left on
        # the main stack; a call clears that.
        self._nothing()
        began = time.perf_counter()
        answer = self._host(op, script, _text(kind), _text(id_), self.python(name), *args)
        if time.perf_counter() - began > _SLOW:
            self._kernel["late"]()
        return answer

    def check(self) -> None:
        """Raises ScriptError when the script that asks for all this has had its time; for what
        repeats something long."""
        if self._kernel["late"]():
            raise ScriptError(OUT_OF_BUDGET)

    def spend(self, instructions: float, seconds: float = 0.0) -> None:
        """Take from what all scripts may use what is done because of them outside of any call."""
        self._kernel["spend"](instructions, seconds)

    @property
    def left(self) -> float:
        """The instructions that scripts may still use for now."""
        return float(self._kernel["left"]())

    @property
    def is_spent(self) -> bool:
        """Whether scripts have used all that they may for now."""
        return bool(self._kernel["empty"]())

    def refill(self, share: float = 1.0) -> None:
        """Let scripts use so much more of what all calls together may take before the next."""
        self._kernel["refill"](share)

    @property
    def current(self) -> int:
        """The id of the script that runs."""
        return int(self._kernel["current"])

    def add(self, script: int) -> None:
        """Make the environment of a script, if there is none."""
        self._kernel["env"](script)

    def drop(self, script: int) -> None:
        """Forget the script and its environment."""
        self._kernel["drop"](script)
        if self._full:
            self._make_room()

    def forget(self, ref: Ref) -> None:
        """Let go of the userdata that stood for what is gone."""
        self._kernel["forget"](ref.kind, ref.id)

    def load(self, script: int, source: str, name: str) -> list[Any]:
        """Compile and run a chunk in the script's environment; its results. Raises ScriptError."""

        if self._full and not self._depth:
            raise ScriptError(_OUT_OF_MEMORY)
        if self.is_spent and not self._depth:
            raise ScriptError(OUT_OF_BUDGET)
        began = time.process_time()

        def another(prefix: str | None = None) -> str:
            return _bytes(in_groups(source, prefix) if prefix else rewrite(source))

        try:
            self._need(0 if len(source) < _LARGE else 8 * len(source))
            prefix, rewritten = faithful(source)
            result = self._kernel["compile"](
                script, prefix, _bytes(rewritten), _bytes(name), another
            )
        except RecursionError as error:
            raise ScriptError("the script is nested too deeply") from error
        except (ValueError, ApiError) as error:
            raise ScriptError(str(error)) from error
        except lupa.LuaError as error:
            raise ScriptError(_OUT_OF_MEMORY) from error
        finally:
            if not self._depth:
                self.spend(0, time.process_time() - began)
        if isinstance(result, tuple):
            raise ScriptError(_text(result[1]))
        return self.call(script, result)

    def call(self, script: int, function: Any, *args: object) -> list[Any]:
        """The function's results as they are in Lua. Raises ScriptError."""
        if self._full and not self._depth:
            raise ScriptError(_OUT_OF_MEMORY)
        self._depth += 1
        try:
            result = self._run(script, function, *[self.lua_value(arg) for arg in args])
        except lupa.LuaError as error:  # no memory left even for that
            if self._depth == 1:
                self._kernel["reset"]()
            raise ScriptError(_OUT_OF_MEMORY) from error
        finally:
            self._depth -= 1
            if self._over and not self._depth:
                self._make_room()
        if result is True:
            return []
        if result[0]:
            return list(result[1:])
        raise ScriptError(_text(result[1]))

    def _note_full(self) -> None:
        self._over = True

    def _make_room(self) -> None:
        """Scripts hold more than they may: collect, and let none run while that is of no use."""
        self.lua.set_max_memory(self.lua.get_memory_used() + _RESERVE)
        self._kernel["reset"]()
        self._over = False
        self._full = self.lua.get_memory_used() > self._memory
        self.lua.set_max_memory(max(self._memory, self.lua.get_memory_used()) + _RESERVE)

    def _need(self, size: int) -> None:
        """Raises ApiError: no room for so many bytes more."""
        if self._used() + size > self._tight:
            self._kernel["tidy"]()
            if self._used() + size > self._tight:
                raise ApiError(_OUT_OF_MEMORY)

    def back(self, callback: Callback, *args: object) -> list[Any]:
        """The results of a callback as Python values. Raises ScriptError."""
        function = callback.function
        if isinstance(function, str):
            function = self._kernel["find"](callback.script, _bytes(function))
            if function is None:
                raise ScriptError(f"there is no function {callback.function!r}")
        results = self.call(callback.script, function, *args)
        return [self.python(value, callback.script) for value in results]

    def named(self, script: int, name: str) -> Callback | None:
        """The global function of that name in the script, if it has one now."""
        function = self._kernel["find"](script, _bytes(name))
        return None if function is None else Callback(script, function)

    def handlers(self, name: str) -> list[int]:
        """Ids of the scripts that define the global function, in the order they were made."""
        found = self._kernel["handlers"](name)
        if found is None:
            return []
        return list(found) if isinstance(found, tuple) else [found]

    def start(self, function: Any) -> int:
        """The number of a new coroutine of the function, for `step`."""
        return int(self._kernel["start"](function))

    def step(self, script: int, thread: int) -> bool:
        """Resume the coroutine; whether there is more to come. Raises ScriptError."""
        result = self._kernel["step"](script, thread)
        if isinstance(result, tuple):
            raise ScriptError(_text(result[1]))
        return bool(result == "more")

    def is_table(self, value: object) -> bool:
        """Whether a Lua value is a table."""
        return bool(lupa.lua_type(value) == "table")

    def shown(self, value: Any) -> str:
        """A Lua value as `print` shows it. Raises ScriptError."""
        return str(_text(self.call(GLOBAL, self._kernel["base"]["tostring"], value)[0]))

    def lua_value(self, value: Any) -> Any:
        """A Python value for Lua: Refs become userdata, Vec a Vector, Tint a Color."""
        convert = self._converters.get(type(value))
        if convert is not None:
            return convert(value)
        if lupa.lua_type(value) is not None:
            return value  # it comes from Lua
        ref = getattr(value, "ref", None)
        if isinstance(ref, Ref):
            return self._proxy(ref.kind, ref.id)
        raise TypeError(f"a script cannot hold a {type(value).__name__}")

    def _string(self, text: str) -> str:
        if len(text) > _LARGE:
            self._need(3 * len(text))
        return text if text.isascii() else _bytes(text)

    def _values(self, values: Iterable[Any]) -> Any:
        if self._used() > self._tight:
            self._need(0)
        return self._list([self.lua_value(each) for each in values])

    def _list(self, values: list[Any]) -> Any:
        table = self._make_list(*values[:_MOST_ARGUMENTS])
        for start in range(_MOST_ARGUMENTS, len(values), _MOST_ARGUMENTS):
            self._extend(table, start, *values[start : start + _MOST_ARGUMENTS])
        if any(each is None for each in values):
            self._kernel["hole"](table)
        return table

    def _dict(self, value: dict[Any, Any]) -> Any:
        """In the order of its keys."""
        if self._used() > self._tight:
            self._need(0)
        names = _names(tuple(value)) if 0 < len(value) <= _MOST_ARGUMENTS else None
        if names is not None:
            of = self._converters
            return self._make_dict(
                names,
                *[
                    of[type(each)](each) if type(each) in of else self.lua_value(each)
                    for each in value.values()
                ],
            )
        table = self._make_list()
        put = self._kernel["rawset"]
        for key, each in value.items():
            put(table, _bytes(key) if isinstance(key, str) else key, self.lua_value(each))
        return table

    def python(self, value: Any, script: int | None = None, depth: int = 0) -> Any:
        """A Lua value for Python: tables become lists or dicts, functions Callbacks.

        Raises ApiError when tables contain themselves.
        """
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            self.passed += len(value)
            return _text(value)
        kind = lupa.lua_type(value)
        if kind == "table":
            if depth > _DEEPEST:
                raise ApiError("a table is nested too deeply, or contains itself")
            return self._from_table(value, script, depth + 1)
        if kind == "function":
            return Callback(self.current if script is None else script, value)
        if kind == "userdata":
            ref = self._ref(value)
            if isinstance(ref, tuple) and ref[0] is not None:
                return Ref(_text(ref[0]), _text(ref[1]))
        raise ApiError(f"a {kind} cannot be passed here")

    def _from_table(self, table: Any, script: int | None, depth: int) -> Any:
        flat = self._flat(table, depth > 1)
        if not isinstance(flat, tuple):
            if flat == "more":
                raise ApiError("that is more than the table takes at once")
            return {}
        self.passed += 16 * len(flat)
        if flat[0] >= 0:
            return [self.python(each, script, depth) for each in flat[1:]]
        items = {
            _text(key): self.python(value, script, depth)
            for key, value in zip(flat[1::2], flat[2::2], strict=True)
            if isinstance(key, str | int | float)
        }
        n = len(items)
        if n and all(i in items for i in range(1, n + 1)):
            return [items[i] for i in range(1, n + 1)]
        return items

    @contextlib.contextmanager
    def budget(self, instructions: int) -> Iterator[None]:
        """Another budget for the calls made meanwhile."""
        before, self._kernel["budget"] = self._kernel["budget"], instructions
        self.refill()
        try:
            yield
        finally:
            self._kernel["budget"] = before


def _no_attributes(_obj: object, _name: object, _setting: bool) -> str:
    raise AttributeError("scripts see nothing of Python")


@lru_cache(maxsize=2048)
def _names(keys: tuple[object, ...]) -> str | None:
    """The keys of a table as lua/tables.lua wants them; None when one is no name."""
    names = [
        key
        for key in keys
        if isinstance(key, str) and len(key) < _LONG_NAME and key.isidentifier() and key.isascii()
    ]
    return ",".join(names) if len(names) == len(keys) else None


def _number(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _itself(value: Any) -> Any:
    return value


def _bytes(text: str) -> str:
    """Text as Lua holds it: a character per byte of UTF-8, where what lies beyond 16 bits is
    written as the two surrogates that the game's strings have for it."""
    if text.isascii():
        return text
    if _BEYOND.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        text = _BEYOND.sub(_halves, text)
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _halves(found: re.Match[str]) -> str:
    code = ord(found[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def _text(value: Any) -> Any:
    """Text from Lua; other values as they are."""
    if not isinstance(value, str) or value.isascii():
        return value
    try:
        text = value.encode("latin-1").decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return value.encode("latin-1").decode("utf-8", "replace")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text

"""Objects of a save chosen by what they are, nested ones included. No I/O here.

Conditions and fields are JMESPath (jmespath.org): one specified language, with a library in every
tongue, that reads JSON and nothing else. Each object shows its own keys and, in lower case so that
they meet none of the game's, `path` and `type` (Lua's type).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from msgspec import Struct

from exporters.savefile import Json, Save, objects
from exporters.tts.names import lua_type

Texts = str | tuple[str, ...]


class QueryError(ValueError):
    """A selection that cannot be understood; the text says what is wrong with it."""


class Selector(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an object must be; every condition given has to hold. `*` and `?` are wildcards.

    `path`: `ObjectStates[3]`, `ObjectStates[*].ContainedObjects[*]`; `**` at its end means
    anything inside. `guid`, `name` (the nickname, as players see it), `type` (Lua's type or the
    save's Name): one of them. `tag`: all of them, upper and lower case alike. `has_script`:
    whether it has a script. `where`: a JMESPath condition.
    """

    path: Texts = ()
    guid: Texts = ()
    name: Texts = ()
    type: Texts = ()
    tag: Texts = ()
    has_script: bool | None = None
    where: str = ""


class Found(Struct, frozen=True):
    """An object of a save and where it is."""

    path: str
    data: Json


def select(save: Save, selector: Selector) -> Iterator[Found]:
    """The objects that fit, in the order of the save, parents first.

    Raises:
        QueryError: `where` is no JMESPath, or cannot be applied to an object.
    """
    fits = _compile(selector)
    return (Found(path, data) for path, data in objects(save) if fits(path, data))


def field(found: Found, expression: str) -> Any:
    """What a JMESPath expression says of an object, None where there is nothing.

    Raises:
        QueryError: no JMESPath, or it cannot be applied to this object.
    """
    return _evaluate(_parse(expression), found.path, found.data)


def fields(expressions: tuple[str, ...]) -> Callable[[Found], dict[str, Any]]:
    """A function from an object to these fields of it, by expression. Raises QueryError."""
    parsed = {text: _parse(text) for text in expressions}
    return lambda found: {
        text: _evaluate(each, found.path, found.data) for text, each in parsed.items()
    }


def _compile(selector: Selector) -> Callable[[str, Json], bool]:
    paths = [_path_pattern(text) for text in _texts(selector.path)]
    tags = {text.lower() for text in _texts(selector.tag)}
    where = _parse(selector.where) if selector.where else None
    guid, name, kind = map(_texts, (selector.guid, selector.name, selector.type))

    def fits(path: str, data: Json) -> bool:
        return (
            (not paths or any(each.fullmatch(path) for each in paths))
            and (not guid or _matches(data.get("GUID"), guid))
            and (not name or _matches(data.get("Nickname"), name))
            and (not kind or _matches(data.get("Name"), kind) or _matches(lua_type(data), kind))
            and tags <= _tags(data)
            and selector.has_script in (None, has_script(data))
            and (where is None or _is_true(_evaluate(where, path, data)))
        )

    return fits


def has_script(data: Json) -> bool:
    """Whether an object has a script that is not blank."""
    script = data.get("LuaScript")
    return isinstance(script, str) and bool(script.strip())


def _texts(value: Texts) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _matches(value: object, patterns: tuple[str, ...]) -> bool:
    return isinstance(value, str) and any(fnmatchcase(value, each) for each in patterns)


def _tags(data: Json) -> set[str]:
    tags = data.get("Tags")
    return (
        {tag.lower() for tag in tags if isinstance(tag, str)} if isinstance(tags, list) else set()
    )


def _path_pattern(text: str) -> re.Pattern[str]:
    """Brackets are no character class here, so this is not fnmatch."""
    body, deep = (text[:-2], r".*") if text.endswith("**") else (text, "")
    first, *rest = map(re.escape, body.split("*"))
    # The first place where a piece fits is as good as any other: nothing is tried twice.
    inner = "".join(rf"(?>[^][]*?{each})" for each in rest[:-1] if each)
    last = rf"[^][]*{rest[-1]}" if rest else ""
    return re.compile(first + inner + last + deep, re.DOTALL)


def _parse(expression: str) -> Any:
    try:
        return jmespath.compile(expression)
    except JMESPathError as error:
        raise QueryError(
            f"{expression!r} is no JMESPath expression: {_first_line(error)}; "
            "strings stand in '…', numbers in `…`, see https://jmespath.org"
        ) from None
    except RecursionError:
        raise QueryError("the expression is nested too deeply; simplify it") from None


def _evaluate(parsed: Any, path: str, data: Json) -> Any:
    try:
        return parsed.search({**data, "path": path, "type": lua_type(data)})
    except JMESPathError as error:
        raise QueryError(f"{parsed.expression!r} at {path}: {_first_line(error)}") from None
    except (RecursionError, TypeError, ValueError, ArithmeticError) as error:
        raise QueryError(f"{parsed.expression!r} at {path}: {error}") from None


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0].rstrip(": ")


def _is_true(value: object) -> bool:
    """JMESPath's own notion: 0 is true, what is empty is not."""
    return value is not None and value is not False and value not in ("", [], {})

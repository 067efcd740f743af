"""House rules as a game has them: typed settings, each with its source, and changing one in play.

No I/O here.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

LONGEST = 500
"""Characters of a value that is read."""
LARGEST = 999
"""The largest number in one."""


class Setting(Struct, frozen=True):
    """What is known of one setting."""

    key: str
    field: str
    source: str
    in_play: bool = True
    """Whether it can change while a game is played; else only the next one's setup heeds it."""


class SettingsError(ValueError):
    """House rules that cannot be read; the text names the key and what would do."""


class House(Struct, frozen=True):
    """The house rules of a game."""

    kind: type[Any]
    """The Struct that holds them."""
    rows: Mapping[str, Setting]
    """Each by its printed key."""
    read: Callable[[Any], Any]
    """Those that a position is played by."""
    write: Callable[[Any, Any], Any]
    """A position as it goes on by others. ValueError: it cannot; the text says why."""
    check: Callable[[Any], None]
    """ValueError: nobody can play by these; the text names the setting."""

    def find(self, key: str) -> Setting | None:
        """A setting by its printed key or its field."""
        by_field = {each.field: each for each in self.rows.values()}
        return self.rows.get(key) or by_field.get(key)

    def value(self, state: Any, setting: Setting) -> str:
        """What a setting is in a position, as it is typed."""
        return shown(getattr(self.read(state), setting.field))

    def changed(self, state: Any) -> list[tuple[Setting, str]]:
        """The settings that are not the game's own, with their values as they are typed."""
        plain, now = self.kind(), self.read(state)
        different = [
            each
            for each in self.rows.values()
            if getattr(now, each.field) != getattr(plain, each.field)
        ]
        return [(each, self.value(state, each)) for each in different]

    def change(self, state: Any, setting: Setting, raw: str) -> Any:
        """The position with one setting another one: `raw` is JSON or a bare word.

        Raises:
            ValueError: a value of the wrong type, or that nobody can play by; the position has
                gone too far for it.
        """
        values = {each.field: getattr(self.read(state), each.field) for each in self.rows.values()}
        settings = convert(self.kind, values | {setting.field: typed(raw)}, self.rows, setting.key)
        self.check(settings)
        return self.write(state, settings)

    def possible(self, state: Any, setting: Setting) -> tuple[str, ...]:
        """What a setting can be in a position, as it is typed: every word, a range of numbers, or
        for a list or table what it is now."""
        kind = get_type_hints(self.kind)[setting.field]
        if kind is bool:
            return ("true", "false")
        if get_origin(kind) is Literal:
            return get_args(kind)
        if kind is not int:
            return (self.value(state, setting),)
        numbers = [n for n in range(LARGEST + 1) if self.takes(state, setting, str(n))]
        return (f"{numbers[0]}–{numbers[-1]}",) if numbers else ()

    def takes(self, state: Any, setting: Setting, raw: str) -> bool:
        """Whether a setting can be this in a position."""
        try:
            self.change(state, setting, raw)
        except ValueError:
            return False
        return True

    def parse(self, text: str, name: str = "house rules") -> Any:
        """House rules from TOML; see `read_toml`. Not yet checked."""
        return read_toml(self.kind, self.rows, text, name)

    def with_rule(self, settings: Any, text: str) -> Any:
        """House rules with one changed; see `changed_by`. Not yet checked."""
        return changed_by(settings, self.rows, text)


def read_toml(kind: type[Any], rows: Mapping[str, Setting], text: str, name: str) -> Any:
    """House rules from TOML: keys as printed (tables or quoted), or fields.

    Raises:
        SettingsError: not TOML, an unknown key, a value of the wrong type.
    """
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{name}: {error}") from error
    return read_table(kind, rows, table, name)


def read_table(
    kind: type[Any], rows: Mapping[str, Setting], table: Mapping[str, Any], name: str
) -> Any:
    """House rules from nested tables; raises SettingsError as `read_toml` does."""
    found: dict[str, Any] = {}
    flatten(table, "", found, rows, name)
    return convert(kind, found, rows, name)


def flatten(
    table: Mapping[str, Any],
    prefix: str,
    found: dict[str, Any],
    rows: Mapping[str, Setting],
    name: str,
) -> None:
    """Collect the settings of nested tables under their fields' names.

    Raises:
        SettingsError: a key that is no setting, or stands twice.
    """
    by_field = {each.field: each for each in rows.values()}
    for key, value in table.items():
        full = f"{prefix}{key}"
        setting = rows.get(full) or by_field.get(full)
        is_table = isinstance(value, dict) and any(k.startswith(f"{full}.") for k in rows)
        if is_table or (setting is None and isinstance(value, dict)):
            flatten(value, f"{full}.", found, rows, name)
        elif setting is None:
            raise SettingsError(f"{name}: {full!r} is no house rule; one of {', '.join(rows)}")
        elif setting.field in found:
            raise SettingsError(f"{name}: {full!r} is set twice")
        else:
            found[setting.field] = value


def changed_by(settings: Any, rows: Mapping[str, Setting], text: str) -> Any:
    """The settings with one changed by `key=value`; the value is JSON, or a bare word.

    Raises:
        SettingsError: no `=`, an unknown key, a value of the wrong type.
    """
    key, equals, raw = text.partition("=")
    key, raw = key.strip(), raw.strip()
    by_field = {each.field: each for each in rows.values()}
    setting = rows.get(key) or by_field.get(key)
    if not equals or setting is None:
        raise SettingsError(f"{text!r}: a house rule is KEY=VALUE; keys: {', '.join(rows)}")
    try:
        value = typed(raw)
    except SettingsError as error:
        raise SettingsError(f"{key}: {error}") from error
    old = {name: getattr(settings, name) for name in by_field}
    return convert(type(settings), old | {setting.field: value}, rows, key)


def typed(raw: str) -> Any:
    """The value that a text stands for: JSON, else the bare word.

    Raises:
        SettingsError: too long, too large a number, half a character.
    """
    if len(raw) > LONGEST:
        raise SettingsError(f"a value of more than {LONGEST} characters")
    try:
        value = json.loads(raw, parse_constant=lambda name: name)
    except (ValueError, RecursionError):
        value = raw
    if any(not 0 <= number <= LARGEST for number in numbers(value)):
        raise SettingsError(f"numbers are from 0 to {LARGEST}")
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError as error:
        raise SettingsError("a value with half a character") from error
    return value


def numbers(value: Any) -> Iterator[float]:
    """Every number in a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def shown(value: Any) -> str:
    """A value as it is typed: a bare word, else JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def convert(
    kind: type[Any], values: Mapping[str, Any], rows: Mapping[str, Setting], name: str
) -> Any:
    """Settings from values by field.

    Raises:
        SettingsError: a value of the wrong type; the key is named as printed.
    """
    keys = {each.field: each.key for each in rows.values()}
    for key, value in values.items():
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError as error:
            what = str(error).partition(" - at ")[0]
            raise SettingsError(f"{name}: {keys[key]}: {what}") from error
    return msgspec.convert(dict(values), kind)


def reason(key: str, old: str, new: str) -> str:
    """Why a position was edited, when a house rule changed: for log and journal."""
    return f"rule {key}={new} (was {old})"


def read_reason(why: str) -> tuple[str, str, str] | None:
    """Key, old and new value that a `reason` tells of, or None: it is another one."""
    found = re.fullmatch(r"rule ([a-z_.]+)=(.*)\)", why, re.DOTALL)
    new, was, old = found[2].rpartition(" (was ") if found else ("", "", "")
    return (found[1], old, new) if found and was else None


class Nothing(Struct, frozen=True):
    """No house rules."""


NONE = House(Nothing, {}, lambda state: Nothing(), lambda state, rules: state, lambda rules: None)
"""Of what is no game yet."""

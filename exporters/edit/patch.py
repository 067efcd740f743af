"""Patches: what to change in which objects of a save, written down. No I/O here.

A patch is a list of changes, each applied to what its `select` finds after those before it. What
no change names stays as it is, byte for byte. `docs/saves.md` shows one; the schema is
`exporters/schema/patch.schema.json`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from exporters.edit.query import Found, QueryError, Selector, select
from exporters.edit.repairs import is_deck, is_true_deck, list_tags, renew
from exporters.jsontext.fieldpath import FieldError, Parts, drop, get, parse_field, put
from exporters.savefile import Json, Save, by_guid, objects


class PatchError(ValueError):
    """A patch that cannot be applied: nothing was changed; the text names the change."""


class Replace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Text to be replaced in a field, wherever it occurs there."""

    find: Annotated[str, Meta(min_length=1)]
    put: str
    field: str = "LuaScript"
    regex: Annotated[
        bool, Meta(description="`find` is a Python expression, `put` its template")
    ] = False
    count: Annotated[int, Meta(ge=0, description="how often; at least once without")] | None = None


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of addresses, and what it becomes; in scripts and UI as well."""

    find: Annotated[str, Meta(min_length=4)]
    put: str


class Change(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change to everything that `select` finds, done in the order of these fields."""

    select: Annotated[
        Literal["save"] | Selector, Meta(description="objects, or the save itself: its own fields")
    ]
    expect: (
        Annotated[int, Meta(ge=0, description="how many objects there have to be; without: some")]
        | None
    ) = None
    set: Annotated[dict[str, Any], Meta(description="field -> value")] = {}
    remove: Annotated[tuple[str, ...], Meta(description="fields to take away")] = ()
    rename: Annotated[str | None, Meta(description="Nickname; of a save SaveName")] = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    script: Annotated[str | None, Meta(description="the whole new LuaScript")] = None
    script_file: Annotated[str, Meta(description="its file, beside the patch")] = ""
    replace: tuple[Replace, ...] = ()
    swap_urls: tuple[Swap, ...] = ()
    add: Annotated[
        tuple[dict[str, Any], ...], Meta(description="objects for the table, the bag or the deck")
    ] = ()
    add_from: Annotated[tuple[str, ...], Meta(description="saved objects beside the patch")] = ()
    delete: Annotated[bool, Meta(description="take the objects themselves away")] = False


class Patch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A patch document."""

    change: Annotated[tuple[Change, ...], Meta(min_length=1)]
    about: str = ""


def decode(document: Any, name: str = "patch") -> Patch:
    """A patch from what JSON or TOML says. Raises PatchError naming the field."""
    try:
        patch = msgspec.convert(document, Patch)
    except msgspec.ValidationError as error:
        raise PatchError(f"{name}: {error}") from None
    for number, change in enumerate(patch.change, 1):
        for problem in _problems(change):
            raise PatchError(f"{name}: change {number}: {problem}")
    return patch


def _problems(change: Change) -> list[str]:
    found = []
    if change == Change(change.select, change.expect):
        found.append("it changes nothing; give it set, remove, rename, script …")
    if change.script is not None and change.script_file:
        found.append("script and script_file; keep one")
    if change.select == "save" and (change.delete or change.add_tags or change.remove_tags):
        found.append("delete and tags are for objects; select some")
    if change.select == Selector():
        found.append('an empty select would take every object; write select = { path = "**" }')
    for name, value in change.set.items():
        if wrong := _no_json(value):
            found.append(f"set {name}: a save cannot hold {wrong}")
    return found


def _no_json(value: Any) -> str:
    if isinstance(value, dict):
        return next(filter(None, map(_no_json, value.values())), "")
    if isinstance(value, list):
        return next(filter(None, map(_no_json, value)), "")
    return "" if value is None or isinstance(value, str | int | float) else repr(value)


def apply(save: Save, patch: Patch, *, allow_nothing: bool = False) -> tuple[Save, list[int]]:
    """The save with the changes made, and how many objects each took; the old one stays.

    Raises:
        PatchError: a change selects nothing (unless `allow_nothing`) or cannot be made.
    """
    new = Save(copy.deepcopy(save.data), save.source, save.name)
    taken = []
    for number, change in enumerate(patch.change, 1):
        where = f"change {number}"
        try:
            taken.append(_change(new, change, where, allow_nothing))
        except (QueryError, FieldError) as error:
            raise PatchError(f"{where}: {error}") from None
    return new, taken


def _change(save: Save, change: Change, where: str, allow_nothing: bool) -> int:
    if isinstance(change.select, Selector):
        found = list(select(save, change.select))
    else:
        found = [Found("", save.data)]
    if change.expect is not None and len(found) != change.expect:
        raise PatchError(f"{where}: it selects {len(found)} objects, not {change.expect}")
    if not found and not change.expect == 0 and not allow_nothing:
        raise PatchError(f"{where}: it selects nothing in {save.name}; see --allow-nothing")
    decks = [data for _, data in objects(save) if is_true_deck(data)]
    for each in found:
        here = f"{where}, {each.path or 'the save'}"
        try:
            _edit(save, each, change)
        except (FieldError, PatchError) as error:
            raise PatchError(f"{here}: {error}") from None
    for swap in change.swap_urls:
        if found and not sum(_swap(each.data, swap, deep=not each.path) for each in found):
            raise PatchError(f"{where}: nothing that it selects contains {swap.find!r}")
    if change.delete:
        _delete(save, {id(each.data) for each in found}, where)
    for deck in decks:
        if is_deck(deck) and not is_true_deck(deck) and (problem := renew(deck)):
            raise PatchError(f"{where}, deck {deck.get('GUID')}: {problem}")
    return len(found)


def _edit(save: Save, found: Found, change: Change) -> None:
    data = found.data
    for name, value in change.set.items():
        parts = parse_field(name)
        put(data, parts, _like(data, parts, copy.deepcopy(value)))
    for name in change.remove:
        drop(data, parse_field(name))
    if change.rename is not None:
        data["Nickname" if found.path else "SaveName"] = change.rename
    if change.add_tags or change.remove_tags:
        _tag(data, change)
        if change.add_tags:
            list_tags(save.data, change.add_tags)
    if change.script is not None:
        data["LuaScript"] = _line_ends(data.get("LuaScript"))(change.script)
    for replace in change.replace:
        _replace(data, replace)
    if change.add:
        _add(save, found, change.add)


def _like(data: Json, parts: Parts, value: Any) -> Any:
    """A whole number stays one where the save counts; the writer does the same for floats."""
    try:
        old = get(data, parts)
    except FieldError:
        return value
    if type(old) is int and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _tag(data: Json, change: Change) -> None:
    tags = data.get("Tags", [])
    if not isinstance(tags, list):
        raise PatchError("its Tags are no list; mend the save")
    gone = {tag.lower() for tag in change.remove_tags}
    kept = [tag for tag in tags if not (isinstance(tag, str) and tag.lower() in gone)]
    present = {tag.lower() for tag in kept if isinstance(tag, str)}
    data["Tags"] = kept + [tag for tag in change.add_tags if tag.lower() not in present]
    if not data["Tags"]:
        del data["Tags"]  # the game leaves an empty list out


def _line_ends(old: object) -> Callable[[str], str]:
    """Text the way the text it replaces ends its lines."""
    if isinstance(old, str) and "\r\n" in old and old.count("\r\n") == old.count("\n"):
        return lambda text: re.sub(r"\r?\n", "\r\n", text)
    return lambda text: text


def _replace(data: Json, replace: Replace) -> None:
    parts = parse_field(replace.field)
    text = get(data, parts)
    if not isinstance(text, str):
        raise PatchError(f"{replace.field} is no text")
    ends = _line_ends(text)
    try:
        pattern = re.compile(replace.find if replace.regex else re.escape(ends(replace.find)))
        new = ends(replace.put) if replace.regex else ends(replace.put).replace("\\", r"\\")
        result, count = pattern.subn(new, text)
    except (re.error, IndexError) as error:
        raise PatchError(f"replace {replace.find!r}: {error}") from None
    if count != replace.count and (replace.count is not None or not count):
        wanted = "at all" if replace.count is None else f"{replace.count} times"
        raise PatchError(f"{replace.field} has {replace.find!r} {count} times, not {wanted}")
    put(data, parts, result)


def _swap(value: Any, swap: Swap, *, deep: bool) -> int:
    """Swap in every text of an object; in objects inside it only when `deep`."""
    items: Any = enumerate(value) if isinstance(value, list) else list(value.items())
    count = 0
    for key, each in items:
        if isinstance(each, str):
            if swap.find in each:
                count += 1
                value[key] = each.replace(swap.find, swap.put)
        elif isinstance(each, dict | list) and (
            deep or key not in ("ContainedObjects", "ChildObjects", "States")
        ):
            count += _swap(each, swap, deep=deep)
    return count


def _add(save: Save, found: Found, new: tuple[Json, ...]) -> None:
    key = "ContainedObjects" if found.path else "ObjectStates"
    added = [copy.deepcopy(each) for each in new]
    if not found.path:
        held = set(by_guid(save))
        for each in added:
            if each.get("GUID") and each["GUID"] in held:
                raise PatchError(f"GUID {each['GUID']} is in use on the table; give it another")
            held.add(str(each.get("GUID")))
    elif not isinstance(found.data.get(key), list) and "Bag" not in str(found.data.get("Name")):
        raise PatchError(f"a {found.data.get('Name')} holds nothing; select a bag or a deck")
    before = found.data.setdefault(key, [])
    was_deck = is_deck(found.data)
    before.extend(added)
    if was_deck and (problem := renew(found.data, added)):
        raise PatchError(problem)


def _delete(save: Save, gone: set[int], where: str) -> None:
    for path, data in [("the table", save.data), *objects(save)]:
        for each in data.get("States", {}).values() if isinstance(data.get("States"), dict) else ():
            if id(each) in gone and id(data) not in gone:
                raise PatchError(f"{where}, {path}: one of its States cannot be deleted alone")
        for key in ("ObjectStates", "ContainedObjects", "ChildObjects"):
            held = data.get(key)
            if isinstance(held, list) and any(id(each) in gone for each in held):
                data[key] = [each for each in held if id(each) not in gone]

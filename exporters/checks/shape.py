"""The shape of a save: types, GUIDs, states, bags, tags, joints, kinds. No I/O here.

Source: save-format of the game, section "invariants"; each held for all or nearly all of 41,000
objects of real saves.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema

from exporters.checks.finding import Context, Finding, items, part, text
from exporters.jsontext.fieldpath import join_field
from exporters.schema import SAVE, load

_GUID = re.compile(r"[0-9a-f]{6}")
_JOINTS = ("JointFixed", "JointHinge", "JointSpring")
_WORDS = ("NaN", "Infinity", "-Infinity")


@cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(load(SAVE))


def schema(context: Context) -> Iterator[Finding]:
    """Types that the game would not read."""
    for error in _validator().iter_errors(context.save.data):
        if error.validator == "minItems":
            continue  # a deck of one card has a rule of its own
        path, field = _split(list(error.absolute_path))
        said = error.message if len(error.message) < 160 else f"{error.message[:160]}…"
        yield Finding("format.schema", path, field, said)


def _split(parts: list[str | int]) -> tuple[str, str]:
    """The path of the object and the field inside it."""
    size, at = 0, 0
    while at + 1 < len(parts):
        if parts[at] not in ("ObjectStates", "ContainedObjects", "ChildObjects", "States"):
            break
        at += 2
        size = at
    path = "".join(
        f"[{part}]" if number % 2 else f"{'.' if number else ''}{part}"
        for number, part in enumerate(parts[:size])
    )
    return path, join_field(parts[size:])


def guids(context: Context) -> Iterator[Finding]:
    """On the table a GUID is a key; inside containers copies share it, and that is right."""
    counts = Counter(text(data, "GUID") for _, data in context.table)
    for path, data in context.table:
        guid = text(data, "GUID")
        if not guid:
            continue
        if counts[guid] > 1:
            yield Finding(
                "guid.twice", path, "GUID",
                f"{counts[guid]} objects on the table have the GUID {guid}: a script that asks for "
                "it gets any of them; give one another GUID",
            )  # fmt: skip
        if not _GUID.fullmatch(guid):
            yield Finding(
                "guid.form", path, "GUID",
                f"{guid!r} is not six digits of 0-9a-f, as the game's GUIDs are",
            )  # fmt: skip


def states(context: Context) -> Iterator[Finding]:
    """The current state is the one number that States leaves out."""
    for path, data in context.objects:
        held = part(data, "States")
        if not held:
            continue
        wanted = {str(number) for number in range(1, len(held) + 2)}
        if len(wanted - held.keys()) != 1 or not held.keys() <= wanted:
            shown = ", ".join(sorted(held)[:12])
            yield Finding(
                "states.gap", path, "States",
                f"the states are {shown}; they must be 1 to {len(held) + 1} without exactly one, "
                "which is the state the object is in",
            )  # fmt: skip


def bags(context: Context) -> Iterator[Finding]:
    """An infinite bag gives copies of the one object in it."""
    for path, data in context.objects:
        if "Infinite_Bag" in text(data, "Name"):
            count = len(items(data, "ContainedObjects"))
            if count != 1:
                what = "nothing to give" if not count else f"{count} objects, only one is given"
                yield Finding(
                    "bag.infinite", path, "ContainedObjects", f"an infinite bag with {what}"
                )


def tags(context: Context) -> Iterator[Finding]:
    """The game's tag menu lists what ComponentTags lists. One finding a tag."""
    if "ComponentTags" not in context.save.data:
        return
    labels = items(part(context.save.data, "ComponentTags"), "labels")
    known = {text(each, "normalized") for each in labels if isinstance(each, dict)}
    missing: dict[str, list[str]] = defaultdict(list)
    for path, data in context.objects:
        for tag in items(data, "Tags"):
            if isinstance(tag, str) and tag.lower() not in known:
                missing[tag].append(path)
    for tag, paths in missing.items():
        yield Finding(
            "tag.unlisted", paths[0], "Tags",
            f"the tag {tag!r} of {len(paths)} objects is not in ComponentTags, so the game's "
            "menus do not offer it",
        )  # fmt: skip


def joints(context: Context) -> Iterator[Finding]:
    """A joint joins to an object on the table."""
    for path, data in context.table:
        for joint in _JOINTS:
            guid = text(part(data, joint), "ConnectedBodyGUID")
            if guid and guid not in context.guids:
                yield Finding(
                    "joint.lost", path, f"{joint}.ConnectedBodyGUID",
                    f"joined to {guid}, which is not on the table; the game drops the joint",
                )  # fmt: skip


def kinds(context: Context) -> Iterator[Finding]:
    """What the Name says of a custom model has to be what its TypeIndex says."""
    ends = {"_Infinite_Bag": 7, "_Bag": 6}
    for path, data in context.objects:
        name = text(data, "Name")
        for field in ("CustomMesh", "CustomAssetbundle"):
            index = part(data, field).get("TypeIndex")
            if type(index) is not int or not name.startswith(("Custom_Model", "Custom_Assetb")):
                continue
            wanted = next((number for end, number in ends.items() if name.endswith(end)), None)
            if (wanted if wanted is not None else index if index not in (6, 7) else -1) != index:
                yield Finding(
                    "model.kind", path, f"{field}.TypeIndex",
                    f"{name} with TypeIndex {index}: 6 is a bag, 7 an infinite one; the Name "
                    "decides how the game loads it",
                )  # fmt: skip


def numbers(context: Context) -> Iterator[Finding]:
    """What is not finite belongs in joints only; without quotes it is no JSON."""
    for path, data in [("", context.save.data), *context.objects]:
        for field, value in _leaves(data, ()):
            bare = isinstance(value, float) and not math.isfinite(value)
            if bare:
                yield Finding(
                    "number.bare", path, join_field(field),
                    "not finite and without quotes: the game reads it, strict JSON readers do not",
                )  # fmt: skip
            if (bare or value in _WORDS) and field[0] == "Transform":
                yield Finding(
                    "number.lost", path, join_field(field),
                    f"{value} is no place on the table; set a number",
                )  # fmt: skip


def _leaves(value: Any, at: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Numbers and words for them; not inside the objects inside, which are looked at themselves."""
    pairs: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        if isinstance(each, dict | list):
            if key not in ("ObjectStates", "ContainedObjects", "ChildObjects", "States"):
                yield from _leaves(each, (*at, key))
        elif isinstance(each, float) or (isinstance(each, str) and each in _WORDS):
            yield (*at, key), each

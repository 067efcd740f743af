"""What an object is called and looks like: names, notes, tags, colours, locks and other marks."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    items,
    maybe_tint,
    num,
    table,
    text,
    tint,
    truth,
    vector,
)
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import ONE, ZERO, Vec


def _text_of(key: str) -> Callable[..., str]:
    return lambda _call, piece: piece.text(key)


def _set_text(key: str) -> Callable[..., bool]:
    def put(_call: Call, piece: Piece, value: Any) -> bool:
        piece.data[key] = "" if value is None else text(value, key)
        return True

    return put


def _set_lock(call: Call, piece: Piece, value: Any) -> bool:
    piece.data["Locked"] = truth(value)
    if truth(value):
        call.table.clock.halt(piece)
    else:
        handling.let_go(call.table, piece)
    return True


def _set_tint(_call: Call, piece: Piece, value: Any) -> bool:
    color = tint(value, "the colour")
    parts = {"r": color.r, "g": color.g, "b": color.b}
    piece.data["ColorDiffuse"] = parts if color.a == 1 else {**parts, "a": color.a}
    return True


def _set_tags(call: Call, piece: Piece, tags: list[str]) -> bool:
    piece.data["Tags"] = list(dict.fromkeys(tags))
    call.table.world.place(piece)  # a zone may let it in now
    return True


def _add_tag(call: Call, piece: Piece, tag: Any) -> bool:
    return _set_tags(call, piece, [*piece.tags, text(tag, "the tag")])


def _remove_tag(call: Call, piece: Piece, tag: Any) -> bool:
    return _set_tags(call, piece, [each for each in piece.tags if each != tag])


def _highlight(call: Call, piece: Piece, color: Any, seconds: Any) -> bool:
    until = None if seconds is None else call.table.clock.time + num(seconds, "the duration")
    piece.extra["highlight"] = (tint(color, "the colour"), until)
    return True


def _highlight_off(_call: Call, piece: Piece, color: Any) -> bool:
    maybe_tint(color, "the colour")
    return piece.extra.pop("highlight", None) is not None


def _hide(kind: str) -> Callable[..., bool]:
    def put(_call: Call, piece: Piece, players: Any) -> bool:
        piece.extra[kind] = [] if players is None else items(players, "the players")
        return True

    return put


def _hider(kind: str) -> Callable[..., bool]:
    def put(_call: Call, piece: Piece, id_: Any, hidden: Any, players: Any = None) -> bool:
        hiders = {**piece.extra.get(kind, {})}
        if truth(hidden):
            hiders[text(id_, "the id")] = items(players, "the players") if players else ["all"]
        else:
            hiders.pop(text(id_, "the id"), None)
        piece.extra[kind] = hiders
        return True

    return put


def _marker(key: str) -> Callable[..., list[Any]]:
    """The list of an attached thing, keys as Lua writes them."""
    return lambda _call, piece: [lua_names(each) for each in piece.data.get(key) or ()]


def lua_names(value: Any) -> Any:
    """A part of a save with small letters for keys; x, y, z and r, g, b are what they are."""
    if isinstance(value, dict):
        return {_small(key): lua_names(each) for key, each in value.items()}
    return [lua_names(each) for each in value] if isinstance(value, list) else value


def _small(key: str) -> str:
    if key == "points3":
        return "points"
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(key))


def _set_snap_points(_call: Call, piece: Piece, points: Any) -> bool:
    piece.data["AttachedSnapPoints"] = [snap_point(each) for each in items(points, "snap points")]
    return True


def snap_point(value: Any) -> dict[str, Any]:
    """One snap point as a save holds it."""
    given = table(value, "a snap point")
    point: dict[str, Any] = {"Position": vector(given.get("position"), "position")._asdict()}
    if truth(given.get("rotation_snap")) or given.get("rotation") is not None:
        point["Rotation"] = vector(given.get("rotation") or [0, 0, 0], "rotation")._asdict()
    if given.get("tags"):
        point["Tags"] = [str(tag) for tag in items(given["tags"], "tags")]
    return point


def _decal(value: Any) -> dict[str, Any]:
    given = table(value, "a decal")
    parts = (("pos", "position", ZERO), ("rot", "rotation", ZERO), ("scale", "scale", ONE))
    transform = {
        prefix + axis: number
        for prefix, name, default in parts
        for axis, number in zip("XYZ", vector(given.get(name, {}), name, default), strict=True)
    }
    name, url = text(given.get("name", ""), "name"), text(given.get("url", ""), "url")
    custom = {"Name": name, "ImageURL": url, "Size": 1.0}
    return {"Transform": transform, "CustomDecal": custom}


def _decals(_call: Call, piece: Piece) -> list[dict[str, Any]]:
    found = []
    for each in piece.data.get("AttachedDecals") or ():
        at, custom = each.get("Transform") or {}, each.get("CustomDecal") or {}
        shown = {"name": custom.get("Name", ""), "url": custom.get("ImageURL", "")}
        for prefix, name in (("pos", "position"), ("rot", "rotation"), ("scale", "scale")):
            shown[name] = vector([at.get(prefix + axis, 0) for axis in "XYZ"], name)
        found.append(shown)
    return found


def _set_decals(_call: Call, piece: Piece, decals: Any) -> bool:
    piece.data["AttachedDecals"] = [_decal(each) for each in items(decals, "the decals")]
    return True


def _add_decal(_call: Call, piece: Piece, decal: Any) -> bool:
    piece.data["AttachedDecals"] = [*(piece.data.get("AttachedDecals") or ()), _decal(decal)]
    return True


def _set_lines(_call: Call, piece: Piece, lines: Any) -> bool:
    piece.data["AttachedVectorLines"] = [vector_line(each) for each in items(lines, "the lines")]
    return True


def vector_line(value: Any) -> dict[str, Any]:
    """One line as a save holds it."""
    given = table(value, "a line")
    points = [vector(p, "a point")._asdict() for p in items(given.get("points"), "points")]
    color = maybe_tint(given.get("color"), "the colour")
    line: dict[str, Any] = {"points3": points}
    line["color"] = color._asdict() if color else {"r": 1.0, "g": 1.0, "b": 1.0}
    line["thickness"] = num(given.get("thickness"), "thickness", 0.1)
    if given.get("rotation") is not None:
        line["rotation"] = vector(given["rotation"], "rotation")._asdict()
    for flag in ("loop", "square"):
        if flag in given:
            line[flag] = truth(given[flag])
    return line


def _register(piece: Piece, on: bool) -> bool:
    before = bool(piece.extra.get("registered"))
    piece.extra["registered"] = on
    return before != on


FUNCTIONS: Members = {
    "getName": _text_of("Nickname"),
    "setName": _set_text("Nickname"),
    "getDescription": _text_of("Description"),
    "setDescription": _set_text("Description"),
    "getGMNotes": _text_of("GMNotes"),
    "setGMNotes": _set_text("GMNotes"),
    "getMemo": _text_of("Memo"),
    "setMemo": _set_text("Memo"),
    "getGUID": lambda _, piece: piece.guid,
    "getLock": lambda _, piece: piece.locked,
    "setLock": _set_lock,
    "lock": lambda call, piece: _set_lock(call, piece, True),
    "unlock": lambda call, piece: _set_lock(call, piece, False),
    "getColorTint": lambda _, piece: piece.tint,
    "setColorTint": _set_tint,
    "getTags": lambda _, piece: piece.tags,
    "hasTag": lambda _, piece, tag: tag in piece.tags,
    "hasAnyTag": lambda _, piece: bool(piece.tags),
    "hasMatchingTag": lambda call, piece, other: bool(
        set(piece.tags) & set(call.table.piece(other.id).tags)
    ),
    "addTag": _add_tag,
    "removeTag": _remove_tag,
    "setTags": lambda call, piece, tags: _set_tags(
        call, piece, [text(tag, "a tag") for tag in items(tags, "the tags")]
    ),
    "highlightOn": _highlight,
    "highlightOff": _highlight_off,
    "setInvisibleTo": _hide("invisible_to"),
    "setHiddenFrom": _hide("hidden_from"),
    "attachHider": _hider("hiders"),
    "attachInvisibleHider": _hider("invisible_hiders"),
    "getSnapPoints": _marker("AttachedSnapPoints"),
    "setSnapPoints": _set_snap_points,
    "getVectorLines": _marker("AttachedVectorLines"),
    "setVectorLines": _set_lines,
    "getDecals": _decals,
    "setDecals": _set_decals,
    "addDecal": _add_decal,
    "registerCollisions": lambda _call, piece, _stay=None: _register(piece, True),
    "unregisterCollisions": lambda _call, piece: _register(piece, False),
}

_FLAGS = {
    "auto_raise": ("Autoraise", True),
    "drag_selectable": ("DragSelectable", True),
    "grid_projection": ("GridProjection", False),
    "hide_when_face_down": ("HideWhenFaceDown", False),
    "ignore_fog_of_war": ("IgnoreFoW", False),
    "measure_movement": ("MeasureMovement", False),
    "sticky": ("Sticky", True),
    "tooltip": ("Tooltip", True),
    "use_grid": ("Grid", True),
    "use_snap_points": ("Snap", True),
}


def _flag_of(key: str, default: bool) -> Callable[..., bool]:
    return lambda _call, piece: piece.flag(key, default)


def _set_flag(key: str) -> Callable[..., None]:
    def put(_call: Call, piece: Piece, value: Any) -> None:
        piece.data[key] = truth(value)

    return put


# What changes nothing here but is given back: (default).
_REMEMBERED: dict[str, Any] = {
    "alt_view_angle": ZERO, "angular_drag": 0.1, "bounciness": 0.0, "drag": 0.1,
    "dynamic_friction": 0.6, "gizmo_selectable": True, "held_flip_index": 0,
    "held_position_offset": ZERO, "held_reduce_force": False, "held_rotation_offset": ZERO,
    "held_spin_index": 0, "mass": 1.0, "max_typed_number": 10, "static_friction": 0.6,
    "use_rotation_value_flip": False, "value_flags": 0,
}  # fmt: skip


def _remembered(name: str, default: Any) -> Callable[..., Any]:
    return lambda _call, piece: piece.extra.get(name, default)


def _remember(name: str, default: Any) -> Callable[..., None]:
    def put(_call: Call, piece: Piece, value: Any) -> None:
        if isinstance(default, bool):
            piece.extra[name] = truth(value)
        elif isinstance(default, Vec):
            piece.extra[name] = vector(value, name)
        else:
            piece.extra[name] = num(value, name)

    return put


def _set_interactable(_call: Call, piece: Piece, value: Any) -> None:
    piece.interactable = truth(value)


def _set_gravity(_call: Call, piece: Piece, value: Any) -> None:
    piece.extra["no_gravity"] = not truth(value)


VARIABLES: Members = {
    **{name: _flag_of(*field) for name, field in _FLAGS.items()},
    **{name: _remembered(name, default) for name, default in _REMEMBERED.items()},
    "guid": lambda _, piece: piece.guid,
    "name": _text_of("Name"),
    "type": lambda _, piece: piece.kind,
    "tag": lambda _, piece: piece.kind,
    "memo": _text_of("Memo"),
    "locked": lambda _, piece: piece.locked,
    "interactable": lambda _, piece: piece.interactable,
    "use_hands": lambda _, piece: piece.use_hands,
    "use_gravity": lambda _, piece: not piece.extra.get("no_gravity", False),
    "held_by_color": lambda _, piece: piece.held_by or None,
    "spawning": lambda _, piece: piece.spawning,
    "loading_custom": lambda _, piece: piece.spawning,
    "tostring": lambda _, piece: (
        "a destroyed object" if piece is None else f"{piece.nickname} ({piece.guid})"
    ),
}

SETTERS: Members = {
    **{name: _set_flag(key) for name, (key, _) in _FLAGS.items()},
    **{name: _remember(name, default) for name, default in _REMEMBERED.items()},
    "memo": _set_text("Memo"),
    "locked": _set_lock,
    "interactable": _set_interactable,
    "use_hands": _set_flag("Hands"),
    "use_gravity": _set_gravity,
}

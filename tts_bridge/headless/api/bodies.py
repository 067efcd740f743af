"""What is fixed to an object, pushes it, or belongs to the engine below: attachments, joints,
forces, selection, components. Nothing of it moves here but what scripts can see again."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    num,
    player_color,
    table,
    text,
    vector,
    whole,
)
from tts_bridge.headless.api.args import piece as need_piece
from tts_bridge.headless.model.kinds import Data
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import ApiError, Ref
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import ZERO, Vec, number, rotate, unrotate, vec

_AXES = "XYZ"

# --- attachments ---------------------------------------------------------------------------------


def _children(piece: Piece) -> list[Data]:
    return [each for each in piece.data.get("ChildObjects") or () if isinstance(each, dict)]


def _listed(index: int, data: Data) -> dict[str, Any]:
    return {
        "index": index,
        "guid": data.get("GUID") or "",
        "name": data.get("Nickname") or "",
        "nickname": data.get("Nickname") or "",
        "description": data.get("Description") or "",
        "gm_notes": data.get("GMNotes") or "",
        "memo": data.get("Memo") or "",
        "lua_script": data.get("LuaScript") or "",
        "lua_script_state": data.get("LuaScriptState") or "",
    }


def _attach(call: Call, piece: Piece, other: Any) -> bool:
    """Another object becomes part of this one: it lies where it lay, seen from it."""
    found = need_piece(call, other, "the object")
    if found is piece:
        raise ApiError("an object cannot be attached to itself")
    data = handling.stored(call.table, found)
    away = unrotate(found.position.minus(piece.position), piece.rotation)
    local = Vec(*(a / (s or 1.0) for a, s in zip(away, piece.scale, strict=True)))
    turned = found.rotation.minus(piece.rotation)
    transform = dict(data.get("Transform") or {})
    transform |= {"pos" + a: v for a, v in zip(_AXES, local, strict=True)}
    transform |= {"rot" + a: v % 360.0 for a, v in zip(_AXES, turned, strict=True)}
    piece.data["ChildObjects"] = [*_children(piece), {**data, "Transform": transform}]
    handling.destroy(call.table, found)
    return True


def _detach(call: Call, piece: Piece, index: int) -> Piece:
    children = _children(piece)
    if not 0 <= index < len(children):
        raise ApiError(f"{piece.guid} has no attachment {index}; it has {len(children)}")
    data = children.pop(index)
    piece.data["ChildObjects"] = children
    at = data.get("Transform") or {}
    local = vec([at.get("pos" + a, 0.0) for a in _AXES], ZERO) or ZERO
    turned = vec([at.get("rot" + a, 0.0) for a in _AXES], ZERO) or ZERO
    place = rotate(local.times(piece.scale), piece.rotation).plus(piece.position)
    return handling.spawn(call.table, data, at=place, rotation=turned.plus(piece.rotation))


def _detach_all(call: Call, piece: Piece) -> list[Piece]:
    return [_detach(call, piece, 0) for _ in _children(piece)]


def _destroy_one(call: Call, piece: Piece, index: Any) -> bool:
    children, place = _children(piece), whole(index, "the index")
    if not 0 <= place < len(children):
        return False
    del children[place]
    piece.data["ChildObjects"] = children
    return True


def _destroy_all(_call: Call, piece: Piece) -> bool:
    return piece.data.pop("ChildObjects", None) is not None


# --- joints, forces, selection -------------------------------------------------------------------

_JOINTS = ("Fixed", "Hinge", "Spring")


def _joint(call: Call, piece: Piece, other: Any = None, parameters: Any = None) -> bool:
    """A joint as the save writes it; without arguments all of the object's own go."""
    if other is None:
        for kind in _JOINTS:
            piece.data.pop("Joint" + kind, None)
        return True
    found, given = need_piece(call, other, "the object"), table(parameters or {}, "the parameters")
    kind = text(given.get("type", "Fixed"), "type").capitalize()
    if kind not in _JOINTS:
        raise ApiError(f"type must be one of {', '.join(_JOINTS)}, got {kind!r}")
    joint: Data = {"ConnectedBodyGUID": found.guid, "EnableCollision": bool(given.get("collision"))}
    for name, key in (("axis", "Axis"), ("anchor", "Anchor")):
        joint[key] = vector(given.get(name) or [0, 0, 0], name)._asdict()
    for name, key in (("break_force", "BreakForce"), ("break_torque", "BreakTorgue")):
        joint[key] = num(given.get(name), name, 1000.0)
    piece.data["Joint" + kind] = joint
    return True


def _joints(_call: Call, piece: Piece) -> list[dict[str, Any]]:
    found = []
    for kind in _JOINTS:
        joint = piece.data.get("Joint" + kind)
        if isinstance(joint, dict):
            found.append(
                {
                    "type": kind,
                    "joint_object_guid": joint.get("ConnectedBodyGUID", ""),
                    "collision": bool(joint.get("EnableCollision")),
                    "axis": vec(joint.get("Axis"), ZERO),
                    "anchor": vec(joint.get("Anchor"), ZERO),
                    "break_force": joint.get("BreakForce", 1000.0),
                    "break_torque": joint.get("BreakTorgue", 1000.0),
                }
            )
    return found


def _push(call: Call, piece: Piece, force: Any, _kind: Any = None) -> bool:
    """A push: what is free falls to rest again, where it is."""
    vector(force, "the vector")
    handling.let_go(call.table, piece)
    return True


def _selected(call: Call, piece: Piece, color: Any) -> bool:
    call.table.selected.setdefault(player_color(color, "the player"), {})[piece.id] = piece
    return True


def _unselected(call: Call, piece: Piece, color: Any) -> bool:
    chosen = call.table.selected.get(player_color(color, "the player"), {})
    return chosen.pop(piece.id, None) is not None


def _fog(_call: Call, piece: Piece) -> dict[str, Any]:
    found = piece.data.get("FogOfWarRevealer")
    fog = found if isinstance(found, dict) else {}
    return {
        "reveal": bool(fog.get("Active")),
        "color": fog.get("Color", "All"),
        "range": fog.get("Range", 5.0),
    }


def _set_fog(_call: Call, piece: Piece, parameters: Any) -> bool:
    given = table(parameters, "the parameters")
    before = piece.data.get("FogOfWarRevealer")
    fog = dict(before) if isinstance(before, dict) else {"Range": 5.0, "Color": "All"}
    fog["Active"] = bool(given.get("reveal", fog.get("Active", True)))
    if given.get("color") is not None:
        fog["Color"] = text(given["color"], "color")
    fog["Range"] = num(given.get("range"), "range", number(fog.get("Range"), 5.0))
    piece.data["FogOfWarRevealer"] = fog
    return True


def _reset(call: Call, piece: Piece) -> bool:
    """A bag becomes empty, a deck or bag that was changed is as it was read."""
    if piece.kind in ("Bag", "Infinite"):
        piece.contained.clear()
        return True
    call.table.clock.halt(piece)
    return True


def _spread(call: Call, piece: Piece, distance: Any = None) -> list[Piece]:
    """A deck laid out card by card, to the right."""
    if piece.kind != "Deck":
        raise ApiError(f"{piece.guid} is no deck")
    step, found = num(distance, "the distance", 0.6), []
    for i in range(len(piece.contained)):
        at = piece.position.plus(Vec(step * i, 0.0, 0.0))
        if piece.destroyed:
            if piece.remainder is not None:
                call.table.world.place(piece.remainder, at)
                found.append(piece.remainder)
            break
        found.append(handling.take(call.table, piece, at=at, smooth=False))
    return found


def _to_stash(call: Call, piece: Piece) -> bool:
    if not piece.hand:
        raise ApiError(f"{piece.guid} is in no hand")
    call.table.stashes.setdefault(piece.hand, []).append(handling.stored(call.table, piece))
    handling.destroy(call.table, piece)
    return True


# --- components: what the engine below knows of an object ----------------------------------------

_COMPONENTS = ("Transform", "Rigidbody", "BoxCollider", "MeshRenderer", "AudioSource")


def _component(_call: Call, piece: Piece, name: Any) -> Ref | None:
    wanted = text(name, "the name")
    return Ref("Component", f"{piece.id}/{wanted}") if wanted in _COMPONENTS else None


def _components(call: Call, piece: Piece, name: Any = None) -> list[Ref | None]:
    names = _COMPONENTS if name is None else [text(name, "the name")]
    return [found for each in names if (found := _component(call, piece, each))]


def component_fields(call: Call, id_: str) -> dict[str, Any]:
    """What was set of a component. Raises ApiError."""
    number, _, name = id_.partition("/")
    piece = call.table.piece(int(number))
    if piece is None:
        raise ApiError(f"{name} of an object that has been destroyed")
    fields: dict[str, Any] = piece.extra.setdefault("component " + name, {"enabled": True})
    return fields


def _set_field(call: Call, id_: str, name: Any, value: Any) -> bool:
    component_fields(call, id_)[text(name, "the name")] = value
    return True


COMPONENT_FUNCTIONS: Members = {
    "get": lambda call, id_, name: component_fields(call, id_).get(text(name, "the name")),
    "set": _set_field,
    "getVars": lambda call, id_: {
        n: type(v).__name__ for n, v in component_fields(call, id_).items()
    },
}
COMPONENT_VARIABLES: Members = {
    "name": lambda _call, id_: id_.partition("/")[2],
    "game_object": lambda _call, id_: Ref("Object", int(id_.partition("/")[0])),
}


def _none(value: Any) -> Callable[..., Any]:
    return lambda *_: value


FUNCTIONS: Members = {
    "addAttachment": _attach,
    "getAttachments": lambda _, piece: [_listed(i, c) for i, c in enumerate(_children(piece))],
    "removeAttachment": lambda call, piece, index: _detach(call, piece, whole(index, "the index")),
    "removeAttachments": _detach_all,
    "destroyAttachment": _destroy_one,
    "destroyAttachments": _destroy_all,
    "jointTo": _joint,
    "getJoints": _joints,
    "addForce": _push,
    "addTorque": _push,
    "setVelocity": _push,
    "setAngularVelocity": _push,
    "addToPlayerSelection": _selected,
    "removeFromPlayerSelection": _unselected,
    "getSelectingPlayers": lambda call, piece: [
        color for color, chosen in call.table.selected.items() if piece.id in chosen
    ],
    "getFogOfWarReveal": _fog,
    "setFogOfWarReveal": _set_fog,
    "reset": _reset,
    "spread": _spread,
    "moveToHandStash": _to_stash,
    "getComponent": _component,
    "getComponents": _components,
    "getComponentInChildren": _component,
    "getComponentsInChildren": _components,
    "getChild": _none(None),
    "getChildren": lambda *_: [],
}
VARIABLES: Members = {}
SETTERS: Members = {}

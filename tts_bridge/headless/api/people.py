"""Player and its instances."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    maybe_tint,
    player_color,
    table,
    text,
    truth,
    vector,
    whole,
)
from tts_bridge.headless.model.players import COLORS, SEATS, Person
from tts_bridge.headless.script.runtime import ApiError, Ref
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import ZERO, rotate

_ACTIONS = (
    "Copy", "Cut", "Delete", "FlipIncrementalLeft", "FlipIncrementalRight", "FlipOver", "Group",
    "Paste", "PickUp", "Randomize", "RotateIncrementalLeft", "RotateIncrementalRight",
    "RotateOver", "Select", "Under",
)  # fmt: skip


def _indexed(_call: Call, _: None, name: Any = None) -> Ref | None:
    if name is not None and str(name).capitalize() in COLORS:
        return Ref("Player", str(name).capitalize())
    return None


def _hand_colors(call: Call) -> list[str]:
    used = {piece.text("FogColor") for piece in call.table.world if piece.kind == "Hand"}
    return [color for color in SEATS if color in used]


MANAGER_FUNCTIONS: Members = {
    "getPlayers": lambda call, _: [Ref("Player", p.color) for p in call.table.players.seated()],
    "getSpectators": lambda call, _: [
        Ref("Player", p.color) for p in call.table.players.people if p.color == "Grey"
    ],
    "getColors": lambda *_: list(COLORS),
    "getAvailableColors": lambda call, _: _hand_colors(call),
}

MANAGER_VARIABLES: Members = {
    "[]": _indexed,
    "Action": lambda *_: {name: name for name in _ACTIONS},
}


def _person(field: str, default: Any) -> Callable[..., Any]:
    def get(call: Call, color: str) -> Any:
        person = call.table.players.at(color)
        return default if person is None else getattr(person, field)

    return get


def _need(call: Call, color: str) -> Person:
    person = call.table.players.at(color)
    if person is None:
        raise ApiError(f"nobody sits at {color}")
    return person


def _set(field: str) -> Callable[..., None]:
    def put(call: Call, color: str, value: Any) -> None:
        person = _need(call, color)
        kind = type(getattr(person, field))
        setattr(person, field, truth(value) if kind is bool else kind(value))

    return put


def _tell(call: Call, color: str, message: Any, tint: Any = None) -> bool:
    call.table.show(color, text(message, "the message"), maybe_tint(tint, "the colour"))
    return True


def _hand_objects(call: Call, color: str, index: Any = None) -> list[Any]:
    wanted = None if index is None else whole(index, "the index")
    return list(handling.hand_of(call.table, color, wanted))


def _hand_transform(call: Call, color: str, index: Any = None) -> dict[str, Any] | None:
    zone = handling.hand_zone(call.table, color, whole(index, "the index", 1))
    if zone is None:
        return None
    turned = {
        name: rotate(ZERO._replace(**{axis: 1.0}), zone.rotation)
        for name, axis in (("forward", "z"), ("right", "x"), ("up", "y"))
    }
    return {"position": zone.position, "rotation": zone.rotation, "scale": zone.scale, **turned}


def _set_hand_transform(call: Call, color: str, parameters: Any, index: Any = None) -> bool:
    zone = handling.hand_zone(call.table, color, whole(index, "the index", 1))
    if zone is None:
        raise ApiError(f"{color} has no hand")
    given = table(parameters, "the parameters")
    at = vector(given["position"], "position") if given.get("position") else None
    rotation = vector(given["rotation"], "rotation") if given.get("rotation") else None
    if given.get("scale"):
        zone.scale = vector(given["scale"], "scale").single()
    call.table.world.place(zone, at, rotation)
    return True


def _change_color(call: Call, color: str, to: Any) -> bool:
    person, wanted = _need(call, color), player_color(to, "the colour")
    if wanted != "Grey" and call.table.players.at(wanted):
        return False
    person.color = wanted
    call.table.events.post("onPlayerChangeColor", wanted)
    return True


def _promote(call: Call, color: str) -> bool:
    person = _need(call, color)
    person.promoted = not person.promoted
    return person.promoted


def _ping(call: Call, color: str, at: Any) -> bool:
    place = vector(at, "the position")
    call.table.events.post("onPlayerPing", Ref("Player", color), place, None)
    return True


FUNCTIONS: Members = {
    "print": _tell,
    "broadcast": _tell,
    "getHandObjects": _hand_objects,
    "getHandCount": lambda call, color: len(handling.hand_zones(call.table, color)),
    "getHandTransform": _hand_transform,
    "setHandTransform": _set_hand_transform,
    "getHoldingObjects": lambda call, color: [p for p in call.table.world if p.held_by == color],
    "getSelectedObjects": lambda call, color: list(call.table.selected.get(color, {}).values()),
    "clearSelectedObjects": lambda call, color: call.table.selected.pop(color, None) is not None,
    "getHoverObject": lambda call, color: call.table.hovered.get(color),
    "getPointerPosition": lambda call, color: call.table.pointers.get(color, ZERO),
    "getPointerRotation": lambda *_: 0.0,
    "changeColor": _change_color,
    "promote": _promote,
    "pingTable": _ping,
    "lookAt": lambda *_: True,  # for eyes only, as are the next three
    "attachCameraToObject": lambda *_: True,
    "setCameraMode": lambda *_: True,
    "setUITheme": lambda *_: True,
}

VARIABLES: Members = {
    "color": lambda _, color: color,
    "seated": lambda call, color: call.table.players.at(color) is not None and color != "Grey",
    "host": _person("host", False),
    "admin": lambda call, color: bool(
        (p := call.table.players.at(color)) and (p.host or p.promoted)
    ),
    "promoted": _person("promoted", False),
    "steam_name": _person("name", None),
    "steam_id": _person("steam_id", None),
    "team": _person("team", "None"),
    "blindfolded": _person("blindfolded", False),
    "lift_height": _person("lift_height", 0.2),
    "tostring": lambda _, color: f"Player {color}",
}

SETTERS: Members = {name: _set(name) for name in ("promoted", "team", "blindfolded", "lift_height")}

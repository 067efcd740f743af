"""Values and faces: dice, counters, what is up, states, flipping and rolling."""

from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    items,
    num,
    player_color,
    table,
    vector,
    whole,
)
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.player import pieces as acting
from tts_bridge.headless.script.runtime import ApiError
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import Vec


def _values(_call: Call, piece: Piece) -> list[dict[str, Any]]:
    return [{"value": value, "rotation": shown} for value, shown in piece.rotation_values]


def _set_values(_call: Call, piece: Piece, values: Any) -> bool:
    listed = []
    for each in items(values, "the rotation values"):
        given = table(each, "a rotation value")
        rotation = vector(given.get("rotation"), "rotation")
        listed.append({"Value": given.get("value"), "Rotation": rotation._asdict()})
    piece.data["RotationValues"] = listed
    return True


def _set_rotation_value(call: Call, piece: Piece, value: Any) -> None:
    for each, shown in piece.rotation_values:
        if str(each) == str(value):
            handling.move(call.table, piece, None, shown, smooth=True, fast=False)
            return
    raise ApiError(f"{piece.guid} has no side {value!r}")


def set_value(call: Call, piece: Piece, value: Any) -> bool:
    """Set what getValue gives."""
    if piece.kind == "Counter":
        piece.data["Counter"] = {
            **(piece.data.get("Counter") or {}),
            "value": whole(value, "the value"),
        }
    elif isinstance(shown := piece.data.get("Text"), dict):
        piece.data["Text"] = {**shown, "Text": str(value)}
    elif piece.rotation_values:
        _set_rotation_value(call, piece, value)
    else:
        return False
    return True


def _flip(call: Call, piece: Piece) -> bool:
    now = piece.rotation
    to = Vec(now.x, now.y, (now.z + 180.0) % 360.0)
    handling.turn(call.table, piece, to, piece.held_by)
    return True


def _randomize(call: Call, piece: Piece, color: Any = None) -> bool:
    by = "" if color is None else player_color(color, "the colour")
    acting.randomize(call.table, piece, None, by)
    return True


def _states(_call: Call, piece: Piece) -> list[dict[str, Any]]:
    states = piece.data.get("States") or {}
    found = []
    for key, each in states.items():
        found.append(
            {
                "id": int(key) if str(key).isdigit() else key,
                "name": each.get("Name", ""),
                "nickname": each.get("Nickname", ""),
                "description": each.get("Description", ""),
                "guid": each.get("GUID", ""),
                "lua_script": each.get("LuaScript", ""),
                "lua_script_state": each.get("LuaScriptState", ""),
            }
        )
    return found


def _shuffle_states(call: Call, piece: Piece) -> Piece:
    numbers = [int(key) for key in piece.data.get("States") or {} if str(key).isdigit()]
    if not numbers:
        raise ApiError(f"{piece.guid} has no states")
    return handling.set_state(call.table, piece, call.table.rng.choice(numbers))


def _set_state(call: Call, piece: Piece, number: Any) -> Piece:
    wanted = whole(number, "the state")
    if wanted == handling.state_of(piece.data):
        return piece
    return handling.set_state(call.table, piece, wanted)


FUNCTIONS: Members = {
    "getValue": lambda _, piece: piece.value,
    "setValue": set_value,
    "getRotationValue": lambda _, piece: piece.rotation_value,
    "setRotationValue": _set_rotation_value,
    "getRotationValues": _values,
    "setRotationValues": _set_values,
    "flip": _flip,
    "roll": _randomize,
    "randomize": _randomize,
    "getStateId": lambda _, piece: handling.state_of(piece.data),
    "getStates": _states,
    "setState": _set_state,
    "shuffleStates": _shuffle_states,
}


def _set_number(_call: Call, piece: Piece, value: Any) -> None:
    piece.data["Value"] = int(num(value, "the value"))


VARIABLES: Members = {
    "is_face_down": lambda _, piece: piece.is_face_down,
    "value": lambda _, piece: int(piece.data.get("Value") or 0),
}

SETTERS: Members = {"value": _set_number}

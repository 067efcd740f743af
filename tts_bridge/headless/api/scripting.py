"""Scripts, saved data and custom content of objects; what Global has of these.

`call`, `getVar` and the like are done in lua/proxy.lua.
"""

from typing import Any

import msgspec

from tts_bridge.headless.api.args import Call, Members, items, table, text
from tts_bridge.headless.api.looks import lua_names, snap_point, vector_line
from tts_bridge.headless.api.savedata import to_lua
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import Ref
from tts_bridge.headless.sim import objects as handling

# snake_case name -> the save's, by part of the save
_CUSTOM: dict[str, dict[str, str]] = {
    "CustomImage": {
        "image": "ImageURL", "image_bottom": "ImageSecondaryURL",
        "image_secondary": "ImageSecondaryURL", "image_scalar": "ImageScalar",
    },
    "CustomMesh": {
        "mesh": "MeshURL", "diffuse": "DiffuseURL", "normal": "NormalURL",
        "collider": "ColliderURL", "convex": "Convex", "type": "TypeIndex",
        "material": "MaterialIndex", "cast_shadows": "CastShadows",
    },
    "CustomAssetbundle": {
        "assetbundle": "AssetbundleURL", "assetbundle_secondary": "AssetbundleSecondaryURL",
        "type": "TypeIndex", "material": "MaterialIndex",
    },
    "CustomPDF": {"url": "PDFUrl", "page": "PDFPage"},
}  # fmt: skip
_INNER: dict[str, dict[str, str]] = {  # deeper in CustomImage
    "CustomTile": {
        "type": "Type", "thickness": "Thickness", "stackable": "Stackable", "stretch": "Stretch",
    },
    "CustomToken": {
        "thickness": "Thickness", "merge_distance": "MergeDistancePixels",
        "stackable": "Stackable", "stand_up": "StandUp",
    },
    "CustomDice": {"type": "Type"},
}  # fmt: skip
_SHEET = {
    "face": "FaceURL", "back": "BackURL", "width": "NumWidth", "height": "NumHeight",
    "back_is_hidden": "BackIsHidden", "unique_back": "UniqueBack", "type": "Type",
}  # fmt: skip


def _get_custom(_call: Call, piece: Piece) -> Any:
    data = piece.data
    for part, names in _CUSTOM.items():
        if not isinstance(found := data.get(part), dict):
            continue
        shown = {name: found[key] for name, key in names.items() if key in found}
        for inner, inner_names in _INNER.items():
            if isinstance(deeper := found.get(inner), dict):
                shown |= {n: deeper[key] for n, key in inner_names.items() if key in deeper}
        return shown
    sheets = data.get("CustomDeck")
    if isinstance(sheets, dict) and sheets:
        listed = [{n: s[key] for n, key in _SHEET.items() if key in s} for s in sheets.values()]
        return listed[0] if piece.kind == "Card" else listed
    return {}


def _set_custom(_call: Call, piece: Piece, parameters: Any) -> bool:
    if isinstance(parameters, list):
        parameters = parameters[0] if parameters else {}
    given = table(parameters, "the parameters")
    data = piece.data
    for part, names in _CUSTOM.items():
        if not isinstance(found := data.get(part), dict):
            continue
        changed = {**found, **{key: given[n] for n, key in names.items() if n in given}}
        for inner, inner_names in _INNER.items():
            if isinstance(deeper := found.get(inner), dict):
                new = {key: given[n] for n, key in inner_names.items() if n in given}
                changed[inner] = {**deeper, **new}
        data[part] = changed
        return True
    if isinstance(sheets := data.get("CustomDeck"), dict):
        new = {key: given[n] for n, key in _SHEET.items() if n in given}
        data["CustomDeck"] = {key: {**sheet, **new} for key, sheet in sheets.items()}
        return True
    created = {key: given[n] for n, key in _CUSTOM["CustomMesh"].items() if n in given}
    if str(data.get("Name", "")).startswith("Custom_Model"):
        data["CustomMesh"] = created
    else:
        data["CustomImage"] = {
            key: given[n] for n, key in _CUSTOM["CustomImage"].items() if n in given
        }
    return True


def _json(call: Call, piece: Piece, indented: Any = True) -> str:
    text_ = msgspec.json.encode(handling.stored(call.table, piece))
    if indented is not False:
        text_ = msgspec.json.format(text_, indent=2)
    return text_.decode()


def _set_script(_call: Call, piece: Piece, script: Any) -> bool:
    piece.data["LuaScript"] = text(script, "the script")
    return True


def _set_state(_call: Call, piece: Piece, state: Any) -> None:
    piece.data["LuaScriptState"] = "" if state is None else text(state, "the state")


FUNCTIONS: Members = {
    "getData": lambda call, piece: to_lua(handling.stored(call.table, piece)),
    "getJSON": _json,
    "getCustomObject": _get_custom,
    "setCustomObject": _set_custom,
    "getLuaScript": lambda _, piece: piece.text("LuaScript"),
    "setLuaScript": _set_script,
}

VARIABLES: Members = {
    "script_state": lambda _, piece: piece.text("LuaScriptState"),
    "script_code": lambda _, piece: piece.text("LuaScript"),
    "UI": lambda _, piece: Ref("UI", piece.id),
}

SETTERS: Members = {"script_state": _set_state, "script_code": _set_script}


def _world_marks(key: str) -> Any:
    return lambda call, _: [lua_names(each) for each in call.table.data.get(key) or ()]


def _set_points(call: Call, _none: None, points: Any) -> bool:
    call.table.data["SnapPoints"] = [snap_point(each) for each in items(points, "snap points")]
    return True


def _set_lines(call: Call, _none: None, lines: Any) -> bool:
    call.table.data["VectorLines"] = [vector_line(each) for each in items(lines, "the lines")]
    return True


def _set_global_script(call: Call, _none: None, script: Any) -> bool:
    call.table.data["LuaScript"] = text(script, "the script")
    return True


GLOBAL_FUNCTIONS: Members = {
    "getSnapPoints": _world_marks("SnapPoints"),
    "setSnapPoints": _set_points,
    "getVectorLines": _world_marks("VectorLines"),
    "setVectorLines": _set_lines,
    "getDecals": _world_marks("Decals"),
    "getLuaScript": lambda call, _: str(call.table.data.get("LuaScript") or ""),
    "setLuaScript": _set_global_script,
    "isDestroyed": lambda *_: False,
}

GLOBAL_VARIABLES: Members = {
    "UI": lambda *_: Ref("UI", 0),
    "guid": lambda *_: "-1",
    "script_state": lambda call, _: str(call.table.data.get("LuaScriptState") or ""),
    "tostring": lambda *_: "Global",
}

"""The classes with one instance: Turns, Hands, Notes, Physics, Grid, Lighting, WebRequest ..."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api import music, web
from tts_bridge.headless.api.args import (
    Call,
    items,
    num,
    player_color,
    table,
    text,
    truth,
    vector,
    whole,
)  # fmt: skip
from tts_bridge.headless.api.parts import Triple
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import Ref
from tts_bridge.headless.vectors import Tint, Vec, number, unrotate

Get = Callable[..., Any]


def _field(section: str, key: str, default: Any, shift: int = 0) -> tuple[Get, Get]:
    """A variable kept in a section of the save; `shift` is how far Lua counts from it."""

    def get(call: Call, _: None) -> Any:
        value = call.table.statics.get(section, key, default)
        return value + shift if shift else value

    def put(call: Call, _: None, value: Any) -> None:
        if isinstance(default, bool):
            value = truth(value)
        elif isinstance(default, int):
            value = whole(value, key) - shift
        elif isinstance(default, float):
            value = num(value, key)
        elif isinstance(default, list):
            value = items(value, key)
        call.table.statics.set(section, key, value)

    return get, put


def _fields(section: str, **fields: tuple[Any, ...]) -> tuple[dict[str, Get], dict[str, Get]]:
    pairs = {name: _field(section, *field) for name, field in fields.items()}
    return {n: pair[0] for n, pair in pairs.items()}, {n: pair[1] for n, pair in pairs.items()}


# --- turns -------------------------------------------------------------------------------------


def _order(call: Call) -> list[str]:
    seated = [p.color for p in call.table.players.seated() if p.color != "Black"]
    if call.table.statics.get("Turns", "Type", 0) == 1:
        listed = call.table.statics.get("Turns", "TurnOrder", [])
        seated = [color for color in listed if color in seated] or seated
    reverse = call.table.statics.get("Turns", "Reverse", False)
    return seated[::-1] if reverse else seated


def _turn_color(call: Call, _: None = None) -> str:
    return str(call.table.statics.get("Turns", "TurnColor", ""))


def _set_turn(call: Call, _: None, color: Any) -> None:
    before = _turn_color(call)
    after = "" if color in (None, "") else player_color(color, "turn_color")
    call.table.statics.set("Turns", "TurnColor", after)
    if after and after != before:
        previous = Ref("Player", before) if before else None
        call.table.events.post("onPlayerTurn", Ref("Player", after), previous)


def _neighbour(call: Call, step: int) -> str:
    order, now = _order(call), _turn_color(call)
    if not order:
        return ""
    return order[(order.index(now) + step) % len(order)] if now in order else order[0]


def _end_turn(call: Call, _: None) -> bool:
    _set_turn(call, None, _neighbour(call, 1))
    return True


_TURNS = _fields(
    "Turns",
    enable=("Enable", False),
    type=("Type", 0, 1),
    order=("TurnOrder", []),
    reverse_order=("Reverse", False),
    skip_empty_hands=("SkipEmpty", False),
    disable_interactations=("DisableInteractions", False),
    pass_turns=("PassTurns", True),
)

# --- notes -------------------------------------------------------------------------------------


def _tabs(call: Call) -> dict[str, Any]:
    return dict(call.table.statics.section("TabStates"))


def _list_tabs(call: Call, _: None) -> list[dict[str, Any]]:
    return [
        {"index": int(key), "title": tab.get("title", ""), "body": tab.get("body", ""),
         "color": tab.get("color", "Grey")}
        for key, tab in _tabs(call).items()
    ]  # fmt: skip


def _edit_tab(call: Call, _: None, parameters: Any) -> bool:
    given, tabs = table(parameters, "the parameters"), _tabs(call)
    key = str(whole(given.get("index"), "index"))
    if key not in tabs:
        return False
    new = {n: text(given[n], n) for n in ("title", "body", "color") if given.get(n) is not None}
    tabs[key] = {**tabs[key], **new}
    call.table.statics.put("TabStates", tabs)
    return True


def _add_tab(call: Call, _: None, parameters: Any) -> int:
    given, tabs = table(parameters, "the parameters"), _tabs(call)
    index = max((int(key) for key in tabs), default=-1) + 1
    fields = {"title": "", "body": "", "color": "Grey"}
    tabs[str(index)] = {n: text(given.get(n, d), n) for n, d in fields.items()} | {"id": index}
    call.table.statics.put("TabStates", tabs)
    return index


def _remove_tab(call: Call, _: None, index: Any) -> bool:
    tabs = _tabs(call)
    found = tabs.pop(str(whole(index, "index")), None)
    call.table.statics.put("TabStates", tabs)
    return found is not None


def _top(name: str, default: str = "") -> tuple[Get, Get]:
    """A text of the save's top level: how to get and to set it."""

    def put(call: Call, _: None, value: Any) -> bool:
        call.table.statics.put(name, text(value, name))
        return True

    return (lambda call, _: call.table.statics.value(name, default)), put


# --- physics -----------------------------------------------------------------------------------


def _cast(call: Call, _: None, parameters: Any) -> list[dict[str, Any]]:
    """What a ray, sphere or box meets, nearest first; objects are taken for upright boxes."""
    given = table(parameters, "the parameters")
    origin = vector(given.get("origin"), "origin")
    way = vector(given.get("direction") or [0, -1, 0], "direction")
    length = (way.x**2 + way.y**2 + way.z**2) ** 0.5 or 1.0
    way = Vec(*(c / length for c in way))
    far = min(num(given.get("max_distance"), "max_distance", 1000.0), 1000.0)
    size = vector(given.get("size") or [0, 0, 0], "size")
    if whole(given.get("type"), "type", 1) == 1:
        size = Vec(0.0, 0.0, 0.0)
    found = []
    for piece in call.table.world:
        distance = None if piece.is_zone else _hit(piece, origin, way, far, size)
        if distance is not None:
            at = origin.plus(Vec(*(c * distance for c in way)))
            found.append(
                {"point": at, "normal": Vec(0.0, 1.0, 0.0), "distance": distance,
                 "hit_object": piece}
            )  # fmt: skip
    return sorted(found, key=lambda hit: hit["distance"])


def _hit(piece: Piece, origin: Vec, way: Vec, far: float, size: Vec) -> float | None:
    turned = Vec(0.0, piece.rotation.y, 0.0)
    start, step = unrotate(origin.minus(piece.position), turned), unrotate(way, turned)
    half = piece.size.plus(size)
    enter, leave = 0.0, far
    for a, d, h in zip(start, step, half, strict=True):
        if abs(d) < 1e-9:
            if abs(a) > h / 2:
                return None
            continue
        first, second = sorted(((-h / 2 - a) / d, (h / 2 - a) / d))
        enter, leave = max(enter, first), min(leave, second)
    return enter if enter <= leave else None


def _constant(value: Any) -> Get:
    return lambda *_: value


_HANDS = _fields(
    "Hands", enable=("Enable", True), disable_unused=("DisableUnused", False),
    hiding=("Hiding", 0, 1),
)  # fmt: skip
_GRID = _fields(
    "Grid", type=("Type", 0, 1), show_lines=("Lines", False), opacity=("Opacity", 0.75),
    thick_lines=("ThickLines", False), sizeX=("xSize", 2.0), sizeY=("ySize", 2.0),
)  # fmt: skip
_LIGHT = _fields(
    "Lighting", light_intensity=("LightIntensity", 0.54),
    ambient_intensity=("AmbientIntensity", 1.3), ambient_type=("AmbientType", 0, 1),
    reflection_intensity=("ReflectionIntensity", 1.0), lut_index=("LutIndex", 0),
    lut_contribution=("LutContribution", 1.0), lut_url=("LutURL", ""),
)  # fmt: skip
_NOTE, _SKY, _SKY_URL = _top("Note"), _top("Sky"), _top("SkyURL")
_TABLE, _TABLE_URL = _top("Table"), _top("TableURL")
_PLAY_AREA = (
    lambda call, _: call.table.statics.value("PlayArea", 0.5),
    lambda call, _, value: call.table.statics.put("PlayArea", num(value, "play_area")),
)

_LIGHTS = {
    "LightColor": music.color_field("Lighting", "LightColor", Tint(1, 1, 1)),
    **{
        name: music.color_field("Lighting", name, Tint(0.5, 0.5, 0.5))
        for name in ("AmbientSkyColor", "AmbientEquatorColor", "AmbientGroundColor")
    },
}  # fmt: skip
_LIGHT_COLORS = {f"get{name}": pair[0] for name, pair in _LIGHTS.items()} | {
    f"set{name}": pair[1] for name, pair in _LIGHTS.items()
}
_GRID_COLOR = music.color_field("Grid", "Color", Tint(0, 0, 0))
_SNAPS = {"Snapping": 2, "Offset": 3, "BothSnapping": 4}  # what Lua calls 1 is none of them


def _snapping(call: Call, _: None) -> int:
    get = call.table.statics.get
    return next((n for key, n in _SNAPS.items() if get("Grid", key, False)), 1)


def _set_snapping(call: Call, _: None, value: Any) -> None:
    wanted = whole(value, "snapping")
    for key, n in _SNAPS.items():
        call.table.statics.set("Grid", key, n == wanted)


def _grid_offset(axis: str) -> tuple[Get, Get]:
    def get(call: Call, _: None) -> float:
        return number(call.table.statics.get("Grid", "PosOffset", {}).get(axis))

    def put(call: Call, _: None, value: Any) -> None:
        before = call.table.statics.get("Grid", "PosOffset", {})
        call.table.statics.set("Grid", "PosOffset", {**before, axis: num(value, "the offset")})

    return get, put


_MORE_GRID = {
    "color": _GRID_COLOR, "snapping": (_snapping, _set_snapping), "offsetX": _grid_offset("x"),
    "offsetY": _grid_offset("z"),
}  # fmt: skip


def _gravity(call: Call, _: None) -> Vec:
    return Vec(0.0, -9.81 * num(call.table.statics.value("Gravity", 0.5), "Gravity") * 2, 0.0)


def _set_gravity(call: Call, _: None, value: Any) -> bool:
    call.table.statics.put("Gravity", vector(value, "the gravity").y / -19.62)
    return True


def _table_object(call: Call, _: None) -> None:
    return None  # the table itself is no object here


CLASSES: dict[str, Triple] = {
    "MusicPlayer": music.MUSIC,
    "Turns": (
        {
            "endTurn": _end_turn,
            "getNextTurnColor": lambda call, _: _neighbour(call, 1),
            "getPreviousTurnColor": lambda call, _: _neighbour(call, -1),
            "getTurnOrder": lambda call, _: _order(call),
        },
        {**_TURNS[0], "turn_color": _turn_color},
        {**_TURNS[1], "turn_color": _set_turn},
    ),
    "Hands": (
        {"getHands": lambda call, _: [p for p in call.table.world if p.kind == "Hand"]},
        *_HANDS,
    ),
    "Notes": (
        {
            "getNotes": _NOTE[0], "setNotes": _NOTE[1], "getNotebookTabs": _list_tabs,
            "addNotebookTab": _add_tab, "editNotebookTab": _edit_tab,
            "removeNotebookTab": _remove_tab,
        },
        {},
        {},
    ),
    "Physics": (
        {"cast": _cast, "getGravity": _gravity, "setGravity": _set_gravity},
        {"play_area": _PLAY_AREA[0]},
        {"play_area": _PLAY_AREA[1]},
    ),
    "Grid": (
        {},
        _GRID[0] | {name: pair[0] for name, pair in _MORE_GRID.items()},
        _GRID[1] | {name: pair[1] for name, pair in _MORE_GRID.items()},
    ),
    "Lighting": ({"apply": _constant(True), **_LIGHT_COLORS}, *_LIGHT),
    "Backgrounds": (
        {
            "getBackground": _SKY[0], "setBackground": _SKY[1], "getCustomURL": _SKY_URL[0],
            "setCustomURL": _SKY_URL[1],
        },
        {},
        {},
    ),
    "Tables": (
        {
            "getTable": _TABLE[0], "setTable": _TABLE[1], "getCustomURL": _TABLE_URL[0],
            "setCustomURL": _TABLE_URL[1], "getTableObject": _table_object,
        },
        {},
        {},
    ),
    "Info": (
        {},
        {
            "name": _top("GameMode")[0], "type": _top("GameType")[0],
            "complexity": _top("GameComplexity")[0],
            "tags": lambda call, _: call.table.statics.value("Tags", []),
            "playing_time": lambda call, _: call.table.statics.value("PlayingTime", [0, 0]),
            "number_of_players": lambda call, _: call.table.statics.value("PlayerCounts", [0, 0]),
        },
        {"name": _top("GameMode")[1], "type": _top("GameType")[1]},
    ),
    "WebRequest": (web.FUNCTIONS, {}, {}),
}  # fmt: skip

"""The global functions: finding and spawning objects, messages, chance, and what Lua's own
library asks of the table."""

from typing import Any

import msgspec

from exporters.luacode.dialect import rewrite
from tts_bridge.headless.api.args import (
    PLAYER_TINTS,
    Call,
    Members,
    function,
    items,
    lua_kind,
    maybe_function,
    maybe_tint,
    maybe_vector,
    owner,
    plain,
    player_color,
    table,
    text,
    tint,
)
from tts_bridge.headless.api.args import piece as need_piece
from tts_bridge.headless.api.savedata import from_lua
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script import unicode as letters
from tts_bridge.headless.script.json import check_size, decode
from tts_bridge.headless.script.moonsharp_source import faithful, in_groups
from tts_bridge.headless.script.runtime import ApiError, Ref
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.sim.bounds import nested
from tts_bridge.headless.vectors import Tint

_EPOCH = 1_700_000_000  # what os.time says at the start, so that every run is the same


def _from_guid(call: Call, _: None, guid: Any = None) -> Piece | None:
    return call.table.world.get(guid) if isinstance(guid, str) else None


def _objects(call: Call, _: None) -> list[Piece]:
    return list(call.table.world)


def _tagged(call: Call, tags: list[Any], *, every: bool) -> list[Piece]:
    wanted = {text(tag, "a tag") for tag in tags}
    test = wanted.issubset if every else lambda own: not wanted.isdisjoint(own)
    return [p for p in call.table.world if test(set(p.tags))]


def _destroy(call: Call, _: None, target: Any) -> bool:
    if target is None:
        return False
    handling.destroy(call.table, need_piece(call, target, "the object"))
    return True


def _spawn(call: Call, _: None, parameters: Any) -> Piece:
    given = table(parameters, "the parameters")
    data = handling.spawned_type(text(given.get("type"), "type"))
    return _spawned(call, given, data)


def _spawn_data(call: Call, _: None, parameters: Any) -> Piece:
    given = table(parameters, "the parameters")
    data = from_lua(plain(table(given.get("data"), "data"), "data"))
    return _spawned(call, given, data)


def _spawn_json(call: Call, _: None, parameters: Any) -> Piece:
    given = table(parameters, "the parameters")
    source = text(given.get("json"), "json")
    check_size(source)
    try:
        data = msgspec.json.decode(source)
    except msgspec.DecodeError as error:
        raise ApiError(f"json is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise ApiError("json is not an object")
    return _spawned(call, given, data)


def _spawned(call: Call, given: dict[str, Any], data: dict[str, Any]) -> Piece:
    nested(data)
    return handling.spawn(
        call.table,
        data,
        at=maybe_vector(given.get("position"), "position"),
        rotation=maybe_vector(given.get("rotation"), "rotation"),
        scale=maybe_vector(given.get("scale"), "scale"),
        callback=maybe_function(given.get("callback_function"), "callback_function"),
    )


def _coroutine(call: Call, _: None, whose: Any, name: Any) -> bool:
    script = owner(call, whose, "function_owner")
    callback = call.table.engine.named(script, text(name, "the function"))
    if callback is None:
        raise ApiError(f"there is no function {name!r} to run as a coroutine")
    call.table.clock.start(script, call.table.engine.start(callback.function))
    return True


# --- messages ----------------------------------------------------------------------------------


def _print(call: Call, _: None, message: Any = "") -> None:
    call.table.show("all", str(message))
    call.table.send({"messageID": 2, "message": str(message)})


def _message(value: Any) -> str:
    return text(value, "the message") if isinstance(value, str | int | float) else lua_kind(value)


def _to_all(call: Call, _: None, message: Any, color: Any = None) -> bool:
    call.table.show("all", _message(message), maybe_tint(color, "the colour"))
    return True


def _to_color(call: Call, _: None, message: Any, to: Any, color: Any = None) -> bool:
    player = player_color(to, "the player")
    call.table.show(player, _message(message), maybe_tint(color, "the colour"))
    return True


def _logged(value: Any, depth: int = 0) -> str:
    if isinstance(value, dict | list) and depth < 4:
        pairs = value.items() if isinstance(value, dict) else enumerate(value, 1)
        inner = "".join(f"\n{'    ' * (depth + 1)}{k}: {_logged(v, depth + 1)}" for k, v in pairs)
        return "{" + inner + "\n" + "    " * depth + "}" if inner else "{}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Ref):
        return f"{value.kind} {value.id}"
    return _message(value) if isinstance(value, str | int | float) else lua_kind(value)


def _log(call: Call, _: None, value: Any = None, label: Any = None, tags: Any = None) -> bool:
    call.table.show("host", _log_string(call, _, value, label, tags))
    return True


def _log_string(
    _call: Call, _: None, value: Any = None, label: Any = None, _tags: Any = None
) -> str:
    return (f"{label}: " if label not in (None, "") else "") + _logged(value)


def _log_style(
    call: Call, _: None, tag: Any, color: Any = None, prefix: Any = None, postfix: Any = None
) -> bool:
    style = {"tint": maybe_tint(color, "the colour"), "prefix": prefix, "postfix": postfix}
    call.table.statics.styles[text(tag, "the tag")] = style
    return True


def _external(call: Call, _: None, data: Any) -> bool:
    message = plain(table(data, "the data"), "the message")
    call.table.send({"messageID": 4, "customMessage": message})
    return True


def _rgb(_call: Call, _: None, name: Any) -> Tint | None:
    return PLAYER_TINTS.get(str(name).capitalize()) or tint(name, "the colour")


def _hotkey(call: Call, _: None, label: Any, callback: Any, _on_up: Any = None) -> bool:
    call.table.hotkeys[text(label, "the label")] = function(callback, "the function")
    return True


def _menu(call: Call, _: None, label: Any, callback: Any, *_rest: Any) -> bool:
    call.table.menu.append((text(label, "the label"), function(callback, "the function")))
    return True


def _clear_menu(call: Call, _: None) -> bool:
    call.table.menu.clear()
    return True


def _clear_hotkeys(call: Call, _: None) -> bool:
    call.table.hotkeys.clear()
    return True


def _group(call: Call, _: None, objects: Any) -> list[Piece]:
    """Cards and decks become one deck, where the first lies; the rest stays as it is."""
    pieces = [need_piece(call, each, "an object") for each in items(objects, "the objects")]
    cards = [piece for piece in pieces if piece.kind in ("Card", "Deck")]
    if len(cards) < 2:
        return pieces
    deck = cards[0]
    for card in cards[1:]:
        deck = handling.put(call.table, deck, card)
    return [deck, *(piece for piece in pieces if piece not in cards)]


# --- for lua/stdlib.lua ------------------------------------------------------------------------


def _random(call: Call, _: None, low: Any = None, high: Any = None) -> float:
    if low is None:
        return call.table.rng.random()
    first, last = (1, int(low)) if high is None else (int(low), int(high))
    return call.table.rng.randint(first, last) if first <= last else first


def _seed(call: Call, _: None, seed: Any = None) -> None:
    call.table.reseed(seed)


FUNCTIONS: Members = {
    "getObjectFromGUID": _from_guid,
    "getObjects": _objects,
    "getAllObjects": _objects,
    "getObjectsWithTag": lambda call, _, tag: _tagged(call, [tag], every=True),
    "getObjectsWithAnyTags": lambda call, _, tags: _tagged(call, items(tags, "tags"), every=False),
    "getObjectsWithAllTags": lambda call, _, tags: _tagged(call, items(tags, "tags"), every=True),
    "getSeatedPlayers": lambda call, _: [p.color for p in call.table.players.seated()],
    "destroyObject": _destroy,
    "spawnObject": _spawn,
    "spawnObjectData": _spawn_data,
    "spawnObjectJSON": _spawn_json,
    "startLuaCoroutine": _coroutine,
    "print": _print,
    "printToAll": _to_all,
    "broadcastToAll": _to_all,
    "printToColor": _to_color,
    "broadcastToColor": _to_color,
    "log": _log,
    "logString": _log_string,
    "logStyle": _log_style,
    "sendExternalMessage": _external,
    "stringColorToRGB": _rgb,
    "addHotkey": _hotkey,
    "clearHotkeys": _clear_hotkeys,
    "showHotkeyConfig": lambda *_: True,
    "addContextMenuItem": _menu,
    "clearContextMenu": _clear_menu,
    "group": _group,
    "ttsb_start": lambda call, _: call.table.start,
    "setLookingForPlayers": lambda *_: True,
    "allowRewindStore": lambda *_: True,
    "random": _random,
    "randomseed": _seed,
    "time": lambda call, _: _EPOCH + int(call.table.clock.time),
    "clock": lambda call, _: call.table.clock.time,
    "upper": lambda _call, _, source: letters.upper(source),
    "lower": lambda _call, _, source: letters.lower(source),
    "classes": lambda _call, _, code: letters.classes(int(code)),
    "weight": lambda _call, _, code: letters.weight(int(code)),
    "faithful": lambda _call, _, source: list(faithful(text(source, "the script"))),
    "decode": lambda _call, _, source: decode(source),
    "rewrite": lambda _call, _, source, prefix=None: (
        in_groups(source, prefix) if prefix else rewrite(source)
    ),
    "scriptName": lambda call, _, script: call.table.script_name(int(script)),
}

INTERNAL = {"random", "randomseed", "time", "clock", "decode", "rewrite", "scriptName",
    "faithful", "upper", "lower", "classes", "weight",
}  # fmt: skip

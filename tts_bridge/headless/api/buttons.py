"""Buttons, inputs and context menus on objects."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    function,
    num,
    owner,
    table,
    text,
    tint,
    vector,
    whole,
)
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import GLOBAL, Ref
from tts_bridge.headless.vectors import ONE, ZERO, Tint

_WHITE, _BLACK = Tint(1, 1, 1), Tint(0, 0, 0)
_COMMON: dict[str, Any] = {
    "label": "", "position": ZERO, "rotation": ZERO, "scale": ONE, "width": 100.0, "height": 100.0,
    "font_size": 100.0, "color": _WHITE, "font_color": _BLACK, "tooltip": "",
}  # fmt: skip
_BUTTON = {**_COMMON, "click_function": "", "hover_color": _WHITE, "press_color": _WHITE}
_INPUT = {**_COMMON, "input_function": "", "value": "", "alignment": 1, "validation": 1, "tab": 1}


def _checked(call: Call, given: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a button that were given, in their own types."""
    found: dict[str, Any] = {}
    for name, default in known.items():
        value = given.get(name)
        if value is None:
            continue
        if isinstance(default, Tint):
            found[name] = tint(value, name)
        elif isinstance(default, tuple):
            found[name] = vector(value, name, ONE if name == "scale" else ZERO)
        elif isinstance(default, float):
            found[name] = num(value, name)
        elif isinstance(default, int):
            found[name] = whole(value, name)
        else:
            found[name] = str(value) if isinstance(value, bool) else text(value, name)
    if given.get("function_owner") is not None:
        found["owner"] = owner(call, given["function_owner"], "function_owner")
    return found


def _create(which: str, known: dict[str, Any]) -> Callable[..., bool]:
    def create(call: Call, piece: Piece, parameters: Any) -> bool:
        listed: list[dict[str, Any]] = getattr(piece, which)
        found = _checked(call, table(parameters, "the parameters"), known)
        index = max((each["index"] for each in listed), default=-1) + 1
        listed.append({**known, "owner": GLOBAL, **found, "index": index})
        return True

    return create


def _edit(which: str, known: dict[str, Any]) -> Callable[..., bool]:
    def edit(call: Call, piece: Piece, parameters: Any) -> bool:
        given = table(parameters, "the parameters")
        index = whole(given.get("index"), "index", 0)
        for each in getattr(piece, which):
            if each["index"] == index:
                each.update(_checked(call, given, known))
                return True
        return False

    return edit


def _remove(which: str) -> Callable[..., bool]:
    def remove(_call: Call, piece: Piece, index: Any) -> bool:
        wanted, listed = whole(index, "index"), getattr(piece, which)
        kept = [each for each in listed if each["index"] != wanted]
        found = len(kept) < len(listed)
        listed[:] = kept
        return found

    return remove


def _clear(which: str) -> Callable[..., bool]:
    def clear(_call: Call, piece: Piece) -> bool:
        getattr(piece, which).clear()
        return True

    return clear


def _listed(which: str) -> Callable[..., list[dict[str, Any]]]:
    def listed(_call: Call, piece: Piece) -> list[dict[str, Any]]:
        found = []
        for each in getattr(piece, which):
            shown = {key: value for key, value in each.items() if key != "owner"}
            script = each["owner"]
            shown["function_owner"] = Ref("Object", script) if script else Ref("Global", 0)
            found.append(shown)
        return found

    return listed


def _add_menu(_call: Call, piece: Piece, label: Any, callback: Any, _keep_open: Any = None) -> bool:
    piece.menu.append((text(label, "the label"), function(callback, "the callback")))
    return True


FUNCTIONS: Members = {
    "createButton": _create("buttons", _BUTTON),
    "editButton": _edit("buttons", _BUTTON),
    "removeButton": _remove("buttons"),
    "clearButtons": _clear("buttons"),
    "getButtons": _listed("buttons"),
    "createInput": _create("inputs", _INPUT),
    "editInput": _edit("inputs", _INPUT),
    "removeInput": _remove("inputs"),
    "clearInputs": _clear("inputs"),
    "getInputs": _listed("inputs"),
    "addContextMenuItem": _add_menu,
    "clearContextMenu": _clear("menu"),
}

VARIABLES: Members = {}
SETTERS: Members = {}

"""What only some objects have: Counter, TextTool, Clock, Book and so on."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api import music
from tts_bridge.headless.api.args import (
    Call,
    Members,
    num,
    player_color,
    table,
    tint,
    truth,
    whole,
)
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import Ref
from tts_bridge.headless.sim import layout_zones as layout
from tts_bridge.headless.vectors import Tint, number

NAMES = {
    "AssetBundle", "Book", "Browser", "Clock", "Container", "Counter", "LayoutZone",
    "RPGFigurine", "TextTool",
}  # fmt: skip

_HAS: dict[str, Callable[[Piece], bool]] = {
    "AssetBundle": lambda piece: "CustomAssetbundle" in piece.data,
    "Book": lambda piece: "CustomPDF" in piece.data,
    "Browser": lambda piece: piece.kind == "Tablet",
    "Clock": lambda piece: piece.kind == "Clock",
    "Container": lambda piece: piece.kind in ("Bag", "Deck", "Infinite"),
    "Counter": lambda piece: piece.kind == "Counter",
    "LayoutZone": lambda piece: piece.kind == "Layout",
    "RPGFigurine": lambda piece: piece.kind == "rpgFigurine",
    "TextTool": lambda piece: isinstance(piece.data.get("Text"), dict),
}


def _part(name: str) -> Callable[..., Ref | None]:
    return lambda _call, piece: Ref(name, piece.id) if _HAS[name](piece) else None


OBJECT_VARIABLES: Members = {name: _part(name) for name in _HAS}


def _count(_call: Call, piece: Piece) -> int:
    counter = piece.data.get("Counter")
    return int(number(counter.get("value"))) if isinstance(counter, dict) else 0


def _set_count(_call: Call, piece: Piece, value: Any) -> bool:
    counter = piece.data.get("Counter") or {}
    piece.data["Counter"] = {**counter, "value": whole(value, "the value")}
    return True


def _text_field(key: str, default: Any) -> Callable[..., Any]:
    return lambda _call, piece: piece.data["Text"].get(key, default)


def _set_text_field(piece: Piece, key: str, value: Any) -> bool:
    piece.data["Text"] = {**piece.data["Text"], key: value}
    return True


def _font_color(_call: Call, piece: Piece) -> Tint:
    return Tint(*(number(piece.data["Text"].get("colorstate", {}).get(c), 1.0) for c in "rgb"))


def _set_font_color(_call: Call, piece: Piece, value: Any) -> bool:
    r, g, b, _ = tint(value, "the colour")
    return _set_text_field(piece, "colorstate", {"r": r, "g": g, "b": b})


def _pdf(piece: Piece) -> dict[str, Any]:
    found = piece.data.get("CustomPDF")
    return found if isinstance(found, dict) else {}


def _page(_call: Call, piece: Piece, offset: Any = None) -> int:
    page = int(number(_pdf(piece).get("PDFPage")))
    return page + (int(number(_pdf(piece).get("PDFPageOffset"))) if truth(offset) else 0)


def _set_page(call: Call, piece: Piece, page: Any, _offset: Any = None) -> bool:
    piece.data["CustomPDF"] = {**_pdf(piece), "PDFPage": whole(page, "the page")}
    call.table.events.post("onObjectPageChange", piece, own=piece, own_name="onPageChange")
    return True


def _set_page_offset(_call: Call, piece: Piece, value: Any) -> None:
    piece.data["CustomPDF"] = {**_pdf(piece), "PDFPageOffset": whole(value, "the offset")}


def _set_highlight(_call: Call, piece: Piece, *corners: Any) -> bool:
    piece.extra["book"] = [num(each, "a corner") for each in corners]
    return True


def _search(call: Call, piece: Piece, player: Any, _most: Any = None) -> bool:
    by = player_color(player, "the player")
    call.table.events.post(
        "onObjectSearchStart", piece, by, own=piece, own_name="onSearchStart", own_arguments=(by,)
    )
    return True


def _set_rpg(key: str) -> Callable[..., bool]:
    def put(_call: Call, piece: Piece) -> bool:
        piece.data[key] = not piece.flag(key, False)
        return True

    return put


def _clock_field(key: str) -> Callable[..., Any]:
    return lambda _call, piece: (piece.data.get("Clock") or {}).get(key)


def _set_clock(piece: Piece, **fields: Any) -> bool:
    piece.data["Clock"] = {**(piece.data.get("Clock") or {}), **fields}
    return True


def _set_layout(_call: Call, piece: Piece, options: Any) -> bool:
    piece.data = layout.with_options(piece.data, table(options, "the options"))
    return True


Triple = tuple[Members, Members, Members]  # functions, variables, setters

CLASSES: dict[str, Triple] = {
    "Counter": (
        {
            "getValue": _count,
            "setValue": _set_count,
            "clear": lambda call, piece: _set_count(call, piece, 0),
            "increment": lambda call, piece: _set_count(call, piece, _count(call, piece) + 1),
            "decrement": lambda call, piece: _set_count(call, piece, _count(call, piece) - 1),
        },
        {},
        {},
    ),
    "TextTool": (
        {
            "getValue": _text_field("Text", ""),
            "setValue": lambda _, piece, value: _set_text_field(piece, "Text", str(value)),
            "getFontSize": _text_field("fontSize", 64),
            "setFontSize": lambda _, piece, size: _set_text_field(
                piece, "fontSize", whole(size, "the size")
            ),
            "getFontColor": _font_color,
            "setFontColor": _set_font_color,
        },
        {},
        {},
    ),
    "Book": (
        {
            "getPage": _page,
            "setPage": _set_page,
            "setHighlight": _set_highlight,
            "clearHighlight": lambda _, piece: piece.extra.pop("book", None) is not None,
        },
        {"page_offset": lambda _, piece: int(number(_pdf(piece).get("PDFPageOffset")))},
        {"page_offset": _set_page_offset},
    ),
    "Clock": (
        {
            "getValue": _clock_field("SecondsPassed"),
            "setValue": lambda _, piece, seconds: _set_clock(
                piece, ClockState=2, SecondsPassed=whole(seconds, "the seconds")
            ),
            "startStopwatch": lambda _, piece: _set_clock(
                piece, ClockState=1, SecondsPassed=0, Paused=False
            ),
            "showCurrentTime": lambda _, piece: _set_clock(piece, ClockState=0),
            "pauseStart": lambda _, piece: _set_clock(
                piece, Paused=not (piece.data.get("Clock") or {}).get("Paused", False)
            ),
        },
        {"paused": _clock_field("Paused")},
        {},
    ),
    "RPGFigurine": (
        {"attack": lambda *_: True, "changeMode": _set_rpg("RPGmode"), "die": _set_rpg("RPGdead")},
        {},
        {},
    ),
    "AssetBundle": (music.EFFECTS, {}, {}),
    "Browser": music.BROWSER,
    "Container": ({"search": _search}, {}, {}),
    "LayoutZone": (
        {
            "getOptions": lambda _, piece: layout.options(piece.data),
            "setOptions": _set_layout,
            "layout": lambda call, piece: layout.arrange(call.table, piece),
        },
        {},
        {},
    ),
}

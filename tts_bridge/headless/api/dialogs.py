"""What asks a player something, copies and pastes, and other things only people see.

A dialog waits in `table.dialogs` until a player answers it: `table.answer(color, value)`.
"""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    function,
    items,
    maybe_function,
    maybe_vector,
    player_color,
    table,
    text,
    tint,
    vector,
    whole,
)
from tts_bridge.headless.api.args import piece as need_piece
from tts_bridge.headless.model.dialogs import Choice, Dialog
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.player.pieces import leave
from tts_bridge.headless.script.runtime import ApiError
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import Vec


def _ask(call: Call, color: str, dialog: Dialog) -> bool:
    if call.table.players.at(color) is None:
        raise ApiError(f"nobody sits at {color}")
    call.table.dialogs.setdefault(color, []).append(dialog)
    return True


def _info(call: Call, color: str, info: Any) -> bool:
    return _ask(call, color, Dialog("info", text(info, "the text")))


def _confirm(call: Call, color: str, info: Any, callback: Any) -> bool:
    answer = function(callback, "the callback")
    return _ask(call, color, Dialog("confirm", text(info, "the text"), callback=answer))


def _typed(kind: str) -> Callable[..., bool]:
    def show(call: Call, color: str, what: Any, default: Any = None, callback: Any = None) -> bool:
        if callback is None and not isinstance(default, str | int | float):
            default, callback = "", default  # the description alone may be given
        dialog = Dialog(
            kind,
            "" if what is None else text(what, "the description"),
            "" if default is None else text(default, "the default"),
            callback=maybe_function(callback, "the callback"),
        )
        return _ask(call, color, dialog)

    return show


def _options(
    call: Call, color: str, what: Any, options: Any, default: Any = None, callback: Any = None
) -> bool:
    listed = [text(each, "an option") for each in items(options, "the options")]
    number = whole(default, "the default", 1) if not callable(default) else 1
    answer = function(callback, "the callback")
    shown = "" if what is None else text(what, "the description")
    return _ask(call, color, Dialog("options", shown, number, listed, answer))


def _color(call: Call, color: str, default: Any = None, callback: Any = None) -> bool:
    shown = None if default is None else tint(default, "the default")
    answer = function(callback, "the callback")
    return _ask(call, color, Dialog("color", "", shown, callback=answer))


# --- copies --------------------------------------------------------------------------------------


def copied(call: Call, objects: Any) -> bool:
    """Remember objects for pasting."""
    pieces = [need_piece(call, each, "an object") for each in items(objects, "the objects")]
    call.table.clipboard = [handling.stored(call.table, piece) for piece in pieces]
    return bool(pieces)


def pasted(call: Call, at: Vec) -> list[Piece]:
    """What was copied, the first at that place, the others as they lay around it."""
    found: list[Piece] = []
    for data in call.table.clipboard:
        piece = handling.spawn(call.table, {**data, "GUID": ""})
        if not found:
            away = at.minus(piece.position)
        call.table.world.place(piece, piece.position.plus(away))
        found.append(piece)
    return found


def _paste(call: Call, _: None, parameters: Any = None) -> list[Piece]:
    given = table(parameters or {}, "the parameters")
    return pasted(call, maybe_vector(given.get("position"), "position") or Vec(0.0, 3.0, 0.0))


def _paste_by(call: Call, _color: str, position: Any) -> bool:
    return bool(pasted(call, vector(position, "the position")))


def _kick(call: Call, color: str) -> bool:
    if call.table.players.at(color) is None:
        return False
    call.table.clock.soon(lambda: leave(call.table, color))
    return True


def _draw_stash(call: Call, color: str) -> bool:
    stash = call.table.stashes.pop(color, [])
    for data in stash:
        handling.to_hand(call.table, handling.spawn(call.table, data), color)
    return bool(stash)


PLAYER_FUNCTIONS: Members = {
    "showInfoDialog": _info,
    "showConfirmDialog": _confirm,
    "showInputDialog": _typed("input"),
    "showMemoDialog": _typed("memo"),
    "showOptionsDialog": _options,
    "showColorDialog": _color,
    "copy": lambda call, _color, objects: copied(call, objects),
    "paste": _paste_by,
    "kick": _kick,
    "mute": lambda *_: True,
    "drawHandStash": _draw_stash,
    "setHandStashLocation": lambda _call, _color, at, _rotation=None: bool(vector(at, "position")),
}

# --- choosing from a hand ------------------------------------------------------------------------


def _choose(cancel: bool) -> Callable[..., dict[str, bool]]:
    def choose(
        call: Call,
        _: None,
        label: Any,
        least: Any = None,
        most: Any = None,
        prompt: Any = None,
        colors: Any = None,
    ) -> dict[str, bool]:
        whom = (
            [p.color for p in call.table.players.seated()]
            if colors is None
            else [player_color(c, "a player") for c in items(colors, "the players")]
        )
        low = whole(least, "the least", 1)
        choice = Choice(
            text(label, "the label"),
            low,
            whole(most, "the most", low),
            "" if prompt is None else text(prompt, "the prompt"),
            cancel,
        )
        asked = {color: len(handling.hand_of(call.table, color)) >= low for color in whom}
        call.table.choices |= {color: choice for color, can in asked.items() if can}
        return asked

    return choose


def _no_choice(call: Call, _: None, colors: Any = None) -> dict[str, bool]:
    whom = list(call.table.choices) if colors is None else items(colors, "the players")
    return {
        str(c): call.table.choices.pop(player_color(c, "a player"), None) is not None for c in whom
    }


def _current(call: Call, _: None, color: Any) -> str | None:
    choice = call.table.choices.get(player_color(color, "the player"))
    return choice.label if choice else None


def _rewind(call: Call, _: None, then: Any = None, _block: Any = None) -> bool:
    if then is not None:
        call.table.clock.after_frames(function(then, "the function"), 1)
    return True


GLOBAL_FUNCTIONS: Members = {
    "copy": lambda call, _, objects: copied(call, objects),
    "paste": _paste,
    "chooseInHand": _choose(False),
    "chooseInHandOrCancel": _choose(True),
    "clearChooseInHand": _no_choice,
    "currentChooseInHand": _current,
    "flipTable": lambda *_: True,  # everything would fly about; nothing does here
    "storeRewindState": _rewind,
}

"""What a player does beside moving pieces: clicks, keys, answers, menus. Methods of a table.

Raises ValueError when a player could not do it either.
"""

from __future__ import annotations

import re
from typing import Any

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.model.players import check_color
from tts_bridge.headless.player import pieces as acting
from tts_bridge.headless.script.runtime import GLOBAL, ApiError, Callback, Ref
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Tint, Vec

_MOUSE = {"left": "-1", "right": "-2", "middle": "-3"}  # what a UI handler is told


# --- UI ----------------------------------------------------------------------------------------


def click(
    table: Core, id_: str, *, by: str = "White", on: Piece | None = None, mouse: str = "left"
) -> None:
    """Click an element of the UI, of the table or of a piece, as the player sees it."""
    element = _visible(table, id_, by, on)
    kind = element.tag.lower()
    if kind in ("toggle", "togglebutton"):
        on_now = element.attributes.get("isOn", "false").lower() != "true"
        change(table, id_, on_now, by=by, on=on)
        return
    handler = element.attribute("onClick") or element.attribute("onMouseClick")
    if not handler:
        raise ValueError(f"<{element.tag} id={id_!r}> has no onClick")
    _handle(table, on, handler, by, _MOUSE[mouse], id_)


def change(
    table: Core, id_: str, value: object, *, by: str = "White", on: Piece | None = None
) -> None:
    """Set a toggle, slider, dropdown or field of the UI to a value, and leave it."""
    element = _visible(table, id_, by, on)
    text = (
        {True: "True", False: "False"}.get(value, str(value))
        if isinstance(value, bool)
        else (str(value))
    )
    kind = element.tag.lower()
    if kind in ("toggle", "togglebutton"):
        element.attributes["isOn"] = text.lower()
    elif kind == "slider":
        element.attributes["value"] = text
    elif kind == "dropdown":
        options = [child.value for child in element.children]
        if text not in options:
            raise ValueError(f"the dropdown {id_!r} has no {text!r}, only {options}")
        element.attributes["value"] = text
    else:
        element.attributes["text"] = text
    for name in ("onValueChanged", "onEndEdit"):
        handler = element.attribute(name)
        if handler:
            _handle(table, on, handler, by, text, id_)


def _visible(table: Core, id_: str, by: str, on: Piece | None) -> Any:
    check_color(by)
    ui = table.ui(on.id if on else GLOBAL)
    path = ui.path(id_)
    if not path:
        known = ", ".join(ui.ids()) or "none"
        raise ValueError(f"the UI has no element {id_!r}; it has {known}")
    for element in path:
        if element.attributes.get("active", "true").lower() == "false":
            raise ValueError(f"{id_!r} is not shown: <{element.tag}> around it is not active")
        seen_by = element.attributes.get("visibility", "")
        seers = {each.strip().lower() for each in re.split(r"[|,]", seen_by)}
        if seen_by and not seers & _roles(table, by):
            raise ValueError(f"{by} does not see {id_!r}: its visibility is {seen_by}")
    element = path[-1]
    if element.attributes.get("interactable", "true").lower() == "false":
        raise ValueError(f"{id_!r} is not interactable")
    return element


def _roles(table: Core, by: str) -> set[str]:
    """What `visibility` may call a player."""
    person = table.players.at(by)
    roles = {by.lower()}
    if person is not None:
        roles |= {person.team.lower()} | ({"host", "admin"} if person.host else set())
        roles |= {"admin", "promoted"} if person.promoted else set()
    return roles


def _handle(table: Core, on: Piece | None, handler: str, by: str, value: str, id_: str) -> None:
    """`name`, `name(argument)`, `GUID/name` or `Global/name`."""
    whose, slash, rest = handler.rpartition("/")
    script = on.id if on else GLOBAL
    if slash:
        piece = None if whose == "Global" else table.object(whose)
        if piece is None and whose != "Global":
            raise ValueError(f"the handler {handler!r} names an object that is not there")
        script = piece.id if piece else GLOBAL
    name, bracket, argument = rest.partition("(")
    callback = table.engine.named(script, name.strip())
    if callback is None:
        raise ValueError(f"the function {name!r} that {id_!r} names does not exist")
    given = argument.rstrip(") ").strip("'\" ") if bracket else value
    table.call(callback, name, Ref("Player", by), given, id_)
    table.flush()


def type_into(table: Core, piece: Piece, index: int, text: str, *, by: str = "White") -> None:
    """Write into an input field of a piece and leave it."""
    acting.take_part(piece, by)
    found = next((each for each in piece.inputs if each["index"] == index), None)
    if found is None:
        raise ValueError(f"{piece.guid} has no input {index}")
    found["value"] = text
    name = str(found.get("input_function", ""))
    handler = table.engine.named(int(found["owner"]), name)
    if handler is None:
        raise ValueError(f"the function {name!r} of input {index} does not exist")
    for editing in (True, False):
        results = table.call(handler, name, piece, by, text, editing)
        if results and isinstance(results[0], str):
            found["value"] = results[0]
    table.flush()


def answer(table: Core, color: str, value: Any = None) -> None:
    """Answer the oldest question a player was asked: text, the number of an option from 1, a
    colour; nothing is just Yes."""
    asked = table.dialogs.get(color)
    if not asked:
        raise ValueError(f"{color} is asked nothing")
    dialog = asked.pop(0)
    if dialog.callback is None:
        return
    arguments: tuple[object, ...] = ("" if value is None else value, color)
    if dialog.kind == "confirm":
        arguments = (color,)
    elif dialog.kind == "options":
        number = int(dialog.default if value is None else value)
        if not 1 <= number <= len(dialog.options):
            raise ValueError(f"there is no option {number}; there are {dialog.options}")
        arguments = (dialog.options[number - 1], number, color)
    elif dialog.kind == "color":
        arguments = (Tint(*(value or dialog.default)), color)
    table.call(dialog.callback, f"{dialog.kind} dialog", *arguments)
    table.flush()


def choose(table: Core, color: str, pieces: list[Piece] | None) -> None:
    """Choose from the hand as a script asked for; None cancels."""
    choice = table.choices.get(color)
    if choice is None:
        raise ValueError(f"{color} has nothing to choose")
    if pieces is None and not choice.can_cancel:
        raise ValueError(f"{color} cannot cancel {choice.label!r}")
    if pieces is not None and not choice.least <= len(pieces) <= choice.most:
        raise ValueError(f"{choice.least} to {choice.most} are wanted, not {len(pieces)}")
    del table.choices[color]
    table.events.post("onPlayerHandChoice", color, choice.label, pieces or [], pieces is not None)
    table.flush()


# --- keys and menus ----------------------------------------------------------------------------


def number(table: Core, piece: Piece, value: int, *, by: str = "White", alt: bool = False) -> None:
    """Type a number over a piece: so many cards are drawn, that state is shown."""
    acting.take_part(piece, by)
    if table.events.ask("onObjectNumberTyped", piece, by, value, alt) is True:
        return
    if table.events.tell_one(piece.id, "onNumberTyped", by, value, alt) is True:
        return
    if piece.kind in ("Deck", "Bag", "Infinite"):
        draw(table, piece, value, by=by)
    elif str(value) in handling.states_of(piece.data):
        handling.set_state(table, piece, value)
    elif any(shown == value for shown, _ in piece.rotation_values):
        acting.roll(table, piece, value, by=by)
    table.settle()


def draw(table: Core, container: Piece, count: int = 1, *, by: str = "White") -> list[Piece]:
    """Draw from a deck or bag into one's hand."""
    acting.take_part(container, by)
    drawn = []
    for _ in range(count):
        source = container
        if container.destroyed:
            if container.remainder is None or container.remainder.destroyed:
                break
            source, container.remainder = container.remainder, None
        try:
            piece = handling.take(table, source, smooth=False) if source.contained else source
            drawn.append(handling.to_hand(table, piece, by))
        except ApiError as error:
            raise ValueError(str(error)) from error
    table.settle()
    return drawn


def shuffle(table: Core, container: Piece, *, by: str = "White") -> None:
    """Shuffle a deck or bag."""
    acting.roll(table, container, by=by)


def delete(table: Core, piece: Piece, *, by: str = "White") -> None:
    """Delete a piece."""
    acting.take_part(piece, by)
    if acting.may_act(table, by, "Delete", [piece]):
        handling.destroy(table, piece)
        table.settle()


def set_state(table: Core, piece: Piece, state: int, *, by: str = "White") -> Piece:
    """Change a piece to another of its states: the new one, or it when a script forbids it."""
    acting.take_part(piece, by)
    if table.events.ask("tryObjectStateChange", piece, state, by) is False:
        return piece
    if table.events.tell_one(piece.id, "tryStateChange", state, by) is False:
        return piece
    try:
        new = handling.set_state(table, piece, state)
    except ApiError as error:
        raise ValueError(str(error)) from error
    table.settle()
    return new


def menu_item(
    table: Core, label: str, *, by: str = "White", on: Piece | None = None, at: Vec | None = None
) -> None:
    """Choose an item of the context menu of a piece, or of the table."""
    items = on.menu if on else table.menu
    found = [callback for name, callback in items if name == label]
    if not found:
        raise ValueError(f"there is no menu item {label!r}, only {[name for name, _ in items]}")
    place = at or (on.position if on else table.pointers.get(by, Vec(0.0, 0.0, 0.0)))
    _call(table, found[0], label, check_color(by), place, on)


def hotkey(table: Core, label: str, *, by: str = "White", up: bool = False) -> None:
    """Press a key that a script offered with addHotkey."""
    if label not in table.hotkeys:
        raise ValueError(f"there is no hotkey {label!r}, only {list(table.hotkeys)}")
    hovered = table.hovered.get(by)
    pointer = table.pointers.get(by, Vec(0.0, 0.0, 0.0))
    _call(table, table.hotkeys[label], label, check_color(by), hovered, pointer, up)


def _call(table: Core, callback: Callback, where: str, *arguments: object) -> None:
    table.call(callback, where, *arguments)
    table.flush()


def scripting_button(table: Core, index: int, *, by: str = "White") -> None:
    """Press and release one of the ten scripting keys."""
    for name in ("onScriptingButtonDown", "onScriptingButtonUp"):
        table.events.post(name, index, check_color(by))
    table.flush()


# --- looking around ----------------------------------------------------------------------------


def hover(table: Core, piece: Piece | None, *, by: str = "White") -> None:
    """Point at a piece, or at none."""
    check_color(by)
    if piece is None:
        table.hovered.pop(by, None)
        table.events.post("onObjectHover", by, None)
    else:
        acting.take_part(piece, by)
        table.hovered[by], table.pointers[by] = piece, piece.position
        _about(table, "onObjectHover", (by, piece), piece, "onHover", (by,))
    table.flush()


def search(table: Core, container: Piece, *, by: str = "White") -> list[dict[str, Any]]:
    """Look into a deck or bag: what is in it, as a save holds it."""
    acting.take_part(container, by)
    _about(table, "onObjectSearchStart", (container, by), container, "onSearchStart", (by,))
    table.flush()
    return list(container.contained)


def end_search(table: Core, container: Piece, *, by: str = "White") -> None:
    """Stop looking into it."""
    _about(table, "onObjectSearchEnd", (container, by), container, "onSearchEnd", (by,))
    table.flush()


def peek(table: Core, piece: Piece, *, by: str = "White") -> None:
    """Look under a piece that lies face down."""
    acting.take_part(piece, by)
    _about(table, "onObjectPeek", (piece, by), piece, "onPeek", (by,))
    table.flush()


def flick(
    table: Core, piece: Piece, impulse: tuple[float, float, float], *, by: str = "White"
) -> None:
    """Flick a piece; it stays where it is."""
    acting.take_part(piece, by)
    push = Vec(*impulse)
    _about(table, "onObjectFlick", (piece, by, push), piece, "onFlick", (by, push))
    table.settle()


def ping(
    table: Core, at: tuple[float, float, float], *, by: str = "White", on: Piece | None = None
) -> None:
    """Ping a place of the table."""
    table.events.post("onPlayerPing", Ref("Player", check_color(by)), Vec(*at), on)
    table.flush()


def _about(
    table: Core,
    name: str,
    arguments: tuple[object, ...],
    piece: Piece,
    own_name: str,
    own: tuple[object, ...],
) -> None:
    table.events.post(name, *arguments, own=piece, own_name=own_name, own_arguments=own)


# --- people ------------------------------------------------------------------------------------


def sit(table: Core, color: str, to: str) -> None:
    """Change seats."""
    person = table.players.at(check_color(color))
    if person is None:
        raise ValueError(f"nobody sits at {color}")
    if to != "Grey" and table.players.at(check_color(to)):
        raise ValueError(f"{to} is taken")
    person.color = to
    table.events.post("onPlayerChangeColor", to)
    table.flush()


def team(table: Core, color: str, name: str) -> None:
    """Join a team."""
    person = table.players.at(color)
    if person is None:
        raise ValueError(f"nobody sits at {color}")
    person.team = name
    table.events.post("onPlayerChangeTeam", color, name)
    table.flush()


def blindfold(table: Core, color: str, on: bool = True) -> None:
    """Put the blindfold on or off."""
    person = table.players.at(color)
    if person is None:
        raise ValueError(f"nobody sits at {color}")
    person.blindfolded = on
    table.events.post("onBlindfold", Ref("Player", color), on)
    table.flush()


def typing(table: Core, color: str, on: bool = True) -> None:
    """Begin or stop to write in the chat."""
    table.events.post("onPlayerChatTyping", Ref("Player", check_color(color)), on)
    table.flush()

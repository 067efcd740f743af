"""What can be done to pieces, by players and scripts alike, and the events that follow.

Each function changes the world and queues the events; the caller tells them.
"""

from __future__ import annotations

from typing import Any

from tts_bridge.headless.model.decks import cards_of, deck_of, with_cards
from tts_bridge.headless.model.kinds import Data, is_card, type_of
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import ApiError, Callback
from tts_bridge.headless.sim.bounds import nested
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Vec, vec


def spawn(
    table: Core,
    data: Data,
    *,
    at: Vec | None = None,
    rotation: Vec | None = None,
    scale: Vec | None = None,
    callback: Callback | None = None,
    keep_guid: bool = True,
) -> Piece:
    """A new object; its script starts in the next frame."""
    if not isinstance(data.get("Name"), str):
        raise ApiError("the object to spawn has no Name")
    table.engine.check()
    table.world.check_zones(data)
    piece = table.world.add(data if keep_guid else {**data, "GUID": ""})
    table.world.place(piece, at, rotation)
    if scale is not None:
        piece.scale = scale.single()
    piece.spawning = True
    table.send({"messageID": 7, "guid": piece.guid})

    def begin() -> None:
        if piece.destroyed:
            return
        piece.spawning = False
        table.start_script(piece)
        table.tell_load(piece)
        table.events.post("onObjectSpawn", piece)
        if callback is not None:
            table.call(callback, "callback_function", piece)
        let_go(table, piece)

    table.clock.soon(begin)
    return piece


def destroy(table: Core, piece: Piece) -> None:
    """Take the piece off the table for good."""
    if piece.destroyed:
        return
    part(table, piece)
    table.events.post("onObjectDestroy", piece, own=piece, own_name="onDestroy")
    table.world.remove(piece)


def let_go(table: Core, piece: Piece) -> None:
    """Let it fall to where it rests, unless it is locked, held, or in a hand."""
    if piece.is_zone or piece.locked or piece.held_by or piece.hand or piece.destroyed:
        table.clock.halt(piece)
    elif not piece.extra.get("no_gravity"):
        table.clock.fall(piece)


def land(table: Core, piece: Piece) -> None:
    """The end of a fall or a glide: it touches what it lies on."""
    if piece.is_zone or piece.locked or piece.held_by or piece.hand or piece.destroyed:
        return
    at = piece.position
    height, below = table.world.rest(piece, at)
    if below is not None and below.kind in ("Bag", "Infinite") and below.id != piece.taken_from:
        if table.world.under(piece, at) is below:  # what falls into a bag is in it
            put(table, below, piece)
        if piece.destroyed:
            return
    if below is None or below.id != piece.taken_from:
        piece.taken_from = 0
    table.world.place(piece, at._replace(y=height))
    if below is not None and below is not piece.lies_on:
        part(table, piece)
        piece.lies_on = below
        _collide(table, "Enter", piece, below)


def part(table: Core, piece: Piece) -> None:
    """It no longer touches what it lay on."""
    below, piece.lies_on = piece.lies_on, None
    if below is not None and not below.destroyed:
        _collide(table, "Exit", piece, below)


def _collide(table: Core, what: str, one: Piece, other: Piece) -> None:
    for piece, met in ((one, other), (other, one)):
        info = {
            "collision_object": met,
            "contact_points": [one.position],
            "relative_velocity": [0.0, -1.0, 0.0],
        }
        if table.engine.named(piece.id, f"onCollision{what}"):
            table.events.post_own(piece, f"onCollision{what}", info)
        if piece.extra.get("registered"):
            table.events.post(f"onObjectCollision{what}", piece, info)


def move(
    table: Core, piece: Piece, at: Vec | None, rotation: Vec | None, *, smooth: bool, fast: bool
) -> None:
    """To a place and a rotation, at once or gliding."""
    if smooth:
        table.clock.move(piece, at, rotation, fast=fast)
        return
    if at is not None:
        table.clock.halt(piece)
    table.world.place(piece, at, rotation)
    if at is not None:
        let_go(table, piece)


def turn(table: Core, piece: Piece, rotation: Vec, by: str, *, smooth: bool = True) -> None:
    """A rotation that players see as such: flip and spin keys, and flip()."""
    before = piece.rotation
    spin, flip = rotation.y % 360.0, rotation.z % 360.0
    arguments = (spin, flip, by, before.y, before.z)
    table.events.post(
        "onObjectRotate", piece, *arguments,
        own=piece, own_name="onRotate", own_arguments=arguments,
    )  # fmt: skip
    move(table, piece, None, rotation, smooth=smooth, fast=True)


# --- containers --------------------------------------------------------------------------------


def stored(table: Core, piece: Piece) -> Data:
    """The piece as it lies in a container, its script's state with it."""
    state = table.events.tell_one(piece.id, "onSave")
    data = piece.to_data()
    if piece.contained or data.get("ChildObjects") or data.get("States"):
        nested(data)
    if isinstance(state, str):
        data["LuaScriptState"] = state
    return data


def may_enter(table: Core, container: Piece, piece: Piece) -> bool:
    """Whether no script forbids it."""
    for name, own in (
        ("tryObjectEnterContainer", "tryObjectEnter"),
        ("filterObjectEnterContainer", "filterObjectEnter"),
    ):
        if table.events.ask(name, container, piece) is False:
            return False
        if table.events.tell_one(container.id, own, piece) is False:
            return False
    return True


def put(table: Core, container: Piece, piece: Piece, index: int | None = None) -> Piece:
    """Put a piece into a container, or a card onto a card: the container, or the new deck."""
    if piece is container or piece.destroyed:
        raise ApiError("this object cannot be put there")
    table.engine.check()
    if container.kind == "Hand":
        return to_hand(table, piece, container.text("FogColor"))
    joins = is_card(container.kind) and is_card(piece.kind)
    if not joins and container.kind not in ("Bag", "Infinite"):
        raise ApiError(f"{container.kind} {container.guid} takes no {piece.kind}")
    if container.kind != "Card" and not may_enter(table, container, piece):
        return container
    data = stored(table, piece)
    if joins:
        container = _join(table, container, data, index)
    elif container.kind == "Bag":
        at = len(container.contained) if index is None else max(0, index)
        container.contained.insert(at, data)
    table.events.post("onObjectEnterContainer", container, piece)
    destroy(table, piece)
    return container


def _join(table: Core, below: Piece, data: Data, index: int | None) -> Piece:
    """Cards on cards. The first in DeckIDs is on top when the deck lies face up."""
    old, new = cards_of(below.to_data()), cards_of(data)
    at = 0 if index is None and not below.is_face_down else len(old) if index is None else index
    at = max(0, min(len(old), at))
    cards = [*old[:at], *new, *old[at:]]
    if below.kind == "Deck":
        _set_cards(below, cards)
        return below
    deck = spawn(table, deck_of(below.to_data(), cards, table.world.new_guid()))
    destroy(table, below)
    return deck


def _set_cards(deck: Piece, cards: list[Data]) -> None:
    deck.data = with_cards(deck.data, cards)
    deck.contained = list(deck.data["ContainedObjects"])


def take(
    table: Core,
    container: Piece,
    *,
    guid: str | None = None,
    index: int | None = None,
    top: bool = True,
    at: Vec | None = None,
    rotation: Vec | None = None,
    flip: bool = False,
    smooth: bool = True,
    callback: Callback | None = None,
) -> Piece:
    """Take an object out of a container; by GUID, by index from 0, or from an end."""
    table.engine.check()
    inside = container.contained
    if not inside:
        raise ApiError(f"{container.kind} {container.guid} has nothing in it")
    if guid is not None:
        place = next((i for i, each in enumerate(inside) if each.get("GUID") == guid), None)
        if place is None:
            raise ApiError(f"{container.kind} {container.guid} holds no object {guid}")
    elif index is not None:
        if not 0 <= index < len(inside):
            raise ApiError(f"{container.kind} {container.guid} has no index {index}")
        place = index
    else:
        place = _end(table, container, top)
    data = _remove(table, container, place)
    target = at or container.position.plus(Vec(0.0, 2.0, 0.0))
    turned = rotation
    if container.kind == "Deck" and rotation is None:
        turned = container.rotation
    if flip:
        turned = turned or vec_rotation(data)
        turned = turned._replace(z=turned.z + 180.0)
    piece = spawn(
        table, data, at=container.position if smooth else target, rotation=turned, callback=callback
    )
    piece.taken_from = container.id
    table.events.post("onObjectLeaveContainer", container, piece)
    if smooth:
        table.clock.move(piece, target, None, fast=False)
    return piece


def _end(table: Core, container: Piece, top: bool) -> int:
    """The index of what comes out when nobody says which."""
    last = len(container.contained) - 1
    if container.kind == "Deck":
        first_is_up = not container.is_face_down
        return 0 if top == first_is_up else last
    order = (container.data.get("Bag") or {}).get("Order", 0)
    if order == 2:
        return table.world.rng.randint(0, last)
    return 0 if (order == 1) == top else last


def vec_rotation(data: Data) -> Vec:
    """The rotation an object has in a save."""
    at = data.get("Transform") or {}
    found = vec({axis: at.get("rot" + axis.upper(), 0.0) for axis in "xyz"})
    return found or Vec(0.0, 0.0, 0.0)


def _remove(table: Core, container: Piece, place: int) -> Data:
    if container.kind == "Infinite":
        return {**container.contained[place], "GUID": ""}
    if container.kind != "Deck":
        return container.contained.pop(place)
    cards = cards_of(container.to_data())
    taken = cards.pop(place)
    if len(cards) == 1:
        last = spawn(table, cards[0], at=container.position, rotation=container.rotation)
        container.remainder = last
        container.contained = cards
        destroy(table, container)
    else:
        _set_cards(container, cards)
    return taken


def shuffle(table: Core, container: Piece) -> None:
    """Put what is inside into a random order."""
    if container.kind == "Deck":
        cards = cards_of(container.to_data())
        table.world.rng.shuffle(cards)
        _set_cards(container, cards)
    else:
        table.world.rng.shuffle(container.contained)


def spawn_cards(table: Core, deck: Data, cards: list[Data], at: Vec, rotation: Vec) -> Piece:
    """A card, or a deck like the given one with these cards."""
    data = cards[0] if len(cards) == 1 else with_cards(deck, cards)
    return spawn(table, data, at=at, rotation=rotation)


# --- other lives of a piece --------------------------------------------------------------------


def set_state(table: Core, piece: Piece, number: int) -> Piece:
    """The object of another state in the place of this one."""
    states = states_of(piece.data)
    other = states.get(str(number))
    if not isinstance(other, dict):
        raise ApiError(f"{piece.guid} has no state {number}")
    now = state_of(piece.data)
    old = {key: value for key, value in stored(table, piece).items() if key != "States"}
    rest = {key: value for key, value in states.items() if key != str(number)}
    rest[str(now)] = old
    rest = dict(sorted(rest.items(), key=lambda item: int(item[0]) if item[0].isdigit() else 0))
    new = spawn(table, {**other, "States": rest}, at=piece.position, rotation=piece.rotation)
    table.events.post(
        "onObjectStateChange", new, piece.guid,
        own=new, own_name="onStateChange", own_arguments=(piece.guid,),
    )  # fmt: skip
    destroy(table, piece)
    return new


def states_of(data: Data) -> dict[str, Any]:
    """The other states of an object, by number; none where the save has something else there."""
    held = data.get("States")
    return held if isinstance(held, dict) else {}


def state_of(data: Data) -> int:
    """The number of the current state: the one missing in States; -1 when it has none."""
    states = states_of(data)
    if not states:
        return -1
    numbers = {int(key) for key in states if str(key).isdigit()}
    return next(i for i in range(1, len(numbers) + 2) if i not in numbers)


def reload(table: Core, piece: Piece) -> Piece:
    """The same object anew: scripts that hold the old one are left with nothing."""
    data = piece.to_data()
    destroy(table, piece)
    return spawn(table, data)


def to_hand(table: Core, piece: Piece, color: str, *, offset: Vec | None = None) -> Piece:
    """Lay a piece into the hand of that colour, beside what is there. Raises ApiError."""
    zone = hand_zone(table, color)
    if zone is None:
        raise ApiError(f"{color} has no hand")
    width = piece.size.x
    place = len(hand_of(table, color)) * min(width, 1.0)
    half = max(abs(zone.scale.x) / 2 - 0.1, 0.0)
    across = (place + half) % (2 * half) - half if half else 0.0
    local = Vec(across, 0.0, 0.0).plus(offset or Vec(0.0, 0.0, 0.0))
    at = zone.position.plus(local)
    table.clock.halt(piece)
    table.world.place(piece, at, Vec(0.0, zone.rotation.y, 0.0))
    return piece


def hand_zone(table: Core, color: str, index: int = 1) -> Piece | None:
    """The hand zone of a colour, counted from 1."""
    zones = hand_zones(table, color)
    return zones[index - 1] if 1 <= index <= len(zones) else None


def hand_zones(table: Core, color: str) -> list[Piece]:
    """The hand zones of a colour."""
    return [p for p in table.world if p.kind == "Hand" and p.text("FogColor") == color]


def hand_of(table: Core, color: str, index: int | None = None) -> list[Piece]:
    """What lies in the hand of a colour."""
    table.update_zones()
    zones = hand_zones(table, color)
    if index is not None:
        zones = zones[index - 1 : index] if index >= 1 else []
    return [p for zone in zones for p in zone.inside if p.hand == color]


def spawned_type(name: str) -> Data:
    """The least a save needs of an object of that name."""
    data: Data = {"Name": name, "Transform": {}, "Nickname": "", "Description": "", "GUID": ""}
    if type_of(data) == "Counter":
        data["Counter"] = {"value": 0}
    return data

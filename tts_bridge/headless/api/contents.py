"""What is in an object, and objects coming and going: bags, decks, zones, copies, deals."""

from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    maybe_function,
    maybe_vector,
    owner,
    player_color,
    table,
    text,
    truth,
    vector,
    whole,
)
from tts_bridge.headless.api.args import piece as need_piece
from tts_bridge.headless.model.decks import cards_of
from tts_bridge.headless.model.kinds import Data, holds
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.model.world import MOST
from tts_bridge.headless.script.runtime import ApiError
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.vectors import Vec


def _objects(_call: Call, piece: Piece, ignore_tags: Any = None) -> list[Any]:
    if piece.is_zone:
        return list(piece.inside)
    return [_listed(i, each) for i, each in enumerate(piece.contained)]


def _listed(index: int, data: Data) -> dict[str, Any]:
    return {
        "index": index,
        "guid": data.get("GUID", ""),
        "name": data.get("Nickname") or "",
        "nickname": data.get("Nickname") or "",
        "description": data.get("Description") or "",
        "gm_notes": data.get("GMNotes") or "",
        "memo": data.get("Memo") or "",
        "tags": data.get("Tags") or [],
        "lua_script": data.get("LuaScript") or "",
        "lua_script_state": data.get("LuaScriptState") or "",
    }


def _quantity(_call: Call, piece: Piece) -> int:
    if holds(piece.kind):
        return len(piece.contained)
    number = piece.data.get("Number")
    return number if isinstance(number, int) and number > 0 else -1


def _take(call: Call, piece: Piece, parameters: Any = None) -> Piece:
    given = {} if parameters is None else table(parameters, "the parameters")
    return handling.take(
        call.table,
        piece,
        guid=None if given.get("guid") is None else text(given["guid"], "guid"),
        index=None if given.get("index") is None else whole(given["index"], "index"),
        top=given.get("top") is not False,
        at=maybe_vector(given.get("position"), "position"),
        rotation=maybe_vector(given.get("rotation"), "rotation"),
        flip=truth(given.get("flip")),
        smooth=given.get("smooth") is not False,
        callback=_callback(call, given),
    )


def _callback(call: Call, given: dict[str, Any]) -> Any:
    """callback_function, or the old callback: a name in callback_owner's script."""
    name = given.get("callback")
    if isinstance(name, str) and name:
        return call.table.engine.named(owner(call, given.get("callback_owner"), "owner"), name)
    return maybe_function(given.get("callback_function"), "callback_function")


def _put(call: Call, piece: Piece, other: Any, index: Any = None) -> Piece:
    at = None if index is None else whole(index, "index")
    return handling.put(call.table, piece, need_piece(call, other, "the object"), at)


def _shuffle(call: Call, piece: Piece) -> bool:
    if not piece.contained:
        return False
    handling.shuffle(call.table, piece)
    call.table.events.post(
        "onObjectRandomize", piece, "", own=piece, own_name="onRandomize", own_arguments=("",)
    )
    return True


def _deal(
    call: Call,
    piece: Piece,
    number: Any = 1,
    color: Any = None,
    index: Any = None,
    bottom: Any = None,
) -> bool:
    seats = [p.color for p in call.table.players.seated() if p.color != "Black"]
    to = seats if color is None or color == "Seated" else [player_color(color, "the player")]
    most = (len(piece.contained) if piece.kind != "Infinite" else MOST) if holds(piece.kind) else 1
    for _ in range(min(most, whole(number, "the number", 1))):
        for seat in to:
            _deal_one(call, piece, seat, not truth(bottom), None)
    return True


def _deal_one(call: Call, piece: Piece, seat: str, top: bool, offset: Vec | None) -> Piece | None:
    if piece.destroyed:
        if piece.remainder is None or piece.remainder.destroyed:
            return None
        card = piece.remainder
        piece.remainder = None
    elif holds(piece.kind):
        if not piece.contained:
            return None
        card = handling.take(call.table, piece, top=top, smooth=False)
    else:
        card = piece
    return handling.to_hand(call.table, card, seat, offset=offset)


def _deal_with_offset(call: Call, piece: Piece, offset: Any, flip: Any, color: Any) -> Piece | None:
    to = player_color(color, "the player")
    card = _deal_one(call, piece, to, True, vector(offset, "the offset"))
    if card and truth(flip):
        call.table.world.place(card, None, card.rotation._replace(z=0.0))
    return card


def _clone(call: Call, piece: Piece, parameters: Any = None) -> Piece:
    given = {} if parameters is None else table(parameters, "the parameters")
    at = maybe_vector(given.get("position"), "position")
    data = handling.stored(call.table, piece)
    return handling.spawn(call.table, data, at=at or piece.position.plus(Vec(2.0, 0.0, 0.0)))


def _destruct(call: Call, piece: Piece) -> bool:
    handling.destroy(call.table, piece)
    return True


def _cut(call: Call, piece: Piece, count: Any = None) -> list[Piece]:
    total = len(piece.contained)
    if piece.kind != "Deck" or total < 4:
        raise ApiError(f"{piece.guid} cannot be cut")
    first = max(1, min(total - 1, whole(count, "the count", total // 2)))
    return _split_at(call, piece, [first])


def _split(call: Call, piece: Piece, piles: Any = None) -> list[Piece]:
    total, wanted = len(piece.contained), whole(piles, "the piles", 2)
    if piece.kind != "Deck" or not 2 <= wanted <= total // 2:
        raise ApiError(f"{piece.guid} cannot be split into {wanted}")
    share, more = divmod(total, wanted)
    sizes = [share + (i < more) for i in range(wanted)]
    return _split_at(call, piece, [sum(sizes[:i]) for i in range(1, wanted)])


def _split_at(call: Call, piece: Piece, marks: list[int]) -> list[Piece]:
    data = handling.stored(call.table, piece)
    cards = cards_of(data)
    made = []
    for i, (start, end) in enumerate(zip([0, *marks], [*marks, len(cards)], strict=True)):
        at = piece.position.plus(Vec(2.5 * i, 0.0, 0.0))
        made.append(handling.spawn_cards(call.table, data, cards[start:end], at, piece.rotation))
    handling.destroy(call.table, piece)
    return made


def _drop(call: Call, piece: Piece) -> bool:
    piece.held_by = ""
    handling.let_go(call.table, piece)
    return True


def _reload(call: Call, piece: Piece) -> Piece:
    return handling.reload(call.table, piece)


FUNCTIONS: Members = {
    "getObjects": _objects,
    "getQuantity": _quantity,
    "takeObject": _take,
    "putObject": _put,
    "shuffle": _shuffle,
    "deal": _deal,
    "dealToColorWithOffset": _deal_with_offset,
    "clone": _clone,
    "destruct": _destruct,
    "destroy": _destruct,  # not documented, but mods call it
    "isDestroyed": lambda _, piece: piece is None or piece.destroyed,
    "cut": _cut,
    "split": _split,
    "drop": _drop,
    "reload": _reload,
    "getZones": lambda _, piece: piece.zones,
}

VARIABLES: Members = {"remainder": lambda _, piece: piece.remainder}

SETTERS: Members = {}

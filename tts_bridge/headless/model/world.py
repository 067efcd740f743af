"""Everything on the table: which pieces there are, what lies on what, what is in which zone.

Knows nothing of scripts or events; those who change the world say so elsewhere.
"""

import random
from collections.abc import Iterable, Iterator

from tts_bridge.headless.model.grid import Grid
from tts_bridge.headless.model.kinds import ZONES, Data, is_card
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import ApiError
from tts_bridge.headless.vectors import Vec, single, unrotate

TABLE_TOP = 0.96
MOST = 20_000  # objects on the table
_MOST_PAIRS = 1_000_000  # of a zone and an object, which are looked at when both move
_JOIN_DISTANCE = 0.5  # cards dropped nearer than this become a deck


class World:
    """The pieces in the order they came, by id and by GUID."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pieces: dict[int, Piece] = {}
        self.dying: dict[int, Piece] = {}  # destroyed, but reachable until the frame ends
        self.moved: dict[int, Piece] = {}  # whose zones are to be looked at again
        self._by_guid: dict[str, Piece] = {}
        self._zones: dict[int, Piece] = {}
        self._grid = Grid()
        self._next_id = 1

    def __iter__(self) -> Iterator[Piece]:
        return iter(list(self.pieces.values()))

    def get(self, guid: str) -> Piece | None:
        """The piece with that GUID."""
        return self._by_guid.get(guid)

    def new_guid(self) -> str:
        """Six hex digits that no piece has."""
        while True:
            guid = f"{self.rng.randrange(16**6):06x}"
            if guid not in self._by_guid:
                return guid

    def check_zones(self, data: Data) -> None:
        """Raises ApiError: with one more object, every zone and every object would be too many to
        look at together."""
        zones = len(self._zones) + (str(data.get("Name")) in ZONES)
        if zones * len(self.pieces) > _MOST_PAIRS:
            raise ApiError(f"{zones} zones are too many for {len(self.pieces)} objects")

    def add(self, data: Data) -> Piece:
        """A new piece; it keeps its GUID when nobody has that. Raises ApiError."""
        if len(self.pieces) >= MOST:
            raise ApiError(f"there are {MOST} objects on the table")
        guid = data.get("GUID")
        if not isinstance(guid, str) or not guid or guid in self._by_guid:
            guid = self.new_guid()
        piece = Piece(self._next_id, data, guid)
        self._next_id += 1
        self.pieces[piece.id] = self.moved[piece.id] = piece
        self._by_guid[guid] = piece
        if piece.is_zone:
            self._zones[piece.id] = piece
        self._grid.put(piece)
        return piece

    def remove(self, piece: Piece) -> None:
        """Take it off the table; scripts can still look at it until the frame ends."""
        if piece.destroyed:
            return
        piece.destroyed = True
        del self.pieces[piece.id]
        self.dying[piece.id] = piece
        self.moved.pop(piece.id, None)
        self._zones.pop(piece.id, None)
        self._grid.drop(piece)
        if self._by_guid.get(piece.guid) is piece:
            del self._by_guid[piece.guid]
        for zone in piece.lies_in.values():
            del zone.holds[piece.id]
        for inside in piece.holds.values():
            del inside.lies_in[piece.id]

    def place(self, piece: Piece, at: Vec | None = None, rotation: Vec | None = None) -> None:
        """Put it there, turned so."""
        if at is not None:
            piece.position = at.single()
        if rotation is not None:
            piece.rotation = Vec(*(a % 360.0 for a in rotation)).single()
        if not piece.destroyed:
            self.moved[piece.id] = piece
            self._grid.put(piece)

    def rest_height(self, piece: Piece, at: Vec) -> float:
        """The height at which it comes to rest when let go there: on the highest thing below."""
        return self.rest(piece, at)[0]

    def rest(self, piece: Piece, at: Vec) -> tuple[float, Piece | None]:
        """That height, and the thing it comes to rest on; None for the table itself."""
        top, below = self._below(piece, at)
        return single(top + piece.size.y / 2), below

    def _below(self, piece: Piece, at: Vec) -> tuple[float, Piece | None]:
        top, found = TABLE_TOP, None
        half = piece.size.y / 2
        for other in self._grid.near(at):
            if other is piece or other.is_zone or other.held_by or other.hand:
                continue
            size = other.size
            over = other.position.y + size.y / 2
            if over <= top or over > at.y + half + 0.05:
                continue
            local = unrotate(at.minus(other.position), Vec(0.0, other.rotation.y, 0.0))
            if abs(local.x) <= size.x / 2 and abs(local.z) <= size.z / 2:
                top, found = over, other
        return top, found

    def under(self, piece: Piece, at: Vec) -> Piece | None:
        """The container or card that takes the piece in when it is let go there."""
        if piece.is_zone or piece.locked:
            return None
        near_by = sorted(self._grid.near(at), key=lambda other: other.id)
        for other in near_by:
            if (
                other is piece
                or other.held_by
                or other.hand
                or (other.locked and other.kind != "Bag")
            ):
                continue
            near = abs(other.position.x - at.x), abs(other.position.z - at.z)
            if is_card(piece.kind) and is_card(other.kind):
                if max(near) < _JOIN_DISTANCE and other.is_face_down == piece.is_face_down:
                    return other
            elif other.kind in ("Bag", "Infinite") and piece.kind not in ("Bag", "Infinite"):
                size = other.size
                if near[0] < size.x / 2 and near[1] < size.z / 2:
                    return other
        return None

    def update_zones(self) -> list[tuple[Piece, Piece, bool]]:
        """(zone, piece, entered) for all that changed since the last time, in order of ids."""
        moved, self.moved = self.moved, {}
        changes: list[tuple[Piece, Piece, bool]] = []
        if not moved:
            return changes
        for zone in self._zones.values():
            looked_at: Iterable[Piece] = self if zone.id in moved else moved.values()
            for piece in looked_at:
                if piece.is_zone or piece.destroyed:
                    continue
                was, now = zone.id in piece.lies_in, contains(zone, piece)
                if was == now:
                    continue
                changes.append((zone, piece, now))
                if now:
                    piece.lies_in[zone.id], zone.holds[piece.id] = zone, piece
                else:
                    del piece.lies_in[zone.id], zone.holds[piece.id]
        for piece in {**moved, **{p.id: p for _, p, _ in changes}}.values():
            hands = [zone for zone in piece.lies_in.values() if zone.kind == "Hand"]
            piece.hand = hands[0].text("FogColor") if hands and piece.use_hands else ""
        changes.sort(key=lambda change: change[2])  # leaves before it enters
        return changes


def contains(zone: Piece, piece: Piece) -> bool:
    """Whether the middle of the piece is in the zone's box and the tags let it in."""
    half = Vec(*(abs(s) / 2 for s in zone.scale))
    away = piece.position.minus(zone.position)
    reach = half.x * half.x + half.y * half.y + half.z * half.z
    if away.x * away.x + away.y * away.y + away.z * away.z > reach + 1e-6:
        return False
    tags = zone.data.get("Tags")
    if tags and not set(tags) & set(piece.tags):
        return False
    local = unrotate(away, zone.rotation)
    return all(abs(local[i]) <= half[i] + 1e-6 for i in range(3))

"""Hands on the ready-made mod without a table: what they do is told to a referee at once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from exporters.mods.dbd.mod import build_mod
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.engine import Match
from rules.notation import format_move
from tests.tables import TABLES
from tts_bridge.agent.observations import (
    Dropped,
    Flipped,
    Observation,
    Piece,
    Player,
    Pressed,
    Rolled,
    Said,
    Snapshot,
)
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.referee.placement import Spot, position
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Mode, Refused, Ruling
from tts_bridge.referee.table_game import read_profile

MEG, JAKE, DWIGHT, FENG, NURSE = (
    "meg-thomas",
    "jake-park",
    "dwight-fairfield",
    "feng-min",
    "the-nurse",
)
REVEALED = {"objective-4": "generator", "altruism-3": "crow"}


def piece_of(data: dict[str, Any]) -> Piece:
    """An object of a save as the agent would tell it, zones aside."""
    place = data["Transform"]
    kind = {"ScriptingTrigger": "Scripting", "HandTrigger": "Hand"}.get(data["Name"], "Generic")
    return Piece(
        data["GUID"],
        name=data["Name"],
        type=kind,
        nickname=data.get("Nickname", ""),
        tags=tuple(data.get("Tags", ())),
        notes=data.get("GMNotes", ""),
        at=(place["posX"], place["posY"], place["posZ"]),
        size=(place["scaleX"], place["scaleY"], place["scaleZ"]),
        up=abs(place["rotZ"] - 180) > 90,
        value=data.get("Counter", {}).get("value"),
    )


def snapshot() -> Snapshot:
    """The mod as it lies on the table."""
    save = build_mod(
        training_ground(),
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        starts={JAKE: 2, MEG: 1, DWIGHT: 5, FENG: 4, NURSE: 1},
        revealed=REVEALED,
    )
    pieces = [piece_of(data) for data in save.data["ObjectStates"]]
    bare = Snapshot("s", 1, "", 1, tuple(pieces), (Player("White", "W", host=True),))
    _, profile = read_profile(bare, TABLES)
    hands = {f"card/{seat}": colour for seat, colour in profile.about.seats.items()}
    placed = []
    for piece in pieces:
        owner = ident(piece).rpartition("/")[0]
        if piece.type == "Generic":
            zones = () if owner in hands else profile.zones_at(piece.at)
            piece = replace(piece, zones=zones, hand=hands.get(owner, ""))
        placed.append(piece)
    return replace(bare, pieces=tuple(placed))


class Hands:
    """Does things at an imagined table and hands the observations to a referee."""

    def __init__(self, mode: Mode = "enforce") -> None:
        first = snapshot()
        game, profile = read_profile(first, TABLES)
        match = Match(RULES, RULES.setup(profile.config))
        self.referee = Referee(game, profile, match, first, mode)
        self.seq = 1

    @property
    def profile(self) -> Profile:
        return self.referee.profile

    def piece(self, name: str) -> Piece:
        return self.referee.seen[self.profile.pieces[name]]

    def see(self, kind: type[Any], piece: Piece, player: str, **more: Any) -> Ruling:
        self.seq += 1
        observation: Observation = kind("s", self.seq, player, piece, **more)
        return self.referee.observe(observation)

    def drop(self, name: str, zone: str, player: str = "Red", up: bool | None = None) -> Ruling:
        piece = self.piece(name)
        at = position(self.profile, Spot(zone))
        piece = replace(
            piece,
            at=at,
            zones=(self.profile.zones[zone].guid,),
            hand="",
            up=piece.up if up is None else up,
        )
        return self.see(Dropped, piece, player)

    def flip(self, name: str, player: str = "Red") -> Ruling:
        piece = self.piece(name)
        return self.see(Flipped, replace(piece, up=not piece.up), player)

    def roll(self, face: object, die: str = "die/skill-1") -> Ruling:
        return self.see(Rolled, replace(self.piece(die), value=face), "Red")

    def say(self, text: str, player: str) -> Ruling:
        self.seq += 1
        return self.referee.observe(Said("s", self.seq, player, text))

    def press(self, move: str, player: str) -> Ruling:
        return self.see(Pressed, self.piece("agent"), player, button=move)

    def plan(self) -> None:
        """Everybody sets cards; Jake's fails, Meg's leads to the Well or the Chapel."""
        for seat, card in ((JAKE, "sneak"), (MEG, "sprint"), (DWIGHT, "vault"), (FENG, "sprint")):
            assert_allowed(self.drop(f"card/{seat}/{card}", f"set/{seat}", up=False))
        for card, side in (("sprint", "left"), ("crouch", "right")):
            ruling = self.drop(f"card/{NURSE}/{card}", f"set/{NURSE}/{side}", up=False)
            assert_allowed(ruling)


def assert_allowed(ruling: Ruling, *moves: str) -> None:
    assert isinstance(ruling.verdict, Allowed), ruling.verdict
    if moves:
        assert [format_move(move) for move in ruling.verdict.moves] == list(moves)


def assert_refused(ruling: Ruling, code: str) -> None:
    assert isinstance(ruling.verdict, Refused), ruling.verdict
    assert ruling.verdict.violation.code == code

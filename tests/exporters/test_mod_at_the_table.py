"""The mod as built is what the referee expects to see: nothing has to be put right."""

from typing import Any

import pytest
from msgspec.structs import replace

from exporters.mods.dbd.layout import Box, Point
from exporters.mods.dbd.mod import build_mod
from exporters.savefile import Save, objects
from rules.dbd.board import training_ground
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS, setup
from rules.dbd.state import CardToReveal, KillerPhase, State, with_figure
from tests.tables import TABLES
from tts_bridge.agent.observations import Piece, Snapshot
from tts_bridge.games.dbd.arrange import arrange
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.referee.placement import commands
from tts_bridge.referee.profile import Profile
from tts_bridge.referee.table_game import read_profile


def observed(save: Save) -> list[Piece]:
    """What an agent would report of the objects of a save, with a zone as TTS has it.

    A zone that has tags notices only what shares one of them.
    """
    every = [each for _, each in objects(save)]
    zones = [(each, _box(each)) for each in every if each["Name"] == "ScriptingTrigger"]
    hands = [(each, _box(each)) for each in every if each["Name"] == "HandTrigger"]
    pieces = []
    for each in every:
        place = each["Transform"]
        at = Point(place["posX"], place["posZ"])
        inside = [
            zone["GUID"]
            for zone, box in zones
            if zone is not each and box.holds(at) and set(zone["Tags"]) & set(each.get("Tags", []))
        ]
        hand = [zone["FogColor"] for zone, box in hands if each["Hands"] and box.holds(at)]
        pieces.append(
            Piece(
                guid=each["GUID"],
                name=each["Name"],
                type="Scripting" if each["Name"] == "ScriptingTrigger" else each["Name"],
                nickname=each["Nickname"],
                tags=tuple(each.get("Tags", ())),
                notes=each["GMNotes"],
                at=_triple(place, "pos"),
                rot=_triple(place, "rot"),
                size=_triple(place, "scale"),
                up=not 90 < place["rotZ"] < 270,
                locked=each["Locked"],
                hand="".join(hand),
                value=each.get("Counter", {}).get("value"),
                zones=tuple(inside),
            )
        )
    return pieces


def _box(each: dict[str, Any]) -> Box:
    place = each["Transform"]
    return Box(place["posX"], place["posZ"], place["scaleX"], place["scaleZ"])


def _triple(place: dict[str, float], what: str) -> tuple[float, float, float]:
    return (place[f"{what}X"], place[f"{what}Y"], place[f"{what}Z"])


def seen(save: Save) -> tuple[Profile, State, dict[str, Piece]]:
    pieces = observed(save)
    _, profile = read_profile(Snapshot("s", 1, "", 1, tuple(pieces), ()), TABLES)
    return profile, setup(profile.config), {piece.guid: piece for piece in pieces}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"language": "zh", "seed": 3},
        {"starts": dict.fromkeys((*DEFAULT_SURVIVORS, DEFAULT_KILLER), 5)},
        {"revealed": {"altruism-5": "crow", "boldness-10": "hook"}},
    ],
)
def test_the_referee_finds_everything_where_it_belongs(options: dict[str, Any]) -> None:
    save = build_mod(
        training_ground(),
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        **options,
    )
    profile, state, pieces = seen(save)
    wants = arrange(state, profile, pieces)
    assert len(wants) > 100
    assert commands(profile, pieces, wants) == ()


def test_a_piece_out_of_its_place_is_noticed() -> None:
    save = build_mod(
        training_ground(), names=DBD_NAMES, survivors=DEFAULT_SURVIVORS, killer=DEFAULT_KILLER
    )
    profile, state, pieces = seen(save)
    figure = next(
        each for _, each in objects(save) if "ttsb:figure/meg-thomas" in each.get("Tags", [])
    )
    figure["Transform"]["posX"] += 5.5
    moved = {piece.guid: piece for piece in observed(save)}
    (command,) = commands(profile, moved, arrange(state, profile, moved))
    assert command.guid == figure["GUID"]  # type: ignore[union-attr]
    assert pieces.keys() == moved.keys()


def test_a_third_set_card_has_a_place_of_its_own_once_planning_is_over() -> None:
    save = build_mod(
        training_ground(), names=DBD_NAMES, survivors=DEFAULT_SURVIVORS, killer=DEFAULT_KILLER
    )
    profile, state, pieces = seen(save)
    killer = replace(state.killer, hand=("vault",), planned=("sprint", "wait", "crouch"))
    state = with_figure(replace(state, asks=(KillerPhase(), CardToReveal(killer.id))), killer)

    wants = {want.piece: want.spot for want in arrange(state, profile, pieces)}
    places = [wants[f"card/{killer.id}/{card}"] for card in killer.planned]
    assert [spot and spot.zone for spot in places] == [
        f"set/{killer.id}/{side}" for side in ("left", "right", "bonus")
    ]

"""The ready-made mod holds every piece once, in its place, named and unspoilt."""

import itertools
import json
import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from exporters.edit import builders as build
from exporters.mods.dbd import layout
from exporters.mods.dbd.layout import Box, Point
from exporters.mods.dbd.mod import ModError, build_mod
from exporters.savefile import Save, dump, objects
from rules.dbd.board import CATEGORIES, PROP_TOTALS, Board, parse_board, training_ground
from rules.dbd.state import SURVIVOR_CARDS, Settings
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES

BOARD = training_ground()
SURVIVORS = ("jake-park", "meg-thomas", "dwight-fairfield", "feng-min")
KILLER = "the-nurse"
FIGURES = (*SURVIVORS, KILLER)
SUPPLIES = ("wound", "progress", "sacrifice", "entity", "wall", "prop")


def mod(**changes: Any) -> Save:
    return build_mod(
        BOARD, names=DBD_NAMES, **{"survivors": SURVIVORS, "killer": KILLER, **changes}
    )


MOD = mod()


def named(save: Save = MOD) -> dict[str, dict[str, Any]]:
    """Objects by what follows `ttsb:`; fails when two have the same."""
    found: dict[str, dict[str, Any]] = {}
    for _, each in objects(save):
        for tag in each.get("Tags", []):
            if tag.startswith("ttsb:"):
                assert tag[5:] not in found
                found[tag[5:]] = each
    return found


NAMED = named()


def at(each: dict[str, Any]) -> Point:
    return Point(each["Transform"]["posX"], each["Transform"]["posZ"])


def box(each: dict[str, Any]) -> Box:
    place = each["Transform"]
    return Box(place["posX"], place["posZ"], place["scaleX"], place["scaleZ"])


ZONES = {
    each: each_object for each, each_object in NAMED.items()
    if each_object["Name"] == "ScriptingTrigger"
}  # fmt: skip


def zones_over(each: dict[str, Any]) -> set[str]:
    return {zone for zone, trigger in ZONES.items() if box(trigger).holds(at(each))}


def test_every_piece_of_the_contract_is_there_and_nothing_else() -> None:
    pieces = {
        *(f"figure/{each}" for each in FIGURES),
        *(f"card/{each}/{card}" for each in FIGURES for card in SURVIVOR_CARDS),
        f"card/{KILLER}/wait",
        *(f"prop/{category}-{n}" for category in CATEGORIES
          for n in range(1, PROP_TOTALS[category] + 1)),
        *(f"die/skill-{n}" for n in range(1, 5)),
        "die/danger",
        *(f"wall/{path.id}" for path in BOARD.paths if path.wall),
        *(f"wound/{n}" for n in range(1, 5)),
        *(f"progress/{n}" for n in range(1, 26)),
        *(f"sacrifice/{n}" for n in range(1, 13)),
        *(f"bloodpoints/{each}" for each in FIGURES),
        "entity", "first-player", "board", "agent",
    }  # fmt: skip
    zones = {
        *(f"space/{space.id}" for space in BOARD.spaces),
        *(f"path/{path.id}" for path in BOARD.paths),
        *(f"{kind}/{each}" for kind in ("set", "discard", "beside") for each in SURVIVORS),
        *(f"set/{KILLER}/{which}" for which in ("left", "right", "bonus")),
        f"discard/{KILLER}",
        "track", "repaired",
        *(f"supply/{what}" for what in SUPPLIES),
    }  # fmt: skip
    assert ZONES.keys() == zones
    assert NAMED.keys() == pieces | zones


def test_every_piece_carries_one_name_and_the_tag_that_zones_notice() -> None:
    for each, tagged in NAMED.items():
        expected = [f"ttsb:{each}"] if each == "agent" else [f"ttsb:{each}", "ttsb"]
        assert tagged["Tags"] == expected
    registered = {label["displayed"] for label in MOD.data["ComponentTags"]["labels"]}
    assert registered == {f"ttsb:{each}" for each in NAMED} | {"ttsb"}
    for label in MOD.data["ComponentTags"]["labels"]:
        assert label["normalized"] == label["displayed"].lower()


def test_guids_are_unique_six_hex_digits() -> None:
    guids = [each["GUID"] for _, each in objects(MOD)]
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)


def test_no_two_zones_overlap() -> None:
    for (one, a), (other, b) in itertools.combinations(ZONES.items(), 2):
        assert not box(a).overlaps(box(b)), f"{one} and {other}"


def test_spaces_are_five_to_six_inches_apart() -> None:
    centres = [at(ZONES[f"space/{space.id}"]) for space in BOARD.spaces]
    nearest = min(
        ((a.x - b.x) ** 2 + (a.z - b.z) ** 2) ** 0.5 for a, b in itertools.combinations(centres, 2)
    )
    assert 5 <= nearest <= 6


def test_every_prop_lies_face_down_in_its_space() -> None:
    for slot in BOARD.slots:
        token = NAMED[f"prop/{slot.prop}"]
        assert zones_over(token) == {f"space/{slot.space}"}
        assert token["Transform"]["rotZ"] == 180.0


def test_props_do_not_lie_on_each_other_or_on_figures() -> None:
    lying = [NAMED[f"prop/{slot.prop}"] for slot in BOARD.slots]
    for one, other in itertools.combinations(lying, 2):
        assert not box(one).overlaps(box(other))
    for figure in FIGURES:
        place = at(NAMED[f"figure/{figure}"])
        assert not any(box(token).holds(place, 0.2) for token in lying)


def test_nothing_but_the_notes_tells_what_a_prop_is() -> None:
    kinds = Counter(NAMED[f"prop/{slot.prop}"]["GMNotes"] for slot in BOARD.slots)
    assert kinds == {
        "generator": 8, "exit-gate": 2, "hook": 6, "hex-totem": 4,
        "chest": 6, "locker": 6, "pallet": 6, "crow": 6,
    }  # fmt: skip
    for category in CATEGORIES:
        of_it = [NAMED[f"prop/{s.prop}"] for s in BOARD.slots if s.category == category]
        own = {"GUID", "Tags", "Transform", "GMNotes"}
        shown = {json.dumps({k: v for k, v in token.items() if k not in own}) for token in of_it}
        assert len(shown) == 1, "tokens of a category look and read alike"


def test_the_seed_alone_decides_what_lies_where() -> None:
    assert dump(mod(seed=7)) == dump(mod(seed=7))
    lying = {
        seed: tuple(named(mod(seed=seed))[f"prop/{slot.prop}"]["GMNotes"] for slot in BOARD.slots)
        for seed in range(3)
    }
    assert len(set(lying.values())) == 3
    one, other = mod(seed=1).data, mod(seed=2).data
    for a, b in zip(one["ObjectStates"], other["ObjectStates"], strict=True):
        assert {**a, "GMNotes": ""} == {**b, "GMNotes": ""}


def test_kinds_and_the_danger_die_follow_the_house_rules() -> None:
    settings = Settings(danger_die=(0, 0, 0, 0, 5, 5))
    settings.kinds["objective"] = {"generator": 7, "exit-gate": 3}
    found = named(mod(settings=settings))
    notes = [found[f"prop/objective-{n}"]["GMNotes"] for n in range(1, 11)]
    assert notes.count("exit-gate") == 3
    values = [each["Value"] for each in found["die/danger"]["RotationValues"]]
    assert values == ["0", "0", "0", "0", "5", "5"]


def test_what_is_settled_beforehand_lies_there_and_chance_decides_the_rest() -> None:
    settled = {"objective-5": "exit-gate", "objective-9": "exit-gate"}
    for seed in range(5):
        save = mod(kinds=settled, revealed={"boldness-10": "hook"}, seed=seed)
        found = named(save)
        notes = {f"objective-{n}": found[f"prop/objective-{n}"]["GMNotes"] for n in range(1, 11)}
        assert {prop for prop, kind in notes.items() if kind == "exit-gate"} == settled.keys()
        up = {
            slot.prop
            for slot in BOARD.slots
            if found[f"prop/{slot.prop}"]["Transform"]["rotZ"] == 0.0
        }
        assert up == {"boldness-10"}
        assert found["prop/boldness-10"]["GMNotes"] == "hook"
        about = json.loads(found["agent"]["GMNotes"])
        assert about["revealed"] == {"boldness-10": "hook"}, "what lies face down is not told"
        kinds = Counter(found[f"prop/{slot.prop}"]["GMNotes"] for slot in BOARD.slots)
        assert kinds["hook"] == 6


def test_dice_show_nought_to_five_and_the_danger_dies_two_results() -> None:
    for n in range(1, 5):
        values = [face["Value"] for face in NAMED[f"die/skill-{n}"]["RotationValues"]]
        assert sorted(values) == list("012345")
    values = [face["Value"] for face in NAMED["die/danger"]["RotationValues"]]
    assert values == ["0", "0", "0", "5", "5", "5"]
    rotations = [json.dumps(face["Rotation"]) for face in NAMED["die/danger"]["RotationValues"]]
    assert len(set(rotations)) == 6


def test_movement_cards_lie_in_their_owners_hand_and_hide_their_face() -> None:
    hands = [each for _, each in objects(MOD) if each["Name"] == "HandTrigger"]
    seats = json.loads(NAMED["agent"]["GMNotes"])["seats"]
    assert sorted(hand["FogColor"] for hand in hands) == sorted(seats.values())
    for figure in FIGURES:
        mine = {card: each for card, each in NAMED.items() if card.startswith(f"card/{figure}/")}
        for card in mine.values():
            over = [hand["FogColor"] for hand in hands if box(hand).holds(at(card))]
            assert over == [seats[figure]]
            assert (card["Hands"], card["HideWhenFaceDown"]) == (True, True)
            assert card["Transform"]["rotZ"] == 0.0
        assert len({card["CardID"] for card in mine.values()}) == len(mine)
        assert len({json.dumps(card["ColorDiffuse"]) for card in mine.values()}) == 1, (
            "a card's tint is seen on its back too, so it may tell the owner alone"
        )


def test_nothing_needs_a_download() -> None:
    text = dump(MOD)
    assert "http" not in text
    assert "CustomImage" not in text
    assert "URL" not in text


def test_walls_lie_on_their_paths_figures_on_their_starts_tokens_in_their_stores() -> None:
    for path in BOARD.paths:
        if path.wall:
            assert zones_over(NAMED[f"wall/{path.id}"]) == {f"path/{path.id}"}
    for number, figure in enumerate(FIGURES):
        assert zones_over(NAMED[f"figure/{figure}"]) == {f"space/{BOARD.starts[number]}"}
    for kind, count in (("wound", 4), ("progress", 25), ("sacrifice", 12)):
        for n in range(1, count + 1):
            assert zones_over(NAMED[f"{kind}/{n}"]) == {f"supply/{kind}"}
    assert zones_over(NAMED["entity"]) == {"supply/entity"}
    assert zones_over(NAMED["first-player"]) == {"beside/jake-park"}


def test_figures_start_where_their_dice_say() -> None:
    found = named(mod(starts=dict.fromkeys(FIGURES, 5)))
    places = [at(found[f"figure/{each}"]) for each in FIGURES]
    assert len(set(places)) == 5
    assert all(
        zones_over(found[f"figure/{each}"]) == {f"space/{BOARD.starts[5]}"} for each in FIGURES
    )


def test_everybody_begins_with_their_bloodpoints() -> None:
    values = [NAMED[f"bloodpoints/{each}"]["Counter"]["value"] for each in FIGURES]
    assert values == [2, 2, 2, 2, 4]
    assert all(type(value) is int for value in values)


def test_every_path_is_drawn_and_one_way_ones_have_arrows() -> None:
    drawn = MOD.data["VectorLines"]
    three = [each for each in drawn if len(each["points3"]) == 3 and not each.get("loop")]
    yellow = [path for path in BOARD.paths if path.colour == "yellow"]
    yellow_ink = [each for each in three if each["color"] == build.color(0.93, 0.8, 0.15)]
    assert len(yellow_ink) >= 2 * len(yellow)
    plan = layout.plan(BOARD)
    begun = {(each["points3"][0]["x"], each["points3"][0]["z"]) for each in drawn}
    for path in BOARD.paths:
        start, end = plan.curves[path.id][0], plan.curves[path.id][-1]
        assert plan.spaces[path.a].holds(start, 0.5)
        assert plan.spaces[path.b].holds(end, 0.5)
        assert (round(start.x, 4), round(start.z, 4)) in begun


def test_a_figure_can_be_snapped_in_every_space() -> None:
    points = [
        Point(each["Position"]["x"], each["Position"]["z"]) for each in MOD.data["SnapPoints"]
    ]
    for space in BOARD.spaces:
        assert (
            sum(box(ZONES[f"space/{space.id}"]).holds(point) for point in points) == layout.STANDS
        )


def test_the_agent_carries_its_script_and_what_the_mod_is() -> None:
    agent = named(
        mod(
            agent_script="return 1", seats={"meg-thomas": "Blue", "feng-min": "Pink"}, language="zh"
        )
    )["agent"]
    assert (agent["LuaScript"], agent["Locked"]) == ("return 1", True)
    about = json.loads(agent["GMNotes"])
    board = parse_board(json.dumps(about.pop("map")))
    assert msgspec.to_builtins(board) == msgspec.to_builtins(BOARD)
    assert about == {
        "game": "dbd",
        "survivors": list(SURVIVORS),
        "killer": KILLER,
        "seats": {
            "jake-park": "White",
            "meg-thomas": "Blue",
            "dwight-fairfield": "Green",
            "feng-min": "Pink",
            "the-nurse": "Purple",
        },
        "first": "jake-park",
        "starts": {each: number for number, each in enumerate(FIGURES)},
        "revealed": {},
        "language": "zh",
    }


def test_chinese_is_on_the_pieces_and_both_languages_in_the_notebook() -> None:
    chinese = named(mod(language="zh"))
    assert chinese["card/meg-thomas/sprint"]["Nickname"] == "冲刺"
    assert chinese["figure/the-nurse"]["Nickname"] == "护士"
    assert chinese["prop/altruism-1"]["Nickname"] == "利他"
    assert NAMED["card/meg-thomas/sprint"]["Nickname"] == "Sprint"
    titles = [tab["title"] for tab in MOD.data["TabStates"].values()]
    assert titles == ["A round", "一轮流程"]
    texts = {each["Text"]["Text"] for _, each in objects(mod(language="zh")) if "Text" in each}
    assert {"果园", "献祭进度条"} <= texts


def test_labels_of_kinds_are_there_for_the_tables_own_script_only() -> None:
    assert (MOD.data["LuaScript"], MOD.data["LuaScriptState"]) == ("", "")
    data = mod(table_script="x = 1", language="zh").data
    assert json.loads(data["LuaScriptState"])["generator"] == "发电机"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"survivors": SURVIVORS[:3]}, "four different Survivors"),
        ({"survivors": (*SURVIVORS[:3], "jake-park")}, "four different Survivors"),
        ({"survivors": (*SURVIVORS[:3], "nobody")}, "survivors: 'nobody'"),
        ({"killer": "meg-thomas"}, "killer: 'meg-thomas'"),
        ({"language": "fr"}, "language: 'fr'"),
        ({"seats": {"meg-thomas": "Mauve"}}, "seats: 'Mauve' of meg-thomas"),
        ({"seats": {"ace-visconti": "Red"}}, "seats: 'ace-visconti' does not play"),
        ({"seats": {"meg-thomas": "Purple"}}, "seats: Purple is the Killer's"),
        ({"starts": {KILLER: 6}}, "starts: 6"),
        ({"revealed": {"objective-1": "hook"}}, "objective-1 cannot be 'hook'"),
        ({"kinds": {"objective-11": "generator"}}, "no prop 'objective-11'"),
        ({"settings": Settings(danger_die=(0, 5))}, "danger_die: 2 faces"),
        ({"settings": Settings(kinds={})}, "settings.kinds.objective: 0 in all, not 10"),
    ],
)
def test_what_does_not_work_is_refused_by_name(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ModError, match=re.escape(says)):
        mod(**changes)


def test_two_survivors_may_share_a_player() -> None:
    hands = [
        each["FogColor"]
        for _, each in objects(mod(seats={"meg-thomas": "White"}))
        if each["Name"] == "HandTrigger"
    ]
    assert Counter(hands)["White"] == 2


def test_other_maps_have_room_too() -> None:
    """A ring of spaces with every kind of path between neighbours, and chords across."""
    stretched = [
        msgspec.structs.replace(space, x=space.y * 30.0, y=space.x * -17.5)
        for space in BOARD.spaces
    ]
    extra = [
        msgspec.structs.replace(BOARD.paths[0], id=f"extra-{n}", colour=colour)
        for n, colour in enumerate(("red", "green", "yellow"))
    ]
    board: Board = msgspec.structs.replace(
        BOARD, spaces=tuple(stretched), paths=(*BOARD.paths, *extra)
    )
    save = build_mod(board, names=DBD_NAMES, survivors=SURVIVORS, killer=KILLER)
    zones = [box(each) for _, each in objects(save) if each["Name"] == "ScriptingTrigger"]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(zones, 2))


def test_a_crowded_space_has_smaller_slots() -> None:
    first = msgspec.structs.replace(BOARD.spaces[0], props=_all_props())
    rest = [msgspec.structs.replace(each, props=type(first.props)()) for each in BOARD.spaces[1:]]
    board: Board = msgspec.structs.replace(BOARD, spaces=(first, *rest))
    save = build_mod(board, names=DBD_NAMES, survivors=SURVIVORS, killer=KILLER)
    tokens = [each for name, each in named(save).items() if name.startswith("prop/")]
    zone = box(named(save)["space/watchtower"])
    assert all(zone.holds(at(token)) for token in tokens)
    assert not any(box(a).overlaps(box(b)) for a, b in itertools.combinations(tokens, 2))


def _all_props() -> Any:
    props = BOARD.spaces[0].props
    return msgspec.structs.replace(props, **PROP_TOTALS)

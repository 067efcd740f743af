"""A map read off a save is the one that was drawn there."""

from __future__ import annotations

import contextlib
import json
import math
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exporters.edit import builders as build
from exporters.mods.dbd import layout
from exporters.mods.dbd.layout import LayoutError, Point
from exporters.mods.dbd.mod import build_mod
from exporters.mods.words import space_name
from exporters.savefile import Save, dump, parse
from exporters.tracing.trace import Traced, TraceError, trace
from rules.dbd.board import Board, training_ground
from rules.dbd.mapfile import write_json
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from tests.rules.dbd.maps import boards
from tests.rules.dbd.sample import small_board
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES

GROUND = training_ground()
SEATS = {"red": "Red", "green": "Green", "blue": "Blue", "yellow": "Yellow"}
few = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def built(board: Board) -> Save:
    save = build_mod(board, names=DBD_NAMES, survivors=DEFAULT_SURVIVORS, killer=DEFAULT_KILLER)
    return parse(dump(save))


def same(traced: Traced, board: Board) -> None:
    """The map is the one given, but for what no table tells: scale, and the other language."""
    assert traced.problems == ()
    found = traced.board
    assert found.paths == board.paths
    for one, other in zip(found.spaces, board.spaces, strict=True):
        assert (one.id, one.props, one.start) == (other.id, other.props, other.start)
        assert one.name["en"] == " ".join(space_name(board, other.id, "en").split())
    again, before = layout.plan(found), layout.plan(board)
    for space in board.spaces:
        a, b = again.spaces[space.id], before.spaces[space.id]
        assert math.hypot(a.x - b.x, a.z - b.z) < 0.01, "built anew, it lies where it lay"


def test_a_built_mod_gives_back_the_training_ground() -> None:
    traced = trace(built(GROUND), "Training Ground")
    same(traced, GROUND)
    assert traced.told == ()
    assert (traced.board.id, traced.board.name) == ("training-ground", {"en": "Training Ground"})


def plainly(board: Board) -> Board:
    """The map with names that letters on a table keep: one line, no brackets or counts."""
    spaces = [replace(space, name={"en": f"Space {n}é中"}) for n, space in enumerate(board.spaces)]
    return replace(board, spaces=tuple(spaces))


@few
@given(boards())
def test_a_built_mod_gives_back_any_map(board: Board) -> None:
    board = plainly(board)
    try:
        layout.plan(board)
    except LayoutError:
        assume(False)
    same(trace(built(board), "x"), board)


# == Drawn by hand ==


class Hand:
    """Somebody with the game's drawing tool: snap points, wobbly lines, a ring for each wall."""

    def __init__(self, board: Board, seed: int, *, shake: float = 0.12, ends: float = 0.25) -> None:
        self.random = random.Random(seed)
        self.shake, self.ends = shake, ends
        plan = layout.plan(board)
        self.snaps = [Point(box.x, box.z) for box in plan.spaces.values()]
        self.clear = 9.0  # between a wall's mark and the nearest other line
        self.lines = []
        curves = [self.whole(board, plan, path.id) for path in board.paths]
        for number, path in enumerate(board.paths):
            self.lines.append(self.stroke(curves[number], SEATS[path.colour]))
        for number, path in enumerate(board.paths):
            if path.wall:
                others = [c for n, c in enumerate(curves) if n != number]
                inner = curves[number][len(curves[number]) // 4 : -len(curves[number]) // 4]
                clear, at = max((self.clearance(p, others), p.x, p) for p in inner)[::2]
                self.clear = min(self.clear, clear)
                self.lines.append(self.ring(at, "Brown"))

    @staticmethod
    def whole(board: Board, plan: layout.Plan, path: str) -> list[Point]:
        a, b = plan.spaces[board.path[path].a], plan.spaces[board.path[path].b]
        return [Point(a.x, a.z), *plan.curves[path], Point(b.x, b.z)]

    @staticmethod
    def clearance(point: Point, others: list[list[Point]]) -> float:
        return min(
            (math.hypot(point.x - p.x, point.z - p.z) for line in others for p in line), default=9
        )

    def near(self, point: Point, by: float) -> tuple[float, float, float]:
        x, z = (each + self.random.uniform(-by, by) for each in (point.x, point.z))
        return x, 1.1, z

    def stroke(self, curve: list[Point], seat: str) -> build.Json:
        first, *inner, last = curve
        spacing = layout.SPACING * self.ends / math.sqrt(2)
        points = [self.near(first, spacing), *(self.near(p, self.shake) for p in inner)]
        return build.line([*points, self.near(last, spacing)], build.SEAT_COLORS[seat])

    def ring(self, at: Point, seat: str) -> build.Json:
        turns = [n / 20 * 2 * math.pi for n in range(20)]
        points = [(at.x + 0.4 * math.cos(a), 1.1, at.z + 0.4 * math.sin(a)) for a in turns]
        return build.line(points, build.SEAT_COLORS[seat])

    def save(self, *more: build.Json, texts: tuple[build.Json, ...] = ()) -> Save:
        data = {
            "SaveName": "By hand",
            "VectorLines": [*self.lines, *more],
            "SnapPoints": [{"Position": build.vector(p.x, 1.06, p.z)} for p in self.snaps],
            "ObjectStates": list(texts),
        }
        return Save(data, name="by-hand.json")


def shape(board: Board) -> list[tuple[int, int, str, bool]]:
    """The paths by the numbers of their spaces."""
    numbers = {space.id: n for n, space in enumerate(board.spaces)}
    return [(numbers[p.a], numbers[p.b], p.colour, p.wall) for p in board.paths]


@few
@given(boards(), st.integers(0, 99))
def test_a_hand_drawn_twin_has_the_same_spaces_and_paths(board: Board, seed: int) -> None:
    try:
        hand = Hand(plainly(board), seed)
    except LayoutError:
        assume(False)
    assume(hand.clear > 2 * hand.shake + 0.3)
    traced = trace(hand.save(), "Twin")
    assert traced.problems == ()
    assert shape(traced.board) == shape(board)
    assert [space.id for space in traced.board.spaces] == [
        f"space-{n + 1}" for n in range(len(board.spaces))
    ]
    assert len(traced.told) >= 3, "names, props and start numbers are told to be defaults"


def labelled(board: Board, hand: Hand) -> tuple[build.Json, ...]:
    """What somebody may write beside each space, in one text or in two."""
    found = []
    for at, space in zip(hand.snaps, board.spaces, strict=True):
        props = "/".join(str(getattr(space.props, c)) for c in ("objective", "boldness"))
        props += "/" + "/".join(str(getattr(space.props, c)) for c in ("survival", "altruism"))
        start = "" if space.start is None else f" [{space.start}]"
        found.append(build.text3d("", (at.x, 1.1, at.z + 1.2), f"{space.name['en']}{start}"))
        found.append(build.text3d("", (at.x - 0.3, 1.1, at.z - 1.0), props))
    return tuple(found)


def test_a_twin_with_letters_has_names_starts_and_props_too() -> None:
    hand = Hand(GROUND, 3)
    traced = trace(hand.save(texts=labelled(GROUND, hand)), "Twin")
    assert (traced.told, traced.problems) == ((), ())
    for one, other in zip(traced.board.spaces, GROUND.spaces, strict=True):
        assert one.name["en"] == other.name["en"]
        assert (one.props, one.start) == (other.props, other.start)
    assert shape(traced.board) == shape(GROUND)


def test_lines_and_snap_points_of_a_turned_and_scaled_board_lie_where_they_are_seen() -> None:
    board = small_board()
    hand = Hand(board, 1)
    angle, size, aside = math.radians(30), 2.0, (3.0, -1.0)

    def local(x: float, z: float) -> dict[str, Any]:
        x, z = (x - aside[0]) / size, (z - aside[1]) / size
        return build.vector(
            x * math.cos(angle) - z * math.sin(angle), 0.5,
            x * math.sin(angle) + z * math.cos(angle),
        )  # fmt: skip

    lines = [
        {**line, "points3": [local(p["x"], p["z"]) for p in line["points3"]]} for line in hand.lines
    ]
    thing = build.block(
        "abcdef",
        (aside[0], 1, aside[1]),
        rot=(0, math.degrees(angle), 0),
        scale=(size, 1, size),
    )
    thing["AttachedVectorLines"] = lines
    thing["AttachedSnapPoints"] = [{"Position": local(p.x, p.z)} for p in hand.snaps]
    traced = trace(Save({"ObjectStates": [thing]}, name="x.json"), "x")
    assert shape(traced.board) == shape(board)
    plain = trace(hand.save(), "x").board
    for one, other in zip(traced.board.spaces, plain.spaces, strict=True):
        assert math.hypot(one.x - other.x, one.y - other.y) < 0.01


def test_zones_are_spaces_where_there_are_no_snap_points() -> None:
    hand = Hand(GROUND, 2)
    zones = [
        build.zone(
            "",
            (at.x, 2, at.z),
            (2.5, 4, 2.5),
            nickname=space.name["en"] + (f" [{n}]" if n < 6 else ""),
        )
        for n, (at, space) in enumerate(zip(hand.snaps, GROUND.spaces, strict=True))
    ]
    hand.snaps = []
    traced = trace(hand.save(texts=tuple(zones)), "x")
    assert shape(traced.board) == shape(GROUND)
    assert [space.id for space in traced.board.spaces] == [space.id for space in GROUND.spaces]


def test_nothing_on_a_table_makes_a_map_that_cannot_be_read_again() -> None:
    hand = Hand(GROUND, 2)
    odd = ("../..\n\0", "X" * 200, "[9] 99/99/99/99", "[7]", "a" * 70, "é", "-", "中 [1] [2]")
    texts = tuple(
        build.text3d("", (at.x, 1, at.z), text) for at, text in zip(hand.snaps, odd, strict=False)
    )
    zone = build.zone("", (AT[0].x + 2.5, 1, AT[0].z), (1, 1, 1), tags=["ttsb:path/../" + "p" * 90])
    board = trace(hand.save(texts=(*texts, zone)), "\0" * 90).board
    again = msgspec.json.decode(write_json(board), type=Board)
    assert again == board
    assert len(again.paths) == len(GROUND.paths)


def test_a_mod_with_chinese_letters_gives_back_chinese_names() -> None:
    save = build_mod(
        GROUND,
        names=DBD_NAMES,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        language="zh",
    )
    traced = trace(save, "训练场", language="zh")
    assert traced.problems == traced.told == ()
    assert traced.board.name == {"zh": "训练场"}
    for one, other in zip(traced.board.spaces, GROUND.spaces, strict=True):
        assert one.name == {"zh": other.name["zh"]}
    assert traced.board.paths == GROUND.paths


def red(*points: tuple[float, float], seat: str = "Red") -> build.Json:
    return build.line([(x, 1.1, z) for x, z in points], build.SEAT_COLORS[seat])


HAND = Hand(GROUND, 5)
LINE = HAND.lines[0]
AT = HAND.snaps


def problems(*more: build.Json) -> tuple[str, ...]:
    return trace(HAND.save(*more), "x").problems


def test_a_line_that_ends_nowhere_is_told_with_its_place() -> None:
    a, b = AT[0], AT[1]
    (line,) = problems(red((a.x, a.z), ((a.x + b.x) / 2, a.z)))
    assert line.startswith(f"red line from ({a.x:.1f}, {a.z:.1f}) to ({(a.x + b.x) / 2:.1f}, ")
    assert "ends nowhere: the nearest space, at" in line
    assert "is 2.8 inches off (at most 2.2)" in line


def test_a_line_of_another_colour_is_told() -> None:
    a, b = AT[0], AT[1]
    for seat in ("Purple", "Teal", "Pink", "White"):
        (line,) = problems(red((a.x, a.z), (b.x, b.z), seat=seat))
        assert "is none of red, green, blue and yellow" in line


def test_a_mark_of_a_wall_beside_every_path_is_told() -> None:
    (line, count) = (*problems(HAND.ring(Point(90.0, 90.0), "Brown")), "")
    assert (line, count) == ("mark of a wall at (90.0, 90.0) lies on no path", "")


def test_a_short_line_within_a_space_is_told() -> None:
    a = AT[0]
    (line,) = problems(red((a.x - 1.8, a.z + 1.2), (a.x - 0.8, a.z + 1.2)))
    assert line.endswith("leads back to the same space")


def test_a_line_drawn_twice_is_told_and_kept() -> None:
    traced = trace(HAND.save(HAND.lines[0]), "x")
    assert sum("delete one if it was drawn twice" in line for line in traced.told) == 1
    assert len(traced.board.paths) == len(GROUND.paths) + 1


def test_a_dashed_line_has_a_wall_and_one_with_the_pen_lifted_once_has_none() -> None:
    a, b = AT[0], AT[5]  # aslant, where there is no path yet

    def between(s: float, t: float) -> build.Json:
        return red(*((a.x + (b.x - a.x) * n, a.z + (b.z - a.z) * n) for n in (s, (s + t) / 2, t)))

    lifted = trace(HAND.save(between(0, 0.5), between(0.52, 1)), "x")
    assert shape(lifted.board)[-1] == (0, 5, "red", False)
    ends = trace(HAND.save(between(0, 0.5), between(1, 0.5)), "x")
    assert shape(ends.board)[-1] == (0, 5, "red", False), "drawn from both ends"
    dashes = [between(n / 8, n / 8 + 0.07) for n in range(8)]
    dashed = trace(HAND.save(*dashes), "x")
    assert shape(dashed.board)[-1] == (0, 5, "red", True)
    assert dashed.problems == ("5 paths with a breakable wall, not 4",)


def test_the_tolerance_is_the_hosts_to_choose() -> None:
    strict = trace(HAND.save(), "x", tolerance=0.9)
    assert any("ends nowhere" in line for line in strict.problems)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"SnapPoints": []}, "SnapPoints: 0 of them; put one into the middle of every space"),
        ({"SnapPoints": [{"Position": build.vector(0, 1, 0)}]}, "1 of them"),
        (
            {"SnapPoints": [{"Position": build.vector(n, 1, 0)} for n in range(70)]},
            "70 of them, and a map has at most 60 spaces",
        ),
        ({"VectorLines": [LINE] * 5_001}, "5,001 lines; at most 5,000 can be looked at"),
        ({"VectorLines": []}, "no red, green, blue or yellow line joins two spaces"),
        ({"VectorLines": "no"}, "no red, green, blue or yellow line"),
    ],
)
def test_what_is_no_drawing_of_a_map_is_refused(changes: dict[str, Any], says: str) -> None:
    save = HAND.save()
    with pytest.raises(TraceError, match=says):
        trace(Save({**save.data, **changes}, name="x"), "x")


def test_a_table_full_of_scribbles_is_read_and_its_lines_still_count() -> None:
    chance = random.Random(1)

    def scribble(points: int) -> build.Json:
        at = (chance.uniform(60, 90), chance.uniform(60, 90))
        steps = [(at[0] + chance.uniform(-0.1, 0.1), at[1] + 3 * n / points) for n in range(points)]
        return red(*steps)

    long = {**LINE, "points3": LINE["points3"] + LINE["points3"][-1:] * 20_000}
    traced = trace(HAND.save(*(scribble(300) for _ in range(300)), long), "x")
    assert len(traced.board.paths) == len(GROUND.paths) + 1
    assert sum("nowhere" in line for line in traced.problems) > 100


def test_two_spaces_at_one_place_are_refused_with_both_places() -> None:
    hand = Hand(GROUND, 5)
    hand.snaps.append(Point(AT[0].x + 0.1, AT[0].z))
    with pytest.raises(TraceError) as refused:
        trace(hand.save(), "x")
    assert str(refused.value).startswith(f"spaces at ({AT[0].x:.1f}, {AT[0].z:.1f}) and ")
    assert "0.10 inches apart" in str(refused.value)


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ("Position", "points3", "color", "x", "y", "r", "Transform", "Tags")
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(("SnapPoints", "VectorLines", "ObjectStates")),
)
def test_a_save_of_any_shape_is_read_or_refused(value: Any, key: str) -> None:
    data = {**HAND.save().data, key: value}
    if key == "ObjectStates":
        data[key] = [{"Transform": value, "AttachedVectorLines": value, "Tags": value}]
    with contextlib.suppress(TraceError):
        trace(Save(json.loads(json.dumps(data)), name="x"), "x")

"""The agent's reports put in order: whatever arrives, whenever, as often as it likes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_bridge.agent.observer import (
    CALLS,
    Created,
    Destroyed,
    Done,
    Dropped,
    Entered,
    Flipped,
    Gap,
    Hello,
    Joined,
    Left,
    Observer,
    Parted,
    Picked,
    Piece,
    Player,
    Pressed,
    Rolled,
    Rotated,
    Said,
    Seated,
    Snapshot,
)

PIECE: dict[str, Any] = {
    "guid": "a1b2c3",
    "name": "Custom_Tile",
    "type": "Tile",
    "nickname": "Generator",
    "tags": ["ttsb:prop/objective-3"],
    "notes": "generator",
    "at": [1.0, 0.96, -3.5],
    "rot": [0, 180, 180],
    "size": [1, 1, 1],
    "up": False,
    "locked": False,
    "held": "",
    "hand": "",
    "value": None,
    "zones": ["0a0b0c"],
}
THE_PIECE = Piece(
    guid="a1b2c3",
    name="Custom_Tile",
    type="Tile",
    nickname="Generator",
    tags=("ttsb:prop/objective-3",),
    notes="generator",
    at=(1.0, 0.96, -3.5),
    rot=(0, 180, 180),
    size=(1, 1, 1),
    up=False,
    zones=("0a0b0c",),
)
ZONE = {"guid": "0a0b0c", "type": "Scripting"}
THE_ZONE = Piece("0a0b0c", type="Scripting")


def report(
    seq: Any, event: str = "said", data: Any = None, session: str = "s1", player: str = "Red"
) -> dict[str, Any]:
    text = (
        data if isinstance(data, str) else json.dumps({"text": str(seq)} if data is None else data)
    )
    return {
        "ttsb": 1,
        "session": session,
        "seq": seq,
        "event": event,
        "player": player,
        "data": text,
    }


def heard(observer: Observer, *reports: Any) -> list[Any]:
    return [told for one in reports for told in observer.receive(one)]


def texts(told: list[Any]) -> list[str]:
    return [one.text for one in told if isinstance(one, Said)]


@pytest.mark.parametrize(
    ("event", "data", "observation"),
    [
        ("hello", {"about": "{}"}, Hello("s1", 1, "Red", "{}")),
        ("picked", {"piece": PIECE}, Picked("s1", 1, "Red", THE_PIECE)),
        ("dropped", {"piece": PIECE}, Dropped("s1", 1, "Red", THE_PIECE)),
        ("flipped", {"piece": PIECE}, Flipped("s1", 1, "Red", THE_PIECE)),
        ("rotated", {"piece": PIECE}, Rotated("s1", 1, "Red", THE_PIECE)),
        (
            "rolled",
            {"piece": {"guid": "d", "value": 5}},
            Rolled("s1", 1, "Red", Piece("d", value=5)),
        ),
        (
            "entered",
            {"piece": PIECE, "zone": ZONE},
            Entered("s1", 1, "Red", THE_PIECE, zone=THE_ZONE),
        ),
        (
            "left",
            {"piece": PIECE, "container": ZONE},
            Left("s1", 1, "Red", THE_PIECE, container=THE_ZONE),
        ),
        ("said", {"text": "!go \u202e\u0007"}, Said("s1", 1, "Red", "!go \u202e\u0007")),
        (
            "pressed",
            {"piece": PIECE, "button": "yes"},
            Pressed("s1", 1, "Red", THE_PIECE, "yes"),
        ),
        ("joined", {}, Joined("s1", 1, "Red")),
        ("parted", [], Parted("s1", 1, "Red")),  # Lua writes an empty table as a list
        ("seated", {}, Seated("s1", 1, "Red")),
        ("created", {"piece": PIECE}, Created("s1", 1, "Red", THE_PIECE)),
        ("destroyed", {"piece": PIECE}, Destroyed("s1", 1, "Red", THE_PIECE)),
        ("done", {"id": 7, "ok": True}, Done("s1", 1, "Red", 7, True, "")),
        (
            "snapshot",
            {"request": 3, "part": 1, "parts": 1, "pieces": [PIECE], "players": [{"color": "Red"}]},
            Snapshot("s1", 1, "Red", 3, (THE_PIECE,), (Player("Red"),)),
        ),
    ],
)
def test_every_event_of_the_contract_is_an_observation(
    event: str, data: Any, observation: object
) -> None:
    observer = Observer()
    assert observer.receive(report(1.0, event, data)) == [observation]
    assert not observer.rejected


@given(
    st.lists(st.integers(1, 12), max_size=20).flatmap(
        lambda again: st.permutations([*range(1, 13), *again])
    )
)
def test_any_order_with_duplicates_gives_the_same_order(arrival: list[int]) -> None:
    observer = Observer()
    told = heard(observer, *(report(seq) for seq in arrival))
    assert texts(told) == [str(seq) for seq in range(1, 13)]
    assert observer.rejected["duplicate or late"] == len(arrival) - 12
    assert not observer.missing()


def call(observer: Observer, number: int) -> None:
    observer.note_sent(number, to_all=True)


def done(seq: int, number: int, session: str = "s1") -> dict[str, Any]:
    return report(seq, "done", {"id": number, "ok": True}, session=session)


@given(st.permutations(range(1, 7)), st.permutations(range(1, 7)), st.integers(1, 6))
def test_a_new_session_that_answers_when_ours_does_not_starts_anew(
    old: list[int], new: list[int], early: int
) -> None:
    def second(seq: int) -> dict[str, Any]:
        if seq == 1:
            return report(1, "hello", {"about": "b"}, session="s2")
        return report(seq, data={"text": f"new {seq}"}, session="s2")

    observer = Observer()
    call(observer, 100)
    begun = max(early, old.index(1) + 1)
    heard(observer, *(report(seq) for seq in old[:begun]), done(7, 100))
    told = heard(observer, *(second(seq) for seq in new))
    assert told == []
    for number in range(CALLS):
        assert observer.is_in_doubt
        call(observer, number)
        told += heard(observer, done(7 + number, number, "s2"))
    told += heard(observer, *(report(seq) for seq in old[begun:]))
    after = told[told.index(Hello("s2", 1, "Red", "b")) :]
    assert texts(after) == [f"new {seq}" for seq in range(2, 7)]
    assert observer.session == "s2"


def test_a_straggler_of_a_session_before_ours_does_not_take_over() -> None:
    observer = Observer()
    heard(observer, report(1, session="new"), report(88, session="old"))
    assert observer.session == "new"
    assert texts(heard(observer, report(2, session="new"))) == ["2"]


@pytest.mark.parametrize("session", ["forged", "s1"])
@pytest.mark.parametrize("seq", [1, 2, 900])
def test_a_forged_hello_changes_nothing_for_the_session_that_answers(
    session: str, seq: int
) -> None:
    observer = Observer()
    heard(observer, report(1, "hello", {"about": ""}), report(2))
    heard(observer, report(seq, "hello", {"about": "x"}, session=session))
    told: list[Any] = []
    for number in range(CALLS + 1):
        call(observer, number)
        told += heard(observer, done(3 + number, number))
    told += heard(observer, report(4 + CALLS, data={"text": "!pass"}))
    assert observer.session == "s1"
    assert texts(told) == ["!pass"]
    assert observer.strangers() == ([] if session == "s1" else [("forged", False)])
    assert observer.strangers() == []  # told once
    assert not observer.is_in_doubt
    assert not observer.missing()


def test_a_second_agent_is_told_of_and_takes_over_only_when_the_first_is_gone() -> None:
    observer = Observer()
    heard(observer, report(1, "hello", {"about": ""}), report(2))
    heard(observer, report(1, "hello", {"about": ""}, session="copy"))
    for number in range(CALLS):
        call(observer, number)
        heard(observer, done(2 + number, number, "copy"), done(3 + number, number))
    assert observer.session == "s1"
    assert observer.strangers() == [("copy", True)]
    # Both hear what is said; then the first one is deleted.
    seq = 3 + CALLS
    assert texts(heard(observer, report(seq), report(seq - 1, session="copy"))) == [str(seq)]
    told: list[Any] = []
    for number in range(10, 10 + CALLS):
        call(observer, number)
        told += heard(observer, done(seq + number, number, "copy"))
    assert observer.session == "copy"
    assert isinstance(told[0], Gap)
    assert texts(told) == []  # nothing is told twice
    later = seq + 10 + CALLS
    assert texts(heard(observer, report(later, session="copy"))) == [str(later)]


def test_a_session_that_counts_anew_under_its_old_name_is_heard() -> None:
    observer = Observer()
    heard(observer, *(report(seq) for seq in range(1, 400)))
    heard(observer, report(1, "hello", {"about": ""}))
    assert observer.is_in_doubt
    call(observer, 7)
    told = heard(observer, done(2, 7), report(3))
    assert told[0] == Gap("s1", 1, 2)
    assert texts(told) == ["3"]


def test_a_late_answer_is_not_taken_for_counting_anew() -> None:
    observer = Observer()
    heard(observer, report(1))
    call(observer, 7)
    heard(observer, report(3), report(4))  # 2, the answer, is late
    assert texts(observer.give_up()) == ["3", "4"]
    assert heard(observer, done(2, 7)) == []
    assert texts(heard(observer, report(5))) == ["5"]


def test_numbers_that_a_session_cannot_have_reached_are_not_waited_for() -> None:
    observer = Observer()
    heard(observer, report(1), report(10**9))
    assert observer.missing() == range(2, 10**9)
    call(observer, 7)
    assert texts(heard(observer, done(2, 7), report(3))) == ["3"]
    assert not observer.missing()
    # Given up for lost already: they are taken back all the same.
    heard(observer, report(10**9))
    observer.give_up()
    assert texts(heard(observer, report(4))) == []
    call(observer, 8)
    assert texts(heard(observer, done(5, 8), report(6))) == ["6"]


def test_going_back_to_a_session_goes_on_where_it_was_left() -> None:
    observer = Observer()
    call(observer, 1)
    heard(observer, report(1), done(2, 1), report(3), report(1, "hello", "{}", session="s2"))
    for number in range(10, 10 + CALLS):
        call(observer, number)
        heard(observer, done(number - 8, number, "s2"))
    assert observer.session == "s2"
    told = heard(observer, report(4), report(5))
    for number in range(20, 20 + CALLS):
        call(observer, number)
        told += heard(observer, done(number - 14, number))
    assert observer.session == "s1"
    assert texts(told) == ["4", "5"]


def test_a_gap_is_told_when_enough_later_reports_are_there() -> None:
    observer = Observer(patience=3)
    assert texts(heard(observer, report(1), report(3), report(4), report(6))) == ["1"]
    assert observer.missing() == range(2, 3)
    told = heard(observer, report(7))
    assert told[0] == Gap("s1", 1, 3)
    assert texts(told) == ["3", "4"]
    assert texts(heard(observer, report(2), report(5))) == ["5", "6", "7"]
    assert observer.rejected == {"duplicate or late": 1}
    assert not observer.missing()


def test_nothing_is_given_up_when_nothing_is_missing() -> None:
    observer = Observer()
    assert observer.give_up() == []
    heard(observer, report(1))
    assert observer.give_up() == []


def part(number: int, pieces: list[Any], parts: int = 3, request: int = 9) -> dict[str, Any]:
    players = [{"color": "Red", "name": "Ann", "host": True}]
    return {
        "request": request,
        "part": number,
        "parts": parts,
        "pieces": pieces,
        "players": players,
    }


@given(st.permutations(range(1, 4)))
def test_a_snapshot_is_put_together_from_its_parts_in_any_order(arrival: list[int]) -> None:
    observer = Observer()
    parts = {n: report(n, "snapshot", part(n, [{"guid": f"g{n}"}])) for n in (1, 2, 3)}
    assert heard(observer, *(parts[n] for n in arrival)) == [
        Snapshot(
            "s1",
            3,
            "Red",
            9,
            (Piece("g1"), Piece("g2"), Piece("g3")),
            (Player("Red", "Ann", True),),
        )
    ]


def test_what_happens_between_the_parts_of_a_snapshot_is_in_it() -> None:
    moved = {"guid": "g1", "at": [5, 5, 5]}
    told = heard(
        Observer(),
        report(1, "snapshot", part(1, [{"guid": "g1"}, {"guid": "g2"}], parts=2)),
        report(2, "dropped", {"piece": moved}),
        report(3, "destroyed", {"piece": {"guid": "g2"}}),
        report(4, "snapshot", part(2, [{"guid": "g3"}], parts=2)),
    )
    assert isinstance(told[-1], Snapshot)
    assert told[-1].pieces == (Piece("g1", at=(5, 5, 5)), Piece("g3"))


def test_a_snapshot_with_a_lost_part_is_not_told() -> None:
    observer = Observer()
    heard(observer, report(1, "snapshot", part(1, [], parts=2)), report(3))
    told = [*observer.give_up(), *heard(observer, report(4, "snapshot", part(2, [], parts=2)))]
    assert [type(one) for one in told] == [Gap, Said]
    assert observer.rejected == {"stray part": 1}


def test_two_snapshots_at_a_time_do_not_mix() -> None:
    told = heard(
        Observer(),
        report(1, "snapshot", part(1, [{"guid": "a"}], parts=2, request=1)),
        report(2, "snapshot", part(1, [{"guid": "a"}], parts=2, request=2)),
        report(3, "snapshot", part(2, [{"guid": "b"}], parts=2, request=1)),
        report(4, "snapshot", part(2, [{"guid": "b"}], parts=2, request=2)),
    )
    assert [(one.request, len(one.pieces)) for one in told] == [(1, 2), (2, 2)]


def test_an_odd_piece_does_not_take_the_snapshot_with_it() -> None:
    observer = Observer()
    odd = [{"guid": 5}, {"guid": "x", "at": [1e9, 0, 0]}, {"guid": "x", "at": [None, 0, 0]}, 7]
    [told] = heard(observer, report(1, "snapshot", part(1, [*odd, PIECE], parts=1)))
    assert told.pieces == (THE_PIECE,)
    assert observer.rejected == {"bad piece": 4}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (None, "not a report"),
        ([1], "not a report"),
        ({"kind": "another mod's"}, "not a report"),
        ({**report(1), "ttsb": 2}, "another version"),
        ({**report(1), "session": ""}, "bad envelope"),
        ({**report(1), "session": "x" * 65}, "bad envelope"),
        (report(0), "bad envelope"),
        (report(1.5), "bad envelope"),
        (report(float("nan")), "bad envelope"),
        (report(float("inf")), "bad envelope"),
        (report(True), "bad envelope"),
        (report("1"), "bad envelope"),
        (report(1e300), "bad envelope"),
        ({**report(1), "player": "R" * 99}, "bad envelope"),
        ({**report(1), "data": {"text": "a"}}, "bad envelope"),
        ({**report(1), "data": "x" * 5_000_000}, "too long"),
        (report(1, "exploded"), "unknown event"),
        (report(1, "said", "nonsense"), "bad data"),
        (report(1, "said", "[" * 200_000), "bad data"),
        (report(1, "said", {"text": 5}), "bad data"),
        (report(1, "said", '{"text": "\\ud800"}'), "bad data"),
        (report(1, "dropped", {"piece": {"guid": "a", "at": [1, 2]}}), "bad data"),
        (report(1, "dropped", '{"piece": {"guid": "a", "at": [1, 2, 1e999]}}'), "bad data"),
        (report(1, "dropped", '{"piece": {"guid": "a", "at": [1, 2, NaN]}}'), "bad data"),
        (report(1, "dropped", {"piece": {"guid": "a", "value": 10**40}}), "bad data"),
        (report(1, "dropped", {"piece": {"guid": "a", "value": True}}), "bad data"),
        (report(1, "entered", {"piece": PIECE}), "bad data"),
        (report(1, "snapshot", part(4, [], parts=3)), "bad data"),
        (report(1, "snapshot", part(1, [], parts=10**9)), "bad data"),
    ],
)
def test_what_is_no_report_is_ignored_and_counted(message: Any, reason: str) -> None:
    observer = Observer()
    assert observer.receive(message) == []
    assert observer.rejected == {reason: 1}


def test_a_report_with_bad_data_leaves_no_gap() -> None:
    observer = Observer()
    assert texts(heard(observer, report(1), report(2, "said", "nonsense"), report(3))) == ["1", "3"]


def test_texts_are_cut_to_a_length_and_otherwise_kept() -> None:
    wild = {**PIECE, "nickname": "\u202e\x00" * 10_000, "tags": ["t" * 900] * 900}
    [told] = heard(Observer(), report(1, "dropped", {"piece": wild}))
    assert told.piece.nickname == "\u202e\x00" * 250
    assert [len(tag) for tag in told.piece.tags] == [500] * 100


ODD = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["piece", "guid", "at", "text", "zone"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "ttsb": st.just(1) | ODD,
                "session": st.sampled_from(["a", "b"]) | ODD,
                "seq": st.integers(-1, 5) | ODD,
                "event": st.sampled_from(["said", "dropped", "entered", "snapshot", "hello"]) | ODD,
                "player": st.just("Red") | ODD,
                "data": ODD.map(lambda value: json.dumps(value)) | ODD,
            },
        )
        | ODD,
        max_size=12,
    )
)
def test_nothing_that_arrives_raises(messages: list[Any]) -> None:
    observer = Observer(patience=2)
    for message in messages:
        assert isinstance(observer.receive(message), list)
        assert len(observer.missing()) >= 0


def test_memory_stays_bounded_under_a_flood_of_sessions() -> None:
    observer = Observer(patience=5)
    heard(observer, report(1))
    for n in range(3_000):
        heard(observer, report(7, session=f"x{n}"), report(1, "hello", "{}", session=f"y{n}"))
    assert observer.session == "s1"
    assert len(observer._others) <= 4
    assert sum(len(other.reports) for other in observer._others.values()) <= 200

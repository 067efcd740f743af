"""The bundled agent on a fake table: how it obeys."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lua.game import LONG, SCRIPT, Game, calls, done, events
from tts_bridge.agent.observer import Observer, Snapshot


def test_place_is_absolute(game: Game) -> None:
    piece = game.add("a1b2c3", rot=[0, 90, 0])
    for number in (1, 2):
        game.command(number, {"do": "place", "guid": "a1b2c3", "at": [1, 2, 3], "up": False})
        assert done(game) == (number, True, "")
        assert list(piece.at.values()) == [1, 2, 3]
        assert list(piece.rot.values()) == [0, 90, 180]
    game.command(3, {"do": "place", "guid": "a1b2c3", "at": [0, 0, 0], "rot": [0, 45, 180]})
    assert list(piece.rot.values()) == [0, 45, 180]
    game.command(
        4, {"do": "place", "guid": "a1b2c3", "at": [0, 0, 0], "rot": [0, 45, 180], "up": True}
    )
    assert list(piece.rot.values()) == [0, 45, 0]
    assert calls(piece) == []
    game.command(5, {"do": "place", "guid": "a1b2c3", "at": [4, 4, 4], "smooth": True})
    assert calls(piece) == ["smooth"]
    game.tick(LONG)
    assert {event for event, _ in events(game)} == {"done"}  # nobody did anything


def test_a_held_piece_is_not_placed(game: Game) -> None:
    piece = game.add("a1b2c3", held="Red")
    game.command(1, {"do": "place", "guid": "a1b2c3", "at": [1, 2, 3]})
    assert done(game) == (1, False, "command 1, place: Red holds a1b2c3")
    assert list(piece.at.values()) == [0, 1, 0]


def test_a_drop_is_told_before_the_piece_is_moved_by_command(game: Game) -> None:
    piece = game.add("a1b2c3", resting=False, at=[5, 1, 5])
    game.event("onObjectDrop", "Red", piece)
    game.command(1, {"do": "place", "guid": "a1b2c3", "at": [0, 1, 0]})
    piece.resting = True
    game.tick(LONG)
    told = game.reports()
    assert [one[:2] for one in told] == [("dropped", "Red"), ("done", "")]
    assert told[0][2]["piece"]["at"] == [5, 1, 5]


def test_face_turns_only_what_lies_the_other_way(game: Game) -> None:
    piece = game.add("a1b2c3", rot=[0, 30, 0])
    for up, rot in ((True, 0), (False, 180), (False, 180)):
        game.command(rot + 10 * up, {"do": "face", "guid": "a1b2c3", "up": up})
        assert list(piece.rot.values()) == [0, 30, rot]
    assert calls(piece) == ["turned"]


def test_deal_gives_a_card_once(game: Game) -> None:
    card = game.add("a1b2c3", type="Card", use_hands=True)
    for number in (1, 2):
        game.command(number, {"do": "deal", "guid": "a1b2c3", "color": "Red"})
        assert done(game) == (number, True, "")
    assert calls(card) == ["deal"]
    game.event("onObjectPickUp", "Red", card)
    assert game.reports()[0][2]["piece"]["hand"] == "Red"


def test_other_commands_reach_the_game(game: Game) -> None:
    piece = game.add("a1b2c3")
    game.fake.players[1] = game.lua.globals().Player.Red
    game.command(
        1,
        {"do": "tint", "guid": "a1b2c3", "color": [1, 0.5, 0]},
        {"do": "value", "guid": "a1b2c3", "value": 12},
        {"do": "highlight", "guid": "a1b2c3", "color": [0, 1, 0], "seconds": 2},
        {"do": "tell", "to": "all", "text": "Würfelt!"},
        {"do": "tell", "to": "Red", "text": "psst", "color": [1, 0, 0]},
        {"do": "spawn", "json": json.dumps({"Nickname": "new"}), "at": [7, 1, 7]},
        {"do": "hello"},
        {"do": "destroy", "guid": "a1b2c3"},
    )
    told = game.reports()
    assert told[-1] == ("done", "", {"id": 1, "ok": True, "error": ""})
    assert told[0] == ("hello", "", {"about": '{"game": "dbd"}'})
    assert calls(piece) == ["tint", "highlight"]
    assert piece.value == 12
    assert [list(one.values())[:3] for one in game.fake.told.values()][1][1:] == ["psst", "Red"]
    assert game.lua.globals().getObjectFromGUID("a1b2c3") is None
    assert [one.nickname for one in game.fake.objects.values()] == ["", "new"]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({"do": "dance"}, "dance: unknown"),
        ({}, "nil: unknown"),
        (5, "not a command"),
        ({"do": "place", "guid": "ffffff", "at": [1, 2, 3]}, "place: there is no object ffffff"),
        ({"do": "place", "guid": "a1b2c3"}, "place: at is not a list"),
        ({"do": "place", "guid": "a1b2c3", "at": [1, 2]}, "place: at is not three numbers"),
        ({"do": "place", "guid": 5, "at": [1, 2, 3]}, "place: guid is not a text"),
        ({"do": "face", "guid": "a1b2c3"}, "face: up is neither true nor false"),
        ({"do": "deal", "guid": "a1b2c3", "color": "Mauve"}, "deal: Mauve has no hand"),
        ({"do": "deal", "guid": "dec000", "color": "Red"}, "deal: dec000 is a Deck"),
        ({"do": "tint", "guid": "a1b2c3", "color": [2, 0, 0]}, "tint: color has a part"),
        ({"do": "value", "guid": "a1b2c3", "value": "x"}, "value: value is not a number"),
        ({"do": "tell", "to": "Blue", "text": "x"}, "tell: nobody sits at Blue"),
        ({"do": "tell", "to": "Mauve", "text": "x"}, "tell: nobody sits at Mauve"),
        ({"do": "buttons", "guid": "a1b2c3", "buttons": [5]}, "buttons: "),
        ({"do": "destroy", "guid": "ffffff"}, "destroy: there is no object ffffff"),
        ({"do": "spawn", "json": "{"}, "spawn: "),
        ({"do": "snapshot"}, "snapshot: request is not a number"),
    ],
)
def test_a_bad_command_is_named_and_the_rest_is_done(
    game: Game, command: object, error: str
) -> None:
    piece = game.add("a1b2c3")
    game.add("dec000", type="Deck")
    game.command(9, command, {"do": "value", "guid": "a1b2c3", "value": 3})
    number, ok, text = done(game)
    assert (number, ok) == (9, False)
    assert text.startswith(f"command 1, {error}")
    assert piece.value == 3


def test_a_batch_is_done_once_and_acknowledged_again(game: Game) -> None:
    for _ in range(2):
        game.command(4.0, {"do": "tell", "to": "all", "text": "once"}, {"do": "dance"})
        assert done(game) == (4, False, "command 2, dance: unknown")
    assert len(game.fake.told) == 1


@pytest.mark.parametrize("data", ["no json", "5", "", None, 7])
def test_data_that_is_no_list_is_acknowledged_as_bad(game: Game, data: object) -> None:
    game.command(4, data=data)
    assert done(game) == (4, False, "data is not a JSON list")


@pytest.mark.parametrize("envelope", [{"ttsb": 2}, {"ttsb": None}, {"id": "4"}, {"id": None}])
def test_messages_of_others_are_left_alone(game: Game, envelope: dict[str, Any]) -> None:
    game.command(1, {"do": "hello"}, **envelope)
    game.event("onExternalMessage", "text")
    assert game.sent == []


def test_a_batch_for_the_session_before_is_not_done_and_answered_with_a_hello(game: Game) -> None:
    piece = game.add("a1b2c3")
    game.command(1, {"do": "hello"})
    [mine] = {each["session"] for each in game.sent}
    game.sent.clear()
    tint = {"do": "tint", "guid": "a1b2c3", "color": [1, 0, 0]}
    game.command(2, tint, session="the one before")
    assert [each["event"] for each in game.sent] == ["hello"]
    assert calls(piece) == []
    game.command(2, tint, session=mine)
    assert done(game) == (2, True, "")
    assert calls(piece) != []


def test_buttons_replace_ours_and_leave_the_mods(game: Game) -> None:
    piece = game.add("a1b2c3", buttons=[{"click_function": "theirs"}])

    def ask(number: int, *ids: str) -> list[str]:
        asked = [
            {"id": one, "label": one.upper(), "at": [0, 1, 0], "width": 400, "height": 100}
            for one in ids
        ]
        game.command(number, {"do": "buttons", "guid": "a1b2c3", "buttons": asked})
        assert done(game) == (number, True, "")
        return [one.click_function for one in piece.buttons.values()]

    first = ask(1, "yes", "no")
    second = ask(2, "maybe")
    assert first[0] == second[0] == "theirs"
    assert (len(first), len(second)) == (3, 2)
    assert [one.label for one in piece.buttons.values()] == [None, "MAYBE"]
    game.event(second[1], piece, "Red", False)
    [(event, player, data)] = game.reports()
    assert (event, player, data["button"]) == ("pressed", "Red", "maybe")
    assert data["piece"]["guid"] == "a1b2c3"
    assert game.lua.globals()[first[1]] is None  # the old ones are gone with their functions
    assert ask(3) == ["theirs"]


def test_buttons_of_an_earlier_life_are_replaced_too(game: Game) -> None:
    piece = game.add("a1b2c3", buttons=[{"click_function": "ttsb_press_7"}])
    game.command(1, {"do": "buttons", "guid": "a1b2c3", "buttons": []})
    assert len(piece.buttons) == 0


def observed_snapshot(game: Game) -> Snapshot:
    observer = Observer()
    told = [one for sent in game.sent for one in observer.receive(sent)]
    assert not observer.rejected
    assert not observer.missing() or observer.missing().start == 1
    told += observer.give_up()
    [found] = [one for one in told if isinstance(one, Snapshot)]
    return found


def test_a_snapshot_comes_in_parts_over_frames_and_is_whole(game: Game) -> None:
    for n in range(205):
        game.add(f"{n:06x}", type="Card", use_hands=True)
    game.add("fa11ed", odd="getPosition")
    game.fake.hands["000007"] = "Blue"
    game.fake.players[1] = game.table({"color": "Red", "steam_name": "Ann", "host": True})
    game.command(5, {"do": "snapshot", "request": 77})
    assert done(game) == (5, True, "")
    per_frame = []
    for _ in range(20):
        before = len(game.sent)
        game.tick(1)
        per_frame.append(len(game.sent) - before)
    assert max(per_frame) == 1
    assert sum(per_frame) == 6
    for sent in game.sent:
        assert len(json.loads(sent["data"])["pieces"]) <= 100
    snapshot = observed_snapshot(game)
    assert snapshot.request == 77
    assert len(snapshot.pieces) == 207  # the agent is one of them
    assert [one.hand for one in snapshot.pieces if one.guid == "000007"] == ["Blue"]
    assert snapshot.players[0].name == "Ann"


def test_what_is_destroyed_before_its_part_is_not_in_the_snapshot(game: Game) -> None:
    states = [game.add(f"{n:06x}") for n in range(60)]
    game.command(5, {"do": "snapshot", "request": 1}, {"do": "destroy", "guid": "000000"})
    game.reports()
    game.tick(1)
    game.fake.destroy(states[59])
    states[58].dying = True  # it still answers, and is gone by the end of the frame
    game.tick(5)
    assert len(observed_snapshot(game).pieces) == 58


def test_a_snapshot_of_an_empty_table_is_one_part() -> None:
    game = Game()
    me = game.load(SCRIPT)
    game.run("function getObjects() return {} end")
    game.reports()
    game.command(1, {"do": "snapshot", "request": 2})
    game.reports()
    game.tick(3)
    assert observed_snapshot(game).pieces == ()
    assert me is not None


def test_one_piece_that_cannot_be_said_does_not_stop_the_snapshot(game: Game) -> None:
    game.run(
        "local encode = JSON.encode\n"
        "JSON.encode = function(value)\n"
        "  local text = encode(value)\n"
        "  if text:find('unsayable') then error('no') end\n"
        "  return text\n"
        "end"
    )
    game.add("a1b2c3", nickname="unsayable")
    game.command(1, {"do": "snapshot", "request": 2})
    game.reports()
    game.tick(3)
    assert [one.guid for one in observed_snapshot(game).pieces] == ["agent1"]

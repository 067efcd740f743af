"""The bundled agent on a fake table: what it reports."""

from __future__ import annotations

import pytest

from tests.lua.game import LONG, SCRIPT, Game, events
from tts_bridge.agent.observer import Hello, Observer


def test_it_says_hello_with_its_notes_when_it_is_loaded() -> None:
    game = Game()
    game.load(SCRIPT, notes='{"game": "dbd"}')
    assert game.sent[0]["seq"] == 1
    assert game.sent[0]["ttsb"] == 1
    assert Observer().receive(game.sent[0]) == [
        Hello(game.sent[0]["session"], 1, "", '{"game": "dbd"}')
    ]


def test_every_load_is_a_session_of_its_own_even_with_the_same_clock_and_dice() -> None:
    game = Game()
    game.run("os.time = function() return 0 end math.random = function() return 1 end")
    me = game.load(SCRIPT)
    game.load(SCRIPT, state=me.script_state)
    first, second = game.sent
    assert first["session"] != second["session"]
    assert (first["seq"], second["seq"]) == (1, 1)


def test_nothing_is_reported_while_the_table_loads() -> None:
    game = Game()
    me = game.add("agent1")
    game.lua.globals().self = me.object
    game.run(SCRIPT)
    piece = game.add("a1b2c3")
    for event in ("onObjectSpawn", "onObjectDestroy"):
        game.event(event, piece)
    game.event("onObjectDrop", "Red", piece)
    game.event("onObjectEnterZone", piece, piece)
    game.tick(LONG)
    assert game.sent == []


def test_a_piece_is_told_with_all_its_fields(game: Game) -> None:
    zone = game.add("0a0b0c", type="Scripting", name="ScriptingTrigger")
    hand = game.add("0d0d0d", type="Hand", name="HandTrigger", value="Blue")
    piece = game.add(
        "a1b2c3",
        type="Card",
        name="Card",
        nickname="Sprint ⏩",
        notes="n",
        tags=["ttsb:card/x"],
        at=[1, 0.96, -3.5],
        rot=[0, 180, 180],
        size=[1, 1, 2],
        locked=True,
        held="Red",
        zones=[zone.object, hand.object],
        value=5,
    )
    game.event("onObjectPickUp", "Red", piece)
    assert game.reports() == [
        (
            "picked",
            "Red",
            {
                "piece": {
                    "guid": "a1b2c3",
                    "name": "Card",
                    "type": "Card",
                    "nickname": "Sprint ⏩",
                    "notes": "n",
                    "tags": ["ttsb:card/x"],
                    "at": [1, 0.96, -3.5],
                    "rot": [0, 180, 180],
                    "size": [1, 1, 2],
                    "up": False,
                    "locked": True,
                    "held": "Red",
                    "hand": "Blue",
                    "value": 5,
                    "zones": ["0a0b0c"],
                    "holds": [],
                }
            },
        )
    ]


@pytest.mark.parametrize(
    "member",
    [
        "getName", "getGMNotes", "getTags", "getPosition", "getRotation", "getScale", "getValue",
        "getZones", "isSmoothMoving", "isDestroyed", "held_by_color", "is_face_down", "locked",
        "type", "name", "resting", "use_hands", "spawning",
    ],
)  # fmt: skip
def test_a_piece_that_lacks_a_member_is_reported_all_the_same(game: Game, member: str) -> None:
    piece = game.add("a1b2c3", odd=member, type="Dice")
    game.event("onObjectPickUp", "Red", piece)
    game.event("onObjectDrop", "Red", piece)
    game.event("onObjectSpawn", piece)
    game.tick(LONG)
    assert set(events(game)) == {("picked", "Red"), ("dropped", "Red"), ("created", "")}


def test_a_drop_is_told_when_the_piece_rests_with_its_zones_then(game: Game) -> None:
    zone = game.add("0a0b0c", type="Scripting")
    piece = game.add("a1b2c3", resting=False)
    game.event("onObjectDrop", "Red", piece)
    game.tick(60)
    assert events(game) == []
    piece.at, piece.zones = game.table([5, 1, 5]), game.table([zone.object])
    piece.resting = True
    game.tick(1)
    [(event, player, data)] = game.reports()
    assert (event, player) == ("dropped", "Red")
    assert (data["piece"]["at"], data["piece"]["zones"]) == ([5, 1, 5], ["0a0b0c"])
    game.tick(LONG)
    assert events(game) == []


def test_a_piece_let_go_of_is_not_taken_for_resting_at_once(game: Game) -> None:
    piece = game.add("a1b2c3", resting=True)  # as the game still says in the first frames
    game.event("onObjectDrop", "Red", piece)
    game.tick(2)
    piece.resting = False
    game.tick(10)
    assert events(game) == []


def test_a_piece_that_never_rests_is_told_in_the_end(game: Game) -> None:
    piece = game.add("a1b2c3", resting=False)
    game.event("onObjectDrop", "Red", piece)
    game.tick(LONG)
    assert events(game) == [("dropped", "Red")]


def test_a_piece_taken_up_again_before_it_lay_was_not_dropped(game: Game) -> None:
    piece = game.add("a1b2c3", resting=False)
    game.event("onObjectDrop", "Red", piece)
    game.tick(3)
    game.event("onObjectPickUp", "Blue", piece)
    piece.held = "Blue"
    game.tick(LONG)
    piece.held, piece.resting = None, True
    game.event("onObjectDrop", "Blue", piece)
    game.tick(10)
    assert events(game) == [("picked", "Blue"), ("dropped", "Blue")]


def test_a_piece_turned_over_in_the_air_is_told_after_it_was_put_down(game: Game) -> None:
    piece = game.add("a1b2c3", held="Red")
    game.event("onObjectRotate", piece, 0, 180, "Red", 0, 0)
    game.tick(LONG)
    piece.held, piece.rot = None, game.table([0, 0, 180])
    game.event("onObjectDrop", "Red", piece)
    game.tick(10)
    told = game.reports()
    assert [event for event, _, _ in told] == ["flipped", "dropped"]
    assert told[0][2]["piece"]["up"] is False


def test_turning_by_many_notches_is_one_turn(game: Game) -> None:
    piece = game.add("a1b2c3")
    for notch in range(6):
        game.event("onObjectRotate", piece, notch * 15 + 15, 0, "Red", notch * 15, 0)
        game.tick(2)
    piece.rot = game.table([0, 90, 0])
    game.tick(10)
    [(event, _, data)] = game.reports()
    assert (event, data["piece"]["rot"]) == ("rotated", [0, 90, 0])


def test_a_roll_is_told_with_the_face_that_lies_up_in_the_end(game: Game) -> None:
    die = game.add("d1d1d1", type="Dice", value=1, resting=False)
    game.event("onObjectRandomize", die, "Red")
    game.tick(100)
    die.value, die.resting = 6, True
    game.tick(10)
    [(event, player, data)] = game.reports()
    assert (event, player, data["piece"]["value"]) == ("rolled", "Red", 6)


def test_shuffling_a_deck_is_no_roll(game: Game) -> None:
    game.event("onObjectRandomize", game.add("dec000", type="Deck"), "Red")
    game.tick(LONG)
    assert events(game) == []


def test_a_piece_that_is_gone_before_it_rests_is_not_told_of(game: Game) -> None:
    piece = game.add("a1b2c3", resting=False)
    game.event("onObjectDrop", "Red", piece)
    game.event("onObjectDestroy", piece)
    game.fake.destroy(piece)
    game.tick(LONG)
    assert events(game) == [("destroyed", "")]


def test_a_piece_that_is_just_being_destroyed_is_still_told_of(game: Game) -> None:
    piece = game.add("a1b2c3", dying=True)
    game.event("onObjectDestroy", piece)
    assert events(game) == [("destroyed", "")]


def test_borders_tell_piece_and_place(game: Game) -> None:
    zone, bag = game.add("0a0b0c", type="Scripting"), game.add("ba9000", type="Bag")
    piece, other = game.add("a1b2c3", held="Red"), game.add("d4e5f6")
    game.event("onObjectEnterZone", zone, piece)
    game.event("onObjectLeaveZone", zone, other)
    game.event("onObjectEnterContainer", bag, other)
    game.event("onObjectLeaveContainer", bag, piece)
    told = game.reports()
    assert [one[:2] for one in told] == [
        ("entered", "Red"),
        ("left", ""),
        ("entered", ""),
        ("left", "Red"),
    ]
    assert [sorted(one[2]) for one in told] == [["piece", "zone"]] * 2 + [
        ["container", "piece"]
    ] * 2
    assert told[0][2]["zone"]["guid"] == "0a0b0c"
    assert told[3][2]["container"]["guid"] == "ba9000"


def test_a_piece_dropped_into_a_bag_went_there_by_its_player(game: Game) -> None:
    bag, piece = game.add("ba9000", type="Bag"), game.add("a1b2c3", resting=False)
    game.event("onObjectDrop", "Red", piece)
    game.tick(2)
    game.event("onObjectEnterContainer", bag, piece)
    game.event("onObjectDestroy", piece)
    game.fake.destroy(piece)
    game.tick(LONG)
    assert events(game) == [("entered", "Red"), ("destroyed", "")]


def test_a_hand_zone_tells_its_colour_even_without_a_value(game: Game) -> None:
    hand = game.add("0d0d0d", type="Hand", data={"FogColor": "Blue"})
    card = game.add("a1b2c3", type="Card", zones=[hand.object])
    game.event("onObjectEnterZone", hand, card)
    [(_, _, data)] = game.reports()
    assert (data["zone"]["hand"], data["piece"]["hand"]) == ("Blue", "Blue")


def test_people_are_told(game: Game) -> None:
    red = game.lua.globals().Player.Red
    game.event("onChat", "hello [b]there[-]", red)
    game.event("onPlayerConnect", red)
    game.event("onPlayerDisconnect", red)
    game.event("onPlayerChangeColor", "Blue")
    assert game.reports() == [
        ("said", "Red", {"text": "hello [b]there[-]"}),
        ("joined", "Red", {}),
        ("parted", "Red", {}),
        ("seated", "Blue", {}),
    ]


def test_a_new_piece_is_told_when_it_is_there(game: Game) -> None:
    piece = game.add("a1b2c3", spawning=True)
    game.event("onObjectSpawn", piece)
    game.tick(5)
    assert events(game) == []
    piece.spawning, piece.tags = False, game.table(["ttsb:entity"])
    game.tick(1)
    [(event, player, data)] = game.reports()
    assert (event, player, data["piece"]["tags"]) == ("created", "", ["ttsb:entity"])


def test_it_does_not_tell_of_itself(game: Game) -> None:
    me = game.lua.globals().self
    game.event("onObjectPickUp", "Red", me)
    game.event("onObjectDrop", "Red", me)
    game.event("onObjectRotate", me, 0, 180, "Red", 0, 0)
    game.event("onObjectEnterZone", game.add("0a0b0c"), me)
    game.event("onObjectDestroy", me)
    game.tick(LONG)
    assert events(game) == []


def test_reports_are_numbered_without_a_gap(game: Game) -> None:
    piece = game.add("a1b2c3", type="Dice")
    for _ in range(5):
        game.event("onObjectPickUp", "Red", piece)
        game.event("onObjectDrop", "Red", piece)
        game.tick(10)
    assert [one["seq"] for one in game.sent] == list(range(2, 12))
    assert len({one["session"] for one in game.sent}) == 1

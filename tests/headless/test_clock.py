"""Virtual time: waits, coroutines, gliding, settling."""

import pytest

from tests.headless.saves import card, printed, said, table, thing


def test_waits_end_in_the_order_they_are_due() -> None:
    script = """
    function onLoad()
        Wait.time(function() print('0.5 s', Time.time >= 0.5) end, 0.5)
        Wait.frames(function() print('3 frames') end, 3)
        Wait.frames(function() print('next frame') end)
        Wait.time(function() print('at once') end, 0)
        print('loaded')
    end"""
    assert printed(script) == ["loaded", "next frame", "at once", "3 frames", "0.5 s\ttrue"]


def test_a_condition_waits_until_it_holds_or_its_time_is_up() -> None:
    script = """
    function onLoad()
        local n = 0
        Wait.condition(function() print('held', n) end, function() n = n + 1 return n == 4 end)
        Wait.condition(print, function() return false end, 0.2, function() print('too late') end)
    end"""
    assert printed(script) == ["held\t4", "too late"]


def test_repetitions_can_be_counted_endless_and_stopped() -> None:
    script = """
    function onLoad()
        Wait.time(function() print('twice') end, 0.1, 2)
        id = Wait.time(function() print('tick') end, 1, -1)
    end
    function onChat() print(Wait.stop(id), Wait.stop(id)) end"""
    made = table(script)
    assert said(made) == ["twice", "twice"]
    made.advance(2.0)
    assert said(made)[2:] == ["tick", "tick"]
    made.say("stop", by="White")
    made.advance(2.0)
    assert said(made)[4:] == ["true\tfalse", "White: stop"]


def test_settling_is_bounded_and_says_whether_it_came_to_rest() -> None:
    made = table("function again() Wait.frames(again, 1) end function onLoad() again() end")
    before = made.clock.frame
    assert not made.settle(limit=1.0)
    assert made.clock.frame - before == 60
    assert table().settle()


def test_an_error_ends_the_wait_it_is_in_and_is_reported_once() -> None:
    made = table("function onLoad() Wait.time(function() error('bad') end, 0.1, 5) end")
    made.advance(1.0)
    assert [error.text for error in made.errors] == ["Global:(1,0-0): bad"]


def test_onupdate_that_fails_is_not_called_again() -> None:
    made = table("n = 0 function onUpdate() n = n + 1 if n == 3 then error('third') end end")
    made.advance(1.0)
    assert [error.text for error in made.errors] == ["Global:(1,0-0): third"]
    assert made.execute("-1", "return n") == [3]


def test_timers_call_functions_by_name_with_their_parameters() -> None:
    script = """
    function ring(p) print('ring', p.n) end
    function onLoad()
        Timer.create({identifier = 'a', function_name = 'ring', delay = 0.2, parameters = {n = 4}})
        Timer.create({identifier = 'b', function_name = 'ring', delay = 0.2})
        Timer.destroy('b')
    end"""
    assert printed(script) == ["ring\t4"]


def test_a_smooth_move_takes_its_time_and_arrives() -> None:
    script = """
    function onLoad()
        o = getObjectFromGUID('aaaaaa')
        o.setPositionSmooth({10, 3, 0})
        o.setRotationSmooth({0, 350, 0})
        print(o.isSmoothMoving(), o.resting)
        Wait.condition(function() print(o.getPosition().x, o.getRotation().y) end,
            function() return o.resting end)
    end"""
    lines = printed(script, thing("Bag", "aaaaaa", Locked=True))
    assert lines == ["true\tfalse", "10\t350"]


def test_what_is_let_go_of_in_the_air_falls_onto_what_lies_below() -> None:
    made = table("", card("c00001", 1), thing("Custom_Board", "b0a4d0", (0, 0.96, 0), Locked=True))
    piece = made.object("c00001")
    assert piece is not None
    made.drop(piece, at=(3, 5, 3), by="Red")
    assert piece.position == pytest.approx((3, 1.06 + 0.025, 3), abs=1e-5)
    made.drop(piece, at=(30, 5, 3), by="Red")
    assert piece.position == pytest.approx((30, 0.96 + 0.025, 3), abs=1e-5)
    assert piece.resting


def test_the_same_seed_and_acts_give_the_same_table() -> None:
    script = "function onChat() print(math.random(1, 1000000), os.time()) randomseed = nil end"

    def play(seed: int) -> tuple[list[str], object]:
        die = thing("Die_6", "d1e000")
        made = table(script, die, thing("Bag", "ba6000", ContainedObjects=[die] * 3), seed=seed)
        made.say("x", by="Red")
        for piece in made.objects[:1]:
            made.roll(piece, by="Red")
        made.execute("-1", "getObjectFromGUID('ba6000').takeObject()")
        made.settle()
        return said(made), [(p.guid, p.position, p.value) for p in made.objects]

    assert play(1) == play(1)
    assert play(1) != play(2)

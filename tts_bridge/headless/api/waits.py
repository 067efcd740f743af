"""Wait, Timer and Time, all by the virtual clock."""

from typing import Any

from tts_bridge.headless.api.args import (
    Call,
    Members,
    function,
    maybe_function,
    num,
    owner,
    table,
    text,
    whole,
)
from tts_bridge.headless.script.runtime import Callback
from tts_bridge.headless.sim.clock import FRAME


def _frames(call: Call, _: None, callback: Any, count: Any = None) -> int:
    return call.table.clock.after_frames(
        function(callback, "the function"), whole(count, "the number of frames", 1)
    )


def _time(call: Call, _: None, callback: Any, seconds: Any = None, repetitions: Any = None) -> int:
    return call.table.clock.after(
        function(callback, "the function"),
        num(seconds, "the seconds", 0.0),
        whole(repetitions, "the repetitions", 1),
    )


def _condition(
    call: Call, _: None, callback: Any, condition: Any, timeout: Any = None, on_timeout: Any = None
) -> int:
    return call.table.clock.when(
        function(callback, "the function"),
        function(condition, "the condition"),
        None if timeout is None else num(timeout, "the timeout"),
        maybe_function(on_timeout, "the timeout function"),
    )


def _stop(call: Call, _: None, id_: Any) -> bool:
    return id_ is not None and call.table.clock.stop(whole(id_, "the id"))


def _stop_all(call: Call, _: None) -> None:
    call.table.clock.stop_all()


FUNCTIONS: Members = {
    "frames": _frames,
    "time": _time,
    "condition": _condition,
    "stop": _stop,
    "stopAll": _stop_all,
    "collect": lambda *_: None,  # lua/collect.lua
}

CONSTANTS: Members = {
    "COLLECT_DUPLICATE": lambda *_: 1,
    "COLLECT_UNKNOWN": lambda *_: 2,
}


def _create_timer(call: Call, _: None, parameters: Any) -> bool:
    given = table(parameters, "the parameters")
    name = text(given.get("identifier"), "identifier")
    if name in call.table.timers and call.table.clock.runs(call.table.timers[name]):
        return False
    script = owner(call, given.get("function_owner"), "function_owner")
    what = text(given.get("function_name"), "function_name")
    callback = Callback(script, what)  # looked up when it is due
    arguments = () if given.get("parameters") is None else (given["parameters"],)
    repetitions = whole(given.get("repetitions"), "repetitions", 1)
    call.table.timers[name] = call.table.clock.after(
        callback, num(given.get("delay"), "delay", 0.0), repetitions or -1, *arguments
    )
    return True


def _destroy_timer(call: Call, _: None, identifier: Any) -> bool:
    id_ = call.table.timers.pop(text(identifier, "identifier"), None)
    return id_ is not None and call.table.clock.stop(id_)


TIMER_FUNCTIONS: Members = {"create": _create_timer, "destroy": _destroy_timer}

TIME_VARIABLES: Members = {
    "time": lambda call, _: call.table.clock.time,
    "delta_time": lambda *_: FRAME,
    "fixed_delta_time": lambda *_: 1 / 90,
}

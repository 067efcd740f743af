"""Drives fake_game.lua from Python: a table with one script on it, moved frame by frame."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lupa import lua52

from exporters.luacode.agent_source import agent_script

SCRIPT = agent_script()
LONG = 9 * 60  # frames: longer than the agent waits for a piece to rest
FAKE = Path(__file__).with_name("fake_game.lua")


class Game:
    """A table. `sent` holds what the script sent out, as Python values."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.lua = lua52.LuaRuntime(unpack_returned_tuples=True, register_eval=False)
        world = self.lua.globals()
        world.JSON = self.lua.table_from(
            {
                "encode": lambda value: json.dumps(self.plain(value), ensure_ascii=False),
                "decode": lambda text: self.table(json.loads(text)),
            }
        )
        world.sendExternalMessage = lambda message: self.sent.append(self.plain(message))
        # The real game has none of these.
        for name in ("require", "package", "io", "debug", "load", "loadstring", "dofile"):
            world[name] = None
        self.fake = self.lua.execute(FAKE.read_text(encoding="utf-8"))

    def run(self, script: str, *arguments: Any) -> Any:
        """What the chunk returns; a function that it returns is called with the arguments."""
        result = self.lua.execute(script)
        return result(*arguments) if arguments else result

    def add(self, guid: str, **fields: Any) -> Any:
        """An object; the result is its state, to look at and to change."""
        return self.fake.add(self.table({"guid": guid, **fields}))

    def load(self, script: str, notes: str = "", state: str = "") -> Any:
        """Load the agent anew, as the object 'agent1'."""
        me = self.lua.globals().getObjectFromGUID("agent1")
        if me is None:
            me = self.add("agent1", notes=notes, tags=["ttsb:agent"], script_state="").object
        self.lua.globals().self = me
        self.run(script)
        self.event("onLoad", state)
        return me

    def event(self, name: str, *arguments: Any) -> None:
        handler = self.lua.globals()[name]
        assert handler is not None, f"the script has no {name}"
        handler(*[self._object(value) for value in arguments])

    def command(self, number: Any, *commands: Any, **envelope: Any) -> None:
        message = {"ttsb": 1, "id": number, "data": json.dumps(commands), **envelope}
        self.event("onExternalMessage", self.table(message))

    def tick(self, frames: int = 1) -> None:
        self.fake.tick(frames)

    def reports(self) -> list[tuple[str, str, Any]]:
        """What was reported since the last call: event, player, data."""
        taken = [(one["event"], one["player"], json.loads(one["data"])) for one in self.sent]
        self.sent.clear()
        return taken

    def table(self, value: Any) -> Any:
        """`value` as Lua has it."""
        if isinstance(value, dict):
            return self.lua.table_from({key: self.table(item) for key, item in value.items()})
        if isinstance(value, list | tuple):
            return self.lua.table_from([self.table(item) for item in value])
        return value

    def plain(self, value: Any) -> Any:
        """A Lua value as JSON.encode sees it: `{}` is a list, objects are refused."""
        if lua52.lua_type(value) != "table":
            if lua52.lua_type(value) is not None:
                raise TypeError("can't convert to JSON")
            return value
        keys = list(value)
        if all(isinstance(key, int | float) for key in keys):
            return [self.plain(value[index]) for index in range(1, len(keys) + 1)]
        if not all(isinstance(key, str) for key in keys):
            raise TypeError("mixed keys")
        return {key: self.plain(item) for key, item in sorted(value.items())}

    def _object(self, value: Any) -> Any:
        if lua52.lua_type(value) == "table" and "object" in set(value):
            return value["object"]  # the test speaks of a state, the script of its object
        return value


def events(game: Game) -> list[tuple[str, str]]:
    return [(event, player) for event, player, _ in game.reports()]


def done(game: Game) -> tuple[int, bool, str]:
    [(_, player, data)] = [one for one in game.reports() if one[0] == "done"]
    assert player == ""
    return data["id"], data["ok"], data["error"]


def calls(state: Any) -> list[str]:
    return [one[1] for one in state.log.values()] if state.log else []

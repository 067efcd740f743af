"""The headless table: a save that runs without Tabletop Simulator.

`Table(data).load()` starts the scripts; the methods named like verbs are what a player does.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tts_bridge.headless.api import STATICS, Host, members
from tts_bridge.headless.model.kinds import Data, rows_of
from tts_bridge.headless.player import controls as gestures
from tts_bridge.headless.player import pieces as acting
from tts_bridge.headless.script.runtime import (
    GLOBAL,
    Engine,
)
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.tools.drawing import picture
from tts_bridge.headless.tools.screen import screen

_BUDGET = 200_000_000  # instructions of Lua per call from outside: one or two seconds
_MEMORY = 384 << 20  # bytes of Lua; the largest known mods take up some forty million
_SETTLE = 10.0
_REFILL = 1 / 500  # of all that scripts may take at once, per frame
_MOST_MESSAGES, _MOST_ERRORS = 100_000, 10_000
_HEAVY = 0.05  # seconds of a frame that count as work the scripts have asked for


class Table(Core):
    """A table with the objects of a save: the core with the API that scripts reach and the hands of
    players. `path` is what the editor is told it was loaded from."""

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        path: str | Path | None = None,
        seed: int = 0,
        budget: int = _BUDGET,
        memory: int = _MEMORY,
        on_message: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        def engine(core: Core) -> Engine:
            return Engine(Host(core), members(), statics=STATICS, budget=budget, memory=memory)

        super().__init__(
            data,
            engine=engine,
            land=handling.land,
            path=path,
            seed=seed,
            on_message=on_message,
        )

    # --- life ----------------------------------------------------------------------------------

    def load(self) -> "Table":
        """Put the objects out, run all scripts, then onLoad everywhere, and let it settle."""
        pieces = [self.world.add(each) for each in rows_of(self.data.get("ObjectStates"))]
        for each in _hand_transforms(self.data.get("Hands")):
            zone = {"Name": "HandTrigger", "FogColor": each.get("Color", "")}
            self.world.add({**zone, "Transform": each.get("Transform") or {}}).implicit = True
        for piece in pieces:
            self.send({"messageID": 7, "guid": piece.guid})
        self.world.update_zones()  # what lies in a zone from the start does not enter it
        self.ui(GLOBAL)
        self.engine.add(GLOBAL)
        self._run_chunk(GLOBAL, str(self.data.get("LuaScript") or ""))
        for piece in pieces:
            self.start_script(piece)
        state = self.data.get("LuaScriptState")
        self.events.tell_one(GLOBAL, "onLoad", state if isinstance(state, str) else "")
        for piece in pieces:
            self.tell_load(piece)
        self.settle(fresh=False)
        return self

    def reload(
        self, scripts: Iterable[Mapping[str, Any]] = (), data: Mapping[str, Any] | None = None
    ) -> "Table":
        """Save & Play: the save as it was loaded, or another, with these scripts put in, anew.

        Each entry has `guid` and may have `script` and `ui`; what is missing is deleted.
        """
        if data is not None:
            self._pristine = dict(data)
        by_guid = {str(each.get("guid")): each for each in scripts}
        if "-1" in by_guid:
            self._pristine = _with_script(self._pristine, by_guid["-1"])
        states = self._pristine.get("ObjectStates")
        if isinstance(states, list):
            self._pristine["ObjectStates"] = [
                _with_script(each, by_guid[str(each.get("GUID"))])
                if isinstance(each, dict) and str(each.get("GUID")) in by_guid
                else each
                for each in states
            ]
        self._set_up()
        return self.load()

    def save(self) -> Data:
        """The table as a save; onSave has been asked for the states of the scripts."""
        state = self.events.tell_one(GLOBAL, "onSave")
        if isinstance(state, str):
            self.data["LuaScriptState"] = state
        objects = [handling.stored(self, p) for p in self.world if not p.implicit]
        data = {**self.data, "ObjectStates": objects}
        self.statics.store(data)
        return data

    def drawing(self, seat: str = "") -> str:
        """What the table looks like from above, as SVG; of a seat's colour, what that player has
        before them, chat and panels included."""
        return screen(self, seat) if seat else picture(self)

    def picture(self, path: str | Path, seat: str = "") -> None:
        """Write a `drawing`. Raises OSError."""
        Path(path).write_text(self.drawing(seat), "utf-8")

    # --- what players do -----------------------------------------------------------------------

    join, leave = acting.join, acting.leave
    pick_up, drop, flip, rotate = acting.pick_up, acting.drop, acting.flip, acting.rotate
    roll, play, to_hand, say, press = (
        acting.roll, acting.play, acting.to_hand, acting.say, acting.press,
    )  # fmt: skip
    click, change, type_into, answer, choose = (
        gestures.click, gestures.change, gestures.type_into, gestures.answer, gestures.choose,
    )  # fmt: skip
    number, hover, search, end_search, ping, peek, flick = (
        gestures.number, gestures.hover, gestures.search, gestures.end_search, gestures.ping,
        gestures.peek, gestures.flick,
    )  # fmt: skip
    draw, delete, shuffle, menu_item, hotkey, scripting_button = (
        gestures.draw, gestures.delete, gestures.shuffle, gestures.menu_item, gestures.hotkey,
        gestures.scripting_button,
    )  # fmt: skip
    sit, team, blindfold, typing, set_state = (
        gestures.sit, gestures.team, gestures.blindfold, gestures.typing, gestures.set_state,
    )  # fmt: skip


def _with_script(data: Data, entry: Mapping[str, Any]) -> Data:
    script, ui = entry.get("script"), entry.get("ui")
    return {
        **data,
        "LuaScript": script if isinstance(script, str) else "",
        "XmlUI": ui if isinstance(ui, str) else "",
    }


def _hand_transforms(hands: object) -> list[Data]:
    """The hands of a save; what is none is left out."""
    return rows_of(hands.get("HandTransforms")) if isinstance(hands, dict) else []

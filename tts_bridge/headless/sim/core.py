"""What runs a headless table, without its API and its players' hands: those are put on top of it.

Everything is deterministic: the same save, seed and acts give the same table. Only the name of a
start (`ttsb_start` in Lua) is never the same.
"""

import contextlib
import random
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tts_bridge.headless.model.dialogs import Choice, Dialog
from tts_bridge.headless.model.kinds import Data
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.model.players import Players
from tts_bridge.headless.model.requests import Request
from tts_bridge.headless.model.table_settings import Statics
from tts_bridge.headless.model.world import World
from tts_bridge.headless.model.xml_ui import Ui
from tts_bridge.headless.script.runtime import (
    GLOBAL,
    OUT_OF_BUDGET,
    ApiError,
    Callback,
    Engine,
    ScriptError,
)
from tts_bridge.headless.sim.bounds import LONGEST_ERROR, MEGABYTE, MOST_TEXT, Kept
from tts_bridge.headless.sim.clock import FRAME, Clock
from tts_bridge.headless.sim.events import Events
from tts_bridge.headless.vectors import Tint, Vec

_BUDGET = 200_000_000  # instructions of Lua per call from outside: one or two seconds
_MEMORY = 384 << 20  # bytes of Lua; the largest known mods take up some forty million
_SETTLE = 10.0
_REFILL = 1 / 500  # of all that scripts may take at once, per frame
_MOST_MESSAGES, _MOST_ERRORS = 100_000, 10_000
_HEAVY = 0.05  # seconds of a frame that count as work the scripts have asked for


class Failure(msgspec.Struct, frozen=True):
    """An error in a script: whose (Global is "-1"), in which function, and what it said."""

    guid: str
    where: str
    text: str
    prefix: str


class Core:
    """What runs a table: its world, scripts, time and events, and what comes out of them.

    The API and the hands take it. `engine` makes what runs its scripts, `land` is what is done with
    a piece that has come to rest; both know this core only by what they are given. `path` is what
    the editor is told it was loaded from.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        engine: "Callable[[Core], Engine]",
        land: "Callable[[Core, Piece], None]",
        path: str | Path | None = None,
        seed: int = 0,
        on_message: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.path = str(path or "")
        self.players = Players()
        self.messages: list[tuple[str, str, Tint | None]] = []  # to whom, text, colour
        self._spent = False  # that there is no time left is the last error
        self._said = 0  # characters of all messages so far
        self.errors: list[Failure] = []
        self.outbox: list[dict[str, Any]] = []  # for the editor, unless on_message takes them
        self.on_message = on_message
        self.web: dict[str, str | tuple[int, str]] = {}  # what WebRequest finds, by URL
        self._pristine: Data = dict(data)
        self._seed, self._make_engine, self._land = seed, engine, land
        self._set_up()

    def _set_up(self) -> None:
        self.data: Data = dict(self._pristine)
        self.start = secrets.token_hex(4)  # no two starts are alike; only the agent asks for it
        self.rng = random.Random(self._seed)  # noqa: S311 - chance at a table, not a secret
        self.world = World(self.rng)
        self.engine = self._make_engine(self)
        self.kept = Kept(self, self.engine, self._pristine)
        self.events = Events(self.engine, self.call, lambda text: self._failed(GLOBAL, "", text))
        self.clock = Clock(
            lambda callback, *args: self.call(callback, "Wait", *args),
            self._step,
            self.world.place,
            lambda piece: self._land(self, piece),
        )
        self.statics = Statics(self.data)
        self.timers: dict[str, int] = {}  # Timer's names for waits
        self.hotkeys: dict[str, Callback] = {}
        self.menu: list[tuple[str, Callback]] = []  # of the table itself
        self.uis: dict[int, Ui] = {}
        self.selected: dict[str, dict[int, Piece]] = {}
        self.hovered: dict[str, Piece] = {}
        self.pointers: dict[str, Vec] = {}
        self.stashes: dict[str, list[Data]] = {}
        self.clipboard: list[Data] = []
        self.dialogs: dict[str, list[Dialog]] = {}  # what players are asked, the oldest first
        self.choices: dict[str, Choice] = {}
        self.requests: list[Request] = []

    # --- time ----------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let virtual time pass."""
        self.engine.refill()
        self.pass_time(seconds)

    def pass_time(self, seconds: float) -> None:
        """The same as part of what went before: scripts have what is left of their time."""
        for _ in range(max(1, round(seconds / FRAME))):
            self._frame()

    def settle(self, limit: float = _SETTLE, *, fresh: bool = True) -> bool:
        """Let time pass until nothing is under way: whether that came within `limit` seconds, and
        before the scripts had used all that they may; which is all they have been given anew when
        this is `fresh`, not a part of what went before."""
        if fresh:
            self.engine.refill()
        self.flush()
        for _ in range(round(limit / FRAME)):
            if self._is_quiet() or self.engine.is_spent:
                break
            self._frame()
        return self._is_quiet()

    def _is_quiet(self) -> bool:
        """Whether nothing is under way; what was destroyed has to go, and its script with it."""
        return self.clock.is_quiet and not self.world.dying

    def _frame(self) -> None:
        began = time.process_time()
        self.engine.refill(_REFILL)
        self.clock.begin()
        self.events.ask("onFixedUpdate")
        self.events.ask("onUpdate")
        self.clock.finish()
        self.flush()
        for id_, piece in list(self.world.dying.items()):
            del self.world.dying[id_]
            self.engine.drop(id_)
            self.engine.forget(piece.ref)
            self.clock.forget(id_)
            self.uis.pop(id_, None)
        if (taken := time.process_time() - began) > _HEAVY:
            self.engine.spend(0, taken)

    def reseed(self, seed: object) -> None:
        """math.randomseed: the table's own seed still counts."""
        self.rng.seed(f"{self._seed} {seed}")

    def flush(self) -> None:
        """Tell the scripts what has happened since they last ran."""
        self.update_zones()
        self.events.flush()
        self.update_zones()
        self.events.flush()

    def update_zones(self) -> None:
        """Find out what is in which zone now, and queue the events."""
        for zone, piece, entered in self.world.update_zones():
            self.events.post("onObjectEnterZone" if entered else "onObjectLeaveZone", zone, piece)

    # --- scripts -------------------------------------------------------------------------------

    def start_script(self, piece: Piece) -> None:
        """Run the chunk of an object's script, if it has one."""
        source = piece.text("LuaScript")
        if source.strip():
            self.engine.add(piece.id)
            self._run_chunk(piece.id, source)

    def tell_load(self, piece: Piece) -> None:
        """Its onLoad, with the state it saved."""
        self.events.tell_one(piece.id, "onLoad", piece.text("LuaScriptState"))

    def _run_chunk(self, script: int, source: str) -> None:
        try:
            self.engine.load(script, source, self.script_name(script))
        except ScriptError as error:
            self._failed(script, "", str(error))

    def call(self, callback: Callback, where: str, *arguments: object) -> list[Any] | None:
        """Run a function of a script: its results, or None when it failed, which is reported."""
        try:
            return self.engine.back(callback, *arguments)
        except (ScriptError, ApiError) as error:
            self._failed(callback.script, where, str(error))
            return None

    def _step(self, script: int, thread: int) -> bool:
        try:
            return self.engine.step(script, thread)
        except ScriptError as error:
            self._failed(script, "startLuaCoroutine", str(error))
            return False

    def script_name(self, script: int) -> str:
        """How errors name the script."""
        piece = self.piece(script)
        if piece is None:
            return "Global"
        name = " ".join((piece.nickname or str(piece.data.get("Name", ""))).split())
        return f"{name[:40]} - {piece.guid}"

    def _failed(self, script: int, where: str, text: str) -> None:
        spent = text == OUT_OF_BUDGET and self.engine.is_spent
        if spent and self._spent:
            return  # it has been said, and holds for whatever is called now
        self._spent = spent
        piece = self.piece(script)
        guid = piece.guid if piece else "-1"
        whose = f"Script ({self.script_name(script)})" if piece else "Global Script"
        prefix = f"Error in {whose}{f' function <{where}>' if where else ''}: "
        if len(text) > LONGEST_ERROR:
            text = f"{text[:LONGEST_ERROR]} … ({len(text)} characters)"
        if len(self.errors) < _MOST_ERRORS:
            self.errors.append(Failure(guid, where, text, prefix))
        message = {"messageID": 3, "error": text, "guid": guid, "errorMessagePrefix": prefix}
        with contextlib.suppress(ApiError):
            self.send(message)

    def run(self, guid: str, script: str, name: str) -> list[str]:
        """Run Lua under that name as part of the script of an object, "-1" for Global, which need
        not have one: the results as `print` shows them. Raises ScriptError, after it was
        reported."""
        piece = self.object(guid)
        script_id = piece.id if piece else GLOBAL
        self.engine.add(script_id)
        try:
            return [self.engine.shown(each) for each in self.engine.load(script_id, script, name)]
        except ScriptError as error:
            self._failed(script_id, "", str(error))
            raise
        finally:
            self.flush()

    def execute(self, guid: str, script: str) -> list[Any]:
        """Run Lua in the script of an object, "-1" for Global: the results as they are in Lua.

        Raises ScriptError, after it was reported like any error.
        """
        piece = self.object(guid) if guid != "-1" else None
        script_id = GLOBAL if guid == "-1" else piece.id if piece else -1
        self.engine.refill()
        try:
            return self._execute(script_id, script, piece)
        except ScriptError as error:
            self._failed(script_id, "executeScript", str(error))
            raise
        finally:
            self.flush()

    def _execute(self, script_id: int, script: str, piece: Piece | None) -> list[Any]:
        if script_id != GLOBAL and not (piece and piece.text("LuaScript").strip()):
            raise ScriptError(
                "function <executeScript>: Object reference not set to an instance of an object"
            )
        return self.engine.load(script_id, script, "executeScript")

    def external_message(self, message: Mapping[str, Any]) -> None:
        """What the editor sends with message 2: onExternalMessage everywhere."""
        self.engine.refill()
        self.events.post("onExternalMessage", dict(message))
        self.flush()

    # --- what comes out ------------------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        """A message for the editor. Raises ApiError when too many wait."""
        if len(self.outbox) >= _MOST_MESSAGES:
            raise ApiError(f"more than {_MOST_MESSAGES} messages for the editor")
        (self.on_message or self.outbox.append)(message)

    def show(self, to: str, text: str, color: Tint | None = None) -> None:
        """Something that players read; `to` is a colour or "all". Raises ApiError."""
        if len(self.messages) >= _MOST_MESSAGES:
            raise ApiError(f"more than {_MOST_MESSAGES} messages for players")
        self._said += len(text)
        if self._said > MOST_TEXT:
            self._said -= len(text)
            raise ApiError(f"more than {MOST_TEXT // MEGABYTE} MB of messages for players")
        self.messages.append((to, text, color))

    # --- looking -------------------------------------------------------------------------------

    @property
    def objects(self) -> list[Piece]:
        """Everything on the table, zones included."""
        return list(self.world)

    def piece(self, id_: int) -> Piece | None:
        """The piece with that id, also one that is just going."""
        return self.world.pieces.get(id_) or self.world.dying.get(id_)

    def object(self, guid: str) -> Piece | None:
        """The piece with that GUID."""
        return self.world.get(guid)

    def find(self, *, tag: str | None = None, nickname: str | None = None) -> list[Piece]:
        """The pieces with that tag and that name."""
        return [
            piece
            for piece in self.world
            if (tag is None or tag in piece.tags)
            and (nickname is None or piece.nickname == nickname)
        ]

    def ui(self, id_: int) -> Ui:
        """The XML of an object, or of Global."""
        if id_ not in self.uis:
            piece = self.piece(id_)
            try:
                xml = (
                    self.data.get("XmlUI")
                    if id_ == GLOBAL
                    else piece.text("XmlUI")
                    if piece
                    else ""
                )
                self.uis[id_] = Ui(xml)
            except ApiError as error:
                self.uis[id_] = Ui("")
                self._failed(id_, "", str(error))
        return self.uis[id_]

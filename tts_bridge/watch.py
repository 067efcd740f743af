"""A tree of files beside a running table: what is edited there runs here a moment later.

The rule: nothing of anybody's is lost without having been told. An object takes a new script by
itself; Global only with Save & Play, which loads the save as it lies on the disk.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct, structs

from exporters.luacode.agent_source import push_script
from exporters.savefile import SaveError
from exporters.tree.folder import TreeFolder
from exporters.tree.sources import GLOBAL, Key, Scripted, Sources, place, sources
from tts_bridge.agent.client import lua_string
from tts_bridge.editor.link import Link, LinkError, NoAnswer, ScriptFailed
from tts_bridge.editor.messages import (
    Failed,
    Loaded,
    Printed,
    SaveAndPlay,
    Saved,
    Script,
    parse_position,
)

INTERVAL = 0.3  # seconds between two looks at the files
RELOAD = 120.0  # seconds that a big mod may take to load

_OVERWRITE = (
    "was edited in the game meanwhile and is not pushed; take that over into the file, "
    "or save the file once more to overwrite it"
)

Say = Callable[[str], object]
Stamps = dict[str, tuple[int, int]]


class Edit(Struct, frozen=True):
    """One object from what it is on the table to what it is in the tree."""

    was: Scripted
    now: Scripted


def stamps(folder: Path) -> Stamps:
    """Time and size of every file of a tree by its path; hidden ones do not count."""
    found: Stamps = {}
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith(".") or name.endswith("~"):
                continue
            try:
                seen = Path(directory, name).stat()
            except OSError:  # an editor replaces it just now
                continue
            path = Path(directory, name).relative_to(folder).as_posix()
            found[path] = (seen.st_mtime_ns, seen.st_size)
    return found


class Watch:
    """One tree and one table. `say` gets one line for everything that happens.

    `save_and_play`: Global is pushed at once, though that puts the table back to the save on the
    disk; without, when the game has been saved. `push`: begin by pushing what differs already.
    """

    def __init__(
        self,
        link: Link,
        folder: Path,
        say: Say,
        *,
        save_and_play: bool = False,
        push: bool = False,
        interval: float = INTERVAL,
    ) -> None:
        self.link, self.folder, self.say = link, folder, say
        self.save_and_play, self.push, self.interval = save_and_play, push, interval
        self.tree: Sources = {}
        self.table: dict[str, Script] = {}  # as far as we know, by GUID
        self.save_path = ""
        self._waiting = False  # Global, for the game to be saved
        self._pushed: dict[Key, Edit] = {}  # since the save on the disk was written
        self._busy = asyncio.Lock()

    async def run(self) -> None:
        """Watch until cancelled. Raises TreeError, LinkError for what is wrong at the start."""
        seen = stamps(self.folder)
        self.tree = sources(TreeFolder(self.folder))
        hearing = asyncio.create_task(self._hear())
        try:
            async with self._busy:
                self._take(await self.link.scripts())
                await self._begin()
            await self._look(seen)
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _look(self, before: Stamps) -> None:
        while True:
            await asyncio.sleep(self.interval)
            now = stamps(self.folder)
            if now == before:
                continue
            await asyncio.sleep(self.interval)
            while now != (now := stamps(self.folder)):  # more is being written: wait for all of it
                await asyncio.sleep(self.interval)
            changed = sorted(path for path in now if now[path] != before.get(path))
            before = now
            async with self._busy:
                await self._changed(changed)

    async def _changed(self, paths: list[str]) -> None:
        for path in paths:
            if not path.endswith((".lua", ".xml")) and path != "tree.json":
                self.say(f"{path}: only scripts and UIs are pushed; for the rest build and load it")
        try:
            tree = sources(TreeFolder(self.folder))
        except SaveError as error:
            self.say(f"{error}. Nothing is pushed until that is mended")
            return
        before, self.tree = self.tree, tree
        edits = {
            key: Edit(before[key], now)
            for key, now in tree.items()
            if key in before and _differ(before[key], now)
        }
        try:
            await self._push(edits)
        except LinkError as error:
            # What did not get there counts as not done: the next change tries it again.
            self.tree = {**tree, **{key: edit.was for key, edit in edits.items()}}
            self.say(f"Not pushed: {error}. Then save the file once more")

    # --- to the table --------------------------------------------------------------------------

    async def _push(self, edits: dict[Key, Edit]) -> None:
        if () in edits:
            self._waiting = True
            if self.save_and_play:
                self.say(f"Global: Save & Play, {self._loss()} is lost")
                await self._save_and_play()
            else:
                self.say(
                    f"Global: only Save & Play can take it, and {self._loss()} would be lost. Save "
                    "the game (over the same file) and it is pushed, or use --save-and-play"
                )
        await self._push_objects({key: edit for key, edit in edits.items() if key})

    async def _push_objects(self, edits: dict[Key, Edit]) -> None:
        groups: dict[tuple[str, ...], dict[Key, Edit]] = {}
        for key, edit in edits.items():
            groups.setdefault(edit.now.carriers, {})[key] = edit
        for carriers, group in groups.items():
            words = await self._ask(carriers, group.values())
            for (key, edit), word in zip(group.items(), words, strict=True):
                if word == "missing" and not edit.now.is_on_the_table:  # it was taken out
                    [word] = await self._ask((edit.now.guid,), [edit])
                await self._tell(key, edit, word)

    async def _ask(self, carriers: tuple[str, ...], edits: Iterable[Edit]) -> list[str]:
        listed = ", ".join(self._as_lua(edit) for edit in edits)
        guids = ", ".join(lua_string(guid) for guid in carriers)
        call = f"return (function()\n{push_script()}end)()({{{guids}}}, {{{listed}}})"
        words = await self.link.execute(call)
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ScriptFailed(f"The table's answer is not readable: {words!r}")
        return words

    def _as_lua(self, edit: Edit) -> str:
        was, ui = edit.was.script, edit.was.ui
        known = self.table.get(edit.now.guid)
        if known is not None and edit.now.is_on_the_table:
            was, ui = known.script, known.ui or ""
        fields = {
            "guid": edit.now.guid,
            "was": was,
            "was_ui": ui,
            "script": edit.now.script,
            "ui": edit.now.ui,
        }
        inner = ", ".join(f"{name} = {lua_string(text)}" for name, text in fields.items())
        return f"{{{inner}}}"

    async def _tell(self, key: Key, edit: Edit, word: str) -> None:
        now = edit.now
        label = f"{now.file}: {now.name} {now.guid}"
        if word == "done":
            self.say(f"{label} has it now")
            self._pushed[key] = Edit(self._pushed.get(key, edit).was, now)
            if now.is_on_the_table:
                self.table[now.guid] = Script(now.guid, now.name, now.script, now.ui)
            return
        if word == "missing":
            self.say(f"{label} is not where the save had it; build the save and load it")
            return
        self.tree[key] = edit.was  # so that the next look at the files tries it again
        if word == "held":
            self.say(f"{label} is held by a player; let go of it, then save the file once more")
        elif now.is_on_the_table:
            self._take(await self.link.scripts())
            self.say(f"{label} {_OVERWRITE}")
        else:
            self.say(f"{label} is another one on the table; build the save and load it")

    async def _save_and_play(self) -> None:
        """Global's new script and UI, and the others' as they are on the table now."""
        known, ours = self.table.get(GLOBAL), self.tree[()]
        on_table = await self.link.scripts()
        self._take(on_table)
        there = self.table.get(GLOBAL)
        if known and there and _differ(ours, there) and _differ(known, there):
            self.tree[()] = structs.replace(ours, script=there.script, ui=there.ui or "")
            self.say(f"{ours.file}: Global {_OVERWRITE}")
            return
        others = [each for each in on_table.script_states if each.guid != GLOBAL]
        entry = Script(GLOBAL, "Global", ours.script, ours.ui)
        with self.link.listen() as messages:
            await self.link.send(SaveAndPlay((entry, *others)))
            try:
                async with asyncio.timeout(RELOAD):
                    async for message in messages:
                        if isinstance(message, Loaded):
                            self._take(message)
                            break
            except TimeoutError:
                raise NoAnswer(f"The table has not loaded within {RELOAD:g} s") from None
        self._waiting = False
        self.say(f"{ours.file}: Global has it now; the table is loaded anew")
        again = {key: edit for key, edit in self._pushed.items() if not self._is_there(edit.now)}
        self._pushed = {}
        await self._push_objects(again)  # what is in bags came from the disk, as it was there

    def _is_there(self, each: Scripted) -> bool:
        known = self.table.get(each.guid)
        return each.is_on_the_table and known is not None and not _differ(each, known)

    def _loss(self) -> str:
        name, age = Path(self.save_path).name or "the save", ""
        try:
            minutes = (time.time() - Path(self.save_path).stat().st_mtime) / 60
            age = f" ({minutes:.0f} minutes ago)"
        except OSError:  # a name from outside: it need not be a file
            pass
        return f"what was moved, spawned or drawn since {name} was saved{age}"

    # --- from the table ------------------------------------------------------------------------

    def _take(self, loaded: Loaded) -> None:
        self.save_path = loaded.save_path
        self.table = {each.guid: each for each in loaded.script_states}

    def _differences(self) -> dict[Key, Edit]:
        return {
            key: Edit(structs.replace(ours, script=there.script, ui=there.ui or ""), ours)
            for key, ours in self.tree.items()
            if ours.guid == GLOBAL or ours.is_on_the_table
            if (there := self.table.get(ours.guid)) is not None and _differ(ours, there)
        }

    async def _begin(self) -> None:
        count = len(self.tree) - 1
        self.say(f"{self.folder}: {count:,} objects; {len(self.table):,} scripts on the table")
        if self.push:
            await self._push(self._differences())
        else:
            self._tell_differences()

    def _tell_differences(self) -> None:
        differ = list(self._differences().values())
        for edit in differ[:5]:
            self.say(f"{edit.now.file}: differs from {edit.now.name} {edit.now.guid} on the table")
        if differ:
            self.say(f"{len(differ)} differ: start with --push to push them, or change the files")

    async def _hear(self) -> None:
        async for message in self.link:
            if isinstance(message, Failed):
                self.say(self._error(message))
            elif isinstance(message, Printed):
                self.say(f"table: {message.message}")
            elif isinstance(message, Loaded) and not self._busy.locked():
                self._take(message)
                self._pushed = {}
                self.say("The table was loaded anew")
                self._tell_differences()
            elif isinstance(message, Saved):
                await self._saved(message)

    async def _saved(self, message: Saved) -> None:
        if not message.save_path or message.save_path != self.save_path:
            return  # an autosave: the game would load the other file
        async with self._busy:
            self._pushed = {}
            known = self.table.get(GLOBAL)
            if not self._waiting or (known and not _differ(self.tree[()], known)):
                self._waiting = False
                return
            self.say("Global: the game is saved, so Save & Play loses nothing")
            try:
                await self._save_and_play()
            except LinkError as error:
                self.say(f"Not pushed: {error}")

    def _error(self, failed: Failed) -> str:
        text = " ".join(failed.text.split())
        position = parse_position(failed.text)
        ours = next((each for each in self.tree.values() if each.guid == failed.guid), None)
        if position is None or ours is None or "executeScript" in text:
            return f"error: {text}"
        known = self.table.get(failed.guid)
        script = ours.script if known is None else known.script
        where = place(TreeFolder(self.folder), ours.file, script, position.line)
        return f"{where}: {position.message or text}"


def _texts(of: Scripted | Script) -> tuple[str, str]:
    """Script and UI; line ends do not count, the game may change them."""
    return of.script.replace("\r", ""), (of.ui or "").replace("\r", "")


def _differ(one: Scripted | Script, other: Scripted | Script) -> bool:
    return _texts(one) != _texts(other)

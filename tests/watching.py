"""A tree beside a running table, for tests: what the watch says, and hands that edit files."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from exporters.savefile import Save, dump
from exporters.tree.folder import plan, write
from exporters.tree.unpack import unpack_bytes
from tests.headless.saves import thing
from tts_bridge.editor.link import Link
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.watch import Watch

PATH = "/saves/TS_Save_7.json"

SAVE: dict[str, Any] = {
    "SaveName": "watched",
    "LuaScript": "function onLoad()\n    print('global 1')\nend",
    "XmlUI": "<Panel id='global'/>",
    "ObjectStates": [
        thing("BlockSquare", "aaaaaa", Nickname="Box", LuaScript="x = 1", XmlUI="<Text/>"),
        thing(
            "Bag", "bbbbbb", (5, 1, 0), Nickname="Sack", LuaScript="bag = 1",
            ContainedObjects=[
                thing("BlockSquare", "cccccc", LuaScript="inner = 1"),
                thing("BlockSquare", "dddddd", LuaScript="other = 1"),
            ],
        ),
        thing(
            "BlockSquare", "eeeeee", (-5, 1, 0), Nickname="Door", LuaScript="state = 1",
            States={"2": thing("BlockSquare", "ffffff", LuaScript="state = 2")},
        ),
        thing("BlockSquare", "aabbcc", (0, 1, 5), Nickname="Plain"),
    ],
}  # fmt: skip


class Scene:
    """A tree, a table that was loaded from the same save, and a watch between them."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.folder, self.server = folder, server
        self.said: list[str] = []

    @property
    def table(self) -> Table:
        return self.server.table

    def edit(self, path: str, text: str) -> None:
        (self.folder / path).write_text(text)

    async def until(self, *words: str) -> str:
        """The first line that holds the words; waits for it."""
        for _ in range(400):
            for line in self.said:
                if all(word in line for word in words):
                    return line
            await asyncio.sleep(0.01)
        raise AssertionError(f"nobody said {words}: {self.said}")

    def data(self, guid: str) -> dict[str, Any]:
        found = self.table.object(guid)
        assert found is not None, f"{guid} is gone"
        return found.to_data()


Act = Callable[[Scene], Awaitable[None]]


def watched(tmp_path: Path, act: Act, save: dict[str, Any] = SAVE, **options: Any) -> Scene:
    """Unpack the save, load it at a table, watch, and act."""
    folder = tmp_path / "mod"
    files = unpack_bytes(dump(Save(save)).encode())
    write(folder, files, plan(folder, files))
    if change := options.pop("before", None):
        change(folder)

    async def run() -> Scene:
        async with Link(listen_port=0, send_port=1, timeout=120) as link:
            table = Table(copy.deepcopy(save), path=PATH).load()
            async with Server(table, port=0, editor_port=link.listen_port) as server:
                link.send_port = server.port
                scene = Scene(folder, server)
                watch = Watch(link, folder, scene.said.append, interval=0.02, **options)
                task = asyncio.create_task(watch.run())
                try:
                    await scene.until("scripts on the table")
                    await act(scene)
                    assert not task.done(), task.exception()
                finally:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)
                return scene

    return asyncio.run(run())

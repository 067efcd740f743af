"""How fast the headless table is, against yardsticks taken in the same run.

Nothing here fails by being slow: the figures are printed beside their goals.

`pytest tests/bench/test_headless_speed.py`; those that need a large save skip without one.
"""

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lupa.lua52 as lupa
import pytest

from tests.headless.saves import thing
from tts_bridge.headless.script.moonsharp_source import KNOWN
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

SAVE = Path(__file__).parents[3] / "shared" / "corpus" / "sced_built_v13.3.json"
needs_save = pytest.mark.skipif(not SAVE.exists(), reason="the large save is not here")


def best(times: int, what: Callable[[], Any]) -> float:
    """The shortest time of several runs, in CPU seconds."""
    found = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        what()
        found.append(time.process_time() - start)
    return min(found)


@needs_save
def test_loading_a_large_save_beside_reading_and_compiling_it() -> None:
    raw = SAVE.read_bytes()
    data = json.loads(raw)
    scripts = [data.get("LuaScript") or ""]
    scripts += [each.get("LuaScript") or "" for each in data["ObjectStates"]]
    lua = lupa.LuaRuntime(encoding="utf-8")
    compiled = lua.eval("load")
    yardstick = best(5, lambda: json.loads(raw)) + best(
        5, lambda: [compiled(script) for script in scripts]
    )

    loaded: list[int] = []

    def load() -> None:
        KNOWN.clear()  # as on the first day
        table = Table(data)
        table.join("White", "Host")
        loaded.append(len(table.load().objects))

    taken = best(3, load)
    print(
        f"\nloading: {taken:.3f} s, {taken / yardstick:.1f} times reading and compiling (goal: 10)"
    )
    assert min(loaded) >= len(data["ObjectStates"])


def test_an_event_beside_bare_calls() -> None:
    lua = lupa.LuaRuntime()
    bare = lua.eval("function(a, b) return nil end")
    count = 2000
    call = best(5, lambda: [bare("Red", 1) for _ in range(count)]) / count
    token = thing("Custom_Token", "aaaaaa", LuaScript="n = 0 function onDrop(color) n = n + 1 end")
    table = Table({"ObjectStates": [token]}).load()
    piece = table.objects[0]

    def tell() -> None:
        for _ in range(count):
            table.events.tell_one(piece.id, "onDrop", "Red")

    event = best(5, tell) / count
    print(f"\nan event: {event * 1e6:.1f} µs, {event / call:.0f} bare calls (goal: 100)")
    assert table.execute(piece.guid, "return n")[0] == 5 * count


def test_a_custom_message_there_and_back_beside_an_echo() -> None:
    document = json.dumps({"messageID": 2, "customMessage": {"n": 1, "text": "x" * 200}}).encode()
    script = "function onExternalMessage(data) sendExternalMessage(data) end"
    count = 300

    async def echo(there: int, arrived: asyncio.Queue[bytes]) -> float:
        start = time.perf_counter()
        for _ in range(count):
            _, writer = await asyncio.open_connection("127.0.0.1", there)
            writer.write(document)
            writer.close()
            await writer.wait_closed()
            await arrived.get()
        return count / (time.perf_counter() - start)

    async def run() -> tuple[float, float]:
        arrived: asyncio.Queue[bytes] = asyncio.Queue()

        async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            arrived.put_nowait(await reader.read(-1))
            writer.close()

        async with await asyncio.start_server(receive, "127.0.0.1", 0) as editor:
            back = editor.sockets[0].getsockname()[1]

            async def bare(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                got = await reader.read(-1)
                writer.close()
                _, answer = await asyncio.open_connection("127.0.0.1", back)
                answer.write(got)
                answer.close()
                await answer.wait_closed()

            async with await asyncio.start_server(bare, "127.0.0.1", 0) as plain:
                yardstick = max(
                    [await echo(plain.sockets[0].getsockname()[1], arrived) for _ in range(3)]
                )
            async with Server(
                Table({"LuaScript": script}).load(), port=0, editor_port=back
            ) as server:
                return yardstick, max([await echo(server.port, arrived) for _ in range(3)])

    yardstick, rate = asyncio.run(run())
    print(f"\ncustom messages: {rate:.0f} a second, an echo {yardstick:.0f} (goal: half)")
    assert min(rate, yardstick) > 0


MEASURE = """
import gc, json, os, sys
from pathlib import Path
from tts_bridge.headless.table import Table

def resident():
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")

Table({}).load()
gc.collect()
before = resident()
table = Table(json.loads(Path(sys.argv[1]).read_bytes()))
table.join("White", "Host")
table.load()
gc.collect()
print(resident() - before)
"""


@needs_save
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as Linux has it")
def test_a_loaded_table_takes_less_than_twelve_times_its_file() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(SAVE)],
        capture_output=True, text=True, check=True, cwd=root,
    )  # fmt: skip
    grown, size = int(done.stdout), SAVE.stat().st_size
    print(f"\nmemory: {grown >> 20} MB, {grown / size:.1f} times the file")
    assert grown < 12 * size


PROGRAMS = {
    "calls and fields": (
        "local t = {x = 1} local function f(a) return a.x + 1 end"
        " for i = 1, 300000 do t.x = f(t) end", 2.0,
    ),
    "lists": ("local t = {} for i = 1, 100000 do t[#t + 1] = i end", 15.0),
    "objects": ("for i = 1, 100000 do local t = {x = 1, y = {i}} end", 6.0),
    "text": ("for i = 1, 100000 do local s = 'a' .. i .. 'b' end", 8.0),
    "pairs": (
        "local t = {a = 1, b = 2, c = 3} local n = 0"
        " for i = 1, 50000 do for k, v in pairs(t) do n = n + v end end", 20.0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_rewritten_beside_bare_lua(name: str) -> None:
    program, most = PROGRAMS[name]
    compiled = lupa.LuaRuntime().eval("load")(program)
    bare = best(5, compiled)
    table = Table({})
    table.engine.add(0)
    here = best(5, lambda: table.engine.load(0, program, "bench"))
    print(f"\n{name}: {here / bare:.1f} times bare Lua (goal: {most:g})")
    assert table.errors == []

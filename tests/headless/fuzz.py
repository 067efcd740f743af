"""Hostile documents and hostile scripts, in any number, by the seed.

A few of each are tested with everything else; `python -m tests.headless.fuzz --large` makes 10,000
documents and 1,000 scripts and says how the table did.
"""

import argparse
import asyncio
import json
import logging
import random
import resource
import sys
import time
from collections.abc import Iterator

from tests.headless.saves import thing
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

VALID = (
    {"messageID": 0},
    {"messageID": 1, "scriptStates": [{"guid": "-1", "script": "x = 1"}]},
    {"messageID": 2, "customMessage": {"a": [1, {"b": "é中"}]}},
    {"messageID": 3, "guid": "-1", "script": "return 1", "returnID": 5},
)
ODD = (None, True, -1, 1e308, "", "a" * 5000, [], {}, [[[]]], "\ud800", "-1", 0, 1, 2, 3, "\x00")
KEYS = ("messageID", "guid", "script", "returnID", "customMessage", "scriptStates", "ui", "é", "")

# What a script may try; % stands for another one of these, N for a number.
HOSTILE = (
    "while true do % end", "repeat % until false", "local function f() return f() end f()",
    "local function f() % return 1 + f() end f()", "local function f() pcall(f) f() end f()",
    "local s = 'a' while true do s = s .. s end", "local t = {} while true do t[#t+1] = {t} end",
    "for i = 1, 1e7 do spawnObject({type = 'BlockSquare'}) end", "('a'):rep(1e9)",
    "string.find(('a'):rep(N), ('a*'):rep(30) .. 'b')", "string.find(('a'):rep(N), '.-.-.-b')",
    "(('a'):rep(N)):gsub('.-b', '')", "string.gsub(('x'):rep(N), '.', ('y'):rep(N))",
    "table.sort({3, 1, 2, 5, 4}, function(a, b) % return true end)",
    "local t = {} for i = 1, N do t[i] = i % 7 end table.sort(t, function() return true end)",
    "coroutine.wrap(function() % end)()", "local function f() coroutine.wrap(f)() end f()",
    "while true do coroutine.wrap(function() coroutine.yield() end)() end",
    "setmetatable({}, {__gc = function() while true do end end}) %",
    "local t = setmetatable({}, {__index = function(t, k) % return t[k] end}) local x = t.x",
    "pcall(function() % end) %", "xpcall(function() % end, function() % end)",
    "while true do pcall(function() % end) end", "Wait.frames(function() % end, 1)",
    "function onUpdate() % end", "function onSave() % end", "function onObjectSpawn(o) % end",
    "f = function() Wait.frames(f, 1) Wait.frames(f, 1) end f()",
    "for i = 1, 1e7 do Wait.time(function() end, N) end", "for i = 1, 1e7 do print(i) end",
    "for i = 1, 1e7 do sendExternalMessage({i = i}) end", "table.unpack({}, 1, N * 1e5)",
    "local t = {} for i = 1, 300 do t = {t} end JSON.encode(t)", "JSON.decode(('['):rep(N * 10))",
    "local t = {} t.t = t Global.setTable('x', t) JSON.encode(t)",
    "UI.setXml(('<a>'):rep(N * 10))", "UI.setXml(('<a '):rep(N))", "UI.setXmlTable({{}})",
    "load('x')()", "io.open('/etc/passwd')", "os.execute('true')", "require('os')", "debug.x()",
    "getmetatable('').__index = nil %", "string.rep = nil %",
    "for k in pairs(_G) do _G[k] = nil end",
    "setmetatable(_G, {__index = function() error('x') end}) x()", "error(setmetatable({}, {}))",
    "self.destruct() % self.getName()", "self.reload() %", "Global.call('onLoad')",
    "Global.executeScript('%')", "getObjects()[1].setPosition({0/0, 1/0, 1e308})",
    "getObjects()[1].setScale({0/0, -1/0, 0})", "getObjects()[1].putObject(getObjects()[1])",
    "spawnObjectData({data = {Name = 'Bag', ContainedObjects = {1, 'x', {}}}})",
    "spawnObjectJSON({json = '{\"Name\": 5}'})", "spawnObjectJSON({json = ('['):rep(N)})",
    "getObjects()[1].__class__.__init__()", "print(getObjects()[1]._table, Player._host)",
    "startLuaCoroutine(Global, 'g') function g() while true do coroutine.yield(0) % end end",
    "math.random(1e308, -1e308) math.randomseed(0/0)", "os.date('%' .. ('Y'):rep(N))",
    "goto x ::x::",
    "end end end", "local a <const> = 1", "return _t0_m, _t0_x, _t0_k", "x = = 1",
    "('é'):rep(N):sub(2)",
)  # fmt: skip


def documents(count: int, seed: int = 0) -> Iterator[bytes]:
    """Documents that are nearly right, hardly right, and not right at all."""
    chance = random.Random(seed)
    for _ in range(count):
        message = dict(chance.choice(VALID))
        for _ in range(chance.randint(0, 3)):
            message[chance.choice(KEYS)] = chance.choice(ODD)
        raw = json.dumps(message, ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace")
        way = chance.random()
        if way < 0.2:
            raw = raw[: chance.randint(0, len(raw))]
        elif way < 0.4:
            at = chance.randint(0, len(raw) - 1)
            raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
        elif way < 0.5:
            raw = chance.randbytes(chance.randint(0, 300))
        elif way < 0.55:
            raw = raw + raw
        elif way < 0.6:
            raw = b"[" * chance.randint(1, 20_000) + raw
        yield raw


def scripts(count: int, seed: int = 0) -> Iterator[str]:
    """Scripts made of hostile pieces, each piece at least once when there are enough."""
    chance = random.Random(seed)
    for number in range(count):
        text = HOSTILE[number] if number < len(HOSTILE) else chance.choice(HOSTILE)
        for _ in range(3):
            while "%" in text.replace("'%'", "").replace("i % 7", ""):
                at = next(
                    i for i, c in enumerate(text)
                    if c == "%" and text[i - 2 : i + 3] != "i % 7" and text[i - 1 : i + 2] != "'%'"
                )  # fmt: skip
                inner = chance.choice(HOSTILE) if chance.random() < 0.5 else "local _ = 1"
                text = text[:at] + inner.replace("%", "") + text[at + 1 :]
        yield text.replace("N", str(chance.choice((1, 40, 3000, 100_000))))


def table(budget: int, memory: int = 1 << 27) -> Table:
    """A small table on which hostile scripts are let loose."""
    data = {"LuaScript": "", "ObjectStates": [thing("Bag", "aaaaaa", LuaScript="function f() end")]}
    return Table(data, budget=budget, memory=memory)


def try_script(script: str, budget: int) -> str:
    """What is wrong when the script is run and the table is used afterwards; "" when nothing is."""
    made = table(budget)
    made.reload([{"guid": "-1", "script": script}])
    made.advance(0.1)
    made.save()
    internal = [error.text for error in made.errors if "internal error" in error.text]
    if internal:
        return internal[0]
    made.reload([{"guid": "-1", "script": "function onChat(m) heard = m end"}])
    made.say("hello", by="Red")
    return "" if made.execute("-1", "return heard") == ["hello"] else "the table is deaf"


def try_documents(wire: Iterator[bytes]) -> str:
    """What is wrong after the documents came in; "" when nothing is."""

    async def run() -> str:
        async with Server(table(200_000).load(), port=0, editor_port=1) as server:
            for document in wire:
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(document)
                writer.close()
                try:
                    await writer.wait_closed()
                except OSError:
                    continue
            await asyncio.sleep(0.1)
            await server.drained()
            alive = server.table.execute("-1", "return 1 + 1") == [2]
            return "" if alive else "the table does not answer"

    return asyncio.run(run())


def _memory() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - Linux alone
        return int(file.read().split()[1]) * resource.getpagesize()


def main() -> None:
    """Run many and report; exit 1 when anything went wrong."""
    logging.disable(logging.WARNING)  # of every document that is dropped
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="10,000 documents, 1,000 scripts")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    many, some = (10_000, 1_000) if chosen.large else (500, len(HOSTILE))
    began, before = time.perf_counter(), _memory()
    wrong = [try_documents(documents(many, chosen.seed))]
    print(
        f"{many} documents: {wrong[0] or 'the table answers'}; {time.perf_counter() - began:.0f} s"
    )
    slowest, after_first = 0.0, 0
    for number, script in enumerate(scripts(some, chosen.seed)):
        start = time.perf_counter()
        problem = try_script(script, 2_000_000)
        slowest = max(slowest, time.perf_counter() - start)
        if problem:
            wrong.append(problem)
            print(f"{number}: {problem}\n  {script}")
        if number == some // 10:
            after_first = _memory()
    growth = (_memory() - max(after_first, before)) >> 20
    print(f"{some} scripts: slowest {slowest:.1f} s, memory grew by {growth} MB; "
          f"{time.perf_counter() - began:.0f} s")  # fmt: skip
    if any(wrong) or growth > 200:
        sys.exit(1)


if __name__ == "__main__":
    main()

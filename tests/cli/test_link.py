"""`tts-bridge link --share` as people run it: a process between a table and an editor."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress

import pytest

from tests.fake_table import free_port, say
from tts_bridge.editor.messages import Custom, Printed, encode_incoming


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C reaches the tests as well")
def test_the_command_prints_and_passes_on_until_it_is_stopped() -> None:
    async def main() -> None:
        got: list[bytes] = []

        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            got.append(await reader.read())
            writer.close()

        ours = free_port()
        server = await asyncio.start_server(take, "127.0.0.1", 0)
        ports = ["--listen-port", ours, "--editor-port", server.sockets[0].getsockname()[1]]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tts_bridge", "link", "--share", *map(str, ports)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        hello = encode_incoming(Printed("hello"))
        async with asyncio.timeout(60):
            while not got:
                with suppress(OSError):
                    await say(ours, encode_incoming(Custom({"ttsb": 1})))
                    await say(ours, hello)
                await asyncio.sleep(0.2)
            process.send_signal(signal.SIGINT)
            out, _ = await process.communicate()
        server.close()
        assert set(got) == {hello}
        assert set(out.decode().splitlines()) == {"hello"}
        assert process.returncode == 0

    asyncio.run(main())

"""Many spectators in a process of their own: `python -m tests.web.crowd PORT COUNT SECONDS`.

Prints, as JSON, how many events each reader got, and whether any was missed or out of order.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

ID = re.compile(rb"^id: [0-9a-f]+-(\d+)$", re.MULTILINE)


class Reader:
    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.broke = False

    async def read(self, port: int) -> None:
        """Read events until the server or the crowd goes away."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        writer.write(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if found := ID.match(line.rstrip()):
                    self.numbers.append(int(found[1]))
            self.broke = True
        except (OSError, ValueError):
            self.broke = True
        finally:
            writer.close()


async def main(port: int, count: int, seconds: float) -> None:
    readers = [Reader() for _ in range(count)]
    tasks = []
    for reader in readers:
        tasks.append(asyncio.create_task(reader.read(port)))
        if len(tasks) % 20 == 0:
            await asyncio.sleep(0.02)
    while not all(reader.numbers for reader in readers):
        await asyncio.sleep(0.05)
    print("here", flush=True)
    await asyncio.sleep(seconds)
    broke = sum(reader.broke for reader in readers)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    in_order = all(
        reader.numbers == list(range(reader.numbers[0], reader.numbers[-1] + 1))
        for reader in readers
    )
    got = sorted(reader.numbers[-1] - reader.numbers[0] for reader in readers)
    print(json.dumps({"broke": broke, "in_order": in_order, "least": got[0], "most": got[-1]}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))

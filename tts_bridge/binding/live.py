"""Holding an interview at a running table: what it tells goes to the agent, what the agent sees
comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from tts_bridge.agent.client import attach, new_id, read_message, snapshot
from tts_bridge.agent.commands import Command, encode_batch
from tts_bridge.agent.observations import Done, Snapshot
from tts_bridge.agent.reports import Part
from tts_bridge.binding.interview import Interview
from tts_bridge.editor.link import Link, LinkError, NoAnswer
from tts_bridge.editor.messages import SendCustom
from tts_bridge.editor.stream import Stream

PATIENCE = 3.0
"""Seconds for the agent to acknowledge what it was told before it is told again."""
TRIES = 5


async def interview_at(link: Link, make: Callable[[Snapshot], Interview]) -> Interview:
    """Put the agent on the table, look, ask, until the interview is done.

    Raises:
        LinkError: there is no table, or it does not answer any more.
    """
    await attach(link)
    with link.listen() as messages:
        interview = make(await snapshot(link))
        try:
            await hold(link, messages, interview)
        except asyncio.CancelledError:
            with suppress(LinkError):
                await link.send(SendCustom(encode_batch(new_id(), interview.leave())))
            raise
    return interview


async def hold(link: Link, messages: Stream, interview: Interview) -> None:
    """Ask until the interview is done; what the agent does not acknowledge it is told again."""
    waiting: dict[int, SendCustom] = {}
    seen: set[tuple[str, int]] = set()
    tries = 0

    async def tell(commands: Sequence[Command]) -> None:
        if commands:
            number = new_id()
            waiting[number] = SendCustom(encode_batch(number, commands))
            await link.send(waiting[number])

    await tell(interview.begin())
    while waiting or not interview.is_done:
        try:
            async with asyncio.timeout(PATIENCE):
                message = await anext(messages)
        except TimeoutError:
            tries += bool(waiting)
            if tries > TRIES:
                raise NoAnswer(
                    "The agent at the table does not answer any more; begin again"
                ) from None
            for overdue in waiting.values():
                await link.send(overdue)
            continue
        match read_message(message):
            case None | (_, Part()):
                continue
            case _, Done() as done:
                waiting.pop(done.id, None)
                tries = 0
            case report, observation if (report.session, report.seq) not in seen:
                seen.add((report.session, report.seq))
                await tell(interview.observe(observation))

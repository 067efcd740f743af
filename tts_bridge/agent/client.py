"""Bringing the agent to a running table, and asking it for all that lies there."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from exporters.luacode.agent_source import agent_script, attach_script
from tts_bridge.agent.observations import Done, Hello, Observation, Piece, Snapshot
from tts_bridge.agent.reports import (
    VERSION,
    Part,
    Rejected,
    Report,
    parse_observation,
    parse_report,
)
from tts_bridge.editor.link import Link, LinkError, NoAnswer, ScriptFailed
from tts_bridge.editor.messages import Custom, Failed, Incoming, SendCustom
from tts_bridge.editor.stream import Stream

ASK_AGAIN = 5.0
"""Seconds of silence after which a snapshot is asked for once more: messages do get lost."""


class _Put(Struct, frozen=True):
    """What the attaching script returns: the agent, and the sessions that end with it."""

    guid: str
    ended: list[str]


def new_id() -> int:
    """A number for a command batch that no earlier batch of a session has had, in all likelihood.

    From 2**30 to 2**31: above what anybody counts up to, and an integer for everybody.
    """
    return secrets.randbelow(2**30) + 2**30


def batch(number: int, commands: Sequence[dict[str, Any]]) -> SendCustom:
    """The message that makes the agent do `commands` (docs/agent.md) once, as batch `number`."""
    data = json.dumps(commands, ensure_ascii=False)
    return SendCustom({"ttsb": VERSION, "id": number, "data": data})


async def attach(
    link: Link,
    about: str | None = None,
    *,
    like: Piece | None = None,
    timeout: float | None = None,
) -> Hello:
    """Put the agent on the table, or renew the script of the one there; its hello.

    `about` becomes its GM notes; without it those of an agent that is there stay. A new one gets
    GUID and place of `like`, one that was there before. Any second agent is removed. Raises
    LinkError.
    """
    notes = "nil" if about is None else lua_string(about)
    given = [lua_string(agent_script()), notes]
    if like is not None:
        given += [lua_string(like.guid), *(f"{value!r}" for value in like.at)]
    values = ", ".join(given)
    script = f"return (function()\n{attach_script()}end)()({values})"
    seconds = link.timeout if timeout is None else timeout
    errors: list[str] = []
    with link.listen() as messages:
        put = _renewed(await link.execute(script, timeout=seconds))
        try:
            async with asyncio.timeout(seconds):
                async for message in messages:
                    if isinstance(message, Failed):
                        errors.append(" ".join(message.text.split()))
                    match read_message(message):
                        case _, Hello() as hello if hello.session not in put.ended:
                            return hello
        except TimeoutError:
            pass
    if errors:
        raise ScriptFailed(f"The agent was put on the table and failed: {errors[0]}")
    raise NoAnswer(
        f"The agent (object {put.guid}) is on the table and said nothing within {seconds:g} s; "
        "try again when the table has finished loading"
    )


async def snapshot(link: Link, *, timeout: float | None = None) -> Snapshot:
    """Everything that lies on the table now, as the agent there tells it. Raises LinkError."""
    seconds = link.timeout if timeout is None else timeout
    with link.listen() as messages:
        try:
            async with asyncio.timeout(seconds):
                while True:
                    number = new_id()
                    await link.send(batch(number, [{"do": "snapshot", "request": number}]))
                    if found := await _collect(messages, number):
                        return found
        except TimeoutError:
            pass
    raise NoAnswer(
        f"No agent told within {seconds:g} s what lies on the table; attach it first "
        "(and close editors that may have taken its answer)"
    )


async def _collect(messages: Stream, number: int) -> Snapshot | None:
    """The snapshot asked for under this number; None after a silence. Raises LinkError."""
    now = asyncio.get_running_loop().time
    parts: dict[int, Part] = {}
    with suppress(TimeoutError):
        async with asyncio.timeout(ASK_AGAIN) as patience:
            async for message in messages:
                match read_message(message):
                    case _, Done(id=id_, ok=False, error=error) if id_ == number:
                        raise ScriptFailed(f"The agent could not tell: {error}")
                    case report, Part() as part if part.request == number:
                        patience.reschedule(now() + ASK_AGAIN)
                        parts[part.part] = part
                        if parts.keys() == set(range(1, part.parts + 1)):
                            return _whole(report, [parts[n] for n in sorted(parts)])
            raise LinkError("The link was closed while the table told; open it again")
    return None


def _renewed(answer: Any) -> _Put:
    try:
        return msgspec.convert(answer, _Put)
    except msgspec.ValidationError as error:
        raise ScriptFailed(f"The attaching script returned something else: {error}") from None


def _whole(report: Report, parts: list[Part]) -> Snapshot:
    pieces = {piece.guid: piece for part in parts for piece in part.pieces}
    last = parts[-1]
    return Snapshot(
        report.session, report.seq, "", last.request, tuple(pieces.values()), last.players
    )


def read_message(message: Incoming) -> tuple[Report, Observation | Part] | None:
    """The report of an agent that a message carries, or None."""
    if not isinstance(message, Custom):
        return None
    try:
        report = parse_report(message.custom_message)
        return report, parse_observation(report)
    except Rejected:
        return None  # another mod's message, or nobody's


_ESCAPES = str.maketrans(
    {chr(code): f"\\{code:03d}" for code in range(32)} | {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
)


def lua_string(text: str) -> str:
    """`text` as a Lua string literal on one line."""
    return f'"{text.translate(_ESCAPES)}"'

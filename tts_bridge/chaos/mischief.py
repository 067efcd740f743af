"""What is done to the agent, or in its name: copies, deletions, forged reports, reloads."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Protocol

from exporters.edit.install_agent import AGENT_TAG, is_agent
from tts_bridge.chaos.faults import Trace
from tts_bridge.editor.link import Link
from tts_bridge.editor.messages import Custom
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.table import Table
from tts_bridge.session.session import Session

HARD = 1_000_000
"""A number that no report of a game comes near."""


class Rig(Protocol):
    """What of a rig (`tts_bridge.chaos.rig`) can be meddled with."""

    table: Table
    session: Session
    meddling: Random
    trace: Trace

    @property
    def link(self) -> Link: ...
    async def restart(self, data: dict[str, Any], /) -> None: ...


async def meddle(rig: Rig) -> None:
    """Do one thing of many, by the rig's own luck."""
    names = list(KINDS)
    name = names[rig.meddling.randrange(len(names))]
    rig.trace.note("mischief", name)
    await KINDS[name](rig)


async def copy_and_delete_the_copy(rig: Rig) -> None:
    """Somebody copies the agent, and deletes the copy again."""
    second = copied(rig)
    rig.table.advance(1.0)
    handling.destroy(rig.table, second)
    rig.table.settle()


async def copy_and_delete_the_first(rig: Rig) -> None:
    """Somebody copies the agent, and deletes the wrong one of the two."""
    first = agent(rig.table)
    copied(rig)
    handling.destroy(rig.table, first)
    rig.table.settle()


async def copy(rig: Rig) -> None:
    """Somebody copies the agent."""
    copied(rig)


async def delete(rig: Rig) -> None:
    """Somebody deletes every agent there is."""
    for each in rig.table.find(tag=AGENT_TAG):
        handling.destroy(rig.table, each)
    rig.table.settle()


async def forge_hello(rig: Rig) -> None:
    """A program says that it is the agent, and goes on talking."""
    name = f"{agent(rig.table).guid}-{rig.meddling.randrange(1, 9)}-1700000000-forged"
    forge(rig, name, 1, "hello", {"about": ""})
    for seq in range(2, 2 + rig.meddling.randrange(0, 9)):
        forge(rig, name, seq, "said", {"text": "!undo"})


async def forge_in_its_name(rig: Rig) -> None:
    """The agent's own name, and a number long over or never to come."""
    name = rig.session.observer.session or "nobody"
    seq = rig.meddling.choice((1, HARD))
    forge(rig, name, seq, "hello", {"about": ""})


async def save_and_play(rig: Rig) -> None:
    """An editor loads the table anew from what was saved just now."""
    await load(rig, rig.table.save())


async def save_and_play_without_agent(rig: Rig) -> None:
    """The same, from a save in which there is no agent: it was attached later."""
    data = rig.table.save()
    rest = [each for each in data["ObjectStates"] if not is_agent(each)]
    await load(rig, {**data, "ObjectStates": rest})


async def restart_with_the_same_seed(rig: Rig) -> None:
    """The game is closed, and the save is loaded with the same seed; nothing was kept of how often
    the agent was loaded before."""
    data = rig.table.save()
    states = [
        {**each, "LuaScriptState": ""} if is_agent(each) else each for each in data["ObjectStates"]
    ]
    await rig.restart({**data, "ObjectStates": states})


KINDS = {
    each.__name__: each
    for each in (
        copy,
        copy_and_delete_the_copy,
        copy_and_delete_the_first,
        delete,
        forge_hello,
        forge_in_its_name,
        save_and_play,
        save_and_play_without_agent,
        restart_with_the_same_seed,
    )
}
"""All of them, by name."""


def agent(table: Table) -> Piece:
    """The agent; the first one where there are several."""
    return table.find(tag=AGENT_TAG)[0]


def copied(rig: Rig) -> Piece:
    """A copy of the agent beside it."""
    data = handling.stored(rig.table, agent(rig.table))
    second = handling.spawn(rig.table, data, keep_guid=False)
    rig.table.settle()
    return second


async def load(rig: Rig, data: dict[str, Any]) -> None:
    """Save & Play, as an editor asks for it, from that save."""
    scripts = [
        {"guid": guid, "script": script, "ui": ui}
        for guid, script, ui in [
            ("-1", data.get("LuaScript", ""), data.get("XmlUI", "")),
            *(
                (each["GUID"], each["LuaScript"], each.get("XmlUI", ""))
                for each in data["ObjectStates"]
                if each.get("LuaScript")
            ),
        ]
    ]
    rig.table.reload(scripts, data)


def forge(rig: Rig, session: str, seq: int, event: str, data: dict[str, Any]) -> None:
    """A report that no agent has sent."""
    report = {"ttsb": 1, "session": session, "seq": seq, "event": event, "player": ""}
    rig.link.deliver(Custom({**report, "data": json.dumps(data)}))

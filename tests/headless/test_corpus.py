"""Real saves of many mods: they load, their scripts run, nothing of Python comes through."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.headless.test_server import execute, say
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SAVES = sorted(CORPUS.glob("*.json"))

pytestmark = pytest.mark.skipif(not SAVES, reason="the saves of other mods are not here")


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SAVES, ids=[path.stem for path in SAVES])
def test_every_save_loads_and_errors_are_those_of_its_scripts(path: Path) -> None:
    data = read(path)
    made = Table(data, path=path)
    made.join("White", "Host")
    made.load()
    texts = [f"{error.guid} {error.where}: {error.text}" for error in made.errors]
    assert not [text for text in texts if "internal error" in text or "unexpected symbol" in text]
    assert not [error for error in made.errors if not error.where and "near" in error.text], texts
    made.advance(1.0)
    saved = made.save()
    assert not [e.text for e in made.errors if "internal error" in e.text]
    assert saved.keys() >= data.keys()


@pytest.mark.skipif(not (CORPUS / "canterbury_v13.0.5.json").exists(), reason="not here")
def test_a_served_save_lists_every_object_over_the_wire() -> None:
    data = read(CORPUS / "canterbury_v13.0.5.json")
    script = """
    local guids = {}
    for _, o in ipairs(getObjects()) do guids[#guids + 1] = o.getGUID() end
    return JSON.encode(guids)"""
    editor = say(Table(data).load(), execute(script, returnID=1), {"messageID": 0})
    (reply,) = editor.of(5)
    expected = [each["GUID"] for each in data["ObjectStates"]]
    assert json.loads(reply["returnValue"]) == expected
    assert len(editor.of(1)[0]["scriptStates"]) > 50


@pytest.mark.skipif(not (CORPUS / "canterbury_v13.0.5.json").exists(), reason="not here")
def test_what_waits_in_the_outbox_is_sent_when_the_server_starts() -> None:
    made = Table(read(CORPUS / "canterbury_v13.0.5.json")).load()

    async def run() -> int:
        waiting = len(made.outbox)
        async with Server(made, port=0, editor_port=1) as server:
            await server.drained()
        return waiting

    assert asyncio.run(run()) >= len(made.objects)
    assert made.outbox == []

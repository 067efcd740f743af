"""The chunk that puts the agent on a table, on a fake table."""

from __future__ import annotations

from exporters.luacode.agent_source import attach_script
from tests.lua.game import SCRIPT, Game, calls


def attach(game: Game, about: str | None = None) -> tuple[str, list[str]]:
    put = game.run(attach_script(), SCRIPT, about)
    return put.guid, list(put.ended.values())


def test_attaching_puts_a_small_locked_agent_on_the_table() -> None:
    game = Game()
    guid, ended = attach(game, "about")
    [agent] = game.fake.objects.values()
    assert (agent.guid, ended) == (guid, [])
    assert (agent.nickname, agent.notes, agent.locked) == ("tts-bridge agent", "about", True)
    assert list(agent.tags.values()) == ["ttsb:agent"]
    assert agent.script == SCRIPT


def test_attaching_again_renews_the_agent_and_keeps_its_notes() -> None:
    game = Game()
    spare = game.add("bbbbbb", tags=["ttsb:agent"], script_state="b-1")
    agent = game.add("a1b2c3", tags=["ttsb:agent"], notes="of the mod", script_state="a-7")
    assert attach(game) == ("a1b2c3", ["b-1", "a-7"])
    assert (agent.script, agent.notes, calls(agent)) == (SCRIPT, "of the mod", ["reload"])
    assert spare.dead
    assert attach(game, "new")[0] == "a1b2c3"
    assert agent.notes == "new"

"""`tts-bridge bind --live`: the command around what is asked at a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

from click.testing import CliRunner

from exporters.mods.words import Language
from tests.binding.test_live import CELLS, HOST, at, both, strange_mission
from tests.fake_table import free_port
from tts_bridge.binding.doubts import title
from tts_bridge.binding.profile_file import read_binding
from tts_bridge.cli import main
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.text.catalogue import Texts


def test_the_command_names_one_file_at_a_table_and_two_without(tmp_path: Path) -> None:
    profile = str(tmp_path / "p.toml")
    run = CliRunner()
    assert run.invoke(main, ["bind", "--live", profile, profile]).exit_code == 2
    assert run.invoke(main, ["bind", profile]).exit_code == 2
    ports = ["--listen-port", str(free_port()), "--send-port", str(free_port())]
    nobody = run.invoke(main, ["bind", "--live", profile, *ports])
    assert nobody.exit_code == 1
    assert "start Tabletop Simulator" in nobody.output


@both
def test_the_command_asks_the_host_and_writes_the_profile(
    language: Language, tmp_path: Path
) -> None:
    profile = tmp_path / "p.toml"

    async def run() -> str:
        truth, save, by = strange_mission(language, "first-player")
        texts = Texts(language, GAMES["invader"].wording, by.board)
        table, port = Table(save.data), free_port()
        async with Server(table, port=0, editor_port=port) as server:
            table.load()
            table.join(HOST, HOST)
            words = ["bind", "--live", str(profile), "--game", "invader", "--lang", language]
            words += [f"--at={cell}={x},{z}" for cell, (x, z) in (at(truth, c) for c in CELLS)]
            words += ["--listen-port", str(port), "--send-port", str(server.port)]
            ran = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, main, words))
            async with asyncio.timeout(120):
                while not any(title(texts, "first-player") in t for _, t, _ in table.messages):
                    assert not ran.done(), ran.result().output
                    await asyncio.sleep(0.01)
                piece = table.object(truth["first-player"]["GUID"])
                assert piece is not None
                table.ping(tuple(piece.position), by=HOST, on=piece)
                result = await ran
            assert result.exit_code == 0, result.output
            assert f"{HOST} is asked at the table" in result.output
            assert "347 of 347 pieces recognised" in result.output
            return str(truth["first-player"]["GUID"])

    assert asyncio.run(run()) == read_binding(profile).pieces["first-player"]

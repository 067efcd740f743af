"""A pytest plugin for authors of mods: the fixture `tts_table`.

    def test_a_drawn_card_is_red(tts_table):
        table = tts_table("mod.json")
        card, = table.draw(table.find(nickname="Deck")[0], by="Red")

`pytest --tts-pictures DIR` draws every table of a test that failed.
"""

import json
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tts_bridge.headless.table import Table

TableMaker = Callable[..., Table]
_TABLES = pytest.StashKey[list[Table]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option --tts-pictures."""
    parser.getgroup("tts-bridge").addoption(
        "--tts-pictures", metavar="DIR", help="draw the tables of tests that failed into DIR"
    )


@pytest.fixture
def tts_table(request: pytest.FixtureRequest) -> TableMaker:
    """Make a loaded table of a save: a path, seen from the test's folder, or the data itself.

    `players` are colours that sit there from the start; other arguments are those of Table.
    """
    made: list[Table] = []
    request.node.stash[_TABLES] = made

    def make(
        save: str | Path | Mapping[str, Any], *, players: tuple[str, ...] = ("White",), **more: Any
    ) -> Table:
        if isinstance(save, Mapping):
            table = Table(save, **more)
        else:
            path = request.path.parent / save
            table = Table(json.loads(path.read_text("utf-8")), path=path, **more)
        made.append(table)
        for color in players:
            table.join(color, color)
        return table.load()

    return make


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Draw what a failed test leaves behind, and say what its scripts said."""
    report = yield
    if report.when != "call" or not report.failed:
        return report
    folder = item.config.getoption("--tts-pictures")
    none: list[Table] = []
    tables = item.stash.get(_TABLES, none)
    for number, table in enumerate(tables):
        said = [text for _, text, _ in table.messages] + [e.prefix + e.text for e in table.errors]
        report.sections.append((f"Table {number}", "\n".join(said)))
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            table.picture(Path(folder) / f"{item.name}-{number}.svg")
    return report

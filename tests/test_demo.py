"""The demonstration: every ruling is the right one, and the table ends as the rules have it."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from click.testing import CliRunner

from rules.dbd.codes import CODES
from rules.invader.codes import CODES as INVADER_CODES
from tts_bridge.cli import main
from tts_bridge.demo import run_demo
from tts_bridge.demo.invader import SCRIPT as INVADER_SCRIPT
from tts_bridge.demo.script import SCRIPT

EXAMPLES = (
    "p.8 example 1",
    "p.8 example 2",
    "p.9 example 3",
    "p.9 example 4",
    "p.10 example 1",
    "p.10 example 2",
    "p.10 second turn, step 1",
    "p.10 second turn, step 2",
    "p.10 second turn, step 3",
    "p.10 second turn, step 4",
)
ILLEGAL = {
    "walk.wrong-colour",
    "walk.against-arrow",
    "reveal.only-one",
    "card.compulsory",
    "power.once-a-round",
    "bonus.too-few-bloodpoints",
}


def test_every_ruling_of_the_demonstration_is_the_right_one() -> None:
    reports = asyncio.run(run_demo())

    assert [report.problems for report in reports if not report.agrees] == []
    assert len(reports) == len(SCRIPT)


def test_the_script_holds_every_worked_example_in_order_and_the_illegal_attempts() -> None:
    examples = [act.example for act in SCRIPT]
    places = [next(i for i, e in enumerate(examples) if e.startswith(ex)) for ex in EXAMPLES]

    assert places == sorted(places)
    assert {act.expect for act in SCRIPT} >= ILLEGAL


def test_the_command_prints_each_ruling_with_its_page_as_json() -> None:
    result = CliRunner().invoke(main, ["demo", "--json"])

    assert result.exit_code == 0, result.output
    reports = json.loads(result.stdout)
    refused = [report for report in reports if report["code"]]
    assert all(report["page"] == CODES[report["code"]] for report in refused)
    assert all(report["told"]["en"] and report["told"]["zh"] for report in refused)
    assert all(report["agrees"] for report in reports)


def test_a_wrong_ruling_fails_the_command(monkeypatch: object) -> None:
    act = SCRIPT[0]
    from msgspec.structs import replace

    import tts_bridge.demo.play as play

    monkeypatch.setattr(play, "SCRIPT", (replace(act, expect="walk.wall"),))  # type: ignore[attr-defined]

    result = CliRunner().invoke(main, ["demo", "--lang", "both"])

    assert result.exit_code == 1
    assert "allowed, not walk.wall" in result.output


INVADER = (
    "p.17 example",
    "p.17 Danger Bar",
    "p.17 card at Blue",
    "p.17 card at Yellow",
    "p.17 card at Orange",
    "p.17 card at Red",
    "p.20 Mold",
)


def test_the_second_part_plays_invaders_examples_and_every_ruling_is_the_right_one() -> None:
    result = CliRunner().invoke(main, ["demo", "invader", "--json"])

    assert result.exit_code == 0, result.output
    reports = json.loads(result.stdout)
    assert [report["problems"] for report in reports if not report["agrees"]] == []
    assert len(reports) == len(INVADER_SCRIPT)
    for example in INVADER:
        assert any(report["example"].startswith(example) for report in reports), example
    refused = {report["code"]: report["page"] for report in reports if report["code"]}
    assert refused == {code: INVADER_CODES[code] for code in refused}
    assert {"activate.another-player", "search.not-a-room", "skill.other-level"} <= refused.keys()
    last = reports[-1]["told"]
    assert "Mold" in last["en"]
    assert "菌毯" in last["zh"]


def test_the_second_part_shows_the_table() -> None:
    result = CliRunner().invoke(main, ["demo", "invader", "--lang", "both"])

    assert result.exit_code == 0, result.output
    before, after = result.output.split("The table after:")
    assert "Worker ×2" in before
    assert "Experience: Magnus 43" in after
    assert f"{len(INVADER_SCRIPT)} acts" in after


@pytest.mark.parametrize("part", ["dbd", "invader"])
def test_in_chinese_no_english_word_is_left(part: str) -> None:
    result = CliRunner().invoke(main, ["demo", part, "--lang", "zh"])
    assert result.exit_code == 0
    known = {"CN-FAQ", "BP", "surv"}  # keys of docs/sources.md
    words = re.findall(r"[A-Za-z][A-Za-z-]+", re.sub(r"\d[VR]-[A-Z]{1,2}", "", result.stdout))
    assert set(words) - known == set()


def test_an_interrupted_demonstration_has_not_shown_that_all_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def interrupted(*given: object) -> list[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("tts_bridge.cli.demo.run_demo", interrupted)
    result = CliRunner().invoke(main, ["demo"])
    assert result.exit_code == 1
    assert "0 not" not in result.output


def test_to_watch_slowly_what_is_printed_at_the_end_is_wrong_usage() -> None:
    for words in (["--json"], ["--json", "--whole", "killer"]):
        result = CliRunner().invoke(main, ["demo", "--slow", *words])
        assert result.exit_code == 2
        assert "--slow" in result.output

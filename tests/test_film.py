"""A game as one HTML file: complete, by itself, and deaf to what names contain."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.setup import Config
from rules.engine import Match, Violation
from rules.notation import parse_move
from rules.record import replay, write_log
from tts_bridge.cli import main
from tts_bridge.cli.film import refusals, shots
from tts_bridge.drawing.film import page
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import Refused
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import Texts

GOLDEN = Path(__file__).parent / "games"
LOGS = sorted(GOLDEN.rglob("*.jsonl"))
VOID = {"meta", "link", "br", "img"}


class Reader(HTMLParser):
    """Reads a page as a browser does: elements, where they lead, and whether all are closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def film(log: Path, *more: str) -> str:
    result = CliRunner().invoke(main, ["replay", str(log), "--html", "-", *more])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_every_move_has_a_picture_and_a_line_that_leads_to_it(log: Path) -> None:
    read = Reader(film(log))
    assert read.open == []
    moves = len(log.read_text("utf-8").splitlines()) - 1
    frames = {each["id"] for tag, each in read.tags if tag == "section"}
    assert frames == {f"m{number}" for number in range(moves + 1)}
    links = {str(each["href"]) for tag, each in read.tags if tag == "a"}
    assert links == {f"#m{number}" for number in range(moves + 1)}


def test_a_game_of_invader_shows_its_board_and_every_figure() -> None:
    log = next(log for log in LOGS if log.parent.name == "invader")
    text = film(log, "--lang", "zh")
    match, failure = replay(GAMES["invader"].rules, log.read_text("utf-8").splitlines())
    assert failure is None
    frames = re.split('<section class="shot', text)[1:]
    drawing = GAMES["invader"].drawing
    assert len(frames) == len(match.states)
    for state, drawn in zip(match.states[1:], frames, strict=False):
        assert drawn.count('<use href="#p') == len(drawing.marks(state))
    assert text.count('rx="0.25"') == sum(len(z.cells) for z in match.state.board.zones.values())
    assert "薇薇安" in text


def test_nothing_comes_from_elsewhere_and_nothing_runs() -> None:
    text = film(LOGS[0], "--lang", "zh")
    read = Reader(text)
    tags = {tag for tag, _ in read.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    for tag, each in read.tags:
        assert not [name for name in each if name.startswith("on") or name == "src"], tag
        assert not (each.get("href") or "#").strip("#").count(":")
    assert not re.search(r"url\(|@import", text)
    assert "default-src 'none'" in text
    assert 'lang="zh-CN"' in text
    assert "<title>黎明杀机桌游</title>" in text


EVIL = '</title></svg><script>alert(1)</script><img src=x onerror="a()">&lt;{0}'


def test_names_are_shown_as_they_are() -> None:
    board = training_ground()
    named = tuple(replace(each, name={"en": EVIL, "zh": EVIL}) for each in board.spaces)
    config = Config(board=replace(board, spaces=named, name={"en": EVIL, "zh": EVIL}))
    match = Match(RULES, RULES.setup(config))
    match.push(parse_move(RULES, "meg-thomas set-card sprint"))
    texts = Texts("en", GAMES["dbd"].wording, config.board)
    refused = {0: [Violation("walk.no-path", "DbD p.8", {"seat": "x", "at": "well", "to": EVIL})]}
    made = shots(GAMES["dbd"], match, texts, refused)
    read = Reader(page(EVIL, GAMES["dbd"].drawing, match.states, made, texts, EVIL))
    assert {tag for tag, _ in read.tags}.isdisjoint({"script", "img"})
    assert read.open == []


def test_a_journal_shows_what_was_refused_and_not_taken_back(tmp_path: Path) -> None:
    move = parse_move(RULES, "meg-thomas set-card sprint")
    no = Refused(move, Violation("plan.one-card", "DbD p.8", {"seat": "meg-thomas", "count": 2}))
    path = tmp_path / "game.sqlite"
    with Journal(path) as journal:
        journal.begin(Config(), 0)
        journal.add_all([*journal.record([move]), ("ruling", no)])
        journal.add_all(journal.record([parse_move(RULES, "jake-park set-card sneak")]))
        assert list(refusals(journal)) == [1]
    assert "has set one already" in film(path)
    with Journal(path) as journal:
        journal.add_all(journal.record([], 2))
        assert list(refusals(journal)) == []


def test_a_log_that_breaks_off_is_shown_as_far_as_it_is_good(tmp_path: Path) -> None:
    moves = [parse_move(RULES, f"meg-thomas set-card {card}") for card in ("sprint", "vault")]
    log, out = tmp_path / "game.jsonl", tmp_path / "game.html"
    log.write_text(write_log(RULES, Config(), moves), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(log), "--html", str(out)])
    assert result.exit_code == 1
    assert 'id="m1"' in out.read_text("utf-8")
    assert 'id="m2"' not in out.read_text("utf-8")
    assert "exactly one card" in out.read_text("utf-8")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "game.html"
    result = CliRunner().invoke(main, ["replay", str(LOGS[0]), "--html", str(out)])
    assert result.exit_code == 1
    assert str(out) in result.stderr

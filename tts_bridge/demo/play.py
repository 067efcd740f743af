"""Plays the demonstration: builds the mod, serves it, referees it over TCP, checks each ruling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.dbd.mod import build_mod
from exporters.savefile import Save
from rules.cases import open_question
from rules.dbd.board import training_ground
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.timing import RULE_OF
from rules.invader.codes import CODES, LAWS
from rules.invader.timing import RULE_OF as INVADER_RULE_OF
from tts_bridge.demo import invader
from tts_bridge.demo.acts import ALLOWED, KINDS, REVEALED, STARTS, Act
from tts_bridge.demo.pictures import dbd_picture, invader_picture
from tts_bridge.demo.script import SCRIPT
from tts_bridge.game.plugin import Game as Played
from tts_bridge.games.dbd.game import GAME as DBD
from tts_bridge.games.dbd.wording import NAMES
from tts_bridge.games.invader.game import GAME as INVADER
from tts_bridge.headless.table import Table
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Refused, Ruling
from tts_bridge.session.dealing import Draw
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game, session_at
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice


class Report(Struct, frozen=True):
    """One act of the demonstration, the ruling on it, and whether that was the right one."""

    number: int
    who: str
    example: str
    did: Mapping[str, str]
    expected: str
    verdict: str
    """`allowed`, `refused`, `unclear` or `ignored`."""
    code: str
    page: str
    told: Mapping[str, str]
    agrees: bool
    problems: tuple[str, ...] = ()


class Part(Struct, frozen=True):
    """A part of the demonstration: one game."""

    game: Played
    save: Callable[[str], Save]
    """The mod, in a language."""
    acts: tuple[Act, ...]
    board: Any
    """For the names of its places."""
    picture: Callable[[Referee, Texts], str]
    """The table as it was last seen, as text."""
    pages: Mapping[type, str] = {}
    """Where the rule of each kind of move stands."""
    draw: Draw | None = None
    """What chance brings where the referee deals."""


def dbd_save(language: str) -> Save:
    """The mod as the first part needs it."""
    return build_mod(
        training_ground(),
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        names=NAMES,
        starts=STARTS,
        revealed=REVEALED,
        kinds=KINDS,
        language=language,
        agent_script=agent_script(),
        table_script=faces_script(),
    )


def dbd_part() -> Part:
    """Rulebook pages 8-11 and the cleanup phase."""
    return Part(DBD, dbd_save, SCRIPT, training_ground(), dbd_picture, pages=RULE_OF)


def invader_part() -> Part:
    """Rulebook pages 17-20 and the Xenos' Phase."""
    return Part(
        replace(INVADER, bring_table=invader.scene_table),
        invader.save,
        invader.SCRIPT,
        invader.START.board,
        invader_picture,
        pages={kind: (CODES | LAWS)[code] for kind, code in INVADER_RULE_OF.items()},
        draw=invader.draw,
    )


PARTS: Mapping[str, Callable[[], Part]] = {"dbd": dbd_part, "invader": invader_part}
"""What is shown, by the game's name."""


def part_of(name: str) -> Part:
    """The part of the demonstration that plays this game."""
    return PARTS[name]()


def game(
    languages: tuple[str, ...], journal: Journal, part: str = "dbd", *, ports: bool = False
) -> AbstractAsyncContextManager[Game]:
    """The mod of a part, refereed within this process or over `ports`."""
    played = part_of(part)
    return session_at(
        Table(played.save(languages[0]).data),
        languages,
        journal,
        games={part: played.game},
        draw=played.draw,
        ports=ports,
    )


def check(act: Act, ruling: Ruling, known: Played, state: Any) -> tuple[str, str, tuple[str, ...]]:
    """The verdict's name, the code of a refusal, and where they or the position are not right."""
    verdict = ruling.verdict
    name = type(verdict).__name__.lower()
    code = verdict.violation.code if isinstance(verdict, Refused) else ""
    got = code or (ALLOWED if isinstance(verdict, Allowed) else name)
    problems = [] if got == act.expect else [f"{got}, not {act.expect}"]
    facts = {**known.cases.facts(state), **open_question(known.rules, state)}
    for key, wanted in act.then.items():
        actual = facts[key]
        rows = wanted if isinstance(wanted, dict) else {"": wanted}
        for field, value in rows.items():
            found = actual[field] if field else actual
            if found != value:
                problems.append(f"{key} {field} is {found!r}, not {value!r}")
    return name, code, tuple(problems)


async def run_demo(
    languages: tuple[str, ...] = ("en",),
    on_start: Callable[[Referee], None] = lambda referee: None,
    on_report: Callable[[Report], None] = lambda report: None,
    on_end: Callable[[Referee], None] = lambda referee: None,
    pause: float = 0.0,
    part: str = "dbd",
    beside: Callable[[Game], AbstractAsyncContextManager[None]] = lambda table: nullcontext(),
    *,
    ports: bool = True,
) -> list[Report]:
    """Play the whole script of a part; `pause` seconds between the acts, `beside` it something
    that looks on."""
    reports = []
    played = part_of(part)
    texts = {lang: Texts(lang, played.game.wording, played.board) for lang in ("en", "zh")}
    with Journal(None) as journal:
        async with game(languages, journal, part, ports=ports) as table, beside(table):
            on_start(table.referee)
            for number, act in enumerate(played.acts, 1):
                ruling = await table.act(act.do)
                name, code, problems = check(act, ruling, played.game, table.referee.state)
                if any(each.upkeep for each in table.since) and not await table.lies_right():
                    problems = (*problems, "the table does not lie as the rules have it")
                report = Report(
                    number,
                    act.who,
                    act.example,
                    act.text,
                    act.expect,
                    name,
                    code,
                    page_of(ruling, played.pages),
                    {key: story(Voice([each]), table.since) for key, each in texts.items()},
                    not problems,
                    problems,
                )
                reports.append(report)
                on_report(report)
                await asyncio.sleep(pause)
            on_end(table.referee)
    return reports


def story(voice: Voice, rulings: Sequence[Ruling]) -> str:
    """What was said of rulings, and of what happened by itself after each."""
    said = [text for each in rulings for text in (voice.say(each), voice.trail(each)) if text]
    return "\n".join(said)


def page_of(ruling: Ruling, pages: Mapping[type, str]) -> str:
    """Where the rule of a refusal stands; of what was allowed, where the moves' rules stand."""
    verdict = ruling.verdict
    if isinstance(verdict, Refused):
        return verdict.violation.rule
    moves = verdict.moves if isinstance(verdict, Allowed) else ()
    return ", ".join(dict.fromkeys(pages[type(move)] for move in moves if type(move) in pages))

"""What is wrong with a journal: each damaged row, and whether the position rests on it. No I/O
here.

A row is damaged when it does not hold what rows of its kind do, when it is missing, when a move is
not the one that was ruled on, and when the rules, as they are now, do not allow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct

from rules.engine import Match, Violation
from rules.record import Failure
from tts_bridge.game.plugin import Game
from tts_bridge.session.journal import replayed
from tts_bridge.session.journal_rows import (
    GAME,
    Row,
    could_count,
    flaw,
    is_alike,
    is_known,
    latest_game,
    log_of,
    ruled_on,
)
from tts_bridge.text.catalogue import Texts, clean


class Damage(Struct, frozen=True):
    """A damaged row. `what` is the name of a text, `detail` goes into it."""

    row: int
    what: str
    kind: str = ""
    detail: str = ""
    violation: Violation | None = None
    bears: bool = False
    """The position, or what happens next, rests on it."""

    def say(self, texts: Texts) -> str:
        """The damage in a language, without a full stop: `row 12 (move): ...`."""
        detail = texts.ruling(self.violation) if self.violation else clean(self.detail)
        facts = {"row": str(self.row), "kind": clean(self.kind), "detail": detail}
        return texts.text(f"damage.{self.what}", **facts)


class Findings(Struct, frozen=True):
    """What a journal holds: the latest game as far as it is good, and what is damaged."""

    name: str = ""
    """Of the game, "" if none of ours began."""
    game: Game | None = None
    match: Match[Any] | None = None
    damages: tuple[Damage, ...] = ()

    @property
    def serious(self) -> tuple[Damage, ...]:
        """The damages that the position rests on."""
        return tuple(each for each in self.damages if each.bears)


def examine(rows: Sequence[Row], games: Mapping[str, Game]) -> Findings:
    """What is wrong with a journal, and the game in it, which is one of these."""
    latest = latest_game(rows)
    start = latest[0].id if latest else 0
    log = log_of(latest)
    standing = {each.id for each in log.moves}
    found = {each.row: each for each in flaws(rows, start, standing)}
    for damage in chain(gaps(rows, start), differences(latest, standing)):
        found.setdefault(damage.row, damage)
    if log.broken is not None:
        found.setdefault(log.broken.id, Damage(log.broken.id, "undo", "undo", bears=True))
    if not latest or latest[0].kind != "begin":
        first = next((each for each in rows if each.kind in ("move", "undo", "deal")), None)
        if first is not None:
            found.setdefault(first.id, Damage(first.id, "no-game", first.kind, bears=True))
        return Findings(damages=in_order(found))
    name, game, match, failure = played(latest, games)
    if failure is not None and not (failure.line == len(log.moves) + 2 and log.broken):
        bad = latest[0] if failure.line == 1 else log.moves[failure.line - 2]
        what = "illegal" if failure.violation else "unplayable"
        damage = Damage(bad.id, what, bad.kind, failure.reason, failure.violation, bears=True)
        found.setdefault(bad.id, damage)
    return Findings(name, game, match, in_order(found))


def in_order(found: Mapping[int, Damage]) -> tuple[Damage, ...]:
    """Damages by their rows, those that matter first."""
    return tuple(sorted(found.values(), key=lambda each: (not each.bears, each.row)))


def flaws(rows: Sequence[Row], start: int, standing: Set[int]) -> Iterator[Damage]:
    """Rows that do not hold what rows of their kind do."""
    for each in rows:
        is_latest = each.id >= start
        if not is_known(each):
            yield Damage(each.id, "kind", each.kind, bears=is_latest and could_count(each))
        elif reason := flaw(each):
            counts = each.kind in GAME and (each.kind != "move" or each.id in standing)
            yield Damage(each.id, "shape", each.kind, reason, bears=is_latest and counts)


def gaps(rows: Sequence[Row], start: int) -> Iterator[Damage]:
    """Rows that are missing: those of a journal are numbered from 1 without a gap.

    Moves and undos stand in the ruling behind them as well, so that a single row which no ruling
    misses was neither; it may be what a game began with, where its luck comes next.
    """
    ruled = ruled_on(rows)
    for before, after in pairwise([Row(0, "", "", b""), *rows]):
        if (number := before.id + 1) < after.id:
            counts = after.id > number + 1 or number in ruled or after.kind in ("luck", "deal")
            bears = counts and before.id >= start > 0
            yield Damage(number, "missing", "", str(after.id - 1), bears=bears)


def differences(latest: Sequence[Row], standing: Set[int]) -> Iterator[Damage]:
    """Moves that are not those which were ruled on."""
    ruled = ruled_on(latest)
    for each in latest:
        kind, body, ruling = ruled.get(each.id, ("", b"", 0))
        if each.kind == kind and not flaw(each) and not is_alike(body, each.body):
            bears = kind != "move" or each.id in standing
            yield Damage(each.id, "differs", kind, str(ruling), bears=bears)


def played(
    latest: Sequence[Row], games: Mapping[str, Game]
) -> tuple[str, Game | None, Match[Any] | None, Failure | None]:
    """The game that a journal is of, by name, and how far it can be played again."""
    log, config = log_of(latest), latest[0].body
    reasons = []
    for name, game in stages(games):
        match, failure = replayed(game.rules, config, log)
        if match is not None:
            return name, game, match, failure
        reasons.append(failure)
    return "", None, None, reasons[0]


def stages(games: Mapping[str, Game]) -> Iterator[tuple[str, Game]]:
    """Every game under its name, then the choosing before those that have one."""
    yield from games.items()
    for name, game in games.items():
        if prelude := game.prelude:
            yield name, prelude.game

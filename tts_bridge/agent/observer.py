"""From the agent's reports, in whatever order they arrive, to observations in the right one.

Every message of a table is a connection of its own, so they overtake one another and may be lost.
No I/O and no clock here: how long to wait for a late report is the caller's to say.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tts_bridge.agent.observations import (
    Created,
    Destroyed,
    Done,
    Dropped,
    Entered,
    Flipped,
    Hello,
    Joined,
    Left,
    Observation,
    Parted,
    Picked,
    Piece,
    Player,
    Pointed,
    Pressed,
    Rolled,
    Rotated,
    Said,
    Seated,
    Snapshot,
)
from tts_bridge.agent.reports import Part, Rejected, Report, parse_observation, parse_report

__all__ = [
    "Created",
    "Destroyed",
    "Done",
    "Dropped",
    "Entered",
    "Flipped",
    "Gap",
    "Hello",
    "Joined",
    "Left",
    "Observation",
    "Observer",
    "Parted",
    "Picked",
    "Piece",
    "Player",
    "Pointed",
    "Pressed",
    "Rolled",
    "Rotated",
    "Said",
    "Seated",
    "Snapshot",
]

CALLS = 4  # that our session leaves unanswered in a row before one that answers is ours
KEPT_CALLS = 100  # batches of which an answer still proves something
OTHERS = 4  # other sessions whose reports are kept
HELD = 50  # reports of each: what is over can be asked for again
KNOWN = 100  # sessions of which something is remembered
ASSEMBLIES = 4  # snapshots put together at a time


class Gap(Struct, frozen=True):
    """Reports after `after` and before `before` are lost: ask for a snapshot."""

    session: str
    after: int
    before: int


class _Call:
    """A batch that went to the table: who answers it is alive, and numbered its answer later than
    all that had been heard of it."""

    def __init__(self, session: str | None, heard: int, others: Iterable[str]) -> None:
        self.session = session
        self.heard = heard
        self.others = frozenset(others)
        self.answered: set[str] = set()


class _Other:
    """Another session than ours: its reports, in case that it turns out to be the one."""

    def __init__(self) -> None:
        self.reports: dict[int, Report] = {}
        self.says_hello = False
        self.is_beside = False
        """Ours was alive after this one had been heard."""
        self.has_answered = False


class _Assembly:
    """A snapshot in the making."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.expected = 1
        self.pieces: dict[str, Piece] = {}


class Observer:
    """Puts the reports of one table in order.

    A session is ours as long as it answers what is sent to the table, which no forged report and
    no straggler can; only when it does not, and another one does, that one is ours from then on.
    Nothing is out for ever.

    `rejected` counts by reason what was not used: "not a report", "duplicate or late", "bad data" …
    `patience` is how many later reports may arrive before a missing one is given up.
    `joining` a session that has been running: what came before its first report is not waited for.
    """

    def __init__(self, patience: int = 200, *, joining: bool = False) -> None:
        self.patience = patience
        self.joining = joining
        self.session: str | None = None
        self.rejected: Counter[str] = Counter()
        self.answers = 0
        """How often our session has answered something that was sent to the table."""
        self._next = 1
        self._early: dict[int, Report] = {}
        self._others: dict[str, _Other] = {}
        self._known: deque[str] = deque(maxlen=KNOWN)
        """Others that were told of."""
        self._past: dict[str, int] = {}
        """The number after the last report that was told of sessions that were ours."""
        self._has_answered = False
        self._calls: dict[int, _Call] = {}
        self._unanswered = 0
        self._doubts = 0
        self._assemblies: dict[int, _Assembly] = {}

    def receive(self, custom_message: Any) -> list[Observation | Gap]:
        """What can be told now that this custom message has arrived; often one, maybe none."""
        try:
            report = parse_report(custom_message)
        except Rejected as reason:
            self.rejected[str(reason)] += 1
            return []
        if self.session is None:
            self._begin(report.session, report.seq if self.joining else 1)
        if report.session != self.session:
            self._hold(report)
        told = self._answered(report) if report.event == "done" else []
        if report.session != self.session:
            return told
        if report.seq < self._next or report.seq in self._early:
            self.rejected["duplicate or late"] += 1
            if report.event == "hello":
                self._doubts = CALLS  # it may have begun to count anew
            return told
        self._early[report.seq] = report
        told += self._in_order()
        if len(self._early) > self.patience:
            told += self.give_up()
        return told

    def resume(self, session: str, after: int) -> None:
        """Go on in a session whose reports up to that number were dealt with before.

        If the table turns out to be in another session by now, that one is joined.
        """
        self._begin(session, after + 1)

    def missing(self) -> range:
        """The numbers that are waited for: empty when nothing is missing."""
        return range(self._next, min(self._early, default=self._next))

    def give_up(self) -> list[Observation | Gap]:
        """Wait no longer for what is missing: the gap, and what was held back for it."""
        if not self._early or self.session is None:
            return []
        missing = self.missing()
        gap = Gap(self.session, missing.start - 1, missing.stop)
        self._next = missing.stop
        self._assemblies.clear()  # a part may be among the lost
        return [gap, *self._in_order()]

    # --- who is alive --------------------------------------------------------------------------

    def note_sent(self, number: int, *, to_all: bool = False) -> None:
        """The batch of that number goes to the table now: whoever acknowledges it is alive.

        `to_all`: it is a call, which every session that is alive answers.
        """
        if to_all:
            self._unanswered += 1
            self._doubts = max(0, self._doubts - 1)
        if number not in self._calls:
            heard = max(self._early, default=self._next - 1)
            self._calls[number] = _Call(self.session, heard, self._others)
            if len(self._calls) > KEPT_CALLS:
                self._calls.pop(next(iter(self._calls)))

    @property
    def is_in_doubt(self) -> bool:
        """Whether it is open which session is ours: call, and see who answers."""
        rivals = any(other.has_answered for other in self._others.values())
        return self._doubts > 0 or (self._unanswered > 0 and rivals)

    def strangers(self) -> list[tuple[str, bool]]:
        """Sessions that are not ours though they said hello, each told once: its name, and whether
        it answers (a second agent) or not (nobody knows who said that)."""
        if self.is_in_doubt:
            return []
        found = []
        for session, other in self._others.items():
            if other.is_beside and other.says_hello and session not in self._known:
                self._known.append(session)
                if other.has_answered or not is_before(session, self.session or ""):
                    found.append((session, other.has_answered))
        return found

    def _hold(self, report: Report) -> None:
        """Keep a report of a session that is not ours."""
        self.rejected["another session"] += 1
        session = report.session
        if session not in self._others:
            if len(self._others) >= OTHERS:
                self._others.pop(next(iter(self._others)))
            self._others[session] = _Other()
            if session not in self._known:
                self._doubts = CALLS
        other = self._others[session]
        other.says_hello |= report.event == "hello"
        if not other.is_beside and len(other.reports) < HELD:
            other.reports.setdefault(report.seq, report)

    def _answered(self, report: Report) -> list[Observation | Gap]:
        """Take an acknowledgement as a sign of life; what is told if that changes anything."""
        try:
            done = parse_observation(report)
        except Rejected:
            return []
        call = self._calls.get(done.id) if isinstance(done, Done) else None
        if call is None or report.session in call.answered:
            return []
        call.answered.add(report.session)
        if report.session != self.session:
            self._others[report.session].has_answered = True
            return self._switch(report) if self._unanswered >= CALLS else []
        self.answers += 1
        self._has_answered = True
        self._unanswered = 0
        for session in call.others & self._others.keys():
            self._others[session].is_beside = True
            self._others[session].reports.clear()
        if call.session == report.session and report.seq <= call.heard:
            return self._count_anew(report)
        return []

    def _count_anew(self, answer: Report) -> list[Observation | Gap]:
        """Our session numbers an answer lower than what was heard of it before: it began anew
        under the same name, or the higher numbers were never its own."""
        self._early.clear()
        self._calls.clear()
        self._assemblies.clear()
        if answer.seq >= self._next:
            return []
        self._next = answer.seq
        return [Gap(answer.session, answer.seq - 1, answer.seq)]

    def _switch(self, answer: Report) -> list[Observation | Gap]:
        """Our session is gone, and another one is alive: that is ours now."""
        other = self._others.pop(answer.session)
        if other.is_beside:  # ours told what happened as long as it lived
            first = answer.seq
        elif answer.session in self._past:
            first = min(self._past[answer.session], answer.seq)
        elif self._has_answered:
            first = 1
        else:
            first = min(other.reports, default=answer.seq)
        self._begin(answer.session, first)
        later = {seq: each for seq, each in other.reports.items() if seq >= first}
        self._early = {seq: each for seq, each in later.items() if seq != answer.seq}
        self.answers += 1
        self._has_answered = True
        return [] if first == 1 else [Gap(answer.session, first - 1, first)]

    def _begin(self, session: str, first: int) -> None:
        if self.session is not None:
            self._past[self.session] = self._next
            if len(self._past) > KNOWN:
                self._past.pop(next(iter(self._past)))
        self.session = session
        self._next = first
        self._early = {}
        self._has_answered = False
        self._unanswered = self._doubts = 0
        self._assemblies.clear()

    def _in_order(self) -> list[Observation | Gap]:
        told: list[Observation | Gap] = []
        while report := self._early.pop(self._next, None):
            self._next += 1
            try:
                observed = parse_observation(report)
            except Rejected as reason:
                self.rejected[str(reason)] += 1  # its number is used up all the same
                continue
            if isinstance(observed, Part):
                told += self._assembled(report, observed)
            else:
                self._update_assemblies(observed)
                told.append(observed)
        return told

    def _assembled(self, report: Report, part: Part) -> list[Observation | Gap]:
        if part.bad:
            self.rejected["bad piece"] += part.bad
        if part.part == 1:
            self._assemblies.pop(part.request, None)
            if len(self._assemblies) >= ASSEMBLIES:
                self._assemblies.pop(next(iter(self._assemblies)))
            self._assemblies[part.request] = _Assembly(part.parts)
        assembly = self._assemblies.get(part.request)
        if assembly is None or (part.part, part.parts) != (assembly.expected, assembly.parts):
            self.rejected["stray part"] += 1
            return []
        assembly.expected += 1
        assembly.pieces.update((piece.guid, piece) for piece in part.pieces)
        if part.part < part.parts:
            return []
        del self._assemblies[part.request]
        pieces = tuple(assembly.pieces.values())
        return [
            Snapshot(report.session, report.seq, report.player, part.request, pieces, part.players)
        ]

    def _update_assemblies(self, observed: Observation) -> None:
        """What happens between two parts is newer than the parts before it."""
        piece = getattr(observed, "piece", None)
        if piece is None:
            return
        for assembly in self._assemblies.values():
            if isinstance(observed, Destroyed):
                assembly.pieces.pop(piece.guid, None)
            else:
                assembly.pieces[piece.guid] = piece


def is_before(session: str, later: str) -> bool:
    """Whether by its name (docs/agent.md) one session of an agent was before another one."""
    guid, _, rest = session.partition("-")
    later_guid, _, later_rest = later.partition("-")
    count, later_count = rest.partition("-")[0], later_rest.partition("-")[0]
    if guid != later_guid or not count.isdecimal() or not later_count.isdecimal():
        return False
    return (len(count), count) < (len(later_count), later_count)

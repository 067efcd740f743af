"""From the agent's reports, in whatever order they arrive, to observations in the right one.

Every message of a table is a connection of its own, so they overtake one another and may be lost.
No I/O and no clock here: how long to wait for a late report is the caller's to say.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tts_bridge.observations import (
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
from tts_bridge.reports import Part, Rejected, Report, parse_observation, parse_report

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

STRANGERS = 5  # reports of a session whose hello we missed before we believe in it
SESSIONS = 1_000  # dead sessions remembered
ASSEMBLIES = 4  # snapshots put together at a time


class Gap(Struct, frozen=True):
    """Reports after `after` and before `before` are lost: ask for a snapshot."""

    session: str
    after: int
    before: int


class _Assembly:
    """A snapshot in the making."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.expected = 1
        self.pieces: dict[str, Piece] = {}


class Observer:
    """Puts the reports of one table in order.

    `rejected` counts by reason what was not used: "not a report", "duplicate or late", "bad data" …
    `patience` is how many later reports may arrive before a missing one is given up.
    `joining` a session that has been running: what came before its first report is not waited for.
    """

    def __init__(self, patience: int = 200, *, joining: bool = False) -> None:
        self.patience = patience
        self.joining = joining
        self.session: str | None = None
        self.rejected: Counter[str] = Counter()
        self._next = 1
        self._unheard = False
        self._early: dict[int, Report] = {}
        self._others: dict[str, dict[int, Report]] = {}
        self._dead: deque[str] = deque(maxlen=SESSIONS)
        self._assemblies: dict[int, _Assembly] = {}

    def receive(self, custom_message: Any) -> list[Observation | Gap]:
        """What can be told now that this custom message has arrived; often one, maybe none."""
        try:
            report = parse_report(custom_message)
        except Rejected as reason:
            self.rejected[str(reason)] += 1
            return []
        is_other = self._unheard and report.session not in (self.session, *self._dead)
        if self.session is None or is_other:
            self._begin(report.session)
            if self.joining or self._unheard:
                self._next = report.seq
        if report.session == self.session:
            self._unheard = False
        if report.session != self.session and not self._is_new_session(report):
            return []
        if report.session == self.session:  # of a new session it is among the early ones already
            if report.seq < self._next or report.seq in self._early:
                self.rejected["duplicate or late"] += 1
                return []
            self._early[report.seq] = report
        else:
            self._begin(report.session)
        told = self._in_order()
        if len(self._early) > self.patience:
            told += self.give_up()
        return told

    def resume(self, session: str, after: int, dead: Iterable[str] = ()) -> None:
        """Go on in a session whose reports up to that number were dealt with before.

        If the table turns out to be in another session by now, that one is joined, unless it is
        one of the `dead` that came before.
        """
        self._dead.extend(dead)
        self._begin(session)
        self._next = after + 1
        self._unheard = True

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

    def _is_new_session(self, report: Report) -> bool:
        """Whether the report, of another session than ours, makes that session the current one.

        A hello does. Without one it takes a few reports: a straggler of a session before ours
        that we never saw alive must not take over.
        """
        if report.session in self._dead:
            self.rejected["dead session"] += 1
            return False
        if report.session not in self._others and len(self._others) >= ASSEMBLIES:
            self._others.pop(next(iter(self._others)))
        held = self._others.setdefault(report.session, {})
        if report.seq in held:
            self.rejected["duplicate or late"] += 1
            return False
        held[report.seq] = report
        return report.event == "hello" or len(held) >= STRANGERS

    def _begin(self, session: str) -> None:
        if self.session is not None:
            self._dead.append(self.session)
        self.session = session
        self._next = 1
        self._early = self._others.pop(session, {})
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

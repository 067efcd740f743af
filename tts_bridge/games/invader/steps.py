"""What is told and shown of what happens by itself. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.invader.state import KINDS, State, Step, changed, with_herd


def trail(state: State) -> tuple[Step, ...]:
    """What the last move brought about."""
    return state.steps


def stages(before: State, after: State) -> Iterator[State]:
    """The positions that moving Xenos pass, one for each group of steps that can be made at once:
    Hunters go one Zone, then the other."""
    xenos = dict(before.xenos)
    arrived: set[tuple[str, str]] = set()
    is_open = False
    for step in after.steps:
        if step.what != "moved":
            if is_open:
                yield replace(before, xenos=xenos)
            arrived, is_open = set(), False
            xenos = told(xenos, step)
            continue
        if (step.who, step.at) in arrived:
            yield replace(before, xenos=xenos)
            arrived = set()
        kind = KINDS.index(step.who)
        away = with_herd(xenos, step.at, changed(xenos.get(step.at, NONE), kind, -step.n))
        xenos = with_herd(away, step.to, changed(away.get(step.to, NONE), kind, step.n))
        arrived.add((step.who, step.to))
        is_open = True


NONE = (0, 0, 0, 0)


def told(
    xenos: dict[str, tuple[int, int, int, int]], step: Step
) -> dict[str, tuple[int, int, int, int]]:
    """The Xenos after a step that is no move of theirs."""
    if step.what == "spawned":
        kind = KINDS.index(step.who)
        return with_herd(xenos, step.at, changed(xenos.get(step.at, NONE), kind, step.n))
    if step.what == "killed":
        kind = KINDS.index(step.to)
        return with_herd(xenos, step.at, changed(xenos.get(step.at, NONE), kind, -step.n))
    return xenos

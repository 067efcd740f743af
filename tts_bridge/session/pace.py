"""How patient a session is with a table."""

from __future__ import annotations

from msgspec import Struct


class Pace(Struct, frozen=True):
    """How patient a session is, in seconds."""

    tick: float = 0.2
    """Between looks at what is overdue."""
    late: float = 0.5
    """For a late report before it is asked for again."""
    answer: float = 5.0
    """For the agent to acknowledge a batch before it is sent again."""
    idle: float = 5.0
    """Without an answer of the agent before it is called, which also shows what got lost."""
    lost: float = 6.5
    """Without an answer before the agent is attached again."""
    gone: float = 8.0
    """Without an answer before the host is told."""


NORMAL = Pace()

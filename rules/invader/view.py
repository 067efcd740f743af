"""What a seat may see. The game is played in the open: nobody holds anything back, and the state
itself does not know what lies face down or how a deck is ordered."""

from __future__ import annotations

from rules.invader.state import State


def view(state: State, seat: str | None) -> State:
    """The state as a seat sees it; None is a spectator: for everybody the whole of it."""
    return state

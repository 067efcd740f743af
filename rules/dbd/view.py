"""What a seat may see: the same state with what is face down to it replaced."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.state import HIDDEN, Figure, State


def view(state: State, seat: str | None) -> State:
    """The state as a seat sees it; None is a spectator.

    While a figure has cards set face down, neither they nor the rest of its hand are known to
    others. Face-down props need no hiding: the state itself does not know what they are.
    """
    return replace(state, figures=tuple([shown(figure, seat) for figure in state.figures]))


def shown(figure: Figure, seat: str | None) -> Figure:
    """A figure as a seat sees it."""
    if figure.id == seat or not figure.planned:
        return figure
    return replace(
        figure,
        hand=(HIDDEN,) * len(figure.hand),
        planned=(HIDDEN,) * len(figure.planned),
    )

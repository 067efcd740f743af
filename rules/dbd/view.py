"""What a seat may see: the same state with what is face down to it replaced."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.state import HIDDEN, AnyAsk, CardToSet, Choice, Figure, State


def view(state: State, seat: str | None) -> State:
    """The state as a seat sees it; None is a spectator.

    While a figure has cards set face down, neither they nor the rest of its hand are known to
    others. Face-down props need no hiding: the state itself does not know what they are.
    """
    figures = tuple([shown(figure, seat) for figure in state.figures])
    asks = tuple([hidden(ask, seat) for ask in state.asks])
    return replace(state, figures=figures, asks=asks)


def hidden(ask: AnyAsk, seat: str | None) -> AnyAsk:
    """An open question as a seat sees it: a choice among secret cards shows only how many."""
    if isinstance(ask, Choice) and ask.is_secret and ask.seat != seat:
        return replace(ask, options=(HIDDEN,) * len(ask.options))
    if isinstance(ask, CardToSet) and ask.but and ask.seat != seat:
        return replace(ask, but=HIDDEN)
    return ask


def shown(figure: Figure, seat: str | None) -> Figure:
    """A figure as a seat sees it."""
    if figure.id == seat or set(figure.planned) <= set(figure.shown):
        return figure
    return replace(
        figure,
        hand=(HIDDEN,) * len(figure.hand),
        planned=tuple([card if card in figure.shown else HIDDEN for card in figure.planned]),
    )

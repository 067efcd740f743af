"""What a seat may see: the same state with what is face down to it replaced."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.state import HIDDEN, AnyAsk, CardToSet, Choice, Figure, State, in_order

HIDDEN_FIELDS = ("hand", "planned")
"""The fields of a figure that a view may hide."""


def view(state: State, seat: str | None) -> State:
    """The state as a seat sees it; None is a spectator.

    While a figure has cards set face down, neither they nor the rest of its hand are known to
    others. A hand comes in the printed order, so that nobody reads off it which card was taken
    back. Face-down props need no hiding: the state itself does not know what they are.
    """
    figures = tuple([shown(figure, seat) for figure in state.figures])
    asks = tuple([hidden(ask, seat) for ask in state.asks])
    return replace(state, figures=figures, asks=asks)


def hidden(ask: AnyAsk, seat: str | None) -> AnyAsk:
    """An open question as a seat sees it. A choice among secret cards does not show how many there
    are, for that tells which ones; nor a card to set where the one taken back lay."""
    if isinstance(ask, Choice) and ask.is_secret and ask.seat != seat:
        return replace(ask, options=(HIDDEN,))
    if isinstance(ask, CardToSet) and ask.seat != seat:
        return replace(ask, but=ask.but and HIDDEN, index=0)
    return ask


def shown(figure: Figure, seat: str | None) -> Figure:
    """A figure as a seat sees it."""
    if figure.id == seat or set(figure.planned) <= set(figure.shown):
        hand = in_order(figure.hand)
        return figure if hand == figure.hand else replace(figure, hand=hand)
    return replace(
        figure,
        hand=(HIDDEN,) * len(figure.hand),
        planned=tuple([card if card in figure.shown else HIDDEN for card in figure.planned]),
    )

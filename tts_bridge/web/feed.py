"""What a page shows, whatever it is: what the server asks of it. No I/O here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import Struct

from tts_bridge.game.rulebook import Item

Role = Literal["spectator", "seat", "host"]


class Viewer(Struct, frozen=True):
    """Who looks: everybody of the same view sees the same."""

    role: Role = "spectator"
    seat: str | None = None


SPECTATOR, HOST = Viewer(), Viewer("host")
Make = Callable[[Viewer], Any]
"""An event for one view, ready for JSON; None when that view has none."""


class FeedError(ValueError):
    """What was asked for is not there, or cannot be done now; the text says why."""


class Feed(Protocol):
    """A refereed table, a game read from a log, or a table that runs without the game."""

    publish: Callable[[Make], None]
    """Set by the server: takes what is to be sent to every view."""
    public: bool
    """Whether there is a view without a secret."""

    def hello(self, viewer: Viewer, /) -> dict[str, Any]:
        """What does not change: words, the ground, what the viewer may do."""
        ...

    def full(self, viewer: Viewer, /) -> Any:
        """Everything as it is now, for who comes anew."""
        ...

    def at(self, viewer: Viewer, step: int, /) -> Any:
        """The scene after so many moves. FeedError: there is none."""
        ...

    def seats(self) -> tuple[str, ...]:
        """Seats with a view of their own."""
        ...

    def rulebook(self) -> tuple[Item, ...]:
        """Everything that can be looked up; () where nothing can."""
        ...

    def act(self, viewer: Viewer, what: str, argument: str, /) -> Any:
        """Do what a viewer asks for; what to answer. FeedError: it cannot be done."""
        ...

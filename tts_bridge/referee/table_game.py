"""What a game supplies so that its tables can be refereed. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rules.declaring import Declarable
from rules.engine import Move, Rules, Seat, Violation
from rules.house import House
from tts_bridge.agent.observations import Observation, Piece, Snapshot
from tts_bridge.referee.placement import Want
from tts_bridge.referee.profile import (
    About,
    Profile,
    ProfileError,
    agent_of,
    build_profile,
    read_about,
)

Reading = tuple[Move[Any], ...]
"""Moves that one thing seen on the table stands for, in their order."""
Seen = Mapping[str, Piece]
"""Pieces as they were last seen, by GUID."""


class TableGame(Protocol):
    """A game on a table. `tts_bridge.games.dbd.table.TABLE` is one."""

    rules: Rules[Any]
    house: House
    """Its house rules."""
    declarable: Declarable
    """What may be declared of its positions."""
    shared: tuple[Seat, ...]
    """Seats that any player may answer for."""
    notice: str
    """The text told when a round began and everything was put where it belongs, or ""."""
    secret: tuple[type[Move[Any]], ...]
    """Kinds of move that nobody but their seat may be told of."""
    hidden_fields: tuple[str, ...]
    """Fields of a state that a view may hide, as whoever declares a position names them."""
    counted: tuple[str, ...]
    """What interchangeable pieces are called: `wound` for `wound/1`, `wound/2` ..."""

    def config(self, notes: str, /) -> Any:
        """What a game starts from, as the agent's GM notes say. ProfileError says why not."""
        ...

    def needed(self, config: Any, /) -> list[str]:
        """The ids of pieces and zones without which the game cannot be refereed."""
        ...

    def board(self, config: Any, /) -> Any:
        """The board, for the names of its places."""
        ...

    def candidates(
        self, state: Any, profile: Profile, seen: Seen, observation: Observation, /
    ) -> list[Reading]:
        """The legal readings of what was seen; empty when none is, or nothing was meant."""
        ...

    def obvious(
        self, state: Any, profile: Profile, seen: Seen, observation: Observation, /
    ) -> Reading | None:
        """The reading to judge when none is legal, or None: no move was meant."""
        ...

    def spoken(self, state: Any, seats: tuple[str, ...], text: str, /) -> Reading | None:
        """A move said in chat, by whoever has one of these seats."""
        ...

    def chance(self, state: Any, profile: Profile, seen: Seen, /) -> Reading:
        """The outcomes of chance that the table already shows."""
        ...

    def deals(self, state: Any, /) -> bool:
        """Whether the open question is one to chance that the referee's dealer answers, because
        nobody does so by hand."""
        ...

    def offer(self, state: Any, /) -> Iterable[Move[Any]]:
        """The legal moves that are offered as buttons, the most wanted first."""
        ...

    def trail(self, state: Any, /) -> tuple[Any, ...]:
        """What the last move brought about by itself, in facts (`what`, `who`, `at`, `to`, `n`)
        and in order; they are told."""
        ...

    def stages(self, before: Any, after: Any, /) -> Iterable[Any]:
        """Positions that the pieces pass on the way from one position to the next, without
        either."""
        ...

    def explain(self, state: Any, meant: Reading, /) -> tuple[Move[Any], Violation]:
        """The first move of an illegal reading that is not allowed, and why."""
        ...

    def arrange(self, state: Any, profile: Profile, seen: Seen, /) -> list[Want]:
        """Where every piece ought to lie."""
        ...

    def is_upkeep(self, want: Want, state: Any, /, *, moved: bool) -> bool:
        """Whether the referee sees to a piece at every move, or leaves it to the players.
        `moved`: the last moves changed where it ought to lie."""
        ...

    def throws_once(self, state: Any, /) -> bool:
        """Whether the same die thrown again, with nothing done between, is said not to count."""
        ...

    def idle(self, state: Any, /) -> Move[Any] | None:
        """The move by which whoever is to act does nothing more, or None: there is none, or
        something has to be decided first."""
        ...

    def is_fresh(self, state: Any, /) -> bool:
        """Whether a round has just begun: then everything is put where it belongs."""
        ...


def read_profile(snapshot: Snapshot, games: Mapping[str, TableGame]) -> tuple[TableGame, Profile]:
    """Which game a table plays, and its profile.

    Raises:
        ProfileError: no agent, no game of ours, a map that is none, pieces or zones missing.
    """
    agent = agent_of(snapshot.pieces)
    about = read_about(agent.notes, About)
    game = games.get(about.game)
    if game is None:
        raise ProfileError(
            f"the table says it plays {about.game!r}; this referee knows {', '.join(games)}: "
            "start the one for that game, or load a save of this one"
        )
    config = game.config(agent.notes)
    return game, build_profile(about, config, snapshot.pieces, game.needed(config), game.counted)

"""The games there are, by name: the two of this project, and those that other packages bring.

A package brings one by an entry point of the group `tts_bridge.games`; see docs/add-a-game.md.
Only commands ask here: whatever works for every game is handed the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from tts_bridge.game.errors import GameError
from tts_bridge.game.plugin import Game

GROUP = "tts_bridge.games"
OURS = tuple(
    EntryPoint(name, f"tts_bridge.games.{name}.game:GAME", GROUP) for name in ("dbd", "invader")
)
"""Known in a checkout, too, whose metadata is older than it is."""


class Games(Mapping[str, Game]):
    """Every game by its name; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    @cached_property
    def _found(self) -> dict[str, EntryPoint]:
        ours = {each.name: each for each in OURS}
        others = {each.name: each for each in entry_points(group=GROUP)}
        return {**ours, **{name: each for name, each in others.items() if name not in ours}}

    def __getitem__(self, name: str) -> Game:
        """A game. KeyError: there is none of this name; GameError: it cannot be used."""
        if name not in self._loaded:
            self._loaded[name] = load(self._found[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def load(entry: EntryPoint) -> Game:
    """The game of an entry point.

    Raises:
        GameError: it cannot be imported, is no game, or calls itself otherwise.
    """
    of = f" of {entry.dist.name}" if entry.dist else ""
    where = f"the game {entry.name!r}{of} ({entry.value})"
    try:
        game = entry.load()
    except Exception as error:  # whatever a stranger's package stumbles over
        raise GameError(f"{where} cannot be imported: {error}; mend or uninstall it") from error
    if not isinstance(game, Game):
        raise GameError(f"{where} is no tts_bridge.game.plugin.Game; mend or uninstall it")
    if game.name != entry.name:
        raise GameError(f"{where} calls itself {game.name!r}; both names have to be the same")
    return game


GAMES: Mapping[str, Game] = Games()


def usable() -> dict[str, Game]:
    """Every game that can be used, ours first; whoever names one that cannot is told why."""
    found = {}
    for name in GAMES:
        with suppress(GameError):
            found[name] = GAMES[name]
    return found

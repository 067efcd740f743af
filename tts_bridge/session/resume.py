"""What a referee finds at a table: a game laid out, one that goes on, or the choosing before one.

A mod whose pieces lie in the box is a table of two games, one after the other: first who plays
whom is chosen; then the real one begins, with the deal of the first in the journal beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.engine import Match
from tts_bridge.agent.observations import Observation, Piece, Snapshot
from tts_bridge.agent.observer import Gap
from tts_bridge.binding.lens import Binder
from tts_bridge.game.plugin import Deal, Game, Prelude
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import TAG, About, Profile, agent_of, build_profile, read_about
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Ignored, Ruling
from tts_bridge.referee.table_game import TableGame, read_profile
from tts_bridge.session.journal import Journal
from tts_bridge.session.journal_repair import require_whole


class Renamed(Struct, frozen=True):
    """Sees pieces and zones under the names that a deal gave them: whole ids, or parts of them
    between slashes. Everything behind it works as on a table that was laid out beforehand."""

    names: Mapping[str, str] = {}

    def tags(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Tags as they are called now; those that are none of ours stay."""
        return tuple([self.tag(tag) if tag.startswith(TAG) else tag for tag in tags])

    def tag(self, tag: str) -> str:
        """A tag of ours as it is called now."""
        name = tag[len(TAG) :]
        parts = "/".join([self.names.get(part, part) for part in name.split("/")])
        return TAG + self.names.get(name, parts)

    def piece(self, piece: Piece) -> Piece:
        """A piece, and what it holds, as they are called now."""
        holds = tuple([replace(held, tags=self.tags(held.tags)) for held in piece.holds])
        return replace(piece, tags=self.tags(piece.tags), holds=holds)

    def observation(self, seen: Observation | Gap) -> Observation | Gap:
        """What was seen, by the names of now."""
        if isinstance(seen, Snapshot):
            return self.snapshot(seen)
        if not self.names:
            return seen
        piece = getattr(seen, "piece", None)
        return replace(seen, piece=self.piece(piece)) if isinstance(piece, Piece) else seen

    def snapshot(self, seen: Snapshot) -> Snapshot:
        """A look at the table, by the names of now."""
        if not self.names:
            return seen
        return replace(seen, pieces=tuple([self.piece(piece) for piece in seen.pieces]))


class Opened(Struct, frozen=True):
    """A table as it is found."""

    game: TableGame
    profile: Profile
    match: Match[Any]
    """The game so far."""
    names: Renamed = Renamed()


def open_table(
    journal: Journal,
    snapshot: Snapshot,
    games: Mapping[str, Game],
    binder: Binder | None,
    luck: Callable[[], int],
    *,
    new_game: bool,
) -> Opened:
    """What a table is about, and how far the journal has it; a game begins in it otherwise.

    Raises:
        ProfileError: no table of ours, or one that lacks something.
        Damaged: the game in the journal cannot go on.
    """
    tables = {name: game.table for name, game in games.items() if game.bring_table}
    if binder is not None:
        table, profile = binder.profile(snapshot, tables)
        return begun(journal, games, table, profile, luck, new_game=new_game)
    agent = agent_of(snapshot.pieces)
    about = read_about(agent.notes, About)
    prelude = games[about.game].prelude if about.setup and about.game in tables else None
    if prelude is None:
        table, profile = read_profile(snapshot, tables)
        return begun(journal, games, table, profile, luck, new_game=new_game)
    lobby = prelude.game.table
    config = lobby.config(agent.notes)
    if not new_game and (found := going_on(journal, snapshot, games, about, lobby.board(config))):
        return found
    needed = lobby.needed(config)
    profile = build_profile(about, config, snapshot.pieces, needed, lobby.counted)
    return begun(journal, games, lobby, profile, luck, new_game=new_game)


def going_on(
    journal: Journal, snapshot: Snapshot, games: Mapping[str, Game], about: About, board: Any
) -> Opened | None:
    """The game in the journal that was set up at this table, if it is not over. `board`: the
    table's."""
    game = games[about.game].table
    dealt = journal.deal(Deal)
    match = played(journal, game, games)
    if dealt is None or match is None or game.rules.outcome(match.state):
        return None
    if match.states[0].board != board:
        return None
    started = msgspec.json.decode(journal.config() or b"", type=game.rules.config_type)
    names = Renamed(dealt.names)
    profile = dealt_profile(game, about, started, dealt, names.snapshot(snapshot))
    return Opened(game, profile, match, names)


def played(journal: Journal, game: TableGame, games: Mapping[str, Game]) -> Match[Any] | None:
    """The latest game in the journal, if it is one of this game.

    Raises:
        Damaged: the journal breaks off before its end; it is not gone on from there in silence.
    """
    match, failure = journal.match(game.rules)
    if match is not None and failure is not None:
        require_whole(journal, games)
    return match


def begun(
    journal: Journal,
    games: Mapping[str, Game],
    game: TableGame,
    profile: Profile,
    luck: Callable[[], int],
    *,
    new_game: bool,
) -> Opened:
    """The game in the journal, if it was played on this mod and nothing follows it; or a new one.

    What is chosen stays chosen until the game itself has begun.
    """
    start = game.rules.setup(profile.config)
    match = None if new_game else played(journal, game, games)
    is_over = match is not None and bool(game.rules.outcome(match.state))
    is_over = is_over and prelude_of(games, game) is None
    if match is None or is_over or match.states[0] != start:
        journal.begin(profile.config, luck())
        match = Match(game.rules, start)
    return Opened(game, profile, match)


def dealt_profile(
    game: TableGame, about: About, config: Any, dealt: Deal, snapshot: Snapshot
) -> Profile:
    """The profile of a table after setting up; the snapshot has the names of now."""
    seated = About(about.game, dict(dealt.seats), about.language)
    return build_profile(seated, config, snapshot.pieces, game.needed(config), game.counted)


def sequel(
    referee: Referee, journal: Journal, games: Mapping[str, Game], luck: Callable[[], int]
) -> tuple[Referee, Renamed] | None:
    """The referee of the game that follows once everything is chosen, begun in the journal; None
    before that, and where no game follows.

    Props are shuffled by what `luck` gives, and so is drawn what the referee draws later.
    """
    prelude = prelude_of(games, referee.game)
    if prelude is None or not referee.game.rules.outcome(referee.state):
        return None
    about = referee.profile.about
    seed = luck()
    config, dealt = dealt_by(prelude, referee.state, referee.profile, seed)
    names = Renamed(dealt.names)
    seen = names.snapshot(Snapshot("", 0, "", 0, tuple(referee.seen.values()), ()))
    game = games[about.game].table
    profile = dealt_profile(game, about, config, dealt, seen)
    match = Match(game.rules, game.rules.setup(config))
    journal.begin(config, seed, dealt)
    after = Referee(game, profile, match, seen, referee.mode, referee.show)
    after.host, after.promoted = referee.host, referee.promoted
    return after, names


def dealt_by(prelude: Prelude, state: Any, profile: Profile, luck: int) -> tuple[Any, Deal]:
    """What the game starts from, and how the table is dealt by this luck."""
    return prelude.deal(state, profile, random.Random(f"{luck} deal"))  # noqa: S311


def prelude_of(games: Mapping[str, Game], game: TableGame) -> Prelude | None:
    """The choosing that is refereed; None: the game itself is."""
    prelude = games[game.rules.name].prelude
    return prelude if prelude is not None and prelude.game.rules is game.rules else None


def lay_out(referee: Referee) -> Ruling:
    """Everything to where it belongs at the start of a game."""
    return replace(referee.follow_up(Ignored(), "", everything=True), notice="")


def left_in_box(referee: Referee) -> tuple[Any, ...]:
    """The commands for what was to be laid out and still lies in the box."""
    wants = []
    for want in referee.wants():
        piece = referee.seen.get(referee.profile.pieces.get(want.piece, ""))
        places = whereabouts(referee.profile, piece) if piece else ()
        if any(place.startswith("box/") for place in places):
            wants.append(want)
    return referee.put(wants)

"""A headless *Invader* table with players at it, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.invader import build_mod
from rules.engine import Move, Rules, legal_moves
from rules.invader.setup import Config
from rules.invader.state import State
from tests.rules.invader.test_wins import favoured
from tts_bridge.binding.lens import Binder
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import ident_of_tags
from tts_bridge.session.dealing import Draw
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game, session_at

Places = Counter[tuple[Any, ...]]


def mod(config: Config) -> dict[str, Any]:
    """The mod of a game, with its scripts."""
    save = build_mod(
        config, names=INVADER_NAMES, agent_script=agent_script(), table_script=faces_script()
    )
    return dict(save.data)


def at(
    data: Mapping[str, Any],
    journal: Journal,
    draw: Draw | None = None,
    batch_size: int = 10,
    binder: Binder | None = None,
) -> AbstractAsyncContextManager[Game]:
    """The table of a save, refereed; `binder`: one of a stranger's mod."""
    return session_at(
        Table(data),
        ("en",),
        journal,
        batch_size=batch_size,
        draw=draw,
        binder=binder,
    )


def kind_draw(rules: Rules[Any], state: Any, number: int) -> Move[Any] | None:
    """What the players would wish for."""
    return favoured(state, list(legal_moves(rules, state)))


async def play(
    game: Game, choose: Callable[[State, list[Move[State]]], Move[State]], most: int = 600
) -> int:
    """Have the players make the moves that are chosen until the game is over: how many."""
    made = 0
    while (state := game.referee.state).result is None and made < most:
        move = choose(state, list(legal_moves(game.referee.game.rules, state)))
        before = len(game.referee.match.moves)
        ruling = await game.act(lambda hands, move=move, state=state: hands.make(state, move))
        assert len(game.referee.match.moves) > before, (move, ruling)
        assert game.referee.match.moves[before] == move, ruling
        made += 1
    return made


def kind_of(name: str) -> str:
    """An id without its number: what is interchangeable has none."""
    head, _, tail = name.rpartition("/")
    return head if tail.isdecimal() else name


def places(table: Table) -> Places:
    """How many pieces of each kind lie in each place, on which side, showing what."""
    found: Places = Counter()

    def add(name: str, piece: Piece) -> None:
        zones = tuple(sorted(zone.nickname for zone in piece.zones))
        value = piece.data.get("Counter", {}).get("value")
        found[kind_of(name), zones, piece.is_face_down, value] += 1

    for piece in table.objects:
        if piece.is_zone:
            continue
        if name := ident_of_tags(piece.tags):
            add(name, piece)
        for inside in piece.data.get("ContainedObjects") or ():
            if name := ident_of_tags(inside.get("Tags", ())):
                add(name, piece)
    return found

"""The referee: what was seen becomes a verdict, and a verdict effects. No I/O here.

It holds the match, and what was last seen of each piece. All effects may be carried out twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain, pairwise
from typing import Any

from msgspec.structs import replace

from rules.engine import CHANCE, Match, Move, judge
from tts_bridge.agent.commands import Command, Face
from tts_bridge.agent.observations import (
    Observation,
    Piece,
    Pointed,
    Pressed,
    Rolled,
    Said,
    Snapshot,
)
from tts_bridge.referee import orders as host
from tts_bridge.referee import snapshots as looking
from tts_bridge.referee.placement import Want, commands
from tts_bridge.referee.profile import Profile, ident, laid_out
from tts_bridge.referee.readings import (
    as_it_lies,
    is_forged,
    is_of_chance,
    is_untimely,
    named,
    one_by_one,
    overdue,
    put_down,
    settle,
    stray,
)
from tts_bridge.referee.rulings import (
    Allowed,
    Edited,
    Ignored,
    Mode,
    Noted,
    Offer,
    Refused,
    Ruling,
    Stray,
    Unclear,
    Undone,
    Verdict,
)
from tts_bridge.referee.table_game import Reading, TableGame
from tts_bridge.referee.trial import Broken, Show, Trial, turned_back


class Referee:
    """Judges one table."""

    def __init__(
        self,
        game: TableGame,
        profile: Profile,
        match: Match[Any],
        snapshot: Snapshot,
        mode: Mode = "advise",
        show: Show = lambda game, state: None,
    ) -> None:
        self.game = game
        self.profile = profile
        self.match = match
        self.mode = mode
        self.host = ""
        self.promoted: set[str] = set()
        """Colours beside the host's that may give orders."""
        self.is_paused = False
        self.show = show
        """How everybody sees a position; one that is declared is tried with it."""
        self.broken: Broken | None = None
        """What a journal holds beyond this position, from which nobody can play on. Until a host
        says how to go on, nothing is judged."""
        self.refused: Refused | None = None
        """What was refused last, for `!allow` and `!why`."""
        self.unclear: tuple[Reading, ...] = ()
        """Readings of what was seen last, one of which has still to be chosen."""
        self.early: dict[str, tuple[str, Observation]] = {}
        """What was done before its time and left lying: by GUID, the seat and what was seen."""
        self.thrown = ""
        """GUID of the die that counted last, as long as nothing else was done."""
        self.owed: set[str] = set()
        """Pieces that somebody held when they were to be put somewhere."""
        self.told: dict[tuple[str, str], Any] = {}
        """What a player was told of a piece, so that it is not said twice."""
        self.moving: Set[str] = frozenset()  # GUIDs of pieces on their way
        self.seen: dict[str, Piece] = {}
        self.look(snapshot)

    @property
    def state(self) -> Any:
        """The position."""
        return self.match.state

    def look(self, snapshot: Snapshot, due: Set[str] = frozenset()) -> None:
        """Take over what is on the table; pieces (GUIDs) `due` to be moved by us may have been."""
        ours = set(self.profile.pieces.values())
        self.seen = {guid: piece for guid, piece in self.seen.items() if guid in ours}
        for piece in laid_out(snapshot.pieces):
            if piece.guid in due and piece.guid in self.seen:
                continue
            # A deck that formed at the table carries no tag, so that no zone notices it.
            if not piece.zones and not piece.hand and not piece.held:
                piece = replace(piece, zones=self.profile.zones_at(piece.at))
            self.seen[piece.guid] = piece
        self.host = next((player.color for player in snapshot.players if player.host), self.host)

    @property
    def trial(self) -> Trial:
        """How positions are tried at this table."""
        return Trial(self.game, self.profile, self.seen, self.show)

    def observe(self, observation: Observation) -> Ruling:
        """Judge what was seen; the match has moved on when it was allowed."""
        if isinstance(observation, Pointed):  # nobody moved anything
            return Ruling(Ignored(), observation.player)
        apart = list(one_by_one(observation))
        for each in apart:
            if isinstance(piece := getattr(each, "piece", None), Piece):
                if is_forged(self.profile, piece):
                    return Ruling(Ignored(), observation.player)
                if piece.guid not in self.seen and ident(piece) not in self.profile.pieces:
                    continue
                lies = looking.noticed(self.profile, each, piece, piece.guid in self.seen)
                self.seen[piece.guid] = lies or self.seen[piece.guid]
                self.moving = looking.still_moving(self.moving, each)
        if isinstance(observation, Said):
            return self.hear(observation)
        ruling = Ruling(Ignored(), observation.player)
        is_foul = isinstance(observation, Pressed) and not host.may_press(
            self.game, self.profile, self.state, observation, self.host
        )
        if is_foul or self.is_paused:
            return ruling
        for each in apart:
            ruling = self.read(each)
            if not isinstance(ruling.verdict, Ignored):
                break
        return ruling

    def read(self, observation: Observation) -> Ruling:
        """The ruling on one thing done."""
        piece = getattr(observation, "piece", None)
        guid = piece.guid if isinstance(piece, Piece) else ""
        again = guid == self.thrown and self.game.throws_once(self.state)
        if isinstance(observation, Rolled) and (again or is_of_chance(self.unclear)):
            return self.once(Ruling(Noted("roll.again"), observation.player, piece=guid))
        readings = settle(self.game, self.state, self.profile, self.seen, observation, self.unclear)
        if len(readings) == 1:
            if isinstance(piece, Piece):
                self.owed.discard(ident(piece))
            thrown = guid if isinstance(observation, Rolled) else ""
            by_word = isinstance(observation, Pressed)
            ruling = self.allow(readings[0], observation.player, thrown, by_word=by_word)
            return self.turned_right(ruling, piece) if self.mode == "enforce" else ruling
        if readings:
            self.unclear = tuple(readings)
            verdict = Unclear(self.unclear)
            return Ruling(verdict, observation.player, offer=self.offer(), piece=guid)
        meant = self.game.obvious(self.state, self.profile, self.seen, observation)
        if meant is None:
            return self.overlook(observation)
        move, _ = self.game.explain(self.state, meant)
        if self.mode == "advise" and is_untimely(self.game.rules, self.state, move) and guid:
            self.early[guid] = (move.seat, observation)
        return self.refuse(meant, observation.player, piece)

    def turned_right(self, ruling: Ruling, piece: Any) -> Ruling:
        """The ruling, and the piece by which the move was made turned to the right side."""
        wants = [want for want in self.wants() if piece and want.piece == ident(piece)]
        found = commands(self.profile, self.seen, wants)
        wrong = self.put(wants) if found and isinstance(found[0], Face) else ()
        return replace(ruling, commands=(*ruling.commands, *wrong)) if wrong else ruling

    def overlook(self, observation: Observation) -> Ruling:
        """What is no move: silence, unless a piece lies where no move puts it."""
        nothing = Ruling(Ignored(), observation.player)
        piece = put_down(observation)
        wants = [want for want in self.wants() if piece and want.piece == ident(piece)]
        if piece is None or not wants:
            return nothing
        if wants[0].piece in self.owed and not piece.held:
            self.owed.discard(wants[0].piece)
            return replace(nothing, commands=self.put(wants))
        lies = self.seen[piece.guid]
        is_upkeep = self.game.is_upkeep(wants[0], self.state, moved=False)
        verdict = None if is_upkeep else stray(self.profile, wants[0], lies)
        if verdict is None:
            return nothing
        back = self.put(wants) if self.mode == "enforce" else ()
        ruling = Ruling(verdict, observation.player, back, self.offer(), piece=piece.guid)
        return self.once(ruling, lies)

    def once(self, ruling: Ruling, lies: Piece | None = None) -> Ruling:
        """The ruling, marked when this player was told the same of the same deed before."""
        told = (ruling.verdict, lies and as_it_lies(lies))
        key = (ruling.player, ruling.piece)
        is_repeated = bool(ruling.piece) and self.told.get(key) == told
        is_repeated |= isinstance(ruling.verdict, Stray) and not ruling.player
        self.told[key] = told
        return replace(ruling, is_repeated=is_repeated)

    def hear(self, said: Said) -> Ruling:
        """A chat line, and what its player has to know of who could read it."""
        text = host.order_of(said.text)
        if text is None:
            return Ruling(Ignored(), said.player)
        ruling = self.heed(said, text)
        verdict = ruling.verdict
        if isinstance(verdict, Ignored) and said.hidden:
            return replace(ruling, verdict=Noted("chat.unknown"))
        secret = (isinstance(verdict, Refused) and verdict.move.is_secret) or (
            isinstance(verdict, Allowed) and verdict.moves[0].is_secret
        )
        return replace(ruling, aside=f"chat.{'secret' if said.hidden else 'open'}" * secret)

    def heed(self, said: Said, text: str) -> Ruling:
        """What was said: an order of a host, a question, or a move of one's own seat."""
        if question := host.parse_question(text):
            told = host.answer(question, self.refused, self.game.house, self.state)
            return Ruling(told, said.player)
        if (order := host.parse_order(text)) and said.player:
            if said.player == self.host or said.player in self.promoted:
                return self.obey(order, said.player)
            return Ruling(Noted("order.host-only"), said.player)
        if self.is_paused:
            return Ruling(Ignored(), said.player)
        meant = self.game.spoken(self.state, self.profile.seats_of(said.player), text)
        if meant is None:
            return Ruling(Ignored(), said.player)
        meant = named(self.unclear, [meant]) or meant
        if judge(self.game.rules, self.state, meant[0]) is None:
            return self.allow(meant, said.player, by_word=True)
        return self.refuse(meant, said.player, None)

    def obey(self, order: host.Order, player: str) -> Ruling:
        """Carry out an order of a host."""
        if self.broken and isinstance(order, host.Go):
            return self.undo(0)
        if self.broken and self.broken.states and isinstance(order, (host.Set, host.Rule)):
            return self.mend(self.broken, order, player)
        if self.broken and not isinstance(order, (host.Undo, host.Promote)):
            return Ruling(self.told_broken(self.broken), player)
        if isinstance(order, host.Undo):
            return self.undo(order.count)
        if isinstance(order, host.Allow):
            return self.let_stand(player)
        if isinstance(order, (host.Set, host.Rule)):
            after, why = host.declared(self.game, self.state, order)
            return self.edit(after, player, why) if why else Ruling(after, player)
        if isinstance(order, host.Tidy):
            return self.follow_up(Noted("order.tidy"), player, everything=True)
        if isinstance(order, host.Promote):
            if order.colour not in host.COLOURS:
                return Ruling(host.no_colour(order.colour), player)
            (self.promoted.add if order.may else self.promoted.discard)(order.colour)
            return Ruling(Noted("order.host" if order.may else "order.unhost", order.colour))
        self.is_paused = isinstance(order, host.Pause)
        return Ruling(Noted("order.pause" if self.is_paused else "order.go"))

    def let_stand(self, player: str) -> Ruling:
        """What was refused last stands: the position follows it."""
        if self.refused is None:
            return Ruling(Noted("answer.nothing"), player)
        move, self.refused = self.refused.move, None
        after = host.forced(self.game.rules, self.state, move)
        if isinstance(after, Noted):
            return Ruling(after, player)
        return self.edit(after, player, host.reason_for(move))

    def edit(self, state: Any, player: str, why: str) -> Ruling:
        """Go on from another position, and lay the table out for it; not from one that nobody can
        play on from."""
        if trouble := self.trial.trouble(state):
            return Ruling(Noted("order.unplayable", why, trouble), player)
        edit = host.edit_to(state, player, why)
        self.match.edit(edit)
        self.early.clear()
        self.forget()
        return self.follow_up(Edited((edit,)), player, everything=True)

    def allow(
        self, reading: Reading, player: str, thrown: str = "", *, by_word: bool = False
    ) -> Ruling:
        """Make the moves, and those that the table already shows. `thrown`: the die that counts;
        `by_word`: no hand has moved the pieces yet, so the referee does."""
        was_fresh = self.game.is_fresh(self.state)
        before = {want.piece: want for want in self.wants()}
        first = len(self.match.moves)
        self.make(reading)
        while due := overdue(self.game, self.state, self.profile, self.seen, self.early):
            self.make(due)
        self.forget()
        self.thrown = thrown
        is_new = self.game.is_fresh(self.state) and not was_fresh
        made, passed = tuple(self.match.moves[first:]), self.match.states[first:]
        ways = [way for start, end in pairwise(passed) for way in self.game.stages(start, end)]
        stops = [self.put(self.upkeep(self.wants(way), before, way)) for way in ways]
        ruling = self.follow_up(Allowed(made), player, is_new, before)
        trail = tuple(fact for state in passed[1:] for fact in self.game.trail(state))
        moved = self.put([w for w in self.wants() if before.get(w.piece) != w] if by_word else [])
        found = (*chain(*stops), *ruling.commands, *moved)
        return replace(ruling, commands=found, trail=trail)

    def make(self, reading: Reading) -> None:
        """Push moves, and the outcomes of chance that show at once."""
        for move in reading:
            self.match.push(move)
        for move in self.game.chance(self.state, self.profile, self.seen):
            if judge(self.game.rules, self.state, move) is None:
                self.match.push(move)

    def forget(self) -> None:
        """The position is another one: what was open or said of the last one is not any more."""
        self.unclear = ()
        self.thrown = ""
        self.told.clear()

    def is_dealing(self) -> bool:
        """Whether chance has to be handed to `deal`."""
        is_over = self.broken or self.game.rules.outcome(self.state)
        return not is_over and self.game.deals(self.state)

    def deal(self, move: Move[Any]) -> Ruling:
        """Make a move of chance that was drawn for the table."""
        return self.allow((move,), "")

    def refuse(self, meant: Reading, player: str, piece: Piece | None) -> Ruling:
        """Say why the obvious reading is illegal; in enforce mode put the piece back."""
        move, violation = self.game.explain(self.state, meant)
        guid = piece.guid if piece else ""
        lies = self.seen.get(guid)
        back: tuple[Command, ...] = ()
        if self.mode == "enforce" and piece is not None:
            name = ident(piece)
            back = self.put([want for want in self.wants() if want.piece == name])
        to = player or self.profile.colour_of(move.seat)
        if to != self.profile.colour_of(move.seat):
            violation = host.covered_facts(move, violation)
        self.refused = Refused(move, violation)
        return self.once(Ruling(self.refused, to, back, self.offer(), piece=guid), lies)

    def undo(self, count: int = 1) -> Ruling:
        """Take back so many decisions, each with the outcomes of chance after it; before them,
        what a journal holds beyond the last position that can be played."""
        undone: list[Move[Any]] = []
        if self.broken:
            undone += self.broken.moves
            self.broken, self.is_paused = None, False
        elif not self.match.moves:
            return Ruling(Noted("order.nothing"))
        while self.match.moves and count:
            undone.insert(0, self.match.pop())
            count -= undone[0].seat != CHANCE
        self.early.clear()
        self.forget()
        return self.follow_up(Undone(tuple(undone)), "", everything=True)

    def mend(self, broken: Broken, order: host.Set | host.Rule, player: str) -> Ruling:
        """Declare what is wrong with the position that a journal ends with to be otherwise; it
        stands when it can be played then."""
        try:
            after, why = host.declared(self.game, broken.states[-1], order)
        except Exception:  # nobody can say what may be declared of such a position
            return Ruling(self.told_broken(broken), player)
        if not why:
            return Ruling(after, player)
        if trouble := self.trial.trouble(after):
            return Ruling(Noted("order.unplayable", why, trouble), player)
        self.match.moves += broken.moves
        self.match.states += broken.states
        self.broken, self.is_paused = None, False
        return self.edit(after, player, why)

    def told_broken(self, broken: Broken) -> Noted:
        """What to say as long as nobody has said how to go on."""
        return Noted("order.broken", str(len(broken.moves)), broken.trouble)

    def resume(self) -> Ruling:
        """What is still to be done after a start in the middle of a game; it goes back to the last
        position that can be played on from, and waits there for a host's word."""
        self.broken = turned_back(self.match, self.trial)
        if self.broken:
            self.is_paused = True
            return Ruling(self.told_broken(self.broken))
        between_rounds = bool(self.match.moves) and self.game.is_fresh(self.state)
        return self.follow_up(Ignored(), "", everything=between_rounds)

    def follow_up(
        self,
        verdict: Verdict,
        player: str,
        everything: bool,
        before: Mapping[str, Want] | None = None,
    ) -> Ruling:
        """The upkeep that a verdict brings, and what is offered next. `before`: where everything
        ought to have been before it."""
        wants = self.wants()
        if not everything:
            wants = self.upkeep(wants, before, self.state)
        moves = verdict.moves if isinstance(verdict, (Allowed, Undone, Edited)) else ()
        return Ruling(
            verdict,
            player,
            self.put(wants),
            self.offer(),
            public=tuple(move for move in moves if host.is_open(self.game, move)),
            upkeep=everything,
            notice=self.game.notice,
            outcome=self.game.rules.outcome(self.state),
        )

    def upkeep(
        self, wants: Sequence[Want], before: Mapping[str, Want] | None, state: Any
    ) -> list[Want]:
        """What the referee itself sees to. `before`: where things ought to have been before what
        happened last."""
        known = {} if before is None else before
        moved = [before is not None and known.get(want.piece) != want for want in wants]
        pairs = zip(wants, moved, strict=True)
        return [want for want, now in pairs if self.game.is_upkeep(want, state, moved=now)]

    def wants(self, state: Any = None) -> list[Want]:
        """Where every piece ought to lie: in the position as it is, or in another one."""
        return self.game.arrange(self.state if state is None else state, self.profile, self.seen)

    def put(self, wants: Iterable[Want]) -> tuple[Command, ...]:
        """The commands for these wants; what they do counts as seen."""
        asked = list(wants)
        for want in asked:
            piece = self.seen.get(self.profile.pieces.get(want.piece, ""))
            if piece is not None and piece.held:
                free = {piece.guid: replace(piece, held="")}
                if commands(self.profile, free, [want]):
                    self.owed.add(want.piece)
        found = commands(self.profile, self.seen, asked)
        for command in found:
            guid = getattr(command, "guid", "")
            lies = self.seen.get(guid, Piece(guid))
            self.seen[guid] = looking.expected(self.profile, lies, command)
        return found

    def offer(self) -> Offer:
        """What may be done now by a button."""
        return Offer(tuple(self.game.offer(self.state)))

    def deviations(self, snapshot: Snapshot) -> list[Observation]:
        """What players must have done while nobody was watching, as if just now."""
        theirs = [
            want for want in self.wants() if not self.game.is_upkeep(want, self.state, moved=False)
        ]
        return looking.deviations(self.profile, theirs, self.seen, snapshot)

    def differences(
        self, snapshot: Snapshot, *, is_sure: bool = True, due: Set[str] = frozenset()
    ) -> list[Observation]:
        """What players must have done since the last look, which this snapshot is from now on.
        Without `is_sure` something was lost: what was on its way has arrived. `due`: see `look`."""
        before = dict(self.seen)
        moving = frozenset() if is_sure else self.moving - due
        self.look(snapshot, due)
        return looking.differences(self.profile, before, self.seen, snapshot, moving)

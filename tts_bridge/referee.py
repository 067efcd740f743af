"""The referee: what was seen becomes a verdict, and a verdict effects. No I/O here.

It holds the match, and what was last seen of each piece. Whoever runs it carries the effects
out in order; all of them may be carried out twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.engine import CHANCE, Match, Move, Outcome, Violation, judge
from rules.notation import format_move
from tts_bridge import host
from tts_bridge.commands import Command, Deal, Face, Place, SetValue
from tts_bridge.observations import (
    Destroyed,
    Dropped,
    Entered,
    Flipped,
    Observation,
    Piece,
    Pressed,
    Said,
    Snapshot,
)
from tts_bridge.profile import Profile, ident, laid_out
from tts_bridge.tables.amend import AmendError, amend
from tts_bridge.tables.game import Reading, TableGame
from tts_bridge.tables.placing import Want, commands, whereabouts

Mode = Literal["advise", "enforce"]


class Allowed(Struct, frozen=True, tag="allowed"):
    """The moves that were meant, now made; outcomes of chance that showed at once included."""

    moves: Reading


class Refused(Struct, frozen=True, tag="refused"):
    """The move that was meant, and why not."""

    move: Move[Any]
    violation: Violation


class Unclear(Struct, frozen=True, tag="unclear"):
    """Several legal readings, one of which has to be chosen."""

    readings: tuple[Reading, ...]


class Ignored(Struct, frozen=True, tag="ignored"):
    """No move of the game."""


class Undone(Struct, frozen=True, tag="undone"):
    """The last decision was taken back, with what followed from it."""

    moves: Reading


class Edited(Struct, frozen=True, tag="edited"):
    """Whoever has charge declared the position to be another one."""

    moves: Reading


class Noted(Struct, frozen=True, tag="noted"):
    """An order was carried out or could not be, a question is to be answered: the text's name
    and what goes into it."""

    text: str
    word: str = ""


Verdict = Allowed | Refused | Unclear | Ignored | Undone | Edited | Noted


class Offer(Struct, frozen=True):
    """What a seat may do now by a button; none takes the buttons away."""

    moves: Reading


class Ruling(Struct, frozen=True):
    """A verdict on something seen, and what follows from it."""

    verdict: Verdict
    player: str = ""
    """The colour to tell; "" is everybody."""
    commands: tuple[Command, ...] = ()
    offer: Offer = Offer(())
    public: Reading = ()
    """Moves of the verdict that everybody may be told of."""
    upkeep: bool = False
    """A round ended: the commands are the cleanup (or set the table up)."""
    trail: tuple[Any, ...] = ()
    """What the moves brought about by themselves, in the game's own facts."""
    notice: str = ""
    """The text that says that everything was put where it belongs."""
    outcome: Outcome | None = None


class Referee:
    """Judges one table."""

    def __init__(
        self,
        game: TableGame,
        profile: Profile,
        match: Match[Any],
        snapshot: Snapshot,
        mode: Mode = "advise",
    ) -> None:
        self.game = game
        self.profile = profile
        self.match = match
        self.mode = mode
        self.host = ""
        self.promoted: set[str] = set()
        """Colours beside the host's that may give orders."""
        self.is_paused = False
        self.refused: Refused | None = None
        """What was refused last, for `!allow` and `!why`."""
        self.seen: dict[str, Piece] = {}
        self.look(snapshot)

    @property
    def state(self) -> Any:
        """The position as the rules know it."""
        return self.match.state

    def look(self, snapshot: Snapshot) -> None:
        """Take over everything that is on the table."""
        for piece in laid_out(snapshot.pieces):
            # A deck that formed at the table carries no tag, so that no zone notices it.
            if not piece.zones and not piece.hand and not piece.held:
                piece = replace(piece, zones=self.profile.zones_at(piece.at))
            self.seen[piece.guid] = piece
        self.host = next((player.color for player in snapshot.players if player.host), self.host)

    def observe(self, observation: Observation) -> Ruling:
        """Judge what was seen; the match has moved on when it was allowed."""
        piece = getattr(observation, "piece", None)
        if isinstance(piece, Piece):
            self.notice(observation, piece)
        if isinstance(observation, Said):
            return self.hear(observation)
        if isinstance(observation, Pressed) and not self.may_press(observation):
            return Ruling(Ignored(), observation.player)
        if self.is_paused:
            return Ruling(Ignored(), observation.player)
        readings = self.game.candidates(self.state, self.profile, self.seen, observation)
        if len(readings) == 1:
            return self.allow(readings[0], observation.player)
        if readings:
            return Ruling(Unclear(tuple(readings)), observation.player, offer=self.offer())
        meant = self.game.obvious(self.state, self.profile, self.seen, observation)
        if meant is None:
            return Ruling(Ignored(), observation.player)
        return self.refuse(meant, observation.player, piece)

    def notice(self, observation: Observation, piece: Piece) -> None:
        """Remember where a piece is. In a deck or bag it lies where that lies; a piece that is
        gone counts as lying where it was, for cards vanish into decks and come out again."""
        if isinstance(observation, Entered) and observation.container is not None:
            pile = observation.container
            zones = pile.zones or self.profile.zones_at(pile.at)
            piece = replace(piece, at=pile.at, zones=zones, up=pile.up, hand="", held="")
        if not isinstance(observation, Destroyed) or piece.guid not in self.seen:
            self.seen[piece.guid] = piece

    def hear(self, said: Said) -> Ruling:
        """A chat line: an order of a host, a question, or a move of one's own seat."""
        if not said.text.startswith("!"):
            return Ruling(Ignored(), said.player)
        text = said.text[1:].strip()
        if question := host.parse_question(text):
            return self.answer(question, said.player)
        if (order := host.parse_order(text)) and said.player:
            if said.player == self.host or said.player in self.promoted:
                return self.obey(order, said.player)
            return Ruling(Noted("order.host-only"), said.player)
        if self.is_paused:
            return Ruling(Ignored(), said.player)
        meant = self.game.spoken(self.state, self.profile.seats_of(said.player), text)
        if meant is None:
            return Ruling(Ignored(), said.player)
        if judge(self.game.rules, self.state, meant[0]) is None:
            return self.allow(meant, said.player)
        return self.refuse(meant, said.player, None)

    def answer(self, question: host.Question, player: str) -> Ruling:
        """A question, for whoever finds the words; of the last refusal it needs to be one."""
        if isinstance(question, host.Why):
            code = self.refused.violation.code if self.refused else ""
            return Ruling(Noted("answer.why" if code else "answer.nothing", code), player)
        if isinstance(question, host.Find):
            return Ruling(Noted("answer.rules", question.word), player)
        return Ruling(Noted("answer.language", question.language), player)

    def obey(self, order: host.Order, player: str) -> Ruling:
        """Carry out an order of a host."""
        if isinstance(order, host.Undo):
            return self.undo(order.count)
        if isinstance(order, host.Allow):
            return self.let_stand(player)
        if isinstance(order, host.Set):
            try:
                after = amend(self.state, order.words)
            except AmendError as error:
                return Ruling(Noted("order.impossible", str(error)), player)
            return self.edit(after, player, " ".join(order.words))
        if isinstance(order, host.Tidy):
            return self.follow_up(Noted("order.tidy"), player, everything=True)
        if isinstance(order, host.Promote):
            (self.promoted.add if order.may else self.promoted.discard)(order.colour)
            return Ruling(Noted("order.host" if order.may else "order.unhost", order.colour))
        self.is_paused = isinstance(order, host.Pause)
        return Ruling(Noted("order.pause" if self.is_paused else "order.go"))

    def let_stand(self, player: str) -> Ruling:
        """What was refused last stands: the position follows it."""
        if self.refused is None:
            return Ruling(Noted("answer.nothing"), player)
        move = self.refused.move
        after = host.forced(self.game.rules, self.state, move)
        if after is None:
            return Ruling(Noted("order.impossible", format_move(move)), player)
        self.refused = None
        return self.edit(after, player, host.reason_for(move))

    def edit(self, state: Any, player: str, why: str) -> Ruling:
        """Go on from another position, and lay the table out for it."""
        edit = host.edit_to(state, player, why)
        self.match.edit(edit)
        return self.follow_up(Edited((edit,)), player, everything=True)

    def may_press(self, observation: Pressed) -> bool:
        """Buttons are for the seat they are offered to, and for the host."""
        seat = observation.button.partition(" ")[0]
        if seat in self.game.shared:
            return observation.player in (*self.profile.about.seats.values(), self.host)
        return observation.player in (self.profile.colour_of(seat), self.host)

    def allow(self, reading: Reading, player: str) -> Ruling:
        """Make the moves, and those of chance that the table already shows."""
        was_fresh = self.game.is_fresh(self.state)
        before = {want.piece: want for want in self.wants()}
        first = len(self.match.moves)
        for move in reading:
            self.match.push(move)
        for move in self.game.chance(self.state, self.profile, self.seen):
            if judge(self.game.rules, self.state, move) is None:
                self.match.push(move)
        is_new = self.game.is_fresh(self.state) and not was_fresh
        made, passed = tuple(self.match.moves[first:]), self.match.states[first:]
        on_the_way: list[Command] = []
        for start, end in pairwise(passed):
            for stage in self.game.stages(start, end):
                on_the_way += self.put(self.upkeep(self.wants(stage), before, stage))
        ruling = self.follow_up(Allowed(made), player, is_new, before)
        trail = tuple(fact for state in passed[1:] for fact in self.game.trail(state))
        return replace(ruling, commands=(*on_the_way, *ruling.commands), trail=trail)

    def is_dealing(self) -> bool:
        """Whether the next move is one of chance that has to be handed to `deal`."""
        return self.game.rules.outcome(self.state) is None and self.game.deals(self.state)

    def deal(self, move: Move[Any]) -> Ruling:
        """Make a move of chance that was drawn for the table."""
        return self.allow((move,), "")

    def refuse(self, meant: Reading, player: str, piece: Piece | None) -> Ruling:
        """Say why the obvious reading is illegal; in enforce mode put the piece back."""
        move, violation = self.game.explain(self.state, meant)
        back: tuple[Command, ...] = ()
        if self.mode == "enforce" and piece is not None:
            name = ident(piece)
            back = self.put([want for want in self.wants() if want.piece == name])
        to = player or self.profile.colour_of(move.seat)
        self.refused = Refused(move, violation)
        return Ruling(self.refused, to, back, self.offer())

    def undo(self, count: int = 1) -> Ruling:
        """Take back so many decisions, each with the outcomes of chance after it."""
        undone: list[Move[Any]] = []
        while self.match.moves and count:
            undone.insert(0, self.match.pop())
            count -= undone[0].seat != CHANCE
        return self.follow_up(Undone(tuple(undone)), "", everything=True)

    def resume(self) -> Ruling:
        """What is still to be done after a start in the middle of a game."""
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
            public=tuple(move for move in moves if not isinstance(move, self.game.secret)),
            upkeep=everything,
            notice=self.game.notice,
            outcome=self.game.rules.outcome(self.state),
        )

    def upkeep(
        self, wants: Iterable[Want], before: Mapping[str, Want] | None, state: Any
    ) -> list[Want]:
        """What the referee itself sees to. `before`: where things ought to have been before what
        happened last."""
        return [
            want
            for want in wants
            if self.game.is_upkeep(
                want, state, moved=before is not None and before.get(want.piece) != want
            )
        ]

    def wants(self, state: Any = None) -> list[Want]:
        """Where every piece ought to lie: in the position as it is, or in another one."""
        position = self.state if state is None else state
        return self.game.arrange(position, self.profile, self.seen)

    def put(self, wants: Iterable[Want]) -> tuple[Command, ...]:
        """The commands for these wants; what they do counts as seen."""
        found = commands(self.profile, self.seen, wants)
        for command in found:
            self.expect(command)
        return found

    def expect(self, command: Command) -> None:
        """See a piece as it will lie once the command is carried out."""
        guid = getattr(command, "guid", "")
        piece = self.seen.get(guid, Piece(guid))
        if isinstance(command, Place):
            zones = self.profile.zones_at(command.at)
            up = piece.up if command.up is None else command.up
            piece = replace(piece, at=command.at, zones=zones, hand="", up=up)
        elif isinstance(command, Deal):
            piece = replace(piece, hand=command.color, zones=())
        elif isinstance(command, Face):
            piece = replace(piece, up=command.up)
        elif isinstance(command, SetValue):
            piece = replace(piece, value=command.value)
        self.seen[piece.guid] = piece

    def offer(self) -> Offer:
        """What may be done now by a button."""
        return Offer(tuple(self.game.offer(self.state)))

    def deviations(self, snapshot: Snapshot) -> list[Observation]:
        """What players must have done while nobody was watching: pieces of theirs that lie
        elsewhere than the position says, as if each had just been put down or turned."""
        pieces = {piece.guid: piece for piece in snapshot.pieces}
        found: list[Observation] = []
        for want in self.wants():
            piece = pieces.get(self.profile.pieces[want.piece])
            if piece is None or self.game.is_upkeep(want, self.state, moved=False):
                continue
            rest = (snapshot.session, snapshot.seq, "", piece)
            if not whereabouts(self.profile, piece) & set(want.zones) and not want.hand:
                found.append(Dropped(*rest))
            elif want.up is not None and piece.up != want.up:
                found.append(Flipped(*rest))
            elif want.hand and piece.hand != want.hand:
                found.append(Dropped(*rest))
        return found

    def differences(self, snapshot: Snapshot) -> list[Observation]:
        """What players must have done between what was last seen and this snapshot, as if each
        piece had just been put down or turned. The snapshot is what is seen from now on."""
        before = dict(self.seen)
        self.look(snapshot)
        found: list[Observation] = []
        for piece in snapshot.pieces:
            known = before.get(piece.guid)
            if known is None or not ident(piece):
                continue
            rest = (snapshot.session, snapshot.seq, "", piece)
            if whereabouts(self.profile, known) != whereabouts(self.profile, piece):
                found.append(Dropped(*rest))
            elif known.up != piece.up:
                found.append(Flipped(*rest))
        return found

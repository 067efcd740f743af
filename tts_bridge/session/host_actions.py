"""What the host does from outside the table, through the session and into its journal."""

from __future__ import annotations

from typing import Any

from rules.engine import Move, judge
from rules.notation import NotationError, parse_move
from tts_bridge.agent.observations import Snapshot
from tts_bridge.referee import orders as host
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Noted, Refused, Ruling
from tts_bridge.session.session import LOOKS, Session

ORDERS: dict[str, host.Order] = {
    "undo": host.Undo(),
    "allow": host.Allow(),
    "tidy": host.Tidy(),
    "pause": host.Pause(),
    "resume": host.Go(),
}
"""Those that need nothing more; they are the same in chat."""
IMPOSSIBLE = {
    "order.impossible": "{word}",
    "answer.nothing": "nothing was refused yet",
    "rule.unknown": "there is no such house rule; the nearest is {word}",
    "rule.bad-value": "{word}",
    "rule.next-game": "{word} can change between games only",
    "rule.same": "{word} is so already",
}
"""What cannot be done, as an error line."""


class HostError(ValueError):
    """What the host asked for cannot be done now; the text says why."""


class Host:
    """The host of a session: call it with an action, who asks, and for `move` and `set` more.

    `undo` takes back the last decision, `allow` lets stand what was refused last, `tidy` lays every
    piece where the position has it, `pause` stops judging until `resume`, `move` makes a legal move
    (its notation) for whoever may make it, `set` declares one thing to be so (`track 5`), `rule`
    changes a house rule (`rescue.bp=2`), `xenos` ends the Turns of all who are still to act, so
    that the Xenos' Phase runs. `settle` names the reading that was meant, `put` lays one piece
    right, `allow` with a move lets that one stand.

    Raises:
        HostError: it cannot be done now; the position has not changed then.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def __call__(self, action: str, by: str, argument: str = "") -> None:
        session = self.session
        referee = session.referee
        if referee is None:
            raise HostError("no table is refereed yet")
        if referee.broken and action not in ("undo", "resume", "set", "rule"):
            raise self.impossible(Ruling(referee.told_broken(referee.broken)))
        if action == "move":
            move = legal(referee, argument)
            self.note(action, by, argument)
            session.carry_out(None, referee.allow((move,), ""))
            session.deal(referee)
            self.lay_out(session.referee or referee)
            return
        if more := {"xenos": self.end_turns, "settle": self.settle, "put": self.put}.get(action):
            more(referee, by, argument)
            return
        if action == "allow" and argument:
            self.refuse_again(referee, argument)
        was_broken = bool(referee.broken)
        if action == "undo" and not referee.match.moves and not was_broken:
            raise HostError("there is nothing to take back")
        ruling = referee.obey(order(action, argument), "")
        verdict = ruling.verdict
        if isinstance(verdict, Noted) and (verdict.trouble or verdict.text in IMPOSSIBLE):
            raise self.impossible(ruling)
        self.note(action, by, argument)
        session.carry_out(None, ruling)
        if action in ("allow", "set") or was_broken:
            session.deal(referee)  # what stands now may ask for a draw, or be the last choice
        elif action == "tidy":
            self.lay_out(referee)
        elif action == "resume":
            self.catch_up(referee)

    def impossible(self, ruling: Ruling) -> HostError:
        """The error of an order that could not be carried out; what is wrong with it is told in
        the languages of the table."""
        verdict = ruling.verdict
        assert isinstance(verdict, Noted)
        if verdict.trouble is None:
            return HostError(IMPOSSIBLE[verdict.text].format(word=verdict.word))
        return HostError(self.session.voice.say(ruling).replace("\n", " / "))

    def settle(self, referee: Referee, by: str, argument: str) -> None:
        """Say which of the readings that were left open was meant, by its number from 0.

        Raises:
            HostError: there is none of that number.
        """
        known = [str(number) for number in range(len(referee.unclear))]
        if argument not in known:
            raise HostError("nothing like that is unclear now")
        self.note("settle", by, argument)
        self.session.carry_out(None, referee.allow(referee.unclear[int(argument)], ""))
        self.session.deal(referee)
        self.lay_out(referee)

    def put(self, referee: Referee, by: str, argument: str) -> None:
        """Lay one piece where the position has it.

        Raises:
            HostError: the game has no such piece.
        """
        wants = [want for want in referee.wants() if want.piece == argument]
        if not wants:
            raise HostError("the game has no such piece")
        self.note("put", by, argument)
        self.session.queue(referee.put(wants))

    def refuse_again(self, referee: Referee, text: str) -> None:
        """Make a move the one that was refused last, so that it can be let stand.

        Raises:
            HostError: it is none, or legal by now.
        """
        try:
            move = parse_move(referee.game.rules, text)
        except NotationError as error:
            raise HostError(str(error)) from error
        violation = judge(referee.game.rules, referee.state, move)
        if violation is None:
            raise HostError("that is legal by now")
        referee.refused = Refused(move, violation)

    def end_turns(self, referee: Referee, by: str, argument: str) -> None:
        """Nobody does anything more in this round, up to a question that somebody has to answer.

        Raises:
            HostError: there is such a question already, or the game has no such phase.
        """
        move = referee.game.idle(referee.state)
        if move is None:
            raise HostError("somebody has to decide something first")
        self.note("xenos", by, "")
        while move is not None:
            self.session.carry_out(None, referee.allow((move,), ""))
            self.session.deal(referee)
            is_new_round = referee.game.is_fresh(referee.state)
            move = None if is_new_round else referee.game.idle(referee.state)
        self.lay_out(referee)

    def note(self, action: str, by: str, argument: str) -> None:
        """Write down who asked for what, before it is done."""
        self.session.journal.add("host", {"by": by, "action": action, "argument": argument})

    def lay_out(self, referee: Referee) -> None:
        """Put everything where it belongs, and look until it lies there."""
        self.session.queue(referee.put(referee.wants()))
        self.session.looks = LOOKS
        self.session.look_again()

    def catch_up(self, referee: Referee) -> None:
        """Judge what players did while nothing was judged, as the table shows it now."""
        seen = Snapshot("", 0, "", 0, tuple(referee.seen.values()), ())
        for observation in referee.deviations(seen):
            self.session.handle(referee, observation)


def order(action: str, argument: str) -> host.Order:
    """The order that an action is. Raises HostError: none."""
    rule = argument if action == "rule" else argument.removeprefix("rule ")
    if action == "rule" or (action == "set" and rule != argument):
        if isinstance(meant := host.parse_order(f"rule {rule}"), host.Rule):
            return meant
        raise HostError("a house rule is changed by KEY=VALUE")
    if action == "set":
        return host.Set(tuple(argument.split()[:8]))
    if action not in ORDERS:
        raise HostError(f"no such action; there are {', '.join((*ORDERS, 'move', 'set', 'rule'))}")
    return ORDERS[action]


def legal(referee: Referee, text: str) -> Move[Any]:
    """The move that a notation stands for. Raises HostError: none, or not a legal one."""
    try:
        move = parse_move(referee.game.rules, text)
    except NotationError as error:
        raise HostError(str(error)) from error
    if violation := judge(referee.game.rules, referee.state, move):
        raise HostError(f"not legal now: {violation.code}")
    return move

"""What the host does from outside the table, through the session and into its journal."""

from __future__ import annotations

from typing import Any

from rules.engine import Move, judge
from rules.notation import NotationError, parse_move
from tts_bridge.referee import Ignored, Referee, Ruling
from tts_bridge.session import LOOKS, Session

ACTIONS = ("undo", "tidy", "pause", "resume", "move")


class HostError(ValueError):
    """What the host asked for cannot be done now; the text says why."""


class Host:
    """The host of a session: call it with an action, who asks, and for `move` its notation.

    `undo` takes back the last decision, `tidy` lays every piece where the position has it,
    `pause` stops judging until `resume`, `move` makes a legal move for whoever may make it.

    Raises:
        HostError: it cannot be done now; nothing has changed then.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def __call__(self, action: str, by: str, move: str = "") -> None:
        session = self.session
        referee = session.referee
        if action not in ACTIONS:
            raise HostError(f"no such action; there are {', '.join(ACTIONS)}")
        if referee is None:
            raise HostError("no table is refereed yet")
        if action == "undo" and not referee.match.moves:
            raise HostError("there is nothing to take back")
        made = legal(referee, move) if action == "move" else None
        session.journal.add("host", {"by": by, "action": action, "move": move})
        if action == "undo":
            session.carry_out(None, referee.undo())
        elif made is not None:
            session.carry_out(None, referee.allow((made,), ""))
        if action in ("tidy", "move"):
            session.queue(referee.put(referee.wants()))
            session.looks = LOOKS
            session.look_again()
        elif action in ("pause", "resume"):
            session.paused = action == "pause"
            if not session.paused:
                session.look_again()
            session.show(Ruling(Ignored()))


def legal(referee: Referee, text: str) -> Move[Any]:
    """The move that a notation stands for. Raises HostError: none, or not a legal one."""
    try:
        move = parse_move(referee.game.rules, text)
    except NotationError as error:
        raise HostError(str(error)) from error
    if violation := judge(referee.game.rules, referee.state, move):
        raise HostError(f"not legal now: {violation.code}")
    return move

"""What the referee makes of something seen: verdicts, and the rulings they come in."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.declaring import Trouble
from rules.engine import Move, Outcome, Violation
from tts_bridge.agent.commands import Command
from tts_bridge.referee.table_game import Reading

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
    trouble: Trouble | None = None
    """What is wrong, and what would do."""


class Stray(Struct, frozen=True, tag="stray"):
    """A piece lies where no move puts it. `why`: `outside` of every place, in a wrong `hand`, in
    somebody else's `place`, on the wrong `side`."""

    piece: str
    why: str
    at: str = ""
    """The space where it belongs, or ""."""


Verdict = Allowed | Refused | Unclear | Ignored | Undone | Edited | Noted | Stray


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
    piece: str = ""
    """GUID of the piece that a refusal is about, "" for none."""
    is_repeated: bool = False
    """The player was told the same of the same deed before: nothing needs to be said."""
    public: Reading = ()
    """Moves of the verdict that everybody may be told of."""
    upkeep: bool = False
    """A round ended: the commands are the cleanup (or set the table up)."""
    trail: tuple[Any, ...] = ()
    """What the moves brought about by themselves, in the game's own facts."""
    notice: str = ""
    """The text that says that everything was put where it belongs."""
    outcome: Outcome | None = None
    aside: str = ""
    """The text told to the player alone of how a choice came that is secret, or ""."""

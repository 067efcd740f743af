"""What the agent can be told to do, as `docs/agent.md` states it. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

Triple = tuple[float, float, float]


class Place(Struct, frozen=True, tag_field="do", tag="place", omit_defaults=True):
    """Move a piece; `rot` in degrees, `up` turns it face up or down."""

    guid: str
    at: Triple
    rot: Triple | None = None
    up: bool | None = None
    smooth: bool = False


class Face(Struct, frozen=True, tag_field="do", tag="face"):
    """Turn a piece face up or face down where it lies."""

    guid: str
    up: bool


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    """Put a piece into the hand of a colour."""

    guid: str
    color: str


class SetValue(Struct, frozen=True, tag_field="do", tag="value"):
    """Set a counter."""

    guid: str
    value: int


class Tell(Struct, frozen=True, tag_field="do", tag="tell", omit_defaults=True):
    """Say something to a colour, or to "all"."""

    to: str
    text: str
    color: Triple | None = None


class Button(Struct, frozen=True):
    """A button on a piece; `id` comes back when it is pressed. `at` is local to the piece."""

    id: str
    label: str
    at: Triple
    width: int
    height: int


class SetButtons(Struct, frozen=True, tag_field="do", tag="buttons"):
    """The buttons of a piece, in place of those it had."""

    guid: str
    buttons: tuple[Button, ...]


class PanelButton(Struct, frozen=True):
    """A button on a panel; `id` comes back when it is pressed."""

    id: str
    label: str


class SetPanel(Struct, frozen=True, tag_field="do", tag="panel"):
    """The panel on the screen of one colour, in place of the one it had."""

    color: str
    title: str
    buttons: tuple[PanelButton, ...] = ()


class OfferMenu(Struct, frozen=True, tag_field="do", tag="menu"):
    """An item in the right-click menus of everything; "" makes it mean nothing."""

    label: str


class OpenChat(Struct, frozen=True, tag_field="do", tag="chat"):
    """Of chat lines with a `!`, show everybody only those that begin with these words; `*`: all."""

    open: tuple[str, ...]


class Highlight(Struct, frozen=True, tag_field="do", tag="highlight"):
    """Let a piece glow for a while."""

    guid: str
    color: Triple
    seconds: float


class TakeSnapshot(Struct, frozen=True, tag_field="do", tag="snapshot"):
    """Report everything on the table."""

    request: int


class Resend(Struct, frozen=True, tag_field="do", tag="resend"):
    """Send the reports after this number again."""

    after: int


Command = (
    Place | Face | Deal | SetValue | Tell | SetButtons | SetPanel | Highlight | TakeSnapshot
    | Resend | OfferMenu | OpenChat
)  # fmt: skip


class Batch:
    """Commands on their way to the agent."""

    def __init__(self, number: int, commands: Sequence[Command]) -> None:
        self.number = number
        self.commands = tuple(commands)
        self.tries = 0
        self.sent_at = 0.0
        self.is_written = False
        """It is in the journal."""


def moved_by(commands: Iterable[Command]) -> frozenset[str]:
    """The GUIDs of the pieces that the commands put somewhere or turn."""
    return frozenset(each.guid for each in commands if isinstance(each, (Place, Face, Deal)))


def encode_batch(
    number: int, commands: Sequence[Command], session: str | None = None
) -> dict[str, Any]:
    """The custom message that has the agent do these in order and acknowledge `number`; in no
    other `session` than this one, where one is named."""
    batch = {"ttsb": 1, "id": number, "data": msgspec.json.encode(commands).decode()}
    return batch if session is None else {**batch, "session": session}

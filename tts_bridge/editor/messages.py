"""The External Editor messages between Tabletop Simulator and us: decode and encode.

Field names are TTS's own in snake case. No I/O here: bytes in, values out.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

LIMIT = 64 * 2**20
"""The largest document that is read, in bytes: far above what a big mod's scripts come to."""

VALUES = 200_000
"""The most values that one document may hold: each takes many times its bytes in memory."""

GLOBAL = "-1"
"""The GUID that stands for the Global script."""


class ProtocolError(ValueError):
    """A document that is no message of the protocol: `what` is wrong and `where` in it."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{what} (at {where})")
        self.what = what
        self.where = where


class Script(Struct, frozen=True):
    """The script and UI of Global (`guid` "-1") or of one object; `ui` unset where it has none."""

    guid: str
    name: str = ""
    script: str = ""
    ui: str | UnsetType = UNSET


class NewObject(Struct, frozen=True, tag_field="messageID", tag=0):
    """The user opened the script editor on an object that had no script."""

    script_states: tuple[Script, ...] = field(name="scriptStates", default=())


class Loaded(Struct, frozen=True, tag_field="messageID", tag=1):
    """The scripts of the table: after loading, after Save & Play, or because we asked."""

    script_states: tuple[Script, ...] = field(name="scriptStates", default=())
    save_path: str = field(name="savePath", default="")


class Printed(Struct, frozen=True, tag_field="messageID", tag=2):
    message: str = ""


class Failed(Struct, frozen=True, tag_field="messageID", tag=3):
    """A script error. `text` is what to show; `parse_position` finds the place in it."""

    error: str = ""
    guid: str = GLOBAL
    error_message_prefix: str = field(name="errorMessagePrefix", default="")

    @property
    def text(self) -> str:
        """Prefix and error as one text; newer builds repeat the error in the prefix."""
        if self.error in self.error_message_prefix:
            return self.error_message_prefix.strip()
        return (self.error_message_prefix + self.error).strip()


class Custom(Struct, frozen=True, tag_field="messageID", tag=4):
    """What a script gave to sendExternalMessage: any JSON value, nobody vouches for it."""

    custom_message: Any = field(name="customMessage", default=None)


class Returned(Struct, frozen=True, tag_field="messageID", tag=5):
    """The result of an Execute; None for nil and after an error."""

    return_id: int = field(name="returnID", default=0)
    return_value: Any = field(name="returnValue", default=None)


class Saved(Struct, frozen=True, tag_field="messageID", tag=6):
    save_path: str = field(name="savePath", default="")


class Created(Struct, frozen=True, tag_field="messageID", tag=7):
    guid: str = ""


class GetScripts(Struct, frozen=True, tag_field="messageID", tag=0):
    """Ask for Loaded."""


class SaveAndPlay(Struct, frozen=True, tag_field="messageID", tag=1):
    """Replace script and UI of the listed objects and reload the save from disk.

    An entry without `ui` loses its UI; everything moved since the last save is lost.
    """

    script_states: tuple[Script, ...] = field(name="scriptStates", default=())


class SendCustom(Struct, frozen=True, tag_field="messageID", tag=2):
    """Raise onExternalMessage with this table in every script."""

    custom_message: dict[str, Any] = field(name="customMessage")


class Execute(Struct, frozen=True, tag_field="messageID", tag=3):
    """Run Lua in the environment of the script of `guid`; Returned repeats `return_id`."""

    script: str
    guid: str = GLOBAL
    return_id: int = field(name="returnID", default=0)


Incoming = NewObject | Loaded | Printed | Failed | Custom | Returned | Saved | Created
Outgoing = GetScripts | SaveAndPlay | SendCustom | Execute

_T = TypeVar("_T")
_INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_OUTGOING: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)


def decode_incoming(data: bytes | bytearray) -> Incoming:
    """The message that the table sent. Raises ProtocolError, and nothing else, on anything else."""
    return _decode(_INCOMING, data)


def decode_outgoing(data: bytes | bytearray) -> Outgoing:
    """The message that an editor sent to a table: the table's side of `encode_outgoing`."""
    return _decode(_OUTGOING, data)


def encode_outgoing(message: Outgoing) -> bytes:
    """The document for the table's port: strict JSON, UTF-8."""
    return msgspec.json.encode(message)


def encode_incoming(message: Incoming) -> bytes:
    """The document as a table writes it: JSON with line breaks, UTF-8."""
    return msgspec.json.format(msgspec.json.encode(message))


def check_size(data: bytes | bytearray) -> None:
    """Raises ProtocolError: a document that would take too much memory, if it were decoded."""
    if len(data) > LIMIT:
        raise ProtocolError(
            f"{len(data)} bytes are more than the limit of {LIMIT}", f"byte {LIMIT}"
        )
    if len(data) > VALUES and not _holds_few_values(data):
        raise ProtocolError(f"More than {VALUES} values", "the document")


def _holds_few_values(data: bytes | bytearray) -> bool:
    """Whether there are at most `VALUES` in a document: each but the first comes after one of
    `[{,` that is not within a text."""
    if _marks(data) < VALUES:
        return True
    # Of the two quotes of a text at most the last one has a backslash before it.
    if data.count(b'"') - data.count(b'\\"') > 4 * VALUES:
        return False
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    return sum(_marks(each) for each in plain.split(b'"')[::2]) < VALUES


def _marks(data: bytes | bytearray) -> int:
    return data.count(b"[") + data.count(b"{") + data.count(b",")


def _decode(decoder: msgspec.json.Decoder[_T], data: bytes | bytearray) -> _T:
    check_size(data)
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        try:
            return decoder.decode(data)
        except msgspec.ValidationError:
            # Rare and slower: a null where a field may be missing, a number written as 7.0.
            mended: _T = msgspec.convert(_mend(msgspec.json.decode(data)), decoder.type)
            return mended
    except RecursionError:
        raise ProtocolError("Nested too deeply", "the document") from None
    except ValueError as error:  # DecodeError and ValidationError are among these
        what, where = _explain(str(error))
        raise ProtocolError(what, where) from None


def _explain(text: str) -> tuple[str, str]:
    what, at, where = text.rpartition(" - at `")
    if at and where.endswith("`"):
        return what, where[:-1]
    if found := re.fullmatch(r"(.*) \((byte \d+)\)", text, re.DOTALL):
        return found[1], found[2]
    return text, "the document"


def _mend(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    mended = {key: item for key, item in value.items() if item is not None}
    for key in ("messageID", "returnID"):
        number = mended.get(key)
        if isinstance(number, float) and number.is_integer():
            mended[key] = int(number)
    if isinstance(scripts := mended.get("scriptStates"), list):
        mended["scriptStates"] = [_mend(script) for script in scripts]
    return mended


class Position(Struct, frozen=True):
    """Where a script failed. Lines count from 1 in the text that TTS has, columns from 0."""

    chunk: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str


_PLACE = re.compile(
    r"(?P<chunk>.*?):\((?P<line>[0-9]{1,9}),(?P<column>[0-9]{1,9})"
    r"(?:-(?:(?P<end_line>[0-9]{1,9}),)?(?P<end_column>[0-9]{1,9}))?\):[ \t]*(?P<message>.*)"
)
_TALK = re.compile(
    r"(?:\[[^\[\]]*+\] ?)?(?:Lua Error(?: ?<[^>]*+>)?|Error in (?:[^:<]++|<[^<>]*+>|<)*+): ?"
)
_LINE_LIMIT = 4000


def parse_position(text: str) -> Position | None:
    """The first place named in an error text, or None. `chunk` is TTS's name of the script."""
    for line in text.splitlines():
        if found := _PLACE.match(line[:_LINE_LIMIT]):
            start, column = int(found["line"]), int(found["column"])
            return Position(
                chunk=_TALK.sub("", found["chunk"], count=1).strip(),
                line=start,
                column=column,
                end_line=int(found["end_line"] or start),
                end_column=int(found["end_column"] or column),
                message=found["message"].strip(),
            )
    return None

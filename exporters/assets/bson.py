"""BSON, in which Steam keeps workshop items, read into what a save's JSON would say. No I/O here.

Source: bsonspec.org, version 1.1. Only what JSON can say is kept: binary fields and the like, of
which old items have some, are left out.
"""

from __future__ import annotations

import struct
from typing import Any

from exporters.jsontext.printer import MAX_DEPTH

_INT32, _INT64, _DOUBLE = struct.Struct("<i"), struct.Struct("<q"), struct.Struct("<d")
_FIXED = {0x07: 12, 0x09: 8, 0x11: 8, 0x13: 16}  # object id, date, timestamp, decimal
_LEFT_OUT = object()


class BsonError(ValueError):
    """Not BSON; the text says at which byte."""


def decode(content: bytes) -> dict[str, Any]:
    """The document of a whole file. Whole numbers stay int, all others are float.

    Raises:
        BsonError: broken, nested too deeply, or something follows the end.
    """
    reader = _Reader(content)
    try:
        found = reader.document(0)
    except (struct.error, IndexError):
        raise BsonError(f"byte {reader.at}: the file ends too early") from None
    except UnicodeDecodeError:
        raise BsonError(f"byte {reader.at}: a text is not UTF-8") from None
    if reader.at != len(content):
        raise BsonError(f"byte {reader.at}: something follows the end of the document")
    return dict(found)


class _Reader:
    """One pass over the bytes."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def document(self, depth: int) -> list[tuple[str, Any]]:
        """The members of a document or array, in order."""
        if depth > MAX_DEPTH:
            raise BsonError(f"byte {self.at}: nested deeper than {MAX_DEPTH} levels")
        start = self.at
        end = start + self.number(_INT32)
        if not start + 5 <= end <= len(self.content):
            raise BsonError(f"byte {start}: a document of {end - start} bytes")
        found: list[tuple[str, Any]] = []
        while kind := self.byte():
            key = self.name()
            value = self.value(kind, depth)
            if value is not _LEFT_OUT:
                found.append((key, value))
        if self.at != end:
            raise BsonError(f"byte {self.at}: a document should have ended at byte {end}")
        return found

    def value(self, kind: int, depth: int) -> Any:
        if kind == 0x01:
            return self.number(_DOUBLE)
        if kind in (0x02, 0x0D, 0x0E):
            return self.text()
        if kind == 0x03:
            return dict(self.document(depth + 1))
        if kind == 0x04:
            return [value for _, value in self.document(depth + 1)]
        if kind == 0x08:
            return bool(self.byte())
        if kind in (0x06, 0x0A):
            return None
        if kind == 0x10:
            return self.number(_INT32)
        if kind == 0x12:
            return self.number(_INT64)
        return self.left_out(kind)

    def left_out(self, kind: int) -> Any:
        if kind == 0x05:
            size = self.number(_INT32)
            self.take(size + 1)
        elif kind == 0x0B:
            self.name()
            self.name()
        elif kind in _FIXED:
            self.take(_FIXED[kind])
        elif kind not in (0x7F, 0xFF):
            raise BsonError(f"byte {self.at}: there is no type 0x{kind:02x}")
        return _LEFT_OUT

    def byte(self) -> int:
        found = self.content[self.at]
        self.at += 1
        return found

    def number(self, layout: struct.Struct) -> Any:
        (found,) = layout.unpack_from(self.content, self.at)
        self.at += layout.size
        return found

    def take(self, size: int) -> bytes:
        if not 0 <= size <= len(self.content) - self.at:
            raise BsonError(f"byte {self.at}: {size} bytes are said to follow")
        self.at += size
        return self.content[self.at - size : self.at]

    def name(self) -> str:
        end = self.content.find(b"\0", self.at)
        if end < 0:
            raise BsonError(f"byte {self.at}: a name does not end")
        return self.take(end - self.at + 1)[:-1].decode("utf-8")

    def text(self) -> str:
        content = self.take(self.number(_INT32))
        if not content.endswith(b"\0"):
            raise BsonError(f"byte {self.at}: a text does not end")
        return content[:-1].decode("utf-8")

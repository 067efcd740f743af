"""JSON.decode as TTS's scripts know it: what follows the value is ignored, blanks are nil.

Encoding is in lua/json.lua, next to the tables it reads.
"""

import json
import re
from typing import Any

from tts_bridge.headless.script.runtime import ApiError

_BLANK = " \t\r\n"


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant)


# The game's library writes an escape as the bytes of UTF-8, each of which becomes a character.
_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|.)",
    re.DOTALL,
)


def _as_bytes(found: re.Match[str]) -> str:
    if found[1]:
        code = 0x10000 + ((int(found[1], 16) - 0xD800) << 10) + int(found[2], 16) - 0xDC00
    elif found[3]:
        code = int(found[3], 16)
    else:
        return found[0]
    if code < 0x80:
        return found[0]
    return chr(code).encode("utf-8", "surrogatepass").decode("latin-1")


MOST = 1_000_000
"""Values in a JSON text that a script has read."""


def check_size(text: str) -> None:
    """Raises ApiError: the text may have too many values."""
    if sum(map(text.count, ",[{")) > MOST:
        raise ApiError(f"the JSON has more than {MOST} values")


def decode(source: object) -> Any:
    """The value of a JSON text; None for blanks. Raises ApiError."""
    if not isinstance(source, str):
        raise ApiError("Expected string argument to JSON.decode()")
    text = source.lstrip(_BLANK)
    if not text:
        return None
    if text.startswith("<"):
        raise ApiError("cannot decode JSON: it begins with '<', got HTML?")
    check_size(text)
    try:
        return _DECODER.raw_decode(_ESCAPE.sub(_as_bytes, text) if "\\u" in text else text)[0]
    except RecursionError as error:
        raise ApiError("cannot decode JSON: nested too deeply") from error
    except ValueError as error:
        raise ApiError(f"cannot decode JSON: {error}") from error

"""JSON.decode as TTS's scripts know it: what follows the value is ignored, blanks are nil.

Encoding is in lua/json.lua, next to the tables it reads.
"""

import json
from typing import Any

from tts_bridge.headless.engine import ApiError

_BLANK = " \t\r\n"


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant)


def decode(source: object) -> Any:
    """The value of a JSON text; None for blanks. Raises ApiError."""
    if not isinstance(source, str):
        raise ApiError("Expected string argument to JSON.decode()")
    text = source.lstrip(_BLANK)
    if not text:
        return None
    if text.startswith("<"):
        raise ApiError("cannot decode JSON: it begins with '<', got HTML?")
    try:
        return _DECODER.raw_decode(text)[0]
    except RecursionError as error:
        raise ApiError("cannot decode JSON: nested too deeply") from error
    except ValueError as error:
        raise ApiError(f"cannot decode JSON: {error}") from error

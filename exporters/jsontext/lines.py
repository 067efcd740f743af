"""One value as one line of strict JSON, for other programs. No I/O here."""

from __future__ import annotations

import json
import math
from typing import Any


def line(value: Any) -> str:
    """A value on one line without a line end; what JSON has no number for becomes a string."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # \udXXX is JSON's escape too


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value

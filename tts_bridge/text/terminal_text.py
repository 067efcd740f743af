"""Words of strangers on a terminal: what would move its cursor or turn its letters is spelled out.

Scripts, saves, chat and messages of the table may hold escape sequences, carriage returns, and
marks that turn the direction of what stands around them. No I/O here.
"""

from __future__ import annotations

import re

_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but a tab and a line end
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # directions
    "\u2028\u2029\ufff9-\ufffb\ud800-\udfff\ufeff\ufffe\uffff\U000e0000-\U000e007f]"
)


def shown(text: str) -> str:
    """A text of one or more lines that a terminal shows as it is: `\\x1b` for an escape."""
    return _UNSHOWN.sub(_spelled, text.replace("\r\n", "\n"))


def _spelled(found: re.Match[str]) -> str:
    return repr(found[0])[1:-1]

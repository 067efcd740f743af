"""Words of strangers inside XML and HTML that we write: well formed whatever they hold. No I/O."""

from __future__ import annotations

import html
import re

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """A text without what XML cannot hold: U+FFFD for controls and halves of characters."""
    return _NO_XML.sub("\ufffd", text)


def escape(text: str) -> str:
    """A text as it stands between tags, or inside quotes."""
    return html.escape(clean(text))

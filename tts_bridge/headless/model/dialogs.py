"""Questions that scripts put to players, until somebody answers."""

from typing import Any

import msgspec

from tts_bridge.headless.script.runtime import Callback


class Dialog(msgspec.Struct, frozen=True):
    """`kind` is info, confirm, input, memo, options or color; `default` what stands there first."""

    kind: str
    text: str
    default: Any = None
    options: list[str] = []
    callback: Callback | None = None


class Choice(msgspec.Struct, frozen=True):
    """So many objects are to be chosen from a hand."""

    label: str
    least: int
    most: int
    prompt: str
    can_cancel: bool

"""What the demonstration consists of: acts, each with the ruling that is the right one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tts_bridge.demo.hands import Hands

JAKE, MEG, DWIGHT, FENG = "jake-park", "meg-thomas", "dwight-fairfield", "feng-min"
NURSE = "the-nurse"
STARTS = {JAKE: 2, MEG: 1, DWIGHT: 5, FENG: 4, NURSE: 1}
REVEALED = {
    "survival-10": "locker",
    "altruism-9": "pallet",
    "altruism-5": "crow",
    "boldness-10": "hook",
}
"""One prop for each Survivor, as the setup has it (CN67)."""
KINDS = {"objective-5": "generator", "objective-9": "generator"}
"""Where the examples need something definite."""
ALLOWED = "allowed"


class Act(Struct, frozen=True):
    """One act at the table: who does what, the right ruling, and what holds after it."""

    who: str
    text: Mapping[str, str]
    do: Callable[[Hands], None]
    expect: str = ALLOWED
    """`allowed`, or the code of the refusal."""
    example: str = ""
    """The worked example it belongs to."""
    then: Mapping[str, Any] = {}


def act(
    who: str,
    en: str,
    zh: str,
    do: Callable[[Hands], None],
    expect: str = ALLOWED,
    example: str = "",
    **then: Any,
) -> Act:
    """An act; keys of `then` are ids with underscores for hyphens."""
    facts = {key.replace("_", "-"): value for key, value in then.items()}
    return Act(who, {"en": en, "zh": zh}, do, expect, example, facts)

"""What is played, in order."""

from __future__ import annotations

from tts_bridge.demo.first_round import KILLER, PLANNING, SURVIVORS
from tts_bridge.demo.second_round import SECOND_ROUND

SCRIPT = (*PLANNING, *SURVIVORS, *KILLER, *SECOND_ROUND)

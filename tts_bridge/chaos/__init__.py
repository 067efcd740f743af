"""Games by hands that know what they do, over a link that loses, repeats, delays and reorders
messages, with a referee and a table that die: what is left in the end has to agree.
"""

from tts_bridge.chaos.clock import in_virtual_time
from tts_bridge.chaos.faults import CALM, Faults, Result, Trace
from tts_bridge.chaos.games import play

__all__ = ["CALM", "Faults", "Result", "Trace", "in_virtual_time", "play"]

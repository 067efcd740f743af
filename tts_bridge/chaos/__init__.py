"""Games by hands that know what they do, over a link that loses, repeats, delays and reorders
messages, with a referee and a table that die: what is left in the end has to agree.
"""

from tts_bridge.chaos.faults import CALM, Faults, Result, Trace
from tts_bridge.chaos.games import play
from tts_bridge.testing.virtual_time import in_virtual_time

__all__ = ["CALM", "Faults", "Result", "Trace", "in_virtual_time", "play"]

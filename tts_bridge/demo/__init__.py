"""The demonstration: the rulebook's worked examples, played on a headless table and refereed."""

from tts_bridge.demo.play import Report, run_demo

__all__ = ["Report", "run_demo"]

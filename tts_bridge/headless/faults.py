"""What may go wrong between a table and an editor, on purpose and by the seed.

All of it happens at real tables: TTS refuses connections while it loads, opens one connection per
message so that they overtake each other, floods editors with message 7, and is closed mid-game.
"""

import random

import msgspec


class Faults(msgspec.Struct, frozen=True):
    """How often and how long; nothing goes wrong by default."""

    refuse: float = 0.0
    """Seconds for which nobody listens while the table reloads or restarts."""
    delay: float = 0.0
    """Seconds that every message of the table comes late."""
    reload: float = 0.0
    """Seconds that a reload takes."""
    reorder: int = 0
    """So many messages that wait together leave in any order."""
    split: bool = False
    """Documents leave in two parts, cut inside a character where there is one."""
    flood: int = 0
    """Messages 7 that come before each answer."""
    drop: float = 0.0
    """The share of messages that never leave, from 0 to 1."""
    restart: int = 0
    """After so many messages to the table the game starts anew from its file, once."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("refuse", "delay", "reload", "reorder", "flood", "restart"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be below 0")
        if not 0 <= self.drop <= 1:
            raise ValueError("drop is a share from 0 to 1")

    def chance(self) -> random.Random:
        """The dice of one run."""
        return random.Random(self.seed)  # noqa: S311 - faults, not secrets


def cut(document: bytes) -> int:
    """Where to split a document: inside its first character of several bytes, or in the middle."""
    return next((i + 1 for i, b in enumerate(document) if b >= 0xC0), len(document) // 2)

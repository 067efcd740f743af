"""The tables of the demonstration as text."""

from __future__ import annotations

from collections import Counter

from rules.invader.state import KINDS
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import ident
from tts_bridge.referee.referee import Referee
from tts_bridge.text.catalogue import Texts

SHOWN = ("figure", "noise", "mold", "objective", *KINDS)


def dbd_picture(referee: Referee, texts: Texts) -> str:
    """The table as it was last seen, as text: what lies in each space, then the counters."""
    shown: dict[str, list[str]] = {space.id: [] for space in referee.state.board.spaces}
    hidden = dict.fromkeys(shown, 0)
    counters = []
    for piece in referee.seen.values():
        what, _, rest = ident(piece).partition("/")
        if what == "bloodpoints":
            counters.append(f"{texts.name(rest)} {piece.value}")
        for zone in whereabouts(referee.profile, piece):
            place = zone.removeprefix("space/")
            if place not in shown:
                continue
            if what == "prop" and not piece.up:
                hidden[place] += 1
            elif what == "prop":
                shown[place].append(texts.name(piece.notes))
            elif what in ("figure", "wound", "progress"):
                shown[place].append(texts.name(rest if what == "figure" else what))
    lines = []
    for space in referee.state.board.spaces:
        label = space.name.get("zh" if texts.language == "zh" else "en", space.id)
        held = [", ".join(shown[space.id]), "?" * hidden[space.id]]
        lines.append(f"  {label}: {' '.join(filter(None, held))}".rstrip())
    return "\n".join([*lines, f"  {texts.name('bloodpoints')}: {', '.join(counters)}"])


def invader_picture(referee: Referee, texts: Texts) -> str:
    """The table as it was last seen, as text: what lies in each Zone that holds anything, then
    everybody's Experience."""
    profile, board = referee.profile, referee.state.board
    shown: dict[str, Counter[str]] = {zone: Counter() for zone in board.zones}
    counters = []
    for piece in referee.seen.values():
        what, _, rest = ident(piece).partition("/")
        if what == "xp":
            counters.append(f"{texts.name(rest)} {piece.value}")
        for place in whereabouts(profile, piece):
            cell = place.removeprefix("zone/")
            if cell != place and what in SHOWN:
                known = rest if what == "figure" else what
                shown[board.zone_of[cell]][texts.name(known)] += 1
    named = Texts(texts.language, texts.wording, board)
    lines = [
        f"  {named.name(zone)}: " + ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in row)
        for zone, row in ((zone, sorted(found.items())) for zone, found in shown.items())
        if row
    ]
    return "\n".join([*lines, f"  {texts.name('xp')}: {', '.join(counters)}"])

"""Writes `docs/perks.md`: every perk, item and power, with what is known and what is assumed.

Write it anew with `python -m tests.rules.dbd.perks_manual` (from the root of the repository).
"""

from __future__ import annotations

from pathlib import Path

from rules.dbd.data import CHARACTERS, PERK_FACTS, PerkFacts
from rules.dbd.perks import ITEMS, PERKS
from rules.dbd.perks.frame import MOMENTS
from rules.dbd.powers import POWERS
from rules.dbd.settings import default_items
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import Texts

MANUAL = Path(__file__).parents[3] / "docs" / "perks.md"
NAME = Texts("en", GAMES["dbd"].wording).name
HEAD = """# Perks, items and powers

Every card, when it works, what it does, and where that is known from (the keys of
[sources.md](sources.md)). This page is written from the data and the rules themselves.

A perk works *at* the events and moments named. An event opens a window in which whoever can answer
does so in turn, or passes: first the side that acts, the Survivors in turn order (a house rule).
A moment is a question that is open anyway, and the perk lies beside it: whoever goes on closes it.
The moments are {moments}.

Each perk is used once a round, its whole cost is paid on use, and one that would do nothing is not
used. Which perks stand on a board beside its exclusive one is assumed, but for Alert; a game may
equip the boards anew.
"""

POWERS_HEAD = """The printed powers are not public. By default the table carries a power out, and
the rules count it (once a round). With the house rule `killer.powers = "assumed"` these work:"""


def status(facts: PerkFacts) -> str:
    """How a perk stands: carried out, and with what assumed."""
    if facts.id not in PERKS:
        return "by hand"
    return f"carried out; {facts.note}" if facts.note else "carried out"


def table(title: str, rows: list[PerkFacts]) -> list[str]:
    """A section of the manual."""
    lines = [f"## {title}", "", "| perk | board | cost | at | effect | source | status |"]
    lines.append("|---|---|---|---|---|---|---|")
    for facts in rows:
        timings = ", ".join(f"`{each}`" for each in PERKS[facts.id].timings)
        owner = NAME(facts.owner) if facts.owner else "any"
        owner += " (exclusive)" if facts.kind == "exclusive" else ""
        name = NAME(facts.id)
        cells = (name, owner, str(facts.cost), timings, facts.effect, facts.source, status(facts))
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def manual() -> str:
    """The whole page."""
    lines = [HEAD.format(moments=", ".join(f"`{name}`" for name, _ in MOMENTS.values()))]
    for side in ("survivor", "killer"):
        rows = [facts for facts in PERK_FACTS.values() if facts.side == side]
        rows.sort(key=lambda facts: NAME(facts.id))
        lines += table(f"Perks of the {side.capitalize()}s", rows)
    lines += ["## Items", "", "| item | copies | at | what it does |", "|---|---|---|---|"]
    for name, copies in default_items().items():
        for way in ITEMS[name]:
            timings = ", ".join(f"`{each}`" for each in way.timings)
            about = (way.use.__doc__ or "").splitlines()[0]
            lines.append(f"| {name.replace('-', ' ').title()} | {copies} | {timings} | {about} |")
    lines += ["", "## Killer powers", ""]
    lines.append(POWERS_HEAD)
    lines += ["", "| Killer | power | known | assumed | source |", "|---|---|---|---|---|"]
    for killer in CHARACTERS.killers:
        power = POWERS.get(killer.id)
        if power is None:
            lines.append(f"| {NAME(killer.id)} | unknown | | left to the table | assumed |")
        else:
            cells = (NAME(killer.id), power.name, power.known, power.assumed, power.source)
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    MANUAL.write_text(manual(), encoding="utf-8", newline="\n")

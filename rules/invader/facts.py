"""A position as plain facts, by name: what cases compare and explanations quote."""

from __future__ import annotations

from typing import Any

from rules.engine import kebab
from rules.invader.data import CARDS, XENO_CARDS
from rules.invader.state import KINDS, LEVELS, State, Survivor, level, noises

COLOURS = ("red", "green", "purple", "blue", "white")


def facts(state: State) -> dict[str, Any]:
    """All that `then` can ask for, by the names that `position` uses."""
    rows: dict[str, Any] = {s.id: survivor_facts(s) for s in state.survivors}
    noise = noises(state)
    for zone in state.board.zones:
        herd = state.herd(zone)
        rows[zone] = {
            "xenos": {k: n for k, n in zip(KINDS, herd, strict=True) if n},
            "tokens": state.noise.get(zone, 0),
            "noise": noise.get(zone, 0),
            "mold": state.ground.mold.get(zone, ""),
            "kind": state.ground.kind(zone),
            "special": state.ground.special(zone),
            "sees": sorted(state.ground.sight(zone)),
            "leads-to": sorted(
                to for to, way in state.ground.walks(zone).items() if way in ("open", "airlock")
            ),
        }
    rows |= {m.id: {"at": m.at, "active": m.active} for m in state.machines}
    rows |= {t.id: {"at": t.at, "colour": t.colour} for t in state.objectives}
    return rows | {
        "doors": {link: state.ground.doors.get(link, "") for link in state.board.links},
        "spawns": list(state.spawns),
        "taken": {colour: state.taken.get(colour, 0) for colour in COLOURS},
        "killed": {kind: state.killed.get(kind, 0) for kind in KINDS},
        "oxygen": state.oxygen,
        "round": state.round,
        "first": state.first,
        "xeno-deck": {card: state.xeno_deck.counts.get(card, 0) for card in XENO_CARDS},
        "equipment": {card: state.equipment.counts.get(card, 0) for card in CARDS},
        "discarded": {card: state.equipment_discard.counts.get(card, 0) for card in CARDS},
        "steps": [step.what for step in state.steps],
        "won": bool(state.result and state.result.winners),
        "result": state.result.reason if state.result else "",
        "question": kebab(type(state.asks[-1]).__name__),
    }


def survivor_facts(survivor: Survivor) -> dict[str, Any]:
    """What `then` can ask of a Survivor."""
    rows = {name: getattr(survivor, name) for name in survivor.__struct_fields__ if name != "id"}
    rows = {k: list(v) if isinstance(v, tuple) else v for k, v in rows.items()}
    return rows | {"level": LEVELS[level(survivor.xp)]}

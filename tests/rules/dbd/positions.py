"""Fixed positions whose lines are counted: every phase, and the windows in between."""

from __future__ import annotations

from typing import Any

POSITIONS: dict[str, dict[str, Any]] = {
    "start": {},
    "one card still to set": {
        "jake-park": {"set": ["sneak"]},
        "meg-thomas": {"set": ["sprint"]},
        "dwight-fairfield": {"set": ["crouch"]},
        "the-nurse": {"set": ["sprint", "wait"]},
    },
    "first survivor's turn": {
        "phase": "survivors",
        "jake-park": {"at": "pump-house", "set": ["sneak"]},
        "meg-thomas": {"set": ["sprint"]},
        "dwight-fairfield": {"set": ["vault"]},
        "feng-min": {"set": ["crouch"]},
        "the-nurse": {"set": ["sprint", "wait"]},
    },
    "survivor interacts with much": {
        "phase": "survivors",
        "turn": "meg-thomas",
        "step": "interact",
        "rest": "face-up",
        "repaired": 4,
        "meg-thomas": {"at": "gate-yard", "played": ["sprint"]},
        "jake-park": {"at": "gate-yard", "wounded": True},
        "the-nurse": {"set": ["sprint", "wait"]},
        "props": {"objective-10": {"kind": "exit-gate", "progress": 2}, "altruism-12": "crow"},
    },
    "killer's first turn": {
        "phase": "killer",
        "the-nurse": {"at": "crossroads", "set": ["sprint", "crouch"]},
        "meg-thomas": {"at": "chapel"},
    },
    "hillbilly at a pallet, with alert": {
        "phase": "killer",
        "killer": "the-hillbilly",
        "the-hillbilly": {"at": "graveyard", "set": ["sprint", "crouch"]},
        "feng-min": {"at": "well", "bp": 1},
        "pallets": ["graveyard-well-green"],
    },
    "killer's bonus turn": {
        "phase": "killer",
        "step": "bonus",
        "rest": "face-up",
        "completed": True,
        "the-nurse": {"at": "garage", "played": ["sprint", "crouch"], "bp": 5},
        "meg-thomas": {"at": "well", "played": ["sneak"], "bp": 2},
    },
    "killer picks up, with much to answer": {
        "phase": "killer",
        "step": "interact",
        "rest": "face-up",
        "the-nurse": {"at": "well", "played": ["sprint"], "set": ["crouch"], "bp": 6},
        "jake-park": {"at": "well", "wounded": True},
        "meg-thomas": {"at": "well", "perks": ["boil-over", "dead-hard"], "bp": 6},
        "dwight-fairfield": {"at": "garage", "item": "broken-key"},
        "props": {"boldness-7": "hex-totem", "boldness-6": "hook"},
    },
    "survivor rescues, with perks and items": {
        "phase": "survivors",
        "turn": "meg-thomas",
        "step": "interact",
        "rest": "face-up",
        "meg-thomas": {
            "at": "well",
            "played": ["sprint"],
            "bp": 6,
            "perks": ["kindred", "ace-in-the-hole", "balanced-landing"],
            "item": "map",
        },
        "jake-park": {"at": "well", "wounded": True, "hook": "boldness-7"},
        "the-nurse": {"set": ["sprint", "wait"]},
        "props": {"boldness-7": "hook"},
    },
    "planning with perks for its start": {
        "rest": "face-up",
        "the-nurse": {"perks": ["stridor", "whispers", "the-third-seal"], "bp": 12},
        "jake-park": {"wounded": True},
    },
    "start dice": {"phase": "setup"},
}

"""Fixed positions whose lines are counted, and from which curious players start: every phase,
every kind of Equipment, skills of every Danger Level."""

from __future__ import annotations

from typing import Any

MACHINES = {"peacekeeper-bot": "4v-c", "falchion-sentry-gun": "4v-e"}
POSITIONS: dict[str, dict[str, Any]] = {
    "start": {},
    "a turn among Xenos": {
        "turn": "magnus",
        "magnus": {
            "hand": ["heavy-shotgun", "sledge"],
            "pack": ["mre"],
            "xp": 6,
            "skills": ["plus-1-damage-melee"],
        },
        "cole": {"hand": ["assault-shotgun"], "at": "4v-w"},
        "xenos": {"4v-c": {"worker": 2}, "4v-e": {"tank": 1, "hunter": 1}},
        "spawns": {"spawn-1": "7v-se", "spawn-2": "4v-se"},
    },
    "both hands, friends in the way": {
        "turn": "jared",
        "jared": {"hand": ["smg", "smg+plenty-of-bullets"], "xp": 18},
        "cole": {"at": "4v-e", "xp": 43, "skills": ["plus-1-free-search", "low-profile"]},
        "vivian": {"at": "4v-e"},
        "xenos": {"4v-e": {"worker": 3, "hunter": 2}, "4v-w": {"spoiler-abomination": 1}},
        "spawns": {"spawn-1": "7v-se", "spawn-2": {"at": "4v-ne", "colour": "purple"}},
        "started": ["spawn-1", "spawn-2"],
    },
    "fire on Mold": {
        "turn": "baraka",
        "baraka": {
            "hand": ["flamethrower+canister", "chainsaw+energy-cell"],
            "pack": ["canister", "flamethrower"],
            "xp": 30,
            "skills": ["sentry-gun-remote", "plus-1-action", "plus-1-free-machine"],
        },
        "mold": {"4v-e": "active", "4v-ne": "inactive"},
        "xenos": {"4v-e": {"tank": 2, "spoiler-abomination": 1}, "4v-c": {"worker": 1}},
        "spawns": {"spawn-1": "7v-se"},
        "machines": MACHINES,
    },
    "a blue-collar arsenal": {
        "turn": "mitsuki",
        "mitsuki": {
            "at": "4v-ne",
            "hand": ["cattle-prod+energy-cell", "heavy-cutter+energy-cell"],
            "body": ["search-drone", "searchlight"],
            "skills": [
                "plus-1-free-melee",
                "plus-1-to-dice-roll-melee",
                "bloodlust-ranged",
                "jump",
            ],
        },
        "magnus": {"at": "4v-s", "hand": ["heavy-shotgun"], "body": ["ablative-armor"] * 2},
        "xenos": {"4v-c": {"worker": 1}, "4v-e": {"hunter": 1}},
        "spawns": {"spawn-1": "4v-nw"},
    },
    "red all over": {
        "vivian": {
            "hand": ["light-machine-gun", "prototype-sniper-rifle+energy-cell"],
            "skills": ["destiny", "matching-set", "plus-1-to-dice-roll-combat", "slippery"],
        },
        "magnus": {
            "hand": ["sledge", "sledge"],
            "pack": ["energy-cell"],
            "skills": ["is-that-all-youve-got", "barbarian", "reaper-melee", "blitz"],
        },
        "jared": {
            "hand": ["sniper-rifle", "prototype-heavy-shotgun+energy-cell"],
            "skills": ["1-re-roll-per-turn", "point-blank", "marksman", "plus-1-max-range"],
        },
        "baraka": {
            "hand": ["prototype-assault-shotgun+energy-cell"],
            "skills": ["plus-1-die-ranged", "reaper-ranged", "plus-1-damage-ranged"],
        },
        "mitsuki": {
            "hand": ["heavy-cutter", "heavy-cutter"],
            "skills": ["ambidextrous", "bloodlust-melee", "plus-1-die-melee", "plus-1-free-combat"],
        },
        "cole": {
            "at": "4v-w",
            "hand": ["prototype-light-machine-gun+energy-cell"],
            "skills": ["lifesaver", "plus-1-free-ranged", "plus-1-to-dice-roll-ranged"],
        },
        "xenos": {
            "4v-c": {"worker": 1},
            "4v-e": {"worker": 3, "tank": 1},
            "4v-ne": {"hunter": 2},
        },
        "spawns": {"spawn-1": "7v-c"},
    },
    "airlock and outside": {
        "tiles": ["8R"],
        "turn": "vivian",
        "others": "8r-n",
        "cole": {"at": "8r-w", "pack": ["oxygen-tank"], "hand": ["smg"]},
        "vivian": {"at": "8r-c", "hand": ["assault-shotgun"], "pack": ["oxygen-tank"]},
        "xenos": {"8r-s": {"worker": 1}, "8r-n": {"hunter": 1}},
        "spawns": {"spawn-1": "8r-s"},
    },
    "machines and coloured doors": {
        "turn": "baraka",
        "baraka": {"token": ["bot-remote", "sentry-gun-remote"]},
        "machines": MACHINES,
        "doors": {"4v-c:4v-e": "closed", "4v-c:4v-w": {"colour": "purple"}},
        "objectives": {
            "objective-1": {"at": "4v-c", "colour": "purple"},
            "objective-2": {"at": "4v-c", "colour": ""},
        },
        "hidden": {"blue": 1},
        "effects": {
            "purple": [
                {"do": "open-doors", "colour": "purple"},
                {"do": "start-spawns", "colour": "purple"},
            ]
        },
        "spawns": {"spawn-1": "7v-se", "spawn-2": {"at": "4v-nw", "colour": "purple"}},
        "xenos": {"4v-c": {"worker": 1}, "4v-w": {"tank": 1}},
    },
    "a group that splits": {
        "phase": "xenos",
        "others": "4v-c",
        "noise": {"4v-nw": 6},
        "magnus": {"at": "7v-e", "hand": ["sledge"], "skills": ["is-that-all-youve-got"]},
        "cole": {"at": "7v-e", "body": ["ablative-armor"]},
        "xenos": {"4v-se": {"worker": 3, "hunter": 1}, "7v-e": {"worker": 1}},
        "spawns": {"spawn-1": "7v-se"},
    },
    "figures run out": {
        "phase": "spawn",
        "cole": {"at": "4v-w", "xp": 20},
        "xenos": {"7v-e": {"worker": 35, "hunter": 14}, "7v-se": {"tank": 13}},
        "xeno_deck": {"spawn-worker-3-5-7-9": 1, "activate-hunter": 1, "spawn-tank-1-1-2-3": 2},
        "spawns": {"spawn-1": "7v-se", "spawn-2": "4v-se"},
    },
}

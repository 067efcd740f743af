"""A ready-made mod as a stranger would have made it: no tags, no scripts, no zones, no notes.

What is left are printed names, one picture as the board, hands and snap points. It is what the
recognition of other people's mods is tried on.
"""

from __future__ import annotations

from typing import Any

from exporters.mods.words import KIND, Language
from exporters.savefile import Save

TAG = "ttsb:"
PICTURE = "https://example.com/board.png"
"""The address of a board's picture; example.com is nobody's."""


def plain(save: Save, language: Language = "en") -> Save:
    """The mod without anything that is there for our sake."""
    objects = [
        stripped(each, language)
        for each in save.data["ObjectStates"]
        if each["Name"] != "ScriptingTrigger" and f"{TAG}agent" not in each.get("Tags", ())
    ]
    data = {
        **save.data,
        "ObjectStates": objects,
        "LuaScript": "",
        "XmlUI": "",
        "ComponentTags": {"labels": []},
        "SnapPoints": [
            {key: value for key, value in point.items() if key != "Tags"}
            for point in save.data.get("SnapPoints", ())
        ],
    }
    data.pop("VectorLines", None)
    return Save(data, name=save.name)


def stripped(data: dict[str, Any], language: Language) -> dict[str, Any]:
    """One object without tags, notes and scripts; a prop by its printed name."""
    name = next((t[len(TAG) :] for t in data.get("Tags", ()) if t.startswith(TAG)), "")
    bare = {key: value for key, value in data.items() if key != "Tags"}
    bare |= {"GMNotes": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    if name.startswith("prop/"):
        kind = data["GMNotes"]
        bare |= {"Nickname": KIND[kind][language], "HideWhenFaceDown": True}
    elif name.startswith("card/"):
        bare |= {"Description": ""}
        bare["Nickname"] = data["Nickname"].split("(")[0].split("（")[0].strip()
    elif name.startswith("bloodpoints/"):
        bare |= {"Description": ""}
    elif name == "board":
        bare |= {"Description": PICTURE}
    return bare

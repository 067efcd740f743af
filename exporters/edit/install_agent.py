"""Put the agent into anybody's save: one object is added, every other byte stays."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

from exporters.edit import builders as build
from exporters.savefile import Save, SaveError, objects

AGENT_TAG = "ttsb:agent"
SURFACE = 0.96  # the height of the game's tables
SCALE = 0.5


def install_agent(save: Save, agent_script: str, *, about: str | None = None) -> Save:
    """The save with the agent in it; the one given is left as it is.

    An agent that is there already gets the new script and keeps its place and GUID. `about`: what
    its GM notes say of the mod (docs/agent.md); None leaves them, or makes them empty.

    Raises:
        SaveError: no list ObjectStates, or more than one agent.
    """
    present = save.data.get("ObjectStates")
    if not isinstance(present, list):
        raise SaveError(f"{save.name}: no list ObjectStates; this is no save the game plays")
    places = [number for number, each in enumerate(present) if is_agent(each)]
    if len(places) > 1:
        guids = " and ".join(str(present[number].get("GUID")) for number in places)
        raise SaveError(f"{save.name}: {len(places)} agents, {guids}; delete all but one")
    updated = list(present)
    if places:
        changes = {"LuaScript": agent_script} | ({} if about is None else {"GMNotes": about})
        updated[places[0]] = {**present[places[0]], **changes}
    else:
        updated.append(agent(save, agent_script, about or ""))
    return Save({**save.data, "ObjectStates": updated}, save.source, save.name)


def is_agent(each: Any) -> bool:
    """Whether an object carries the agent's tag."""
    tags = each.get("Tags") if isinstance(each, dict) else None
    return isinstance(tags, list) and AGENT_TAG in tags


def agent(save: Save, script: str, about: str) -> dict[str, Any]:
    """The agent as an object: a small locked block beside everything that is on the table."""
    return agent_object(free_guid(save), _beside(save), script, about)


def agent_object(guid: str, at: build.Vector, script: str, about: str) -> dict[str, Any]:
    """The agent's object at a place and with a GUID of the caller's choice."""
    return build.block(
        guid,
        at,
        scale=(SCALE, SCALE, SCALE),
        nickname="tts-bridge",
        notes=about,
        color=(0.2, 0.2, 0.25),
        tags=[AGENT_TAG],
        locked=True,
        grid=False,
        snap=False,
        script=script,
    )


def free_guid(save: Save) -> str:
    """A GUID that no object of the save has, nested ones included; the same for the same save."""
    used = {str(each.get("GUID")).lower() for _, each in objects(save)}
    guids = (hashlib.sha256(f"agent {n}".encode()).hexdigest()[:6] for n in itertools.count())
    return next(guid for guid in guids if guid not in used)


def _beside(save: Save) -> build.Vector:
    """East of what lies on the table, but not out of the camera's reach."""
    positions = [
        each.get("Transform") for each in save.data["ObjectStates"] if isinstance(each, dict)
    ]
    found = [place.get("posX") for place in positions if isinstance(place, dict)]
    east = max((x for x in found if isinstance(x, int | float) and abs(x) < 1e6), default=0)
    return (min(max(east + 5.0, 30.0), 120.0), SURFACE + SCALE / 2, 0.0)

"""The list of object tags that a save keeps for the game's menus. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable

from exporters.savefile import Json


def list_tags(save: Json, tags: Iterable[str]) -> bool:
    """Add to ComponentTags what it lacks; False for a save that has no such list (before v13)."""
    held = save.get("ComponentTags")
    labels = held.get("labels") if isinstance(held, dict) else None
    if not isinstance(labels, list):
        return False
    known = [each.get("normalized") for each in labels if isinstance(each, dict)]
    for tag in tags:
        if tag.lower() not in known:
            labels.append({"displayed": tag, "normalized": tag.lower()})
            known.append(tag.lower())
    return True

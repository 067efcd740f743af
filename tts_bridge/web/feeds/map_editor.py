"""The map editor: a draft over a picture or a table, edited on the page, undone, and saved.

Where it is saved is said on the command line: `save` is called with the draft, never with a path.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.dbd.board import CATEGORIES
from tts_bridge.game.rulebook import Item
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.text.page_words import all_words
from tts_bridge.text.wording import NO_GAME, Wording
from tts_bridge.web.feed import HOST, FeedError, Make, Viewer
from tts_bridge.web.feeds.map_draft import Draft, faults, made, parse_edit
from tts_bridge.web.feeds.table import Thing

REMEMBERED = 500
"""Edits that can be undone."""
MAGIC = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"RIFF": "image/webp",
}
Save = Callable[[Draft], None]
"""Writes a draft; raises ValueError with what is wrong, nothing being written then."""


def image_type(data: bytes) -> str:
    """The media type of a picture, by how it begins; "" for none that is shown."""
    return next((kind for magic, kind in MAGIC.items() if data.startswith(magic)), "")


class MapFeed:
    """The feed of a map in the making."""

    public = False

    def __init__(
        self,
        draft: Draft,
        save: Save,
        target: str,
        picture: bytes = b"",
        table: Sequence[Thing] = (),
        *,
        wording: Wording = NO_GAME,
    ) -> None:
        self.texts = tuple(Texts(language, wording) for language in LANGUAGES)
        self.publish: Callable[[Make], None] = lambda make: None
        self.draft = draft
        self.save = save
        self.target = target
        self.picture = picture
        self.table = table
        self.undone: list[Draft] = []
        self.before: list[Draft] = []
        self.saved = True

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        return {
            "kind": "map",
            "title": self.target,
            "actions": ["edit", "undo", "redo", "save"] if viewer == HOST else [],
            "words": all_words(self.texts, (*CATEGORIES, "wall")),
            "table": self.table,
            "picture": bool(self.picture),
        }

    def full(self, viewer: Viewer) -> Any:
        return {
            "game": 1,
            "reset": True,
            "records": [],
            "draft": self.draft,
            "faults": faults(self.draft),
            "undo": len(self.before),
            "redo": len(self.undone),
            "saved": self.saved,
        }

    def at(self, viewer: Viewer, step: int) -> Any:
        raise FeedError("a map has no steps")

    def seats(self) -> tuple[str, ...]:
        return ()

    def rulebook(self) -> tuple[Item, ...]:
        return ()

    def act(self, viewer: Viewer, what: str, argument: str) -> Any:
        if viewer != HOST:
            raise FeedError("only the host may do this")
        if what == "edit":
            self.edit(argument)
        elif what == "undo" and self.before:
            self.undone.append(self.draft)
            self.draft, self.saved = self.before.pop(), False
        elif what == "redo" and self.undone:
            self.before.append(self.draft)
            self.draft, self.saved = self.undone.pop(), False
        elif what == "save":
            self.write()
        elif what not in ("undo", "redo"):
            raise FeedError(f"{what}: not understood")
        self.publish(self.full)
        return {}

    def edit(self, text: str) -> None:
        """Make an edit. FeedError: it cannot be made, and nothing has changed."""
        try:
            after = made(self.draft, parse_edit(text))
        except ValueError as error:
            raise FeedError(str(error)) from error
        if after == self.draft:
            return
        self.before = [*self.before, self.draft][-REMEMBERED:]
        self.undone.clear()
        self.draft, self.saved = after, False

    def write(self) -> None:
        """Save the draft. FeedError: it cannot be saved so."""
        try:
            self.save(self.draft)
        except ValueError as error:
            raise FeedError(str(error)) from error
        self.saved = True

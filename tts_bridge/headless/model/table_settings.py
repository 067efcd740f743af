"""What a save says of the table as a whole: turns, hands, grid, light, notes, background."""

from typing import Any

from tts_bridge.headless.model.kinds import Data


class Statics:
    """Sections of the save such as "Turns"; only what was set is written back."""

    def __init__(self, data: Data) -> None:
        self._data = data
        self._changed: dict[str, Any] = {}
        self.styles: dict[str, dict[str, Any]] = {}  # logStyle by tag
        self.music: dict[str, Any] = {"status": "Stop", "index": -1, "shuffle": False}

    def get(self, section: str, key: str, default: Any) -> Any:
        """One field of a section; the default when it is missing or of another kind."""
        value = self.section(section).get(key)
        if isinstance(default, bool) or isinstance(value, bool):
            return value if isinstance(value, bool) and isinstance(default, bool) else default
        if isinstance(default, int | float):
            return value if isinstance(value, int | float) else default
        return value if isinstance(value, type(default)) else default

    def set(self, section: str, key: str, value: Any) -> None:
        """Set one field of a section."""
        self._changed[section] = {**self.section(section), key: value}

    def section(self, name: str) -> dict[str, Any]:
        """A section, empty when the save has none."""
        value = self.value(name, {})
        return value if isinstance(value, dict) else {}

    def value(self, name: str, default: Any) -> Any:
        """A top-level field."""
        value = self._changed.get(name, self._data.get(name))
        return default if value is None else value

    def put(self, name: str, value: Any) -> None:
        """Set a top-level field."""
        self._changed[name] = value

    def store(self, data: Data) -> None:
        """Write what was set into a save."""
        data.update(self._changed)

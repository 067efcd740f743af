"""Objects of a save as scripts see them: States and CustomDeck are numbered there, and a table
numbered from 1 is a list to anybody who does not know better. No I/O here."""

from typing import Any

_NUMBERED = ("States", "CustomDeck")
_NESTED = ("ContainedObjects", "ChildObjects")


def to_lua(data: dict[str, Any]) -> dict[str, Any]:
    """The same object with numbers for keys where TTS has them."""
    changed: dict[str, Any] = {}
    for name in _NUMBERED:
        found = data.get(name)
        if isinstance(found, dict):
            changed[name] = {_number(key): _inner(name, each) for key, each in found.items()}
    for name in _NESTED:
        found = data.get(name)
        if isinstance(found, list):
            changed[name] = [to_lua(each) if isinstance(each, dict) else each for each in found]
    return {**data, **changed} if changed else data


def _inner(name: str, each: Any) -> Any:
    return to_lua(each) if name == "States" and isinstance(each, dict) else each


def _number(key: object) -> object:
    return int(key) if isinstance(key, str) and key.isdecimal() else key


def from_lua(data: dict[str, Any]) -> dict[str, Any]:
    """The object as a save has it."""
    changed: dict[str, Any] = {}
    for name in _NUMBERED:
        found = data.get(name)
        if isinstance(found, list):
            found = dict(enumerate(found, 1))
        if isinstance(found, dict):
            changed[name] = {
                str(key): from_lua(each) if name == "States" and isinstance(each, dict) else each
                for key, each in found.items()
            }
    for name in _NESTED:
        found = data.get(name)
        if isinstance(found, list):
            changed[name] = [from_lua(each) if isinstance(each, dict) else each for each in found]
        elif found == {}:
            changed[name] = []
    return {**data, **changed} if changed else data

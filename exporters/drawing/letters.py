"""The letters by which figures are told apart, wherever they are drawn. No I/O here."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ARTICLE = re.compile("the ", re.IGNORECASE)


def significant(name: str) -> str:
    """A name without its article, from its first letter on a capital: "the Nurse" -> "Nurse"."""
    found = _ARTICLE.match(name)
    rest = name[found.end() :] if found else name
    return rest[:1].upper() + rest[1:]


def letter(name: str) -> str:
    """The letter of what need not be told apart from anything."""
    return significant(name)[:1] or "?"


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """The shortest beginnings that tell these names apart, by id, articles left out."""
    short = {id_: significant(name) for id_, name in names.items()}
    found = {}
    for id_, name in short.items():
        others = [each for other, each in short.items() if other != id_]
        size = next(
            (n for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in others)),
            len(name),
        )
        found[id_] = name[:size] or "?"
    return found

"""Names for files that every system takes: Windows, macOS, Linux, and git. No I/O here.

Names are compared as the pickiest of them does: without case, in one Unicode form.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 40  # characters of a readable name
DEEPEST = 140  # characters of a folder's path; Windows ends at 260

_BB_CODE = re.compile(r"\[/?(?:b|i|u|s|sub|sup)\]|\[[0-9a-fA-F]{6}\]|\[-\]", re.I)
_SPACED = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "-_")}
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)", re.I)
# Git keeps what it runs there. Windows knows a long name by a short one, too.
_GIT = re.compile(r"(?:\.git|git~[0-9]+)[. ]*(?::.*)?", re.I | re.DOTALL)
_FORBIDDEN = re.compile(r'[<>:"\\|?*\x00-\x1f\x7f\ud800-\udfff]')


def readable(text: str, longest: int = LONGEST) -> str:
    """What of a text can stand in a file name: letters of any script, digits, `_`, `-`.

    `""` when nothing can; never a name that Windows keeps for itself.
    """
    if len(text) <= longest and _PLAIN.fullmatch(text):
        name = text.strip("-")
    else:
        text = text[: 20 * longest]
        if "[" in text:
            text = _BB_CODE.sub("", text)
        if text.isascii():
            text = text.translate(_SPACED)
        else:
            text = unicodedata.normalize("NFC", text)
            text = "".join(c if _is_kept(c) else " " for c in text)
        name = "-".join(text.split()).strip("-")[:longest].rstrip("-")
    return f"{name}_" if _RESERVED.match(name) else name


def _is_kept(character: str) -> bool:
    # Marks too: without them Thai or Hindi is not legible. Surrogates and formatting are out.
    return character in "-_" or unicodedata.category(character)[0] in "LNM"


def folded(name: str) -> str:
    """What two names must not have in common to be two files everywhere."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


def is_safe_path(path: str) -> bool:
    """Whether `a/b/c` is a path inside a folder, and one that every system can keep."""
    if not path or len(path) > 1000 or _FORBIDDEN.search(path):
        return False
    return all(
        part
        and part[-1] not in ". "
        and part[0] != " "
        and not _RESERVED.match(part)
        and not is_git(part)
        for part in path.split("/")
    )


def is_git(part: str) -> bool:
    """Whether some system may take a name for `.git`: macOS passes over what does not show."""
    if not part.isascii():
        part = "".join(c for c in part if unicodedata.category(c) != "Cf")
        part = unicodedata.normalize("NFKC", part)
    return _GIT.fullmatch(part) is not None


def module_path(name: str) -> str:
    """Where a Lua module or an included file of that name lies: the name itself where it can.

    Without extension; `""` when nothing of the name can be kept.
    """
    if is_safe_path(name) and len(name) <= DEEPEST:
        return name
    parts = re.split(r"[/\\]+", name)
    safe = [
        part if is_safe_path(part) and len(part) <= LONGEST else readable(part) for part in parts
    ]
    return "/".join(filter(None, safe))[-DEEPEST:].strip("/.- ")


class Names:
    """The names taken in one folder."""

    def __init__(self, *reserved: str) -> None:
        self._taken = {folded(name) for name in reserved}
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """`wanted`, or with a number after it where that is taken."""
        key = folded(wanted)
        if key not in self._taken:
            self._taken.add(key)
            return wanted
        first, number = key, self._next.get(key, 2)
        while (key := folded(name := f"{wanted}.{number}")) in self._taken:
            number += 1
        self._next[first] = number + 1
        self._taken.add(key)
        return name

"""What TTS's interpreter knows of letters beyond ASCII: their case, classes and order. No I/O.

A code is a UTF-16 unit; halves of surrogate pairs are no letters.
"""

import unicodedata

_DIGITS, _LETTERS = 1 << 20, 2 << 20  # below are marks and spaces


def upper(text: str) -> str:
    """Capitals, one for one as .NET has it."""
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


def lower(text: str) -> str:
    """Small letters, one for one."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def classes(code: int) -> str:
    """The letters of the pattern classes (a, c, g, l, p, s, u, w) the unit is in."""
    c = chr(code)
    kind = unicodedata.category(c)
    found = ""
    if kind[0] == "L":
        found += "aw"
    if kind == "Nd":
        found += "w"
    if kind == "Ll":
        found += "l"
    if kind == "Lu":
        found += "u"
    if kind == "Cc":
        found += "c"
    if kind[0] in "PS":
        found += "p"
    if c.isspace():
        found += "s"
    elif kind[0] != "C":
        found += "g"
    return found


def weight(code: int) -> tuple[int, int, int]:
    """What counts first, second and third when two texts are put in order."""
    c = chr(code)
    base = unicodedata.normalize("NFD", c)
    accent = ord(base[1]) if len(base) > 1 else 0
    letter = base[0].lower()
    kind = unicodedata.category(c)
    if kind[0] == "N":
        return _DIGITS + code, 0, 0
    if kind[0] == "L":
        return _LETTERS + ord(letter[0]), accent, int(c.isupper())
    return code, 0, 0

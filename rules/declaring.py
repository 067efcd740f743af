"""What may be declared of a position: which values a field takes, and what to say of any other.

A game states the domain of every field that a single word can declare. No I/O here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Protocol

from msgspec import Struct

NOTHING = "-"
"""How one types that a field holds nothing."""
MANY = 12
"""More allowed values than these are not listed: the nearest are."""
NEAREST = 6
LONGEST = 80
"""Characters of a word that are told again."""
LARGEST = 999
"""No number of a position is larger: rounds, progress, tokens."""


class Trouble(Struct, frozen=True):
    """Why something cannot be declared or played on from: a code, and what its text says."""

    code: str
    word: str = ""
    about: str = ""
    near: str = ""
    """What was meant, perhaps."""
    allowed: tuple[str, ...] = ()
    """What would do: every value, or the nearest ones."""
    more: int = 0
    """How many others would do as well."""


class DeclareError(ValueError):
    """Something cannot be declared; `trouble` says why and what would do."""

    def __init__(self, trouble: Trouble) -> None:
        allowed = f"; {', '.join(trouble.allowed)}" if trouble.allowed else ""
        super().__init__(f"{trouble.about} {trouble.code} {trouble.word!r}{allowed}".strip())
        self.trouble = trouble


class OneOf(Struct, frozen=True):
    """A field that takes one of some values, each by the word that one types."""

    words: Mapping[str, Any]
    known: Collection[Any] = ()
    """Values that it may hold as well, though nobody can declare them now."""
    spelt: Mapping[str, Any] = {}
    """Other words for the same values; they are not listed."""

    def read(self, word: str) -> Any:
        """The value of a word. KeyError: it has none."""
        found = {**self.spelt, **self.words}
        return found[word] if word in found else found[word.casefold()]

    def holds(self, value: Any) -> bool:
        """Whether a position can have this value."""
        return value in self.words.values() or value in self.known

    def listed(self) -> tuple[str, ...]:
        """Every word."""
        return tuple(self.words)


class Number(Struct, frozen=True):
    """A field that takes a whole number of a range."""

    low: int
    high: int

    def read(self, word: str) -> int:
        """The number that a word is. KeyError: none, or out of the range."""
        if not re.fullmatch(r"-?[0-9]{1,9}", word) or not self.low <= int(word) <= self.high:
            raise KeyError(word)
        return int(word)

    def holds(self, value: Any) -> bool:
        """Whether a position can have this value: house rules may lead beyond the range."""
        return isinstance(value, int) and 0 <= value <= LARGEST

    def listed(self) -> tuple[str, ...]:
        """The range; a single number alone."""
        return (f"{self.low}–{self.high}" if self.low < self.high else f"{self.low}",)


Domain = OneOf | Number
Domains = Mapping[str, Domain]
"""The domain of each field that a word can declare."""
YES_NO = OneOf({"yes": True, "no": False}, spelt={"true": True, "false": False})


class Declarable(Protocol):
    """What a game says of declaring: the domains of a thing of a position, or of itself."""

    def __call__(self, thing: Any, state: Any, /) -> Domains: ...


def ids(words: Iterable[str], *, nothing: bool = False, known: Collection[str] = ()) -> OneOf:
    """The domain of ids, each typed as it is; with `nothing` also of none."""
    return OneOf({**({NOTHING: ""} if nothing else {}), **{word: word for word in words}}, known)


def nearest(word: str, words: Collection[str]) -> str:
    """The word that was meant, perhaps, or ""."""
    typed = word.casefold()
    by_word = {each.casefold(): each for each in words if each != NOTHING}
    begun = [each for each in by_word if typed and each.startswith(typed)]
    parts = [each for each in by_word if typed and typed in each.split("-")]
    close = begun or parts or get_close_matches(typed[:60], by_word, 1, 0.5)
    return by_word[close[0]] if close else ""


def offered(word: str, words: Collection[str]) -> tuple[tuple[str, ...], int]:
    """The words that would do, and how many more there are: of many only the nearest."""
    listed = tuple(words)
    if len(listed) <= MANY:
        return listed, 0
    by_word = {each.casefold(): each for each in listed}
    close = get_close_matches(word.casefold()[:60], by_word, NEAREST, 0.0)
    return tuple([by_word[each] for each in close]), len(listed) - len(close)


def refused(code: str, word: str, words: Collection[str], about: str = "") -> DeclareError:
    """The error for a word that is none of these."""
    allowed, more = offered(word, words)
    near = nearest(word, words)
    return DeclareError(Trouble(code, word[:LONGEST], about, near, allowed, more))


def read(domain: Domain, word: str, about: str) -> Any:
    """The value that a word declares.

    Raises:
        DeclareError: none of the domain's; says which are, or the nearest.
    """
    try:
        return domain.read(word)
    except KeyError as error:
        raise refused("declare.value", word, domain.listed(), about) from error

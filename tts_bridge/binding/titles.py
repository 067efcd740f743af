"""What a piece is called when somebody is asked for it: `Noise 3`, `Sprint (Meg Thomas)`."""

from __future__ import annotations

from collections.abc import Iterator

from tts_bridge.binding.names import named
from tts_bridge.texts import Texts


def title(texts: Texts, ident: str) -> str:
    """The name of a piece by its id, with its number or whose it is."""
    kind, _, rest = ident.partition("/")
    words = [word for word in rest.split("/") if word]
    number = words.pop() if words and words[-1].isdecimal() else ""
    if kind == "figure":
        return texts.name(rest)
    owner = ""
    if words and named(texts.game, f"figure/{words[0]}", "en"):
        owner = texts.name(words.pop(0))
    inner = "/".join(words)
    known = (named(texts.game, each, texts.language) for each in meanings(kind, inner))
    name = next((each for each in known if each), kind)
    if kind in ("deck", "discard"):
        name = texts.text(f"bind.{kind}.{inner}")
    elif kind == "slot":
        name = texts.name(inner)
    shown = f"{name} {number}".strip()
    return f"{shown} ({owner})" if owner else shown


def meanings(kind: str, inner: str) -> Iterator[str]:
    """What an id may mean, the nearest first."""
    base = inner.rpartition("-")[0] or inner
    yield f"{kind}/{inner}"
    if kind == "prop":
        yield f"category/{base}"
    if kind == "die":
        yield f"{base}-{kind}"  # a die of some use: the skill check dice, the danger die
    yield kind

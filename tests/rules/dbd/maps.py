"""Maps by chance, all of which the rules of `problems` allow."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.dbd.board import CATEGORIES, PROP_TOTALS, WALLS, Board, Colour, Path, Props, Space

COLOURS: tuple[Colour, ...] = ("red", "green", "blue", "yellow")
WORDS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=20
)


@st.composite
def boards(draw: st.DrawFn, most: int = 9) -> Board:
    """A map of 6 or more spaces on a grid, a tree of paths, some more of them, and four walls."""
    count = draw(st.integers(6, most))
    cells = draw(st.permutations([(x, y) for x in range(4) for y in range(4)]))[:count]
    shift = st.floats(-0.15, 0.15, allow_nan=False).map(lambda each: round(each, 3))
    starts = draw(st.permutations(range(count)))
    shares = {
        category: draw(st.lists(st.integers(0, count - 1), min_size=total, max_size=total))
        for category, total in PROP_TOTALS.items()
    }
    spaces = tuple(
        Space(
            f"space-{n}",
            draw(names()),
            x + draw(shift),
            y + draw(shift),
            Props(**{category: shares[category].count(n) for category in CATEGORIES}),
            starts[n] if starts[n] < 6 else None,
        )
        for n, (x, y) in enumerate(cells)
    )
    pairs = [(n, draw(st.integers(0, n - 1))) for n in range(1, count)]
    some = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    pairs += [pair for pair in draw(st.lists(some, max_size=count)) if pair[0] != pair[1]]
    walled = draw(st.permutations(range(len(pairs))))[:WALLS]
    paths = tuple(
        Path(f"path-{n}", spaces[a].id, spaces[b].id, draw(st.sampled_from(COLOURS)), n in walled)
        for n, (a, b) in enumerate(pairs)
    )
    source = draw(st.text(max_size=30))
    return Board(1, "by-chance", draw(names()), spaces, paths, source)


def names() -> st.SearchStrategy[dict[str, str]]:
    """A name in one language or both."""
    return st.dictionaries(st.sampled_from(("en", "zh")), WORDS, min_size=1)

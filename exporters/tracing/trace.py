"""A map of *Dead by Daylight* read off a save in which somebody drew it. No I/O here.

Snap points, or zones, are its spaces; coloured lines are its paths; what is
written beside a space says its name, start number and props. `docs/maps.md` tells a host how.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from msgspec import Struct

from exporters.savefile import Save
from exporters.tracing.drawing import (
    Drawing,
    Site,
    TraceError,
    Written,
    drawing,
    gap,
    nearest,
    written,
)
from exporters.tracing.strokes import Drawn, apart, paths, scale, shown
from rules.dbd.board import CATEGORIES, PROP_TOTALS, Board, Path, Props, Space, problems
from rules.dbd.mapfile import is_id, slug, unused

CLOSEST = 0.5
"""Inches between two snap points below which they are one, set twice."""
DIGITS = 4
MOST_SPACES = 60
"""As in a map file."""

__all__ = ["TraceError", "Traced", "trace"]


class Traced(Struct, frozen=True):
    """What was read: the map, what stands in it by default, and what is wrong, a line each."""

    board: Board
    told: tuple[str, ...]
    problems: tuple[str, ...]


def trace(save: Save, name: str, *, language: str = "en", tolerance: float | None = None) -> Traced:
    """Read a map off a save.

    Args:
        name: of the map.
        language: of what is written on the table, `en` or `zh`.
        tolerance: how many inches from its space a line may end; two fifths of the distance of
            the two nearest spaces where nothing is said.

    Raises:
        TraceError: fewer than two spaces, two of them at one place, or no line between any two.
    """
    name = name or "Map"
    seen = drawing(save)
    sites = spaces_of(seen)
    spacing = min(gap(a.at, b.at) for a, b in itertools.combinations(sites, 2))
    by = scale(spacing, tolerance)
    found = paths(seen.strokes, sites, by)
    if not found.paths:
        why = "; ".join(found.problems[:3])
        raise TraceError(
            "no red, green, blue or yellow line joins two spaces; draw them with the drawing "
            f"tool{f' ({why})' if why else ''}"
        )
    told: list[str] = []
    spaces = named_spaces(seen, sites, language, spacing, told)
    lines = named_paths(seen, found.paths, spaces)
    told += drawn_twice(lines)
    board = Board(
        1,
        slug(name, "map"),
        {"zh": name[:80]} if language == "zh" else {"en": name[:80]},
        tuple(spaces),
        tuple(lines),
        "traced at the table",
    )
    return Traced(board, tuple(told), (*found.problems, *problems(board)))


def spaces_of(seen: Drawing) -> list[Site]:
    """The spaces: zones that say so, else snap points, else any zones.

    Raises:
        TraceError: see `trace`.
    """
    sites = [*(seen.zones or seen.snaps or seen.others)]
    if len(sites) < 2:
        raise TraceError(
            f"SnapPoints: {len(sites)} of them; put one into the middle of every space"
        )
    if len(sites) > MOST_SPACES:
        raise TraceError(
            f"SnapPoints: {len(sites)} of them, and a map has at most {MOST_SPACES} spaces; take "
            "those away that are no middle of a space"
        )
    close = [
        f"spaces at {shown(a.at)} and {shown(b.at)}: {gap(a.at, b.at):.2f} inches apart, less than "
        f"{CLOSEST}; take one of the snap points away"
        for a, b in itertools.combinations(sites, 2)
        if gap(a.at, b.at) < CLOSEST
    ]
    if close:
        raise TraceError("\n".join(close))
    return sites


def named_spaces(
    seen: Drawing, sites: Sequence[Site], language: str, spacing: float, told: list[str]
) -> list[Space]:
    """The spaces with what is written and what lies there; `told` says what is not."""
    labels = read_labels(seen, sites, spacing)
    props = props_of(seen, sites, labels, told)
    starts = starts_of(labels, told)
    nameless = sum(not label.name for label in labels)
    if nameless:
        told.append(f"{nameless} spaces have no name on the table; they are numbered")
    left = min(site.at.x for site in sites)
    top = max(site.at.z for site in sites)
    found: list[Space] = []
    taken: set[str] = set()
    for number, (site, label) in enumerate(zip(sites, labels, strict=True)):
        plain = f"space-{number + 1}"
        id_ = unused(slug(site.id, "") or slug(label.name, ""), plain, taken)
        taken.add(id_)
        title = label.name or f"{'区域' if language == 'zh' else 'Space'} {number + 1}"
        x, y = ((site.at.x - left) / spacing, (top - site.at.z) / spacing)
        found.append(
            Space(
                id_,
                {"zh": title} if language == "zh" else {"en": title},
                round(x, DIGITS),
                round(y, DIGITS),
                props[number],
                starts[number],
            )
        )
    return found


def read_labels(seen: Drawing, sites: Sequence[Site], spacing: float) -> list[Written]:
    """What is written at each space, or is a zone's name: a label belongs to the nearest space."""
    found = [written(site.name) for site in sites]
    for label in seen.labels:
        number, off = nearest(sites, label.at)
        if off > (0 if sites[number].box else spacing / 2):
            continue
        new, old = written(label.text), found[number]
        found[number] = Written(
            " ".join(part for part in (old.name, new.name) if part)[:80],
            old.start if new.start is None else new.start,
            old.props if new.props is None else new.props,
        )
    return found


def props_of(
    seen: Drawing, sites: Sequence[Site], labels: Sequence[Written], told: list[str]
) -> list[Props]:
    """How many props each space holds: tokens of ours that lie there, else what is written."""
    counts = [dict.fromkeys(CATEGORIES, 0) for _ in sites]
    lying = [piece for piece in seen.pieces if piece.name.startswith("prop/")]
    for piece in lying:
        category = piece.name.removeprefix("prop/").rpartition("-")[0]
        number, _ = nearest(sites, piece.at)
        if category in counts[number]:
            counts[number][next(c for c in CATEGORIES if c == category)] += 1
    for count, label in zip(counts, labels, strict=True):
        if not lying and label.props is not None:
            count.update(zip(CATEGORIES, label.props, strict=True))
    if not lying and all(label.props is None for label in labels):
        for category, total in PROP_TOTALS.items():
            for number in range(total):
                counts[number * len(sites) // total % len(sites)][category] += 1
        told.append(
            "how many props a space holds is not on the table; they are spread evenly: correct it "
            "in the file, or write 2/1/0/1 (Objective, Boldness, Survival, Altruism) at each space"
        )
    return [Props(**{c: min(n, 12) for c, n in count.items()}) for count in counts]


def starts_of(labels: Sequence[Written], told: list[str]) -> list[int | None]:
    """The start number of each space; the first six spaces have them where none is written."""
    starts = [label.start for label in labels]
    if any(start is not None for start in starts):
        return starts
    told.append(
        "start numbers are not on the table; the first six spaces have them: correct it in the "
        "file, or write [0] to [5] at six spaces"
    )
    return [number if number < 6 else None for number in range(len(labels))]


def named_paths(seen: Drawing, drawn: Sequence[Drawn], spaces: Sequence[Space]) -> list[Path]:
    """The paths with the ids that zones of ours in their middle have, else with plain ones."""
    given = path_ids(seen, drawn)
    found: list[Path] = []
    taken = {*given.values()}
    for number, path in enumerate(drawn):
        a, b = spaces[path.a].id, spaces[path.b].id
        plain = f"{a[:24]}-{b[:24]}-{path.colour}".replace("--", "-")
        id_ = given.get(number) or unused("", plain, taken)
        taken.add(id_)
        found.append(Path(id_, a, b, path.colour, path.wall))
    return found


def path_ids(seen: Drawing, drawn: Sequence[Drawn]) -> dict[int, str]:
    """The id of each path by its number, where a zone says so.

    A zone may lie where two paths cross: of those, it names the one that stands as far down the
    list of paths as it does in the list of zones.
    """
    zones = [
        piece
        for piece in seen.pieces
        if piece.name.startswith("path/") and is_id(piece.name.removeprefix("path/"))
    ]
    pairs = sorted(
        (round(apart(path.line, zone.at), 1), abs(m - n), n, m)
        for n, path in enumerate(drawn)
        for m, zone in enumerate(zones)
    )
    found: dict[int, str] = {}
    used: set[int] = set()
    for off, _, n, m in pairs:
        if off <= CLOSEST and n not in found and m not in used:
            found[n] = zones[m].name.removeprefix("path/")
            used.add(m)
    return found


def drawn_twice(lines: Iterable[Path]) -> list[str]:
    """A line for each two paths that look the same."""
    seen: dict[tuple[str, ...], int] = {}
    for path in lines:
        ends = (path.a, path.b) if path.colour == "yellow" else tuple(sorted((path.a, path.b)))
        seen[(path.colour, *ends)] = seen.get((path.colour, *ends), 0) + 1
    return [
        f"{count} {colour} paths join {a} and {b}; delete one if it was drawn twice"
        for (colour, a, b), count in seen.items()
        if count > 1
    ]

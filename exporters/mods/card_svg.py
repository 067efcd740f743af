"""Faces of cards and tokens, and sheets of them, as SVG. Everything drawn here is of our making."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from exporters.drawing import svg
from exporters.drawing.svg import Markup, join
from exporters.drawing.text_fit import LEADING, fit
from exporters.mods.dbd.card_texts import Face, Style

CARD = (400, 560)
TOKEN = (400, 400)
EDGE = 26
PAPER: dict[Style, tuple[str, str]] = {
    "survivor": ("#20343a", "#2f7a6f"),
    "killer": ("#33191c", "#a02c31"),
    "item": ("#2b2a3a", "#6a5a9a"),
    "red": ("#33201f", "#c9463c"),
    "green": ("#1d3022", "#2f9a4e"),
    "blue": ("#1c2a3d", "#3b80cf"),
    "yellow": ("#332e18", "#c9a524"),
    "wait": ("#2a2a2e", "#7a7a85"),
    "objective": ("#332e18", "#e0bd38"),
    "boldness": ("#33201f", "#d9564b"),
    "survival": ("#1c2a3d", "#4a90e2"),
    "altruism": ("#1d3022", "#3fae5a"),
}
"""Ground and band."""
INK, FAINT, GOLD = "#f4f1ea", "#c3c0b8", "#ffd35c"
# Strokes in a square from -50 to 50.
ICONS: dict[str, str] = {
    "generator": '<rect x="-42" y="-14" width="84" height="46"/><path d="M-28 -14v-22h24v22'
    'M8 -14v-14h24v14M-30 32v12M30 32v12"/><path d="M4 -6l-14 18h12l-8 16"/>',
    "exit-gate": '<path d="M-40 44v-86h80v86M-20 44v-66M0 44v-66M20 44v-66M-40 -22h80"/>',
    "hook": '<path d="M-34 44v-86h60v22M26 -20v20a18 18 0 1 1 -36 0M-10 0l-8 8M-10 0l10 6"/>',
    "hex-totem": '<path d="M-30 46L-8 -4M30 46L8 -4M0 46v-44M-24 30h48"/>'
    '<circle cx="0" cy="-24" r="20"/><path d="M-8 -26h2M6 -26h2M-6 -12h12"/>',
    "chest": '<path d="M-42 -6a42 30 0 0 1 84 0v44h-84zM-42 -6h84M-8 -6v18h16v-18"/>',
    "locker": '<rect x="-30" y="-46" width="60" height="92"/><path d="M0 -46v92M-20 -30h10'
    'M-20 -20h10M10 -30h10M10 -20h10M-8 4v10M8 4v10"/>',
    "pallet": '<rect x="-44" y="-34" width="88" height="14"/><rect x="-44" y="-8" width="88" '
    'height="14"/><rect x="-44" y="18" width="88" height="14"/><path d="M-30 -34v66M30 -34v66"/>',
    "crow": '<path d="M-46 6q20 -34 46 -20q6 -20 24 -18l16 8l-14 4q0 34 -38 42l-6 20m0 -20'
    'l-22 4l10 -14q-16 2 -16 -6z"/><circle cx="20" cy="-24" r="2"/>',
    "sneak": '<path d="M-44 10h70M10 -10l20 20l-20 20M-44 -18h26"/>',
    "sprint": '<path d="M-46 0h80M14 -24l24 24l-24 24M-46 -18h34M-46 18h34"/>',
    "crouch": '<path d="M-44 -16q44 40 78 24M20 -10l16 18l-22 10"/>',
    "vault": '<path d="M-46 30q40 -90 80 -10M16 22l20 0l2 -22M-6 44v-34h16v34"/>',
    "wait": '<circle cx="0" cy="0" r="40"/><path d="M0 -24v24l18 12"/>',
}


class Picture(Struct, frozen=True):
    """A picture to be made: a sheet of faces, or one face.

    `faces` are the ids in it, row by row; `across` and `down` how many of them.
    """

    name: str
    svg: str
    faces: tuple[str, ...]
    across: int = 1
    down: int = 1

    @property
    def file(self) -> str:
        """A file's name that changes with what is on the picture."""
        digest = hashlib.sha256(self.svg.encode()).hexdigest()[:12]
        return f"{self.name.replace('/', '-')}-{digest}.png"


def sheet(name: str, faces: Sequence[Face], across: int) -> Picture:
    """A sheet of cards, as the game cuts it: row by row, at most 10 x 7."""
    down = -(-len(faces) // across)
    wide, high = CARD
    drawn = [
        svg.group(card(face), transform=svg.translate(n % across * wide, n // across * high))
        for n, face in enumerate(faces)
    ]
    made = document((wide * across, high * down), *drawn)
    return Picture(name, made, tuple(face.id for face in faces), across, down)


def document(size: tuple[int, int], *drawn: Markup) -> str:
    """A drawing of a size in pixels."""
    return svg.document((0, 0, *size), *drawn)


def back(name: str, style: Style, title: str) -> Picture:
    """The back of a deck's cards."""
    wide, high = CARD
    ground, band = PAPER[style]
    lines = fit(title, (wide - 3 * EDGE, 200), (54, 46, 38, 30))
    frame = {"stroke": band}
    drawn = [
        svg.rect(0, 0, wide, high, ground),
        svg.rect(
            EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE, "none", rx=18, stroke_width=8, **frame
        ),
        svg.polygon((200, 120, 240, 200, 200, 280, 160, 200), "none", stroke_width=8, **frame),
        centred(lines.lines, lines.size, wide / 2, 360, INK),
    ]
    return Picture(name, document(CARD, *drawn), ("back",))


def card(face: Face) -> Markup:
    """A card's face, of the size `CARD`."""
    wide, high = CARD
    ground, band = PAPER[face.style]
    badge = 72 if face.cost is not None else 0
    title = fit(face.title, (wide - 2 * EDGE - badge, 84), (38, 34, 30, 27, 24))
    drawn = [
        svg.rect(0, 0, wide, high, ground),
        svg.rect(0, 0, wide, 122, band),
        lettered(title.lines, title.size, EDGE, 16 + (72 - title.height) / 2, INK, bold=True),
        lettered((face.kind,), 19, EDGE, 92, INK),
    ]
    if face.cost is not None:
        drawn += [
            svg.circle(wide - 50, 52, 34, ground, stroke=INK, stroke_width=4),
            centred((str(face.cost),), 40, wide - 50, 26, INK),
        ]
    top = 138.0
    if face.icon:
        drawn.append(icon(face.icon, wide / 2, 220, 1.6, INK))
        top = 320
    foot = fit(face.foot, (wide - 2 * EDGE, 62), (18, 17, 16, 15))
    bottom = high - 18 - foot.height
    drawn.append(lettered(foot.lines, foot.size, EDGE, bottom, FAINT))
    if face.assumed:
        mark = fit(face.assumed, (wide - 2 * EDGE, 60), (19, 17, 15))
        bottom -= mark.height + 10
        drawn.append(lettered(mark.lines, mark.size, EDGE, bottom, GOLD))
    drawn.append(svg.line(EDGE, bottom - 8, wide - EDGE, bottom - 8, band, 3))
    drawn.append(paragraphs(face.text, (EDGE, top), (wide - 2 * EDGE, bottom - 20 - top)))
    return join(drawn)


def paragraphs(
    texts: Sequence[tuple[str, str]], at: tuple[float, float], box: tuple[float, float]
) -> Markup:
    """Headings and texts below each other, as large as the box allows."""
    for size in (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14):
        small = max(15.0, size * 0.72)
        heads = [fit(head, (box[0], 99), (small,)) if head else None for head, _ in texts]
        bodies = [
            fit(text, (box[0], 999), (size if head == "" else size * 0.88,)) for head, text in texts
        ]
        gap = size * 0.5
        total = sum(
            body.height + (head.height if head else 0) + gap
            for head, body in zip(heads, bodies, strict=True)
        )
        if total <= box[1]:
            break
    drawn, y = [], at[1]
    for head, body in zip(heads, bodies, strict=True):
        if head is not None:
            drawn.append(lettered(head.lines, head.size, at[0], y, GOLD))
            y += head.height
        drawn.append(lettered(body.lines, body.size, at[0], y, INK))
        y += body.height + gap
    return join(drawn)


def token(name: str, face: Face) -> Picture:
    """The front or back of a prop token, of the size `TOKEN`."""
    wide, high = TOKEN
    ground, band = PAPER[face.style]
    drawn = [svg.rect(0, 0, wide, high, ground if face.text else band)]
    if face.text:
        title = fit(face.title, (wide - 2 * EDGE, 56), (46, 40, 34, 28))
        drawn += [
            svg.rect(0, 0, wide, 196, band),
            icon(face.icon, wide / 2, 72, 1.15, ground),
            centred(title.lines, title.size, wide / 2, 132, ground, bold=True),
            paragraphs(face.text, (EDGE, 206), (wide - 2 * EDGE, high - 214)),
        ]
    else:
        lines = fit(face.title, (wide - 2 * EDGE, 120), (84, 72, 64, 56, 48))
        drawn += [
            svg.rect(20, 20, wide - 40, high - 40, "none", rx=24, stroke=ground, stroke_width=12),
            centred(lines.lines, lines.size, wide / 2, 200 - lines.height / 2, ground, bold=True),
        ]
    return Picture(name, document(TOKEN, *drawn), (face.id,))


def icon(name: str, x: float, y: float, size: float, ink: str) -> Markup:
    """A sign for a kind of prop or a movement card."""
    return svg.group(
        Markup(ICONS[name]),
        transform=f"{svg.translate(x, y)} scale({size})",
        fill="none",
        stroke=ink,
        stroke_width=6,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def lettered(
    lines: Sequence[str],
    size: float,
    x: float,
    top: float,
    ink: str,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> Markup:
    """Lines of text from the left; `top` is where the first one's box begins."""
    weight = "bold" if bold else None
    return join(
        svg.text(x, top + size * (n * LEADING + 1.0), size, words, ink, anchor, font_weight=weight)
        for n, words in enumerate(lines)
    )


def centred(
    lines: Sequence[str], size: float, x: float, top: float, ink: str, *, bold: bool = False
) -> Markup:
    """Lines of text around a middle."""
    return lettered(lines, size, x, top, ink, bold=bold, anchor="middle")

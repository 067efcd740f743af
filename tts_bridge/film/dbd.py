"""Pictures of *Dead by Daylight* positions: what lies on the map, as SVG over the map itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exporters.mods.dbd.layout import Plan, Point, plan
from exporters.mods.dbd.map_svg import draw_board
from exporters.xmltext import escape
from rules.dbd.board import Board
from rules.dbd.state import GENERATORS_TO_POWER, SACRIFICES_TO_WIN, State
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.vocabulary import GameNames

FILLS = ("#f2f2f2", "#e04f45", "#3fae5a", "#4a90e2", "#9b59d0")
"""Of the figures, in their order; the Killer is the last."""


class Stage:
    """A map, and what is drawn on it."""

    def __init__(self, board: Board, texts: Texts) -> None:
        self.plan: Plan = plan(board)
        self.texts = texts
        whole = draw_board(board, GameNames(texts.wording), texts.language)
        found = re.search(r'viewBox="([^"]*)"', whole)
        assert found is not None, "the map is drawn with a view box"
        self.view = found[1]
        self.map = whole[whole.index(">", whole.index("<svg")) + 1 : whole.rindex("</svg>")]

    def overlay(self, state: State) -> str:
        """The figures, props and tokens of a position, over the map."""
        return "".join([*self.props(state), *self.paths(state), *self.figures(state)])

    def props(self, state: State) -> Iterator[str]:
        """Props that lie face up, and those that are gone."""
        for prop in state.props:
            slot = self.plan.slots[prop.id]
            half = slot.size / 2
            left, top = slot.at.x - half, -slot.at.z - half
            if prop.at and not prop.kind:
                continue
            fill = "#f7f1dc" if prop.at else "#33373f"
            yield (
                f'<rect x="{left:.2f}" y="{top:.2f}" width="{slot.size:.2f}" '
                f'height="{slot.size:.2f}" rx="0.08" fill="{fill}"/>'
            )
            if prop.at:
                name = self.texts.name(prop.kind)
                count = f" {prop.progress}" if prop.progress else ""
                yield self.word(slot.at, name[:2] + count, slot.size * 0.4, "#1d1f24", name)
            if state.entity == prop.id:
                yield self.claw(slot.at)

    def paths(self, state: State) -> Iterator[str]:
        """Walls that fell, pallets that lie, the Entity."""
        for path in state.board.paths:
            box = self.plan.middles[path.id]
            at = Point(box.x, box.z)
            if path.wall and path.id not in state.walls:
                yield self.word(at, "✕", 0.9, "#e04f45", self.texts.name(path.id))
            if path.id in state.pallets:
                name = self.texts.name("pallet")
                yield (
                    f'<rect x="{box.x - 0.5:.2f}" y="{-box.z - 0.2:.2f}" width="1" height="0.4" '
                    f'fill="#c98f4e" stroke="#1d1f24" stroke-width="0.05"><title>{escape(name)}'
                    "</title></rect>"
                )
            if state.entity == path.id:
                yield self.claw(at)

    def figures(self, state: State) -> Iterator[str]:
        """Who stands where; a wounded one has a red ring, one on a hook lies on its side."""
        for index, figure in enumerate(state.figures):
            here = [each.id for each in state.figures if each.at == figure.at]
            stands = self.plan.stands[figure.at]
            at = stands[here.index(figure.id) % len(stands)]
            name = self.texts.name(figure.id)
            ring = "#ff2d2d" if figure.wounded else "#1d1f24"
            tilt = f' transform="rotate(90 {at.x:.2f} {-at.z:.2f})"' if figure.hook else ""
            yield (
                f'<g{tilt}><circle cx="{at.x:.2f}" cy="{-at.z:.2f}" r="0.42" '
                f'fill="{FILLS[index % len(FILLS)]}" stroke="{ring}" '
                f'stroke-width="{0.16 if figure.wounded else 0.06}"/>'
                f"{self.word(at, name[:1], 0.5, '#1d1f24', name)}</g>"
            )

    def claw(self, at: Point) -> str:
        """The Entity over a path or prop."""
        return (
            f'<circle cx="{at.x:.2f}" cy="{-at.z:.2f}" r="0.45" fill="none" stroke="#ff2d2d" '
            f'stroke-width="0.14" stroke-dasharray="0.2 0.1"/>'
        )

    def word(self, at: Point, text: str, size: float, fill: str, title: str) -> str:
        """A short text in the middle of a place."""
        return (
            f'<text x="{at.x:.2f}" y="{-at.z + size * 0.35:.2f}" font-size="{size:.2f}" '
            f'text-anchor="middle" font-weight="bold" fill="{fill}"><title>{escape(title)}</title>'
            f"{escape(text)}</text>"
        )

    def score(self, state: State) -> list[tuple[str, str]]:
        """What stands beside the map: Bloodpoints, repaired generators, sacrifice progress."""
        rows = [(self.texts.name(figure.id), str(figure.bp)) for figure in state.figures]
        repaired = f"{state.repaired}/{GENERATORS_TO_POWER}"
        return [*rows, ("⚙", repaired), ("☠", f"{state.track}/{SACRIFICES_TO_WIN}")]

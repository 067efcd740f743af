"""How the page shows it: three places, a child in each that is known, and two jars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireflies.rules import CODES, PLACES, SEATS, Blow, Choose, State
from tts_bridge.drawing.scene import HIDDEN, Area, Counter, Ground, Mark, Panel

TONES = dict(zip(SEATS, ("seat-1", "seat-2"), strict=True))
WIDE = 4.0


class Drawing:
    """The drawing, as `tts_bridge.drawing.scene.Drawing`. It is given views, always."""

    rule_of: Mapping[Any, str] = {Choose: "p.1", Blow: "p.2"}
    code_of: Mapping[Any, str] = {Choose: "choose.no-place", Blow: "wind.no-face"}
    code_of_step: Mapping[str, str] = {}
    acts: tuple[str, ...] = ()
    example = "round=2"
    questions: Mapping[Any, Any] = {}
    hidden_fields = ("chosen",)
    shared: tuple[str, ...] = ()

    def ground(self, state: State) -> Ground:
        boxes = {place: (index * WIDE, 0.0, WIDE - 0.5, 3.0) for index, place in enumerate(PLACES)}
        areas = tuple(Area(place, box) for place, box in boxes.items())
        return Ground((-0.5, -0.5, WIDE * len(PLACES) + 0.5, 4.0), areas, ())

    def marks(self, state: State) -> tuple[Mark, ...]:
        now = {seat: at for seat, at in state.chosen.items() if at != HIDDEN}
        where = now if state.chosen else state.went
        return tuple(
            Mark(
                f"figure/{seat}",
                at,
                PLACES.index(at) * WIDE + 1.0 + SEATS.index(seat) * 1.3,
                2.0,
                1.0,
                "survivor",
                TONES[seat],
                name=seat,
            )
            for seat, at in where.items()
        )

    def panels(self, state: State) -> tuple[Panel, ...]:
        return tuple(
            Panel(seat, TONES[seat], counters=(Counter("firefly", state.jar[seat]),))
            for seat in SEATS
        )

    def counters(self, state: State) -> tuple[Counter, ...]:
        return (Counter("evening", min(state.round, state.evenings), state.evenings),)

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def words(self, state: State) -> tuple[str, ...]:
        return (*SEATS, *PLACES, "firefly", "evening", *CODES)


DRAWING = Drawing()

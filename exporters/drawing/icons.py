"""Outlines of pieces, for every drawing: SVG path data in a box of 24 by 24, filled even-odd."""

from __future__ import annotations

DBD: dict[str, str] = {
    # An engine block with an exhaust and a flywheel.
    "generator": "M2 9h4V5h3v4h4V6h3v3h4v3h2v5h-2v3H4v-3H2zM9 12a3 3 0 1 0 .01 0z",
    # Two leaves of a gate, apart.
    "exit-gate": "M3 3h7v18H3zM14 3h7v18h-7zM5 6v4h3V6zM16 6v4h3V6zM5 13v5h3v-5zM16 13v5h3v-5z",
    # A meat hook on its bar.
    "hook": "M4 2h16v3h-6v5a5 5 0 1 1-7 5h3a2.2 2.2 0 1 0 2.200-2.400H11V5H4z",
    # A skull of bones over a stick.
    "hex-totem": "M12 2c5 0 8 3 8 7 0 3-2 4-2 6h-3v4h2v3H7v-3h2v-4H6c0-2-2-3-2-6 0-4 3-7 8-7z"
    "M8.500 7a2 2 0 1 0 .01 0zM15.500 7a2 2 0 1 0 .01 0z",
    "chest": "M3 10c0-4 2-6 5-6h8c3 0 5 2 5 6zM3 12h7v3h4v-3h7v8H3z",
    "locker": "M5 2h14v20H5zM7 4v16h4V4zM13 4v16h4V4zM9.300 11h1v3h-1zM13.700 11h1v3h-1z",
    "pallet": "M2 4h20v4H2zM2 10h20v4H2zM2 16h20v4H2zM4 5h2v14H4zM18 5h2v14h-2z",
    "crow": "M2 8l5-3c2-2 6-2 7 1l8 9h-5l3 5-7-3-2 4h-2l1-4c-4-1-5-5-4-8z",
    # Bricks, and claws.
    "wall": "M2 4h9v5H2zM13 4h9v5h-9zM2 11h4v4H2zM8 11h8v4H8zM18 11h4v4h-4z"
    "M2 17h9v4H2zM13 17h9v4h-9z",
    "entity": "M12 22C6 18 3 10 4 2c2 4 3 6 5 8 0-4 1-6 3-9 2 3 3 5 3 9 2-2 3-4 5-8 1 8-2 16-8 20z",
    # What is the matter with a figure.
    "page.wounded": "M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z",
    "page.on-hook": "M4 2h16v3h-6v5a5 5 0 1 1-7 5h3a2.2 2.2 0 1 0 2.200-2.400H11V5H4z",
    "page.first": "M4 2h3v20H4zM8 3h12l-3 4 3 4H8z",
    # The backs of props: what a category is about.
    "objective": "M12 2l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z",
    "boldness": "M14 2L5 13h5l-2 9 11-13h-6z",
    "survival": "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
    "altruism": "M12 21C5 16 2 12 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 4-3 8-10 13z",
}

INVADER: dict[str, str] = {
    "door-closed": "M4 2h16v20H4zM7 5v6h10V5zM7 13v6h10v-6zM14 11h2v3h-2z",
    "door-open": "M2 2h4v20H2zM18 2h4v20h-4zM7 4l6 4v10l-6 3z",
    "door-destroyed": "M2 2h5l2 5-4 3 3 4-3 3 2 5H2zM22 2h-5l-1 6 3 2-4 4 3 4-2 4h6z",
    "mold-active": "M12 3c4-2 9 1 8 6 4 3 1 9-3 8-2 5-9 5-10 0-5 0-6-7-2-9-1-5 4-7 7-5z"
    "M9 9a2 2 0 1 0 .01 0zM15 13a2 2 0 1 0 .01 0z",
    "mold-inactive": "M12 3c4-2 9 1 8 6 4 3 1 9-3 8-2 5-9 5-10 0-5 0-6-7-2-9-1-5 4-7 7-5z"
    "M12 6c3-1 6 0 5 4 2 2 1 5-2 5-1 3-5 3-6 0-3 0-4-4-1-5-1-3 2-5 4-4z",
    "noise": "M2 9h4l6-5v16l-6-5H2zM15 8c3 2 3 6 0 8l-1-2c1-1 1-3 0-4zM18 4c5 4 5 12 0 16l-1-2"
    "c4-3 4-9 0-12z",
    "spawn": "M3 3h18l-9 19zM9 7l3 8 3-8z",
    "machine": "M10 1h4v3h5v9H5V4h5zM8 7v3h3V7zM13 7v3h3V7zM3 15h18v4H3zM4 20h4v3H4zM16 20h4v3h-4z",
    "exit": "M3 2h9v3H6v14h6v3H3zM12 8V4l9 8-9 8v-4H8V8z",
    "objective": "M12 2l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z",
    "page.wounded": "M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z",
    "page.asleep": "M5 5h9v3l-5 6h5v3H5v-3l5-6H5zM15 11h6v2l-3 4h3v2h-6v-2l3-4h-3z",
    "page.active": "M13 1L4 14h6l-1 9 10-14h-7z",
}

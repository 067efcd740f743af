"""The page: one picture and one line for each move. Links lead from one to the next, so that it
needs no script; everything from outside is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from exporters.drawing.svg import Markup, element, group, view_box
from exporters.xmltext import escape
from tts_bridge.drawing.board_svg import BoardSvg
from tts_bridge.drawing.scene import Counter, Drawing, Mark
from tts_bridge.text.catalogue import Texts

STYLE = """
:root{color-scheme:dark}
body{margin:0;background:#16181c;color:#e8e8e8;font:16px/1.5 system-ui,sans-serif;
display:grid;grid-template-columns:minmax(0,1fr) 24rem;height:100vh}
main{overflow:auto;padding:1rem}nav{overflow:auto;padding:1rem;background:#1d1f24}
h1{font-size:1.2rem;margin:0 0 1rem}h2{font-size:1rem;margin:1rem 0 .2rem;color:#e8c53a}
ol{list-style:none;margin:0;padding:0}a{color:inherit;text-decoration:none}
nav a{display:block;padding:.1rem .4rem;border-radius:.3rem}nav a:hover{background:#33373f}
.shot{display:none}.shot:target{display:block}.shot:target~.first{display:none}
.first{display:block}.defs{position:absolute}.shot svg{width:100%;height:auto;max-height:75vh}
.steps{color:#a9b0bc;margin:0 0 0 1rem}.no{color:#ff7a6b}
.go{display:flex;gap:1rem;align-items:baseline}.go a,.go span{padding:.2rem .8rem;
border:1px solid #555b66;border-radius:.3rem}.go p{flex:1;margin:0;font-weight:600}
.score{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;color:#c9ced8;font-size:.9rem}
@media(max-width:60rem){body{display:block}nav,main{overflow:visible}}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Shot(Struct, frozen=True):
    """One move: when, what it says, what came of it, and what was refused before it."""

    round: int
    phase: str
    text: str
    steps: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def page(
    title: str,
    drawing: Drawing,
    states: Sequence[Any],
    shots: Sequence[Shot],
    texts: Texts,
    end: str,
) -> str:
    """The film of a game as an HTML document.

    Args:
        states: the first position and the one after each move.
        shots: the moves.
        end: how the game ended or the log broke off; "" when it just stops.
    """
    stage = Stage(drawing, states[0], texts)
    last = len(states) - 1
    frames = [
        frame(number, last, states[number], shots[number - 1].text, stage)
        for number in range(1, len(states))
    ]
    frames.append(frame(0, last, states[0], title, stage))  # seen when no move is chosen
    defs = element(
        "svg",
        element("defs", group(stage.svg.board(), id="map"), *stage.pieces),
        width=0,
        height=0,
        aria_hidden="true",
        **{"class": "defs"},
    )
    language = "zh-CN" if texts.language == "zh" else "en"
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>{defs}\n"
        + "\n".join(frames)
        + f'\n<p class="score">{stage.legend()}</p>'
        + f'\n</main><nav><h1><a href="#m0">{escape(title)}</a></h1>\n'
        + "\n".join(listed(shots, texts))
        + (f'\n<p class="no">{escape(end)}</p>' if end else "")
        + "</nav></body></html>\n"
    )


class Stage:
    """The board of a game, and the positions on it. A piece that looks as in an earlier picture is
    drawn there alone."""

    def __init__(self, drawing: Drawing, state: Any, texts: Texts) -> None:
        self.drawing = drawing
        seats = [panel.seat for panel in drawing.panels(state)]
        self.svg = BoardSvg(drawing.ground(state), texts, seats)
        self._number: dict[Mark, int] = {}

    @property
    def pieces(self) -> list[Markup]:
        """Every piece, wherever it was."""
        return [group(self.svg.mark(mark), id=f"p{n}") for mark, n in self._number.items()]

    def picture(self, state: Any) -> Markup:
        """The pieces of a position over the map."""
        numbers = [
            self._number.setdefault(mark, len(self._number)) for mark in self.drawing.marks(state)
        ]
        return element(
            "svg",
            element("use", href="#map"),
            *(element("use", href=f"#p{n}") for n in numbers),
            viewBox=view_box(self.svg.ground.box),
            xmlns="http://www.w3.org/2000/svg",
        )

    def score(self, state: Any) -> list[tuple[str, str]]:
        """What stands below the board: counters, and those of each player."""
        word = self.svg.word
        rows = [(word(each.name), counted(each)) for each in self.drawing.counters(state)]
        for panel in self.drawing.panels(state):
            parts = [f"{word(each.name)} {counted(each)}" for each in panel.counters]
            if panel.bar:
                parts.append(f"{word(panel.bar.name)} {panel.bar.value}")
            rows.append((word(panel.seat), ", ".join(parts)))
        return rows

    def legend(self) -> str:
        """What the lines mean."""
        return "".join(
            f'<span><svg viewBox="0 0 3 0.6" width="48">{line}</svg> '
            f"{escape(self.svg.word(name))}</span>"
            for line, name in self.svg.legend()
        )


def counted(counter: Counter) -> str:
    """A number with its limit."""
    return f"{counter.value}/{counter.limit}" if counter.limit else str(counter.value)


def frame(index: int, last: int, state: Any, text: str, stage: Stage) -> str:
    """The picture after a move, with the ways to the one before and the next."""
    back = f'<a href="#m{index - 1}">◀</a>' if index else "<span>◀</span>"
    on = f'<a href="#m{index + 1}">▶</a>' if index < last else "<span>▶</span>"
    kind = "shot first" if index == 0 else "shot"
    rows = [f"<span>{escape(n)}: {escape(v)}</span>" for n, v in stage.score(state)]
    score = f'<div class="score">{"".join(rows)}</div>'
    return (
        f'<section class="{kind}" id="m{index}"><div class="go">{back}{on}'
        f"<p>{escape(text)}</p></div>{stage.picture(state)}{score}</section>"
    )


def listed(shots: Iterable[Shot], texts: Texts) -> list[str]:
    """The moves under a heading for each phase, each a link to its picture."""
    lines: list[str] = []
    heading: tuple[int, str] | None = None
    for number, shot in enumerate(shots, 1):
        if heading != (shot.round, shot.phase):
            heading = (shot.round, shot.phase)
            lines.append(f"<h2>{shot.round} · {escape(texts.phase(shot.phase))}</h2>")
        lines += [f'<div class="steps no">{escape(each)}</div>' for each in shot.refused]
        lines.append(f'<a href="#m{number}">{escape(shot.text)}</a>')
        lines += [f'<div class="steps">{escape(each)}</div>' for each in shot.steps]
    return lines

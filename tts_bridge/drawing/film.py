"""The page: one picture and one line for each move. Links lead from one to the next, so that it
needs no script; everything from outside is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from exporters.xmltext import escape
from rules.dbd.board import Board
from tts_bridge.drawing.board_svg import Drawn
from tts_bridge.drawing.scene import Drawing
from tts_bridge.film.dbd import Stage
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
    stage = stage_of(drawing, states[0], texts)
    last = len(states) - 1
    frames = [
        frame(number, last, states[number], shots[number - 1].text, stage)
        for number in range(1, len(states))
    ]
    frames.append(frame(0, last, states[0], title, stage))  # seen when no move is chosen
    defs = (
        f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs><g id="map">{stage.map}'
        "</g></defs></svg>"
    )
    language = "zh-CN" if texts.language == "zh" else "en"
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>{defs}\n"
        + "\n".join(frames)
        + f'\n</main><nav><h1><a href="#m0">{escape(title)}</a></h1>\n'
        + "\n".join(listed(shots, texts))
        + (f'\n<p class="no">{escape(end)}</p>' if end else "")
        + "</nav></body></html>\n"
    )


def stage_of(drawing: Drawing, state: Any, texts: Texts) -> Stage | Drawn:
    """What draws the positions of a game: its map, or as the live page does."""
    if isinstance(texts.board, Board):
        return Stage(texts.board, texts)
    return Drawn(drawing, state, texts)


def frame(number: int, last: int, state: Any, text: str, stage: Stage | Drawn) -> str:
    """The picture after a move, with the ways to the one before and the next."""
    back = f'<a href="#m{number - 1}">◀</a>' if number else "<span>◀</span>"
    on = f'<a href="#m{number + 1}">▶</a>' if number < last else "<span>▶</span>"
    kind = "shot first" if number == 0 else "shot"
    drawn = (
        f'<svg viewBox="{stage.view}" xmlns="http://www.w3.org/2000/svg">'
        f'<use href="#map"/>{stage.overlay(state)}</svg>'
    )
    rows = [f"<span>{escape(n)}: {escape(v)}</span>" for n, v in stage.score(state)]
    score = f'<div class="score">{"".join(rows)}</div>'
    return (
        f'<section class="{kind}" id="m{number}"><div class="go">{back}{on}'
        f"<p>{escape(text)}</p></div>{drawn}{score}</section>"
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

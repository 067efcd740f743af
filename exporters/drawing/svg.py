"""SVG written from values: elements, attributes, texts. What is no markup of ours is escaped.

>>> element("g", title("<&>"), transform=translate(1, 2.50))
'<g transform="translate(1 2.5)"><title>&lt;&amp;&gt;</title></g>'
"""

from __future__ import annotations

from collections.abc import Iterable

from exporters.xmltext import escape

FONT = (
    "'Noto Sans','Noto Sans CJK SC','Noto Sans SC','WenQuanYi Zen Hei','Microsoft YaHei',"
    "'PingFang SC',Arial,sans-serif"
)
Value = str | float | None
"""Of an attribute: None leaves it out."""


class Markup(str):
    """Markup that was made here; any other text inside an element is a text."""

    __slots__ = ()


def number(value: float) -> str:
    """A number to thousandths, as short as it goes."""
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def element(tag: str, /, *inside: str, **attributes: Value) -> Markup:
    """An element; `stroke_width` is the attribute `stroke-width`.

    Args:
        inside: markup, or texts, which are escaped.
        attributes: texts are escaped, numbers shortened.
    """
    named = "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    content = join(each if isinstance(each, Markup) else escape(each) for each in inside)
    return Markup(f"<{tag}{named}>{content}</{tag}>" if inside else f"<{tag}{named}/>")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def join(parts: Iterable[str], between: str = "") -> Markup:
    """Pieces of markup one after the other."""
    return Markup(between.join(parts))


def group(*inside: str, **attributes: Value) -> Markup:
    """What belongs together."""
    return element("g", *inside, **attributes)


def title(words: str) -> Markup:
    """What is shown when somebody points at the element."""
    return element("title", words)


def rect(x: float, y: float, width: float, height: float, fill: str, **more: Value) -> Markup:
    """A rectangle by its left upper corner."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: Value) -> Markup:
    """A disc, or with `fill="none"` a ring."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1, **more: Value
) -> Markup:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, **more)


def polyline(flat: Iterable[float], stroke: str, width: float, **more: Value) -> Markup:
    """A line through points, given as x and y in turn."""
    return element(
        "polyline", points=points(flat), fill="none", stroke=stroke, stroke_width=width, **more
    )


def polygon(flat: Iterable[float], fill: str, **more: Value) -> Markup:
    """A surface within points, given as x and y in turn."""
    return element("polygon", points=points(flat), fill=fill, **more)


def text(
    x: float, y: float, size: float, words: str, fill: str, anchor: str = "middle", **more: Value
) -> Markup:
    """A line of text, its base line at `y`."""
    return element("text", words, x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, **more)


def icon(
    path: str,
    size: float,
    ink: str,
    at: tuple[float, float] = (0, 0),
    opacity: float | None = None,
) -> Markup:
    """An outline in a box of 24 by 24 (`exporters.drawing.icons`), around a place."""
    place = f"{translate(at[0] - size / 2, at[1] - size / 2)} scale({size / 24:.4f})"
    return element("path", d=path, fill=ink, fill_rule="evenodd", opacity=opacity, transform=place)


def points(flat: Iterable[float]) -> str:
    """Points as an attribute, from x and y in turn."""
    values = [number(each) for each in flat]
    return " ".join(f"{x},{y}" for x, y in zip(values[::2], values[1::2], strict=True))


def view_box(box: Iterable[float]) -> str:
    """Left, top, width and height as the attribute `viewBox`."""
    return " ".join(map(number, box))


def translate(x: float, y: float) -> str:
    """The transformation that shifts."""
    return f"translate({number(x)} {number(y)})"


def document(
    box: tuple[float, float, float, float],
    *inside: str,
    pixels: float = 1,
    ground: str = "",
    name: str = "",
) -> str:
    """A whole drawing.

    Args:
        box: left, top, width and height of what it covers.
        inside: its elements.
        pixels: of one unit.
        ground: the colour behind everything.
        name: what it is called.
    """
    left, top, width, height = box
    behind = rect(left, top, width, height, ground) if ground else Markup()
    svg = element(
        "svg",
        *((title(name),) if name else ()),
        Markup("\n"),
        behind,
        *(Markup(f"\n{each}" if isinstance(each, Markup) else escape(each)) for each in inside),
        Markup("\n"),
        xmlns="http://www.w3.org/2000/svg",
        width=round(width * pixels),
        height=round(height * pixels),
        viewBox=view_box(box),
        font_family=FONT,
    )
    return f"{svg}\n"

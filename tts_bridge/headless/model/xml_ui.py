"""The XML of a table's UI as a tree of elements whose attributes scripts read and set.

Nothing is drawn. Text that is no proper XML is read as far as it makes sense.
"""

import html
import re
from typing import Any

import msgspec

from exporters.xmltext import clean, escape
from tts_bridge.headless.script.runtime import ApiError

_PIECE = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)"
    r"|</(?P<close>[A-Za-z][\w.:-]*+)[^>]*+>"
    r"|<(?P<tag>[A-Za-z][\w.:-]*+)(?P<attributes>(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"(?<![\w.:-])([\w.:-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)')")
_NAME = re.compile(r"[A-Za-z_][\w.:-]*")
_TAG = re.compile("</?[A-Za-z]")
_DEEPEST, _MOST = 100, 100_000


class Element(msgspec.Struct):
    """One element; `value` is the text directly inside it."""

    tag: str
    attributes: dict[str, str] = {}
    value: str = ""
    children: list["Element"] = []

    def attribute(self, name: str) -> str:
        """An attribute, whatever the case of its name; "" when it is missing."""
        low = name.lower()
        return next((v for key, v in self.attributes.items() if key.lower() == low), "")


def parse(text: str) -> list[Element]:
    """The elements at the top. Raises ApiError."""
    root = Element("")
    stack = [root]
    values: list[list[str]] = [[]]  # of the elements in the stack, in pieces
    at = count = 0
    while (start := text.find("<", at)) >= 0:
        found = _PIECE.match(text, start)
        if found is None:
            if _TAG.match(text, start):
                break  # a tag without an end: the rest is none either
            values[-1].append(html.unescape(text[at : start + 1]))
            at = start + 1
            continue
        values[-1].append(html.unescape(text[at:start].strip()))
        at = found.end()
        count += 1
        if count > _MOST:
            raise ApiError(f"the UI has more than {_MOST} tags")
        if found["cdata"] is not None:
            values[-1].append(found["cdata"])
        if close := found["close"]:
            for depth in range(len(stack) - 1, 0, -1):
                if stack[depth].tag.lower() == close.lower():
                    _leave(stack, values, depth)
                    break
        if found["tag"] is None:
            continue
        attributes = {
            name: html.unescape(double or single)
            for name, double, single in _ATTRIBUTE.findall(found["attributes"])
        }
        element = Element(found["tag"], attributes)
        stack[-1].children.append(element)
        if not found["attributes"].rstrip().endswith("/") and len(stack) < _DEEPEST:
            stack.append(element)
            values.append([])
    _leave(stack, values, 0)
    return root.children


def _leave(stack: list[Element], values: list[list[str]], depth: int) -> None:
    """Out of the elements from that depth on: their texts are whole."""
    for element, pieces in zip(stack[depth:], values[depth:], strict=True):
        element.value = "".join(pieces)
    del stack[depth:], values[depth:]


def dump(elements: list[Element], indent: str = "") -> str:
    """The elements as XML; attributes that have no proper name are left out. Raises ApiError."""
    out = []
    for each in elements:
        if not _NAME.fullmatch(each.tag):
            raise ApiError(f"{each.tag[:60]!r} is no tag; take letters and digits")
        attributes = "".join(
            f' {key}="{escape(value)}"'
            for key, value in each.attributes.items()
            if _NAME.fullmatch(key)
        )
        start = f"{indent}<{each.tag}{attributes}"
        inner = html.escape(clean(each.value), quote=False)
        if each.children:
            children = dump(each.children, indent + "  ")
            out.append(f"{start}>{inner}\n{children}\n{indent}</{each.tag}>")
        else:
            out.append(f"{start}>{inner}</{each.tag}>" if inner else f"{start} />")
    return "\n".join(out)


class Ui:
    """The UI of one object, or of the table."""

    def __init__(self, xml: object) -> None:
        self.assets: list[dict[str, Any]] = []
        self.xml = ""
        self.elements: list[Element] = []
        self.load(xml if isinstance(xml, str) else "")

    def load(self, xml: str) -> None:
        """Replace everything."""
        self.xml = xml
        self.elements = parse(xml)
        self._defaults = [
            each for top in self.elements if top.tag == "Defaults" for each in top.children
        ]
        self._by_id: dict[str, Element] = {}
        self._index(self.elements)

    def replace(self, elements: list[Element]) -> None:
        """Replace everything by these elements."""
        self.load(dump(elements))

    def find(self, id_: str) -> Element | None:
        """The first element with that id."""
        return self._by_id.get(id_)

    def _index(self, elements: list[Element]) -> None:
        for each in elements:
            if id_ := each.attributes.get("id"):
                self._by_id.setdefault(id_, each)
            self._index(each.children)

    def attribute(self, element: Element, name: str) -> str | None:
        """An attribute of the element, or what <Defaults> says of its class or tag."""
        own = element.attributes.get(name)
        if own is not None:
            return own
        classes = element.attributes.get("class", "").split()
        found = None
        for each in self._defaults:
            if each.tag == element.tag and name in each.attributes:
                of = each.attributes.get("class")
                if of in classes:
                    return each.attributes[name]
                found = each.attributes[name] if of is None else found
        return found

    def ids(self) -> list[str]:
        """Every id there is."""
        return list(self._by_id)

    def path(self, id_: str) -> list[Element]:
        """The elements around the one with that id, from outside in, and itself; none when there
        is none."""

        def look(elements: list[Element]) -> list[Element]:
            for each in elements:
                if each.attributes.get("id") == id_:
                    return [each]
                if found := look(each.children):
                    return [each, *found]
            return []

        return look(self.elements)

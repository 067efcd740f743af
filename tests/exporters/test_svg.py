"""The SVG writer: what is no markup of ours is a text, wherever it stands."""

from __future__ import annotations

import doctest
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from exporters.drawing import svg
from exporters.xmltext import clean


def test_its_examples_hold() -> None:
    assert doctest.testmod(svg) == (0, 1)


@given(st.text(), st.text(min_size=1))
def test_a_text_stays_one_inside_an_element_and_in_an_attribute(value: str, inside: str) -> None:
    made = svg.group(svg.title(inside), inside, id=value)
    read = ElementTree.fromstring(made.encode())
    spaces = str.maketrans("\t\n", "  ")
    assert read.attrib["id"].translate(spaces) == clean(value).replace("\r", " ").translate(spaces)
    title = read.find("title")
    assert title is not None
    assert title.text == clean(inside).replace("\r\n", "\n").replace("\r", "\n") == title.tail


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_true_to_thousandths(value: float) -> None:
    assert abs(float(svg.number(value)) - value) <= 0.0005001
    assert "e" not in svg.number(value)


def test_a_join_of_markup_is_markup_and_of_texts_has_to_be_made_first() -> None:
    assert svg.group(svg.join([svg.title("<"), svg.title(">")])).count("<title>") == 2
    assert "<title>" not in svg.group("<title>")


def test_a_document_says_how_large_it_is() -> None:
    drawn = svg.document((0, -1, 4, 2.5), svg.circle(1, 1, 1, "red"), pixels=40, name="A & B")
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height")) == ("160", "100")
    assert root.get("viewBox") == "0 -1 4 2.5"
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "A & B"

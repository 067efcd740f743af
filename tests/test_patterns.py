"""No expression takes longer than its text is long, whoever wrote the text."""

import re

import pytest

from exporters.assets import game_folders as gamefolders
from exporters.edit import query
from exporters.tree import scanner as slices
from tests.ending import finish
from tests.patterns import Use, attacks, found
from tts_bridge.demo.places import CHINESE
from tts_bridge.web.feeds.map_draft import SENTENCES

BOUNDED = {
    "exporters/luacode/lexer.py: _NUMBER_BEFORE": 100,
    "tts_bridge/binding/names.py: letters": 200,
    "tts_bridge/editor/messages.py: _TALK": 4000,
}
"""The longest text that the module gives to an expression which is no better."""


def search(where: str, *patterns: str | bytes | re.Pattern[str] | re.Pattern[bytes]) -> list[Use]:
    return [Use(where, re.compile(each), frozenset(("search",))) for each in patterns]


def made() -> list[Use]:
    """The expressions that are made while the program runs, each as it is made of a sample."""
    register = "__bundle_register"
    return [
        *search(
            "exporters/luacode/bundle.py: unbundle",
            rf'{register}(?<=\n{register})\("([^"\r\n]*)", function\(require, _LOADED, '
            rf"{register}, __bundle_modules\)\n",
        ),
        Use(
            "exporters/freshfolder.py: sweep",
            re.compile(r"\.tree\.([0-9a-f]{8})\.lock"),
            FULL,
        ),
        *search("exporters/assets/game_folders.py: _field", gamefolders._FIELD.format("SaveName")),
        *search("exporters/luacode/includes.py: dedent", "(?m)^\t  "),
        # What a patch or a list of known errors looks for, its author writes.
        *search("exporters/edit/patch.py: _replace"),
        *search("tts_bridge/headless/tools/save_report.py: explanations"),
        *search("tts_bridge/headless/tools/save_report.py: look_over"),
        *search("exporters/tree/scanner.py: _end", slices._end(3, "{"), slices._end(3, "[")),
        *search("exporters/tree/scanner.py: _lines", slices._lines(3)),
        *search("tts_bridge/demo/places.py: placed", *(each for each, _ in CHINESE)),
        *(
            Use("exporters/edit/query.py: _path_pattern", query._path_pattern(text), FULL)
            for text in ("*a*a*a*a*a*a", "****", "A[*].B[*]**", "*", "a*b*c")
        ),
        *(
            Use("tts_bridge/web/feeds/map_draft.py: fault", re.compile(each), frozenset(("match",)))
            for each, _, _ in SENTENCES
        ),
    ]


FULL = frozenset(("fullmatch",))


def test_every_expression_that_is_made_has_a_sample() -> None:
    uses, places = found()
    assert len(uses) > 80
    sampled = {use.where for use in made()}
    by_authors = {
        "exporters/edit/patch.py: _replace",
        "tts_bridge/headless/tools/save_report.py: explanations",
        "tts_bridge/headless/tools/save_report.py: look_over",
    }
    assert sampled | by_authors == set(places)
    assert set(BOUNDED) <= {use.where for use in uses}


def test_attacks_find_what_is_bad() -> None:
    """Expressions that once took for ever, and a text of those that showed it."""
    for bad, text in (
        (r"([\w.:-]+)\s*=\s*", "e" * 20),
        (r'"(?:\\.|[^"\\\n])*"', '"' + "a" * 20),
        (r"\brequire\s*\(?\s*[\"']", "require" + " " * 20),
        (r"#include (?P<name>\S[^\r\n]*?)[ \t]*$", "#include x" + " " * 20),
        (r"[0-9](?:[eE][+-]?|[\w.])*$", "0" + "e" * 20),
    ):
        texts = [each.text(40) for each in attacks(re.compile(bad))]
        assert any(each.startswith(text) for each in texts), bad


WORK = """
from tests.test_patterns import BOUNDED, made
from tests.patterns import SIZE, found, worst
for use in [*found()[0], *made()]:
    print(use.where, repr(use.pattern.pattern)[:200], flush=True)
    for attack in worst(use):
        use.read(attack, BOUNDED.get(use.where, SIZE))
print("done", flush=True)
"""


@pytest.mark.timeout(600)
def test_no_text_of_a_megabyte_holds_an_expression_up() -> None:
    """A quadratic one would take a quarter of an hour at least."""
    finish(WORK, 550)

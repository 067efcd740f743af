"""The notebook of the mod says the rules the referee rules by."""

from __future__ import annotations

from exporters.mods.notebook import SECTIONS, TITLE
from exporters.mods.words import LANGUAGES
from rules.dbd.codes import CODES
from tts_bridge.games.dbd.mod_texts import reference
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import Texts


def test_every_rule_stands_once_under_a_heading_with_its_page() -> None:
    for language, (title, body) in zip(LANGUAGES, reference(), strict=True):
        assert title == TITLE[language]
        texts = Texts(language, GAMES["dbd"].wording)
        lines = body.splitlines()
        for code, source in CODES.items():
            (line,) = [each for each in lines if each.startswith(f"- {texts.rule(code)} [")]
            if source.startswith("DbD p."):
                page = source[6:].split(",")[0]
                assert (f"p. {page}" if language == "en" else f"第{page}页") in line
            elif source != "assumed":
                assert f"[{source}]" in line
                assert any(each.startswith(f"[{source}] ") for each in lines)


def test_every_reason_has_a_heading_and_every_heading_a_reason() -> None:
    first = {code.split(".")[0] for code in CODES}
    listed = [each for codes in SECTIONS for each in codes]
    assert sorted(listed) == sorted(first)


def test_it_is_short_and_plain() -> None:
    for _, body in reference():
        assert len(body) < 6000
        assert "{" not in body
        assert all(len(line) < 120 for line in body.splitlines())

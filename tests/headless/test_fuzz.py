"""A little of what `python -m tests.headless.fuzz --large` does at length."""

import pytest

from tests.headless import fuzz


def test_malformed_documents_leave_the_table_answering() -> None:
    assert fuzz.try_documents(fuzz.documents(150, seed=1)) == ""


@pytest.mark.parametrize("script", list(fuzz.scripts(len(fuzz.HOSTILE), seed=1)))
def test_hostile_scripts_end_and_the_table_goes_on(script: str) -> None:
    assert fuzz.try_script(script, 300_000) == ""

"""The corpus of real saves, where it is at hand; nothing of it is part of the project."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # how long one example takes says nothing
settings.load_profile("any machine")

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
SAVES = sorted(CORPUS.glob("*.json")) if CORPUS.is_dir() else []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `corpus_file` runs once a file, or is skipped where there is none."""
    if "corpus_file" in metafunc.fixturenames:
        missing = pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus at {CORPUS}"))
        metafunc.parametrize(
            "corpus_file", SAVES or [missing], ids=[path.stem for path in SAVES] or ["none"]
        )

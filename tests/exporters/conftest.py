"""The corpus of real saves, where it is at hand; nothing of it is part of the project."""

from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
SAVES = sorted(CORPUS.glob("*.json")) if CORPUS.is_dir() else []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `corpus_file` runs once a file, or is skipped where there is none."""
    if "corpus_file" in metafunc.fixturenames:
        missing = pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus at {CORPUS}"))
        metafunc.parametrize(
            "corpus_file", SAVES or [missing], ids=[path.stem for path in SAVES] or ["none"]
        )

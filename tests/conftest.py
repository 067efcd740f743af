"""No test reads or changes the settings of whoever runs it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the user's settings."""
    folder = tmp_path_factory.getbasetemp() / "home"
    monkeypatch.setenv("TTS_BRIDGE_HOME", str(folder))
    return folder

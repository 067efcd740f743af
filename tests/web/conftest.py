"""The browser that the tests of a file share is closed after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web import browser as chromium


@pytest.fixture(autouse=True, scope="module")
def _closing_the_browser() -> Iterator[None]:
    yield
    chromium.close_shared()

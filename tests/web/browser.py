"""Debian's Chromium, driven by Playwright; nothing is downloaded."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.async_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
ARGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


AXE = Path(os.environ.get("TTS_BRIDGE_AXE", ""))
"""The file `axe.min.js` of the npm package axe-core, where there is one."""


def need(reason: str) -> None:
    """Skip the test when something is missing; where CI runs, nothing may be."""
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def missing() -> str:
    """Why there is no browser to test with, or ""."""
    try:
        import playwright.async_api
    except ImportError:
        return "playwright is not installed (pip install .[test])"
    del playwright
    return "" if CHROMIUM else "chromium is not installed (apt-get install chromium)"


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A browser without a window."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            yield opened
        finally:
            await opened.close()


class Shared:
    """One browser for many tests, and the loop that it lives in."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.context = browser()
        self.opened = self.runner.run(self.context.__aenter__())

    def close(self) -> None:
        self.runner.run(self.context.__aexit__(None, None, None))
        self.runner.close()


@cache
def shared() -> Shared:
    """The browser that is shared, opened when it is first asked for."""
    return Shared()


def close_shared() -> None:
    """Close it, if it was opened."""
    if shared.cache_info().currsize:
        shared().close()
        shared.cache_clear()


async def problems(page: Any) -> list[str]:
    """What the page's console complained of, and requests to anywhere else; collects from now."""
    found: list[str] = []
    page.on("console", lambda said: said.type in ("error", "warning") and found.append(said.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on(
        "request",
        lambda request: (
            request.url.startswith(("http://127.0.0.1:", "blob:", "data:"))
            or found.append(f"asks {request.url}")
        ),
    )
    return found

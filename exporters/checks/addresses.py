"""Addresses of pictures, models and sounds that others cannot reach. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator

from exporters.assets.references import TEXTS, assets, form, is_dead_host
from exporters.checks.finding import Context, Finding

_SHOWN = 100


def addresses(context: Context) -> Iterator[Finding]:
    """Local files and addresses without http://."""
    for asset in assets(context.save):
        kind = form(asset.url)
        shown = asset.url if len(asset.url) <= _SHOWN else f"{asset.url[:_SHOWN]}…"
        if kind == "local":
            yield Finding(
                "url.local", asset.path, asset.field,
                f"{shown} is on somebody's own disk: nobody else will see it; upload it "
                "(in the game: Modding, Cloud Manager)",
            )  # fmt: skip
        elif kind == "schemeless":
            yield Finding(
                "url.schemeless", asset.path, asset.field,
                f"{shown} does not begin with http:// or https://",
            )  # fmt: skip


def dead_host(context: Context) -> Iterator[Finding]:
    """One finding a save: there may be thousands of them."""
    places = [
        (asset.path, asset.field) for asset in assets(context.save) if is_dead_host(asset.url)
    ]
    places += [(path, key) for path, key, text in context.texts(*TEXTS) if is_dead_host(text)]
    if places:
        count = len(places)
        yield Finding(
            "url.dead-host", *places[0],
            f"{count} field{'s' * (count > 1)} from here on name cloud-3.steamusercontent.com, "
            "Steam's old host that refuses requests; the game swaps it on load, other tools do not",
        )  # fmt: skip

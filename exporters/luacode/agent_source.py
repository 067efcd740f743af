"""Where the project's Lua sources are, and the scripts that are made of them."""

from __future__ import annotations

import re
from pathlib import Path

from exporters.luacode.bundle import bundle

_NAME = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")


def lua_folder() -> Path:
    """The folder of the Lua sources: inside an installed package, or beside it in a checkout."""
    here = Path(__file__).parents[1]
    for folder in (here / "lua", here.parent / "lua"):
        if (folder / "agent").is_dir():
            return folder
    raise FileNotFoundError(
        f"The Lua sources are neither in {here / 'lua'} nor in {here.parent / 'lua'}; "
        "install tts-bridge anew"
    )


def find_module(name: str) -> str | None:
    """The source of the module `name` ("agent/report"), or None: a `find` for `bundle`."""
    if not _NAME.fullmatch(name):
        return None
    file = lua_folder() / f"{name}.lua"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def agent_script() -> str:
    """The agent of docs/agent.md as one script for one object."""
    return bundle("agent/main", find_module)


def attach_script() -> str:
    """The chunk that puts the agent on a running table; its arguments are in its first lines."""
    return bundle("agent/attach", find_module)


def push_script() -> str:
    """The chunk that gives objects on a running table new scripts; arguments as `attach_script`."""
    return bundle("watch/push", find_module)


def faces_script() -> str:
    """The mod's own Global script: it writes on a token what it is while it lies face up."""
    return bundle("lib/faces", find_module)

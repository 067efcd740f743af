"""Scripts on their way into a tree: bundles are taken apart, includes folded. No I/O here.

Modules and included files are shared: each text is written once, under its own name where that
is free. What would not come back to the letter stays as it is.
"""

from __future__ import annotations

import re

from exporters.filenames import folded, module_path, readable
from exporters.luacode.bundle import (
    BundleError,
    LuaTextError,
    in_order,
    is_bundle,
    required,
    unbundle,
)
from exporters.luacode.includes import IncludeError, Kind, expand, fold, has_includes
from exporters.tree.format import (
    BUNDLES,
    INCLUDES,
    MODULES,
    MODULES_HERE,
    PLAIN,
    Script,
    from_file,
    has_mark,
    to_file,
)

_VERSION = re.compile(r'"version":"([0-9.]+)"')


class Scripts:
    """The modules, includes and bundle frames of one tree, as they are found."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self._taken: dict[str, str] = {}  # folded path -> path
        self._folders: set[str] = set()
        self._required: dict[str, list[str]] = {}
        self._shared_at: dict[tuple[str, bytes], str] = {}  # what lies under a wanted name
        self._next: dict[str, int] = {}  # the number to try after a name

    def take(self, value: str, kind: Kind) -> tuple[str, Script]:
        """What of a script goes into its own file, and its reference, which lacks the path.

        The script itself `can_be_file`.
        """
        return self._lua(value) if kind == "lua" else self._xml(value)

    def _xml(self, value: str) -> tuple[str, Script]:
        text, newline = self._folded(value, "xml")
        return text, Script("", includes=newline) if newline else PLAIN

    def _lua(self, value: str) -> tuple[str, Script]:
        if is_bundle(value):
            taken = self._bundle(value)
            if taken is not None:
                return taken
        text, newline = self._folded(value, "lua")
        # A script that could be bundled but is not has to be left alone by `build`.
        alone = is_bundle(value) or ("require" in value and self._requires(value))
        if not (newline or alone):
            return text, PLAIN
        return text, Script("", includes=newline, bundle=not alone)

    def _requires(self, text: str) -> bool:
        try:
            return bool(required(text))
        except LuaTextError:
            return True

    def _names(self, text: str) -> list[str]:
        names = self._required.get(text)
        if names is None:
            # Most modules require nothing, and hold long tables.
            names = self._required[text] = required(text) if "require" in text else []
        return names

    def _bundle(self, value: str) -> tuple[str, Script] | None:
        try:
            parts = unbundle(value)
        except BundleError:
            return None
        others = {name: text for name, text in parts.modules.items() if name != parts.root}
        head, tail = parts.head, parts.tail
        texts = [head, tail, *others.values()]
        if MODULES_HERE in head or any(map(has_mark, texts)):
            return None
        root = parts.modules[parts.root]
        named = list(parts.modules)
        order: str | list[str] = named
        try:
            needed = list(in_order(parts.root, root, others.get, self._names))
            if needed == named:
                order = "required"
            elif sorted(needed) == named:
                order = "name"
        except BundleError:
            pass  # a circle, a module that is somewhere else: then the list says it
        files = {}
        for name, text in others.items():
            path = self._module(name, text)
            if path != f"{MODULES}/{module_path(name)}.lua":
                files[name] = f"/{path}"
        text, newline = self._folded(root, "lua")
        frame = self._frame(head, tail)
        return text, Script("", frame, order, files, newline)

    def _frame(self, head: str, tail: str) -> str:
        found = _VERSION.search(head)
        name = f"luabundle-{found[1]}" if found else "bundle"
        return "/" + self._shared(f"{BUNDLES}/{name}", f"{head}{MODULES_HERE}{tail}", "lua")

    def _module(self, name: str, text: str) -> str:
        own = module_path(name)
        if not own or self._blocked(f"{MODULES}/{own}.lua"):
            own = f"other/{readable(name) or 'module'}"
        return self._shared(f"{MODULES}/{own}", text, "lua")

    def _shared(self, base: str, text: str, ending: str) -> str:
        """The path of a text that may be there already; another of that name gets a number."""
        content, wanted = to_file(text).encode(), f"{base}.{ending}"
        if known := self._shared_at.get((wanted, content)):
            return known
        number = self._next.get(wanted, 1)
        while True:
            path = wanted if number == 1 else f"{base}.{number}.{ending}"
            number += 1
            if not self._blocked(path):
                same = self.files.get(path) == content
                if same or folded(path) not in self._taken:
                    break
        if not same:
            self._write(path, content)
        self._next[wanted] = number
        self._shared_at[wanted, content] = path
        return path

    def _write(self, path: str, content: bytes) -> None:
        self.files[path] = content
        self._taken[folded(path)] = path
        self._folders.update(_around(folded(path)))

    def _blocked(self, path: str) -> bool:
        """Whether a folder is where the file should be, or a file where its folder should be."""
        key = folded(path)
        return key in self._folders or any(each in self._taken for each in _around(key))

    def _folded(self, text: str, kind: Kind) -> tuple[str, str]:
        """A text with its includes folded, and the line end at their markers; `""`: none were."""
        if not has_includes(text, kind):
            return text, ""
        for newline in ("\n", "\r\n"):
            fresh: dict[str, bytes] = {}
            names: dict[str, str] = {}  # their paths, folded
            folders: set[str] = set()

            def path_of(name: str) -> str:
                own = module_path(name)
                return own and f"{INCLUDES}/{own.removesuffix(f'.{kind}')}.{kind}"

            def keep(
                name: str,
                content: str,
                fresh: dict[str, bytes] = fresh,
                names: dict[str, str] = names,
                folders: set[str] = folders,
            ) -> bool:
                path = path_of(name)
                if not path or self._blocked(path) or has_mark(content):
                    return False
                key = folded(path)
                around = _around(key)
                if key in folders or any(each in names for each in around):
                    return False
                taken = self._taken.get(key) or names.get(key)
                if taken is not None:
                    known = fresh.get(taken, self.files.get(taken))
                    return taken == path and known == to_file(content).encode()
                fresh[path] = to_file(content).encode()
                names[key] = path
                folders.update(around)
                return True

            def find(name: str, fresh: dict[str, bytes] = fresh) -> str | None:
                content = fresh.get(path_of(name)) or self.files.get(path_of(name))
                return None if content is None else from_file(content.decode())

            try:
                small = fold(text, kind, keep, newline)
                if small != text and expand(small, kind, find, newline) == text:
                    for path, content in fresh.items():
                        self._write(path, content)
                    return small, newline
            except IncludeError:
                continue
        return text, ""


def _around(path: str) -> list[str]:
    """The folders that a path lies in, the innermost first."""
    found = []
    while path := path.rpartition("/")[0]:
        found.append(path)
    return found

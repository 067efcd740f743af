"""The text of a save from its tree of files. No I/O here.

Every file is checked on its own before it becomes a part, so an error names file and line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from exporters import jsontext, layout
from exporters.bundle import (
    Bundle,
    BundleError,
    LuaTextError,
    in_order,
    join,
    new_bundle,
    required,
    root_name,
)
from exporters.filenames import module_path
from exporters.includes import IncludeError, Kind, expand
from exporters.jsonprint import MAX_DEPTH, SaveError
from exporters.savefile import Save, parse
from exporters.treeparts import (
    ESCAPES,
    INCLUDES,
    MANIFEST,
    MODULES,
    MODULES_HERE,
    REFERENCE,
    ROOT,
    Script,
    from_file,
    resolve,
    unmask,
)

LARGEST = 1 << 30  # characters: a tree may name one text many times

_DECODER = json.JSONDecoder(strict=False)


class TreeError(SaveError):
    """A tree that cannot be built; the text names file, line and remedy."""


def build(files: Mapping[str, str], name: str = "save") -> Save:
    """The save of a tree.

    Raises:
        TreeError: names the file and the line.
    """
    text = build_text(files)
    try:
        return parse(text, name)
    except SaveError as error:
        raise TreeError(f"{ROOT}: {error}") from None


def build_text(files: Mapping[str, str]) -> str:
    """The text of `build`; JSON of the right form, though its root may be anything."""
    if ROOT not in files:
        raise TreeError(f"{ROOT}: not found; name the folder that `save unpack` has written")
    shape = _layout(files)
    text = _Builder(files).json(ROOT)
    if shape is None:
        return text
    try:
        return layout.apply(shape, text)
    except SaveError:  # bare words such as Infinity came with an edit
        return f"{shape.start}{text}{shape.end}"


def _layout(files: Mapping[str, str]) -> layout.Layout | None:
    if MANIFEST not in files:
        return layout.Layout()
    try:
        manifest = msgspec.json.decode(files[MANIFEST])
        if not isinstance(manifest, dict) or manifest.get("tree") != 1:
            raise msgspec.ValidationError("no manifest of this version")
        if manifest.get("unfinished"):
            raise TreeError(f"{MANIFEST}: an unpack was interrupted here; run it again")
        return layout.from_json(manifest.get("layout"))
    except msgspec.MsgspecError as error:
        raise TreeError(f"{MANIFEST}: {error}; restore it, or unpack again") from None


class _Builder:
    """One build: what was read, what each script requires."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self._used: dict[str, str] = {}
        self._required: dict[str, list[str]] = {}
        self._texts: dict[Script, str] = {}
        self._size = 0

    def json(self, path: str, depth: int = 0) -> str:
        """The JSON of a file with every reference in it replaced."""
        text = from_file(self.files[path])
        _check(path, text)
        self._grow(path, len(text))
        if "$" not in text:
            return text
        out, at = [], 0
        for found in REFERENCE.finditer(text):
            if found.start() < at:
                continue
            value, end = _DECODER.raw_decode(text, found.start())
            where = f"{path}: line {text.count(chr(10), 0, found.start()) + 1}"
            replacement = self._replacement(value, path, where, depth)
            out += [unmask(text[at : found.start()]), replacement]
            at = end
        out.append(unmask(text[at:]))
        return "".join(out)

    def _grow(self, where: str, size: int) -> None:
        self._size += size
        if self._size > LARGEST:
            raise TreeError(f"{where}: with this the save has over {LARGEST >> 30} GiB; take it out")

    def _replacement(self, value: dict[str, Any], path: str, where: str, depth: int) -> str:
        folder = path.rpartition("/")[0]
        if "$text" in value:
            return self._string(value, folder, where)
        if len(value) != 1:
            raise TreeError(f'{where}: beside "$file" nothing may stand in its braces')
        target = self._target(value["$file"], folder, where)
        if target in self._used:
            raise TreeError(
                f"{where}: {target} is named here and in {self._used[target]}; "
                "give each object a file of its own"
            )
        if depth >= MAX_DEPTH:
            raise TreeError(f"{where}: more than {MAX_DEPTH} objects inside each other")
        self._used[target] = where
        return self.json(target, depth + 1)

    def _target(self, reference: object, folder: str, where: str) -> str:
        target = resolve(reference, folder) if isinstance(reference, str) else None
        if target is None:
            raise TreeError(f"{where}: {reference!r} is no path inside this tree")
        if target not in self.files:
            raise TreeError(f"{where}: {target} was not found; restore it, or take this line out")
        return target

    def _string(self, value: dict[str, Any], folder: str, where: str) -> str:
        members = {"text": value["$text"], **{k: v for k, v in value.items() if k != "$text"}}
        try:
            script = msgspec.convert(members, _Reference)
        except msgspec.ValidationError as error:
            raise TreeError(f"{where}: {error}") from None
        target = self._target(script.text, folder, where)
        text = self._script(script, target)
        write = ESCAPES.get(script.escapes)
        if write is None:
            raise TreeError(f"{where}: escapes is one of {', '.join(ESCAPES)}")
        self._grow(where, len(text))
        return write(text)

    def _script(self, script: Script, path: str) -> str:
        text = from_file(self.files[path])
        kind: Kind | None = "lua" if path.endswith(".lua") else "xml" if path.endswith(".xml") else None
        if script.includes and kind:
            text = self._expanded(text, kind, script.includes, path)
        if kind != "lua" or script.bundle is False:
            return text
        try:
            if isinstance(script.bundle, str):
                return self._bundle(script, script.bundle, text, path)
            if "require" in text and self._names(text):
                return join(new_bundle("__root", text, lambda name: self._module(name, {})))
        except (BundleError, LuaTextError) as error:
            raise TreeError(f"{path}: {error} (modules are in {MODULES}/)") from None
        return text

    def _expanded(self, text: str, kind: Kind, newline: str, path: str) -> str:
        def find(name: str) -> str | None:
            own = f"{INCLUDES}/{module_path(name).removesuffix(f'.{kind}')}.{kind}"
            return from_file(self.files[own]) if own in self.files else None

        if newline not in ("\n", "\r\n"):
            raise TreeError(f"{path}: includes is a line end, \\n or \\r\\n")
        try:
            return expand(text, kind, find, newline)
        except IncludeError as error:
            raise TreeError(f"{path}: {error} (in {INCLUDES}/)") from None

    def _bundle(self, script: Script, frame: str, text: str, path: str) -> str:
        target = resolve(frame, "")
        if target is None or target not in self.files:
            raise TreeError(f"{path}: its bundle {frame} was not found; restore it")
        head, mark, tail = from_file(self.files[target]).partition(MODULES_HERE)
        if not mark:
            raise TreeError(f"{target}: the line {MODULES_HERE.strip()} is missing; restore it")
        root = root_name(head)

        def find(name: str) -> str | None:
            return self._module(name, script.files)

        if isinstance(script.order, str):
            if script.order not in ("required", "name"):
                raise TreeError(f"{path}: order is required, name or a list of modules")
            modules = in_order(root, text, find, self._names)
            if script.order == "name":
                modules = dict(sorted(modules.items()))
        else:
            modules = self._listed(script.order, root, text, find)
        return join(Bundle(root, modules, head, tail))

    def _listed(self, order: list[str], root: str, text: str, find: Any) -> dict[str, str]:
        """What the list says, in its order, then what is newly required."""
        modules: dict[str, str] = {}
        for name in order:
            source = text if name == root else find(name)
            if source is None:
                raise BundleError(f"Module {name}, in the order of its bundle, was not found")
            modules[name] = source
        modules.setdefault(root, text)
        for name in list(modules):
            try:
                names = self._names(modules[name])
            except LuaTextError:
                continue
            for other in names:
                below = find(other) if other not in modules else None
                if below is not None:
                    modules |= in_order(other, below, lambda n: modules.get(n) or find(n), self._names)
        return modules

    def _names(self, text: str) -> list[str]:
        names = self._required.get(text)
        if names is None:
            names = self._required[text] = required(text)
        return names

    def _module(self, name: str, files: Mapping[str, str]) -> str | None:
        if name in files:
            paths = [resolve(files[name], "") or ""]
        else:
            own = module_path(name)
            paths = [f"{MODULES}/{own}.lua", f"{MODULES}/{own.replace('.', '/')}.lua"]
        for path in paths:
            if path in self.files:
                return from_file(self.files[path])
        return None


class _Reference(Script, frozen=True, forbid_unknown_fields=True):
    """A `$text` reference as it is read: nothing but what is known."""


def _check(path: str, text: str) -> None:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        try:
            jsontext.decode(text)
        except SaveError as error:
            raise TreeError(f"{path}: {error}") from None

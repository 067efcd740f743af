"""The text of a save from its tree of files. No I/O here.

Every file is checked on its own before it becomes a part, so an error names file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from exporters.filenames import module_path
from exporters.jsontext import splice as jsontext
from exporters.jsontext import whitespace as layout
from exporters.jsontext.printer import MAX_DEPTH, SaveError
from exporters.luacode.bundle import (
    Bundle,
    BundleError,
    LuaTextError,
    in_order,
    join,
    new_bundle,
    required,
    root_name,
)
from exporters.luacode.includes import IncludeError, Kind, expand
from exporters.savefile import Save, parse
from exporters.tree.format import (
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

LARGEST = 1 << 29  # bytes: a tree may name one text many times

_SURROGATES = "surrogatepass"  # unpaired ones; nothing on a disk has them
_OBJECT = re.compile(rb"(?:\xef\xbb\xbf|[ \t\r\n])*+\{")
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


def build_text(files: Mapping[str, str], used: set[str] | None = None) -> str:
    """The text of `build`.

    `used`: is filled with the paths of the files that became part of it.
    """
    return build_bytes(files, used).decode("utf-8", _SURROGATES)


def build_bytes(files: Mapping[str, str], used: set[str] | None = None) -> bytes:
    """The text of `build` as it lies on the disk: fastest and smallest."""
    if ROOT not in files:
        raise TreeError(f"{ROOT}: not found; name the folder that `save unpack` has written")
    shape, escapes = _manifest(files)
    builder = _Builder(files, escapes, set() if used is None else used)
    builder.json(ROOT)
    content = b"".join(builder.out)
    del builder
    if _OBJECT.match(content) is None:
        raise TreeError(f"{ROOT}: line 1: not a save; a save is an object {{…}}")
    if shape is None:
        return content
    try:
        return layout.apply(shape, content)
    except SaveError:  # bare words such as Infinity came with an edit
        return b"%b%b%b" % (shape.start.encode(), content, shape.end.encode())


class Texts(Mapping[str, str]):
    """Files as they lie on the disk, read one at a time."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files

    def __getitem__(self, path: str) -> str:
        return self._files[path].decode()

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _manifest(files: Mapping[str, str]) -> tuple[layout.Layout | None, str]:
    """The layout of the whole and how its strings are escaped; without a manifest the game's."""
    if MANIFEST not in files:
        return layout.Layout(), "game"
    try:
        manifest = msgspec.json.decode(files[MANIFEST])
        if not isinstance(manifest, dict) or manifest.get("tree") != 1:
            raise msgspec.ValidationError("no manifest of this version")
        if manifest.get("unfinished"):
            raise TreeError(f"{MANIFEST}: an unpack was interrupted here; run it again")
        escapes = manifest.get("escapes", "game")
        if escapes not in ESCAPES:
            raise msgspec.ValidationError(f"escapes is one of {', '.join(ESCAPES)}")
        return layout.from_json(manifest.get("layout")), escapes
    except msgspec.MsgspecError as error:
        raise TreeError(f"{MANIFEST}: {error}; restore it, or unpack again") from None


class Where(Struct, frozen=True):
    """A place in a file; its line is counted when somebody asks."""

    path: str
    text: str
    at: int

    def __str__(self) -> str:
        line = self.text.count("\n", 0, self.at) + 1
        return f"{self.path}: line {line}"


class _Builder:
    """One build: what was read, what each script requires, what came out so far."""

    def __init__(self, files: Mapping[str, str], escapes: str, used: set[str]) -> None:
        self.files, self.escapes, self.used = files, escapes, used
        self.out: list[bytes] = []
        self._named: dict[str, Where] = {}
        self._required: dict[str, list[str]] = {}
        self._modules: dict[str, str | None] = {}
        self._size = 0

    def json(self, path: str, depth: int = 0) -> None:
        """Put out the JSON of a file with every reference in it replaced."""
        text = self._read(path)
        content = _checked(path, text)
        self._grow(path, len(content))
        if "$" not in text:
            self.out.append(content)
            return
        at = 0
        for found in REFERENCE.finditer(text):
            if found.start() < at:
                continue
            value, end = _DECODER.raw_decode(text, found.start())
            self._put(unmask(text[at : found.start()]))
            self._replace(value, Where(path, text, found.start()), depth)
            at = end
        self._put(unmask(text[at:]))

    def _put(self, text: str) -> None:
        self.out.append(text.encode("utf-8", _SURROGATES))

    def _read(self, path: str) -> str:
        self.used.add(path)
        return from_file(self.files[path])

    def _grow(self, where: object, size: int) -> None:
        self._size += size
        if self._size > LARGEST:
            raise TreeError(f"{where}: with this the save is too large to be one; take it out")

    def _replace(self, value: dict[str, Any], where: Where, depth: int) -> None:
        if "$text" in value:
            self.out.append(self._string(value, where))
            return
        if len(value) != 1:
            raise TreeError(f'{where}: beside "$file" nothing may stand in its braces')
        target = self._target(value["$file"], where)
        if target in self._named:
            raise TreeError(
                f"{where}: {target} is named here and in {self._named[target]}; "
                "give each object a file of its own"
            )
        if depth >= MAX_DEPTH:
            raise TreeError(f"{where}: more than {MAX_DEPTH} objects inside each other")
        self._named[target] = where
        self.json(target, depth + 1)

    def _target(self, reference: object, where: Where) -> str:
        folder = where.path.rpartition("/")[0]
        target = resolve(reference, folder) if isinstance(reference, str) else None
        if target is None:
            raise TreeError(f"{where}: {reference!r} is no path inside this tree")
        if target not in self.files:
            raise TreeError(f"{where}: {target} was not found; restore it, or take this line out")
        return target

    def _string(self, value: dict[str, Any], where: Where) -> bytes:
        members = {"text": value["$text"], **{k: v for k, v in value.items() if k != "$text"}}
        try:
            script = msgspec.convert(members, _Reference)
        except msgspec.ValidationError as error:
            raise TreeError(f"{where}: {error}") from None
        target = self._target(script.text, where)
        text = self._script(script, target)
        write = ESCAPES.get(script.escapes or self.escapes)
        if write is None:
            raise TreeError(f"{where}: escapes is one of {', '.join(ESCAPES)}")
        content = write(text)
        self._grow(where, len(content))
        return content

    def _script(self, script: Script, path: str) -> str:
        text = self._read(path)
        kind: Kind | None = (
            "lua" if path.endswith(".lua") else "xml" if path.endswith(".xml") else None
        )
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
            return self._read(own) if own in self.files else None

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
        head, mark, tail = self._read(target).partition(MODULES_HERE)
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

        def known(name: str) -> str | None:
            return modules[name] if name in modules else find(name)

        for name in list(modules):
            try:
                names = self._names(modules[name])
            except LuaTextError:
                continue
            for other in names:
                if other not in modules and (below := find(other)) is not None:
                    modules.update(in_order(other, below, known, self._names))
        return modules

    def _names(self, text: str) -> list[str]:
        names = self._required.get(text)
        if names is None:
            # Most modules require nothing, and hold long tables.
            names = self._required[text] = required(text) if "require" in text else []
        return names

    def _module(self, name: str, files: Mapping[str, str]) -> str | None:
        if name in files:
            path = resolve(files[name], "") or ""
            return self._read(path) if path in self.files else None
        if name not in self._modules:
            own = module_path(name)
            paths = (f"{MODULES}/{own}.lua", f"{MODULES}/{own.replace('.', '/')}.lua")
            found = next((path for path in paths if path in self.files), None)
            self._modules[name] = found and self._read(found)
        return self._modules[name]


class _Reference(Script, frozen=True, forbid_unknown_fields=True):
    """A `$text` reference as it is read: nothing but what is known."""


def _checked(path: str, text: str) -> bytes:
    content = text.encode("utf-8", _SURROGATES)
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        try:
            jsontext.decode(text)
        except SaveError as error:
            raise TreeError(f"{path}: {error}") from None
    return content

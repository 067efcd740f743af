"""Every expression of the packages, how it is used, and texts that are bad for it.

`found` walks the sources: what is compiled at the top of a module, what is written where it is
used. `attacks` reads an expression as the library parses it and repeats, many times over, what
each of its loops takes and what stands before it; the end of such a text fits nothing.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "exporters", "tts_bridge")
METHODS = ("match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")
SEARCHES = frozenset(("search", "sub", "subn", "split", "findall", "finditer"))
SIZE = 1_000_000


class Use(NamedTuple):
    """An expression: where it stands, what it is, and the methods that are called of it."""

    where: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]

    def read(self, attack: "Attack", size: int) -> None:
        """Do with such a text what the module does with it."""
        text: Any = attack.text(size)
        if isinstance(self.pattern.pattern, bytes):
            text = text.encode("latin-1", "replace")
        if self.methods & SEARCHES:
            for _ in self.pattern.finditer(text):
                pass
        if "match" in self.methods:
            self.pattern.match(text)
        if "fullmatch" in self.methods:
            self.pattern.fullmatch(text)


def found() -> tuple[list[Use], list[str]]:
    """The expressions of the packages; and where one is made from parts while it runs."""
    uses: dict[tuple[str, str | bytes, int], Use] = {}
    made: list[str] = []
    trees = {
        path: ast.parse(path.read_text("utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    methods: dict[tuple[Path, str], set[str]] = {}
    for path, tree in trees.items():
        for name, method in _named_uses(tree):
            methods.setdefault((path if name.startswith("_") else ROOT, name), set()).add(method)
    for path, tree in trees.items():
        where = path.relative_to(ROOT).as_posix()
        top = _compiled_at_the_top(tree)
        if top:
            dotted = where.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
            module = importlib.import_module(dotted)
            for name in top:
                value = getattr(module, name)
                each = value.values() if isinstance(value, dict) else [value]
                for pattern in each:
                    key = (where, pattern.pattern, pattern.flags)
                    called = methods[path if name.startswith("_") else ROOT, name]
                    uses[key] = Use(f"{where}: {name}", pattern, frozenset(called))
        for method, call, owner in _inline(tree, top):
            flags = _flags(call)
            pattern = call.args[0]
            if isinstance(pattern, ast.Constant):
                compiled = re.compile(pattern.value, flags)
                key = (where, pattern.value, compiled.flags)
                uses[key] = Use(f"{where}: {owner}", compiled, frozenset((method,)))
            else:
                made.append(f"{where}: {owner}")
    return sorted(uses.values(), key=lambda use: use.where), sorted(set(made))


def _compiled_at_the_top(tree: ast.Module) -> list[str]:
    names = []
    for node in tree.body:
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(node, ast.Assign):
            target = node.targets[0]
        if isinstance(target, ast.Name) and any(_is_re(each) for each in ast.walk(node)):
            names.append(target.id)
    return names


def _is_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in (*METHODS, "compile")
    )


def _inline(tree: ast.Module, top: list[str]) -> Iterator[tuple[str, ast.Call, str]]:
    """The calls of `re` that are not at the top of the module, with the function they are in."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for each in ast.walk(node):
            if _is_re(each):
                assert isinstance(each, ast.Call)
                assert isinstance(each.func, ast.Attribute)
                method = each.func.attr
                yield ("search" if method == "compile" else method), each, node.name


def _flags(call: ast.Call) -> int:
    flags = 0
    for each in ast.walk(call):
        if isinstance(each, ast.Attribute) and each.attr.isupper():
            flags |= getattr(re, each.attr)
    return flags


def _named_uses(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """`NAME.method` and `NAME[…].method`; a name that is handed on may be searched with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            value = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            if isinstance(value, ast.Name):
                yield value.id, node.attr
            elif isinstance(value, ast.Attribute):
                yield value.attr, node.attr
        elif isinstance(node, ast.Call | ast.IfExp | ast.Return | ast.Assign):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
                    yield child.id, "search"


class Attack(NamedTuple):
    """A text that is bad for an expression: what is repeated, what stands around it."""

    head: str
    pump: str
    end: str

    def text(self, size: int) -> str:
        """As long as that, or a little longer."""
        count = (size - len(self.head)) // len(self.pump) + 1
        return self.head + self.pump * count + self.end


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """What is bad for an expression, each of them once."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    tree = parser.parse(pattern.pattern, flags)
    found: dict[Attack, None] = {}
    for before, pump in _loops(tree, ""):
        for text in (pump, before + pump):
            for head in dict.fromkeys((before, "")):
                for end in ("\x00", "\n", ""):
                    if text:
                        found[Attack(head, text, end)] = None
    return list(found)


def _loops(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """Every loop: an example of what stands before it, and examples of what it repeats."""
    for op, value in tree:
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            least, most, body = value
            if most > 1:
                for example in _examples(body):
                    yield before, example
            yield from _loops(body, before)
            before += (_example(body) or "") * max(least, 1 if most > 2 else 0)
            continue
        for inner in _inner(op, value):
            yield from _loops(inner, before)
        before += _one(op, value)


def _inner(op: Any, value: Any) -> list[Any]:
    if op is sre.SUBPATTERN:
        return [value[-1]]
    if op is sre.BRANCH:
        return list(value[1])
    if op is sre.ATOMIC_GROUP:
        return [value]
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    return []


def _example(tree: Any) -> str:
    return "".join(_one(op, value) for op, value in tree)


def _one(op: Any, value: Any) -> str:
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return _example(value[2]) * max(value[0], 1)
    if op in (sre.ASSERT, sre.ASSERT_NOT, sre.AT, sre.GROUPREF):
        return ""
    if inner := _inner(op, value):
        return _example(inner[0])
    return _characters(op, value)[0]


def _examples(tree: Any) -> list[str]:
    """Several examples of one turn of a loop: one a branch and, of a lone class, one a kind."""
    items = list(tree)
    if len(items) == 1:
        op, value = items[0]
        if inner := _inner(op, value):
            found = [each for body in inner for each in _examples(body)]
            return list(dict.fromkeys([*found, "".join(found)]))
        if op in (sre.IN, sre.ANY, sre.NOT_LITERAL, sre.LITERAL, sre.CATEGORY):
            return _characters(op, value)
    return [_example(tree)]


_KINDS = {
    sre.CATEGORY_SPACE: " ", sre.CATEGORY_NOT_SPACE: "x", sre.CATEGORY_DIGIT: "1",
    sre.CATEGORY_NOT_DIGIT: "x", sre.CATEGORY_WORD: "e", sre.CATEGORY_NOT_WORD: "-",
}  # fmt: skip
_USUAL = "a \"'([{<-=.#/\\_1e@:,\t"


def _characters(op: Any, value: Any) -> list[str]:
    """Characters that the item takes, some of each kind."""
    if op is sre.LITERAL:
        return [chr(value)]
    if op is sre.CATEGORY:
        return [_KINDS[value]]
    if op is sre.ANY:
        return list(_USUAL)
    if op is sre.NOT_LITERAL:
        return [c for c in _USUAL if ord(c) != value]
    inside = [item for item in value if item[0] is not sre.NEGATE]
    negated = len(inside) < len(value)
    listed: list[str] = []
    for kind, what in inside:
        listed += chr(what[0]) if kind is sre.RANGE else _characters(kind, what)
    if not negated:
        return [*listed[:12], *(listed[-2:] if len(listed) > 12 else [])]
    taken = re.compile(_class_source(inside))
    return [c for c in _USUAL if not taken.fullmatch(c)] or ["x"]


def _class_source(inside: list[Any]) -> str:
    names = {
        sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_DIGIT: r"\d",
        sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
    }  # fmt: skip
    parts = []
    for kind, what in inside:
        if kind is sre.CATEGORY:
            parts.append(names[what])
        elif kind is sre.RANGE:
            parts.append(f"{re.escape(chr(what[0]))}-{re.escape(chr(what[1]))}")
        else:
            parts.append(re.escape(chr(what)))
    return f"[{''.join(parts)}]"


def worst(use: Use, count: int = 2) -> list[Attack]:
    """The attacks that short texts tell to be the worst."""
    times = []
    for attack in attacks(use.pattern):
        begun = process_time()
        use.read(attack, 1000)
        times.append((process_time() - begun, attack))
    return [attack for _, attack in sorted(times, reverse=True)[:count]]

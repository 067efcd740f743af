"""Names that every system takes."""

import pytest

from exporters.filenames import Names, folded, is_git, is_safe_path, module_path

SAME = [("Card", "cARD"), ("straße", "STRASSE"), ("é", "e\u0301"), ("ﬁ", "fi"), ("K", "\u212a")]
OUTSIDE = ("", "/", "/a", "a//b", "a/", "..", "a/../b", ".", "a/./b")
SHAPES = ("a.", "a/b./c", "a ", " a", "a/ b", "a" * 1001)
SIGNS = ("a\\b", "C:", "C:/a", "a*", "a?", '"a"', "<a", "a|b", "a\0", "a\n", "a\x7f", "\ud800")
GIT = (
    ".git", ".GIT/config", "a/.git/hooks/post-checkout", "modules/.giT.lua/../.git", "git~1",
    "GIT~2/config", ".git.", ".git ", ".git::$INDEX_ALLOCATION", ".git:x/config", ".g\u200cit",
    ".git\ufeff/config", "\u200d.gi\u2060t", "．git/config", "a/g\u200bit~1", ".gİt",
)  # fmt: skip
WINDOWS = ("con", "CON.json", "a/nul", "aux.lua.lua", "com1", "LPT9.txt", "COM¹", "conin$")


@pytest.mark.parametrize(("one", "other"), [*SAME, ("²", "2")])
def test_names_that_some_system_takes_for_one_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    names = Names()
    assert names.take(one) == one
    assert names.take(other) == f"{other}.2"


@pytest.mark.parametrize(
    "path",
    [
        "a",
        "a/b.c/d-e_f",
        "屠夫.json",
        ".gitattributes",
        "con_.json",
        "console",
        "a b/c",
        "ä" * 300,
        ".github/x",
        "git",
        "legit/.gitkeep",
        "git~",
    ],
)
def test_paths_inside_are_safe(path: str) -> None:
    assert is_safe_path(path)


@pytest.mark.parametrize("path", [*OUTSIDE, *SHAPES, *SIGNS, *GIT, *WINDOWS])
def test_paths_that_lead_out_or_that_windows_cannot_keep_are_not(path: str) -> None:
    assert not is_safe_path(path)


@pytest.mark.parametrize("name", GIT)
def test_no_module_or_include_lies_where_git_keeps_its_own(name: str) -> None:
    path = module_path(name)
    assert not path or is_safe_path(path)
    assert not any(is_git(part) for part in path.split("/"))


def test_many_of_one_name_are_numbered_in_no_time() -> None:
    names = Names("states")
    taken = [names.take("Card") for _ in range(20_000)]
    assert taken[:3] == ["Card", "Card.2", "Card.3"]
    assert len(set(taken)) == 20_000
    assert names.take("States") == "States.2"

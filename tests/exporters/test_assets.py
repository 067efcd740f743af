"""Addresses are found, asked politely, and found again in the game's cache."""

import json
from pathlib import Path
from typing import Any

import pytest

from exporters.assets.cache import Cache
from exporters.assets.http import Fetcher, FetchError
from exporters.assets.probe import Answer, Memory, ask, ask_all
from exporters.assets.references import (
    Asset,
    Form,
    assets,
    cache_names,
    form,
    in_text,
    plain,
    revive,
)
from exporters.savefile import parse, read
from tests.exporters.saves import small_save
from tests.exporters.web import PNG, Web, served

OLD = "http://cloud-3.steamusercontent.com/ugc/12/AB/"
NEW = "https://steamusercontent-a.akamaihd.net/ugc/12/AB/"


def fetcher(**options: Any) -> Fetcher:
    return Fetcher(**{"private": True, "pause": 0.0, **options})


def test_every_address_is_listed_with_its_kind_and_place() -> None:
    found = list(assets(small_save()))
    assert found[0] == Asset(
        "https://example.org/faces.png",
        "image",
        "ObjectStates[1].ContainedObjects[0]",
        "CustomDeck.12.FaceURL",
    )
    assert len(found) == 2 * 4 + 2 + 1 + 3  # deck and cards, coins, the map, the figure
    odd = parse(
        '{"MusicPlayer": {"AudioLibrary": [{"Item1": "http://a/x.mp3", "Item2": "x"}]}, '
        '"CustomUIAssets": [{"Type": 1, "URL": "http://a/b"}, {"URL": "http://a/c"}], '
        '"XmlUI": "<Image url=\'http://a/d.png\'/>", "LuaScript": "u = \\"http://a/e\\"", '
        '"ObjectStates": [{"CustomPDF": {"PDFUrl": "http://a/f"}, "Tablet": {"PageURL": "http://a/g"},'
        '"CustomMesh": {"MeshURL": "http://a/h", "DiffuseURL": ""}, "FaceURL": 3}]}'
    )
    assert [(each.kind, each.url[-1:]) for each in assets(odd, texts=True)] == [
        ("audio", "3"), ("bundle", "b"), ("image", "c"), ("text", "e"), ("text", "g"),
        ("pdf", "f"), ("page", "g"), ("model", "h"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "urls"),
    [
        ("http://a/x.png{Unique}", ["http://a/x.png"]),
        ("{verifycache}http://a/x", ["http://a/x"]),
        ("{en}http://a/e{fr}http://a/f", ["http://a/e", "http://a/f"]),
        ("  http://a/x ", ["http://a/x"]),
        ("{}", []),
    ],
)
def test_marks_are_taken_off(value: str, urls: list[str]) -> None:
    assert plain(value) == urls


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("http://a/b", "web"), ("HTTPS://a/b", "web"), ("file:///C:/x", "local"),
        ("F:\\PNP\\x.jpg", "local"), ("c:/x", "local"), ("\\\\server\\x", "local"),
        ("/home/me/x.png", "local"), ("www.example.org/x", "schemeless"),
        ("chry.me/tts/x", "schemeless"), ("<Game>x.png", "name"), ("board.png", "name"),
        ("board/x.png", "name"),
    ],
)  # fmt: skip
def test_an_address_has_a_form(url: str, what: Form) -> None:
    assert form(url) == what


def test_addresses_in_a_script_end_where_the_text_around_them_goes_on() -> None:
    text = "a='http://a/b.png', see (http://c/d). [[https://e/f?g=h&i]] file:///C:/x.png\n"
    assert in_text(text) == [
        "http://a/b.png",
        "http://c/d",
        "https://e/f?g=h&i",
        "file:///C:/x.png",
    ]


def test_the_cache_knows_an_address_under_steams_old_and_new_host() -> None:
    old, new = "httpcloud3steamusercontentcomugc12AB", "httpssteamusercontentaakamaihdnetugc12AB"
    assert cache_names(OLD) == (old, new)
    assert cache_names(NEW) == (new, old)
    assert cache_names("http://a/b-c.png") == ("httpabcpng",)
    assert revive(f"x {OLD} {NEW}") == f"x {NEW} {NEW}"


@pytest.fixture
def web() -> Any:
    with served() as server:
        yield server


def test_an_address_that_answers_is_asked_without_taking_the_file(web: Web) -> None:
    url = web.put("/a.png")
    answer = ask(fetcher(), url, "image")
    assert (answer.ok, answer.status, answer.size) == (True, 200, len(PNG))
    assert web.asked == [("HEAD", "/a.png")]


@pytest.mark.parametrize(
    ("page", "ok", "problem"),
    [
        ({"No_Head": "1"}, True, ""),
        ({"Content_Type": "text/html", "body": b"<!DOCTYPE html><p>gone"}, False, "a web page"),
        ({"Content_Type": "text/html", "body": PNG}, True, ""),
        ({"status": 404}, False, "HTTP 404"),
        ({"status": 302, "Location": "/b.png"}, True, ""),
        ({"status": 302, "Location": "/a.png"}, False, "redirects"),
        ({"status": 302, "Location": "file:///etc/passwd"}, False, "not an http"),
    ],
)
def test_what_a_host_answers_is_told(
    web: Web, page: dict[str, Any], ok: bool, problem: str
) -> None:
    web.put("/b.png")
    answer = ask(fetcher(), web.put("/a.png", **page), "image")
    assert (answer.ok, problem in answer.problem) == (ok, True)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://[", "ftp://a/", "http://a b/", "x"])
def test_no_answer_is_an_answer_too(url: str) -> None:
    answer = ask(fetcher(), url, "image")
    assert not answer.ok
    assert answer.problem


def test_hosts_of_this_network_are_not_asked_for_a_stranger_nor_by_redirection(web: Web) -> None:
    for url in (web.put("/a.png"), "http://localhost/", "http://10.0.0.1/", "http://[::1]/"):
        answer = ask(Fetcher(pause=0.0), url, "image")
        assert "own network" in answer.problem
    assert web.asked == []


def test_all_are_asked_once_few_at_a_time(web: Web) -> None:
    urls = [web.put(f"/{n}.png") for n in range(30)]
    told: list[Answer] = []
    answers = list(
        ask_all([(url, "image") for url in urls * 2], fetcher(per_host=2), done=told.append)
    )
    assert sorted(each.url for each in answers) == sorted(urls)
    assert told == answers
    assert len(web.asked) == 30
    assert web.most <= 2


def test_a_run_that_was_ended_goes_on(web: Web, tmp_path: Path) -> None:
    memory = Memory(tmp_path / "answers")
    good, bad = web.put("/a.png"), f"{web.base}/b.png"
    for answer in ask_all([(good, "image"), (bad, "image")], fetcher()):
        memory.keep(answer)
    with (tmp_path / "answers").open("ab") as file:
        file.write(b'{"url": "http://brok')
    again = Memory(tmp_path / "answers")
    assert again.recall(good, 0.0) == memory.known[good]
    assert again.recall(good, memory.known[good].at + 1) is None
    assert again.recall(bad, 0.0) is None


def test_a_file_that_is_too_large_is_refused(web: Web) -> None:
    url = web.put("/a", body=bytes(1000))
    assert len(fetcher().read("GET", url, 1000)) == 1000
    with pytest.raises(FetchError, match="larger"):
        fetcher().read("GET", url, 999)
    web.put("/a", body=b"short", Content_Length="9")
    with pytest.raises(FetchError, match=r"broke off|no connection"):
        fetcher().read("GET", url, 999)


def test_the_cache_tells_whole_missing_and_broken_files(tmp_path: Path) -> None:
    images, models = tmp_path / "Images", tmp_path / "Models"
    images.mkdir()
    models.mkdir()
    (images / "httpcloud3steamusercontentcomugc12AB.png").write_bytes(PNG)
    (images / "httpaempty.jpg").write_bytes(b"")
    (images / "httpapage.png").write_bytes(b"<html>moved</html>")
    (images / "httpaodd.png").write_bytes(b"what is this")
    (models / "httpamodel.OBJ").write_bytes(b"v 0 0 0")
    cache = Cache(tmp_path)

    def status(url: str, kind: Any = "image") -> str | None:
        found = cache.look(Asset(url, kind, "", ""))
        return found.status if found else None

    assert status(NEW) == status(OLD) == "whole"
    assert [status(f"http://a/{name}") for name in ("empty", "page", "odd", "none")] == [
        "empty", "page", "odd", "missing",
    ]  # fmt: skip
    assert status("http://a/model", "model") == "whole"
    assert status("file:///x.png") is None
    assert status("http://a/b", "page") is None


def test_real_saves_list_the_addresses_that_a_plain_search_finds(corpus_file: Path) -> None:
    save = read(corpus_file)
    found = {each.url for each in assets(save)}

    def search(value: Any, key: str = "") -> set[str]:
        if isinstance(value, dict):
            return set().union(*(search(each, name) for name, each in value.items()))
        if isinstance(value, list):
            return set().union(*(search(each, key) for each in value))
        is_url = key.upper().endswith("URL") and isinstance(value, str)
        return set(plain(value)) if is_url else set()

    wanted = search(save.data)
    assert wanted <= found
    assert json.dumps(sorted(found))

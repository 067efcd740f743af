"""The agent is added as one object; every other byte stays."""

from pathlib import Path

import pytest

from exporters.edit.install_agent import AGENT_TAG, install_agent
from exporters.savefile import Save, SaveError, dump, objects, parse

SCRIPT = 'function onLoad()\n  print("电")\nend'
ONE = '{\n  "ObjectStates": [\n    {\n      "GUID": "a1b2c3"\n    }\n  ]\n}'
LAYOUTS = {
    "game": ONE,
    "windows": ONE.replace("\n", "\r\n") + "\r\n",
    "empty": '{\n  "ObjectStates": []\n}',
    "empty, windows": '{\r\n  "ObjectStates": [],\r\n  "LuaScript": ""\r\n}',
    "empty over lines": '{\n  "ObjectStates": [\n  ]\n}',
    "compact": '{"ObjectStates":[{"GUID":"a1b2c3"}],"x":1.00}',
    "compact, empty": '{"ObjectStates":[],"x":1.00}',
    "tabs": '\ufeff{\n\t"ObjectStates": [\n\t\t{\n\t\t\t"GUID": "a1b2c3"\n\t\t}\n\t]\n}\n',
}


def inserted(before: str, after: str) -> str:
    """What was inserted; fails when `after` is not `before` with one insertion."""
    grown = len(after) - len(before)
    for at in range(len(before) + 1):
        if after[:at] == before[:at] and after[at + grown :] == before[at:]:
            return after[at : at + grown]
    raise AssertionError("more than one insertion")


def agents(save: Save) -> list[dict[str, object]]:
    return [each for _, each in objects(save) if AGENT_TAG in each.get("Tags", [])]


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_the_agent_is_one_insertion_in_the_files_own_layout(text: str) -> None:
    save = parse(text)
    after = dump(install_agent(save, SCRIPT))
    added = inserted(text, after)
    assert dump(save) == text, "the save given is left as it is"
    assert added.count("\n") == added.count("\r\n") or "\r\n" not in text
    assert ("\n" in added) == ("\n" in text)
    if "\t" in text:
        assert "\n\t\t\t\t" in added
        assert "  " not in added.replace("\\n  print", "")
    (agent,) = agents(parse(after))
    assert agent["LuaScript"] == SCRIPT
    assert agent["Locked"] is True


@pytest.mark.parametrize(
    "name", ["party_v13.2.2", "terraforming_mars_v10.4", "hero_realms_v12.3.5", "sced_built_v13.3"]
)
def test_the_agent_is_one_insertion_in_a_real_save(name: str) -> None:
    path = Path(__file__).resolve().parents[3] / "shared" / "corpus" / f"{name}.json"
    if not path.is_file():
        pytest.skip(f"no corpus at {path.parent}")
    text = path.read_bytes().decode()
    save = parse(text)
    used = {each.get("GUID") for _, each in objects(save)}
    after = dump(install_agent(save, SCRIPT))
    start = next(i for i, (a, b) in enumerate(zip(text, after, strict=False)) if a != b)
    grown = len(after) - len(text)
    assert any(after[:i] + after[i + grown :] == text for i in range(start - 2, start + 1))
    (agent,) = agents(parse(after))
    assert agent["GUID"] not in used


def test_a_second_installation_replaces_the_script_alone() -> None:
    once = dump(install_agent(parse(LAYOUTS["windows"]), "old script"))
    twice = dump(install_agent(parse(once), "new script"))
    assert twice == once.replace("old script", "new script")
    assert dump(install_agent(parse(once), "old script")) == once


def test_the_description_of_the_mod_is_kept_unless_a_new_one_is_given() -> None:
    once = parse(dump(install_agent(parse(LAYOUTS["game"]), "s", about='{"game": "dbd"}')))
    (kept,) = agents(install_agent(once, "s"))
    assert kept["GMNotes"] == '{"game": "dbd"}'
    (changed,) = agents(install_agent(once, "s", about="{}"))
    assert changed["GMNotes"] == "{}"


def test_the_agents_guid_is_not_that_of_a_nested_object() -> None:
    first = agents(install_agent(parse(LAYOUTS["empty"]), ""))[0]["GUID"]
    bag = {"GUID": "aaaaaa", "ContainedObjects": [{"GUID": str(first).upper()}]}
    (agent,) = agents(install_agent(Save({"ObjectStates": [bag]}), ""))
    assert agent["GUID"] != first


def test_the_agent_stands_beside_what_is_on_the_table() -> None:
    far = [{"Transform": {"posX": x}} for x in (-500, 40.5, "x", float("nan"))]
    (agent,) = agents(install_agent(Save({"ObjectStates": [*far, 3, {"Transform": []}]}), ""))
    assert agent["Transform"]["posX"] == 45.5  # type: ignore[index]


def test_a_file_without_objects_and_one_with_two_agents_are_refused() -> None:
    with pytest.raises(SaveError, match=r"t\.json: no list ObjectStates"):
        install_agent(parse("{}", "t.json"), "")
    two = Save({"ObjectStates": [{"GUID": g, "Tags": [AGENT_TAG]} for g in ("aaaaaa", "bbbbbb")]})
    with pytest.raises(SaveError, match="2 agents, aaaaaa and bbbbbb; delete all but one"):
        install_agent(two, "")

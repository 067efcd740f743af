"""The table's own script writes on a prop what it is while it lies face up, and only then."""

from pathlib import Path
from typing import Any

import lupa.lua52 as lua
import pytest

FACES = Path(__file__).resolve().parents[2] / "lua" / "lib" / "faces.lua"
# Just what the script calls; waiting is over at once, and a destroyed object refuses everything.
STAND_IN = """
waits = {}
Wait = { time = function(action, seconds) waits[#waits + 1] = action end }
JSON = { decode = function() return { generator = "Gen <&> set" } end }
function piece(tag, notes, face_down)
    local each = { is_face_down = face_down, gone = false, xml = "old" }
    each.UI = { setXml = function(xml) each.xml = xml end }
    each.getTags = function() return { "ttsb", tag } end
    each.getGMNotes = function() assert(not each.gone) return notes end
    each.isDestroyed = function() return each.gone end
    return each
end
prop = piece("ttsb:prop/objective-1", "generator", true)
other = piece("ttsb:figure/meg-thomas", "generator", false)
function getObjects() return { prop, other } end
function settle() for _, action in ipairs(waits) do action() end waits = {} end
"""


@pytest.fixture
def table() -> Any:
    runtime = lua.LuaRuntime(unpack_returned_tuples=True)
    runtime.execute(STAND_IN)
    runtime.execute(FACES.read_text(encoding="utf-8"))
    return runtime.globals()


def test_a_prop_is_labelled_face_up_and_bare_face_down(table: Any) -> None:
    table.onLoad("{}")
    table.settle()
    assert table.prop.xml == ""
    table.prop.is_face_down = False
    table.onObjectRotate(table.prop)
    table.settle()
    assert "Gen &lt;&amp;&gt; set" in table.prop.xml
    table.prop.is_face_down = True
    table.onObjectDrop("Red", table.prop)
    table.settle()
    assert table.prop.xml == ""


def test_nothing_but_props_is_written_on(table: Any) -> None:
    table.onLoad("")
    table.onObjectSpawn(table.other)
    table.settle()
    assert table.other.xml == "old"


def test_a_prop_that_is_gone_by_then_is_left_alone(table: Any) -> None:
    table.onLoad("")
    table.prop.gone = True
    table.settle()
    assert table.prop.xml == "old"


def test_the_words_are_saved_as_they_were_loaded(table: Any) -> None:
    table.onLoad('{"generator": "x"}')
    assert table.onSave() == '{"generator": "x"}'

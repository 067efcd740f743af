"""UI of the table and of objects: attributes are stored and given back, nothing is drawn."""

from typing import Any

from tts_bridge.headless.api.args import Call, Members, items, lua_kind, plain, table, text
from tts_bridge.headless.model.xml_ui import Element, Ui
from tts_bridge.headless.script.runtime import ApiError


def _ui(call: Call, id_: int) -> Ui:
    return call.table.ui(id_)


def _written(value: Any) -> str:
    """A value as an attribute holds it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, str | int | float):
        return text(value, "the value")
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return " ".join(_written(each) for each in parts)
    raise ApiError(f"an attribute cannot be a {lua_kind(value)}")


def _get(call: Call, id_: int, element: Any, name: Any) -> str | None:
    found = _ui(call, id_).find(text(element, "the id"))
    ui = _ui(call, id_)
    return ui.attribute(found, text(name, "the attribute")) if found else None


def _get_all(call: Call, id_: int, element: Any) -> dict[str, str] | None:
    found = _ui(call, id_).find(text(element, "the id"))
    return dict(found.attributes) if found else None


def _set(call: Call, id_: int, element: Any, name: Any, value: Any) -> bool:
    return _set_all(call, id_, element, {text(name, "the attribute"): value})


def _set_all(call: Call, id_: int, element: Any, values: Any) -> bool:
    found = _ui(call, id_).find(text(element, "the id"))
    if found is None:
        return False
    for name, value in table(values, "the attributes").items():
        found.attributes[name] = _written(value)
    return True


def _get_value(call: Call, id_: int, element: Any) -> str | None:
    found = _ui(call, id_).find(text(element, "the id"))
    return found.value if found else None


def _set_value(call: Call, id_: int, element: Any, value: Any) -> bool:
    found = _ui(call, id_).find(text(element, "the id"))
    if found is not None:
        found.value = _written(value)
    return found is not None


def _set_xml(call: Call, id_: int, xml: Any, assets: Any = None) -> bool:
    _ui(call, id_).load(text(xml, "the xml"))
    return assets is None or _set_assets(call, id_, assets)


def _get_table(call: Call, id_: int) -> list[Any]:
    return [_as_table(each) for each in _ui(call, id_).elements]


def _as_table(element: Element) -> dict[str, Any]:
    return {
        "tag": element.tag,
        "attributes": dict(element.attributes),
        "value": element.value or None,
        "children": [_as_table(child) for child in element.children],
    }


def _set_table(call: Call, id_: int, elements: Any, assets: Any = None) -> bool:
    listed = [each for each in items(elements, "the elements") if each]  # {} clears it
    _ui(call, id_).replace([_element(each) for each in listed])
    return assets is None or _set_assets(call, id_, assets)


def _element(value: Any) -> Element:
    given = table(value, "an element")
    attributes = given.get("attributes") or {}
    return Element(
        text(given.get("tag"), "the tag"),
        {name: _written(each) for name, each in table(attributes, "attributes").items()},
        _written(given.get("value")),
        [_element(child) for child in items(given.get("children") or [], "the children")],
    )


def _set_assets(call: Call, id_: int, assets: Any) -> bool:
    listed = items(assets, "the assets")
    _ui(call, id_).assets = [plain(table(each, "an asset"), "an asset") for each in listed]
    return True


FUNCTIONS: Members = {
    "getAttribute": _get,
    "getAttributes": _get_all,
    "setAttribute": _set,
    "setAttributes": _set_all,
    "getValue": _get_value,
    "setValue": _set_value,
    "getXml": lambda call, id_: _ui(call, id_).xml,
    "setXml": _set_xml,
    "getXmlTable": _get_table,
    "setXmlTable": _set_table,
    "getCustomAssets": lambda call, id_: _ui(call, id_).assets,
    "setCustomAssets": _set_assets,
    "setClass": lambda call, id_, element, names: _set(call, id_, element, "class", names),
    "show": lambda call, id_, element: _set(call, id_, element, "active", True),
    "hide": lambda call, id_, element: _set(call, id_, element, "active", False),
}

VARIABLES: Members = {"loading": lambda *_: False}

"""Panels at the headless table: what each player sees and presses."""

from __future__ import annotations

from tts_bridge.demo.play import game
from tts_bridge.headless.model.xml_ui import Element
from tts_bridge.headless.script.runtime import GLOBAL, Ref
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game
from tts_bridge.testing.virtual_time import in_virtual_time


def panel(played: Game, color: str) -> list[Element]:
    """The buttons on a player's screen."""
    (root,) = played.table.ui(GLOBAL).elements
    return next(
        [child for child in each.children if child.tag == "Button"]
        for each in root.children
        if each.attributes["visibility"] == color
    )


def press(played: Game, color: str, label: str) -> None:
    """Press a button of the panel as the game would call the script."""
    button = next(each for each in panel(played, color) if each.value == label)
    guid, _, name = button.attributes["onClick"].partition("/")
    agent = played.table.object(guid)
    assert agent is not None
    handler = played.table.engine.named(agent.id, name)
    assert handler is not None
    played.table.call(handler, name, Ref("Player", color), "-1", button.attributes["id"])
    played.table.flush()


def test_a_card_is_set_by_the_panel_and_lies_where_it_belongs() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with game(("en",), journal) as played:
                seen = {each.value for each in panel(played, "Red")}
                assert seen == {"Set Sneak", "Set Sprint", "Set Crouch", "Set Vault"}
                await played.act(lambda _: press(played, "Red", "Set Sprint"))
                assert played.referee.state.figure("meg-thomas").planned == ("sprint",)
                assert await played.lies_right()
                card = played.hands.piece("card/meg-thomas/sprint")
                assert card.is_face_down
                assert not card.hand
                assert {each.value for each in panel(played, "Red")} == {"Take back Sprint"}
                assert {each.value for each in panel(played, "Blue")} == seen

    in_virtual_time(main())

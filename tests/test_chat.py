"""What is chosen in chat and has to stay secret is read by nobody else at the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from rules.dbd.interact import ChooseCard
from rules.engine import Violation
from tests.incidents.table import Table as Judged
from tests.referee_hands import MEG, NURSE
from tts_bridge.agent.commands import Tell
from tts_bridge.agent.observations import Said
from tts_bridge.demo.play import dbd_save, game
from tts_bridge.games.dbd.lobby_table import SETTING_UP
from tts_bridge.games.registry import GAMES
from tts_bridge.headless import Table
from tts_bridge.referee import orders as host
from tts_bridge.referee.rulings import Edited, Refused, Ruling
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

VAULT = ("vault", "翻越", "Vault")
PANEL = {"en": "panel", "zh": "面板"}


def lines_to(messages: list[Any], *to: str) -> str:
    return "\n".join(message[1] for message in messages if message[0] in to)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_secret_choice_is_confirmed_to_its_player_alone(language: str) -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with game((language,), journal) as night:
                messages = night.table.messages
                for said in ("!set-card vault", "!take-back vault", "！set-card vault"):
                    before = len(messages)
                    await night.act(lambda hands, said=said: hands.say(MEG, said))
                    told = messages[before:]
                    assert not any(word in lines_to(told, "all") for word in VAULT)
                    assert {to for to, *_ in told} <= {"Red", "all"}
                    assert Texts(language, GAMES["dbd"].wording).name("vault") in lines_to(
                        told, "Red"
                    )
                    assert PANEL[language] in lines_to(told, "Red")
                    assert len([each for each in told if each[0] == "Red"]) == 1
                assert night.referee.state.figure(MEG).planned == ("vault",)

    asyncio.run(main())


def test_what_cannot_be_read_by_others_is_answered_even_when_it_is_nothing() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with game(("en",), journal) as night:
                before = len(night.table.messages)
                await night.act(lambda hands: hands.say(MEG, "!set-crad vault"))
                told = night.table.messages[before:]
                assert lines_to(told, "all") == ""
                assert "panel" in lines_to(told, "Red")

    asyncio.run(main())


def test_orders_and_moves_that_hide_nothing_are_seen_as_ever() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with game(("en",), journal) as night:
                for said in ("!pass", "!walk well", "!why", "!rules card", "!undo 2", "hello"):
                    await night.act(lambda hands, said=said: hands.say(MEG, said))
                    assert ("all", f"Red: {said}") in [m[:2] for m in night.table.messages]

    asyncio.run(main())


def test_an_agent_that_was_loaded_anew_or_that_no_referee_leads_shows_nothing_secret() -> None:
    table = Table(dbd_save("en").data)
    table.join("Red", "Red")
    table.load()
    for _ in range(2):
        table.messages.clear()
        table.say("!set-card vault", by="Red")
        table.say("!pass", by="Red")
        assert [message[1] for message in table.messages] == ["Red: !pass"]
        table.execute("-1", "getObjectsWithTag('ttsb:agent')[1].reload()")
        table.settle()


def test_what_is_harmless_is_shown_again_once_the_agent_was_loaded_anew() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with game(("en",), journal) as night:
                agent = night.referee.profile.agent
                night.table.execute("-1", f"getObjectFromGUID('{agent}').reload()")
                for said in ("!set-card vault", "!walk well"):
                    await night.act(lambda hands, said=said: hands.say(MEG, said))
                told = lines_to(night.table.messages, "all")
                assert "Red: !walk well" in told
                assert "vault" not in told

    asyncio.run(main())


def test_whose_line_everybody_could_read_is_told_so() -> None:
    judged = Judged({}, "advise", {})
    seen = judged.see(Said, "Red", "!set-card vault")
    hidden = judged.see(Said, "Green", "!set-card vault", hidden=True)
    assert (seen.aside, hidden.aside) == ("chat.open", "chat.secret")
    voice = Voice([Texts("en", GAMES["dbd"].wording)])
    (told,) = voice.tell(seen)
    assert isinstance(told, Tell)
    assert told.to == "Red"
    assert "Everybody" in told.text


def test_every_secret_kind_of_move_is_kept_and_every_other_one_shown() -> None:
    words = host.open_words(GAMES["dbd"].table)
    assert {"pass", "walk", "repair", "reveal-card", "rules", "undo", "lang"} <= {*words}
    assert not {"set-card", "take-back", "choose-card", "choose", "set"} & {*words}
    assert host.open_words(GAMES["invader"].table) == host.open_words(SETTING_UP) == ("*",)


def test_every_order_and_question_has_its_first_word_among_those_that_are_shown() -> None:
    for word in host.SPOKEN:
        lines = (word, f"{word} en", f"{word} Red", f"{word} a b c", f"{word} a=b")
        assert any(host.parse_order(line) or host.parse_question(line) for line in lines), word


@pytest.mark.parametrize("what", ["the-nurse planned vault", "the-nurse hand vault"])
def test_what_a_host_declares_of_a_hidden_card_is_not_read_out(what: str) -> None:
    judged = Judged({}, "advise", {})
    host_colour = judged.referee.host
    before = judged.referee.state
    after = replace(before, figures=(*before.figures[:-1], replace(before.killer, bp=3)))
    for why, is_named in ((what, False), ("the-nurse bp 3", True)):
        ruling = judged.referee.edit(after, host_colour, why)
        assert isinstance(ruling.verdict, Edited)
        told = "\n".join(
            each.text
            for each in Voice([Texts("en", GAMES["dbd"].wording)]).tell(ruling)
            if isinstance(each, Tell)
        )
        assert told
        assert (why in told) == is_named


def test_a_refused_choice_among_cards_is_read_by_nobody_else() -> None:
    facts = {"seat": NURSE, "option": "vault", "options": ["sneak", "sprint"]}
    move = ChooseCard(NURSE, "vault")
    ruling = Ruling(Refused(move, Violation("choice.no-such-option", "DbD p.8", facts)), "Purple")
    voice = Voice([Texts("en", GAMES["dbd"].wording)])
    assert "Sneak" in voice.say(ruling)
    assert not any(word in voice.say_openly(ruling) for word in ("Vault", "Sneak", "Sprint"))
    assert "vault" not in host.reason_for(move)

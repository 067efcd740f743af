"""What waits for the host: listed newest first, answered by a button, and nobody else's to see."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import pytest
from msgspec.structs import replace

from rules.invader.asks import SkillChoice
from rules.invader.state import State as InvaderState
from tests.invader_referee import Hands as InvaderHands
from tests.invader_referee import in_turn
from tests.referee_hands import MEG, Hands
from tests.web.readers import headers_of, listen
from tests.web.refereed import Night, game_night
from tests.web.tabs import Browser, at_the_table
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.rulings import Ruling
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import HOST, SPECTATOR, FeedError, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.host_inbox import Incident

JAKE = "jake-park"


class Desk:
    """The host's view of an imagined table in advise mode; `asked` is what the host had done."""

    def __init__(self, hands: Any) -> None:
        self.hands = hands
        self.asked: list[tuple[str, str]] = []
        self.live = Live(GAMES, lambda what, by, argument: self.asked.append((what, argument)))
        self.live.attach(hands.referee)

    def rule(self, ruling: Ruling) -> None:
        self.live.ruled(self.hands.referee, ruling)

    def look(self) -> tuple[Incident, ...]:
        assert self.live.queue is not None
        return self.live.queue.look(self.hands.referee)

    def kinds(self) -> list[str]:
        return [each.kind for each in self.look()]

    def answer(self, number: int, index: int) -> None:
        self.live.act(HOST, "answer", f"{number} {index}")


@pytest.fixture
def desk() -> Desk:
    hands = Hands("advise")
    hands.plan()
    hands.flip(f"card/{JAKE}/sneak", "White")
    hands.flip(f"card/{MEG}/sprint")
    return Desk(hands)


def test_nothing_waits_while_all_is_as_the_rules_have_it(desk: Desk) -> None:
    assert desk.look() == ()
    desk.rule(desk.hands.drop(f"figure/{MEG}", "space/well"))
    assert desk.look() == ()


def test_a_refusal_may_be_let_stand_until_the_position_is_another_one(desk: Desk) -> None:
    desk.rule(desk.hands.drop(f"figure/{MEG}", "space/chapel"))
    (refused,) = desk.look()
    assert refused.kind == "refused"
    assert [rule.code for rule in refused.rules] == ["walk.wrong-colour"]
    assert [answer.what for answer in refused.answers] == ["allow"]
    desk.answer(refused.number, 0)
    assert desk.asked == [("allow", f"{MEG} walk chapel chapel-graveyard-red")]
    desk.rule(desk.hands.drop(f"figure/{MEG}", "space/well"))
    assert desk.look() == ()
    with pytest.raises(FeedError, match="any more"):
        desk.answer(refused.number, 0)


def test_what_no_position_comes_of_offers_no_way_to_let_it_stand(desk: Desk) -> None:
    desk.rule(desk.hands.drop(f"figure/{JAKE}", "space/well"))
    (refused,) = desk.look()
    assert refused.answers == ()


def test_a_piece_that_lies_wrong_waits_until_it_lies_right(desk: Desk) -> None:
    hands = desk.hands
    (home,) = whereabouts(hands.profile, hands.piece("prop/objective-1"))
    desk.rule(hands.drop("prop/objective-1", "space/quarry"))
    (lies,) = desk.look()
    assert (lies.kind, [answer.what for answer in lies.answers]) == ("stray", ["put"])
    desk.answer(lies.number, 0)
    assert desk.asked == [("put", "prop/objective-1")]
    desk.rule(hands.drop("prop/objective-1", home))
    assert desk.look() == ()


def test_the_newest_stands_first_and_what_is_left_alone_comes_back_only_anew(desk: Desk) -> None:
    hands = desk.hands
    (home,) = whereabouts(hands.profile, hands.piece("prop/objective-1"))
    desk.rule(hands.drop("prop/objective-1", "space/quarry"))
    desk.rule(hands.drop(f"figure/{MEG}", "space/chapel"))
    first, second = desk.look()
    assert (first.kind, second.kind) == ("refused", "stray")
    assert first.number > second.number
    desk.live.act(HOST, "dismiss", str(second.number))
    assert desk.kinds() == ["refused"]
    desk.rule(hands.drop("prop/objective-1", home))
    desk.rule(hands.drop("prop/objective-1", "space/quarry"))
    assert desk.kinds() == ["stray", "refused"]


@pytest.mark.parametrize("asked", ["", "x", "99 0", "1 9", "1", "-1 0", "1 0 0", "9" * 30])
def test_an_answer_that_makes_no_sense_changes_nothing(desk: Desk, asked: str) -> None:
    desk.rule(desk.hands.drop("prop/objective-1", "space/quarry"))
    before = desk.look()
    with pytest.raises(FeedError):
        desk.live.act(HOST, "answer", asked)
    assert desk.asked == []
    assert desk.look() == before


def test_only_the_host_may_answer(desk: Desk) -> None:
    desk.rule(desk.hands.drop("prop/objective-1", "space/quarry"))
    (lies,) = desk.look()
    for viewer in (SPECTATOR, Viewer("seat", MEG)):
        for what, argument in (("answer", f"{lies.number} 0"), ("dismiss", str(lies.number))):
            with pytest.raises(FeedError, match="host"):
                desk.live.act(viewer, what, argument)
    assert desk.asked == []
    assert desk.look() == (lies,)


def test_a_question_of_the_game_waits_with_its_answers() -> None:
    def asked(state: InvaderState) -> bool:
        return isinstance(state.asks[-1], SkillChoice)

    hands = InvaderHands(skill_choice())
    assert asked(hands.state)
    desk = Desk(hands)
    (question,) = desk.look()
    assert (question.kind, question.who) == ("question", "magnus")
    assert {answer.what for answer in question.answers} == {"move"}
    desk.answer(question.number, 0)
    ((what, move),) = desk.asked
    assert (what, move.split()[:2]) == ("move", ["magnus", "choose-skill"])


def skill_choice() -> InvaderState:
    """Magnus has reached the Orange Level."""
    state = in_turn("magnus", xp=20)
    return replace(state, asks=(*state.asks, SkillChoice("magnus", "orange")))


def test_a_hidden_card_is_named_to_nobody_in_the_queue() -> None:
    hands = Hands("advise")
    desk = Desk(hands)
    desk.rule(hands.drop(f"card/{MEG}/sprint", f"set/{MEG}", up=False))
    desk.rule(hands.drop(f"card/{MEG}/vault", f"set/{MEG}", up=False))
    desk.rule(hands.drop(f"card/{MEG}/crouch", f"set/{JAKE}", up=False))
    told = json.dumps([each.shown() for each in desk.look()], default=str)
    assert len(desk.look()) >= 2
    for language in LANGUAGES:
        for card in ("sprint", "vault", "crouch"):
            assert card not in told
            assert Texts(language, GAMES["dbd"].wording).name(card) not in told


def test_neither_spectators_nor_seats_are_ever_sent_it() -> None:
    async def main() -> None:
        async with game_night() as night, aiohttp.ClientSession() as client:
            views = (SPECTATOR, Viewer("seat", MEG), HOST)
            streams = [await listen(client, night.web, viewer) for viewer in views]
            for stream in streams:
                await stream.event()
            await night.play(41)
            last = len(night.table.referee.match.moves)
            seen = []
            for stream in streams:
                found = [await stream.event()]
                while found[-1].get("scene", {}).get("step") != last:
                    found.append(await stream.event())
                seen.append(found)
            for found, raw in zip(seen[:2], streams[:2], strict=True):
                assert not any("queue" in event for event in found)
                assert not any(b'"queue"' in event for event in raw.raw)
            waiting = [event["queue"] for event in seen[2]]
            assert sum(bool(queue) for queue in waiting) > 5
            for viewer in views[:2]:
                url = f"http://127.0.0.1:{night.web.port}/api/hello"
                async with client.get(url, headers=headers_of(night.web, viewer)) as response:
                    assert b"queue" not in await response.read()
            for stream in streams:
                stream.response.close()

    asyncio.run(main())


def test_the_host_answers_by_keyboard_and_the_title_counts() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tab = await browser.tab(night.web.link(HOST))
        other = await browser.tab(night.web.link(SPECTATOR))
        await night.play(10)
        await tab.until("document.title.startsWith('(1) ')")
        assert "refused" in await tab.text("#queue-list")
        assert "(1)" in await tab.text("#queue-heading")
        await tab.page.focus("#queue-heading")
        await tab.page.keyboard.press("Tab")
        await tab.until("document.activeElement.dataset.answer === 'allow'")
        await tab.page.keyboard.press("Enter")
        await tab.until("!document.title.startsWith('(')")
        assert night.table.referee.state.figure(MEG).at == "chapel"
        assert (await tab.text("#queue-list")).strip() == "Nothing waits."
        within = "document.activeElement.id === 'queue-heading'"
        await tab.until(within)
        assert await other.page.locator("#queue").is_hidden()
        assert not (await other.page.title()).startswith("(")
        assert tab.complaints == other.complaints == []

    at_the_table(test)


def test_a_press_under_way_is_not_lost_when_something_happens_meanwhile() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tab = await browser.tab(night.web.link(HOST))
        await night.play(9)
        box = await tab.page.locator("[data-act=pause]").bounding_box()
        assert box is not None
        await tab.page.mouse.move(box["x"] + 5, box["y"] + 5)
        await tab.page.mouse.down()
        seen = await tab.page.evaluate("document.documentElement.dataset.seen")
        night.live.publish(night.live.full)
        await tab.until(f"document.documentElement.dataset.seen !== '{seen}'")
        await tab.page.mouse.up()
        await tab.until("document.getElementById('notice').textContent.startsWith('Paused')")

    at_the_table(test)

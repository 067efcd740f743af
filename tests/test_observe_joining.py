"""Reports of a session that began before anybody listened, or before the last one died."""

from __future__ import annotations

from tests.test_observe import done, heard, report
from tts_bridge.agent.observer import CALLS, Gap, Observer


def test_joining_a_session_waits_for_nothing_from_before() -> None:
    observer = Observer(joining=True)

    told = heard(observer, report(57))

    assert [each.seq for each in told] == [57]
    assert not observer.missing()


def resumed() -> Observer:
    observer = Observer(joining=True)
    observer.resume("now", 12)
    return observer


def test_a_straggler_of_a_session_that_is_over_is_not_taken_for_the_table() -> None:
    observer = resumed()

    assert heard(observer, report(40, session="before")) == []
    told = heard(observer, report(13, session="now"))

    assert [(each.session, each.seq) for each in told] == [("now", 13)]
    assert observer.rejected["another session"] == 1


def test_a_table_in_a_session_of_its_own_is_joined_where_it_is() -> None:
    observer = resumed()

    told = heard(observer, report(7, session="new"))
    for number in range(CALLS):
        observer.note_sent(number, to_all=True)
        told += heard(observer, done(8 + number, number, "new"))

    seen = [each for each in told if not isinstance(each, Gap)]
    assert [(each.session, each.seq) for each in seen[:2]] == [("new", 7), ("new", 8)]
    assert heard(observer, report(13, session="now")) == []


def test_what_was_told_while_nobody_listened_is_missed_after_a_new_start() -> None:
    observer = resumed()

    assert heard(observer, report(15, session="now")) == []
    assert observer.missing() == range(13, 15)

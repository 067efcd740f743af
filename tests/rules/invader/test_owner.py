"""An owner's form: it holds every placeholder, is checked, and what it tells is used."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rules.invader import RULES, data
from rules.invader.data import owner
from rules.invader.data.owner import DECK, FormError, adopt, digest, parse_form, write_form
from rules.invader.position import build_position
from rules.invader.setup import Config, SetupError


@pytest.fixture(autouse=True)
def _as_shipped() -> Iterator[None]:
    """The facts as they were, after each test."""
    tables: list[dict[str, object]] = [
        data.CARDS,
        data.MACHINES,
        data.SURVIVORS,
        data.XENO_CARDS,  # type: ignore[list-item]
    ]
    before = [dict(table) for table in tables]
    yield
    for table, rows in zip(tables, before, strict=True):
        table.clear()
        table.update(rows)
    data.OWNED[0] = ""


def filled() -> str:
    """The form with every placeholder confirmed."""
    return re.sub(r"^# (\w[\w-]* = |\[\[)", r"\1", write_form(), flags=re.MULTILINE)


def test_the_form_as_exported_tells_nothing() -> None:
    form = parse_form(write_form())
    assert digest(form) == ""
    before = dict(data.CARDS), dict(data.XENO_CARDS)
    adopt(form)
    assert before == (data.CARDS, data.XENO_CARDS)
    assert data.OWNED[0] == ""


def test_a_form_filled_in_leaves_nothing_assumed() -> None:
    values = {name: card.weapon for name, card in data.CARDS.items()}
    form = parse_form(filled())
    adopt(form)
    cards = [*data.CARDS.values(), *data.MACHINES.values(), *data.SURVIVORS.values()]
    assert [card.id for card in cards if card.assumed] == []
    assert not any(card.assumed for card in data.XENO_CARDS.values())
    assert {name: card.weapon for name, card in data.CARDS.items()} == values
    assert data.OWNED[0] == digest(form) != ""


def test_what_is_told_is_used_and_the_rest_stays_assumed() -> None:
    adopt(
        parse_form(
            """version = 1
            [equipment.smg]
            dice = 5
            [machines.peacekeeper-bot.ranged]
            range = [0, 2]
            [survivors.cole]
            soldier = true
            blue = "jump"
            """
        )
    )
    smg, bot, cole = data.CARDS["smg"], data.MACHINES["peacekeeper-bot"], data.SURVIVORS["cole"]
    assert smg.weapon is not None
    assert (smg.weapon.dice, smg.assumed) == (5, ("accuracy", "damage"))
    assert bot.ranged is not None
    assert bot.ranged.range == (0, 2)
    assert "range" in bot.assumed  # that of its melee attack is not told
    assert (cole.soldier, cole.armor, cole.blue, cole.assumed) == (True, 3, "jump", ("skills",))
    spec = {
        "turn": "cole",
        "cole": {"hand": ["smg"]},
        "xenos": {"4v-e": {"worker": 1}},
    }
    state = build_position(spec)
    (shot,) = [
        move
        for turn in RULES.turns(state)
        for kind in turn.kinds
        if kind.__name__ == "Shoot"
        for move in kind.options(state, turn.seat)
        if not move.aimed and not move.check(state)  # type: ignore[attr-defined]
    ]
    assert shot.apply(state).steps[0].n == 5


def test_another_deck_takes_the_place_of_ours() -> None:
    adopt(
        parse_form(
            f"""version = 1
            [[xeno-card]]
            kind = "spawn"
            xeno = "worker"
            count = {DECK - 3}
            numbers = [1, 2, 3, 4]
            [[xeno-card]]
            kind = "mold"
            xeno = "tank"
            count = 2
            numbers = [1, 1, 2, 2]
            [[xeno-card]]
            kind = "abomination"
            xeno = "spoiler-abomination"
            count = 1
            """
        )
    )
    assert {card: row.count for card, row in data.XENO_CARDS.items()} == {
        "spawn-worker-1-2-3-4": DECK - 3,
        "mold-tank-1-1-2-2": 2,
        "spoiler-abomination": 1,
    }
    assert RULES.setup(Config()).xeno_deck.counts["mold-tank-1-1-2-2"] == 2


def test_a_game_of_other_facts_is_not_set_up() -> None:
    before = Config()
    adopt(parse_form("version = 1\n[equipment.smg]\ndice = 2\n"))
    assert Config().facts == data.OWNED[0]
    with pytest.raises(SetupError, match="facts: an owner's facts none; those in use are "):
        RULES.setup(before)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "missing required field `version`"),
        ("version = ", "mine.toml: "),
        ("version = 1\n[equipment.smg]\nrange = [0, 1]", "equipment.smg.range: a public source"),
        ("version = 1\n[equipment.uzi]\ndice = 1", "equipment.uzi: there is no such card"),
        ("version = 1\n[equipment.smg]\ndamage = 3", "equipment.smg.damage|$.equipment"),
        ("version = 1\n[equipment.sniper-rifle]\nrange = [4, 1]", "from 4 to 1 is no range"),
        (
            "version = 1\n[machines.falchion-sentry-gun.melee]\ndice = 1",
            "does not attack like that",
        ),
        ("version = 1\n[machines.toaster.melee]\ndice = 1", "there is no such card"),
        ("version = 1\n[survivors.magnus]\nsoldier = true", "survivors.magnus.soldier: a public"),
        ("version = 1\n[survivors.zoe]\nsoldier = true", "there is no such Survivor; one of cole"),
        ("version = 1\n[survivors.cole]\nblue = 'fly'", "survivors.cole.blue: no skill 'fly'"),
        (
            "version = 1\n[[xeno-card]]\nkind = 'spawn'\nxeno = 'tank'\ncount = 9",
            "9 cards in all; the deck has 54",
        ),
        (
            "version = 1\n" + "[[xeno-card]]\nkind='activation'\nxeno='tank'\ncount=27\n" * 2,
            "activate-tank stands twice",
        ),
        (
            "version = 1\n[[xeno-card]]\nkind='mold'\nxeno='spoiler-abomination'\ncount=54",
            "kind 'mold' does not go with xeno 'spoiler-abomination'",
        ),
        ("#" * (owner.LIMIT + 1), "so it is no form"),
    ],
)
def test_what_is_wrong_with_a_form_is_named(text: str, message: str) -> None:
    with pytest.raises(FormError) as error:
        parse_form(text, "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert any(part in str(error.value) for part in message.split("|"))


def test_the_form_asks_for_every_placeholder() -> None:
    text = write_form()
    for card in data.CARDS.values():
        if card.assumed:
            part = text.split(f"[equipment.{card.id}]")[1].split("\n\n")[0]
            assert {line.split()[1] for line in part.splitlines()[1:]} == set(card.assumed)

"""What lies face down stays secret: nothing that other players read, see glow or may press changes
when only a hidden thing does.

Each game is played twice by the same clumsy hands. The second time a card of one seat is another
one, or other things lie under the props; all that reaches the others has to be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.interact import ChooseCard, Rolled, UsePerk
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Walk
from rules.engine import CHANCE, legal_moves
from rules.notation import format_move
from tests.incidents.table import Table
from tests.rules.curious import curious_games
from tts_bridge.agent.commands import Tell
from tts_bridge.agent.observations import Piece
from tts_bridge.games.registry import GAMES
from tts_bridge.referee import orders as host
from tts_bridge.referee.rulings import Ruling
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

SEATS = {
    "jake-park": "White",
    "meg-thomas": "Red",
    "dwight-fairfield": "Green",
    "feng-min": "Blue",
    "the-nurse": "Purple",
}
CARDS = ("sneak", "sprint", "crouch", "vault")
DEEDS = 60


class Secret:
    """A seat one of whose cards is exchanged for another one; or what lies under the props."""

    def __init__(self, seat: str, one: str, other: str) -> None:
        self.seat = seat
        self.swap = {one: other, other: one}

    def card(self, name: str) -> str:
        """The card that is laid when the first game has `name`."""
        what, seat, card = name.split("/")
        return f"{what}/{seat}/{self.swap.get(card, card)}" if seat == self.seat else name


NOTHING = Secret("", "", "")


class Spread(Table):
    """A table on which no two things are put down in the very same place."""

    count = 0

    def lying(self, piece: Piece, places: tuple[str, ...], up: bool | None) -> Piece:
        lies = super().lying(piece, places, up)
        self.count += 1
        x, y, z = lies.at
        return replace(lies, at=(x, y, z + self.count / 1e6))


def plan(table: Table, random: Random, secret: Secret) -> Iterator[Ruling]:
    """Everybody sets cards, not always at the first go; in the end all are set."""
    for seat, colour in SEATS.items():
        zones = ("/left", "/right") if seat == "the-nurse" else ("",)
        hand = [secret.card(f"card/{seat}/{card}") for card in random.sample(CARDS, k=3)]
        spare = hand.pop()
        for place in (f"set/{seat}{zones[0]}", f"hand {random.choice([*SEATS.values()])}"):
            if random.random() < 0.4:
                yield from table.drop(random.choice([colour, "Red"]), spare, (place,), False)
        yield from table.drop(colour, spare, (f"hand {colour}",), False)
        for card, zone in zip(hand, zones, strict=False):
            yield from table.drop(colour, card, (f"set/{seat}{zone}",), False)


def play(table: Table, random: Random) -> Iterator[Ruling]:
    """A legal move by the hands of whoever it is up to."""
    moves = list(legal_moves(RULES, table.referee.state))
    move = random.choice(moves)
    colour = SEATS.get(move.seat, "White")
    if isinstance(move, RevealCard):
        yield from table.flip(colour, f"card/{move.seat}/{move.card}")
    elif isinstance(move, Walk):
        yield from table.drop(colour, f"figure/{move.seat}", (f"space/{move.to}",), None)
    elif isinstance(move, RevealProp):
        yield from table.flip(colour, f"prop/{move.prop}")
    elif isinstance(move, Rolled):
        yield from table.roll(colour, "die/skill-1", str(move.face))
    else:
        yield from table.press(colour, format_move(move))


def fumble(table: Table, random: Random, secret: Secret, watch: str) -> Iterator[Ruling]:
    """What clumsy, curious and mischievous hands do."""
    state = table.referee.state
    waiting = {turn.seat for turn in RULES.turns(state)} if state.result is None else {watch}
    if random.random() < 0.4 and not waiting & {watch}:
        yield from play(table, random)
        return
    seat = random.choice([*SEATS, watch, watch] if watch else [*SEATS])
    colour = random.choice(list(SEATS.values()))
    near = sorted(path.b for path in state.board.paths if path.a == state.figure(seat).at)
    near += sorted(path.a for path in state.board.paths if path.b == state.figure(seat).at)
    card = secret.card(f"card/{seat}/{random.choice(CARDS)}")
    props = [slot.prop for slot in state.board.slots]
    kind = random.randrange(8)
    if kind in (0, 1) and (seat != watch or colour != SEATS[seat]):
        yield from table.drop(colour, f"figure/{seat}", (f"space/{random.choice(near)}",), None)
    elif kind == 2:
        yield from table.drop(colour, card, (f"hand {random.choice([*SEATS.values()])}",), None)
    elif kind == 3 and colour != SEATS[seat]:
        yield from table.flip(colour, card)
    elif kind == 4:
        yield from table.flip(colour, f"prop/{random.choice(props)}")
    elif kind == 5:
        words = ["!pass", "!why", "!allow", "!walk well", "!reveal-card sprint", "!rules card"]
        words += ["!tidy", "!undo", "!undo 3"]
        yield from table.say(colour, random.choice(words))
    elif kind == 6:
        offered = sorted(format_move(move) for move in table.referee.offer().moves)
        yield from table.press(colour, random.choice([*offered, f"{seat} pass"]))
    elif kind == 7:
        yield from table.drop(colour, card, (f"set/{random.choice([*SEATS][:4])}",), None)


def heard(table: Table, rulings: Iterator[Ruling], secret: Secret) -> dict[str, list[Any]]:
    """All that reaches each colour: pieces that move, in their order, lines, glowing pieces,
    buttons, the panel."""
    voice = Voice([Texts("en", GAMES["dbd"].wording), Texts("zh", GAMES["dbd"].wording)])
    found: dict[str, list[Any]] = {colour: [] for colour in SEATS.values()}
    names = {guid: name for name, guid in table.profile.pieces.items()}
    for ruling in rulings:
        state = table.referee.state
        said = (*voice.tell(ruling), voice.buttons("agent", ruling.offer))
        for command in (*ruling.commands, *said):
            told: Any = msgspec.to_builtins(command)
            if name := names.get(told.get("guid", "")):
                told["guid"] = secret.card(name) if name.startswith("card/") else name
            to = command.to if isinstance(command, Tell) and command.to != "all" else None
            for colour in [to] if to else found:
                found[colour].append(told)
        possible = host.open_moves(table.referee.game, state)
        waiting = host.waited_for(possible)
        for colour, lines in found.items():
            moves = host.open_to(table.referee.game, table.profile, possible, colour)
            lines.append(msgspec.to_builtins(voice.panel(colour, moves, waiting)))
    return found


def is_secret(table: Table, seat: str, cards: dict[str, str]) -> bool:
    """Whether the seat's cards that are exchanged still lie face down, or are in hand."""
    figure = table.referee.state.figure(seat)
    return not set(figure.played) & set(cards)


def game_of(seed: int, secret: Secret, watch: str, cards: dict[str, str]) -> list[Any]:
    """What the others heard of a game, a list for each thing done, as long as it is a secret."""
    random = Random(seed)
    table = Spread({}, "enforce" if seed % 2 else "advise", {})
    heard_of = [heard(table, plan(table, random, secret), secret)]
    for _ in range(DEEDS):
        step = Random(random.random())
        one = heard(table, fumble(table, step, secret, watch), secret)
        if not is_secret(table, watch, cards):
            break
        heard_of.append(one)
    return [
        {colour: lines for colour, lines in one.items() if colour != SEATS[watch]}
        for one in heard_of
    ]


@pytest.mark.parametrize("seed", range(24))
def test_a_card_that_lies_face_down_reaches_nobody_else(seed: int) -> None:
    random = Random(seed)
    seat = random.choice(list(SEATS))
    secret = Secret(seat, *random.sample(CARDS, k=2))
    first = game_of(seed, NOTHING, seat, secret.swap)
    other = game_of(seed, secret, seat, secret.swap)
    assert len(first) > 1
    for number, (one, two) in enumerate(zip(first, other, strict=False)):
        assert one == two, f"deed {number}"


def shuffled(table: Table) -> None:
    """Other things lie under the props: those of a category change places."""
    tokens = [name for name in table.profile.pieces if name.startswith("prop/")]
    notes = {name: table.piece(name).notes for name in tokens}
    for name in tokens:
        category = name.rpartition("-")[0]
        alike = [each for each in tokens if each.startswith(category)]
        other = alike[(alike.index(name) + 1) % len(alike)]
        piece = table.piece(name)
        table.referee.seen[piece.guid] = replace(piece, notes=notes[other])


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_under_a_prop_reaches_nobody(seed: int) -> None:
    played = []
    for change in (lambda table: None, shuffled):
        random = Random(seed)
        table = Spread({}, "enforce" if seed % 2 else "advise", {})
        change(table)
        lines = [heard(table, plan(table, random, NOTHING), NOTHING)]
        for _ in range(DEEDS):
            step = Random(random.random())
            one = heard(table, fumble(table, step, NOTHING, ""), NOTHING)
            if any(prop.kind for prop in table.referee.state.props):
                break
            lines.append(one)
        played.append(lines)
    first, other = played
    assert len(first) == len(other) > 1
    assert first == other


KILLER = {
    "phase": "killer",
    "the-nurse": {"at": "quarry", "set": ["vault", "crouch"]},
    "meg-thomas": {"at": "well"},
}
"""The Killer is about to turn the left card; the right one is Crouch."""


def lines(table: Table, rulings: list[Ruling]) -> str:
    """All that is said."""
    voice = Voice([Texts("en", GAMES["dbd"].wording)])
    told = [command for ruling in rulings for command in voice.tell(ruling)]
    return "\n".join(command.text for command in told if isinstance(command, Tell))


def test_who_turns_a_card_of_somebody_else_is_not_told_its_name() -> None:
    own, curious = Table(KILLER, "enforce", {}), Table(KILLER, "enforce", {})
    card = "card/the-nurse/crouch"
    assert "Crouch" in lines(own, own.flip("Purple", card))
    told = lines(curious, curious.flip("Red", card))
    assert told
    assert "Crouch" not in told


def test_an_order_names_no_card_that_lies_face_down() -> None:
    table = Table(KILLER, "advise", {})
    table.flip("Purple", "card/the-nurse/crouch")
    told = lines(table, table.say("White", "!allow"))
    assert told
    assert "rouch" not in told


def test_the_screen_of_who_runs_the_referee_names_no_card_that_lies_face_down() -> None:
    table = Table(KILLER, "enforce", {})
    (ruling,) = table.flip("Purple", "card/the-nurse/crouch")
    voice = Voice([Texts("en", GAMES["dbd"].wording)])
    assert "Crouch" in voice.say(ruling)
    assert voice.say_openly(ruling)
    assert "Crouch" not in voice.say_openly(ruling)


def test_what_everybody_is_told_of_a_move_can_be_read_off_what_everybody_sees() -> None:
    """Cards that are turned up become known by it; whether a perk helps may rest on a hand."""
    known_then = (*GAMES["dbd"].table.secret, RevealCard, PlayCard, UsePerk)
    chosen = 0
    for match in curious_games("dbd", 40):
        for state in match.states[::3]:
            moves = [move for move in legal_moves(RULES, state) if move.seat != CHANCE]
            chosen += any(isinstance(move, ChooseCard) for move in moves)
            open_ones = {move for move in moves if not isinstance(move, known_then)}
            assert open_ones <= set(legal_moves(RULES, RULES.view(state, None)))
    assert chosen

"""The referee reads what hands do with Equipment cards, doors and tokens of Invader."""

from __future__ import annotations

from msgspec.structs import replace

from rules.invader.asks import (
    PlayersPhase,
    PlayerTurn,
    SurvivorTurn,
)
from rules.invader.missions import Taken, mission
from rules.invader.setup import setup
from rules.invader.state import tally
from tests.invader_referee import CONFIG, Hands, in_turn, made, refused, with_survivor
from tts_bridge.agent.commands import Face, Place
from tts_bridge.agent.observations import Entered, Piece
from tts_bridge.referee.placement import Spot, position, whereabouts
from tts_bridge.referee.rulings import Ignored, Unclear


def test_turning_a_door_opens_it_once_a_turn() -> None:
    hands = Hands(in_turn("cole", at="7v-n"))
    name = next(
        n
        for n in hands.referee.profile.tokens["door"]
        if "link/7v-c:7v-n" in whereabouts(hands.referee.profile, hands.piece(n))
    )
    assert made(hands.flip(name)) == ["cole open-door 7v-c:7v-n"]
    ruling = hands.flip(name)
    assert refused(ruling) == "door.once-a-turn"
    assert ruling.commands == (Face(hands.piece(name).guid, False),)


def test_a_door_from_the_supply_closes_an_opening() -> None:
    state = in_turn("cole", at="4v-n")
    link = next(w.link.id for w in state.board.exits["4v-n"] if w.link.kind == "gap")
    hands = Hands(state)
    profile = hands.referee.profile
    name = next(
        n for n in profile.tokens["door"] if "supply/door" in whereabouts(profile, hands.piece(n))
    )
    assert made(hands.drop(name, f"link/{link}")) == [f"cole close-door {link}"]


def test_a_noise_token_laid_where_one_stands_is_the_action() -> None:
    hands = Hands(in_turn("cole"))
    assert isinstance(hands.drop("noise/4", "zone/4v-w").verdict, Ignored)
    ruling = hands.drop("noise/5", "zone/4v-c")
    assert made(ruling) == ["cole make-noise"]
    assert hands.state.noise == {"4v-c": 1}


def test_a_card_from_the_deck_is_a_search_and_goes_where_it_fits() -> None:
    hands = Hands(in_turn("cole", at="4v-n", hand=()))
    name = hands.lying("equipment/sledge", "deck/equipment")
    assert made(hands.drop(name, "slot/cole/hand")) == [
        "cole search",
        "chance found sledge",
        "cole stow sledge hand cole",
    ]


def test_a_card_that_does_not_fit_waits_until_it_is_sorted_or_discarded() -> None:
    hands = Hands(in_turn("cole", at="4v-n"))
    name = hands.lying("equipment/mre", "deck/equipment")
    assert made(hands.drop(name, "slot/cole/hand")) == ["cole search", "chance found mre"]
    found = hands.referee.profile.zones["found/cole"].guid
    assert hands.piece(name).zones == (found,)
    assert made(hands.drop(name, "discard/equipment")) == ["cole done"]
    assert hands.state.equipment_discard.counts == {"mre": 1}


def test_a_mold_card_drawn_brings_what_it_says_and_is_discarded() -> None:
    state = in_turn("cole", at="4v-n")
    ground = replace(state.ground, mold={"7v-c": "active"})
    hands = Hands(replace(state, ground=ground))
    name = hands.lying("equipment/mold-worker-1", "deck/equipment")
    ruling = hands.drop(name, "found/cole")
    assert made(ruling) == ["cole search", "chance found mold-worker-1"]
    assert hands.state.herd("7v-c")[0] == 1
    discard = hands.referee.profile.zones["discard/equipment"].guid
    assert hands.piece(name).zones == (discard,)


def test_a_card_drawn_where_one_cannot_search_goes_back_face_down() -> None:
    hands = Hands(in_turn("magnus"))
    name = hands.lying("equipment/sledge", "deck/equipment")
    ruling = hands.drop(name, "slot/magnus/hand", "Red")
    assert refused(ruling) == "search.not-a-room"
    (place,) = ruling.commands
    assert isinstance(place, Place)
    assert (place.guid, place.up) == (hands.piece(name).guid, False)
    deck = hands.referee.profile.zones["deck/equipment"].guid
    assert deck in hands.referee.profile.zones_at(place.at)


def test_a_card_carried_to_a_friend_is_a_trade_in_steps_and_one_action() -> None:
    hands = Hands(in_turn("cole", pack=("mre",)))
    name = hands.lying("equipment/mre", "slot/cole/pack")
    assert made(hands.drop(name, "slot/magnus/pack")) == [
        "cole reorganize",
        "cole lift mre pack cole",
        "cole stow mre pack magnus",
    ]
    back = made(hands.drop(name, "slot/cole/pack"))
    assert back == ["cole lift mre pack magnus", "cole stow mre pack cole"]
    assert hands.state.survivor("cole").left == 2
    assert made(hands.drop("figure/cole", "zone/4v-w")) == ["cole done", "cole walk 4v-w"]


def test_a_card_laid_where_it_may_not_be_goes_back_to_its_slot() -> None:
    hands = Hands(in_turn("cole", pack=("mre",)))
    name = hands.lying("equipment/mre", "slot/cole/pack")
    ruling = hands.drop(name, "slot/cole/body")
    assert refused(ruling) == "card.wrong-slot"
    (place,) = ruling.commands
    assert isinstance(place, Place)
    assert place.guid == hands.piece(name).guid


def test_ammunition_laid_on_the_hand_is_attached_and_follows_its_weapon() -> None:
    hands = Hands(in_turn("cole", hand=("smg",), pack=("plenty-of-bullets",)))
    extra = hands.lying("equipment/plenty-of-bullets", "slot/cole/pack")
    assert made(hands.drop(extra, "slot/cole/hand")) == [
        "cole reorganize",
        "cole lift plenty-of-bullets pack cole",
        "cole attach plenty-of-bullets smg",
    ]
    weapon = hands.lying("equipment/smg", "slot/cole/hand")
    ruling = hands.drop(weapon, "slot/magnus/hand")
    assert hands.state.survivor("magnus").hand[-1] == "smg+plenty-of-bullets"
    assert hands.piece(extra).guid in [getattr(c, "guid", "") for c in ruling.commands]


def test_anybody_discards_at_any_time() -> None:
    hands = Hands(in_turn("cole"))
    card = hands.state.survivor("magnus").hand[0]
    name = hands.lying(f"equipment/{card}", "slot/magnus/hand")
    pile = hands.see(
        Entered,
        hands.piece(name),
        "Red",
        container=Piece("abcdef", type="Deck", at=hands_at(hands, "discard/equipment")),
    )
    assert made(pile) == [f"magnus discard {card}"]


def hands_at(hands: Hands, zone: str) -> tuple[float, float, float]:
    return position(hands.referee.profile, Spot(zone))


def test_an_oxygen_tank_is_taken_by_hand_in_its_room() -> None:
    game = mission("out-of-air")
    room = next(z.id for z in game.board.zones.values() if z.special == "oxygen")
    start = setup(replace(CONFIG, mission=game))
    start = replace(start, xenos={})
    hands = Hands(in_turn("cole", start, at=room))
    name = hands.lying("equipment/oxygen-tank", "deck/oxygen")
    assert made(hands.drop(name, "slot/cole/pack")) == ["cole take-oxygen"]


def test_mold_that_covers_a_face_down_objective_reads_its_notes() -> None:
    game = replace(CONFIG.mission, win=Taken(1), doors=())
    start = in_turn("baraka", setup(replace(CONFIG, mission=game)), left=0, free=())
    asks = (*start.asks[:2], PlayersPhase(()), PlayerTurn(()), SurvivorTurn("baraka"))
    xenos = {"7v-n": (0, 0, 0, 1)}
    hands = Hands(replace(start, asks=asks, xenos=xenos, noise={"7v-ne": 9}))
    piece = hands.piece("objective/objective-2")
    ruling = hands.say("!baraka do-nothing", "Red")
    assert f"chance uncovered objective-2 {piece.notes}" in made(ruling)
    assert hands.piece("objective/objective-2").up
    assert hands.referee.is_dealing()


def test_two_ways_to_read_a_card_are_unclear() -> None:
    state = in_turn("cole", pack=("mre",))
    state = with_survivor(state, "vivian", pack=("mre",))
    counts = tally(tally(state.equipment.counts, "mre", -1), "mre", -1)
    hands = Hands(replace(state, equipment=replace(state.equipment, counts=counts)))
    held = hands.lying("equipment/mre", "slot/vivian/pack")
    hands.referee.seen[hands.piece(held).guid] = replace(hands.piece(held), zones=(), held="White")
    name = hands.lying("equipment/mre", "slot/cole/pack")
    ruling = hands.drop(name, "discard/equipment")
    assert isinstance(ruling.verdict, Unclear)

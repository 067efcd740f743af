"""The Invader mod holds every piece once, where the referee expects it, and downloads nothing."""

import itertools
import json
import re
from collections import Counter
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace

from exporters.mods.dbd.layout import Box
from exporters.mods.invader import ModError, build_mod, layout, shared_out
from exporters.savefile import Save, dump, objects, parse
from exporters.schema import SAVE, load
from rules.invader.data import CARDS, XENO_CARDS, XENOS, cards_with_back, mission_files
from rules.invader.ground import Ground
from rules.invader.missions import mission
from rules.invader.setup import EVERYBODY, Config, setup
from rules.invader.state import KINDS, LEVELS, State
from tests.exporters.test_mod_at_the_table import observed
from tests.tables import TABLES
from tts_bridge.agent.observations import Snapshot
from tts_bridge.games.invader.arrange import arrange
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.referee.placement import commands
from tts_bridge.referee.table_game import read_profile

MISSIONS = [mission(name) for name in mission_files()]
CONFIG = Config(players=shared_out(3))
BACKS = ("starting", "standard", "prototype", "oxygen", "objective")


def named(save: Save) -> dict[str, dict[str, Any]]:
    """Objects by what follows `ttsb:`; fails when two have the same."""
    found: dict[str, dict[str, Any]] = {}
    for _, each in objects(save):
        for tag in each.get("Tags", []):
            if tag.startswith("ttsb:"):
                assert tag[5:] not in found
                found[tag[5:]] = each
    return found


SAVE_OF_BREACH = build_mod(CONFIG, names=INVADER_NAMES)
NAMED = named(SAVE_OF_BREACH)
ZONES = {name: each for name, each in NAMED.items() if each["Name"] == "ScriptingTrigger"}


def box(each: dict[str, Any]) -> Box:
    place = each["Transform"]
    return Box(place["posX"], place["posZ"], place["scaleX"], place["scaleZ"])


def counts() -> Counter[str]:
    """How many pieces there are of each kind of what is numbered."""
    numbered = [n.rpartition("/") for n in NAMED if n.rpartition("/")[2].isdecimal()]
    return Counter(head for head, _, _ in numbered)


def test_there_are_as_many_of_each_piece_as_in_the_box() -> None:
    found = counts()
    assert {kind: found[kind] for kind in KINDS} == {k: XENOS[k].figures for k in KINDS}
    cards = Counter[str]()
    for back in BACKS:
        cards.update(cards_with_back(back))
    assert {card: found[f"equipment/{card}"] for card in CARDS} == cards
    assert {card: found[f"xeno/{card}"] for card in XENO_CARDS} == {
        card: facts.count for card, facts in XENO_CARDS.items()
    }
    assert (found["door"], found["activation"], found["die"], found["wound"]) == (5, 2, 6, 15)
    assert found["noise"] >= 18
    assert found["mold"] >= 15


def test_everybody_has_a_figure_and_a_dashboard() -> None:
    for seat in EVERYBODY:
        zones = {
            *(f"slot/{seat}/{slot}" for slot in ("hand", "body", "pack", "token")),
            *(f"danger/{seat}/{level}" for level in LEVELS),
            *(f"{what}/{seat}" for what in ("found", "wounds", "skills", "beside")),
        }
        assert zones <= ZONES.keys()
        assert {f"figure/{seat}", f"xp/{seat}", f"tracker/{seat}"} <= NAMED.keys()
        assert sum(name.startswith(f"skill/{seat}/") for name in NAMED) == 7


@pytest.mark.parametrize("game", MISSIONS, ids=lambda game: game.id)
def test_every_cell_and_every_opening_has_a_zone_of_its_own(game: Any) -> None:
    save = build_mod(Config(mission=game), names=INVADER_NAMES)
    zones = {n: e for n, e in named(save).items() if e["Name"] == "ScriptingTrigger"}
    assert {n[5:] for n in zones if n.startswith("zone/")} == game.board.zone_of.keys()
    gaps = {link.id for link in game.board.links.values() if link.kind == "gap"}
    assert {n[5:] for n in zones if n.startswith("link/")} == gaps | {d.link for d in game.doors}
    for (one, a), (other, b) in itertools.combinations(zones.items(), 2):
        assert not box(a).overlaps(box(b)), f"{one} and {other}"


def test_every_piece_carries_one_name_and_the_tag_that_zones_notice() -> None:
    for name, tagged in NAMED.items():
        expected = [f"ttsb:{name}"] if name == "agent" else [f"ttsb:{name}", "ttsb"]
        assert tagged["Tags"] == expected
    decks = [each for _, each in objects(SAVE_OF_BREACH) if each["Name"] == "Deck"]
    assert len(decks) == 4
    assert all(deck["Tags"] == ["ttsb"] for deck in decks)
    registered = {e["displayed"] for e in SAVE_OF_BREACH.data["ComponentTags"]["labels"]}
    assert registered == {f"ttsb:{name}" for name in NAMED} | {"ttsb"}


def test_guids_are_unique_six_hex_digits_those_in_decks_too() -> None:
    guids = [each["GUID"] for _, each in objects(SAVE_OF_BREACH)]
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)


def test_nothing_is_downloaded() -> None:
    assert "http" not in dump(SAVE_OF_BREACH)
    assert not any("CustomImage" in e or "CustomDeck" in e for _, e in objects(SAVE_OF_BREACH))


def test_the_save_is_valid_and_reads_back() -> None:
    jsonschema.validate(SAVE_OF_BREACH.data, load(SAVE))
    assert dump(parse(dump(SAVE_OF_BREACH))) == dump(SAVE_OF_BREACH)


def test_a_seed_decides_the_shuffles_and_nothing_else() -> None:
    assert dump(build_mod(CONFIG, names=INVADER_NAMES, seed=4)) == dump(
        build_mod(CONFIG, names=INVADER_NAMES, seed=4)
    )
    one, other = (
        named(build_mod(CONFIG, names=INVADER_NAMES, seed=4)),
        named(build_mod(CONFIG, names=INVADER_NAMES, seed=5)),
    )
    assert one.keys() == other.keys()
    assert dump(build_mod(CONFIG, names=INVADER_NAMES, seed=4)) != dump(
        build_mod(CONFIG, names=INVADER_NAMES, seed=5)
    )


def test_what_an_objective_is_stands_in_its_notes_alone() -> None:
    tokens = [each for name, each in NAMED.items() if name.startswith("objective/")]
    assert Counter(each["GMNotes"] for each in tokens) == CONFIG.mission.hidden
    for each in tokens:
        assert each["Transform"]["rotZ"] == 180
        assert len({json.dumps([e["ColorDiffuse"], e["Nickname"]]) for e in tokens}) == 1


def busy() -> State:
    """A position with something of everything."""
    state = setup(CONFIG)
    links = [link.id for link in state.board.links.values() if link.kind == "gap"]
    doors = dict(zip(links, ("closed", "open", "destroyed"), strict=False))
    magnus = replace(
        state.survivor("magnus"),
        xp=20,
        wounds=2,
        hand=("smg+plenty-of-bullets",),
        pack=("mre", "oxygen-tank"),
        token=("bot-remote",),
        skills=("plus-1-die-melee", "plus-1-action", "barbarian"),
    )
    bot = replace(state.machines[0], active=True)
    first, *rest = state.objectives
    return replace(
        state,
        survivors=tuple([magnus if s.id == "magnus" else s for s in state.survivors]),
        machines=(bot,),
        objectives=(replace(first, at="", colour="red"), *rest),
        xenos={"7v-c": (19, 7, 6, 1), "4v-ne": (3, 0, 0, 0)},
        noise={"4v-c": 3, "7v-w": 1},
        oxygen=5,
        spawns=("spawn-2",),
        first=1,
        ground=Ground(
            state.mission,
            state.settings,
            doors,  # type: ignore[arg-type]
            {"7v-c": "active", "7v-e": "inactive"},
        ),
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "state",
    [*(setup(Config(mission=game)) for game in MISSIONS), busy()],
    ids=[*(game.id for game in MISSIONS), "busy"],
)
def test_the_referee_finds_everything_where_it_belongs(state: State, language: str) -> None:
    config = Config(mission=state.mission, players=state.players)
    save = build_mod(config, names=INVADER_NAMES, seed=2, language=language, state=state)
    pieces = observed(save)
    _, profile = read_profile(Snapshot("s", 1, "", 1, tuple(pieces), ()), TABLES)
    seen = {piece.guid: piece for piece in pieces}
    wants = arrange(state, profile, seen)
    assert {want.piece for want in wants} == {
        name for name in profile.pieces if name != "agent" and not name.startswith("die/")
    }
    assert commands(profile, seen, wants) == ()


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ModError, match="language"):
        build_mod(CONFIG, names=INVADER_NAMES, language="de")
    with pytest.raises(ModError, match="no player colour"):
        build_mod(CONFIG, names=INVADER_NAMES, seats={"cole": "Mauve"})
    with pytest.raises(ModError, match="does not play"):
        build_mod(CONFIG, names=INVADER_NAMES, seats={"nobody": "Red"})
    with pytest.raises(ModError, match="hidden"):
        build_mod(CONFIG, names=INVADER_NAMES, hidden=("red", "red", "red"))
    with pytest.raises(ModError, match="players"):
        shared_out(7)
    with pytest.raises(ModError, match="every Survivor once"):
        build_mod(replace(CONFIG, players=(("cole",),)), names=INVADER_NAMES)


@pytest.mark.parametrize(("players", "sizes"), [(1, [6]), (4, [2, 2, 1, 1]), (6, [1] * 6)])
def test_survivors_are_shared_out_evenly(players: int, sizes: list[int]) -> None:
    shared = shared_out(players)
    assert [len(each) for each in shared] == sizes
    assert [seat for each in shared for seat in each] == [*EVERYBODY]


def test_a_cell_has_room_for_everybody_in_rows_of_its_own() -> None:
    cell = Box(0, 0, layout.ZONE, layout.ZONE)
    figures = [layout.stand(cell, layout.FIGURES, n, layout.FIGURE_WIDTH) for n in range(8)]
    workers = [layout.stand(cell, layout.WORKERS, n, layout.XENO_WIDTH) for n in range(18)]
    assert all(cell.holds(at) for at in (*figures, *workers))
    assert len({(at.x, at.z) for at in (*figures, *workers)}) == 26

"""The second part: the worked examples and readings of rulebook pages 17-20 of *Zombicide:
Invader*, in one game of five rounds on a mission of its own.

Magnus' noise, the Danger Bar and its skills, the Xeno card read at each Danger Level, and Mold
that joins two Spawn Zones. Which Xeno cards come is settled, dice are rolled by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.invader import build_mod
from exporters.savefile import Save
from rules.engine import CHANCE, Move, Outcome, Rules, Seat, Turn, Violation
from rules.invader import RULES
from rules.invader.asks import XenoDraw
from rules.invader.choices import Drawn
from rules.invader.ground import Settings
from rules.invader.missions import parse_mission
from rules.invader.setup import Config, setup
from rules.invader.state import State
from tts_bridge.demo.acts import Act, act
from tts_bridge.games.invader.table import InvaderTable
from tts_bridge.games.invader.wording import NAMES
from tts_bridge.referee.table_game import TableGame

MAGNUS, COLE = "magnus", "cole"
MISSION = """{
  "version": 1, "id": "worked-examples", "difficulty": "tutorial",
  "name": {"en": "The worked examples", "zh": "规则示例"},
  "text": {"en": "Magnus and Cole, and what comes for them.",
           "zh": "玛格努斯与科尔，以及来找他们的东西。"},
  "tiles": [{"face": "4V", "x": 0, "y": 0}, {"face": "7V", "x": 1, "y": 0}],
  "start": ["4v-c"],
  "objectives": [{"id": "objective-1", "at": "4v-w"}, {"id": "objective-2", "at": "4v-w"},
                 {"id": "objective-3", "at": "4v-w"}],
  "hidden": {"red": 2, "purple": 1},
  "effects": {"purple": [{"do": "start-spawns", "colour": "purple"}]},
  "objective_xp": 14,
  "spawns": [{"id": "spawn-1", "at": "7v-ne"},
             {"id": "spawn-2", "at": "7v-n", "colour": "purple"}],
  "xenos": {"4v-c": {"worker": 1}, "4v-e": {"worker": 2}},
  "win": {"when": "round-over", "round": 9}
}"""
UNDER = ("red", "red", "purple")
"""What lies under the Objectives."""
CONFIG = Config(
    mission=parse_mission(MISSION, "the demonstration"),
    players=((MAGNUS, "vivian", "mitsuki"), (COLE, "jared", "baraka")),
    settings=Settings(split_remainder="first"),
)
READ = "spawn-worker-2-4-6-8"
CARDS: Mapping[tuple[int, str], str] = {
    **{(round_, "spawn-1"): READ for round_ in (1, 2, 3, 4)},
    (4, "spawn-2"): "activate-hunter",
    (5, "spawn-1"): "spoiler-abomination",
    (5, "spawn-2"): "spoiler-abomination",
}
"""The Xeno card of each round and Spawn Zone."""


def start() -> State:
    """Magnus with a Sledge and an Assault Shotgun, Cole empty-handed, nobody else."""
    state = setup(CONFIG)
    hands = {MAGNUS: ("assault-shotgun", "sledge"), COLE: ()}
    survivors = [
        replace(s, at=s.at if s.id in hands else "", hand=hands.get(s.id, ()))
        for s in state.survivors
    ]
    alone = replace(state, survivors=tuple(survivors))
    ask = replace(alone.asks[-1], left=(MAGNUS,))
    return replace(alone, asks=(*alone.asks[:-1], ask))


START = start()


class Scene:
    """The rules, with games that begin at `START`."""

    name = RULES.name
    moves = RULES.moves
    state_type = RULES.state_type
    config_type = RULES.config_type

    def setup(self, config: Config) -> State:
        return START

    def turns(self, state: State) -> tuple[Turn[State], ...]:
        return RULES.turns(state)

    def outcome(self, state: State) -> Outcome | None:
        return RULES.outcome(state)

    def untimely(self, state: State, move: Move[State]) -> Violation:
        return RULES.untimely(state, move)

    def view(self, state: State, seat: Seat | None) -> State:
        return RULES.view(state, seat)


def scene_table() -> TableGame:
    """The game on a table, begun at `START`."""
    table = InvaderTable()
    table.rules = Scene()
    return table


def draw(rules: Rules[Any], state: Any, number: int) -> Move[Any] | None:
    """The Xeno card that the script has for this moment."""
    ask = state.asks[-1]
    if not isinstance(ask, XenoDraw):
        return None
    return Drawn(CHANCE, CARDS[state.round, ask.spawn])


def save(language: str) -> Save:
    """The mod of this part."""
    return build_mod(
        CONFIG,
        names=NAMES,
        language=language,
        agent_script=agent_script(),
        table_script=faces_script(),
        state=START,
        hidden=UNDER,
    )


def by_button(seat: str, en: str, zh: str, move: str, example: str = "", **then: Any) -> Act:
    """An act made by pressing a button."""
    return act(seat, en, zh, lambda t: t.press(seat, f"{seat} {move}"), example=example, **then)


def zones(rows: dict[str, Any]) -> dict[str, Any]:
    """What holds of Zones, whose ids are no names of Python's."""
    return rows


def rolls(face: int, **then: Any) -> Act:
    """Magnus rolls a die of his attack."""
    return act(
        MAGNUS,
        f"Magnus rolls a die: {face}.",
        f"玛格努斯掷骰：{face}。",
        lambda t: t.roll(MAGNUS, face),
        **then,
    )


def idle(seat: str, en: str, zh: str, **then: Any) -> Act:
    """A Survivor ends their Turn."""
    return act(
        seat,
        f"{en} ends the Turn.",
        f"{zh}结束轮次。",
        lambda t: t.say(seat, "!do-nothing"),
        **then,
    )


def cole_passes(**then: Any) -> list[Act]:
    """Cole's Turn: nothing."""
    return [
        by_button(COLE, "Cole's Turn begins.", "科尔的轮次开始。", "activate"),
        idle(COLE, "Cole", "科尔", **then),
    ]


NOISE = [
    act(
        COLE,
        "Cole would like to go first.",
        "科尔想先行动。",
        lambda t: t.walk(COLE, "4v-w"),
        "activate.another-player",
        cole={"at": "4v-c"},
    ),
    by_button(
        MAGNUS, "Magnus' Turn begins.", "玛格努斯的轮次开始。", "activate", magnus={"left": 3}
    ),
    by_button(
        MAGNUS, "Magnus swings the Sledge.", "玛格努斯挥动冲击锤。", "melee sledge", "p.17 example"
    ),
    rolls(1),
    rolls(
        4,
        example="p.17 example",
        magnus={"xp": 1, "left": 2},
        **zones({"4v_c": {"xenos": {}, "tokens": 0, "noise": 2}}),
    ),
    act(
        MAGNUS,
        "Magnus fires the Assault Shotgun at the next Zone.",
        "玛格努斯用突击散弹枪射击相邻区域。",
        lambda t: t.say(MAGNUS, "!shoot assault-shotgun 4v-e"),
        example="p.17 example",
    ),
    rolls(5),
    rolls(
        6,
        example="p.17 example",
        magnus={"xp": 3, "left": 1},
        **zones({"4v_c": {"tokens": 1, "noise": 3}, "4v_e": {"xenos": {}, "tokens": 0}}),
    ),
    act(
        MAGNUS,
        "Magnus searches the corridor.",
        "玛格努斯搜索走廊。",
        lambda t: t.say(MAGNUS, "!search"),
        "search.not-a-room",
    ),
    act(
        MAGNUS,
        "Magnus walks away; the Noise token stays.",
        "玛格努斯离开；噪音标记留在原处。",
        lambda t: t.walk(MAGNUS, "4v-w"),
        example="p.17 example",
        magnus={"at": "4v-w", "left": 0},
        **zones({"4v_c": {"tokens": 1, "noise": 2}, "4v_w": {"noise": 1}}),
    ),
    act(
        MAGNUS,
        "Magnus wants to make noise as well.",
        "玛格努斯还想制造噪音。",
        lambda t: t.noise(MAGNUS, "4v-w"),
        "action.none-left",
    ),
    act(
        COLE,
        "Cole follows: Magnus' Turn is over, and Cole's begins.",
        "科尔跟上：玛格努斯的轮次结束，科尔的轮次开始。",
        lambda t: t.walk(COLE, "4v-w"),
        cole={"at": "4v-w", "left": 2},
    ),
    idle(
        COLE,
        "Cole",
        "科尔",
        example="p.17 card at Blue; p.17 noise goes",
        round=2,
        **zones({"7v_ne": {"xenos": {"worker": 2}}, "4v_c": {"tokens": 0}}),
    ),
]
YELLOW = [
    *cole_passes(),
    by_button(MAGNUS, "Magnus' Turn begins.", "玛格努斯的轮次开始。", "activate"),
    act(
        MAGNUS,
        "Magnus takes an Objective: Yellow Level, a fourth Action.",
        "玛格努斯拿取目标：黄色级别，第四个行动。",
        lambda t: t.take(MAGNUS, "objective-1"),
        example="p.17 Danger Bar",
        magnus={"xp": 17, "level": "yellow", "left": 3},
    ),
    idle(
        MAGNUS,
        "Magnus",
        "玛格努斯",
        example="p.17 card at Yellow",
        round=3,
        **zones({"7v_ne": {"xenos": {"worker": 4}}, "7v_n": {"xenos": {"worker": 2}}}),
    ),
]
ORANGE = [
    by_button(
        MAGNUS, "Magnus' Turn begins.", "玛格努斯的轮次开始。", "activate", magnus={"left": 4}
    ),
    act(
        MAGNUS,
        "Magnus takes another one: Orange Level, a skill to choose.",
        "玛格努斯再拿一个：橙色级别，选择一项技能。",
        lambda t: t.take(MAGNUS, "objective-2"),
        example="p.17 Danger Bar",
        magnus={"xp": 31, "level": "orange"},
        question="skill-choice",
    ),
    act(
        MAGNUS,
        "Magnus would like one of the Red Level.",
        "玛格努斯想选红色级别的技能。",
        lambda t: t.say(MAGNUS, "!choose-skill barbarian"),
        "skill.other-level",
    ),
    by_button(
        MAGNUS,
        "Magnus chooses +1 Damage: Melee.",
        "玛格努斯选择近战伤害+1。",
        "choose-skill plus-1-damage-melee",
        "p.17 Danger Bar",
    ),
    idle(MAGNUS, "Magnus", "玛格努斯"),
    *cole_passes(
        example="p.17 card at Orange", round=4, **zones({"7v_ne": {"xenos": {"worker": 6}}})
    ),
]
RED = [
    *cole_passes(),
    by_button(MAGNUS, "Magnus' Turn begins.", "玛格努斯的轮次开始。", "activate"),
    act(
        MAGNUS,
        "Magnus takes the last one: Red Level, and the second Spawn Zone starts.",
        "玛格努斯拿取最后一个：红色级别，第二个出生点启动。",
        lambda t: t.take(MAGNUS, "objective-3"),
        example="p.17 Danger Bar",
        magnus={"xp": 43, "level": "red"},
        spawns=["spawn-1", "spawn-2"],
    ),
    by_button(
        MAGNUS,
        "Magnus chooses Barbarian: four skills in all.",
        "玛格努斯选择狂战士：共四项技能。",
        "choose-skill barbarian",
        "p.17 Danger Bar",
        magnus={
            "skills": ["plus-1-die-melee", "plus-1-action", "plus-1-damage-melee", "barbarian"]
        },
    ),
    idle(
        MAGNUS,
        "Magnus",
        "玛格努斯",
        example="p.17 card at Red",
        round=5,
        **zones({"7v_ne": {"xenos": {"worker": 8}}}),
    ),
]
MOLD = [
    by_button(MAGNUS, "Magnus' Turn begins.", "玛格努斯的轮次开始。", "activate"),
    idle(MAGNUS, "Magnus", "玛格努斯"),
    *cole_passes(
        example="p.20 Mold joins two Spawn Zones",
        result="mold-chain",
        won=False,
        **zones({"7v_ne": {"mold": "active"}, "7v_n": {"mold": "active"}}),
    ),
]
SCRIPT = (*NOISE, *YELLOW, *ORANGE, *RED, *MOLD)

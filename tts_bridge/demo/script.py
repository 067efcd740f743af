"""What is played: the worked examples of rulebook pages 8-11 in order, with illegal attempts
between them. Each act says what the hands do and which ruling is the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tts_bridge.demo.hands import Hands

JAKE, MEG, DWIGHT, FENG = "jake-park", "meg-thomas", "dwight-fairfield", "feng-min"
NURSE = "the-nurse"
STARTS = {JAKE: 2, MEG: 1, DWIGHT: 5, FENG: 4, NURSE: 1}
REVEALED = {
    "survival-10": "locker",
    "altruism-9": "pallet",
    "altruism-5": "crow",
    "boldness-10": "hook",
}
"""One prop for each Survivor, as the setup has it (CN67)."""
KINDS = {"objective-5": "generator", "objective-9": "generator"}
"""Where the examples need something definite."""
ALLOWED = "allowed"


class Act(Struct, frozen=True):
    """One act at the table: who does what, the right ruling, and what holds after it."""

    who: str
    text: Mapping[str, str]
    do: Callable[[Hands], None]
    expect: str = ALLOWED
    """`allowed`, or the code of the refusal."""
    example: str = ""
    """The worked example it belongs to."""
    then: Mapping[str, Any] = {}


def act(
    who: str,
    en: str,
    zh: str,
    do: Callable[[Hands], None],
    expect: str = ALLOWED,
    example: str = "",
    **then: Any,
) -> Act:
    """An act; keys of `then` are ids with underscores for hyphens."""
    facts = {key.replace("_", "-"): value for key, value in then.items()}
    return Act(who, {"en": en, "zh": zh}, do, expect, example, facts)


PLANNING = [
    act(MEG, "Meg sets Sprint.", "梅格设置冲刺。", lambda t: t.set_card(MEG, "sprint")),
    act(
        MEG,
        "Meg sets a second card.",
        "梅格又设置第二张牌。",
        lambda t: t.set_card(MEG, "sneak"),
        "plan.one-card",
    ),
    act(JAKE, "Jake sets Sneak.", "杰克设置潜行。", lambda t: t.set_card(JAKE, "sneak")),
    act(DWIGHT, "Dwight sets Vault.", "德怀特设置翻越。", lambda t: t.set_card(DWIGHT, "vault")),
    act(FENG, "Feng Min sets Sprint.", "凤敏设置冲刺。", lambda t: t.set_card(FENG, "sprint")),
    act(
        NURSE,
        "The Nurse sets Sprint on the left.",
        "护士在左侧设置冲刺。",
        lambda t: t.set_card(NURSE, "sprint", "left"),
    ),
    act(
        NURSE,
        "The Nurse sets Crouch on the right.",
        "护士在右侧设置蹲伏。",
        lambda t: t.set_card(NURSE, "crouch", "right"),
    ),
]
SURVIVORS = [
    act(
        JAKE,
        "Jake reveals Sneak; no blue path leaves his space.",
        "杰克翻开潜行；他所在区域没有蓝色路径。",
        lambda t: t.reveal(JAKE, "sneak"),
        example="p.8 example 1",
        jake_park={"at": "crossroads", "played": ["sneak"]},
        waiting=[MEG],
    ),
    act(MEG, "Meg reveals Sprint.", "梅格翻开冲刺。", lambda t: t.reveal(MEG, "sprint")),
    act(
        MEG,
        "Meg goes to the Chapel, along a red path.",
        "梅格沿红色路径前往礼拜堂。",
        lambda t: t.walk(MEG, "chapel"),
        "walk.wrong-colour",
    ),
    act(
        MEG,
        "Meg goes to the Well, along the green path.",
        "梅格沿绿色路径前往水井。",
        lambda t: t.walk(MEG, "well"),
        example="p.8 example 2",
        meg_thomas={"at": "well"},
    ),
    act(
        MEG,
        "Meg turns the Objective prop.",
        "梅格翻开目标物件。",
        lambda t: t.turn(MEG, "objective-5"),
        example="p.8 example 2",
        objective_5={"kind": "generator", "progress": 0},
    ),
    act(
        MEG,
        "Meg turns the Boldness prop as well.",
        "梅格又翻开无惧物件。",
        lambda t: t.turn(MEG, "boldness-7"),
        "reveal.only-one",
    ),
    act(
        MEG,
        "Meg repairs the generator: the die shows 2.",
        "梅格修理发电机：骰子点数为2。",
        lambda t: t.roll(MEG, 2),
        example="p.9 example 3",
        objective_5={"progress": 1},
        the_nurse={"bp": 4},
    ),
    act(DWIGHT, "Dwight reveals Vault.", "德怀特翻开翻越。", lambda t: t.reveal(DWIGHT, "vault")),
    act(
        DWIGHT,
        "Dwight vaults to the Well, against the arrow.",
        "德怀特逆着箭头翻越到水井。",
        lambda t: t.walk(DWIGHT, "well"),
        "walk.against-arrow",
    ),
    act(
        DWIGHT,
        "Dwight vaults to the Cornfield.",
        "德怀特翻越到玉米地。",
        lambda t: t.walk(DWIGHT, "cornfield"),
    ),
    act(
        DWIGHT,
        "Dwight turns a Survival prop.",
        "德怀特翻开一个逃生物件。",
        lambda t: t.turn(DWIGHT, "survival-5"),
    ),
    act(
        DWIGHT,
        "Dwight goes to the crow and plays Crouch.",
        "德怀特与乌鸦交互并打出蹲伏。",
        lambda t: t.play(DWIGHT, "crouch", "discard"),
        example="p.9 example 4",
        dwight_fairfield={"played": ["vault", "crouch"]},
    ),
    act(
        DWIGHT,
        "Dwight goes to the Orchard, along the red path.",
        "德怀特沿红色路径前往果园。",
        lambda t: t.walk(DWIGHT, "orchard"),
        example="p.9 example 4",
        dwight_fairfield={"at": "orchard"},
    ),
    act(
        DWIGHT,
        "Dwight turns the Survival prop.",
        "德怀特翻开逃生物件。",
        lambda t: t.turn(DWIGHT, "survival-2"),
        example="p.9 example 4",
    ),
    act(FENG, "Feng Min reveals Sprint.", "凤敏翻开冲刺。", lambda t: t.reveal(FENG, "sprint")),
    act(
        FENG,
        "Feng Min would rather stay.",
        "凤敏宁愿留在原地。",
        lambda t: t.say(FENG, "!pass"),
        "card.compulsory",
    ),
    act(
        FENG,
        "Feng Min goes to the Garage.",
        "凤敏前往车库。",
        lambda t: t.walk(FENG, "garage"),
    ),
    act(
        FENG,
        "Feng Min turns the Objective prop.",
        "凤敏翻开目标物件。",
        lambda t: t.turn(FENG, "objective-9"),
    ),
    act(
        FENG,
        "Feng Min repairs the generator: the die shows 4.",
        "凤敏修理发电机：骰子点数为4。",
        lambda t: t.roll(FENG, 4),
        objective_9={"progress": 1},
    ),
]
KILLER = [
    act(
        NURSE,
        "The Nurse reveals Sprint.",
        "护士翻开冲刺。",
        lambda t: t.reveal(NURSE, "sprint"),
    ),
    act(
        NURSE,
        "The Nurse goes to the Well, along the green path.",
        "护士沿绿色路径前往水井。",
        lambda t: t.walk(NURSE, "well"),
        example="p.10 example 1",
        the_nurse={"at": "well"},
    ),
    act(
        NURSE,
        "The Nurse turns the Boldness prop.",
        "护士翻开无惧物件。",
        lambda t: t.turn(NURSE, "boldness-7"),
        example="p.10 example 1",
    ),
    act(
        NURSE,
        "The Nurse attacks Meg and lays a wound ring.",
        "护士攻击梅格并放置受伤状态环。",
        lambda t: t.wound(NURSE, "well"),
        example="p.10 example 2",
        meg_thomas={"wounded": True},
    ),
    act(
        NURSE,
        "The Nurse reveals Crouch.",
        "护士翻开蹲伏。",
        lambda t: t.reveal(NURSE, "crouch"),
    ),
    act(
        NURSE,
        "The Nurse goes to the Garage: every prop there lies face up.",
        "护士前往车库：那里的物件都已翻开。",
        lambda t: t.walk(NURSE, "garage"),
        example="p.10 second turn, step 1",
        the_nurse={"at": "garage"},
        question="interaction",
    ),
    act(
        NURSE,
        "The Nurse damages the generator.",
        "护士破坏发电机。",
        lambda t: t.press(NURSE, f"{NURSE} damage-generator objective-9"),
        example="p.10 second turn, step 2",
        objective_9={"progress": 1},
        waiting=[FENG],
    ),
    act(
        FENG,
        "Feng Min answers with Alert.",
        "凤敏发动警戒。",
        lambda t: t.press(FENG, f"{FENG} use-perk alert"),
        example="p.10 second turn, step 2",
        feng_min={"bp": 1, "used": ["alert"]},
    ),
    act(
        FENG,
        "Feng Min leaves for the Gate Yard, along the green path.",
        "凤敏沿绿色路径前往大门庭院。",
        lambda t: t.walk(FENG, "gate-yard"),
        example="p.10 second turn, step 2",
        feng_min={"at": "gate-yard"},
    ),
    act(
        FENG,
        "Feng Min turns a prop there; then the damage takes effect.",
        "凤敏在那里翻开一个物件；随后破坏生效。",
        lambda t: t.turn(FENG, "survival-12"),
        example="p.10 second turn, step 3",
        objective_9={"progress": 0},
    ),
    act(
        NURSE,
        "The Nurse wants to follow with Sprint.",
        "护士想用冲刺追击。",
        lambda t: t.play(NURSE, "sprint", "bonus"),
        "card.already-played",
        "p.10 second turn, step 4",
    ),
    act(
        NURSE,
        "The Nurse pays 4 Bloodpoints and plays Vault.",
        "护士花费4点血点并打出翻越。",
        lambda t: t.play(NURSE, "vault", "bonus"),
        example="p.10 second turn, step 4",
        the_nurse={"bp": 0},
    ),
    act(
        NURSE,
        "The Nurse vaults to the Crossroads.",
        "护士翻越到十字路口。",
        lambda t: t.walk(NURSE, "crossroads"),
        example="p.10 second turn, step 4",
    ),
    act(
        NURSE,
        "The Nurse turns the Survival prop there.",
        "护士翻开那里的逃生物件。",
        lambda t: t.turn(NURSE, "survival-6"),
        example="p.10 second turn, step 4",
    ),
    act(
        NURSE,
        "The Nurse attacks Jake. The cleanup phase follows.",
        "护士攻击杰克。随后进入清除阶段。",
        lambda t: t.wound(NURSE, "crossroads"),
        example="p.10 second turn, step 4; p.11",
        jake_park={"wounded": True},
        round=2,
        first=MEG,
    ),
]


def go(who: str, name: Mapping[str, str], card: str, to: Mapping[str, str], prop: str) -> list[Act]:
    """A plain turn: reveal, move, turn a prop, no interaction."""
    return [
        act(
            who,
            f"{name['en']} reveals a card.",
            f"{name['zh']}翻开移动牌。",
            lambda t: t.reveal(who, card),
        ),
        act(
            who,
            f"{name['en']} goes to the {to['en']}.",
            f"{name['zh']}前往{to['zh']}。",
            lambda t: t.walk(who, to["id"]),
        ),
        act(
            who,
            f"{name['en']} turns a prop.",
            f"{name['zh']}翻开一个物件。",
            lambda t: t.turn(who, prop),
        ),
    ]


SECOND_ROUND = [
    *(
        act(
            seat,
            f"{en} sets a card.",
            f"{zh}设置移动牌。",
            lambda t, seat=seat, card=card, place=place: t.set_card(seat, card, place),  # type: ignore[misc]
        )
        for seat, en, zh, card, place in (
            (MEG, "Meg", "梅格", "sneak", ""),
            (DWIGHT, "Dwight", "德怀特", "sprint", ""),
            (FENG, "Feng Min", "凤敏", "sneak", ""),
            (JAKE, "Jake", "杰克", "crouch", ""),
            (NURSE, "The Nurse", "护士", "wait", "left"),
            (NURSE, "The Nurse", "护士", "sprint", "right"),
        )
    ),
    *go(
        MEG,
        {"en": "Meg", "zh": "梅格"},
        "sneak",
        {"id": "chapel", "en": "Chapel", "zh": "礼拜堂"},
        "objective-2",
    ),
    *go(
        DWIGHT,
        {"en": "Dwight", "zh": "德怀特"},
        "sprint",
        {"id": "chapel", "en": "Chapel", "zh": "礼拜堂"},
        "boldness-3",
    ),
    *go(
        FENG,
        {"en": "Feng Min", "zh": "凤敏"},
        "sneak",
        {"id": "quarry", "en": "Quarry", "zh": "采石场"},
        "survival-11",
    ),
    act(JAKE, "Jake reveals Crouch.", "杰克翻开蹲伏。", lambda t: t.reveal(JAKE, "crouch")),
    act(JAKE, "Jake goes to the Well.", "杰克前往水井。", lambda t: t.walk(JAKE, "well")),
    act(JAKE, "Jake turns a prop.", "杰克翻开一个物件。", lambda t: t.turn(JAKE, "altruism-6")),
    act(
        NURSE,
        "The Nurse reveals Wait: she stays and may interact.",
        "护士翻开等待：她留在原地，可以交互。",
        lambda t: t.reveal(NURSE, "wait"),
        question="interaction",
    ),
    act(
        NURSE,
        "The Nurse uses her power.",
        "护士使用杀手力量。",
        lambda t: t.press(NURSE, f"{NURSE} use-power"),
    ),
    act(NURSE, "The Nurse reveals Sprint.", "护士翻开冲刺。", lambda t: t.reveal(NURSE, "sprint")),
    act(
        NURSE,
        "The Nurse goes to the Chapel.",
        "护士前往礼拜堂。",
        lambda t: t.walk(NURSE, "chapel"),
    ),
    act(
        NURSE,
        "The Nurse turns a prop.",
        "护士翻开一个物件。",
        lambda t: t.turn(NURSE, "altruism-2"),
    ),
    act(
        NURSE,
        "The Nurse uses her power again.",
        "护士再次使用杀手力量。",
        lambda t: t.say(NURSE, "!use-power"),
        "power.once-a-round",
    ),
    act(NURSE, "The Nurse leaves it.", "护士放弃交互。", lambda t: t.say(NURSE, "!pass")),
    act(
        NURSE,
        "The Nurse plays Crouch for a bonus turn, without Bloodpoints.",
        "护士没有血点却打出蹲伏进行额外回合。",
        lambda t: t.play(NURSE, "crouch", "bonus"),
        "bonus.too-few-bloodpoints",
    ),
    act(
        NURSE,
        "The Nurse ends her phase. The cleanup phase follows.",
        "护士结束行动。随后进入清除阶段。",
        lambda t: t.say(NURSE, "!pass"),
        round=3,
        first=DWIGHT,
    ),
]
SCRIPT = (*PLANNING, *SURVIVORS, *KILLER, *SECOND_ROUND)

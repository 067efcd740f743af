"""The second round: a second power, and a bonus turn without Bloodpoints."""

from __future__ import annotations

from collections.abc import Mapping

from tts_bridge.demo.acts import DWIGHT, FENG, JAKE, MEG, NURSE, Act, act


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

"""What is written on the pieces, in English and simplified Chinese.

Chinese terms: the glossary of dbd.md (section 18); what it does not have is our own wording.
"""

from __future__ import annotations

from typing import Literal, get_args

from rules.dbd.board import Board, Category
from rules.dbd.data import CHARACTERS

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Words = dict[Language, str]

CATEGORY: dict[Category, Words] = {
    "objective": {"en": "Objective", "zh": "目标"},
    "boldness": {"en": "Boldness", "zh": "无惧"},
    "survival": {"en": "Survival", "zh": "逃生"},
    "altruism": {"en": "Altruism", "zh": "利他"},
}
KIND: dict[str, Words] = {
    "generator": {"en": "Generator", "zh": "发电机"},
    "exit-gate": {"en": "Exit gate", "zh": "出口大门"},
    "hook": {"en": "Hook", "zh": "钩子"},
    "hex-totem": {"en": "Hex totem", "zh": "妖术图腾"},
    "chest": {"en": "Chest", "zh": "箱子"},
    "locker": {"en": "Locker", "zh": "柜子"},
    "pallet": {"en": "Pallet", "zh": "板子"},
    "crow": {"en": "Crow", "zh": "乌鸦"},
}
CARD: dict[str, Words] = {
    "sneak": {"en": "Sneak (blue)", "zh": "潜行（蓝）"},
    "sprint": {"en": "Sprint (green)", "zh": "冲刺（绿）"},
    "crouch": {"en": "Crouch (red)", "zh": "蹲伏（红）"},
    "vault": {"en": "Vault (yellow, one-way)", "zh": "翻越（黄，单向）"},
    "wait": {"en": "Wait", "zh": "等待"},
}
PIECE: dict[str, Words] = {
    "skill-die": {"en": "Skill check die", "zh": "技能检定骰"},
    "danger-die": {"en": "Danger die", "zh": "危险骰"},
    "wall": {"en": "Breakable wall", "zh": "可破坏墙壁"},
    "wound": {"en": "Wound ring", "zh": "受伤状态环"},
    "progress": {"en": "Progress", "zh": "进度"},
    "sacrifice": {"en": "Sacrifice progress", "zh": "献祭进度"},
    "bloodpoints": {"en": "Bloodpoints", "zh": "血点"},
    "entity": {"en": "The Entity", "zh": "恶灵指示物"},
    "first-player": {"en": "First player", "zh": "先手玩家标记"},
    "board": {"en": "Board", "zh": "版图"},
}
ZONE: dict[str, Words] = {
    "set": {"en": "set", "zh": "面朝下打出"},
    "left": {"en": "first", "zh": "第一张"},
    "right": {"en": "second", "zh": "第二张"},
    "bonus": {"en": "bonus", "zh": "额外"},
    "discard": {"en": "played", "zh": "已打出"},
    "beside": {"en": "marker", "zh": "标记"},
    "track": {"en": "Sacrifice Progress Track", "zh": "献祭进度条"},
    "repaired": {"en": "Repaired generators", "zh": "修好的发电机"},
    "box/figure": {"en": "Survivors and Killers: take yours", "zh": "逃生者与杀手：请各自选取"},
    "box/prop": {"en": "Props, not yet shuffled", "zh": "尚未洗混的物件"},
    "supply/prop": {"en": "Props out of play", "zh": "移出的物件"},
    "supply/wall": {"en": "Walls out of play", "zh": "移出的墙壁"},
    "supply/entity": {"en": "The Entity", "zh": "恶灵指示物"},
    "supply/wound": {"en": "Wound rings", "zh": "受伤状态环"},
    "supply/sacrifice": {"en": "Sacrifice progress", "zh": "献祭进度"},
    "supply/progress": {"en": "Progress", "zh": "进度"},
}
TITLE: Words = {
    "en": "Dead by Daylight: The Board Game ({map})",
    "zh": "黎明杀机桌游（{map}）",
}
# The faces of the built-in cards and dice that stand for those of the game.
LEGEND: Words = {
    "en": (
        "Movement cards are playing cards: spade = Sneak (blue), club = Sprint (green), "
        "heart = Crouch (red), diamond = Vault (yellow, one-way), king = Wait. A card's name is "
        "shown while it lies face up; its tint is its owner's.\n\n"
        "Skill check dice: the pips count, six pips are 0. 0 is a failure, 1 to 4 a success, "
        "5 a great success. Danger die: pips 1 to 3 are {low}, 4 to 6 are {high} (assumed).\n\n"
        "Props: yellow Objective, red Boldness, blue Survival, green Altruism."
    ),
    "zh": (
        "移动牌用扑克牌代替：黑桃＝潜行（蓝），梅花＝冲刺（绿），红心＝蹲伏（红），"
        "方块＝翻越（黄，单向），K＝等待。牌面朝上时显示名称；颜色表示所属角色。\n\n"
        "技能检定骰：按点数计，六点算 0。0 为失败，1 至 4 为成功，5 为大成功。"
        "危险骰：1 至 3 点算 {low}，4 至 6 点算 {high}（暂定）。\n\n"
        "物件：黄＝目标，红＝无惧，蓝＝逃生，绿＝利他。"
    ),
}
ROUND: dict[Language, tuple[str, str]] = {
    "en": (
        "A round",
        "1. Planning. Every Survivor sets one movement card face down, the Killer two in a row. "
        "Survivors may talk, but so that all can hear.\n\n"
        "2. Survivor phase. From the first player marker clockwise, each takes a turn: reveal "
        "the card, move along one path of its colour, turn over one prop in the space, interact "
        "with one revealed prop or one other Survivor there. Who cannot move has no interaction. "
        "A crow gives a bonus turn with another card from hand.\n\n"
        "3. Killer phase. A turn with the first card, then one with the second. In place of one "
        "interaction in the round the Killer may use the power. Then, for 4 Bloodpoints, one "
        "bonus turn with a third card.\n\n"
        "4. Cleanup. One sacrifice progress for every Survivor on a hook; take the Entity off; "
        "pass the marker on; take the cards back.\n\n"
        "The Survivors win with 4 generators repaired and an exit gate opened, the Killer with "
        "the 8th sacrifice progress.",
    ),
    "zh": (
        "一轮流程",
        "一、计划阶段。每名逃生者面朝下打出一张移动牌，杀手并排打出两张。"
        "逃生者可以交谈，但必须让所有人听见。\n\n"
        "二、逃生者行动阶段。从持有先手玩家标记的人开始顺时针进行：翻开移动牌，"
        "沿一条同色路径移动，翻开所到区域的一个物件，再与该处一个已翻开的物件或另一名逃生者交互。"
        "不能移动的人不能交互。乌鸦让人用手中的另一张牌进行额外回合。\n\n"
        "三、杀手行动阶段。先用第一张牌进行回合，再用第二张。每轮一次，"
        "可用杀手力量代替一次交互。之后可花 4 血点用第三张牌进行一个额外回合。\n\n"
        "四、清除阶段。每名被献祭的逃生者增加 1 献祭进度；移除恶灵指示物；"
        "先手玩家标记传给下一人；收回移动牌。\n\n"
        "修好 4 台发电机并打开一扇出口大门，逃生者获胜；第 8 个献祭进度出现，杀手获胜。",
    ),
}
_ZH_NAMES = {
    "jake-park": "杰克",
    "meg-thomas": "梅格",
    "dwight-fairfield": "德怀特",
    "feng-min": "凤敏",
    "the-nurse": "护士",
}
PLACE: dict[str, Words] = {
    "survivor-1": {"en": "First Survivor player", "zh": "第一位逃生者玩家"},
    "survivor-2": {"en": "Second Survivor player", "zh": "第二位逃生者玩家"},
    "survivor-3": {"en": "Third Survivor player", "zh": "第三位逃生者玩家"},
    "survivor-4": {"en": "Fourth Survivor player", "zh": "第四位逃生者玩家"},
    "killer": {"en": "The Killer's player", "zh": "杀手玩家"},
}
"""Who sits where, as long as nobody has chosen."""
SETUP: Words = {
    "en": "Setup button: here,\nonce the referee is there",
    "zh": "设置按钮：裁判就绪后\n出现在此方块上",
}
_NAMES = {each.id: each.name for each in (*CHARACTERS.survivors, *CHARACTERS.killers)}


def spoken(language: str) -> Language:
    """The language of that name.

    Raises:
        ValueError: none of `LANGUAGES`.
    """
    for known in LANGUAGES:
        if language == known:
            return known
    raise ValueError(f"language: {language!r} is not there; take {' or '.join(LANGUAGES)}")


def character(each: str, language: Language) -> str:
    """A figure's name, in English where no Chinese one is known; or that of a place."""
    if each in PLACE:
        return PLACE[each][language]
    english = _NAMES.get(each, each)
    return _ZH_NAMES.get(each, english) if language == "zh" else english


def named(board: Board, language: Language) -> str:
    """A map's name, in the language or in what it has."""
    return board.name.get(language) or next(iter(board.name.values()), board.id)


def space_name(board: Board, space: str, language: Language) -> str:
    """A space's name, in the language or in what it has."""
    names = board.space[space].name
    return names.get(language) or next(iter(names.values()), space)

"""What a mod says: what its pieces are called, and the texts of its notes, in both languages.

Names are no part of this package: whoever builds a mod has the catalogues and hands in `Names`.
"""

from __future__ import annotations

from typing import Literal, Protocol, get_args

from rules.dbd.board import Board

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Words = dict[Language, str]


class Names(Protocol):
    """What everything of a game is called."""

    def name(self, id_: str, language: Language, /) -> str:
        """The name of a figure, card, kind, token or place by its id, as sentences have it."""
        ...


def heading(name: str) -> str:
    """A name as it stands alone, on a piece or in a legend."""
    return name[:1].upper() + name[1:]


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
SETUP: Words = {
    "en": "Setup button: here,\nonce the referee is there",
    "zh": "设置按钮：裁判就绪后\n出现在此方块上",
}


def spoken(language: str) -> Language:
    """The language of that name.

    Raises:
        ValueError: none of `LANGUAGES`.
    """
    for known in LANGUAGES:
        if language == known:
            return known
    raise ValueError(f"language: {language!r} is not there; take {' or '.join(LANGUAGES)}")


def named(board: Board, language: Language) -> str:
    """A map's name, in the language or in what it has."""
    return board.name.get(language) or next(iter(board.name.values()), board.id)


def space_name(board: Board, space: str, language: Language) -> str:
    """A space's name, in the language or in what it has."""
    names = board.space[space].name
    return names.get(language) or next(iter(names.values()), space)

"""What a mod of *Zombicide: Invader* says beside the names of its pieces, in both languages."""

from __future__ import annotations

from exporters.mods.words import Language, Words
from rules.invader.data import Weapon
from rules.invader.missions import Mission

TITLE: Words = {"en": "Zombicide: Invader – {mission}", "zh": "无尽杀戮：致命入侵 – {mission}"}
SIDES: dict[str, dict[Language, tuple[str, str]]] = {
    "door": {"en": ("CLOSED", "OPEN"), "zh": ("关闭", "打开")},
    "mold": {"en": ("ACTIVE", "INACTIVE"), "zh": ("激活", "休眠")},
    "spawn": {"en": ("SPAWN", "asleep"), "zh": ("出生点", "未启动")},
    "skill": {"en": ("✓ {name}", "{name}"), "zh": ("✓ {name}", "{name}")},
}
"""What stands on the upper and on the lower side."""
XENO_CARD: dict[str, Words] = {
    "spawn": {"en": "Blue / Yellow / Orange / Red", "zh": "蓝 / 黄 / 橙 / 红"},
    "activation": {"en": "nothing at Blue", "zh": "蓝色级别无效"},
    "abomination": {
        "en": "an extra activation for Abominations, then it is placed",
        "zh": "憎恶额外激活一次，然后放置",
    },
    "mold": {"en": "in every Active Mold Zone", "zh": "每个激活状态的菌毯区域"},
}
"""What a kind of Xeno card says below its name."""
ROUND: dict[Language, tuple[str, str]] = {
    "en": (
        "A round",
        "1. Players' Phase. From the First Player clockwise each player activates their "
        "Survivors, one after the other: 3 Actions each, 4 from Yellow on.\n"
        "By hand: carry a figure to the next Zone, flip a door, take a card from the deck or "
        "move it between slots, turn an Objective over, lay a Noise token, roll dice. All else "
        "by a button of the dark block, or in chat: !melee sledge, !shoot smg 4v-e, "
        "!do-nothing.\n\n"
        "2. Xenos' Phase, by itself: those that share a Zone with a Survivor attack, the others "
        "go where they see somebody, else where most noise is; Hunters twice. Then a card for "
        "each active Spawn Zone.\n\n"
        "3. End Phase, by itself: Noise goes, the First Player token passes on.",
    ),
    "zh": (
        "一轮流程",
        "一、玩家阶段。从先手玩家开始顺时针进行，每名玩家依次激活自己的幸存者："
        "各有 3 个行动，达到黄色级别后 4 个。\n"
        "用手完成：把模型移到相邻区域、翻转门、从牌库拿牌或在各格之间移动牌、翻开目标、"
        "放置噪音、掷骰。其余用深色方块上的按钮，或在聊天中输入：!melee sledge、"
        "!shoot smg 4v-e、!do-nothing。\n\n"
        "二、异种阶段，自动进行：与幸存者同区域的异种攻击，其余的走向所见之人，"
        "看不见则走向噪音最大处；捕猎者行动两次。随后每个启动的出生点抽一张牌。\n\n"
        "三、结束阶段，自动进行：移除噪音，先手玩家标记传给下一人。",
    ),
}


def mission_name(mission: Mission, language: Language) -> str:
    """A mission's name, in the language or in what it has."""
    return mission.name.get(language) or next(iter(mission.name.values()), mission.id)


def mission_text(mission: Mission, language: Language) -> str:
    """What the mission is about, in the language or in what it has."""
    return mission.text.get(language) or next(iter(mission.text.values()), "")


def weapon(facts: Weapon, language: Language) -> str:
    """Combat characteristics on a line."""
    least, most = facts.range
    if language == "zh":
        said = [f"射程 {least}-{most}", f"骰子 {facts.dice}", f"精准 {facts.accuracy}+"]
        said += [f"伤害 {facts.damage}", "噪音" if facts.noisy else "无声"]
        return " · ".join([*said, *(["双持"] if facts.dual else [])])
    said = [f"range {least}-{most}", f"dice {facts.dice}", f"accuracy {facts.accuracy}+"]
    said += [f"damage {facts.damage}", "noisy" if facts.noisy else "silent"]
    return " · ".join([*said, *(["dual"] if facts.dual else [])])

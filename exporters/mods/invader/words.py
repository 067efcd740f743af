"""What is written on the pieces of *Zombicide: Invader*, in English and simplified Chinese.

Chinese terms: the glossary of invader.md (section 21); what it does not have is our own wording.
"""

from __future__ import annotations

from exporters.mods.words import LANGUAGES, Language, Words, spoken
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENO_CARDS, XENOS, Weapon
from rules.invader.missions import Mission

__all__ = ["LANGUAGES", "Language", "spoken"]

TITLE: Words = {"en": "Zombicide: Invader – {mission}", "zh": "无尽杀戮：致命入侵 – {mission}"}
LEVEL: dict[str, Words] = {
    "blue": {"en": "Blue 0-6", "zh": "蓝 0-6"},
    "yellow": {"en": "Yellow 7-18", "zh": "黄 7-18"},
    "orange": {"en": "Orange 19-42", "zh": "橙 19-42"},
    "red": {"en": "Red 43", "zh": "红 43"},
}
OBJECTIVE: dict[str, Words] = {
    "red": {"en": "Red", "zh": "红色"},
    "green": {"en": "Green", "zh": "绿色"},
    "purple": {"en": "Purple", "zh": "紫色"},
    "blue": {"en": "Blue", "zh": "蓝色"},
    "white": {"en": "White", "zh": "白色"},
}
PIECE: dict[str, Words] = {
    "door": {"en": "Door", "zh": "门"},
    "wreck": {"en": "Destroyed door", "zh": "被摧毁的门"},
    "noise": {"en": "Noise", "zh": "噪音"},
    "mold": {"en": "Mold", "zh": "异种菌毯"},
    "wound": {"en": "Wound", "zh": "伤口"},
    "activation": {"en": "Machine Activation", "zh": "激活（机器）"},
    "objective": {"en": "Objective", "zh": "目标"},
    "spawn": {"en": "Spawn Zone", "zh": "异种出生点"},
    "first-player": {"en": "First Player", "zh": "先手玩家"},
    "xp": {"en": "Experience", "zh": "经验点数"},
    "tracker": {"en": "Danger Level", "zh": "危险级别"},
    "die": {"en": "Die", "zh": "骰子"},
}
SIDES: dict[str, dict[Language, tuple[str, str]]] = {
    "door": {"en": ("CLOSED", "OPEN"), "zh": ("关闭", "打开")},
    "mold": {"en": ("ACTIVE", "INACTIVE"), "zh": ("激活", "休眠")},
    "spawn": {"en": ("SPAWN", "asleep"), "zh": ("出生点", "未启动")},
    "skill": {"en": ("✓ {name}", "{name}"), "zh": ("✓ {name}", "{name}")},
}
"""What stands on the upper and on the lower side."""
PLACE: dict[str, Words] = {
    "security": {"en": "SECURITY", "zh": "安保室"},
    "oxygen": {"en": "OXYGEN", "zh": "氧气室"},
    "airlock": {"en": "AIRLOCK", "zh": "气闸"},
    "exit": {"en": "EXIT", "zh": "出口"},
}
ZONE: dict[str, Words] = {
    "hand": {"en": "hand", "zh": "手持"},
    "body": {"en": "body", "zh": "穿戴"},
    "pack": {"en": "backpack", "zh": "背包"},
    "token": {"en": "remotes", "zh": "遥控器"},
    "found": {"en": "loose cards", "zh": "待整理"},
    "wounds": {"en": "wounds", "zh": "伤口"},
    "skills": {"en": "skills", "zh": "技能"},
    "beside": {"en": "first", "zh": "先手"},
    "deck/equipment": {"en": "Equipment", "zh": "装备"},
    "discard/equipment": {"en": "discarded", "zh": "弃牌"},
    "deck/prototype": {"en": "Prototypes", "zh": "原型武器"},
    "deck/oxygen": {"en": "Oxygen Tanks", "zh": "氧气瓶"},
    "deck/xeno": {"en": "Xeno cards", "zh": "异种卡"},
    "discard/xeno": {"en": "drawn", "zh": "已抽"},
    "supply/worker": {"en": "Workers", "zh": "开采者"},
    "supply/hunter": {"en": "Hunters", "zh": "捕猎者"},
    "supply/tank": {"en": "Tanks", "zh": "屠杀者"},
    "supply/spoiler-abomination": {"en": "Spoiler", "zh": "毁灭者憎恶"},
    "supply/noise": {"en": "Noise", "zh": "噪音"},
    "supply/mold": {"en": "Mold", "zh": "菌毯"},
    "supply/door": {"en": "Doors", "zh": "门"},
    "supply/wreck": {"en": "Destroyed doors", "zh": "被摧毁的门"},
    "supply/wound": {"en": "Wounds", "zh": "伤口"},
    "supply/activation": {"en": "Activation", "zh": "激活"},
    "supply/remote": {"en": "Remotes", "zh": "遥控器"},
    "taken": {"en": "Objectives off the board", "zh": "离场的目标"},
    "out": {"en": "out of the game", "zh": "移出游戏"},
}
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
_ZH: dict[str, str] = {
    "cole": "科尔", "vivian": "薇薇安", "mitsuki": "美月", "magnus": "玛格努斯",
    "jared": "贾里德", "baraka": "巴拉卡",
    "peacekeeper-bot": "维和机器人", "falchion-sentry-gun": "弯刀哨戒炮",
    "worker": "开采者", "hunter": "捕猎者", "tank": "屠杀者", "spoiler-abomination": "毁灭者憎恶",
    "cattle-prod": "电击棒", "smg": "冲锋枪", "assault-shotgun": "突击散弹枪",
    "heavy-shotgun": "重型散弹枪", "light-machine-gun": "轻机枪", "sniper-rifle": "狙击步枪",
    "sledge": "冲击锤", "chainsaw": "链锯", "heavy-cutter": "重型切割器",
    "flamethrower": "火焰喷射器",
    "canister": "燃料罐", "energy-cell": "能量电池", "plenty-of-bullets": "充足弹药",
    "ablative-armor": "烧蚀护甲", "mre": "军备口粮", "search-drone": "搜索无人机",
    "searchlight": "战术探照灯", "oxygen-tank": "氧气瓶",
    "mold-worker-1": "菌毯：1 开采者", "mold-worker-2": "菌毯：2 开采者",
    "mold-hunter-1": "菌毯：1 捕猎者", "mold-tank-1": "菌毯：1 屠杀者",
    "prototype-assault-shotgun": "原型突击散弹枪", "prototype-heavy-shotgun": "原型重型散弹枪",
    "prototype-light-machine-gun": "原型轻机枪", "prototype-sniper-rifle": "原型狙击步枪",
    "bot-remote": "机器人遥控器", "sentry-gun-remote": "哨戒炮遥控器",
    "plus-1-action": "+1行动", "plus-1-to-dice-roll-combat": "战斗骰点+1",
    "plus-1-to-dice-roll-melee": "近战骰点+1", "plus-1-to-dice-roll-ranged": "远程骰点+1",
    "plus-1-free-combat": "+1免费战斗行动", "plus-1-free-melee": "+1免费近战行动",
    "plus-1-free-ranged": "+1免费远程行动", "plus-1-free-machine": "+1免费机器行动",
    "plus-1-free-move": "+1免费移动行动", "plus-1-free-search": "+1免费搜索行动",
    "low-profile": "低调", "point-blank": "近距离射击",
    "plus-1-damage-melee": "近战伤害+1", "plus-1-damage-ranged": "远程伤害+1",
    "plus-1-die-melee": "近战骰子+1", "plus-1-die-ranged": "远程骰子+1",
    "plus-1-max-range": "最远射程+1", "plus-1-zone-per-move": "每次移动多一个区域",
    "2-zones-per-move": "每次移动两个区域", "1-re-roll-per-turn": "每回合重掷一次",
    "ambidextrous": "左右开弓", "barbarian": "野蛮人", "blitz": "闪击",
    "bloodlust-melee": "嗜血：近战", "bloodlust-ranged": "嗜血：远程", "born-leader": "天生领袖",
    "is-that-all-youve-got": "就这点本事？", "lifesaver": "救命恩人", "marksman": "神射手",
    "matching-set": "成双成对！", "reaper-melee": "收割者：近战", "reaper-ranged": "收割者：远程",
    "slippery": "滑溜", "destiny": "天命", "jump": "跳跃",
}  # fmt: skip


def name(each: str, language: Language) -> str:
    """What a Survivor, machine, Xeno, card or skill is called."""
    if language == "zh" and each in _ZH:
        return _ZH[each]
    for known in (SURVIVORS, MACHINES, XENOS, CARDS, SKILLS):
        if each in known:
            return str(known[each].name)
    return each


def objective(colour: str, language: Language) -> str:
    """What is printed on the face of an Objective."""
    word, said = OBJECTIVE[colour][language], PIECE["objective"][language]
    return f"{word}{said}" if language == "zh" else f"{word} {said}"


def mission_name(mission: Mission, language: Language) -> str:
    """A mission's name, in the language or in what it has."""
    return mission.name.get(language) or next(iter(mission.name.values()), mission.id)


def mission_text(mission: Mission, language: Language) -> str:
    """What the mission is about, in the language or in what it has."""
    return mission.text.get(language) or next(iter(mission.text.values()), "")


def equipment(card: str, language: Language) -> str:
    """What an Equipment card says beside its name."""
    facts = CARDS[card]
    said = [] if facts.weapon is None else [weapon(facts.weapon, language)]
    if facts.slot in ("hand", "body"):
        said.insert(0, ZONE[facts.slot][language])
    return " · ".join(said)


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


def xeno_card(card: str, language: Language) -> tuple[str, str]:
    """A Xeno card's title and text."""
    facts = XENO_CARDS[card]
    who = name(facts.xeno, language)
    numbers = " / ".join(map(str, facts.numbers))
    if language == "zh":
        return {
            "spawn": (f"{who} {numbers}", "蓝 / 黄 / 橙 / 红"),
            "activation": (f"额外激活：{who}", "蓝色级别无效"),
            "abomination": (who, "憎恶额外激活一次，然后放置"),
            "mold": (f"菌毯：{facts.numbers[0]} {who}", "每个激活状态的菌毯区域"),
        }[facts.kind]
    return {
        "spawn": (f"{who} {numbers}", "Blue / Yellow / Orange / Red"),
        "activation": (f"Extra activation: {who}", "nothing at Blue"),
        "abomination": (who, "an extra activation for Abominations, then it is placed"),
        "mold": (f"Mold: {facts.numbers[0]} {who}", "in every Active Mold Zone"),
    }[facts.kind]

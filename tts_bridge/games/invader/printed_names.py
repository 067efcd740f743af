"""What else pieces of *Zombicide: Invader* are called, on other people's mods. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exporters.mods.invader.tokens import COLOURED_DOORS
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENO_CARDS, XENOS
from rules.invader.facts import COLOURS
from tts_bridge.binding.names import PrintedNames
from tts_bridge.games.invader.wording import NAMES

ALIASES: Mapping[str, tuple[str, ...]] = {
    # The glossary's other Chinese words, traditional forms, and what players call them.
    "figure/magnus": ("瑪格努斯",),
    "figure/jared": ("賈里德",),
    "figure/peacekeeper-bot": ("peacekeeper", "bot", "机器人", "機器人"),
    "figure/falchion-sentry-gun": ("sentry gun", "falchion", "哨戒炮", "哨戒砲"),
    "worker": ("worker xeno", "xeno worker", "開採者"),
    "hunter": ("hunter xeno", "xeno hunter", "捕獵者"),
    "tank": ("tank xeno", "xeno tank", "屠殺者"),
    "spoiler-abomination": ("spoiler", "abomination", "憎恶", "憎惡", "毀滅者憎惡"),
    "door": ("door token", "门指示物", "門"),
    "door/green": ("綠色門", "绿门"),
    "door/purple": ("紫色門", "紫门"),
    "wreck": ("broken door", "destroyed"),
    "noise": ("noise token", "噪音指示物", "噪音标记", "噪音標記"),
    "mold": ("mold token", "mould", "异种菌毯标记", "異種菌毯", "异种菌毯"),
    "wound": ("wound token", "伤口指示物", "傷口"),
    "activation": ("machine activation token", "激活", "啟動", "machine activation"),
    "objective": ("objective token", "目标指示物", "目標", "目标"),
    "spawn": ("spawn zone token", "spawn", "出生点", "異種出生點"),
    "first-player": ("先手玩家標記", "first player", "先手玩家"),
    "xp": ("xp", "experience points", "經驗點數", "经验点数"),
    "tracker": (
        "danger",
        "danger bar",
        "tracker",
        "标识物",
        "危险级别进度",
        "危險級別",
        "danger level",
        "危险级别",
    ),
    "die": ("dice", "d6", "战斗骰", "骰"),
    "equipment/mre": ("meal ready to eat",),
    "objective/red": ("红色目标",),
    "objective/green": ("绿色目标",),
    "objective/purple": ("紫色目标",),
    "objective/blue": ("蓝色目标",),
    "objective/white": ("白色目标",),
    "skill/plus-1-free-machine": ("+1免费机器行动",),
    "skill/1-re-roll-per-turn": ("每回合重掷一次",),
}


def meanings() -> Iterable[str]:
    """Everything that a name may mean. Figures come before what may be called alike, cards before
    skills: a Remote is both."""
    return [
        *(f"figure/{each}" for each in (*SURVIVORS, *MACHINES)),
        *XENOS,
        *("door", "wreck", "noise", "mold", "wound", "activation", "objective", "spawn"),
        *("first-player", "xp", "tracker", "die"),
        *(f"door/{colour}" for colour in COLOURED_DOORS),
        *(f"objective/{colour}" for colour in COLOURS),
        *(f"equipment/{card}" for card in CARDS),
        *(f"xeno/{card}" for card in XENO_CARDS),
        *(f"skill/{skill}" for skill in SKILLS),
    ]


def aliases() -> Iterable[tuple[str, Iterable[str]]]:
    """Each meaning with what else it is called."""
    return ALIASES.items()


PRINTED = PrintedNames(NAMES, meanings, aliases, ("objective/", "objective/"))

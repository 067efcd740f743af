"""What pieces of *Zombicide: Invader* are called, on ours and on strangers' mods. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exporters.mods.invader import words
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENO_CARDS, XENOS

ALIASES: Mapping[str, tuple[str, ...]] = {
    # The glossary's other Chinese words, traditional forms, and what players call them.
    "figure/magnus": ("玛格努斯", "瑪格努斯"),
    "figure/mitsuki": ("美月",),
    "figure/baraka": ("巴拉卡",),
    "figure/jared": ("贾里德", "賈里德"),
    "figure/peacekeeper-bot": ("peacekeeper", "bot", "机器人", "機器人"),
    "figure/falchion-sentry-gun": ("sentry gun", "falchion", "哨戒炮", "哨戒砲"),
    "worker": ("worker xeno", "xeno worker", "開採者"),
    "hunter": ("hunter xeno", "xeno hunter", "捕獵者"),
    "tank": ("tank xeno", "xeno tank", "屠殺者"),
    "spoiler-abomination": ("spoiler", "abomination", "憎恶", "憎惡", "毀滅者憎惡"),
    "door": ("door token", "门指示物", "門"),
    "door/green": ("green door", "绿色门", "綠色門", "绿门"),
    "door/purple": ("purple door", "紫色门", "紫色門", "紫门"),
    "wreck": ("broken door", "destroyed"),
    "noise": ("noise token", "噪音指示物", "噪音标记", "噪音標記"),
    "mold": ("mold token", "mould", "菌毯", "异种菌毯标记", "異種菌毯"),
    "wound": ("wound token", "伤口指示物", "傷口"),
    "activation": ("activation token", "machine activation token", "激活", "啟動"),
    "objective": ("objective token", "目标指示物", "任务目标", "目標"),
    "spawn": ("spawn zone token", "spawn", "出生点", "異種出生點"),
    "first-player": ("first player token", "先手玩家标记", "先手玩家標記"),
    "xp": ("xp", "experience points", "经验", "經驗點數"),
    "tracker": ("danger", "danger bar", "tracker", "标识物", "危险级别进度", "危險級別"),
    "die": ("dice", "d6", "战斗骰", "骰"),
    "equipment/mre": ("m.r.e.", "meal ready to eat"),
}


def both(of: str, name: str) -> tuple[str, Iterable[str]]:
    """A meaning with its name in every language."""
    return of, [words.name(name, language) for language in words.LANGUAGES]


def printed() -> Iterable[tuple[str, Iterable[str]]]:
    """Each meaning with the names that are printed for it. Figures come before what may be called
    alike, cards before skills: a Remote is both."""
    return [
        *(both(f"figure/{each}", each) for each in (*SURVIVORS, *MACHINES)),
        *(both(each, each) for each in XENOS),
        *((piece, said.values()) for piece, said in words.PIECE.items()),
        *(
            (f"objective/{colour}", [words.objective(colour, each) for each in words.LANGUAGES])
            for colour in words.OBJECTIVE
        ),
        *(both(f"equipment/{card}", card) for card in CARDS),
        *(
            (f"xeno/{card}", [words.xeno_card(card, each)[0] for each in words.LANGUAGES])
            for card in XENO_CARDS
        ),
        *(both(f"skill/{skill}", skill) for skill in SKILLS),
        *ALIASES.items(),
    ]

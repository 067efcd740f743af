"""What else pieces of *Dead by Daylight* are called, on other people's mods. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.settings import default_kinds
from rules.dbd.state import KILLER_CARDS
from tts_bridge.binding.names import PrintedNames
from tts_bridge.games.dbd.wording import NAMES

FIGURES = (*SURVIVORS, *KILLERS)

ALIASES: Mapping[str, tuple[str, ...]] = {
    # The glossary's other Chinese forms (dbd.md 18), traditional ones, players' nicknames.
    "figure/jake-park": ("傑克", "大张伟", "大張偉"),
    "figure/meg-thomas": ("白妹",),
    "figure/dwight-fairfield": ("德懷特", "领导", "領導", "汪涵"),
    "figure/feng-min": ("feng", "鳳敏", "凤嘤嘤", "鳳嚶嚶", "玖妹"),
    "figure/the-nurse": ("護士",),
    "card/sneak": ("潛行",),
    "card/sprint": ("沖刺", "衝刺"),
    "kind/generator": ("發電機", "gen"),
    "kind/exit-gate": ("出口大門", "exit"),
    "kind/hook": ("鉤子", "meat hook"),
    "kind/hex-totem": ("totem", "图腾", "圖騰", "邪术图腾"),
    "kind/crow": ("烏鴉",),
    "kind/locker": ("櫃子", "衣柜"),
    "wall": ("wall", "可破壞牆壁"),
    "entity": ("entity", "惡靈", "恶灵指示物", "惡靈指示物"),
    "first-player": ("先手玩家標記", "first player"),
    "wound": ("wound", "受傷狀態環"),
    "sacrifice": ("sacrifice", "sacrifice token", "獻祭進度"),
    "progress": ("generator progress", "progress token", "進度"),
    "bloodpoints": ("bp", "bloodpoint", "血點"),
    "die/skill": ("skill die", "skill check", "技能檢定骰"),
    "die/danger": ("danger", "危險骰"),
}


def meanings() -> Iterable[str]:
    """Everything that a name may mean."""
    kinds = default_kinds()
    return [
        *(f"figure/{each}" for each in FIGURES),
        *(f"card/{card}" for card in KILLER_CARDS),
        *(f"kind/{kind}" for each in kinds.values() for kind in each),
        *(f"category/{category}" for category in kinds),
        *("die/skill", "die/danger", "wall", "wound", "progress", "sacrifice", "bloodpoints"),
        *("entity", "first-player"),
    ]


def aliases() -> Iterable[tuple[str, Iterable[str]]]:
    """Each meaning with what else it is called: figures by their full names, which are their
    ids, and Killers without the article."""
    return [
        *((f"figure/{each}", (each.replace("-", " ").removeprefix("the "),)) for each in FIGURES),
        *ALIASES.items(),
    ]


PRINTED = PrintedNames(NAMES, meanings, aliases, ("prop/", "kind/"))

"""What pieces of *Dead by Daylight* are called, on ours and on strangers' mods. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exporters.mods.words import CARD, CATEGORY, KIND, PIECE
from rules.dbd.data import CHARACTERS

ALIASES: Mapping[str, tuple[str, ...]] = {
    # The glossary's Chinese forms, traditional ones and players' nicknames included (dbd.md 18).
    "figure/jake-park": ("jake", "杰克", "傑克", "大张伟", "大張偉"),
    "figure/meg-thomas": ("meg", "梅格", "白妹"),
    "figure/dwight-fairfield": ("dwight", "德怀特", "德懷特", "领导", "領導", "汪涵"),
    "figure/feng-min": ("feng", "凤敏", "鳳敏", "凤嘤嘤", "鳳嚶嚶", "玖妹"),
    "figure/the-nurse": ("nurse", "护士", "護士"),
    "card/sneak": ("潜行", "潛行"),
    "card/sprint": ("冲刺", "沖刺", "衝刺"),
    "card/crouch": ("蹲伏",),
    "card/vault": ("翻越",),
    "card/wait": ("等待",),
    "kind/generator": ("发电机", "發電機", "gen"),
    "kind/exit-gate": ("出口大门", "出口大門", "exit"),
    "kind/hook": ("钩子", "鉤子", "meat hook"),
    "kind/hex-totem": ("totem", "图腾", "圖騰", "邪术图腾", "妖术图腾"),
    "kind/crow": ("乌鸦", "烏鴉"),
    "kind/pallet": ("板子",),
    "kind/chest": ("箱子",),
    "kind/locker": ("柜子", "櫃子", "衣柜"),
    "wall": ("wall", "breakable wall", "可破坏墙壁", "可破壞牆壁"),
    "entity": ("entity", "恶灵", "惡靈", "恶灵指示物", "惡靈指示物"),
    "first-player": ("first player marker", "先手玩家标记", "先手玩家標記"),
    "wound": ("wound", "受伤状态环", "受傷狀態環"),
    "sacrifice": ("sacrifice", "sacrifice token", "献祭进度", "獻祭進度"),
    "progress": ("generator progress", "progress token", "进度", "進度"),
    "bloodpoints": ("bp", "bloodpoint", "血点", "血點"),
    "skill-die": ("skill die", "skill check", "技能检定骰", "技能檢定骰"),
    "danger-die": ("danger", "危险骰", "危險骰"),
}


def printed() -> Iterable[tuple[str, Iterable[str]]]:
    """Each meaning with the names that are printed for it."""
    return [
        *(
            (f"figure/{c.id}", (c.name, c.name.removeprefix("The ")))
            for c in (*CHARACTERS.survivors, *CHARACTERS.killers)
        ),
        *((f"card/{card}", words.values()) for card, words in CARD.items()),
        *((f"kind/{kind}", words.values()) for kind, words in KIND.items()),
        *((f"category/{category}", words.values()) for category, words in CATEGORY.items()),
        *((piece, words.values()) for piece, words in PIECE.items()),
        *ALIASES.items(),
    ]

"""Where in the rulebook the examples stand, as their players read it. No I/O here."""

from __future__ import annotations

import re

CHINESE = (
    (r"p\.(\d+)", r"第\1页"),
    (r" second turn, step (\d+)", r"第二回合第\1步"),
    (r" example (\d+)", r"示例\1"),
    (r" example", "示例"),
    (r" Danger Bar", "危险级别进度"),
    (r" card at Blue", "蓝色级别的异种卡"),
    (r" card at Yellow", "黄色级别的异种卡"),
    (r" card at Orange", "橙色级别的异种卡"),
    (r" card at Red", "红色级别的异种卡"),
    (r" noise goes", "移除噪音"),
    (r" Mold joins two Spawn Zones", "菌毯连接两个异种出生点"),
    (r"; ", "；"),
)


def placed(example: str, language: str) -> str:
    """An example's place, in English or Chinese: `p.9 example 3`, `第9页示例3`."""
    if language == "zh":
        for english, chinese in CHINESE:
            example = re.sub(english, chinese, example)
    return example

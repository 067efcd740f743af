"""Run by the bench in an environment that has tabletop-tools: the same work with it.

python saves_tabletop_tools.py FOLDER SAVE...    one JSON line a save that it can do
"""

import json
import sys
import time
from pathlib import Path

from tts.config import Config
from tts.repack import repack
from tts.savegame import UnpackedSavegame
from tts.unpack import unpack
from tts.utils.formats import format_json, parse_json

config = Config()
for number, name in enumerate(sys.argv[2:]):
    tree = Path(sys.argv[1], f"theirs{number}")
    tree.mkdir()
    try:
        begin = time.process_time()
        save = parse_json(Path(name).read_text(encoding="utf-8"))
        unpack(savegame=save, unpacked_savegame=UnpackedSavegame(tree, config))
        unpacked = time.process_time()
        save = repack(unpacked_savegame=UnpackedSavegame(tree, config))
        tree.with_suffix(".json").write_text(format_json(save, config=config), encoding="utf-8")
        built = time.process_time()
    except Exception:  # it has many reasons; such a save does not count
        continue
    print(json.dumps({"name": name, "unpack": unpacked - begin, "build": built - unpacked}))

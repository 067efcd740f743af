"""Write the generated schema anew."""

from pathlib import Path

from exporters.schema import MAP, map_schema

Path(__file__).with_name(MAP).write_text(map_schema(), encoding="utf-8", newline="\n")

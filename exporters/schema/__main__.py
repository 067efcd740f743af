"""Write the generated schemas anew."""

from pathlib import Path

from exporters.schema import MAP, PATCH, map_schema, patch_schema

for name, text in ((MAP, map_schema()), (PATCH, patch_schema())):
    Path(__file__).with_name(name).write_text(text, encoding="utf-8", newline="\n")

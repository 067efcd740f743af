"""What the ready-made mods consist of."""

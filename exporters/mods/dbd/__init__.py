"""The ready-made mod of *Dead by Daylight*."""

"""Reading a map of *Dead by Daylight* off a save: spaces, lines, letters."""

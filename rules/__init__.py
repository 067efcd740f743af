"""The rules of the two games: pure functions of values. No I/O, no clock, no chance of its own here."""

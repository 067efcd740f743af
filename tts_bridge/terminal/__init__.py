"""A whole game in the terminal: what is shown are functions of a view; `loop` alone reads and
writes, `keep` alone touches files."""

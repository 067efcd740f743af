"""Between the pieces on a table and the moves of a game. No I/O here."""

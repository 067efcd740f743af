"""What lies on a headless table: pieces, decks, zones, players, UI."""

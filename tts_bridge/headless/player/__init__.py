"""What a player does with hands at a headless table."""

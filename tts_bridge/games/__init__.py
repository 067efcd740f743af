"""The games, and what each brings."""

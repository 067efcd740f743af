"""What a game brings: one `Game` value, and the protocols that have no home of their own."""

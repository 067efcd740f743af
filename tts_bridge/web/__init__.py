"""The referee's page: the game, the ruling and the reason, live in a browser on this machine."""

"""*Zombicide: Invader*."""

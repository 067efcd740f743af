"""*Dead by Daylight: The Board Game*."""

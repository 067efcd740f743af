"""Fireflies: a hidden choice, a die, and who is alone."""

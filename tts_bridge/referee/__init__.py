"""Judges what was seen: rulings, orders of the host, where pieces belong. No I/O here."""

"""Lua and XML sources: tokens, dialect, bundles, includes, lines."""

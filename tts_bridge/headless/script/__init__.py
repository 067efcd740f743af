"""Lua as Tabletop Simulator runs it."""

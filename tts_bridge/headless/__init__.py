"""A stand-in for Tabletop Simulator."""

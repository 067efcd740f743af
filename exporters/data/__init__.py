"""Facts of Tabletop Simulator as data files."""

"""The stand-in for Tabletop Simulator: `table.Table` runs a save, `server.Server` serves it."""

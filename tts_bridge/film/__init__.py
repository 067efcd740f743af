"""A whole game in one HTML file: move by move, without scripts, without anything from elsewhere."""

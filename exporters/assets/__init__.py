"""Pictures, models and other files that a save refers to: found, checked, cached, fetched."""

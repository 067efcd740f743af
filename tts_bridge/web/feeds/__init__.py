"""What a page shows, and what may be done there: one module a kind of page."""

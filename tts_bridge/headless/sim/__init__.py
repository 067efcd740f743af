"""What moves a headless table: time, events, handling of objects."""

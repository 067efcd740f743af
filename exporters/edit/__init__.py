"""What changes a save: queries, patches, repairs, the agent put in."""

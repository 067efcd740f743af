"""What differs between saves: diff, three-way merge."""

"""A save as a tree of files, and back."""

"""Boards drawn as SVG, for the page, films and files."""

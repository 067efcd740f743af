"""Binding a mod that nobody made for us: which piece is which, and where its spaces lie."""

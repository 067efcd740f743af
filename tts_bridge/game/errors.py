"""What is wrong with a game itself: one line for whoever wanted to use it."""


class GameError(ValueError):
    """A game that cannot be used, or not for this; the text names it and says why."""

from take_away import TakeAway


class Mine(TakeAway):
    """One of two games in a file."""


class Other(TakeAway):
    """One of two games in a file."""

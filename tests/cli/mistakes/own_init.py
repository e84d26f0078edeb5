from take_away import TakeAway


class Mine(TakeAway):
    """Parameters are set by an `__init__`, as in many classes."""

    def __init__(self, stones=7):
        self.stones = stones  # here

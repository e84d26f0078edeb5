from take_away import TakeAway


class Mine(TakeAway):  # here
    """What repetition means is a word that nobody knows."""

    repetition = "Draw"

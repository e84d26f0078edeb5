from good import TakeAway


class Broken(TakeAway):
    """Seven stones, taken one or two at a time, can last seven plies."""

    longest = 4

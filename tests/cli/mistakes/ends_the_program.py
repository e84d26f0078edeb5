import sys

from take_away import TakeAway


class Mine(TakeAway):
    """The file does something when it is imported."""


sys.exit("played")

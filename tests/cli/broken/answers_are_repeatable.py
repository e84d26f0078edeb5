from itertools import count

from good import TakeAway

asked = count()


class Broken(TakeAway):
    """The estimate is a guess, another one each time."""

    def evaluate(self, heap, player):
        return (next(asked) % 7 - 3) / 10

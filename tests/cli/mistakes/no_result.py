from take_away import TakeAway


class Mine(TakeAway):
    """The next state is made and not returned."""

    def result(self, heap, count):  # here
        heap._replace(stones=heap.stones - count, player=1 - heap.player)

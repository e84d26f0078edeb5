from take_away import Heap, TakeAway


class Mine(TakeAway):
    """The initial state is asked for by a call."""

    def initial(self):  # here
        return Heap()

from take_away import Heap, TakeAway


class Mine(TakeAway):  # here
    """The class of the states stands for a state."""

    initial = Heap

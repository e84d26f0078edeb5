from take_away import TakeAway


class Mine(TakeAway):
    """The picture is printed and not returned."""

    def show(self, heap):  # here
        print(heap.stones)

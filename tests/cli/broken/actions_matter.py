from good import TakeAway


class Broken(TakeAway):
    """One stone goes, whatever was chosen."""

    def result(self, heap, count):
        return super().result(heap, 1)

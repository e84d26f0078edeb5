from good import TakeAway


class Broken(TakeAway):
    """Stones are taken by the word."""

    def actions(self, heap):
        yield from ("one", "two")[: heap.stones]

    def result(self, heap, word):
        return super().result(heap, {"one": 1, "two": 2}[word])

from halfmove import Game


class Heap(NamedTuple):  # here
    stones: int = 7
    player: int = 0


class Mine(Game):
    """`NamedTuple` is not imported."""

    initial = Heap()

"""A small game for three players, with a different outcome for each."""

from halfmove.compiled import compiled
from halfmove.core.game import Game
from halfmove.games.nim.rules import STONE, Heap, check_heap
from halfmove.games.shared.notation import read_numbers, why_not_taken

PLAYERS = 3


@compiled
class ThreePlayerNim(Game):
    """Three players take 1 to `most` stones from one heap in turn; who takes the last one wins.

    The player after him, who finds nothing to take, pays him 1; the third neither wins nor loses. So nobody is ever
    indifferent between two outcomes, and max^n has one value.
    """

    stones: int = 10
    most: int = 3
    players = PLAYERS

    def __post_init__(self):
        check_heap(self.stones, self.most)

    @property
    def longest(self):  # type: ignore[override]
        return self.stones

    @property
    def initial(self):
        return Heap(self.stones, 0)

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        for count in range(1, min(self.most, heap.stones) + 1):
            yield count

    def result(self, heap, count):
        return Heap(heap.stones - count, (heap.player + 1) % PLAYERS)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        turns = (player - heap.player) % PLAYERS  # until it would be his turn
        return -1.0 if turns == 0 else 0.0 if turns == 1 else 1.0

    def show(self, heap):
        return f"{STONE * heap.stones or '-'} ({heap.stones}), {self.player_names[heap.player]} to move"

    def why_illegal(self, heap, written):
        return why_not_taken(written, self.most, heap.stones)

    def read(self, written):
        """Return the state that a number of stones stands for: `5`, or `5 C` where C is to move."""
        (stones,), player = read_numbers(self, written, [self.stones], ["stones"])
        return Heap(stones, player)

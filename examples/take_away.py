"""The smallest game: a heap of stones, and a state that is a pair of numbers."""

from halfmove import Game


class TakeAway(Game):
    """Take one, two or three stones; whoever takes the last one wins."""

    initial = 21, 0  # the stones, and the player to move

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, count):
        return state[0] - count, 1 - state[1]

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1.0 if player == state[1] else 1.0

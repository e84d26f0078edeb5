"""Boards of Pente, with the pairs that were captured."""

from dataclasses import replace

from halfmove.games.shared.drawing import StoneGameDrawing


class PenteDrawing(StoneGameDrawing):
    """Stones on points."""

    def describe(self):
        return replace(super().describe(), palette=())  # a position has captured pairs, too

    def picture(self, state):
        return replace(super().picture(state), scores=tuple(f"{pairs} pairs" for pairs in self.pairs(state)))

    def pairs(self, state):
        """Return how many pairs each player has captured."""
        pairs = (state.my_pairs, state.their_pairs)
        return pairs if state.player == 0 else pairs[::-1]

    def facts(self, state):
        first, second = self.pairs(state)
        return f"X is black; captured pairs: X {first}, O {second}"

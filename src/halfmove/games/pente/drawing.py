"""Boards of Pente, with the pairs that were captured."""

from halfmove.games.shared.drawing import StoneGameDrawing


class PenteDrawing(StoneGameDrawing):
    """Stones on points."""

    def facts(self, state):
        pairs = (state.my_pairs, state.their_pairs)
        first, second = pairs if state.player == 0 else pairs[::-1]
        return f"X is black; captured pairs: X {first}, O {second}"

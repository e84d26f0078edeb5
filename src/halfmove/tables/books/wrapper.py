"""A game in which the players follow a book as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.core.chance import draw_action
from halfmove.core.game import CHANCE, Game
from halfmove.core.wrapper import Wrapper
from halfmove.tables.books.book import Book


class WithBook(Wrapper):
    """A game with a book: where the book knows a state, its moves are all there are, the best first.

    It runs as plain Python. A player who only wants to ask a book before he searches is told so by his spec, as in
    `engine:book=FILE`.
    """

    game: Game  #: the game inside
    book: Book  #: that is followed

    def actions(self, state: Any) -> Iterator[int]:
        """Yield the moves of the book, or all actions where it has none."""
        known = self.book.moves(state) if self.game.to_move(state) != CHANCE else []
        yield from (move.action for move in known) if known else self.game.actions(state)

    def sample(self, state: Any, rng: Any) -> int:
        """Draw one of the actions evenly."""
        return draw_action(self, state, rng)

"""Hands of cards on a table, as a board: a row for each hand, and beside it what its owner has put down."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from halfmove.explain.board import CARDS, FELT, TABLE, Board, Cell, Label, Piece

WIDTH, HEIGHT, GAP = 0.72, 1.0, 0.24  # of a card and between rows, in cells
NAMES = 2.4  # the room for the names of hands
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Hand(NamedTuple):
    """A row of cards."""

    name: str
    size: int  # the most cards that it can have


class CardTable:
    """Where the cards of some hands lie; with `aside`, each hand has one more place, for a card that was put down."""

    def __init__(self, hands: Sequence[Hand], aside: bool = False) -> None:
        self.hands, self.has_aside = hands, aside
        self.longest = max(hand.size for hand in hands)

    def board(self) -> Board:
        """Return the table as data."""
        cells = [
            Cell(f"{hand.name} {place + 1}", NAMES + (place + 0.5) * WIDTH, self._y(row), WIDTH, HEIGHT)
            for row, hand in enumerate(self.hands)
            for place in range(hand.size)
        ]
        width = NAMES + self.longest * WIDTH + GAP
        if self.has_aside:
            width += GAP + WIDTH
            put_down = width - GAP - WIDTH / 2
            cells += [Cell(f"{hand.name} played", put_down, self._y(row), WIDTH, HEIGHT) for row, hand in self._rows()]
        labels = [Label(hand.name, NAMES / 2, self._y(row), "inside") for row, hand in self._rows()]
        height = GAP + len(self.hands) * (HEIGHT + GAP)
        return Board(TABLE, width, height, tuple(cells), FELT, CARDS, labels=tuple(labels))

    def _rows(self) -> Iterable[tuple[int, Hand]]:
        return enumerate(self.hands)

    def _y(self, row: int) -> float:
        return GAP + HEIGHT / 2 + row * (HEIGHT + GAP)

    def cell(self, row: int, place: int) -> int:
        """Return the cell of a card in a hand."""
        return sum(hand.size for hand in self.hands[:row]) + place

    def aside(self, row: int) -> int:
        """Return the cell of the card that the owner of a hand has put down."""
        return sum(hand.size for hand in self.hands) + row

    def hand(self, row: int, cards: Iterable[str], face_down: int = 0) -> list[Piece]:
        """Return the pieces of a hand: cards that are seen, and some that are not."""
        seen = [card_piece(self.cell(row, place), card) for place, card in enumerate(cards)]
        backs = range(len(seen), len(seen) + face_down)
        return [*seen, *(card_piece(self.cell(row, place), "") for place in backs)]


def card_piece(at: int, card: str) -> Piece:
    """Return a card: its rank, and the letter of its suit if it has one, as in `AS`; nothing is one face down."""
    if not card:
        return Piece(at, words="a card face down")
    rank, suit = (card[:-1], card[-1]) if len(card) > 1 and card[-1] in SUIT_WORDS else (card, "")
    words = RANK_WORDS.get(rank, rank) + (f" of {SUIT_WORDS[suit]}" if suit else "")
    return Piece(at, card, words=words)

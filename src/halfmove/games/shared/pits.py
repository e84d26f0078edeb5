"""Boards of pits with seeds, for the games of sowing."""

from __future__ import annotations

from halfmove.explain.board import PITS, SEEDS, WOOD, Board, BoardPicture, Cell, Label, Piece
from halfmove.games.shared.grid import LETTERS

PIT, STORE = 0.75, 2.0  # the size of a pit and the height of a store
HEIGHT = 2.6


def pits_board(holes):
    """Return a board: the first player's pits from left to right below, the other's from right to left above.

    The cells are the pits of the first player, his store on the right, the pits of the other, and his store.
    """
    names = LETTERS[:holes]
    near = [Cell(name, hole + 1.5, HEIGHT / 2 + 0.5, PIT, PIT) for hole, name in enumerate(names)]
    far = [Cell(name.upper(), holes + 0.5 - hole, HEIGHT / 2 - 0.5, PIT, PIT) for hole, name in enumerate(names)]
    stores = [Cell("store", x, HEIGHT / 2, PIT, STORE - 0.2, "store") for x in (holes + 1.5, 0.5)]
    labels = [Label(name, hole + 1.5, HEIGHT, "bottom") for hole, name in enumerate(names)]
    labels += [Label(name, holes + 0.5 - hole, 0, "top") for hole, name in enumerate(names)]
    cells = (*near, stores[0], *far, stores[1])
    return Board(PITS, holes + 2, HEIGHT, cells, WOOD, SEEDS, labels=tuple(labels))


def pits_picture(near, near_store, far, far_store):
    """Return the seeds in the pits and the stores of both players."""
    counts = (*near, near_store, *far, far_store)
    side = len(near) + 1
    pieces = [Piece(at, "", at // side, count, words=f"{count} seeds") for at, count in enumerate(counts) if count]
    return BoardPicture(tuple(pieces), scores=(str(near_store), str(far_store)))

"""Blind mates: a king and another piece against a king that may be anywhere, on boards of all sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.games.kriegspiel import kriegspiel
from halfmove.search.hidden.guaranteed import Planner

FILES = "abcdefgh"


def blind_mates(
    size: int, piece: str, most: int, lane: Callable[[Game], Game] = lambda game: game
) -> dict[tuple[str, str], int | None]:
    """Return for each placement of White, up to symmetry, in how many moves he mates; None if not in `most`.

    The black king may stand on any square on which it is not attacked.
    """
    game = lane(kriegspiel("icc", size, _pieces(size, 0, 1, piece), 0))
    beliefs = {place: list(worlds(game, size, *place, piece)) for place in placements(size)}
    planner = Planner(game, 0, [world for belief in beliefs.values() for world in belief])
    found: dict[tuple[str, str], int | None] = {}
    for (king, other), belief in beliefs.items():
        place = square(size, king), square(size, other)
        found[place] = 1  # where there is no square for the black king, every move mates
        if belief:
            answer = planner.plan(belief, most, tree=False)
            found[place] = answer.moves if answer.plan else None
    return found


def placements(size: int) -> Iterator[tuple[int, int]]:
    """Yield squares of the white king in one of eight corners of the board, and of the other piece."""
    half = (size + 1) // 2
    for king in range(size * half):
        rank, file = divmod(king, size)
        if rank <= file < half:
            yield from ((king, other) for other in range(size * size) if other != king)


def worlds(game: Any, size: int, king: int, other: int, piece: str) -> Iterator[Any]:
    """Yield the positions in which the black king stands anywhere."""
    rules = plain(game)
    dealing = rules.read(_pieces(size, king, other, piece))
    return (rules.result(dealing, square) for square in legal_actions(rules, dealing))


def square(size: int, place: int) -> str:
    """Return the name of a square of a board."""
    return f"{FILES[place % size]}{place // size + 1}"


def _pieces(size: int, king: int, other: int, piece: str) -> str:
    """Return where White's pieces are, as a FEN begins."""
    cells = {king: "K", other: piece}
    ranks = []
    for rank in reversed(range(size)):
        text, empty = "", 0
        for file in range(size):
            cell = cells.get(size * rank + file, "")
            if cell:
                text, empty = text + (str(empty) if empty else "") + cell, 0
            else:
                empty += 1
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)

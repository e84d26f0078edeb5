"""What a move of Go does next to it: chains with one liberty, what saves them, and who is left with one."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import bit_count, kernel

SMALLEST_EYE, LARGEST_EYE = 3, 6  # points of spaces that have a vital point
NAKADE = 5  # stones with which a player still plays into a space of the other that is to have but one eye


@kernel
def some_liberties(game: Any, chain: Any, stones: Any, empty: Any) -> Any:
    """Return the liberties of a chain, or two at least if it has more than one; `chain` is any part of it."""
    while True:
        near = game.around(chain)
        free = near & empty
        grown = chain | near & stones
        if free & free - 1 or grown == chain:
            return free
        chain = grown


@kernel
def last_liberty(game: Any, chain: Any, stones: Any, empty: Any) -> Any:
    """Return the liberty of a chain, or of several, if there is only one; `chain` is any part of it."""
    free = some_liberties(game, chain, stones, empty)
    return free ^ free if free & free - 1 else free


@kernel
def has_two_liberties(game: Any, chain: Any, stones: Any, empty: Any) -> bool:
    """Tell whether a chain has two liberties at least; `chain` is any part of it."""
    return bit_count(some_liberties(game, chain, stones, empty)) > 1


@kernel(inline=False)
def rescues(game: Any, mine: Any, theirs: Any, seeds: Any) -> Any:
    """Return the points that save those chains with stones in `seeds` that have one liberty left.

    That is to run if it leads to two liberties, or to take a chain of the other player next to it.
    """
    empty = game.board ^ (mine | theirs)
    saving = mine ^ mine
    while seeds:
        seed = seeds & -seeds
        seeds ^= seed
        liberty = last_liberty(game, seed, mine, empty)
        if liberty:
            chain = game.grown(seed, mine)
            seeds &= ~chain
            if has_two_liberties(game, liberty, mine, empty ^ liberty):
                saving |= liberty
            saving |= captures(game, game.around(chain) & theirs, theirs, empty)
    return saving


@kernel
def captures(game: Any, seeds: Any, stones: Any, empty: Any) -> Any:
    """Return the last liberties of those chains of `stones` with stones in `seeds` that have one."""
    found = seeds ^ seeds
    while seeds:
        seed = seeds & -seeds
        seeds ^= seed
        found |= last_liberty(game, seed, stones, empty)
    return found


@kernel(inline=False)
def vital_points(game: Any, mine: Any, empty: Any, seeds: Any) -> Any:
    """Return the points inside small spaces of the other player from where they become one eye (nakade).

    `seeds` are empty points in these spaces. The vital point is the one with more neighbours inside than any other.
    """
    found = seeds ^ seeds
    while seeds:
        space = seeds & -seeds
        seeds ^= space
        while bit_count(space) <= LARGEST_EYE:
            grown = space | game.around(space) & empty
            if grown == space:
                break
            space = grown
        seeds &= ~space
        if SMALLEST_EYE <= bit_count(space) <= LARGEST_EYE and not game.around(space) & mine:
            found |= inmost(game, space)
    return found


@kernel
def inmost(game: Any, space: Any) -> Any:
    """Return the point of a space that has more neighbours in it than any other; nothing if there is no such point."""
    best, most, left = space ^ space, 0, space
    while left:
        point = left & -left
        left ^= point
        count = bit_count(game.around(point) & space)
        if count > most:
            best, most = point, count
        elif count == most:
            best = space ^ space
    return best


@kernel(inline=False)
def is_self_atari(game: Any, mine: Any, theirs: Any, stone: Any) -> bool:
    """Tell whether a stone leaves its own chain with one liberty and takes nothing."""
    empty = game.board ^ (mine | theirs | stone)
    near = game.around(stone)
    free = near & empty
    if free & free - 1 or not last_liberty(game, stone, mine, empty):
        return False
    foes = near & theirs & ~game.around(empty)
    while foes:
        foe = foes & -foes
        foes ^= foe
        if game.stifled(foe, theirs, empty):
            return False
    return True


@kernel(inline=False)
def is_foolish(game: Any, mine: Any, theirs: Any, stone: Any) -> bool:
    """Tell whether a stone only gives away its chain: it is left with one liberty, and it is no throw-in.

    A throw-in leaves a chain of the other player with one liberty too, and is not of many stones.
    """
    if not is_self_atari(game, mine, theirs, stone):
        return False
    empty = game.board ^ (mine | theirs | stone)
    if not captures(game, game.around(stone) & theirs, theirs, empty):
        return True
    return bit_count(game.grown(stone, mine)) >= NAKADE

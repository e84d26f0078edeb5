"""What zugzwang decides in Connect Four: the player who always answers in the same column.

Allis, "A Knowledge-based Approach of Connect-Four", 1988, chapter 3 (claimeven, baseinverse and odd threats).

The player to move leads, the other one follows. While the empty cells of each column are even in number, the follower
gets the 1st, 3rd, 5th, ... row from the top (his rows) and the leader the others. Where they are odd, the lowest empty
cell lies in one of the follower's rows; call it a base.
"""

from halfmove.compiled import bit_count, kernel, lowest_bit


@kernel(inline=False)
def most_of_leader(bounds, board, wins):
    """Return a bound on what the player to move can get, if the other one, who has `wins`, follows.

    The leader's last hope are lines of his stones, his rows and the bases. A cell of the follower's rows that completes
    a line for him is shut to the leader with all above it: a stone below it is answered there, and the game is over. So
    if the leader has no line, he gets at most a draw, and loses where something is shut, once all else is full.
    """
    game, free = bounds.game, bounds.free(board)
    rows = free & 0 | bounds.follower_rows  # in as many bits as the board has
    empty, bases = game.board ^ board.mask, free & rows
    shut = at_or_above(game, wins & rows & ~free)
    cells = board.mine | bases | empty & ~rows & ~shut
    if bit_count(empty) % 2 == 0:  # as many bases: whoever takes one leaves another for the answer
        return lost(game, shut) if not game.connects(cells) else game.utilities[1]

    # A base is left over. If the follower wins on a cell further up in its column that he gets by answering
    # there, he can leave the base to the leader: the rows change hands below that cell.
    threats = wins & ~free & ~rows & at_or_above(game, bases)
    most = game.utilities[1]
    while threats != 0:
        cell = threats & -threats
        column = game.column(board, lowest_bit(cell) // (game.height + 1))
        threats &= ~column
        above = at_or_above(game, cell)
        there = empty & rows & column & ~above
        if not game.connects(cells & ~column | board.mine | there):
            most = min(most, lost(game, shut & ~column | above))
    return most


@kernel
def lost(game, shut):
    """Return what the leader gets when only the cells are empty that are shut, and the one below in each column."""
    if shut == 0:
        return 0.0
    columns = bit_count(shut & ~(shut << 1))
    return -game.won(bit_count(shut) + columns - 1)


@kernel
def at_or_above(game, cells):
    """Return the lowest of the cells in each column and all above it."""
    tops = (cells & 0 | game.floor) << game.height
    lowest = tops - cells & cells
    return tops - lowest & game.board

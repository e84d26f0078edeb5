"""Small searches inside Othello, which its advice is made of: no lists, no table."""

from halfmove.compiled import bit_count, kernel, lowest_bit

QUARTER, QUARTERS = 0x0F0F0F0F, (0, 4, 32, 36)  # the board's regions: one, and how far the four are shifted
WORST = -65  # less than any difference in discs
DECIDED = 1000  # what a disc counts at the end of a game, beside all that can be said before


@kernel
def finish(game, board, target, passed):
    """Return a bound r on the difference v in discs for the player to move.

    r >= target    v >= r
    r < target     v <= r

    Who moves last in a region gains by it, so those with an odd number of empty squares are entered first.
    """
    empty = game.squares & ~(board.mine | board.theirs)
    one_left = bit_count(empty) == 2  # after the next disc
    none = odd = board.mine & 0
    for shift in QUARTERS:
        if bit_count(empty >> shift & QUARTER) % 2 == 1:
            odd |= (none | QUARTER) << shift
    best = WORST
    part, rest = empty & odd, empty & ~odd
    while part != 0 or rest != 0:
        if part == 0:
            part, rest = rest, part
        square = lowest_bit(part)
        part &= part - 1
        turned = game.turned(square, board.mine, board.theirs)
        if turned != 0:
            child = game.put(board, square, turned)
            value = -last(game, child) if one_left else -finish(game, child, 1 - target, False)
            if value > best:
                best = value
                if best >= target:
                    return best
    if best > WORST:
        return best
    if passed:
        return game.difference(board.mine, board.theirs)
    return -finish(game, game.pass_turn(board), 1 - target, True)


@kernel
def last(game, board):
    """Return the difference in discs where one square is empty."""
    square = lowest_bit(game.squares & ~(board.mine | board.theirs))
    lead = bit_count(board.mine) - bit_count(board.theirs)
    turned = bit_count(game.turned(square, board.mine, board.theirs))
    if turned != 0:
        return lead + 2 * turned + 1
    turned = bit_count(game.turned(square, board.theirs, board.mine))
    if turned != 0:
        return lead - 2 * turned - 1
    return lead + 1 if lead > 0 else lead - 1


@kernel
def foresee(game, board, depth, alpha, beta):
    """Estimate how the player to move stands, by alpha-beta search of `depth` plies."""
    if depth == 0:
        return game.standing(board.mine, board.theirs)
    places = game.places(board.mine, board.theirs)
    if places == 0:
        if game.places(board.theirs, board.mine) == 0:
            return DECIDED * game.difference(board.mine, board.theirs)
        return -foresee(game, game.pass_turn(board), depth - 1, -beta, -alpha)
    best = DECIDED * WORST
    while places != 0:
        square = lowest_bit(places)
        places &= places - 1
        best = max(best, -foresee(game, game.result(board, square), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

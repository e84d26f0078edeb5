"""The last squares of Othello, by brute force: squares in odd regions first, no lists, no table.

A player who moves last in a region gains by it, so a region with an odd number of empty squares is worth entering.
"""

from halfmove.compiled import bit_count, kernel, lowest_bit

QUARTER, QUARTERS = 0x0F0F0F0F, (0, 4, 32, 36)  # the board's regions: one, and how far the four are shifted
WORST = -65  # less than any difference in discs


@kernel
def finish(game, mine, theirs, target, passed):
    """Return a bound r on the difference v in discs, for the player who has `mine` and is to move.

    r >= target    v >= r
    r < target     v <= r
    """
    empty = game.squares & ~(mine | theirs)
    one_left = bit_count(empty) == 2  # after the next disc
    none = odd = mine & 0
    for shift in QUARTERS:
        if bit_count(empty >> shift & QUARTER) % 2 == 1:
            odd |= (none | QUARTER) << shift
    best = WORST
    part, rest = empty & odd, empty & ~odd
    while part != 0 or rest != 0:
        if part == 0:
            part, rest = rest, part
        disc = part & ~(part - 1)
        part ^= disc
        turned = game.turned(lowest_bit(disc), mine, theirs)
        if turned != 0:
            if one_left:
                value = -last(game, theirs ^ turned, mine | turned | disc)
            else:
                value = -finish(game, theirs ^ turned, mine | turned | disc, 1 - target, False)
            if value > best:
                best = value
                if best >= target:
                    return best
    if best > WORST:
        return best
    if passed:
        return game.difference(mine, theirs)
    return -finish(game, theirs, mine, 1 - target, True)


@kernel
def last(game, mine, theirs):
    """Return the difference in discs where one square is empty."""
    square = lowest_bit(game.squares & ~(mine | theirs))
    lead = bit_count(mine) - bit_count(theirs)
    turned = bit_count(game.turned(square, mine, theirs))
    if turned != 0:
        return lead + 2 * turned + 1
    turned = bit_count(game.turned(square, theirs, mine))
    if turned != 0:
        return lead - 2 * turned - 1
    return lead + 1 if lead > 0 else lead - 1

"""Small searches inside Othello, which its advice is made of: no lists, no table."""

from halfmove.compiled import bit_count, highest_bit, kernel, lowest_bit
from halfmove.games.othello.lines import DIAGONALS, ENCLOSED, SIDE

QUARTER, QUARTERS = 0x0F0F0F0F, (0, 4, 32, 36)  # the board's regions: one, and how far the four are shifted
BYTE, LAST_BYTE = 0xFF, 56  # of a word; where it begins
FIRST_COLUMN, COLUMN_TO_LAST_BYTE = 0x0101010101010101, 0x0102040810204080  # what gathers a column as a byte
WORST = -65  # less than any difference in discs
FEW, MANY = 2, 6  # answers that are few; empty squares with which it pays to count them
DECIDED = 1000  # what a disc counts at the end of a game, beside all that can be said before


@kernel
def play_out(game, mine, theirs, target):
    """Return a bound r on the difference v in discs for the player who has `mine`, who is to move.

    r >= target    v >= r
    r < target     v <= r
    """
    empty = game.squares & ~(mine | theirs)
    if bit_count(empty) > 2:
        return finish(game, mine, theirs, target, False)
    if bit_count(empty) == 2:
        return last_two(game, mine, theirs, lowest_bit(empty), highest_bit(empty), target)
    return last(mine, theirs, lowest_bit(empty))


@kernel
def finish(game, mine, theirs, target, passed):
    """Return the bound of `play_out` where more than two squares are empty.

    Actions that leave the other player few answers come first. The player who moves last in a region gains by it, so
    regions with an odd number of empty squares are entered before others.
    """
    places = game.places(mine, theirs)
    if places == 0:
        return game.difference(mine, theirs) if passed else -finish(game, theirs, mine, 1 - target, True)
    empty = game.squares & ~(mine | theirs)
    early = restricting(game, mine, theirs, places) if bit_count(empty) >= MANY else places
    odd = odd_regions(empty)
    best = WORST
    while places != 0:
        part = early if early != 0 else places
        if part & odd != 0:
            part &= odd
        disc = part & -part
        early, places = early & ~disc, places ^ disc
        flips = game.flips(lowest_bit(disc), mine, theirs)
        left, others = empty ^ disc, theirs ^ flips
        if bit_count(left) == 2:
            value = -last_two(game, others, mine | flips | disc, lowest_bit(left), highest_bit(left), 1 - target)
        else:
            value = -finish(game, others, mine | flips | disc, 1 - target, False)
        if value > best:
            best = value
            if best >= target:
                return best
    return best


@kernel
def restricting(game, mine, theirs, places):
    """Return the squares on which a disc leaves the other player few answers."""
    squares = places & 0
    while places != 0:
        disc = places & -places
        places ^= disc
        flips = game.flips(lowest_bit(disc), mine, theirs)
        answers = game.places(theirs ^ flips, mine | flips | disc)
        if bit_count(answers) <= FEW:
            squares |= disc
    return squares


@kernel
def odd_regions(empty):
    """Return the quarters of the board with an odd number of empty squares."""
    none = odd = empty & 0
    for shift in QUARTERS:
        odd |= (none | QUARTER * (bit_count(empty >> shift & QUARTER) & 1)) << shift
    return odd


@kernel
def last_two(game, mine, theirs, one, other, target):
    """Return the bound of `play_out` where two squares are empty."""
    best = better_of(game, mine, theirs, one, other, target)
    if best > WORST:
        return best
    best = better_of(game, theirs, mine, one, other, 1 - target)
    return -best if best > WORST else game.difference(mine, theirs)


@kernel
def better_of(game, mine, theirs, one, other, target):
    """Return the value of a disc on one of two squares, WORST if none is possible."""
    best = WORST
    flips = game.flips(one, mine, theirs)
    if flips != 0:
        best = -last(theirs ^ flips, mine | flips | (mine & 0 | 1) << one, other)
        if best >= target:
            return best
    flips = game.flips(other, mine, theirs)
    if flips != 0:
        best = max(best, -last(theirs ^ flips, mine | flips | (mine & 0 | 1) << other, one))
    return best


@kernel
def last(mine, theirs, square):
    """Return the difference in discs where one square is empty."""
    lead = bit_count(mine) - bit_count(theirs)
    count = count_flips(mine, square)
    if count != 0:
        return lead + 2 * count + 1
    count = count_flips(theirs, square)
    if count != 0:
        return lead - 2 * count - 1
    return lead + 1 if lead > 0 else lead - 1


@kernel
def count_flips(mine, square):
    """Return how many discs a disc on the last empty square turns over, line by line."""
    row, column = square // SIDE, square % SIDE
    count = int(ENCLOSED[column, int(mine >> SIDE * row & BYTE)])
    count += int(ENCLOSED[row, gathered((mine >> column & FIRST_COLUMN) * COLUMN_TO_LAST_BYTE)])
    count += int(ENCLOSED[column, gathered((mine & int(DIAGONALS[square, 0])) * FIRST_COLUMN)])
    return count + int(ENCLOSED[column, gathered((mine & int(DIAGONALS[square, 1])) * FIRST_COLUMN)])


@kernel
def gathered(discs):
    return int(discs >> LAST_BYTE & BYTE)


@kernel
def foresee(advice, board, depth, alpha, beta):
    """Estimate how the player to move stands, by alpha-beta search of `depth` plies."""
    game = advice.game
    if depth == 0:
        return advice.standing(board.mine, board.theirs)
    places = game.places(board.mine, board.theirs)
    if places == 0:
        if game.places(board.theirs, board.mine) == 0:
            return DECIDED * game.difference(board.mine, board.theirs)
        return -foresee(advice, advice.pass_turn(board), depth - 1, -beta, -alpha)
    best = DECIDED * WORST
    while places != 0:
        square = lowest_bit(places)
        places &= places - 1
        best = max(best, -foresee(advice, game.result(board, square), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

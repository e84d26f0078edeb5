"""Poker hands: the best five of up to seven cards, as one number; the greater of two wins.

A card is suit * 13 + rank, and bit number `card` of a set. A number has the category from bit 26 on, below it the
ranks that make it (the three, then the pair, of a full house) as a set of 13 bits, below that the ranks that are left.
Sets of equally many ranks compare as players compare them: by the highest in which they differ.
"""

from typing import Any

from halfmove.compiled import bit_count, highest_bit, kernel

RANKS, CARDS = 13, 52
SUIT = (1 << RANKS) - 1
CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(len(CATEGORIES))
CATEGORY = 2 * RANKS  # the place of the category
HAND = 5  # cards that count
WHEEL = 1 << RANKS - 1 | 0b1111  # 5 4 3 2 A, in which the ace is low
FIVE = 1 << 3  # the rank that is the highest of it


@kernel
def hand_value(cards: Any) -> int:
    """Return what five to seven cards are worth."""
    a, b, c, d = cards & SUIT, cards >> RANKS & SUIT, cards >> 2 * RANKS & SUIT, cards >> 3 * RANKS & SUIT
    ranks = a | b | c | d
    twice = a & b | c & d | (a | b) & (c | d)
    flush = flush_ranks(a, b, c, d)
    if flush:
        top = straight_top(flush)
        if top:
            return STRAIGHT_FLUSH << CATEGORY | top << RANKS
    if twice == 0:
        if flush:
            return FLUSH << CATEGORY | highest(flush, HAND) << RANKS
        top = straight_top(ranks)
        if top:
            return STRAIGHT << CATEGORY | top << RANKS
        return HIGH_CARD << CATEGORY | highest(ranks, HAND) << RANKS
    thrice = a & b & (c | d) | c & d & (a | b)
    if thrice:
        four = a & b & c & d
        if four:
            return FOUR << CATEGORY | four << RANKS | highest(ranks & ~four, 1)
        three = highest(thrice, 1)
        if twice != three:
            return FULL_HOUSE << CATEGORY | three << RANKS | highest(twice & ~three, 1)
    if flush:
        return FLUSH << CATEGORY | highest(flush, HAND) << RANKS
    top = straight_top(ranks)
    if top:
        return STRAIGHT << CATEGORY | top << RANKS
    if thrice:
        return THREE << CATEGORY | thrice << RANKS | highest(ranks & ~thrice, HAND - 3)
    pairs = highest(twice, 2)
    if pairs & pairs - 1:
        return TWO_PAIRS << CATEGORY | pairs << RANKS | highest(ranks & ~pairs, 1)
    return PAIR << CATEGORY | pairs << RANKS | highest(ranks & ~pairs, HAND - 2)


@kernel
def flush_ranks(a: int, b: int, c: int, d: int) -> int:
    """Return the ranks of the suit of which there are five cards; 0 if there is none."""
    if bit_count(a) >= HAND:
        return a
    if bit_count(b) >= HAND:
        return b
    if bit_count(c) >= HAND:
        return c
    return d if bit_count(d) >= HAND else 0


@kernel
def straight_top(ranks: int) -> int:
    """Return the highest rank of the highest straight as a set; 0 if there is none."""
    tops = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4
    if tops:
        return 1 << highest_bit(tops)
    return FIVE if ranks & WHEEL == WHEEL else 0


@kernel
def highest(ranks: int, count: int) -> int:
    """Return the `count` highest of some ranks, or all if there are not so many."""
    while bit_count(ranks) > count:
        ranks &= ranks - 1
    return ranks


@kernel
def count_hands(flag: Any, size: int, counts: Any) -> int:
    """Count how many hands of `size` cards, five or seven, there are of each category; a raised flag ends it."""
    seven = size > HAND
    for a in range(CARDS):
        for b in range(a):
            if flag.is_set():
                return 0
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        five = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        for f in range(e if seven else 1):
                            for g in range(f if seven else 1):
                                cards = five | 1 << f | 1 << g if seven else five
                                counts[hand_value(cards) >> CATEGORY] += 1
    return 1


@kernel
def count_boards(flag: Any, first: int, second: int, counts: Any) -> int:
    """Count the boards of five cards on which the first of two hands wins, on which nobody does, and the second."""
    taken = first | second
    for a in range(CARDS):
        for b in range(a):
            if flag.is_set():
                return 0
            for c in range(b):
                for d in range(c):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    if four & taken:
                        continue
                    for e in range(d):
                        board = four | 1 << e
                        if board & taken == 0:
                            one, other = hand_value(first | board), hand_value(second | board)
                            counts[0 if one > other else 1 if one == other else 2] += 1
    return 1

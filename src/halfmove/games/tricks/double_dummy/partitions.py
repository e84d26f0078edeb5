"""A table of partitions: deals for which one answer holds (Ginsberg, "Partition Search", 1996).

Deals are in one partition if the players have equally many cards of each suit, the same player leads, and the highest
cards of each suit, as far as they matter, belong to the same players. An entry says between what numbers of tricks
North and South are in all deals of its partition.
"""

from typing import Any

from halfmove.compiled import bit_count, kernel, lowest_bit, mix, nth_bit
from halfmove.games.tricks.double_dummy.open_deal import (
    BOUNDS,
    HANDS,
    HEADS,
    LENGTHS,
    MATTER_HIGH,
    MATTER_LOW,
    OWNER_BITS,
    OWNERS_HIGH,
    OWNERS_LOW,
    RANKS,
    SUIT,
    SUITS,
    forget,
)

LENGTH_BITS = 4  # of a number of cards or tricks
NUMBER = (1 << LENGTH_BITS) - 1
NOT_FOUND = -1


@kernel
def lengths_of(deal: Any, leader: int, left: int) -> int:
    """Return how many cards of each suit the players have, with who leads and what is trumps, as one number.

    The fourth suit follows from the others and the number of tricks that are left.
    """
    lengths = (left << 2 | leader) << 3 | deal.trump
    for hand in range(HANDS):
        for suit in range(SUITS - 1):
            lengths = lengths << LENGTH_BITS | bit_count(deal.hands[hand] >> RANKS * suit & SUIT)
    return lengths


@kernel
def look_up(deal: Any, lengths: int, everything: int, target: int) -> int:
    """Return whether North and South take `target` tricks, as `can_take` does; NOT_FOUND if that is not known."""
    low, high = owners_low(deal, everything), owners_high(deal, everything)
    place = deal.heads[mix(lengths) & HEADS - 1]
    while place:
        entry = deal.entries[place]
        bounds = entry[BOUNDS]
        if (
            entry[LENGTHS] == lengths
            and (low ^ entry[OWNERS_LOW]) & entry[MATTER_LOW] == 0
            and (high ^ entry[OWNERS_HIGH]) & entry[MATTER_HIGH] == 0
        ):
            if bounds & NUMBER >= target:
                return ranks_that_matter(everything, entry[MATTER_LOW], entry[MATTER_HIGH]) << 1 | 1
            if bounds >> LENGTH_BITS & NUMBER < target:
                return ranks_that_matter(everything, entry[MATTER_LOW], entry[MATTER_HIGH]) << 1
        place = bounds >> 2 * LENGTH_BITS
    return NOT_FOUND


@kernel
def store(deal: Any, lengths: int, everything: int, ranks: int, target: int, left: int, answer: int) -> int:
    """Keep an answer for all deals of its partition."""
    if deal.used + 1 >= len(deal.entries):
        forget(deal)
    deal.used += 1
    entry, head = deal.entries[deal.used], mix(lengths) & HEADS - 1
    matter_low = bits_that_matter(everything, ranks, 0) << OWNER_BITS | bits_that_matter(everything, ranks, 1)
    matter_high = bits_that_matter(everything, ranks, 2) << OWNER_BITS | bits_that_matter(everything, ranks, 3)
    entry[LENGTHS], entry[MATTER_LOW], entry[MATTER_HIGH] = lengths, matter_low, matter_high
    entry[OWNERS_LOW], entry[OWNERS_HIGH] = owners_low(deal, everything), owners_high(deal, everything)
    least, most = (target, left) if answer else (0, target - 1)
    entry[BOUNDS] = (deal.heads[head] << LENGTH_BITS | most) << LENGTH_BITS | least
    deal.heads[head] = deal.used
    return 0


@kernel
def owners_low(deal: Any, everything: int) -> int:
    """Return the owners of the cards of two suits."""
    return deal.owners[0, everything & SUIT] << OWNER_BITS | deal.owners[1, everything >> RANKS & SUIT]


@kernel
def owners_high(deal: Any, everything: int) -> int:
    """Return the owners of the cards of the other two suits."""
    return deal.owners[2, everything >> 2 * RANKS & SUIT] << OWNER_BITS | deal.owners[3, everything >> 3 * RANKS & SUIT]


@kernel
def bits_that_matter(everything: int, ranks: int, suit: int) -> int:
    """Return which bits of the owners of a suit an answer rests on."""
    lowest = ranks >> RANKS * suit & SUIT
    if lowest == 0:
        return 0
    count = 2 * bit_count((everything >> RANKS * suit & SUIT) >> lowest_bit(lowest))
    return (1 << count) - 1 << OWNER_BITS - count


@kernel
def ranks_that_matter(everything: int, matter_low: int, matter_high: int) -> int:
    """Return the lowest card of each suit that matters, where so many bits of owners do."""
    ranks = 0
    for suit in range(SUITS):
        matter = matter_low if suit < 2 else matter_high
        count = bit_count(matter >> OWNER_BITS if suit & 1 == 0 else matter & (1 << OWNER_BITS) - 1) >> 1
        if count:
            cards = everything & SUIT << RANKS * suit
            ranks |= 1 << nth_bit(cards, bit_count(cards) - count)
    return ranks

"""A deal with all cards open, and what its solver works with.

A card is suit * 13 + rank, whatever the deck, and a set has 52 bits. Of the cards of one suit that are still in play
only their order counts, so for each set of them there is a list of their owners, two bits each, the highest card
first in the highest bits. `RANKS THAT MATTER` are written as a set as well: its lowest card in each suit, and all
cards above that one, are what an answer rests on; who has the cards below does not matter.
"""

from typing import Any

import numpy as np

from halfmove.compiled import Flag, cell, compiled, highest_bit, kernel, zeros_apart

RANKS, SUITS, HANDS, CARDS = 13, 4, 4, 52
SUIT = (1 << RANKS) - 1
NO_TRUMP = SUITS
OWNER_BITS = 2 * RANKS  # of the owners of a suit
PLIES = CARDS + 1  # and a row for the cards that are compared

HEADS = 1 << 16  # lists of partitions
ENTRIES = 1 << 20  # partitions that are kept
# The columns of an entry: what the lengths of all suits are, the owners of the highest cards of two suits and which
# of these bits matter, the same of the other two suits; between what the tricks lie, and the next entry of the list.
LENGTHS, OWNERS_LOW, MATTER_LOW, OWNERS_HIGH, MATTER_HIGH, BOUNDS = range(6)


@compiled
class OpenDeal:
    """Four hands, what is known of partitions of deals, and room for the cards to try at each ply."""

    cells: np.ndarray
    hands: np.ndarray  # of North, East, South and West, as sets
    owners: np.ndarray  # suit x set of its cards
    heads: np.ndarray  # the newest entry of each list
    entries: np.ndarray
    moves: np.ndarray  # ply x place: cards
    weights: np.ndarray  # and how promising they look
    flag: Flag  # raised to stop

    trump = cell(0)
    used = cell(1)  # entries
    nodes = cell(2)  # tricks that were begun
    is_stopped = cell(3)


def open_deal() -> OpenDeal:
    """Return room for a deal."""
    moves, weights = np.zeros((PLIES, RANKS), np.int64), np.zeros((PLIES, RANKS), np.int64)
    heads, entries = np.zeros(HEADS, np.int64), np.zeros((ENTRIES, BOUNDS + 1), np.int64)
    owners = np.zeros((SUITS, 1 << RANKS), np.int64)
    return OpenDeal(zeros_apart(4), np.zeros(HANDS, np.int64), owners, heads, entries, moves, weights, Flag())


@kernel
def set_up(deal: Any, trump: int) -> int:
    """Find the owners of all sets of cards in the hands that `deal` has; partitions of earlier deals are kept."""
    deal.trump, deal.nodes, deal.is_stopped = trump, 0, 0
    everything = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]
    for suit in range(SUITS):
        cards = everything >> RANKS * suit & SUIT
        subset = (0 - cards) & cards
        while subset:  # in increasing order, so that the set without its highest card is known
            top = highest_bit(subset)
            owner = 0
            for hand in range(1, HANDS):
                if deal.hands[hand] >> RANKS * suit + top & 1:
                    owner = hand
            deal.owners[suit, subset] = owner << OWNER_BITS - 2 | deal.owners[suit, subset ^ 1 << top] >> 2
            subset = (subset - cards) & cards
    return everything


@kernel
def forget(deal: Any) -> int:
    """Empty the table."""
    for head in range(HEADS):
        deal.heads[head] = 0
    deal.used = 0
    return 0

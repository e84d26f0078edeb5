"""Tricks that a side is sure of, without a search; each answer comes with the ranks that it rests on."""

from typing import Any

from halfmove.compiled import bit_count, highest_bit, kernel, nth_bit
from halfmove.games.tricks.double_dummy.open_deal import HANDS, NO_TRUMP, RANKS, SUIT, SUITS

NOT_SURE = -1


@kernel
def beats(card: int, top: int, trump: int) -> bool:
    """Tell whether a card takes the trick from the one that would take it so far."""
    if card // RANKS == top // RANKS:
        return card > top
    return card // RANKS == trump


@kernel
def last_trick(deal: Any, leader: int) -> int:
    """Return whether North and South take the only trick that is left, as `can_take` does."""
    top, taker, table = highest_bit(deal.hands[leader]), leader, deal.hands[leader]
    for place in range(1, HANDS):
        hand = leader + place & 3
        card = highest_bit(deal.hands[hand])
        table |= deal.hands[hand]
        if beats(card, top, deal.trump):
            top, taker = card, hand
    contested = bit_count(table & SUIT << top // RANKS * RANKS) > 1
    return (1 << top + 1 if contested else 0) | 1 - (taker & 1)


@kernel
def tricks_at_once(deal: Any, leader: int, everything: int, needed: int) -> int:
    """Return the ranks that matter if the side that leads can cash `needed` tricks; NOT_SURE if that is not seen.

    First the leader plays his winners. Then, if a card of his reaches a winner of his partner's, the partner plays
    his. No winner is counted that an opponent with trumps could ruff: both have to follow suit.
    """
    mine, ranks, partners, partners_ranks, entry = 0, 0, 0, 0, False
    own, partner = deal.hands[leader], deal.hands[leader ^ 2]
    left, right = deal.hands[leader + 1 & 3], deal.hands[leader + 3 & 3]
    trumps = SUIT << RANKS * deal.trump if deal.trump < NO_TRUMP else 0
    for suit in range(SUITS):
        cards = everything & SUIT << RANKS * suit
        if cards == 0:
            continue
        highest = 1 << highest_bit(cards)
        if highest & (own | partner) == 0:
            continue
        length_left, length_right = bit_count(left & cards), bit_count(right & cards)
        followed = RANKS  # rounds that nobody ruffs
        if suit != deal.trump:
            if left & trumps:
                followed = length_left
            if right & trumps:
                followed = min(followed, length_right)
        held = cards & (own if highest & own else partner)
        others = cards & ~held
        winners = bit_count(held >> highest_bit(others)) if others else bit_count(held)
        longest = max(length_left, length_right, bit_count(cards & (partner if highest & own else own)))
        tricks = min(bit_count(held) if winners >= longest else winners, followed)
        matter = min(tricks, winners, longest)
        rank = 1 << nth_bit(held, bit_count(held) - matter) if matter > 0 else 0
        if highest & own:
            mine += tricks
            ranks |= rank
            if mine >= needed:
                return ranks
        else:
            partners += tricks
            partners_ranks |= rank
            if own & cards and followed > 0:
                entry = True
    return ranks | partners_ranks if entry and mine + partners >= needed else NOT_SURE


@kernel
def sure_trumps(deal: Any, hand: int, everything: int, needed: int) -> int:
    """Return the ranks that matter if the side of a hand has `needed` trumps that nobody beats; NOT_SURE if not."""
    if deal.trump == NO_TRUMP:
        return NOT_SURE
    trumps = everything & SUIT << RANKS * deal.trump
    side = (deal.hands[hand] | deal.hands[hand ^ 2]) & trumps
    others = trumps & ~side
    winners = side >> highest_bit(others) << highest_bit(others) if others else side
    first, second = winners & deal.hands[hand], winners & deal.hands[hand ^ 2]
    most = first if bit_count(first) >= bit_count(second) else second
    if bit_count(most) < needed:
        return NOT_SURE
    return 1 << nth_bit(most, bit_count(most) - needed) if others else 0

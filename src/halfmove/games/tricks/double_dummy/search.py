"""How many tricks a side takes if all four players see all cards: alpha-beta by target.

The question is always whether North and South take so many of the tricks that are left. An answer comes with the ranks
that it rests on, so that it holds for a whole partition of deals and is found again in the table (`partitions`). The
method is Ginsberg's; that ranks are gathered from the tricks that cards win is how Haglund's DDS does it.
"""

from typing import Any

from halfmove.compiled import bit_count, highest_bit, kernel
from halfmove.games.tricks.double_dummy.open_deal import HANDS, PLIES, RANKS, SUIT
from halfmove.games.tricks.double_dummy.ordering import list_moves, next_move
from halfmove.games.tricks.double_dummy.partitions import NOT_FOUND, lengths_of, look_up, store
from halfmove.games.tricks.double_dummy.sure_tricks import NOT_SURE, beats, last_trick, sure_trumps, tricks_at_once

POLL = 1023  # tricks that are begun between two looks at the flag, less 1


@kernel
def can_take(
    deal: Any, ply: int, count: int, leader: int, led: int, top: int, taker: int, table: int, target: int, left: int
) -> int:
    """Return 1 if North and South take `target` of the tricks that are left, or 0; plus twice the ranks that matter.

    `count` cards are on the table: the first one is `led`, `taker` would take the trick with `top`.
    """
    hand = leader + count & 3
    everything = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3] | table
    lengths = 0
    if count == 0:
        if target <= 0:
            return 1
        if target > left:
            return 0
        deal.nodes += 1
        if deal.nodes & POLL == 0 and deal.flag.is_set():
            deal.is_stopped = 1
        if left == 1 or deal.is_stopped:
            return last_trick(deal, leader)
        ours = 1 - (leader & 1)  # whether North and South lead
        for_leader, for_other = (target, left - target + 1) if ours else (left - target + 1, target)
        ranks = tricks_at_once(deal, leader, everything, for_leader)
        if ranks != NOT_SURE:
            return ranks << 1 | ours
        ranks = sure_trumps(deal, leader ^ 1, everything, for_other)
        if ranks != NOT_SURE:
            return ranks << 1 | 1 - ours
        lengths = lengths_of(deal, leader, left)
        known = look_up(deal, lengths, everything, target)
        if known != NOT_FOUND:
            return known
    wanted = 1 - (hand & 1)  # by the side that plays
    answer, ranks = 1 - wanted, 0
    size = list_moves(deal, ply, count, hand, led, top, taker, everything)
    for place in range(size):
        card = next_move(deal, ply, place, size)
        on_table = table | 1 << card
        takes = count == 0 or beats(card, top, deal.trump)
        best, by = (card, hand) if takes else (top, taker)
        deal.hands[hand] ^= 1 << card
        if count < HANDS - 1:
            first = card if count == 0 else led
            below = can_take(deal, ply + 1, count + 1, leader, first, best, by, on_table, target, left)
        else:
            below = can_take(deal, ply + 1, 0, by, 0, 0, 0, 0, target - 1 + (by & 1), left - 1)
            if bit_count(on_table & SUIT << best // RANKS * RANKS) > 1:
                failed = below & 1 == by & 1  # the taker; a lower card of his would have been another try
                below |= 2 << (sequence_end(everything, deal.hands[by], best) if failed else best)
        deal.hands[hand] ^= 1 << card
        if below & 1 == wanted:
            answer, ranks = wanted, below >> 1
            break
        ranks |= below >> 1
    if count == 0 and not deal.is_stopped:
        store(deal, lengths, everything, ranks, target, left, answer)
    return ranks << 1 | answer


@kernel
def sequence_end(everything: int, own: int, card: int) -> int:
    """Return the lowest card of a hand that takes what `card` takes, since there is no other card between."""
    below = everything & (1 << card) - (1 << card // RANKS * RANKS)
    while below and own >> highest_bit(below) & 1:
        card = highest_bit(below)
        below ^= 1 << card
    return card


@kernel
def most_tricks(
    deal: Any, count: int, leader: int, led: int, top: int, taker: int, table: int, left: int, guess: int
) -> int:
    """Return how many of the tricks that are left North and South take; `guess` is asked first."""
    low, high = 0, left
    while low < high and not deal.is_stopped:
        target = min(max(guess, low + 1), high)
        if can_take(deal, 0, count, leader, led, top, taker, table, target, left) & 1:
            low, guess = target, target + 1
        else:
            high, guess = target - 1, target - 1
    return low


@kernel
def tricks_of_cards(deal: Any, leader: int, table: Any, count: int, left: int, tricks: Any) -> int:
    """Write down how many of the tricks that are left North and South take after each card that may be played.

    `table` holds `count` cards. Cards of a sequence are worth the same, and one of them is searched.
    """
    led, top, taker, on_table = 0, 0, leader, 0
    for place in range(count):
        card = int(table[place])
        on_table |= 1 << card
        if place == 0:
            led, top = card, card
        elif beats(card, top, deal.trump):
            top, taker = card, leader + place & 3
    hand = leader + count & 3
    everything = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3] | on_table
    size = list_moves(deal, PLIES - 1, count, hand, led, top, taker, everything)
    guess = (left + 1) // 2
    for place in range(size):
        card = next_move(deal, PLIES - 1, place, size)
        takes = count == 0 or beats(card, top, deal.trump)
        first, best, by = card if count == 0 else led, card if takes else top, hand if takes else taker
        deal.hands[hand] ^= 1 << card
        if count < HANDS - 1:
            guess = most_tricks(deal, count + 1, leader, first, best, by, on_table | 1 << card, left, guess)
        else:
            got = 1 - (by & 1)
            guess = got + most_tricks(deal, 0, by, 0, 0, 0, 0, left - 1, guess - got)
        deal.hands[hand] ^= 1 << card
        if deal.is_stopped:
            return place
        for equal in range(sequence_end(everything, deal.hands[hand], card), card + 1):
            if deal.hands[hand] >> equal & 1:
                tricks[equal] = guess
    return size

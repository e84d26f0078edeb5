"""In what order cards are tried: what a player would do first is tried first.

One card of each sequence is enough: with the king and the queen of a suit, or with the king and the jack once the
queen is played, either takes what the other takes.
"""

from typing import Any

from halfmove.compiled import bit_count, highest_bit, kernel
from halfmove.games.tricks.double_dummy.open_deal import NO_TRUMP, RANKS, SUIT

# What a card is worth to be tried, less its rank: of equal cards the lower one comes first.
CASH, TO_PARTNER, THROUGH_ACE, FINESSE, FROM_ACE, TO_ACE = 50, 40, 12, 15, 10, 5  # leads
RUFF, RUFFED = 35, -40  # leads that the partner or an opponent can ruff
TAKE, TAKE_FOR_NOW, LEAVE_TO_PARTNER, NEEDLESS = 60, 20, 30, 10  # of a trick that somebody leads to
UNDERRUFF, KEEP_LENGTH, FREE_DISCARD = -30, 2, 20


@kernel
def list_moves(deal: Any, ply: int, count: int, hand: int, led: int, top: int, taker: int, everything: int) -> int:
    """List the cards to try from a hand, with how promising they look; return how many there are."""
    own = deal.hands[hand]
    legal = own & SUIT << led // RANKS * RANKS if count > 0 else own
    if legal == 0:
        legal = own
    size = 0
    while legal:
        card = highest_bit(legal)
        legal ^= 1 << card
        above = everything & (SUIT << card // RANKS * RANKS) & ~((2 << card) - 1)
        if above & (0 - above) & own:  # the next higher card is in the same hand
            continue
        deal.moves[ply, size] = card
        if count == 0:
            deal.weights[ply, size] = lead_weight(deal, hand, card, everything)
        elif card // RANKS == led // RANKS:
            deal.weights[ply, size] = follow_weight(deal, count, hand, card, led, top, taker)
        else:
            deal.weights[ply, size] = discard_weight(deal, hand, card, top, taker)
        size += 1
    return size


@kernel
def next_move(deal: Any, ply: int, place: int, size: int) -> int:
    """Return the most promising of the cards that are left, from `place` on, and put it there."""
    best = place
    for other in range(place + 1, size):
        if deal.weights[ply, other] > deal.weights[ply, best]:
            best = other
    card, weight = deal.moves[ply, best], deal.weights[ply, best]
    deal.moves[ply, best], deal.weights[ply, best] = deal.moves[ply, place], deal.weights[ply, place]
    deal.moves[ply, place], deal.weights[ply, place] = card, weight
    return card


@kernel
def lead_weight(deal: Any, hand: int, card: int, everything: int) -> int:
    """Return how promising a lead looks: winners first, then what the partner can win or ruff."""
    suit, rank = card // RANKS, card % RANKS
    cards = everything & SUIT << RANKS * suit
    highest = 1 << highest_bit(cards)
    second = cards & ~highest
    partner, left, right = deal.hands[hand ^ 2], deal.hands[hand + 1 & 3], deal.hands[hand + 3 & 3]
    weight = 0
    if suit != deal.trump and deal.trump < NO_TRUMP:
        trumps = SUIT << RANKS * deal.trump
        if left & cards == 0 and left & trumps:
            weight += RUFFED
        if right & cards == 0 and right & trumps:
            weight += RUFFED
        if partner & cards == 0 and partner & trumps and (right & cards or right & trumps == 0):
            weight += RUFF
    if highest >> card & 1:
        return weight + CASH + bit_count(deal.hands[hand] & cards)
    if highest & partner:
        return weight + TO_PARTNER - rank
    if highest & deal.hands[hand]:
        return weight + FROM_ACE - rank
    if highest & right:
        return weight + TO_ACE - rank
    if second and partner >> highest_bit(second) & 1:
        weight += FINESSE
    return weight + THROUGH_ACE - rank


@kernel
def follow_weight(deal: Any, count: int, hand: int, card: int, led: int, top: int, taker: int) -> int:
    """Return how promising a card of the suit that was led looks: take the trick as cheaply as can be, or play low."""
    rank, cards = card % RANKS, SUIT << card // RANKS * RANKS
    friendly = taker & 1 == hand & 1
    if top // RANKS != led // RANKS or count == 3 and friendly or card < top and count > 1:
        return 0 - rank
    after, last = deal.hands[hand + 1 & 3] & cards, deal.hands[hand + 2 & 3] & cards
    if count == 3:
        return TAKE - rank
    threat = highest_bit(after) if after else -1  # of the opponent who plays next
    if count == 2:
        if friendly and top > threat:
            return 0 - rank
        if card > threat:
            return TAKE - rank
        return 0 - rank if friendly else TAKE_FOR_NOW - rank
    threat = max(threat, top)
    if last and highest_bit(last) > threat:  # the partner, who plays last, can take it
        return NEEDLESS - rank if card > threat else LEAVE_TO_PARTNER - rank
    return TAKE - rank if card > threat else 0 - rank


@kernel
def discard_weight(deal: Any, hand: int, card: int, top: int, taker: int) -> int:
    """Return how promising a card looks that does not follow suit: ruff, or throw a low card of a long suit away."""
    suit, rank = card // RANKS, card % RANKS
    friendly = taker & 1 == hand & 1
    if suit == deal.trump:
        if top // RANKS == deal.trump and card < top:
            return UNDERRUFF - rank
        return (TAKE_FOR_NOW if friendly else TAKE) - rank
    length = bit_count(deal.hands[hand] >> RANKS * suit & SUIT)
    return KEEP_LENGTH * length - rank + (FREE_DISCARD if friendly else 0)

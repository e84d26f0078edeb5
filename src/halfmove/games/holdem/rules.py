"""Limit hold'em for two players. A card is suit * ranks + rank, and bit number `card` of a set."""

from typing import NamedTuple

from halfmove.compiled import bit_count, compiled, highest_bit, lowest_bit, nth_bit
from halfmove.core.game import CHANCE, NOTHING
from halfmove.errors import HalfmoveError
from halfmove.games.holdem.hands import RANKS, hand_value
from halfmove.games.holdem.text import HoldemText

SUITS, ROUNDS = 4, 4
HOLE = 2  # cards of each player
BATCH_ENDS = (2, 4, 7, 8, 9)  # how many cards are dealt after each batch: two hands, flop, turn, river
DEALT_BY = (4, 7, 8, 9)  # how many cards are dealt before each round of betting
FOLD, CALL, RAISE = range(3)  # to check is to call nothing, to bet is to raise
NOBODY = -1
LAST_EARLY = 1  # the last round with small bets
LEAST_CARDS, MOST_CHIPS = 9, 1 << 20


class Hand(NamedTuple):
    first: int = 0  # cards of the dealer; in what a player sees, 0 if he does not see them
    second: int = 0
    board: int = 0
    dealt: int = 0  # how many cards
    round: int = 0
    first_chips: int = 0  # that the dealer has put in
    second_chips: int = 0
    raises: int = 0  # bets and raises in this round, the big blind included
    acted: int = 0  # actions in this round
    player: int = 0  # to act
    folded: int = NOBODY


@compiled
class Holdem(HoldemText):
    """Have the better poker hand, or make the other one give up.

    The dealer puts in the small blind of `small` chips, the other player the big blind of `big`. Each has two cards
    that only he sees; three, one and one more lie open on the board. Before each of these, and at the end, there is a
    round of betting: before the board the dealer acts first, later the other. A player folds, if he has to pay; calls
    or checks; or raises, by `bet` chips in the first two rounds and by `later` in the last two, until there are `cap`
    bets in the round. A player who folds loses what he has put in. At the end the best five of seven cards win.

    The deck has 4 suits of `ranks` cards, the ace and those below it. A player is worth the chips that he wins. Cards
    that are dealt together come in increasing order, so that the order tells nothing.
    """

    small: int = 1
    big: int = 2
    bet: int = 2
    later: int = 4
    cap: int = 4
    ranks: int = RANKS
    has_chance = True
    has_secrets = True
    unit = "chips"

    def __post_init__(self):
        if not 0 < self.small <= self.big <= MOST_CHIPS:
            raise HalfmoveError(f"blinds of {self.small} and {self.big}: from 1 to {MOST_CHIPS:,}, the small one first")
        if not 0 < self.bet <= self.later <= MOST_CHIPS:
            raise HalfmoveError(f"bets of {self.bet} and {self.later}: from 1 to {MOST_CHIPS:,}, the early one first")
        if not 1 <= self.cap <= MOST_CHIPS:
            raise HalfmoveError(f"cap={self.cap}: there can be from 1 to {MOST_CHIPS:,} bets in a round")
        if not SUITS * RANKS >= SUITS * self.ranks >= LEAST_CARDS:
            raise HalfmoveError(f"ranks={self.ranks}: a suit has from 3 to {RANKS} cards")

    @property
    def initial(self):
        return Hand(0, 0, 0, 0, 0, self.small, self.big, 1, 0, 0, NOBODY)

    @property
    def utilities(self):  # type: ignore[override]
        most = float(self.big + (2 * self.cap - 1) * self.bet + 2 * self.cap * self.later)
        return -most, most

    @property
    def longest(self):  # type: ignore[override]
        return BATCH_ENDS[-1] + ROUNDS * (self.cap + 2)

    # Chance.

    def to_move(self, hand):
        return CHANCE if hand.dealt < DEALT_BY[hand.round] else hand.player

    def batch(self, hand):
        """Return the cards dealt so far of those that are dealt together, and how many more belong to them."""
        if hand.dealt < BATCH_ENDS[0]:
            return hand.first, BATCH_ENDS[0] - hand.dealt
        if hand.dealt < BATCH_ENDS[1]:
            return hand.second, BATCH_ENDS[1] - hand.dealt
        if hand.dealt < BATCH_ENDS[2]:
            return hand.board, BATCH_ENDS[2] - hand.dealt
        return 0, 1

    def available(self, hand, taken):
        """Return the cards that can come next, and how many more of them belong together."""
        batch, more = self.batch(hand)
        deck = (1 << SUITS * self.ranks) - 1 & ~taken
        return deck & ~((2 << highest_bit(batch)) - 1) if batch else deck, more

    def chances(self, hand):
        """Yield the cards that can be the lowest of those that are left to come together, as likely as they are."""
        cards, more = self.available(hand, hand.first | hand.second | hand.board)
        count = bit_count(cards)
        ways = 1
        for other in range(more):
            ways = ways * (count - other) // (other + 1)
        for place in range(count - more + 1):
            above, chosen = count - 1 - place, 1
            for other in range(more - 1):
                chosen = chosen * (above - other) // (other + 1)
            yield nth_bit(cards, place), chosen / ways

    def sample(self, hand, rng):
        """Draw an action evenly, or the lowest of the cards that come together."""
        if self.to_move(hand) == CHANCE:
            cards, more = self.available(hand, hand.first | hand.second | hand.board)
            return lowest_bit(self.drawn(cards, more, rng))
        first = FOLD if self.owes(hand) else CALL
        return first + rng.below((RAISE if hand.raises < self.cap else CALL) - first + 1)

    def drawn(self, cards, count, rng):
        """Return so many of a set of cards, drawn at random."""
        drawn = 0
        for _ in range(count):
            left = cards & ~drawn
            drawn |= 1 << nth_bit(left, rng.below(bit_count(left)))
        return drawn

    # Betting.

    def owes(self, hand):
        """Tell whether the player to act has to pay to stay in."""
        return hand.first_chips != hand.second_chips

    def actions(self, hand):
        if self.to_move(hand) == CHANCE:
            for card, _ in self.chances(hand):
                yield card
        else:
            if self.owes(hand):
                yield FOLD
            yield CALL
            if hand.raises < self.cap:
                yield RAISE

    def result(self, hand, action):
        if self.to_move(hand) == CHANCE:
            card, dealt = 1 << action, hand.dealt
            if dealt < BATCH_ENDS[0]:
                return hand._replace(first=hand.first | card, dealt=dealt + 1)
            if dealt < BATCH_ENDS[1]:
                return hand._replace(second=hand.second | card, dealt=dealt + 1)
            return hand._replace(board=hand.board | card, dealt=dealt + 1)
        if action == FOLD:
            return hand._replace(folded=hand.player)
        most = max(hand.first_chips, hand.second_chips)
        raises = hand.raises
        if action == RAISE:
            most += self.bet if hand.round <= LAST_EARLY else self.later
            raises += 1
        first = most if hand.player == 0 else hand.first_chips
        second = most if hand.player == 1 else hand.second_chips
        after = hand._replace(first_chips=first, second_chips=second, raises=raises, acted=hand.acted + 1)
        if action == CALL and hand.acted > 0:  # both have acted, and paid alike
            return after._replace(round=hand.round + 1, raises=0, acted=0, player=1)
        return after._replace(player=1 - hand.player)

    def is_terminal(self, hand):
        return hand.folded != NOBODY or hand.round == ROUNDS

    def utility(self, hand, player):
        if hand.folded != NOBODY:
            lost = hand.first_chips if hand.folded == 0 else hand.second_chips
            return float(-lost if player == hand.folded else lost)
        first, second = self.value(hand.first | hand.board), self.value(hand.second | hand.board)
        if first == second:
            return 0.0
        return float(hand.first_chips if (first > second) == (player == 0) else -hand.first_chips)

    def value(self, cards):
        """Return what seven cards are worth, whatever the size of the deck: the highest rank is the ace."""
        if self.ranks < RANKS:
            wide = 0
            for suit in range(SUITS):
                ranks = cards >> suit * self.ranks & (1 << self.ranks) - 1
                wide |= ranks << suit * RANKS + RANKS - self.ranks
            return hand_value(wide)
        return hand_value(cards)

    # Who sees what.

    def observation(self, hand, player):
        if self.is_terminal(hand):
            return hand
        return hand._replace(second=0) if player == 0 else hand._replace(first=0)

    def percept(self, hand, action, child, player):
        """A player sees his own cards, the board and all betting."""
        if self.to_move(hand) != CHANCE or hand.dealt >= BATCH_ENDS[1]:
            return action
        return action if (hand.dealt < BATCH_ENDS[0]) == (player == 0) else NOTHING

    def guess(self, hand, player, rng):
        """Draw the other's cards; what is being dealt is dealt to the end, so that all deals are as likely."""
        if self.is_terminal(hand):
            return hand
        own = hand.first if player == 0 else hand.second
        size = min(hand.dealt, BATCH_ENDS[0]) if player == 1 else max(0, min(hand.dealt, BATCH_ENDS[1]) - HOLE)
        seen = own | hand.board
        coming, more = 0, 0
        if self.batch(hand)[0] & seen:
            coming, more = self.available(hand, seen)
        seen |= self.drawn(coming, more, rng)
        cards = self.drawn((1 << SUITS * self.ranks) - 1 & ~seen, HOLE if size else 0, rng)
        if size == 1:
            cards &= -cards
        return hand._replace(second=cards) if player == 0 else hand._replace(first=cards)

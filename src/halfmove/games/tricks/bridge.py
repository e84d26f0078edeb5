"""The play of a bridge deal, in which one hand lies open."""

from dataclasses import field

from halfmove.compiled import compiled
from halfmove.core.game import NOTHING
from halfmove.games.tricks.cards import CARD_BITS, CLUBS, DIAMONDS, NO_TRUMP, Deal
from halfmove.games.tricks.text import check_ranks, read_contract, read_seat
from halfmove.games.tricks.whist import Partnership

BOOK = 6  # tricks that a contract does not count
SMALL_SLAM, GRAND_SLAM, GAME = 6, 7, 100  # tricks above the book; points below the line
SMALL_BONUS, GRAND_BONUS, GAME_BONUS, PART_BONUS = 500, 1000, 300, 50
MINOR, MAJOR, FIRST_NO_TRUMP, UNDERTRICK = 20, 30, 10, 50  # points of a trick; what the first adds; what one less costs


@compiled
class Bridge(Partnership):
    """Take the tricks of a contract, with a partner whose cards lie open.

    North and South play against East and West, with 4 suits of `ranks` cards. `contract` names the trump suit (C, D,
    H, S, or N for none), and `declarer` (N, E, S, W) who plays it. The player after him leads; then his partner, the
    dummy, shows his hand, and the declarer plays from both.

    A side is worth the tricks it has more than the other. Where the contract says how many above six are to be taken,
    as in 3N, a side is worth its points in duplicate bridge instead, undoubled and not vulnerable.
    """

    ranks: int = 13
    contract: str = "N"
    declarer: str = "S"
    level: int = field(init=False, repr=False)  # tricks above six that are to be taken; 0 if all count
    trump: int = field(init=False, repr=False)
    soloist: int = field(init=False, repr=False)  # the declarer as a number

    def __post_init__(self):
        check_ranks(self.ranks)
        level, trump = read_contract(self.contract, self.ranks)
        vars(self).update(level=level, trump=trump, soloist=read_seat(self.declarer))

    @property
    def initial(self):
        leader = (self.soloist + 1) % self.players
        return Deal(0, 0, 0, 0, 0, 0, leader, leader, 0, 0)

    @property
    def unit(self):  # type: ignore[override]
        return "points" if self.level else "tricks"

    @property
    def step(self):  # type: ignore[override]
        return 10.0 if self.level else 2.0

    @property
    def utilities(self):  # type: ignore[override]
        most = float(self.ranks)
        if self.level:
            most = float(max(self.score(self.ranks), -self.score(0)))
        return -most, most

    @property
    def longest(self):  # type: ignore[override]
        return 2 * self.cards

    def turn(self, deal):
        seat = self.seat(deal)
        return self.soloist if seat == self.soloist ^ 2 else seat

    def trump_of(self, deal):
        return self.trump

    def seen(self, deal, player):
        """The dummy is open after the first lead."""
        own = self.hand(deal, player)
        return own | self.hand(deal, self.soloist ^ 2) if deal.played else own

    def percept(self, deal, action, child, player):
        """With the first lead the dummy's cards are seen."""
        if deal.dealt < self.cards:
            return deal.dealt if action == player else NOTHING
        return action | self.hand(child, self.soloist ^ 2) << CARD_BITS if deal.played == 0 else action

    def utility(self, deal, player):
        ours = self.won_by(deal, player) + self.won_by(deal, player ^ 2)
        if self.level == 0:
            return float(2 * ours - self.ranks)
        if self.side(player) == self.side(self.soloist):
            return float(self.score(ours))
        return float(-self.score(self.ranks - ours))

    def score(self, tricks):
        """Return the points of the declarer's side in duplicate bridge."""
        over = tricks - BOOK - self.level
        if over < 0:
            return UNDERTRICK * over
        each = MINOR if self.trump in (CLUBS, DIAMONDS) else MAJOR
        first = FIRST_NO_TRUMP if self.trump == NO_TRUMP else 0
        below = each * self.level + first
        bonus = GAME_BONUS if below >= GAME else PART_BONUS
        if self.level == SMALL_SLAM:
            bonus += SMALL_BONUS
        elif self.level == GRAND_SLAM:
            bonus += GRAND_BONUS
        return below + each * over + bonus

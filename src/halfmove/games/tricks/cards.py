"""Cards as sets of bits, and a deal of them.

A card is suit * ranks + rank, and bit number `card` of a set. With thirteen ranks:

    2C ... AC  2D ... AD  2H ... AH  2S ... AS        clubs, diamonds, hearts, spades
     0 ... 12  13 ... 25  26 ... 38  39 ... 51

The owner of each card is kept in two sets, the two bits of his number: the hand of player 2 (binary 10) is all cards
that are held, not in `low` and in `high`. A card that was played keeps its owner.
"""

from typing import Any, NamedTuple

SUITS = 4
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)
NO_TRUMP = SUITS  # the trump suit where there is none
OWNERS = 4  # whom two bits can tell apart

CARD_BITS, CARD = 6, 63  # of a card on the table: 1 more than its number, 0 is none
COUNT_BITS, COUNT = 8, 255  # of what a player has won
CLASSES, CLASS = 5, 31  # kinds of cards that a player can show not to have, one bit each


class Deal(NamedTuple):
    dealt: int = 0  # how many cards of the deck were dealt, from the lowest
    held: int = 0  # cards in the hands; in what a player sees, those that he knows of
    low: int = 0  # the low bit of the owner of each card that is held or was played
    high: int = 0  # the high bit
    played: int = 0  # cards that were played, those on the table included
    trick: int = 0  # the cards on the table, in their order
    leader: int = 0  # who leads to this trick, or led to it
    taker: int = 0  # who takes the trick as it stands
    won: int = 0  # tricks or points of each player
    voids: int = 0  # what each owner has shown not to have


def deal_with(name: str, **more: int) -> Any:
    """Return a class like Deal that has more fields, with these values at first."""
    fields = [(field, int) for field in (*Deal._fields, *more)]
    cls: Any = NamedTuple(name, fields)  # type: ignore[misc]
    cls.__new__.__defaults__ = (*Deal.__new__.__defaults__, *more.values())  # type: ignore[misc]
    cls.__module__ = __name__
    return cls


WhistDeal = deal_with("WhistDeal", turned=0)  # 1 more than the card that was turned to show the trump suit
HeartsDeal = deal_with(
    "HeartsDeal",
    direction=-1,  # to which player cards are passed, counted from the one who passes; 0 is to nobody, -1 not known yet
    chosen=0,  # how many cards were chosen to be passed, by all players in turn
    passed=0,  # those cards
)
SkatDeal = deal_with(
    "SkatDeal",
    bids=0,  # how many players have bid or passed
    contract=0,  # what is played; 0 is nothing yet
    soloist=0,  # who plays it
    discarded=0,  # how many cards he has put away
)

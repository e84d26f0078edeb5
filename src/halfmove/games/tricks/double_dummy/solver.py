"""Double dummy for people and programs: what each card is worth if all cards are open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halfmove.compiled import lane_of, plain
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.tricks.bridge import Bridge
from halfmove.games.tricks.cards import CARD, CARD_BITS
from halfmove.games.tricks.double_dummy.open_deal import CARDS, HANDS, RANKS, open_deal, set_up
from halfmove.games.tricks.double_dummy.search import tricks_of_cards
from halfmove.games.tricks.text import read_seat
from halfmove.games.tricks.whist import Partnership
from halfmove.running.run import run

UNKNOWN = -1
STACK = 1 << 19  # bytes that the deepest search takes, 52 plies deep


class DoubleDummySolver:
    """Solves deals one after another, in the same room."""

    def __init__(self) -> None:
        self.room = open_deal()
        if lane_of(self.room) == "plain":
            self.room = plain(self.room)

    def tricks(self, hands: Sequence[int], trump: int, leader: int, table: Sequence[int] = ()) -> dict[int, int]:
        """Return how many of the tricks that are left North and South take after each card that may be played.

        `hands` are the four hands as sets of cards (suit * 13 + rank), `table` the cards of the trick, which `leader`
        has led to; the trick counts among those that are left.
        """
        room, left = self.room, max(hand.bit_count() for hand in hands)
        room.hands[:] = hands
        room.flag.clear()
        set_up(room, trump)
        on_table, tricks = np.zeros(HANDS, np.int64), np.full(CARDS, UNKNOWN)
        on_table[: len(table)] = table
        run(tricks_of_cards.prepare(room, leader, on_table, len(table), left, tricks), room.flag, stack=STACK)
        return {card: int(tricks[card]) for card in range(CARDS) if tricks[card] != UNKNOWN}

    def card_tricks(self, game: Partnership, deal: Any) -> dict[int, int]:
        """Return how many of the tricks that are left the side to play takes after each card, in a state of a game."""
        hands = [sum(1 << _card(game, card) for card in _cards(game.hand(deal, hand))) for hand in range(HANDS)]
        table, trick = [], deal.trick
        while trick:
            table.append(_card(game, (trick & CARD) - 1))
            trick >>= CARD_BITS
        found = self.tricks(hands, game.trump_of(deal), deal.leader, table)
        left, ours = max(hand.bit_count() for hand in hands), game.seat(deal) & 1 == 0
        tricks = {card // RANKS * game.ranks + card % RANKS: count for card, count in found.items()}
        return tricks if ours else {card: left - count for card, count in tricks.items()}


def double_dummy(hands: str, trump: str = "N", leader: str = "N") -> dict[str, int]:
    """Return how many tricks the leader's side takes after each card he can lead, if all players see all cards.

    `hands` is a deal, or an ending with as many cards in each hand, in PBN: `N:AKQ.T95..432 ...`. `trump` is C, D, H,
    S, or N for none; `leader` is N, E, S or W.
    """
    game: Any = Bridge(contract=trump)
    if game.level:
        raise HalfmoveError(f"trump={trump}: trumps are C, D, H, S or N")
    deal = plain(game).read_pbn(hands)
    sizes = {game.hand(deal, hand).bit_count() for hand in range(HANDS)}
    if len(sizes) != 1 or sizes == {0}:
        raise MalformedText(f"'{hands.strip()}': each hand needs as many cards as the others, and one at least")
    deal = deal._replace(leader=read_seat(leader))
    tricks = DoubleDummySolver().card_tricks(game, deal)
    return {game.card_name(card): count for card, count in tricks.items()}


def _cards(hand: int) -> list[int]:
    return [card for card in range(hand.bit_length()) if hand >> card & 1]


def _card(game: Partnership, card: int) -> int:
    """Return the number of a card in a deck of 13 ranks."""
    return card // game.ranks * RANKS + card % game.ranks

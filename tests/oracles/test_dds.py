"""Double dummy against DDS (Haglund and Hein), through endplay: the tricks after every lead of random deals."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.core.random import random
from halfmove.games.tricks.double_dummy import DoubleDummySolver
from halfmove.games.tricks.text import RANK_LETTERS

DEALS = {1: 100, 3: 300, 5: 300, 8: 300, 10: 100, 13: 15}  # by cards in each hand


@pytest.mark.deep
@pytest.mark.parametrize("cards", DEALS)
def test_every_lead_is_worth_what_dds_says(cards: int, native: None, covered: Any) -> None:
    types = pytest.importorskip("endplay.types", reason="endplay is not installed")
    dds = pytest.importorskip("endplay.dds", reason="endplay is not installed")
    trumps = [types.Denom.clubs, types.Denom.diamonds, types.Denom.hearts, types.Denom.spades, types.Denom.nt]
    players = [types.Player.north, types.Player.east, types.Player.south, types.Player.west]
    solver, numbers = DoubleDummySolver(), random(cards)
    for _ in range(DEALS[cards]):
        hands, trump, leader = deal(numbers, cards), numbers.below(5), numbers.below(4)
        theirs = types.Deal(pbn(hands))
        theirs.trump, theirs.first = trumps[trump], players[leader]
        ours = solver.tricks(hands, trump, leader)
        for card, tricks in dds.solve_board(theirs):
            number = trumps.index(card.suit) * 13 + RANK_LETTERS.index(card.rank.name[1])
            assert ours.pop(number) == (tricks if leader % 2 == 0 else cards - tricks), pbn(hands)
        assert not ours
    covered("deals solved by DDS, all leads", cases=DEALS[cards])


def deal(numbers: Any, cards: int) -> list[int]:
    hands, dealt = [0] * 4, 0
    for place in range(4 * cards):
        card = numbers.below(52)
        while dealt >> card & 1:
            card = numbers.below(52)
        dealt |= 1 << card
        hands[place % 4] |= 1 << card
    return hands


def pbn(hands: list[int]) -> str:
    suits = [
        [
            "".join(RANK_LETTERS[rank] for rank in reversed(range(13)) if hand >> 13 * suit + rank & 1)
            for suit in (3, 2, 1, 0)
        ]
        for hand in hands
    ]
    return "N:" + " ".join(map(".".join, suits))

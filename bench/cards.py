"""Cards: double dummy against DDS, all seven-card poker hands, random games against OpenSpiel's Python loop.

DDS is asked through endplay for the tricks after every lead, and so are we; before each deal our table is emptied, as
DDS empties its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from bench.measure import Row, Times, at_least, seconds_of
from bench.random_games import our_games, python_loop, timed
from halfmove.compiled import Flag
from halfmove.core.random import random
from halfmove.games.holdem.hands import CATEGORIES, count_hands
from halfmove.games.tricks.double_dummy import DoubleDummySolver
from halfmove.games.tricks.double_dummy.open_deal import forget
from halfmove.games.tricks.text import RANK_LETTERS

ENDINGS = ((8, 200, 5), (13, 40, 8))  # cards in each hand, deals, and how many times as long as DDS we may take
SEED = 1
SUITS, RANKS, HANDS, STRAINS = 4, 13, 4, 5
SEVEN_CARD_HANDS, C_SECONDS, BAR_SECONDS = 133_784_560, 2.85, 3  # the time of thirty lines of C is from elsewhere
BAR_GAMES = 20
MILLISECONDS = 1e3
GAMES = (("hearts", "hearts"), ("skat", "skat"))


def rows() -> Iterator[Row]:
    yield from double_dummy()
    yield poker()
    yield from random_games()


def double_dummy() -> Iterator[Row]:
    """Yield a row for endings and one for whole deals."""
    try:
        from endplay.dds import solve_board
        from endplay.types import Deal, Denom, Player
    except ImportError:
        yield Row("double dummy against DDS", "ms", None, note="the peer is absent")
        return
    denominations = [Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt]
    players = [Player.north, Player.east, Player.south, Player.west]
    solver, numbers = DoubleDummySolver(), random(SEED)
    solver.tricks(dealt(numbers, 1), 0, 0)
    for cards, deals, bar in ENDINGS:
        ours, peer = 0.0, 0.0
        for _ in range(deals):
            hands, trump, leader = dealt(numbers, cards), numbers.below(STRAINS), numbers.below(HANDS)
            theirs = Deal(pbn(hands))
            theirs.trump, theirs.first = denominations[trump], players[leader]
            forget(solver.room)
            ours += seconds_of(partial(solver.tricks, hands, trump, leader))
            peer += seconds_of(partial(solve_board, theirs))
        what = f"double dummy, all leads, {cards} cards: times as long as DDS"
        shown = (MILLISECONDS * ours / deals, MILLISECONDS * peer / deals)
        met, note = ours / peer <= bar, f"mean of {deals} random deals, any trumps"
        yield Row(what, "ms", *shown, ours / peer, f"<= {bar}", met, note, what, "DDS through endplay")


def dealt(numbers: Any, cards: int) -> list[int]:
    """Return four hands of so many cards."""
    hands, taken = [0] * HANDS, 0
    for place in range(HANDS * cards):
        card = numbers.below(SUITS * RANKS)
        while taken >> card & 1:
            card = numbers.below(SUITS * RANKS)
        taken |= 1 << card
        hands[place % HANDS] |= 1 << card
    return hands


def pbn(hands: list[int]) -> str:
    """Write four hands in PBN."""
    written = []
    for hand in hands:
        suits = [[rank for rank in reversed(range(RANKS)) if hand >> RANKS * suit + rank & 1] for suit in range(SUITS)]
        written.append(".".join("".join(RANK_LETTERS[rank] for rank in suit) for suit in reversed(suits)))
    return "N:" + " ".join(written)


def poker() -> Row:
    """Count all hands of seven cards."""
    counts = np.zeros(len(CATEGORIES), np.int64)
    seconds = seconds_of(count_hands.prepare(Flag(), 7, counts))
    assert counts.sum() == SEVEN_CARD_HANDS
    what, elsewhere = "all 133,784,560 hands of seven cards, one thread", f"{C_SECONDS} s by 30 lines of C"
    return Row(what, "s", seconds, bar=f"<= {BAR_SECONDS}", met=seconds <= BAR_SECONDS, elsewhere=elsewhere)


def random_games() -> Iterator[Row]:
    """Yield a row for each game that OpenSpiel has too."""
    try:
        import pyspiel
    except ImportError:
        yield Row("random card games against OpenSpiel", "games/s", None, note="the peer is absent")
        return
    for ours, theirs in GAMES:
        (mine, plies), (looped, their_plies) = timed(our_games(ours), python_loop(pyspiel.load_game(theirs)))
        note = f"{plies:.1f} and {their_plies:.1f} plies a game"
        what = f"random games, {ours}, against OpenSpiel's Python loop"
        yield at_least(
            what,
            "games/s",
            Times(mine, looped),
            BAR_GAMES,
            -1.0,
            note,
            f"random games, {ours}",
            "OpenSpiel's Python loop",
        )

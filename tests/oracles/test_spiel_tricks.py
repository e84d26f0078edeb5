"""Hearts, Skat and the play of bridge against OpenSpiel's: at every ply of random games, and what each player knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from spiel_games import Tally

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.games import game_named
from halfmove.games.tricks.skat import SKAT
from halfmove.games.tricks.text import SEATS

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 4, 10_000, 500_000
RANKS, SUITS = 13, 4
PASS, BIDS, LEVELS = 52, 55, 5  # their numbers of calls, and how many calls a level has


def _by_rank(card: int) -> int:
    """Return the number of a card where they count rank by rank."""
    return card % RANKS * SUITS + card // RANKS


class Oracle(NamedTuple):
    """A game of ours, the same of OpenSpiel, and how one is told in terms of the other."""

    ours: str
    theirs: str
    translate: Callable[[int], int]
    begin: Callable[[Any, Any], Iterator[int]]  # their actions that lead to our state after the deal
    worth: Callable[[float], float]


def _hearts(game: Any, deal: Any) -> Iterator[int]:
    yield deal.direction
    yield from (_by_rank(card) for card in _dealt(game, deal, [seat for _ in range(RANKS) for seat in range(4)]))


def _skat(game: Any, deal: Any) -> Iterator[int]:
    order = [0] * 3 + [1] * 3 + [2] * 3 + [SKAT] * 2 + [0] * 4 + [1] * 4 + [2] * 4 + [0] * 3 + [1] * 3 + [2] * 3
    yield from _dealt(game, deal, order)


def _bridge(game: Any, deal: Any) -> Iterator[int]:
    yield from (_by_rank(card) for card in _dealt(game, deal, [seat for _ in range(RANKS) for seat in range(4)]))
    yield from [PASS] * game.soloist
    yield BIDS + (game.level - 1) * LEVELS + game.trump
    yield from [PASS] * 3


def _dealt(game: Any, deal: Any, order: list[int]) -> Iterator[int]:
    """Yield the cards of a deal in the order in which they are given to owners."""
    hands = [[card for card in range(game.cards) if game.hand(deal, owner) >> card & 1] for owner in range(game.owners)]
    yield from (hands[owner].pop() for owner in order)


ORACLES = [
    Oracle("hearts", "hearts", _by_rank, _hearts, lambda value: value + 26),
    Oracle("hearts:passing=false", "hearts(pass_cards=False)", _by_rank, _hearts, lambda value: value + 26),
    Oracle("skat", "skat", lambda action: action, _skat, lambda value: value / 120),
    *(
        Oracle(
            f"bridge:contract={contract},declarer={declarer}",
            "bridge(use_double_dummy_result=False)",
            _by_rank,
            _bridge,
            lambda value: value,
        )
        for contract, declarer in (("1C", "N"), ("3N", "E"), ("4S", "S"), ("6D", "W"), ("7H", "N"), ("2N", "W"))
    ),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_rules_agree(oracle: Oracle) -> None:
    _compare(oracle, 0, SAMPLE, 0)


@pytest.mark.deep
@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_rules_agree_in_many_games(oracle: Oracle, compared: Any) -> None:
    name = oracle.ours.partition(":")[0]
    shared = sum(other.ours.partition(":")[0] == name for other in ORACLES)
    compared(name, *_compare(oracle, SAMPLE, GAMES // shared + 1, STATES // shared + 1))


def _compare(oracle: Oracle, first: int, games: int, states: int) -> Tally:
    """Compare at every ply of at least so many games and states: turn, legal actions, end, returns."""
    game, theirs = plain(game_named(oracle.ours)), pyspiel.load_game(oracle.theirs)
    seen, seed = 0, first
    while seed < first + games or seen < states:
        numbers, state, other = random(seed), game.initial, theirs.new_initial_state()
        seed += 1
        while game.to_move(state) == CHANCE:
            seen += 1
            state = game.result(state, game.sample(state, numbers))
        for action in oracle.begin(game, state):
            other.apply_action(action)
        while not other.is_terminal():
            seen += 1
            assert not game.is_terminal(state), game.show(state)
            assert game.to_move(state) == other.current_player(), game.show(state)
            actions = legal_actions(game, state)
            legal = {oracle.translate(action): action for action in actions}
            assert set(legal) == set(other.legal_actions()), game.show(state)
            action = actions[numbers.below(len(actions))]
            other.apply_action(oracle.translate(action))
            state = game.result(state, action)
        assert game.is_terminal(state), game.show(state)
        worth = [oracle.worth(value) for value in utility_vector(game, state)]
        assert worth == pytest.approx(other.returns()), game.show(state)
    return Tally(seed - first, seen)


def test_seats_are_theirs() -> None:
    assert [name[0] for name in SEATS] == ["N", "E", "S", "W"]

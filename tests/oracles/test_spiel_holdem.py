"""Limit hold'em against OpenSpiel's universal_poker, and poker hands against three evaluators."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from spiel_games import Tally

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.games.holdem import Holdem
from halfmove.games.holdem.hands import hand_value
from halfmove.games.holdem.text import RANK_LETTERS, SUIT_LETTERS, card_name

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 10, 10_000, 500_000
HANDS = 50_000
SAME_RULES = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind={small} {big},firstPlayer=1 2 2 2,numSuits=4,"
    "numRanks={ranks},numHoleCards=2,numBoardCards=0 3 1 1,raiseSize={bet} {bet} {later} {later},"
    "maxRaises={raises} {cap} {cap} {cap},stack=100000 100000)"
)
VARIANTS = [Holdem(), Holdem(small=5, big=10, bet=10, later=20, cap=2)]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_rules_agree(game: Any) -> None:
    compare(game, 0, SAMPLE, 0)


@pytest.mark.deep
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_rules_agree_in_many_games(game: Any, compared: Any) -> None:
    compared("holdem", *compare(game, SAMPLE, GAMES // len(VARIANTS), STATES // len(VARIANTS)))


def compare(game: Any, first: int, games: int, states: int) -> Tally:
    """Compare at every ply of at least so many games and states: turn, chances, legal actions, end, returns."""
    written = SAME_RULES.format(
        **{name: getattr(game, name) for name in game.__dataclass_fields__}, raises=game.cap - 1
    )
    rules, theirs = plain(game), pyspiel.load_game(written)
    seen, seed = 0, first
    while seed < first + games or seen < states:
        numbers, state, other = random(seed), game.initial, theirs.new_initial_state()
        seed += 1
        while not other.is_terminal():
            seen += 1
            assert not rules.is_terminal(state), rules.show(state)
            actions = legal_actions(rules, state)
            if rules.to_move(state) == CHANCE:
                assert other.is_chance_node()
                action = rules.sample(state, numbers)
                assert action in actions
                other.apply_action(action % game.ranks * 4 + action // game.ranks)
            else:
                assert rules.to_move(state) == other.current_player()
                assert actions == sorted(other.legal_actions()), rules.show(state)
                action = actions[numbers.below(len(actions))]
                other.apply_action(action)
            state = rules.result(state, action)
        assert rules.is_terminal(state), rules.show(state)
        assert utility_vector(rules, state) == tuple(other.returns()), rules.show(state)
    return Tally(seed - first, seen)


def random_hands(count: int, seed: int) -> list[list[int]]:
    numbers, hands = random(seed), []
    for _ in range(count):
        cards: set[int] = set()
        while len(cards) < 7:
            cards.add(numbers.below(52))
        hands.append(sorted(cards))
    return hands


def same_order(hands: list[list[int]], values: list[Any]) -> bool:
    """Tell whether hands compare, each with the next, as their values from somewhere else do; more is better there."""
    ours = [hand_value.python(sum(1 << card for card in hand)) for hand in hands]
    pairs = zip(pairwise(ours), pairwise(values), strict=True)
    return all((a > b) == (x > y) and (a == b) == (x == y) for (a, b), (x, y) in pairs)


@pytest.mark.deep
def test_eval7(covered: Any) -> None:
    eval7 = pytest.importorskip("eval7", reason="eval7 is not installed")
    hands = random_hands(HANDS, 1)
    cards = [eval7.Card(card_name(card)) for card in range(52)]
    assert same_order(hands, [eval7.evaluate([cards[card] for card in hand]) for hand in hands])
    covered("poker hands of eval7", cases=len(hands))


@pytest.mark.deep
def test_phevaluator(covered: Any) -> None:
    phevaluator = pytest.importorskip("phevaluator", reason="phevaluator is not installed")
    hands = random_hands(HANDS, 2)
    values = [-phevaluator.evaluate_cards(*(card_name(card) for card in hand)) for hand in hands]
    assert same_order(hands, values)
    covered("poker hands of phevaluator", cases=len(hands))


@pytest.mark.deep
def test_pokerkit(covered: Any) -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")
    hands = random_hands(HANDS // 10, 3)
    names = [RANK_LETTERS[card % 13] + SUIT_LETTERS[card // 13] for card in range(52)]
    values = [pokerkit.StandardHighHand.from_game("".join(names[card] for card in hand)) for hand in hands]
    assert same_order(hands, values)
    covered("poker hands of PokerKit", cases=len(hands))

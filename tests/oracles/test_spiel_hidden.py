"""Games that hide something against OpenSpiel's: turns, actions, ends, utilities, and what players can tell apart.

Our information keys and OpenSpiel's information states have to part the turns of a player in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.knowledge import WithKeys
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.games import game_named

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 60, 10_000, 500_000  # in many games: so many of each game, all its variants together


class Oracle(NamedTuple):
    """A game of ours, the same game of OpenSpiel, and our actions in its numbers."""

    ours: str
    theirs: str
    translate: Callable[[Any, Any, int], int] = lambda game, state, action: action
    at_once: bool = False  # whether players choose at once there
    scale: float = 1.0  # our utilities, as many times theirs
    remembers: bool = True  # whether their information states tell everything that was seen


def _poker(game: Any, state: Any, action: int) -> int:
    return action - 1 if game.to_move(state) == CHANCE else action


def _battleship(game: Any, state: Any, action: int) -> int:
    if state.placed == 2 * len(game.ships):
        return action
    return (1 + (action & 1)) * game.width * game.height + (action >> 1)


def _card(game: Any, state: Any, action: int) -> int:
    return action - 1


_SEA = (
    "battleship(board_width={},board_height={},num_shots={},ship_sizes=[{}],ship_values=[{}],allow_repeated_shots={})"
)

ORACLES = [
    Oracle("kuhn-poker", "kuhn_poker", _poker),
    Oracle("leduc-poker", "leduc_poker", _poker),
    Oracle("leduc-poker:see_suits=false", "leduc_poker(suit_isomorphism=True)", _poker),
    Oracle("liars-dice", "liars_dice"),
    Oracle("liars-dice:dice=2,sides=4", "liars_dice(numdice=2,dice_sides=4)"),
    Oracle("goofspiel:cards=4", "goofspiel(num_cards=4,imp_info=True,points_order=descending)", _card, True),
    Oracle(
        "goofspiel:cards=6,order=ascending", "goofspiel(num_cards=6,imp_info=True,points_order=ascending)", _card, True
    ),
    Oracle(
        "goofspiel:cards=5,order=random,margin=true",
        "goofspiel(num_cards=5,imp_info=True,points_order=random,returns_type=point_difference)",
        _card,
        True,
        2.0,  # they count the difference from the mean
    ),
    Oracle(
        "goofspiel:cards=13,order=random,hidden=false",
        "goofspiel",
        _card,
        True,
        remembers=False,  # who bid what in which round
    ),
    Oracle("battleship:width=2,height=2,ships=1,shots=2", _SEA.format(2, 2, 2, "1", "1", "True"), _battleship),
    Oracle(
        "battleship:width=3,height=4,ships=2-3,worth=1-2,shots=6,repeats=false",
        _SEA.format(3, 4, 6, "2;3", "1.0;2.0", "False"),
        _battleship,
    ),
    Oracle("battleship", "battleship", _battleship),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_hidden_rules_agree(oracle: Oracle) -> None:
    _compare(oracle, 0, 3 if oracle.ours == "battleship" else SAMPLE, 0)


@pytest.mark.deep
@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_hidden_rules_agree_in_many_games(oracle: Oracle, compared: Callable[[str, int, int], None]) -> None:
    variants = sum(base_name(each.ours) == base_name(oracle.ours) for each in ORACLES)
    compared(f"{oracle.ours}: OpenSpiel", *_compare(oracle, 1, GAMES // variants + 1, STATES // variants + 1))


def base_name(name: str) -> str:
    """Return the name of a game without its parameters."""
    return name.partition(":")[0]


def _compare(oracle: Oracle, seed: int, games: int, states: int) -> tuple[int, int]:
    """Compare at every ply of at least so many games and states."""
    game, numbers = plain(game_named(oracle.ours)), random(seed)
    keyed = plain(WithKeys(game))
    theirs = pyspiel.load_game(oracle.theirs)
    if oracle.at_once:
        theirs = pyspiel.convert_to_turn_based(theirs)
    texts: dict[Any, str] = {}
    keys: dict[Any, int] = {}
    played = seen = 0
    while played < games or seen < states:
        played += 1
        state, other = keyed.initial, theirs.new_initial_state()
        while True:
            seen += 1
            assert keyed.is_terminal(state) == other.is_terminal()
            if other.is_terminal():
                utilities = [keyed.utility(state, player) / oracle.scale for player in (0, 1)]
                assert utilities == pytest.approx(other.returns())
                break
            mover = keyed.to_move(state)
            assert mover == (CHANCE if other.is_chance_node() else other.current_player())
            actions = {oracle.translate(game, state.state, action): action for action in legal_actions(keyed, state)}
            assert sorted(actions) == sorted(other.legal_actions())
            if mover != CHANCE:
                key, text = keyed.information_key(state, mover), other.information_state_string(mover)
                assert texts.setdefault((mover, key), text) == text
                assert not oracle.remembers or keys.setdefault((mover, text), key) == key
            else:
                ours = {oracle.translate(game, state.state, each): share for each, share in game.chances(state.state)}
                assert ours == pytest.approx(dict(other.chance_outcomes()))
            chosen = sorted(actions)[numbers.below(len(actions))]
            state = keyed.result(state, actions[chosen])
            other.apply_action(chosen)
    return played, seen

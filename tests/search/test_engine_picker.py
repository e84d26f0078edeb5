"""In which order the engine tries actions, and what it may claim where it has left some out."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import pytest

from halfmove.compiled import compiled, plain
from halfmove.core.advice import Advice, AdviceWrapper
from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.games.trees.random_games import random_tree
from halfmove.running.table import NO_ACTION
from halfmove.search.engine import Engine
from halfmove.search.engine.node import Node, search_node
from halfmove.search.engine.picker import Candidate, list_actions, list_first, list_tactics, score_of
from halfmove.search.minimax import minimax

pytestmark = pytest.mark.one_lane

CONNECT_FOUR = plain(game_named("connect-four"))
NODE = Node(4, 1, -1.0, 1.0, 0, 6)


@compiled
class FourTactics(AdviceWrapper):
    """Calls the first four columns tactics: poor are the first two."""

    game: Any
    inner: Any
    tactics_first = True

    def tactics(self, board):
        yield from range(4)

    def is_tactical(self, board, column):
        return column < 4

    def order(self, board, column):
        return column - 2.0


def worker_of(game: Game, advice: Advice) -> Any:
    return Engine(game, advice=advice, megabytes=1)._search(None, Limit(), (), 1, ()).worker


@pytest.fixture
def worker() -> Any:
    return worker_of(CONNECT_FOUR, FourTactics(CONNECT_FOUR, CONNECT_FOUR.advice))


def listed(worker: Any, end: int) -> set[int]:
    return set(worker.listed[worker.list_start : end])


def test_poor_tactics_are_left_out_unless_all_count(worker):
    assert listed(worker, list_tactics(worker, CONNECT_FOUR.initial, False, NO_ACTION)) == {2, 3}
    assert listed(worker, list_tactics(worker, CONNECT_FOUR.initial, True, NO_ACTION)) == {0, 1, 2, 3}


def test_what_is_listed_is_not_listed_again(worker):
    end = list_tactics(worker, CONNECT_FOUR.initial, False, NO_ACTION)
    first, worker.list_start = worker.list_start, end
    assert listed(worker, list_actions(worker, CONNECT_FOUR.initial, NODE, NO_ACTION, first)) == {0, 1, 4, 5, 6}


def test_tactics_come_first_unless_the_action_that_is_known_is_none_of_them(worker):
    for known, expected in ((NO_ACTION, {2, 3}), (3, {2, 3}), (5, set()), (0, set())):
        end, selected = list_first(worker, CONNECT_FOUR.initial, NODE, known, False, False)
        assert (listed(worker, end), selected) == (expected, False)
    end, _ = list_first(worker, CONNECT_FOUR.initial, NODE, 5, True, False)  # nothing quiet could catch up
    assert listed(worker, end) == {2, 3}


def test_the_stages(worker):
    worker.killers[NODE.ply, 0], worker.killers[NODE.ply, 1] = 11, 12
    worker.countermoves[NODE.player, NODE.last] = 13
    worker.history[NODE.player, 14] = 5
    stages = [
        Candidate(10, 0.0, False),  # that the table knows
        Candidate(20, 3.0, True),
        Candidate(21, 0.0, True),
        Candidate(11, 0.0, False),
        Candidate(12, 0.0, False),
        Candidate(13, 0.0, False),
        Candidate(14, 0.0, False),
        Candidate(15, 0.0, False),
        Candidate(22, -1.0, True),
    ]
    scores = [score_of(worker, NODE, 10, candidate) for candidate in stages]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(stages)


@compiled
class FirstAlone(AdviceWrapper):
    """Has the first action of a state looked at, and no other."""

    game: Any
    inner: Any

    def selective_moves(self, state):
        yield legal_actions(self.game, state)[0], 0.0, False


@pytest.mark.parametrize("seed", range(20))
def test_what_was_left_out_is_looked_at_before_a_value_is_exact(seed):
    game = plain(random_tree(seed, depth=5, width=3))
    seen = []
    for progress in Engine(game, advice=FirstAlone(game, game.advice), megabytes=1).think():
        seen.append(progress.best.exact)
        if progress.best.exact:
            assert progress.best.value == minimax(game).value
    assert seen[-1]


class Count(NamedTuple):
    plies: int = 0
    player: int = 0


class FirstWins(Game):
    """Six plies of which none matters: the first player wins."""

    initial = Count()

    def to_move(self, count):
        return count.player

    def actions(self, count):
        yield 0
        yield 1

    def result(self, count, action):
        return Count(count.plies + 1, 1 - count.player)

    def is_terminal(self, count):
        return count.plies >= 6

    def utility(self, count, player):
        return 1.0 if player == 0 else -1.0


class FirstWinsAdvice(Advice):
    def evaluate(self, count, player):
        return 0.5 if player == 0 else -0.5

    def pass_turn(self, count):
        return Count(count.plies + 1, 1 - count.player)


def test_a_win_after_a_null_move_is_no_win():
    """It shows that the state is good enough, not that it is won: nobody may pass."""
    game = FirstWins()
    worker = worker_of(game, game.advice)
    beta = math.nextafter(0.1, 1.0)
    assert search_node(worker, Count(2, 0), Node(9, 1, 0.1, beta, 0, 0)) == beta

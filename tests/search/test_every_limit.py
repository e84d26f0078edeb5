"""Every search honours every field of a limit, or says that it cannot."""

from __future__ import annotations

from collections import deque
from functools import partial

import pytest

from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.play.players.search import search_of
from halfmove.play.players.searches import SEARCHES
from halfmove.play.players.spec import Spec
from halfmove.search.alphabeta import alphabeta
from halfmove.search.engine import Engine
from halfmove.search.iterative_deepening import deepest
from halfmove.search.mcts import TreeSearch
from halfmove.search.solving import prove

GAME = ConnectFour()  # which none of these ends in a lifetime, unless it is limited
GAMES = 10**9  # of Monte Carlo: as good as no limit
NODES, MORE = 500, 64  # at most, and what the last game or the last expansion may add
PLIES, WIDTH = 2, 7
CLOCK = {"remaining": 0.4, "increment": 0.02, "moves_to_go": 4}
PATIENCE = 300  # seconds until a search that does not end is ended, on however busy a machine
OPTIONS = {"montecarlo": {"games": GAMES}}
SIMULATIONS = 10  # of a tree search that nothing but plies limits
LONG = {"metareason": {"nodes": 1_000_000}}  # which otherwise ends by itself


def by_name(name):
    def search(game, limit):
        found, _ = search_of(Spec(name, OPTIONS.get(name, {})), game)
        return found(game, limit=limit)

    return search


EVERY = {name: by_name(name) for name in SEARCHES}
EVERY |= {
    "prove": lambda game, limit: prove(game, limit=limit, megabytes=1),
    "deepest": lambda game, limit: deepest(alphabeta, game, limit=limit),
    "Engine": lambda game, limit: Engine(game, megabytes=1).choose(limit=limit),
}
TO_THE_END = ("prove",)


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("name", EVERY)
def test_every_search_honours_every_limit(name, lane):
    game, search = lane(GAME), EVERY[name]
    legal = legal_actions(game, game.initial)
    assert search(game, Limit(nodes=NODES)).nodes <= NODES + MORE
    for limit in ({"seconds": 0.05}, CLOCK):
        choice = search(game, Limit(**LONG.get(name, {}), **limit))  # that it ends is the test
        assert choice.action in legal
    if name in TO_THE_END:
        with pytest.raises(HalfmoveError, match=f"cannot be limited to {PLIES} plies"):
            search(game, Limit(depth=PLIES))
    elif name == "montecarlo":  # whose games are cut off: two plies of so many nodes are many games
        few = partial(search_of(Spec(name, {"games": 3}), game)[0], game)
        assert few(limit=Limit(depth=PLIES)).nodes == 3 * WIDTH * PLIES
    elif name == "mcts":  # whose tree grows no deeper, but for its playouts
        (progress,) = deque(TreeSearch(game, simulations=SIMULATIONS).think(limit=Limit(depth=PLIES)), maxlen=1)
        assert progress.deepest == PLIES
    else:
        choice = search(game, Limit(depth=PLIES))
        assert choice.depth <= PLIES
        assert choice.nodes < NODES


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "montecarlo"])
def test_the_smaller_depth_counts(name, lane):
    game = lane(GAME)
    search, _ = search_of(Spec(name, {"simulations": SIMULATIONS} if name == "mcts" else {}), game)
    nodes = search(game, limit=Limit(depth=PLIES)).nodes
    assert search(game, depth=PLIES, limit=Limit(depth=9)).nodes == nodes
    assert search(game, depth=9, limit=Limit(depth=PLIES)).nodes == nodes


def test_a_clock_is_shared_by_the_moves_to_go_and_the_increment():
    assert Limit(remaining=40.0, moves_to_go=4).share() == 10.0
    assert Limit(remaining=40.0, moves_to_go=4, increment=4.0).share() == 13.0
    assert Limit(remaining=40.0, moves_to_go=4, seconds=1.0).share() == 1.0


@pytest.mark.parametrize("limit", [{"increment": 1.0}, {"moves_to_go": 4}, {"seconds": 1.0, "increment": 1.0}])
def test_what_belongs_to_a_clock_is_refused_without_one(limit):
    with pytest.raises(HalfmoveError, match="say also what is remaining on the clock"):
        Limit(**limit)

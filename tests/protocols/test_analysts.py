"""Who thinks where no engine can: any search, ever deeper, in any order of merit, and stopped from another thread."""

import threading

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.play.players.search import SearchAnalyst, analyst_of
from halfmove.play.players.spec import Spec, parse_spec
from halfmove.search.dice import DiceEngine
from halfmove.search.engine import Engine
from halfmove.search.minimax import minimax


def searcher(name, spec):
    return SearchAnalyst(plain(game_named(name)), parse_spec(spec))


def test_the_engine_thinks_where_it_can():
    assert isinstance(analyst_of(plain(game_named("tic-tac-toe"))), Engine)
    assert isinstance(analyst_of(plain(game_named("tic-tac-toe")), Spec("engine")), Engine)
    assert isinstance(analyst_of(plain(game_named("tic-tac-toe")), Spec("minimax")), SearchAnalyst)
    assert isinstance(analyst_of(plain(game_named("pig"))), DiceEngine)
    assert isinstance(analyst_of(plain(game_named("three-player-nim"))), SearchAnalyst)


def test_it_goes_ever_deeper_until_a_value_is_proven():
    depths = [progress.depth for progress in searcher("nim:heaps=1-2", "alphabeta").think()]
    assert depths == list(range(1, len(depths) + 1))
    *_, last = searcher("nim:heaps=1-2", "alphabeta").think()
    assert last.lines[0].exact


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim:heaps=2-2", "kalah:holes=2,seeds=2", "pig:goal=5"])
def test_several_lines_are_in_order_of_merit(name):
    game = plain(game_named(name))
    spec = "expectiminimax" if name.startswith("pig") else "minimax"
    *_, last = searcher(name, spec).think(limit=Limit(depth=3), lines=3)
    values = [choice.value for choice in last.lines]
    assert values == sorted(values, reverse=True)
    assert len(last.lines) == min(3, len(legal_actions(game, game.initial)))
    if spec == "minimax":
        assert values[0] == minimax(game, depth=3).value


def test_every_player_of_three_looks_at_his_own_value():
    *_, last = searcher("three-player-nim:stones=4", "maxn").think(lines=3)
    assert last.lines[0].value == max(choice.value for choice in last.lines)


def test_limits_of_nodes():
    *_, last = searcher("connect-four", "alphabeta").think(limit=Limit(nodes=500))
    assert last.nodes <= 500


def test_a_search_that_does_not_deepen():
    (only,) = searcher("tic-tac-toe", "montecarlo:games=20").think(lines=3)
    assert len(only.lines) == 3
    assert only.lines[0].nodes > 100


def test_it_can_be_stopped():
    analyst = searcher("go:size=9", "alphabeta")
    seen = []
    thinking = analyst.think()

    def think():
        seen.extend(thinking)

    thread = threading.Thread(target=think)
    thread.start()
    analyst.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert seen
    assert seen[-1].lines[0].action is not None

"""A search begins in plain Python, and the game is compiled only if that is not enough."""

import subprocess
import sys

import pytest

from halfmove.compiled import lane_of, plain
from halfmove.compiled.lane import JIT, Kernel
from halfmove.compiled.native.folder import Place
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.play.players import plain_first as first
from halfmove.play.players.search import think
from halfmove.play.players.spec import Spec, parse_spec

pytestmark = pytest.mark.skipif(not JIT, reason="the compiled lane is off")

PATIENCE = 500  # seconds in plain Python: a slow machine too solves tic-tac-toe in them


@pytest.fixture(autouse=True)
def marks(monkeypatch, tmp_path):
    """Where it is noted what was compiled: nothing was."""
    monkeypatch.setattr(first, "place", lambda: Place(tmp_path, ""))


@pytest.fixture
def compilations(monkeypatch):
    """The kernels that were made ready as machine code."""
    made = []
    ready = Kernel.ready

    def noted(self, *args):
        found = ready(self, *args)
        if found is not self.plain:
            made.append(self)
        return found

    monkeypatch.setattr(Kernel, "ready", noted)
    return made


def test_a_small_game_is_not_compiled(monkeypatch, compilations):
    monkeypatch.setattr(first, "PLAIN_SECONDS", PATIENCE)
    game = game_named("tic-tac-toe")
    last = list(first.plain_first(Spec("strong"), game, game.initial, Limit()))[-1]
    assert (last.best.value, last.best.exact) == (0.0, True)
    assert last.best.game is game
    assert compilations == []


def test_a_search_that_outlives_the_first_moments_is_compiled(monkeypatch, compilations):
    monkeypatch.setattr(first, "PLAIN_SECONDS", 0.0)
    game = game_named("connect-four")
    spec = parse_spec("alphabeta:depth=11")
    last = list(first.plain_first(spec, game, game.initial, Limit()))[-1]
    assert last == list(think(spec, game, game.initial, Limit()))[-1]
    assert not last.best.stopped
    assert compilations


def test_a_game_that_was_compiled_before_is_not_searched_in_plain_python(monkeypatch):
    game, lanes = game_named("connect-four:width=5"), []

    def noted(spec, game, state, limit, seed):
        lanes.append((lane_of(game), limit.seconds))
        return think(spec, game, state, limit, seed)

    monkeypatch.setattr(first, "think", noted)
    monkeypatch.setattr(first, "PLAIN_SECONDS", 0.0)
    for _ in range(2):
        *_, _ = first.plain_first(parse_spec("alphabeta:depth=11"), game, game.initial, Limit(seconds=900.0))
    assert lanes == [("plain", 900.0), ("compiled", 900.0), ("compiled", 900.0)]  # the plain one takes no time of it


@pytest.mark.parametrize("limit", [Limit(depth=3), Limit(nodes=200), Limit(depth=4, nodes=500)])
def test_the_answer_is_the_same_in_whichever_lane(limit):
    game = game_named("connect-four:width=4,height=4")
    for text in ("engine", "alphabeta", "memoised"):
        expected = list(think(parse_spec(text), plain(game), game.initial, limit))
        found = list(first.plain_first(parse_spec(text), game, game.initial, limit))
        assert found == expected


def test_best_answers_from_an_empty_cache_without_the_compiler(tmp_path, fresh_environment):
    command = f"app(['best', 'tic-tac-toe', '--quiet', '--seconds', '{2 * PATIENCE}'], standalone_mode=False)"
    patience = f"from halfmove.play.players import plain_first; plain_first.PLAIN_SECONDS = {PATIENCE}"
    program = f"import sys; {patience}; from halfmove.cli import app; {command}; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=fresh_environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["a3", "False"]

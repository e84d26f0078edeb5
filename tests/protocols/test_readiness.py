"""Whatever takes time is done before `readyok`, and before a search begins: nothing of it is taken off a clock."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from talking import Stub, Talk

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.thinkers import thinker_of
from halfmove.protocols.ugi import Ugi
from halfmove.search.engine import Engine

TABLE = 64  # megabytes
NEARLY_ALL = 0.9 * TABLE  # megabytes: beside the table, some memory comes and goes
MEGABYTE = 1 << 20
RESIDENT = Path("/proc/self/statm")


def resident() -> float:
    """Return how many megabytes this process really has, and not only a promise of."""
    return int(RESIDENT.read_text().split()[1]) * resource.getpagesize() / MEGABYTE


@pytest.mark.skipif(not RESIDENT.exists(), reason="this system does not tell what is resident")
def test_the_table_is_there_before_the_first_search(lane):
    game = lane(game_named("tic-tac-toe"))
    Engine(game, megabytes=1).choose(limit=Limit(nodes=100))  # compiled: that takes memory too
    before = resident()
    engine = Engine(game, megabytes=TABLE)
    engine.prepare()
    assert resident() - before > NEARLY_ALL


@pytest.mark.skipif(not RESIDENT.exists(), reason="this system does not tell what is resident")
def test_a_larger_table_is_there_before_readyok():
    talk = Talk(Ugi, plain(game_named("tic-tac-toe")), thinker=thinker_of)
    talk("setoption name Hash value 1", "isready", "go nodes 100")
    before = resident()
    assert talk(f"setoption name Hash value {TABLE}", "isready") == ["readyok"]
    assert resident() - before > NEARLY_ALL


@pytest.mark.parametrize("line", ["boardsize 7", "boardsize 5", "clear_board", "komi 0.5"])
def test_gtp_is_prepared_before_it_is_asked_for_an_action(line):
    Stub.made.clear()
    talk = Talk(Gtp, game_named("go:size=5"))
    assert talk(line) == ["=", ""]
    (thinker,) = Stub.made
    assert thinker.prepared == 1
    assert thinker.game.size == (7 if "7" in line else 5)
    talk("genmove b", "genmove w")
    assert Stub.made == [thinker]
    assert thinker.prepared == 1


def test_gtp_is_prepared_for_a_game_from_a_file(tmp_path):
    Stub.made.clear()
    talk = Talk(Gtp, game_named("go:size=5"))
    (tmp_path / "game.sgf").write_text("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee])")
    assert talk(f"loadsgf {tmp_path / 'game.sgf'}") == ["=", ""]
    assert [(thinker.game.size, thinker.prepared) for thinker in Stub.made] == [(9, 1)]


def test_a_board_that_nobody_can_think_about_is_still_a_board():
    def nobody(game, spec=None):
        raise HalfmoveError("nobody thinks about this")

    talk = Talk(Gtp, game_named("go:size=5"), thinker=nobody)
    assert talk("boardsize 7", "play b C3") == ["=", ""] * 2
    assert talk("genmove w") == ["? nobody thinks about this", ""]

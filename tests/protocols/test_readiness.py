"""Whatever takes time is done before `readyok`, and before a search begins: nothing of it is taken off a clock."""

from __future__ import annotations

import resource

import pytest
from talking import Stub, Talk

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.players.search import analyst_of
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.ugi import Ugi
from halfmove.search.engine import Engine

TABLE = 64  # megabytes
STRAY = 16  # pages: that many may come with anything; a table that was only promised has more, however large they are


def pages_missing(engine: Engine) -> int:
    """Return how many pages of its table an engine was only promised: such a page is handed out when it is read."""
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    assert engine.table.words[:: resource.getpagesize() // engine.table.words[0].nbytes].sum() == 0
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_the_table_is_there_before_the_first_search(lane):
    engine = Engine(lane(game_named("tic-tac-toe")), megabytes=TABLE)
    engine.prepare()
    assert pages_missing(engine) < STRAY


def test_a_larger_table_is_there_before_readyok():
    engines = []

    def analyst(*arguments, **options):
        engines.append(analyst_of(*arguments, **options))
        return engines[-1]

    talk = Talk(Ugi, plain(game_named("tic-tac-toe")), analyst=analyst)
    talk("setoption name Hash value 1", "isready", "go nodes 100")
    assert talk(f"setoption name Hash value {TABLE}", "isready") == ["readyok"]
    assert engines[-1].table.words.nbytes > TABLE << 19
    assert pages_missing(engines[-1]) < STRAY


@pytest.mark.parametrize("line", ["boardsize 7", "boardsize 5", "clear_board", "komi 0.5"])
def test_gtp_is_prepared_before_it_is_asked_for_an_action(line):
    Stub.made.clear()
    talk = Talk(Gtp, game_named("go:size=5"))
    assert talk(line) == ["=", ""]
    (analyst,) = Stub.made
    assert analyst.prepared == 1
    assert analyst.game.size == (7 if "7" in line else 5)
    talk("genmove b", "genmove w")
    assert Stub.made == [analyst]
    assert analyst.prepared == 1


def test_gtp_is_prepared_for_a_game_from_a_file(tmp_path):
    Stub.made.clear()
    talk = Talk(Gtp, game_named("go:size=5"))
    (tmp_path / "game.sgf").write_text("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee])")
    assert talk(f"loadsgf {tmp_path / 'game.sgf'}") == ["=", ""]
    assert [(analyst.game.size, analyst.prepared) for analyst in Stub.made] == [(9, 1)]


def test_a_board_that_nobody_can_think_about_is_still_a_board():
    def nobody(game, spec=None):
        raise HalfmoveError("nobody thinks about this")

    talk = Talk(Gtp, game_named("go:size=5"), analyst=nobody)
    assert talk("boardsize 7", "play b C3") == ["=", ""] * 2
    assert talk("genmove w") == ["? nobody thinks about this", ""]

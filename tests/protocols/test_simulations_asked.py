"""Tree search asked through a protocol: what a `go` command says decides how long it thinks, and nothing else does."""

import re

import pytest
from talking import Talk

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.play.players.search import analyst_of, think
from halfmove.play.players.spec import parse_spec
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.ugi import Ugi
from halfmove.search.mcts import growing

FEW = 8  # simulations, where nothing limits a search
PLIES_OF_FEW = FEW * 42  # at most: a game of Connect Four fills the board


@pytest.fixture
def talk(lane, monkeypatch):
    """Return a conversation about Connect Four, in which a search that nothing limits is over at once."""
    monkeypatch.setattr(growing, "SIMULATIONS", FEW)

    def begin(spec="mcts"):
        said = Talk(Ugi, lane(game_named("connect-four")), spec=parse_spec(spec), analyst=analyst_of)
        said("position startpos")
        return said

    return begin


def nodes_of(lines):
    return [int(found[1]) for line in lines if (found := re.search(r" nodes (\d+) ", line))]


def test_it_thinks_until_its_time_is_over_or_it_is_stopped(talk):
    for words in ("infinite", "movetime 600000", "p1time 60000000 p2time 1"):
        said = talk()
        said.protocol.obey(f"go {words}")
        said.sink.wait_for("info depth", times=3)  # after 8, 24 and 56 simulations
        assert "bestmove" not in said.heard
        said("stop")
        assert said.heard.count("bestmove") == 1
        assert nodes_of(said.heard.splitlines())[-1] > PLIES_OF_FEW


def test_it_ends_by_itself_where_nodes_or_plies_are_counted(talk):
    said = talk()
    assert nodes_of(said("go nodes 2000"))[-1] >= 2000
    shallow = said("uginewgame", "go depth 2")
    assert " seldepth 2 " in shallow[-2]
    assert nodes_of(shallow)[-1] <= PLIES_OF_FEW


def test_what_the_player_itself_is_limited_to_counts(talk):
    assert nodes_of(talk("mcts:nodes=100")("go movetime 60000"))[-1] < PLIES_OF_FEW
    assert "option name Hash type spin default 5 " in "".join(talk("mcts:megabytes=5")("ugi"))


@pytest.mark.one_lane
def test_every_door_tells_the_same_chance_to_win():
    game, spec = plain(game_named("hex:size=4")), "mcts:simulations=30,seed=1"
    for options, known in (("", True), (",playout_plies=1", False)):
        *_, last = think(parse_spec(spec + options), game, game.initial, Limit())
        assert ("in simulations" in last.best.worth()) == (last.win_probability is not None) == known
        talk = Talk(Gtp, game, analyst=analyst_of, spec=parse_spec(spec + options))
        *_, info, _, _ = talk("lz-genmove_analyze b")
        win = f"winrate {round(last.win_probability * 10_000)} " if known else ""
        assert f"visits {last.best.visits} {win}" in info
        assert ("winrate" in info) == known

"""Batches of random games: machine code plays as the referee does, and every random game is legal and replays."""

from dataclasses import replace

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.wrapper import plain_throughout
from halfmove.games import GAMES, game_named
from halfmove.play.endings import OVER
from halfmove.play.match.match import Match
from halfmove.play.match.packed import unpack
from halfmove.play.match.plan import Plan, first_round
from halfmove.play.match.runner import Runner
from halfmove.play.match.store import Store
from halfmove.play.records.records import replay


def stored_detail(ended):
    """Return the words that a batch stores about an end: how the rules ended a game is left to whoever replays it."""
    return "" if ended.ending == OVER else ended.detail


def check_crowd(name, openings, games, tmp_path, lane=lambda game: game):
    game = lane(game_named(name))
    plan = Plan(name, ("random",) * game.players, games=games, openings=openings, seed=3, longest=300)
    random_games, referee = Runner(plan, game), Runner(plan, game)
    assert random_games.is_random
    referee.is_random = False
    round = first_round(plan, game.players)
    batch = []
    random_games.play(round, round.numbers(), batch.append)
    one = [row for each in batch for row in unpack(each.packed)]
    other = [referee.game_of(round, number) for number in round.numbers()]
    assert one == [row._replace(notes="", detail=stored_detail(row)) for row in other]
    return one


@pytest.mark.parametrize(("name", "openings"), [("tic-tac-toe", "random:3"), ("pig:goal=20", "none")])
def test_a_crowd_plays_as_the_referee_does(name, openings, tmp_path):
    check_crowd(name, openings, 40, tmp_path)
    check_crowd(name, openings, 4, tmp_path, plain)


def test_a_crowd_plays_on_large_boards(tmp_path):
    check_crowd("gomoku", "random:2", 2, tmp_path, plain)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_a_crowd_of_every_game_plays_as_the_referee_does(name, tmp_path):
    check_crowd(name, "random:2", 6, tmp_path)


@pytest.mark.parametrize("name", ["tic-tac-toe", "three-player-nim"])
def test_random_games_are_legal_and_replay(name, tmp_path):
    check_replays(name, 20, tmp_path)


@pytest.mark.one_lane
def test_random_games_of_chess_are_legal_and_replay(tmp_path):
    check_replays("chess:moves=3", 4, tmp_path, plain_throughout)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_of_every_game_are_legal_and_replay(name, tmp_path):
    check_replays(name, 80, tmp_path)


def check_replays(name, games, tmp_path, lane=lambda game: game):
    game = lane(game_named(name))
    plan = Plan(name, ("random",) * game.players, games=games, openings="none", longest=2000)
    with Store.create(tmp_path / "games.db", plan) as store:
        Match(store, game).run()
        count = 0
        for record, row in zip(store.records(game), store.rows(), strict=True):
            ongoing = replay(record, game)
            assert ongoing.outcome == record.outcome
            assert row.outcome() == replace(record.outcome, detail=stored_detail(record.outcome))
            assert [turn.action for turn in ongoing.turns] == np.frombuffer(row.actions, "<i8").tolist()
            count += 1
    assert count >= games


def test_a_test_ends_a_crowd(tmp_path):
    plan = Plan("tic-tac-toe", ("random", "random"), games=100_000, openings="none")
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store, test=(-200.0, -100.0))
        match.run()
        assert match.evidence().verdict == "H1"
        assert match.played < 100_000

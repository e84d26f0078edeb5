"""Equilibria of games that are too large to list: learned from games that are drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.equilibria.files import load_policy, resume_sampled, save_sampled
from halfmove.search.equilibria.response import exploitability
from halfmove.search.equilibria.sampling import SampledEquilibrium


@pytest.mark.both_lanes
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("sampling", "close"), [("external", 0.01), ("outcome", 0.03)])
def test_learning_from_drawn_games_comes_close(sampling: str, close: float) -> None:
    game = game_named("kuhn-poker")
    found, plainly = (SampledEquilibrium(each, sampling, seed=1) for each in (game, plain(game)))
    found.learn(200)
    plainly.learn(200)
    assert found.policy().sets == plainly.policy().sets
    found.learn(20_000)
    assert found.information_sets == 12
    assert exploitability(game, found.policy()) < close


@pytest.mark.one_lane
def test_tables_of_drawn_games_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.search.equilibria.sampling._ROOM", 4)
    game = plain(game_named("kuhn-poker:ranks=5"))
    small = SampledEquilibrium(game, seed=3)
    small.learn(3000)
    assert small.iterations == 3000
    assert small.information_sets == 20
    assert exploitability(game, small.policy()) < 0.1
    with pytest.raises(HalfmoveError, match="'magic' is not a way to sample"):
        SampledEquilibrium(game, "magic")


@pytest.mark.one_lane
def test_memory_that_is_full_ends_learning_and_more_goes_on() -> None:
    found = SampledEquilibrium(plain(game_named("battleship:width=4,height=4,ships=1-1,shots=10")), "outcome")
    found.learn(1 << 30, megabytes=1)
    met, done = found.information_sets, found.iterations
    assert found.is_full
    assert done > 0
    found.learn(1 << 30, megabytes=1)
    assert (found.information_sets, found.iterations) == (met, done)
    found.learn(1, megabytes=8)
    assert found.iterations == done + 1
    assert not found.is_full
    for sets in found.policy().sets:
        assert all(sum(likely for _, likely in chances) == pytest.approx(1) for chances in sets.values())


@pytest.mark.one_lane
def test_a_walk_that_takes_for_ever_is_stopped() -> None:
    found = SampledEquilibrium(plain(game_named("battleship")), "external")
    found.learn(1 << 30, seconds=0.1)
    assert found.iterations == 0
    assert found.information_sets > 0
    assert not found.is_full


@pytest.mark.one_lane
def test_a_walk_without_room_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned by walks for which there was no room at first is what is learned with room from the start."""
    monkeypatch.setattr("halfmove.search.equilibria.sampling._ROOM", 1)
    game = plain(ExplicitGame.parse("max(a=max(c=3 d=1) b=min(e=2 f=0))"))
    small = SampledEquilibrium(game, seed=3)
    small.learn(1)
    monkeypatch.undo()
    large = SampledEquilibrium(game, seed=3)
    large.learn(1)
    regrets = [each.learned(0)[4].tolist() for each in (small, large)]
    assert regrets[0][1:3] == regrets[1][1:3]  # at the root: no value of 0 where a walk found no room


@pytest.mark.one_lane
def test_games_of_hundreds_of_turns_are_drawn() -> None:
    found = SampledEquilibrium(plain(game_named("phantom:gomoku")), "outcome")
    found.learn(1)  # whose draw is less likely than a number can say
    for player in range(2):
        average, regrets = found.learned(player)[3:]
        assert np.isfinite(average).all()
        assert np.isfinite(regrets).all()
        assert average.any()


@pytest.mark.one_lane
@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_learning_from_drawn_games_goes_on_from_a_file(tmp_path: Path, sampling: str) -> None:
    game, file = plain(game_named("kuhn-poker:ranks=5")), tmp_path / "drawn.policy"
    found = SampledEquilibrium(game, sampling, seed=1)
    found.learn(300)
    save_sampled(file, found)
    assert load_policy(file, game).sets == found.policy().sets
    again = SampledEquilibrium(game, sampling, seed=1)
    resume_sampled(file, again)
    assert again.iterations == 300
    for player in range(2):
        for before, after in zip(found.learned(player), again.learned(player), strict=True):
            assert np.array_equal(before, after)
    again.learn(3000)
    assert again.iterations == 3300
    assert exploitability(game, again.policy()) < exploitability(game, found.policy())
    with pytest.raises(HalfmoveError, match="3 players; files are for 2"):
        save_sampled(file, SampledEquilibrium(plain(game_named("three-player-nim:stones=3"))))


@pytest.mark.one_lane
def test_three_players_learn_from_drawn_games() -> None:
    found = SampledEquilibrium(plain(game_named("three-player-nim:stones=3")))
    found.learn(300)
    assert len(found.policy().sets) == 3

"""The fit of efficiently updated networks, and the games that they are fitted to."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from halfmove.compiled import plain, store_state
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.games import game_named
from halfmove.games.chess.rules import Chess
from halfmove.learn.nnue.fit import Data, Net, fit, whole_numbers
from halfmove.learn.nnue.selfplay import LONGEST, new_player, new_positions, play_games
from halfmove.learned.nnue import OUT, STEEPNESS
from learn.test_nnue import anew, boards, weights_file


@pytest.mark.one_lane
def test_whole_numbers_are_those_of_the_fit() -> None:
    rules = plain(Chess())
    view, found = plain(find_view(rules)), boards(rules, 3, 80)
    positions, shown = new_positions(rules, len(found)), weights_file().arrays
    for row, board in enumerate(found):
        store_state(positions.words, row, view.pieces(board))
        positions.movers[row] = board.ply & 1
        positions.results[row] = positions.values[row] = 0.9 * np.sign(anew(shown, view, board))
    data = Data([positions], 12, view.mirror, "cpu")
    assert 0 < data.held_out < data.count / 8
    torch.manual_seed(1)
    net = Net(data.inputs, 16)
    told = list(fit(net, data, 32, 30.0, 3e-3, 1))
    assert told[-1].held_out < 0.04  # it learns what it is shown, and more than that
    arrays = whole_numbers(net)
    for row in range(0, len(found), 25):
        single = new_positions(rules, 1)
        single.words[:], single.movers[:] = positions.words[row], positions.movers[row]
        mine, theirs, _ = Data([single], 12, view.mirror, "cpu").draw(torch.arange(1), torch.float32)
        with torch.no_grad():
            logit = net(mine, theirs).item()
        assert anew(arrays, view, found[row]) * STEEPNESS == pytest.approx(logit, abs=0.12)
    assert arrays["first"].dtype == np.int16
    assert np.abs(arrays["second"]).max() <= 2 * OUT


@pytest.mark.one_lane
def test_sets_of_pieces_may_be_wider_than_their_cells() -> None:
    rules = plain(game_named("mnk:width=8,height=8,in_a_row=5"))  # 72 cells in sets of 256 bits
    view, cells = plain(find_view(rules)), 72
    for board in boards(rules, 1, 20):
        single = new_positions(rules, 1)
        store_state(single.words, 0, view.pieces(board))
        single.movers[0] = board.player
        mine, theirs, _ = Data([single], 2, view.mirror, "cpu").draw(torch.arange(1), torch.float32)
        wanted = [[stones >> cell & 1 for cell in range(cells)] for stones in (board.mine, board.theirs)]
        assert mine[0].tolist() == wanted[0] + wanted[1]
        assert theirs[0].tolist() == wanted[1] + wanted[0]


@pytest.mark.deep
def test_games_are_played_without_python_in_between(native: None) -> None:
    game = Chess()
    out = new_positions(game, LONGEST + 200)
    count = play_games(new_player(game, game.advice), find_view(game), game.initial, random(3), out, 300)
    assert 200 <= count <= len(out.movers)
    assert set(np.unique(out.results[:count])) <= {-1.0, 0.0, 1.0}
    assert np.abs(out.values[:count]).max() < 1
    assert set(np.unique(out.movers[:count])) == {0, 1}
    kings = np.bitwise_count(out.words[:count, [5, 11]].view(np.uint64))
    assert (kings == 1).all()
    agree = np.sign(out.values[:count]) == np.sign(out.results[:count])
    decided = np.abs(out.values[:count]) > 0.6
    assert agree[decided].mean() > 0.8  # who is far ahead mostly wins

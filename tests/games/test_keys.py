"""Keys that fold symmetries: one for all images of a state, and for no other state; identities stay apart."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.check.laws import broken
from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.games.mnk.rules import EARLY, MNK
from halfmove.search.memo import memoised

pytestmark = pytest.mark.one_lane

BOARDS = [MNK(3, 3, 3), MNK(5, 3, 3), MNK(4, 4, 4), MNK(15, 15, 5), MNK(9, 12, 5)]


def images(game: Any, state: Any) -> set[Any]:
    """Return a state with its board turned and mirrored in every way, by its picture."""
    rows = [line.split()[1:] for line in game.show(state).splitlines()[:-1]]
    found = []
    for _ in range(2):
        for flipped in (rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]):
            found.append(flipped)
        rows = [list(column) for column in zip(*rows)]
    sizes = (game.height, game.width)
    return {game.read("/".join(map("".join, each))) for each in found if (len(each), len(each[0])) == sizes}


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_images_have_one_key(game: Any) -> None:
    game, different = plain(game), set()
    for seed in range(10):
        numbers, state = random(seed), game.initial
        for _ in range(EARLY):
            actions = list(game.actions(state))
            state = game.result(state, actions[numbers.below(len(actions))])
            if game.is_terminal(state):
                break
            same = images(game, state)
            assert {game.key(image) for image in same} == {game.key(state)}
            assert len({game.state_hash(image) for image in same}) == len(same)
            different.add(min(same))
    assert len({game.key(state) for state in different}) == len(different)


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_states_with_one_key_are_worth_the_same(game: Any) -> None:
    assert not broken(game, games=3)


def test_the_value_is_what_it_was(lane: Any) -> None:
    game = lane(MNK(3, 3, 3))
    assert memoised(game).value == 0
    assert memoised(game).nodes < 2000  # without symmetries it is 4867

"""What a kernel writes into an array is kept, wherever it has the array from."""

from __future__ import annotations

from typing import Any

import numpy as np
from eager_games import MOST, Row

from halfmove.compiled import compiled, kernel, plain
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper


@compiled(eager=MOST)
class Three(Game):
    initial = Row()

    def actions(self, row):
        for i in range(3):
            yield i


@compiled
class Members:
    """An object with arrays, which a kernel takes apart."""

    a: Any
    b: Any
    c: Any
    d: Any


@kernel
def fill(game, members, row):
    a, b, c, d = members.a, members.b, members.c, members.d
    for action in game.actions(row):
        a[action] = action + 1
    c.a[row.ply] = 5  # the last use of `c`
    return b[0] + d[0]


def test_stores_into_an_array_that_was_an_item_of_a_tuple_are_kept():
    for game in (Three(), plain(Three()), Wrapper(Three())):
        a, b, c, d = (np.zeros(MOST, np.int64) for _ in range(4))
        fill(game, Members(a, b, Members(c, c, c, c), d), Row(0, 1))
        assert a.tolist()[:4] == [1, 2, 3, 0]
        assert c.tolist()[:3] == [0, 5, 0]

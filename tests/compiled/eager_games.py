"""A class of generators, eager and lazy from the same text, and kernels that recur while they loop over one."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.compiled import compiled, kernel
from halfmove.core.game import Game

MOST = 8  # items


class Row(NamedTuple):
    bits: int = 0
    ply: int = 0


def numbers(eager):
    """Return a class of generators, eager or lazy: the same text for both."""

    @compiled(eager=eager)
    class Numbers(Game):
        initial = Row()

        def empty(self, row):
            """Yield nothing.

            A docstring of more than one line, to be left alone.
            """
            for i in range(0):
                yield i

        def bits(self, row):
            for i in range(10):
                if row.bits >> i & 1:
                    yield i

        def early(self, row):
            if row.bits == 0:
                return
            i = 0
            while True:
                if i > row.ply:
                    return
                yield i * row.bits
                i += 1

        def pairs(self, row):
            for i in range(3):
                for j in range(i):
                    if j == 2:
                        break
                    yield 10 * i + j
            else:
                yield 99

        def others(self, row):
            for i in self.bits(row):
                for j in self.bits(row):
                    if i < j:
                        yield 10 * i + j

        def truths(self, row):
            yield row.bits > 0
            yield row.ply > 0

        def is_bit(self, row, i):
            for j in self.bits(row):
                if i == j:
                    return True
            return False

        def to_move(self, row):
            return row.ply & 1

        def actions(self, row):
            for i in range(4):
                if not row.bits >> i & 1:
                    yield i

        def result(self, row, action):
            return Row(row.bits | 1 << action, row.ply + 1)

        def is_terminal(self, row):
            return row.bits == 15

        def utility(self, row, player):
            return 1.0

    return Numbers()


EAGER, LAZY = numbers(MOST), numbers(0)


@kernel
def count_lines(game, row):
    if game.is_terminal(row):
        return 1
    lines = 0
    for action in game.actions(row):
        lines += count_lines(game, game.result(row, action))
    return lines


@kernel
def interleaved(game, row):
    """Recur in the middle of a loop: the frame below must not disturb the items above."""
    total = row.bits
    if row.ply == 3:
        return total
    for action in game.actions(row):
        before = action
        total += interleaved(game, game.result(row, action))
        total = total * 5 + before + action & 0xFFFFFFFF
    return total

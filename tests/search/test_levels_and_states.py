"""Dynamic programming: constant memory by levels; states of any kind and number."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from halfmove.compiled import compiled, plain
from halfmove.compiled.lane import JIT
from halfmove.core.game import CHANCE, Game
from halfmove.errors import NotCompilable, WrongGame
from halfmove.games.mnk import MNK
from halfmove.games.nim.rules import Heap, OneHeapNim
from halfmove.games.nim.solving import OneHeapNimBounds
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.solving import levels
from halfmove.search.solving.levels import solve_by_levels
from halfmove.search.solving.retrograde import solve

STONES = 100_000 if JIT else 5_000
SAMPLE = 30  # states, the first of a game


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("less", [0, 1, 2, 3])
def test_one_heap_nim_of_any_size(less, misere):
    game = OneHeapNim(STONES, 3, misere)
    stones = STONES - less
    choice = solve_by_levels(game, Heap(stones, less % 2))
    loses = stones % 4 == (1 if misere else 0)
    assert choice.value == (-1 if loses else 1)
    if not loses:
        assert (stones - choice.action) % 4 == (1 if misere else 0)


def test_memory_does_not_grow_with_the_heap(monkeypatch):
    shapes = []
    prepare = levels.climb.prepare

    def spy(game, rank, state, top, player, keys, values, *rest):
        shapes.append((keys.shape, values.shape))
        return prepare(game, rank, state, top, player, keys, values, *rest)

    monkeypatch.setattr(levels.climb, "prepare", spy)
    solve_by_levels(plain(OneHeapNim(50, 3)))
    few = shapes.copy()
    shapes.clear()
    solve_by_levels(plain(OneHeapNim(2000, 3)))
    assert shapes == few
    assert max(shape for shape, _ in shapes) == (4, 2)  # as many levels as an action reaches and its own; two players


def test_by_levels_and_backward_solving_agree(lane):
    game = lane(OneHeapNim(23, 4, True))
    solution = solve(game, parents=True)
    for stones in range(1, 20):
        assert solve_by_levels(game, Heap(stones)).value == solution.value(Heap(stones))


PLAIN = [plain(game) for game in (OneHeapNim(9, 3), TicTacToe(), MNK(4, 2, 3), MNK(2, 3, 2), MNK(3, 3, 3, exact=True))]


@pytest.mark.parametrize("game", [*PLAIN, TicTacToe()])
def test_levels_give_the_values_of_solve(game):
    solution = solve(game)
    seen = [game.initial]
    for state in seen[:SAMPLE]:
        choice = solve_by_levels(game, state)
        assert (choice.value, choice.depth) == (solution.value(state), game.bounds.level(state))
        if not game.is_terminal(state):
            assert choice.action in solution.best(state)
            seen += [game.result(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("game", [TicTacToe(), MNK(2, 3, 2), MNK(3, 2, 3)])
def test_levels_hold_every_state_once(lane, game):
    rules = lane(game)
    levels = rules.bounds
    reached = [set() for _ in range(levels.level(rules.initial) + 1)]
    reached[-1] = {rules.initial}
    for level in range(len(reached) - 1, -1, -1):
        listed = list(levels.at_level(level))
        assert len(set(listed)) == len(listed)
        assert reached[level] <= set(listed)
        for state in reached[level]:
            assert levels.level(state) == level
            if not rules.is_terminal(state):
                reached[level - 1] |= {rules.result(state, action) for action in rules.actions(state)}


@pytest.mark.deep
def test_twelve_squares_by_levels(native):
    assert solve_by_levels(MNK(4, 3, 3)).value == solve(MNK(4, 3, 3)).value() == 1


def test_levels_refuse_a_large_board():
    with pytest.raises(WrongGame, match="too many states to go by levels"):
        solve_by_levels(MNK(15, 15, 5))


class Gap(OneHeapNim):
    """One-heap Nim."""


class GapBounds(OneHeapNimBounds):
    """Levels that forget a player."""

    def at_level(self, level):
        yield Heap(level, 0)


def test_a_level_with_gaps_is_refused():
    with pytest.raises(WrongGame, match="its level has gaps"):
        solve_by_levels(Gap(5))


class Die(OneHeapNim):
    """One-heap Nim in which the die takes the stones."""

    has_chance = True

    def to_move(self, heap):
        return CHANCE


def test_levels_refuse_chance():
    with pytest.raises(WrongGame, match="chance"):
        solve_by_levels(Die(3))


def test_more_states_than_there_was_room_for(lane):
    """5,478 states of tic-tac-toe (TRUTHS): the list grows on the way."""
    solution = solve(lane(TicTacToe()))
    assert len(solution) == 5478
    assert solution.value() == 0
    assert set(solution.best()) == set(range(9))


class Words(NamedTuple):
    left: tuple[str, ...] = ("a", "bc", "def")  # a field without a fixed number of bits
    player: int = 0


class TakeWords(Game):
    """Take a word; who takes the last one wins."""

    initial = Words()

    def to_move(self, words):
        return words.player

    def actions(self, words):
        yield from range(len(words.left))

    def result(self, words, action):
        return Words(words.left[:action] + words.left[action + 1 :], 1 - words.player)

    def is_terminal(self, words):
        return not words.left

    def utility(self, words, player):
        return -1.0 if player == words.player else 1.0


def test_states_that_cannot_be_packed_are_solved_in_the_plain_lane(native):
    solution = solve(TakeWords())
    assert (solution.value(), solution.distance(), len(solution)) == (1, 3, 8)
    with pytest.raises(NotCompilable, match="plain"):
        solve(compiled(type("Packed", (TakeWords,), {}))())

"""Games with cycles: the declared policy against a minimax that carries the path as a set of states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.check.laws import Sample, questions_change_nothing
from halfmove.compiled import compiled, plain
from halfmove.core.advice import Advice
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL, Game
from halfmove.core.history import StateWithHistory, WithHistory, with_history
from halfmove.search.alphabeta import alphabeta
from halfmove.search.minimax import minimax

NODES = 5  # in a graph
WON, LOST = 3, 4  # the nodes that end the game, for player 0


class Place(NamedTuple):
    node: int = 0
    player: int = 0


def walking(policy):
    """Return the class of games on a graph with this policy for repeated states."""

    @compiled
    class Walking(Game):
        """Walk along arrows; `arrows[3 * node + i]` is where the i-th arrow of a node leads, or -1."""

        arrows: np.ndarray
        repetition = policy
        initial = Place()

        def to_move(self, place):
            return place.player

        def actions(self, place):
            for i in range(3):
                if self.arrows[3 * place.node + i] >= 0:
                    yield i

        def result(self, place, i):
            return Place(self.arrows[3 * place.node + i], 1 - place.player)

        def is_terminal(self, place):
            return place.node >= WON

        def utility(self, place, player):
            return (1.0 if place.node == WON else -1.0) * (1 - 2 * player)

    return Walking


WALKING = {policy: walking(policy) for policy in (DRAW, ILLEGAL, ALLOWED)}


def by_hand(game, place, depth, path):
    """Return what a state is worth to player 0, by the words of the policy."""
    if game.repetition == DRAW and place in path:
        return 0.0
    if game.is_terminal(place):
        return game.utility(place, 0)
    if depth == 0:
        return 0.0
    children = [game.result(place, action) for action in game.actions(place)]
    if game.repetition == ILLEGAL:
        children = [child for child in children if child not in {*path, place}]
        if not children:
            return 0.0
    values = [by_hand(game, child, depth - 1, {*path, place}) for child in children]
    return max(values) if place.player == 0 else min(values)


@st.composite
def graphs(draw):
    """Draw arrows such that every node that does not end the game has at least one."""
    arrows = []
    for _ in range(WON):
        some = draw(st.lists(st.integers(0, NODES - 1), min_size=1, max_size=3))
        arrows += some + [-1] * (3 - len(some))
    return np.array(arrows + [-1] * 3 * (NODES - WON), np.int64)


@pytest.mark.parametrize("policy", [DRAW, ILLEGAL])
@pytest.mark.parametrize("search", [minimax, alphabeta], ids=lambda search: search.__name__)
@given(arrows=graphs(), depth=st.integers(1, 9))
def test_policies_by_hand(policy, search, arrows, depth):
    game = WALKING[policy](arrows)
    machine, python = (search(lane, depth=depth) for lane in (game, plain(game)))
    assert machine.value == python.value == by_hand(game, Place(), depth, frozenset())
    assert (machine.action, machine.line, machine.nodes) == (python.action, python.line, python.nodes)


@pytest.mark.parametrize("policy", [DRAW, ILLEGAL])
@given(arrows=graphs())
def test_every_game_ends(policy, arrows):
    """With a policy, no line is longer than there are places: a search to the end comes to its end."""
    game = WALKING[policy](arrows)
    choice = minimax(game)
    assert choice.exact
    assert choice.value == by_hand(game, Place(), 1000, frozenset())
    assert len(choice.line) <= 2 * NODES


def test_allowed_repetition_is_left_alone():
    game = WALKING[ALLOWED](np.array([0, -1, -1] + [-1] * 12, np.int64))
    assert with_history(game, game.initial) == (game, game.initial)
    assert minimax(game, depth=6).nodes == 7


@pytest.mark.usefixtures("native")
def test_repeated_state_in_both_lanes():
    """0 -> 1 -> 0 with the other player to move is no repetition; twice around is one."""
    arrows = np.array([1, -1, -1, 2, -1, -1, 0, -1, -1] + [-1] * 6, np.int64)
    game = WALKING[DRAW](arrows)
    for played in (game, plain(game)):
        wrapped, state = with_history(played, played.initial)
        for ply in range(6):
            assert not wrapped.is_terminal(state), ply
            state = wrapped.result(state, 0)
        assert wrapped.is_terminal(state)
        assert wrapped.utility(state, 0) == 0.0
        assert len(state.path) == 7


@compiled
class Mirrored(Game):
    """Step left or right from the middle; a key that folds left and right into one."""

    repetition = ILLEGAL
    initial = Place(2, 0)

    def to_move(self, place):
        return place.player

    def actions(self, place):
        for i in range(2):
            if 0 <= place.node + 2 * i - 1 <= 4:
                yield i

    def result(self, place, i):
        return Place(place.node + 2 * i - 1, 0)

    def is_terminal(self, place):
        return place.node == 0

    def utility(self, place, player):
        return 1.0 if player == 0 else -1.0

    def key(self, place):
        return abs(place.node - 2) + 1


def test_folded_key_forbids_no_state_that_was_not_there():
    """Left of the middle, the middle, right of it: the third is the mirror image of the first, and another state."""
    game = Mirrored()
    wrapped, state = with_history(game, Place(1, 0))
    state = wrapped.result(state, 1)  # the middle
    assert 1 in list(wrapped.actions(state))  # to the right of it, where no one was


def test_identity_tells_paths_apart():
    """A state that came twice must not cancel out, and the order of the path is part of the state."""
    game = WALKING[ALLOWED](np.array([0, 1, 2] * 3 + [-1] * 6, np.int64))
    wrapped = WithHistory(game)
    paths = [(), (1, 1), (0, 1, 1), (1, 0, 1), (2, 2), (0, 0)]
    states = [StateWithHistory(Place(), np.array([*path, 5], np.int64)) for path in paths]
    assert len({wrapped.state_hash(state) for state in states}) == len(paths)
    assert len({wrapped.key(state) for state in states}) == len(paths) - 1  # the order does not change the value


def test_a_wrapper_keeps_the_laws():
    arrows = np.array([1, -1, -1, 2, -1, -1, 0, -1, -1] + [-1] * 6, np.int64)
    wrapped, state = with_history(WALKING[DRAW](arrows), Place())
    assert not list(questions_change_nothing(wrapped, Sample([state], [])))


def test_a_game_inside_a_game_that_changes_is_found_out():
    class Counting(WALKING[DRAW]):
        def evaluate(self, place, player):
            self.arrows[0] += 1
            return 0.0

    wrapped, state = with_history(Counting(np.array([1, -1, -1] * 3 + [-1] * 6, np.int64)), Place())
    assert "changes the game itself" in "".join(questions_change_nothing(wrapped, Sample([state], [])))


def test_wrapper_forwards_what_the_game_overrides():
    """A question that the game answers is put to it with its own state."""

    class Asked(WALKING[DRAW]):
        def observation(self, place, player):
            return place.node

        @property
        def advice(self):
            return Passing(self)

    class Passing(Advice):
        def pass_turn(self, place):
            return Place(place.node, 1 - place.player)

    game = Asked(np.array([1] * 9 + [-1] * 6, np.int64))
    wrapped, state = with_history(game, game.initial)
    assert wrapped.observation(state, 0).state == 0
    assert wrapped.advice.pass_turn(state).state == Place(0, 1)

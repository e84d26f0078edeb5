"""The search tree as data: what was seen, with windows and reasons; paths; JSON both ways."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import Node, Recorder
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.alphabeta import alphabeta
from halfmove.search.minimax import minimax

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # figure 5.2


def recorded(search, game, **options):
    recorder = Recorder(game)
    choice = search(game, watch=recorder, **options)
    return recorder.root, choice


def test_alphabeta_skips_the_leaves_4_and_6():
    """AIMA, figure 5.5; Zell, section 5.3."""
    root, choice = recorded(alphabeta, ExplicitGame.tree(AIMA))
    assert (root.value, choice.value) == (3.0, 3.0)
    leaves = [node.value for _, node in root.walk() if not node.children]
    assert leaves == [3, 12, 8, 2, 14, 5, 2]
    assert [(path, len(node.skipped)) for path, node in root.walk() if node.skipped] == [("1", 2)]
    assert root.at("1").reason == "cut"
    assert (root.at("1").alpha, root.at("1").beta) == (3.0, math.inf)
    assert root.best == 0
    assert [node.mover for _, node in root.walk()][:3] == ["MAX", "MIN", ""]


def test_minimax_skips_nothing():
    root, choice = recorded(minimax, ExplicitGame.tree(AIMA))
    assert [child.value for child in root.children] == [3.0, 2.0, 2.0]
    assert not any(node.skipped for _, node in root.walk())
    assert sum(1 for _ in root.walk()) == choice.nodes == 1 + 3 + 9


def test_recording_does_not_change_the_search():
    game = TicTacToe()
    root, watched = recorded(alphabeta, game, depth=4)
    alone = alphabeta(game, depth=4)
    assert (watched.action, watched.value, watched.line, watched.nodes) == (
        alone.action,
        alone.value,
        alone.line,
        alone.nodes,
    )
    assert sum(1 for _ in root.walk()) == alone.nodes


def test_paths_name_nodes():
    root, _ = recorded(minimax, ExplicitGame.tree(AIMA))
    for path, node in root.walk():
        assert root.at(path) is node
    assert root.at("") is root


@pytest.mark.parametrize("path", ["3", "0.3", "-1", "a", "0..1", ".", "0.", "1 ", "00000000000000000009"])
def test_paths_that_lead_nowhere(path):
    root, _ = recorded(minimax, ExplicitGame.tree(AIMA))
    with pytest.raises(HalfmoveError, match="path"):
        root.at(path)


def test_path_of_odd_digits():
    root, _ = recorded(minimax, ExplicitGame.tree(AIMA))
    with pytest.raises(HalfmoveError):
        root.at("²")


numbers = st.floats(allow_nan=False, allow_infinity=False)
nodes = st.deferred(
    lambda: st.builds(
        Node,
        st.text(max_size=3),
        st.sampled_from(["MAX", "MIN", "CHANCE", ""]),
        numbers | st.just(-math.inf),
        numbers | st.just(math.inf),
        numbers | st.none(),
        st.sampled_from(["searched", "cut", "end", ""]),
        st.none() | st.integers(0, 3),
        st.lists(nodes, max_size=2),
        st.lists(st.text(max_size=2), max_size=2),
        st.text(max_size=5),
    )
)


@pytest.mark.one_lane
@given(node=nodes)
def test_json_there_and_back(node):
    assert Node.from_json(node.to_json()) == node


def test_recorded_tree_there_and_back():
    root, _ = recorded(alphabeta, ExplicitGame.tree(AIMA))
    assert Node.from_json(root.to_json()) == root
    assert "Infinity" not in root.to_json()


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", "3", "null", '"x"', '{"label": ""}', "\x00"])
def test_malformed_json(text):
    with pytest.raises(HalfmoveError, match="not a search tree"):
        Node.from_json(text)


WRONG = {"children": {"a": 1}, "skipped": 3, "label": 3, "value": "high"}


@pytest.mark.parametrize("name", WRONG)
def test_json_of_the_wrong_types(name):
    root, _ = recorded(alphabeta, ExplicitGame.tree(AIMA))
    with pytest.raises(HalfmoveError):
        Node.from_dict({**root.to_dict(), name: WRONG[name]})


def test_json_nested_without_end():
    with pytest.raises(HalfmoveError):
        Node.from_json("[" * 1_000_000)


def test_stopped_search_leaves_values_open():
    game = TicTacToe()
    root, _ = recorded(minimax, game, limit=Limit(nodes=50))
    assert root.value is None
    assert Node.from_json(root.to_json()) == root


class Switch(NamedTuple):
    state: int = 0  # a field that happens to have this name
    ply: int = 0


class Switches(Game):
    """Flip one of two switches, twice."""

    initial = Switch()

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        yield from range(2)

    def result(self, state, action):
        return Switch(state.state ^ 1 << action, state.ply + 1)

    def is_terminal(self, state):
        return state.ply == 2

    def utility(self, state, player):
        return (1.0 if state.state == 3 else -1.0) * (1 - 2 * player)


def test_state_with_a_field_called_state():
    root, choice = recorded(minimax, Switches())
    assert root.value == choice.value == -1.0


class Cells(NamedTuple):
    cells: NDArray[np.int8]
    ply: int = 0


class OnCells(Game):
    """Fill two cells, in a state that holds an array."""

    @property
    def initial(self):
        return Cells(np.zeros(3, np.int8))

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        for i in range(3):
            if not state.cells[i]:
                yield i

    def result(self, state, action):
        cells = state.cells.copy()
        cells[action] = state.ply + 1
        return Cells(cells, state.ply + 1)

    def is_terminal(self, state):
        return state.ply == 2

    def utility(self, state, player):
        return float(state.cells[0]) * (1 - 2 * player)


def test_state_with_an_array_can_be_recorded():
    root, choice = recorded(minimax, OnCells())
    assert root.value == choice.value

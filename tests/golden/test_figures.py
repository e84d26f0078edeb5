"""What the source texts say of their figures."""

from __future__ import annotations

import pytest

from halfmove.compiled import plain
from halfmove.explain.tree import Recorder
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.games.trees.figures import FIGURES, figure
from halfmove.search.alphabeta import alphabeta, best_actions
from halfmove.search.equilibria.equilibrium import equilibrium
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.maxn import maxn

TIC_TAC_TOE = TicTacToe().read("XX. OX. .OO")  # Chapter 9, section 9.1: X is to move and has three actions


@pytest.mark.parametrize("name", FIGURES)
def test_values_of_the_figures(name: str) -> None:
    game = figure(name)
    if game.has_secrets:
        assert equilibrium(plain(game)).stage().value == pytest.approx(FIGURES[name].value[0], abs=1e-5)
    elif game.players == 2:
        assert expectiminimax(game).value == pytest.approx(FIGURES[name].value[0])
    else:
        assert maxn(game).vector == FIGURES[name].value


def test_alpha_beta_skips_exactly_the_leaves_4_and_6() -> None:
    """Zell, section 5.3."""
    game = figure("two-ply")
    recorder = Recorder(game)
    choice = alphabeta(game, watch=recorder)
    assert (choice.value, choice.names()) == (3, ["a1", "b1"])
    assert recorder.root is not None
    skipped = {label for _, node in recorder.root.walk() for label in node.skipped}
    assert skipped == {"c2", "c3"}


def test_the_last_branch_need_not_be_looked_at() -> None:
    """Chapter 9, section 9.3: 0.7 is chosen whatever the unknown branch is worth."""
    game = figure("no-need-to-look")
    recorder = Recorder(game)
    alphabeta(game, watch=recorder)
    assert recorder.root is not None
    assert recorder.root.at("1").skipped == ["unknown"]


def test_the_chance_node_is_worth_seven_twelfths() -> None:
    """Chapter 9, section 9.4."""
    assert expectiminimax(figure("chance")).value == pytest.approx(7 / 12)


def test_only_the_order_of_values_matters_without_chance() -> None:
    """Lecture 5: play is the same after any monotonic transformation."""
    assert best_actions(figure("any-scale")) == best_actions(figure("any-scale-changed")) == (1,)


def test_values_matter_with_chance() -> None:
    """Zell, section 5.5: the leaves are in the same order, and another action is best."""
    assert expectiminimax(figure("scale-matters")).names()[0] == "a1"
    assert expectiminimax(figure("scale-matters-changed")).names()[0] == "a2"


@pytest.mark.parametrize(("factor", "shift"), [(1, 0), (3, 5), (0.25, -7)])
def test_a_positive_linear_change_of_values_is_safe_with_chance(factor: float, shift: float) -> None:
    """Zell, section 5.5 and Lecture 5."""
    a, b, c, d = (factor * value + shift for value in (2, 3, 1, 4))
    game = ExplicitGame.parse(f"max(a1=chance(0.9: {a}, 0.1: {b}) a2=chance(0.9: {c}, 0.1: {d}))")
    assert expectiminimax(game).names()[0] == "a1"


def test_the_position_of_section_9_1_is_won() -> None:
    """Chapter 9, section 9.1: X has three actions, and wins."""
    game = plain(TicTacToe())
    assert [game.name(action) for action in game.actions(TIC_TAC_TOE)] == ["c3", "c2", "a1"]
    choice = alphabeta(game, TIC_TAC_TOE)
    assert (choice.value, choice.names()) == (1, ["c3"])

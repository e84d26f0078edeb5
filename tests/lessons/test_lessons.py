"""The printed forms are wrong where we say so, and the experiment of Zell, section 5.8 comes out."""

from __future__ import annotations

import pytest

from halfmove import alphabeta, expectiminimax
from halfmove.explain.picture import tree_svg
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.lessons import counterexamples, printed
from halfmove.lessons.catalogue import LESSONS
from halfmove.lessons.counterexamples import wrong_average
from halfmove.lessons.errors_in_leaves import left_is_better
from halfmove.lessons.memoisation import GAMES, by_dynamic_programming, by_memoisation
from halfmove.lessons.min_errs import expectations
from halfmove.lessons.pacman_findings import assumptions_table

PLAYED = ("depth", "smart-ghosts", "too-bold", "too-cautious")  # games of Pacman in machine code
TREES = [name for name in LESSONS if name not in (*PLAYED, "starving", "never-bluffs", "memoisation")]


@pytest.mark.parametrize("name", TREES)
@pytest.mark.usefixtures("native")  # all in plain Python: once is enough
def test_each_lesson_shows_what_is_wrong_in_a_small_game(name):
    found = LESSONS[name].find()
    assert found.sentences
    assert found.root.value is not None
    if found.is_smallest:
        assert len(found.game.movers) <= 6
        printed_answer, truth = (sentence.partition(": ")[2] for sentence in found.sentences)
        assert printed_answer != truth
    assert tree_svg(found.root).startswith("<svg")


def test_every_printed_form_has_its_lesson():
    assert sum(getattr(lesson.find, "__name__", "") == "find" for lesson in LESSONS.values()) == len(
        counterexamples.LESSONS
    )


def test_the_counterexample_of_the_errata_to_alphabeta_with_chance():
    game = ExplicitGame.parse("max(0.5 chance(1/2: min(-1 0), 1/2: 1))")
    assert printed.chance_alphabeta(game, game.initial) == 0.75
    assert expectiminimax(game).value == 0.5


def test_one_heap_of_lost_actions_is_still_played():
    game = ExplicitGame.parse("max(-1 -1)")
    assert printed.make_a_move(game, game.initial) is None
    assert alphabeta(game).action == 0


def test_averaging_over_deals_weighs_twice():
    found = wrong_average()
    assert found.printed != pytest.approx(found.truth)


@pytest.mark.parametrize(("deviation", "share"), [(5.0, 0.71), (2.0, 0.58)])
def test_errors_in_leaves(deviation, share):
    assert left_is_better(deviation) == pytest.approx(share, abs=0.006)


def test_only_a_positive_linear_transformation_is_safe_with_chance():
    before, in_order, linear = LESSONS["scale"].find().sentences
    assert "action a1 is best: 2.1 against 1.3" in before
    assert "action a2 is best: 40.9 against 21" in in_order
    assert "action a1 is best: 11.3 against 8.9" in linear


@pytest.mark.usefixtures("native")  # in plain Python: once is enough
def test_pacman_starves_until_the_way_to_food_counts():
    found = LESSONS["starving"].find()
    assert [sentence.rpartition(": ")[2] for sentence in found.sentences] == ["-10 points.", "516 points."]
    assert found.drawing.startswith("<svg")


@pytest.mark.usefixtures("native")
def test_a_strategy_for_who_errs_may_be_as_good_against_who_does_not():
    got = expectations()
    assert got["perfect", "perfect"] == got["greedy", "perfect"] == 0.0 > got["random", "perfect"]
    assert got["perfect", "random"] < got["greedy", "random"] < got["random", "random"]
    assert got["random", "greedy"] < got["greedy", "greedy"]


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_depth_matters():
    shallow, deep = LESSONS["depth"].find().sentences
    assert "-477 points, Pacman is caught" in shallow
    assert "526 points, all is eaten" in deep


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_ghosts_that_search_together_trap_pacman():
    apart, together = (int(sentence.split(": ")[1].split()[0]) for sentence in LESSONS["smart-ghosts"].find().sentences)
    assert apart > together


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_pacman_does_best_when_ghosts_are_what_he_takes_them_for():
    court, trap = assumptions_table("court", 20), assumptions_table("trap", 20)
    assert court["minimax", "adversarial"].won == 20 > 2 * court["expectimax", "adversarial"].won
    assert trap["minimax", "random"] == (20, 0, pytest.approx(-501))
    assert trap["expectimax", "random"].won > 5


@pytest.mark.usefixtures("in_plain_python", "native")  # once is enough
def test_clairvoyance_never_looks_and_never_hides():
    assert LESSONS["never-looks"].find().sentences == (
        "roads-to-gold: clairvoyance takes B, expects 2 and gets -49; A gets 1.",
        "roads-with-a-look: clairvoyance takes B, expects 2 and gets -49; look gets 3/2.",
        "fusion: clairvoyance takes risky, expects 1 and gets 0; safe gets 0.",
        "hide: clairvoyance takes tell, expects 0 and gets 0; keep gets 1.",
        "non-locality: clairvoyance takes a, expects 0 and gets -1; b gets -1/2.",
    )


@pytest.mark.usefixtures("native")
def test_clairvoyance_never_bets_the_jack():
    found = LESSONS["never-bluffs"].find()
    assert found.sentences == (
        "With the jack, after a pass, clairvoyance bets with probability 0, the equilibrium with 1/3.",
        "To somebody who knows how it plays, an equilibrium loses nothing, and clairvoyance in every game:",
        "Kuhn poker: 1/6.",
        "Leduc poker: 1/2.",
        "liar's dice, 3 sides: 5/54.",
    )
    assert found.drawing.startswith("<svg")


@pytest.mark.usefixtures("native")
def test_memoisation_keeps_a_part_of_the_states_for_the_same_value():
    tic_tac_toe = game_named("tic-tac-toe")
    memory, whole = by_memoisation(tic_tac_toe), by_dynamic_programming(tic_tac_toe)
    assert memory.value == whole.value == 0.0
    assert memory.states < whole.states
    assert memory.bytes < whole.bytes
    found = LESSONS["memoisation"].find()
    assert [sentence.partition(": mem")[0] for sentence in found.sentences] == list(GAMES)
    assert tree_svg(found.root).startswith("<svg")

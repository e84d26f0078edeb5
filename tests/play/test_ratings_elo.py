"""The difference between two players: published figures, edges, coverage."""

import math

import numpy as np
import pytest

from halfmove.errors import HalfmoveError
from halfmove.play.ratings import Pairs, Score, draw_ratio, elo, normalised_elo, score_share, score_text, superiority
from halfmove.play.ratings.beta import beta_probability, beta_quantile, proportion_interval
from halfmove.play.ratings.elo import elo_of, score_of

pytestmark = pytest.mark.one_lane

HUNDREDTH = 0.005 + 1e-9  # what is printed with two decimals


def test_pairs_as_published():  # TRUTHS.md, as fastchess prints them
    pairs = Pairs((34, 54, 63, 64, 75))
    assert (pairs.samples, pairs.games) == (290, 580)
    assert elo(pairs).value == pytest.approx(55.58, abs=HUNDREDTH)
    assert elo(pairs).margin == pytest.approx(27.65, abs=HUNDREDTH)
    assert normalised_elo(pairs).value == pytest.approx(57.94, abs=HUNDREDTH)
    assert normalised_elo(pairs).margin == pytest.approx(28.28, abs=HUNDREDTH)
    assert draw_ratio(pairs) == 63 / 290
    assert str(elo(pairs)) == "55.58 ± 27.65"


def test_single_games_as_published():
    score = Score(wins=136, draws=111, losses=96)
    assert (score.games, score.points) == (343, 191.5)
    assert elo(score).value == pytest.approx(40.70, abs=HUNDREDTH)
    assert elo(score).margin == pytest.approx(30.43, abs=HUNDREDTH)
    assert normalised_elo(score).value == pytest.approx(49.77, abs=HUNDREDTH)
    assert normalised_elo(score).margin == pytest.approx(36.77, abs=HUNDREDTH)
    assert superiority(score) == pytest.approx(0.9960, abs=HUNDREDTH / 100)
    assert draw_ratio(score) == 111 / 343


def test_who_loses_is_as_much_weaker():
    won, lost = elo(Score(9, 3, 4)), elo(Score(4, 3, 9))
    assert (won.value, won.low, won.high) == pytest.approx((-lost.value, -lost.high, -lost.low))
    assert superiority(Score(9, 3, 4)) == pytest.approx(1 - superiority(Score(4, 3, 9)))


@pytest.mark.parametrize("difference", [-500.0, -1.0, 0.0, 36.0, 400.0])
def test_elo_and_score_are_inverse(difference):
    assert elo_of(score_of(difference)) == pytest.approx(difference, abs=1e-9)


def test_four_hundred_elo_are_ten_to_one():
    assert score_of(400) == pytest.approx(10 / 11)


EDGES = [Score(), Score(1), Score(0, 1), Score(0, 0, 1), Score(50), Score(0, 50), Score(0, 0, 50), Score(1, 0, 1)]
EDGES += [Pairs(), Pairs((0, 0, 1, 0, 0)), Pairs((0, 0, 0, 0, 9)), Pairs((9, 0, 0, 0, 0)), Pairs((0, 9, 0, 0, 0))]


@pytest.mark.parametrize("results", EDGES, ids=str)
def test_few_or_equal_results_get_a_clear_answer(results):
    for estimate in (elo(results), normalised_elo(results)):
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high
        assert "nan" not in str(estimate)
    assert 0 <= superiority(results) <= 1


def test_edges_in_numbers():
    assert elo(Score()) == elo(Pairs())
    assert (elo(Score()).value, elo(Score()).low, elo(Score()).high) == (0, -math.inf, math.inf)
    all_won = elo(Score(10))
    assert (all_won.value, all_won.high, all_won.margin) == (math.inf, math.inf, math.inf)
    assert score_of(all_won.low) ** 10 == pytest.approx(0.025)  # Clopper and Pearson: so rarely would ten be won
    assert elo(Score(1000)).low > elo(Score(10)).low
    drawn = elo(Score(0, 10))
    assert drawn.value == 0
    assert 0 < elo(Score(0, 100)).margin < drawn.margin < math.inf
    assert superiority(Score(3)) == 15 / 16
    assert superiority(Score()) == superiority(Score(0, 7)) == 0.5
    assert draw_ratio(Score()) == 0


def test_sixteen_of_sixteen_is_not_certain():
    text = score_text(Score(16), Pairs((0, 0, 0, 0, 8)))
    assert "Points: 16 (100.0%, from 63.1% to 100.0%)" in text
    assert "Elo: ∞ (from 92.89 to ∞)" in text


@pytest.mark.parametrize(
    "make", [lambda lost: Score(16 - lost, 0, lost), lambda lost: Pairs((lost, 0, 0, 0, 16 - lost))]
)
def test_who_takes_more_is_surely_better_by_more(make):
    lows = [score_share(make(lost)).low for lost in range(5)]
    assert lows == sorted(lows, reverse=True)
    assert score_share(Score(15, 1)).low < score_share(Score(16)).low


@pytest.mark.parametrize("chances", [(0.01, 0.02, 0.97), (0.0, 0.05, 0.95), (0.0, 0.0, 0.02, 0.02, 0.96)])
def test_bars_hold_the_truth_near_the_ends(chances):
    worth = np.linspace(0, 1, len(chances))
    truth, matches, held = float(worth @ chances), 2000, 0
    for counts in np.random.default_rng(2).multinomial(16, chances, matches).tolist():
        share = score_share(Pairs(tuple(counts)) if len(counts) == 5 else Score(*reversed(counts)))
        held += share.low <= truth <= share.high
    assert held / matches >= 0.95


def test_the_beta_distribution():
    for x in (0.01, 0.3, 0.5, 0.97):
        assert beta_probability(x, 3.5, 1) == pytest.approx(x**3.5)
        assert beta_probability(x, 1, 2.5) == pytest.approx(1 - (1 - x) ** 2.5)
        assert beta_probability(x, 2, 3) == pytest.approx(6 * x**2 - 8 * x**3 + 3 * x**4)
        assert beta_probability(beta_quantile(x, 40.5, 60), 40.5, 60) == pytest.approx(x)


@pytest.mark.parametrize(("won", "games"), [(10, 12), (7, 8), (1, 40)])
def test_so_many_wins_are_as_rare_as_the_bars_say(won, games):
    low, high = proportion_interval(won / games, games, 0.95)
    chances = {p: [math.comb(games, k) * p**k * (1 - p) ** (games - k) for k in range(games + 1)] for p in (low, high)}
    assert sum(chances[low][won:]) == pytest.approx(0.025)
    assert sum(chances[high][: won + 1]) == pytest.approx(0.025)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Score(-1), "whole numbers from 0"),
        (lambda: Pairs((1, 2, 3)), "5 results, not 3"),
        (lambda: Pairs((1, 2, 3, 4, 0.5)), "whole numbers"),
        (lambda: Pairs.of([2.5]), r"cannot bring 2.5 points"),
        (lambda: elo(Score(1), confidence=95), "not between 0 and 1"),
    ],
)
def test_what_cannot_be_is_refused(make, told):
    with pytest.raises(HalfmoveError, match=told):
        make()


def test_counts_add_up():
    assert Score(1, 2, 3) + Score(4, 5, 6) == Score(5, 7, 9)
    assert Pairs.of([0, 0.5, 1, 1]) + Pairs.of([1.5, 2, 2]) == Pairs((1, 1, 2, 1, 2))


@pytest.mark.parametrize("chances", [(0.3, 0.3, 0.4), (0.1, 0.2, 0.3, 0.3, 0.1)])
def test_bars_hold_the_truth_as_often_as_they_say(chances):
    matches, samples = 2000, 200
    worth = np.linspace(0, 1, len(chances))
    truth = elo_of(float(worth @ chances))
    held = 0
    for counts in np.random.default_rng(1).multinomial(samples, chances, matches).tolist():
        estimate = elo(Pairs(tuple(counts)) if len(counts) == 5 else Score(*reversed(counts)))
        held += estimate.low <= truth <= estimate.high
    assert held / matches == pytest.approx(0.95, abs=0.015)  # three standard deviations


def test_a_match_in_words():
    text = score_text(Score(300, 100, 180), Pairs((34, 54, 63, 64, 75)))
    assert "+300 =100 -180" in text
    assert "55.58 ± 27.65" in text
    assert "34 54 63 64 75" in text
    assert "40.70 ± 30.43" in score_text(Score(136, 111, 96))
    assert "99.60%" in score_text(Score(136, 111, 96))
    assert "Games: 0" in score_text(Score(), Pairs())

"""The sequential test: published ratios, the likelihood by brute force, its error rates."""

import math

import numpy as np
import pytest

from halfmove.errors import HalfmoveError
from halfmove.play.ratings import H0, H1, LOGISTIC, NORMALISED, OPEN, Pairs, Score, llr_curve, llr_svg, sprt
from halfmove.play.ratings.elo import NORMALISED_ELO, score_of
from halfmove.play.ratings.likelihood import observed, with_deviations, with_mean
from halfmove.play.ratings.sprt import bounds, llrs

pytestmark = pytest.mark.one_lane

# fastchess, app/tests/sprt_test.cpp: within one percent there, as figures from Fishtest with two decimals.
PUBLISHED = [
    (Score(36433, 68692, 36027), 0, 2, NORMALISED, 0.92),
    (Score(10871, 20431, 10650), -1.75, 0.25, NORMALISED, 2.30),
    (Score(4250, 0, 0), 0, 10, NORMALISED, 120.56),
    (Score(21404, 40708, 21184), 0.5, 2.5, LOGISTIC, -1.57),
    (Score(57433, 106593, 57030), 0, 2, LOGISTIC, -2.59),
    (Pairs((365, 16618, 36229, 16974, 390)), 0, 2, NORMALISED, 2.25),
    (Pairs((127, 4883, 10712, 5150, 104)), -1.75, 0.25, NORMALISED, 3.01),
    (Pairs((0, 0, 0, 0, 5550)), 0, 5, NORMALISED, 111.82),
    (Pairs((223, 9863, 21279, 10037, 246)), 0.5, 2.5, LOGISTIC, -3.07),
    (Pairs((871, 26175, 55983, 26678, 821)), 0, 2, LOGISTIC, -4.98),
]


@pytest.mark.parametrize(("results", "elo0", "elo1", "model", "llr"), PUBLISHED)
def test_published_ratios(results, elo0, elo1, model, llr):
    assert sprt(results, elo0, elo1, model=model).llr == pytest.approx(llr, abs=0.03)


def test_bounds_are_walds():
    assert bounds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert bounds(0.01, 0.2) == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


def test_verdicts():
    assert sprt(Score(600, 300, 300), 0, 10).verdict == H1
    assert sprt(Score(300, 300, 600), 0, 10).verdict == H0
    assert sprt(Score(3, 3, 3), 0, 10).verdict == OPEN
    assert "H1 accepted" in str(sprt(Score(600, 300, 300), 0, 10))


@pytest.mark.parametrize("model", [LOGISTIC, NORMALISED])
@pytest.mark.parametrize(
    "results", [Score(), Score(1), Score(0, 1), Score(0, 0, 1), Score(0, 500), Pairs(), Pairs((0, 0, 1, 0, 0))], ids=str
)
def test_few_or_equal_results_decide_nothing(results, model):
    test = sprt(results, 0, 5, model=model)
    assert math.isfinite(test.llr)
    if results.samples <= 1:
        assert test.verdict == OPEN


def test_seats_exchanged_and_claims_exchanged_turn_the_sign():
    for model in (LOGISTIC, NORMALISED):
        assert sprt(Score(30, 40, 20), -3, 5, model=model).llr == pytest.approx(
            -sprt(Score(20, 40, 30), -5, 3, model=model).llr
        )


@pytest.mark.parametrize("counts", [(20.0, 30.0, 40.0), (5.0, 80.0, 7.0), (0.0, 3.0, 9.0)])
def test_likeliest_probabilities_by_brute_force(counts):
    _, seen = observed(np.array(counts))
    for mean in (0.5, 0.57):
        draws = np.linspace(0, 2 * min(mean, 1 - mean), 200_002)[1:-1]
        best = _log_likelihoods(seen, mean, draws).max()
        assert float(seen @ np.log(with_mean(seen, mean))) == pytest.approx(best, abs=1e-7)
    for deviations in (0.05, 0.4):
        means = np.linspace(0.5, 1, 200_002)[1:-1]
        draws = 4 * (means * (1 - means) - ((means - 0.5) / deviations) ** 2)  # the variance is m - d/4 - m^2
        possible = (draws > 0) & (draws < 2 * np.minimum(means, 1 - means))
        best = _log_likelihoods(seen, means[possible], draws[possible]).max()
        assert float(seen @ np.log(with_deviations(seen, 0.5, deviations))) == pytest.approx(best, abs=1e-7)


def _log_likelihoods(seen, means, draws):
    losses, draws, wins = np.broadcast_arrays(1 - means - draws / 2, draws, means - draws / 2)
    return seen @ np.log(np.array([losses, draws, wins]))


def test_likeliest_probabilities_keep_the_claim():
    counts = np.random.default_rng(2).multinomial(30, [0.1, 0.2, 0.3, 0.3, 0.1], 200).astype(float)
    _, seen = observed(counts)
    worth = np.linspace(0, 1, 5)
    straight = with_mean(seen, 0.53)
    assert straight.sum(-1) == pytest.approx(1)
    assert straight @ worth == pytest.approx(0.53)
    bent = with_deviations(seen, 0.5, 0.2)
    assert bent.sum(-1) == pytest.approx(1)
    mean = bent @ worth
    assert (mean - 0.5) / np.sqrt(bent @ worth**2 - mean**2) == pytest.approx(0.2)


def test_a_curve_ends_where_the_match_does():
    games = [1, 0.5, 0, 1, 1, 0.5, 0, 0.5, 1]
    curve = llr_curve(games, 0, 20, paired=False)
    assert len(curve) == len(games)
    assert curve[-1] == pytest.approx(sprt(Score(4, 3, 2), 0, 20).llr)
    pairs = [2, 1, 0.5, 1.5, 1]
    for model in (LOGISTIC, NORMALISED):
        curve = llr_curve(pairs, 0, 20, model, paired=True)
        assert curve[-1] == pytest.approx(sprt(Pairs.of(pairs), 0, 20, model=model).llr)
    assert len(llr_curve([], 0, 20, paired=True)) == 0


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: sprt(Score(), 5, 0), "a lower from a higher Elo, not 5 from 0"),
        (lambda: sprt(Score(), 0, math.nan), "not 0 from nan"),
        (lambda: sprt(Score(), 0, 5, alpha=0), "error rates of 0 and 0.05"),
        (lambda: sprt(Score(), 0, 5, alpha=0.6, beta=0.6), "together below 1"),
        (lambda: sprt(Score(), 0, 5, model="bayesian"), "there is no model 'bayesian'"),
        (lambda: llr_curve([1, 0.3], 0, 5, paired=False), r"a game cannot bring 0\.3 points"),
        (lambda: llr_curve([2.5], 0, 5, paired=True), r"a pair of games cannot bring 2\.5 points"),
    ],
)
def test_what_cannot_be_tested_is_refused(call, told):
    with pytest.raises(HalfmoveError, match=told):
        call()


def test_the_course_of_a_test_as_a_picture():
    curve = llr_curve([1, 0.5, 0, 1] * 2000, 0, 10, paired=False)
    picture = llr_svg(curve, sprt(Score(4000, 2000, 2000), 0, 10), "A & B")
    assert "A &amp; B" in picture
    assert "H1 accepted" in picture
    assert len(picture) < 60_000
    assert "nan" not in llr_svg([], sprt(Score(), 0, 10))


GAMES, PAIRS = (0.25, 0.5, 0.25), (0.05, 0.2, 0.5, 0.2, 0.05)


def wrong_verdicts(chances, model, elo1, matches):
    """Return how often tests of 0 against `elo1` reject H0 where it holds, and H1 where it holds."""
    numbers = np.random.default_rng(7)
    equal = np.array(chances)
    unit = math.sqrt(1 if len(chances) == 3 else 2) / NORMALISED_ELO
    better = with_mean(equal, score_of(elo1)) if model == LOGISTIC else with_deviations(equal, 0.5, elo1 * unit)
    lower, upper = bounds()
    rates = []
    for truth, wrong in ((equal, H1), (better, H0)):
        counts, found = np.zeros((matches, len(truth))), 0
        while len(counts):
            counts += np.eye(len(truth))[numbers.choice(len(truth), len(counts), p=truth)]
            llr = llrs(counts, 0, elo1, model)
            found += int((llr >= upper).sum() if wrong == H1 else (llr <= lower).sum())
            counts = counts[(llr > lower) & (llr < upper)]
        rates.append(found / matches)
    return rates


@pytest.mark.parametrize(("chances", "model", "elo1"), [(GAMES, LOGISTIC, 50), (PAIRS, NORMALISED, 70)])
def test_verdicts_are_seldom_wrong(chances, model, elo1):
    assert wrong_verdicts(chances, model, elo1, 600) == pytest.approx([0.05, 0.05], abs=0.03)


@pytest.mark.deep
@pytest.mark.parametrize(("chances", "model", "elo1"), [(GAMES, LOGISTIC, 15), (PAIRS, NORMALISED, 30)])
def test_verdicts_are_wrong_as_often_as_allowed(chances, model, elo1):
    assert wrong_verdicts(chances, model, elo1, 5_000) == pytest.approx([0.05, 0.05], abs=0.01)

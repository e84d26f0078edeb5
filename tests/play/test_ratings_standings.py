"""Ratings of many players: against `elo`, against what a simulation put in, and where games leave things open."""

import math
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest

from halfmove.errors import HalfmoveError
from halfmove.play.ratings import (
    Pairs,
    Result,
    Score,
    crosstable,
    elo,
    pairs_between,
    ratings,
    ratings_svg,
    ratings_text,
    score_between,
    superiority,
)
from halfmove.play.ratings.elo import score_of

pytestmark = pytest.mark.one_lane

WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def match(wins, draws, losses, player="A", opponent="B"):
    """Return games of which a player begins every other one."""
    results = []
    for utilities, count in ((WIN, wins), (DRAW, draws), (LOSS, losses)):
        for i in range(count):
            seats = ((player, opponent), utilities) if i % 2 else ((opponent, player), utilities[::-1])
            results.append(Result(*seats))
    return results


def rating(table, player):
    return next(standing.rating for standing in table.standings if standing.player == player)


def test_two_players_are_as_far_apart_as_elo_says():
    results, score = match(136, 111, 96), Score(136, 111, 96)
    assert score_between(results, "A", "B") == score
    table = ratings(results)
    assert table.difference("A", "B").value == pytest.approx(elo(score).value, abs=0.01)
    assert table.difference("A", "B").margin == pytest.approx(elo(score).margin, rel=0.01)
    assert table.superiority("A", "B") == pytest.approx(superiority(score), abs=0.001)
    assert rating(table, "A").value == pytest.approx(-rating(table, "B").value)
    assert table.standings[0].player == "A"
    assert table.standings[0].score == score


def test_pairs_give_the_bars_of_pairs():
    rows = [(-1, -1, 34), (-1, 0, 54), (-1, 1, 63), (0, 1, 64), (1, 1, 75)]
    results = []
    for first, second, count in rows:
        for i in range(count):
            outcomes = (first, second) if i % 2 else (second, first)
            for lead, beginner in zip(outcomes, (0, 1), strict=True):
                seats = (("A", "B"), (lead, -lead)) if beginner == 0 else (("B", "A"), (-lead, lead))
                results.append(Result(*seats, pair=(first, second, i)))
    pairs = Pairs((34, 54, 63, 64, 75))
    assert pairs_between(results, "A", "B") == pairs
    assert pairs_between(results, "B", "A") == Pairs(pairs.counts[::-1])
    assert pairs_between(results[1:], "A", "B").samples == pairs.samples - 1
    found = ratings(results).difference("A", "B")
    assert found.value == pytest.approx(elo(pairs).value, rel=0.01)  # the seats explain a little
    assert found.margin == pytest.approx(elo(pairs).margin, rel=0.01)


def test_an_anchor_is_where_it_was_put():
    results = match(30, 10, 20) + match(5, 9, 16, "C")
    free, held = ratings(results), ratings(results, anchor="B", origin=1500)
    assert (rating(held, "B").value, rating(held, "B").margin) == (1500, 0)
    for player in "AC":
        assert rating(held, player).value - 1500 == pytest.approx(free.difference(player, "B").value)
        assert rating(held, player).margin == pytest.approx(free.difference(player, "B").margin)
    assert sum(each.rating.value for each in free.standings) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("results", "unbounded"),
    [
        (match(100, 0, 0), {"A": "above", "B": "below"}),
        (match(9, 5, 9) + match(20, 0, 0, "B", "C"), {"C": "below"}),
        (match(9, 5, 9) + match(20, 0, 0, "C", "B"), {"C": "above"}),
        ([Result(("A", "A"), DRAW)], {"A": "both"}),
        (match(50, 50, 0), {}),
        (match(0, 10, 0), {}),
        ([Result(("A", "B"), WIN)], {"A": "above", "B": "below"}),
    ],
)
def test_bars_are_infinite_where_games_do_not_bound_them(results, unbounded):
    table = ratings(results)
    for standing in table.standings:
        kind, bars = unbounded.get(standing.player), standing.rating
        assert math.isfinite(bars.value)
        assert (bars.high == math.inf) == (kind in ("above", "both"))
        assert (bars.low == -math.inf) == (kind in ("below", "both"))
        assert bars.low < bars.value < bars.high


def test_groups_that_never_met_may_be_far_apart():
    table = ratings(match(9, 5, 9) + match(9, 5, 9, "C", "D"))
    assert math.isfinite(table.difference("A", "B").margin)
    assert table.difference("A", "C").margin == math.inf
    assert all(standing.rating.margin > 1000 for standing in table.standings)


def test_who_wins_everything_is_far_stronger():
    table = ratings(match(100, 0, 0))
    found = table.difference("A", "B")
    assert found.high == math.inf
    assert found.low == pytest.approx(elo(Score(100)).low, rel=0.1)
    assert table.superiority("A", "B") > 0.999


def test_no_games_no_ratings():
    table = ratings([])
    assert table.standings == ()
    assert (table.first_seat.low, table.first_seat.high) == (-math.inf, math.inf)
    assert crosstable([]) == "#  player  all"
    assert "First seat" in ratings_text(table)
    ElementTree.fromstring(ratings_svg(table))


def test_drawn_games_make_ratings_surer():
    decided, drawn = ratings(match(60, 0, 40)), ratings(match(20, 80, 0))
    assert drawn.difference("A", "B").value == pytest.approx(decided.difference("A", "B").value, abs=1)
    assert drawn.difference("A", "B").margin < decided.difference("A", "B").margin / 2


def test_a_seat_that_always_wins():
    table = ratings([Result(("A", "B"), WIN), Result(("B", "A"), WIN)] * 20)
    assert table.first_seat.low > 0
    assert table.first_seat.high == math.inf
    assert rating(table, "A").value == pytest.approx(0, abs=1e-6)


def test_playing_oneself_tells_of_the_seats_only():
    table = ratings([Result(("A", "A"), WIN)] * 30 + [Result(("A", "A"), LOSS)] * 10)
    assert table.first_seat.value == pytest.approx(elo(Score(30, 0, 10)).value, abs=1)
    assert (rating(table, "A").value, rating(table, "A").margin) == (0, math.inf)


def test_three_seats():
    results = []
    for i in range(60):
        seats = [("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")][i % 3]
        best = "A" if i % 2 else "BC"[i // 2 % 2]
        results.append(Result(seats, tuple(1.0 if player == best else 0.0 for player in seats)))
    table = ratings(results)
    assert table.standings[0].player == "A"
    assert score_between(results, "A", "B").games == 60
    assert table.standings[0].score.games == 120


def tournament(strengths, advantage, drawn, pairs, opposed, numbers):
    """Play a round robin in pairs of games: the truth is in Elo, `opposed` ties the games of a pair together."""
    normal, results = NormalDist(), []
    for number, (i, j) in enumerate([both for both in combinations(range(len(strengths)), 2) for _ in range(pairs)]):
        luck = numbers.normal(size=2)
        luck[1] = -opposed * luck[0] + math.sqrt(1 - opposed**2) * luck[1]
        for first, second, z in ((i, j, luck[0]), (j, i, -luck[1])):
            score = score_of(strengths[first] - strengths[second] + advantage)
            half_drawn, chance = drawn * min(score, 1 - score), normal.cdf(z)
            lead = 1.0 if chance < score - half_drawn else 0.0 if chance < score + half_drawn else -1.0
            results.append(Result((f"p{first}", f"p{second}"), (lead, -lead), number))
    return results


def coverage(strengths, advantage, drawn, pairs, opposed, tournaments):
    """Return how often the bars hold the true ratings, and the true worth of the first seat."""
    numbers, held, seats = np.random.default_rng(4), 0, 0
    for _ in range(tournaments):
        table = ratings(tournament(strengths, advantage, drawn, pairs, opposed, numbers))
        for i, truth in enumerate(strengths):
            bars = rating(table, f"p{i}")
            held += bars.low <= truth <= bars.high
        seats += table.first_seat.low <= advantage <= table.first_seat.high
    return held / len(strengths) / tournaments, seats / tournaments


FIELDS = [
    ((-150, -50, 50, 150), 50, 0.5, 10, 0.6),
    ((-75, -25, 0, 25, 75), 0, 0.9, 3, 0.0),
    ((-100, 0, 100), 30, 0.0, 30, 0.0),
]


@pytest.mark.parametrize("field", FIELDS)
def test_bars_hold_the_truth(field):
    assert coverage(*field, tournaments=300) == pytest.approx((0.95, 0.95), abs=0.04)


@pytest.mark.deep
@pytest.mark.parametrize("field", FIELDS)
def test_bars_hold_the_truth_as_often_as_they_say(field):
    assert coverage(*field, tournaments=2000) == pytest.approx((0.95, 0.95), abs=0.02)


def test_strangers_are_named():
    table = ratings(match(3, 3, 3))
    for call in (lambda: table.difference("A", "X"), lambda: ratings(match(1, 0, 1), anchor="X")):
        with pytest.raises(HalfmoveError, match="'X'"):
            call()
    with pytest.raises(HalfmoveError, match="2 players cannot share 1 utilities"):
        Result(("A", "B"), (1.0,))


def test_tables_and_pictures():
    results = match(7, 2, 1) + match(3, 3, 4, "B", "C & D") + match(5, 0, 0, "A", "C & D") + match(2, 0, 0, "B", "E")
    assert crosstable(results).splitlines() == [
        "#  player     1       2       3    4     all",
        "1  A          ·     5/5    8/10        13/15",
        "2  C & D    0/5       ·  5.5/10       5.5/15",
        "3  B       2/10  4.5/10       ·  2/2  8.5/22",
        "4  E                        0/2    ·     0/2",
    ]
    text = ratings_text(ratings(results))
    assert text.splitlines()[1].split()[:2] == ["1", "A"]
    assert "-∞" in text
    picture = ratings_svg(ratings(results), "A < B")
    ElementTree.fromstring(picture)
    assert "C &amp; D" in picture
    assert "line open" in picture

"""`halfmove rollout`, and Monte Carlo on the command line."""

from __future__ import annotations

import pytest

CHANCE = "max(chance(1/2: 1, 1/2: 3) chance(1/4: 0, 3/4: 2) 1)"


def test_a_rollout_ranks_the_actions(answer):
    found = answer("rollout", CHANCE, "--games", 200, "--policy", "random")
    first, second, third = found["rollouts"]
    assert {first["action"], second["action"], third["action"]} == {"1", "2", "3"}
    assert first["action"] == "1"
    assert first["value"] == pytest.approx(2, abs=5 * first["error"])
    assert first["games"] == 200
    assert set(first["utilities"]) == {"1", "3"}
    assert third["action"] == "3"
    assert third["error"] == 0
    assert second["behind"] > 0


def test_a_rollout_for_people(halfmove):
    said = halfmove("rollout", CHANCE, "--games", 20).stdout
    assert "behind" in said
    assert "20 games each; value for MAX" in said
    assert halfmove("rollout", CHANCE, "--games", 20, "--actions", "3", "--quiet").stdout == "3 1\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--policy", "best"), "there is no policy 'best'"),
        (("--actions", "7"), "7"),
        (("max(1 2)", "--state", "max(1 2)"), "the state is given twice"),
    ],
)
def test_mistakes(halfmove, words, sentence):
    result = halfmove("rollout", CHANCE, *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_intervals_of_monte_carlo(answer, halfmove):
    found = answer("best", CHANCE, "--search", "montecarlo:games=50,lines=3,halving=yes")
    assert found["action"] == "1"
    low, high = found["interval"]
    assert low <= found["value"] <= high
    assert len(found["others"]) == 2
    assert "with 95 % confidence" in halfmove("best", CHANCE, "--search", "montecarlo:games=5").stdout


def test_playouts_as_an_evaluation(answer):
    found = answer("best", CHANCE, "--search", "expectiminimax:depth=1,playouts=200")
    assert found["action"] == "1"
    assert found["value"] == pytest.approx(2, abs=0.5)

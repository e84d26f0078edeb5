"""`halfmove bench GAME`: suites of positions and the ablation of the engine."""

from __future__ import annotations

from importlib import import_module

import pytest

from halfmove.compiled.lane import JIT

SUITE = "2252576253462244111563365343671351441 -1\n23163416124767223154467471272416755633 0\n"


def test_a_suite_of_values(answer, tmp_path):
    file = tmp_path / "suite"
    file.write_text(SUITE)
    found = answer("bench", "connect-four", "--suite", str(file))
    assert (found["cases"], found["right"], found["wrong_values"]) == (2, 2, 0)


def test_a_wrong_value_is_told(halfmove, tmp_path):
    file = tmp_path / "suite"
    file.write_text(SUITE.replace("-1", "-3"))
    said = halfmove("bench", "connect-four", "--suite", str(file))
    assert said.exit_code == 1
    assert "1 of 2" in said.stdout


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_an_estimate_is_not_a_wrong_value(answer, tmp_path):
    file = tmp_path / "suite"
    file.write_text(SUITE)
    found = answer("bench", "connect-four", "--suite", str(file), "--search", "engine:depth=1,hash=1")
    assert (found["cases"], found["wrong_values"]) == (2, 0)


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_ablation(answer, monkeypatch):
    monkeypatch.setattr(import_module("halfmove.search.engine"), "NAMES", ("null_window",))
    found = answer("bench", "connect-four", "--ablate", "--depth", "2")
    assert [cost["off"] for cost in found["costs"]] == ["", "null_window"]
    assert all(cost["nodes"] > 0 for cost in found["costs"])


@pytest.mark.skipif(JIT, reason="once is enough: where nothing has to be compiled")
def test_ablation_says_how_long_it_takes_and_goes_deep_enough(halfmove, monkeypatch):
    monkeypatch.setattr(import_module("halfmove.search.engine"), "NAMES", ("null_window",))
    said = halfmove("bench", "one-heap-nim:stones=21", "--ablate")
    assert " plies, 2 times: about" in said.stderr
    title, depth = next(line for line in said.stdout.splitlines() if "plies" in line).split(",")
    assert title.strip() == "5 states"
    assert int(depth.split()[0]) >= 7  # the whole game is searched, not what is left near its end


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--ablate"], "say which game"),
        (["connect-four"], "--ablate or --suite"),
        (["connect-four", "--suite", "nowhere"], "nowhere: No such file"),
    ],
)
def test_refusals(halfmove, words, message):
    said = halfmove("bench", *words)
    assert said.exit_code == 2
    assert message in said.stderr

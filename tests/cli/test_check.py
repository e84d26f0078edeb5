"""Every law has a game that breaks it, and `halfmove check` names that law and no answer is a traceback."""

import json

import pytest

from halfmove.check.advice_laws import ADVICE_LAWS
from halfmove.check.encoding_laws import ENCODING_LAWS
from halfmove.check.laws import LAWS, summary
from halfmove.check.quick_check import QUICK_LAWS
from halfmove.check.view_laws import VIEW_LAWS
from halfmove.compiled.lane import JIT

ALSO = {
    "keys_tell_states_apart": {"equal_keys_are_worth_the_same"},
    "players_see_their_actions": {"equal_keys_show_the_same"},
}  # what a broken game cannot help breaking too


AMONG_MISTAKES = {"declarations", "signatures", "ends_are_told", "pictures_are_texts"}  # files of test_mistakes.py


BESIDE = (*ADVICE_LAWS, *ENCODING_LAWS, *VIEW_LAWS)  # which have liars of their own


@pytest.mark.parametrize(
    "law", sorted({law.__name__ for law in (*QUICK_LAWS, *LAWS) if law not in BESIDE} - AMONG_MISTAKES)
)
def test_a_game_that_breaks_a_law_is_found(halfmove, law, broken):
    result = halfmove("check", broken / f"{law}.py", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["ok"] is False
    laws = {finding["law"] for finding in found["findings"]}
    assert law in laws
    assert laws - {law} <= ALSO.get(law, set())
    assert summary(law).endswith(".")


def test_a_game_that_keeps_the_laws_passes(halfmove, broken):
    result = halfmove("check", broken / "good.py")
    assert result.exit_code == 0
    assert "TakeAway keeps the laws" in result.stdout


def test_an_error_in_a_game_is_told_with_its_line(halfmove, broken):
    result = halfmove("check", broken / "answers.py")
    assert "answers.py:8: evaluate raises ZeroDivisionError" in result.stdout


@pytest.mark.skipif(not JIT, reason="the compiled lane is off")
def test_lanes_that_disagree_are_found(halfmove, broken):
    result = halfmove("check", broken / "lanes.py")
    assert result.exit_code == 1
    assert "evaluate(Heap(stones=7, player=0), 0) is 0.5 in plain Python and -0.5 compiled" in result.stdout


@pytest.mark.skipif(not JIT, reason="the compiled lane is off")
def test_what_does_not_compile_is_told_in_one_sentence(halfmove, broken):
    result = halfmove("check", broken / "compiles.py")
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert "compiles.py:" in line
    assert "Broken cannot be compiled" in line


@pytest.mark.skipif(not JIT, reason="the compiled lane is off")
def test_a_plain_game_need_not_compile(halfmove, broken):
    result = halfmove("check", broken / "plain_only.py")
    assert result.exit_code == 0
    assert "plain lane only" in result.stdout


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "three-player-nim", "kalah"])
def test_our_own_games_keep_the_laws(halfmove, name):
    assert halfmove("check", name, "--games", "5").exit_code == 0

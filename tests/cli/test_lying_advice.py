"""Advice that lies is found by brute force, with the state that shows it; what only guides a search is not failed."""

import json

import pytest

from halfmove.check.advice_laws import ADVICE_LAWS, exact_states
from halfmove.check.laws import Sample, broken, play_at_random
from halfmove.compiled import plain
from halfmove.core.advice import Advice, Bounds
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.games import GAMES, game_named
from halfmove.games.cat_and_mouse import CatAndMouse
from halfmove.games.nim import OneHeapNim
from halfmove.games.tic_tac_toe import TicTacToe

LIE = """
from halfmove.core.advice import Bounds
from halfmove.games.nim import OneHeapNim

class Liar(OneHeapNim):
    pass

class LiarBounds(Bounds):
    def value_bounds(self, heap, player, target):
        return 0.0, 0.0
"""


class WrongBounds(OneHeapNim):
    pass


class WrongBoundsBounds(Bounds):
    def value_bounds(self, heap, player, target):
        return 0.0, 0.0


class WrongOnlyAtATarget(OneHeapNim):
    pass


class WrongOnlyAtATargetBounds(Bounds):
    def value_bounds(self, heap, player, target):
        return (-1.0, 1.0) if target < 1.0 else (-1.0, 0.0)


class FewCandidates(OneHeapNim):
    pass


class FewCandidatesBounds(Bounds):
    def solver_moves(self, heap):
        yield 1


class ForeignCandidates(OneHeapNim):
    pass


class ForeignCandidatesBounds(Bounds):
    def solver_moves(self, heap):
        yield from range(1, 9)


class BlindToThreats(TicTacToe):
    pass


class BlindToThreatsAdvice(Advice):
    def is_threatened(self, board):
        return True

    def selective_moves(self, board):
        for square in list(self.game.actions(board))[:1]:
            yield square, 0.0, False


class ForeignTactics(OneHeapNim):
    pass


class ForeignTacticsAdvice(Advice):
    def tactics(self, heap):
        yield 99


class EndlessOrder(OneHeapNim):
    pass


class EndlessOrderAdvice(Advice):
    def order(self, heap, action):
        return float("inf")


class PassesToNobody(OneHeapNim):
    pass


class PassesToNobodyAdvice(Advice):
    def pass_turn(self, heap):
        return heap._replace(stones=heap.stones + 1)


class OneKey(OneHeapNim):
    def key(self, heap):
        return 7


class OneIdentity(OneHeapNim):
    def state_hash(self, heap):
        return heap.stones % 2

    def key(self, heap):
        return heap.stones * 2 + heap.player


class Unsymmetric(OneHeapNim):
    pass


class UnsymmetricBounds(Bounds):
    def canonical(self, heap):
        return heap._replace(stones=heap.stones // 2 * 2)


class AnotherFuture(OneHeapNim):
    pass


class AnotherFutureBounds(Bounds):
    def future(self, heap):
        return heap, 1.0


class Miscounts(OneHeapNim):
    pass


class MiscountsBounds(Bounds):
    def count_actions(self, heap):
        return 3


class WrongStep(OneHeapNim):
    step = 0.3


class UnfairDraws(OneHeapNim):
    def sample(self, heap, rng):
        return 1


class ForeignDraws(OneHeapNim):
    def sample(self, heap, rng):
        return 99


class ForeignPlayouts(OneHeapNim):
    pass


class ForeignPlayoutsAdvice(Advice):
    def playout_action(self, heap, last, rng):
        return 99


class NegativePrior(OneHeapNim):
    pass


class NegativePriorAdvice(Advice):
    def prior(self, heap, last, action):
        return -1.0


class ForgetsProgress(CatAndMouse):
    def since_progress(self, chase):
        return 0


LIARS = {
    ForgetsProgress: "progress_is_counted",
    WrongBounds: "bounds_hold",
    WrongOnlyAtATarget: "bounds_hold",
    FewCandidates: "solver_moves_suffice",
    ForeignCandidates: "solver_moves_suffice",
    BlindToThreats: "threats_are_answered",
    ForeignTactics: "tactics_are_actions",
    EndlessOrder: "guides_are_numbers",
    PassesToNobody: "passing_changes_the_mover",
    OneKey: "equal_keys_are_worth_the_same",
    OneIdentity: "equal_keys_are_worth_the_same",
    Unsymmetric: "canonical_states_are_symmetric",
    AnotherFuture: "futures_are_the_same",
    Miscounts: "actions_are_counted",
    WrongStep: "utilities_are_whole_steps",
    UnfairDraws: "draws_are_fair",
    ForeignDraws: "draws_are_fair",
    ForeignPlayouts: "playouts_are_legal",
    NegativePrior: "guides_are_numbers",
}
SLOW = {"chess", "chess960", "othello", "gomoku", "pente", "go"}  # in plain Python, of which fewer games are played


@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.__name__)
def test_a_lie_is_found(liar):
    found = {finding.law: finding.text for finding in broken(liar())}
    assert LIARS[liar] in found
    assert any(character.isdigit() for character in found[LIARS[liar]])  # a counterexample


def test_check_tells_a_lie_with_its_counterexample(halfmove, tmp_path):
    file = tmp_path / "liar.py"
    file.write_text(LIE)
    result = halfmove("check", f"{file}:Liar", "--json")
    assert result.exit_code == 1
    (told,) = [each["text"] for each in json.loads(result.stdout)["findings"] if each["law"] == "bounds_hold"]
    assert "value_bounds(Heap(" in told
    assert "is (0, 0), but the state is worth" in told


def test_every_law_of_advice_has_a_liar():
    assert set(LIARS.values()) == {law.__name__ for law in ADVICE_LAWS}


def test_a_poor_guide_is_no_lie():
    class PoorGuide(OneHeapNim):
        @property
        def advice(self):
            return PoorAdvice(self)

        @property
        def bounds(self):
            return PoorBounds(self, self.advice)

    class PoorAdvice(Advice):
        quiet_gain = 0.9

        def order(self, heap, action):
            return -float(action)

        def is_quiet(self, heap):
            return False

    class PoorBounds(Bounds):
        def plies_left(self, heap):
            return 0

        def next_target(self, heap, low, high):
            return low

    assert broken(PoorGuide()) == []


@pytest.mark.one_lane
@pytest.mark.parametrize("name", GAMES)
def test_our_own_advice_is_true(name):
    game, sample = plain_throughout(game_named(name)), Sample([], [])
    play_at_random(game, random(1), 1 if name in SLOW else 4, sample)
    assert [text for law in ADVICE_LAWS for text in law(game, sample)] == []


def test_there_are_states_to_compare_with():
    for name in ("tic-tac-toe", "connect-four", "othello:size=4", "mnk"):
        game, sample = plain(game_named(name)), Sample([], [])
        play_at_random(game, random(1), 4, sample)
        assert len(exact_states(game, sample)) > 10, name

"""Published values of solved games. Sources: TRUTHS.md beside the repository, and what is named at each fact."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.kalah import Kalah
from halfmove.games.nim import Nim, OneHeapNim
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.alphabeta import alphabeta
from halfmove.search.memo import memoised
from halfmove.search.solving import prove
from halfmove.search.solving.retrograde import solve
from published import lines, published, sample

PONS = "connect_four/Test_L3_R1"
GIBIBYTE = 2**30 / 1e6  # megabytes

# The first player's margin in seeds by (holes, seeds); Irving, Donkers and Uiterwijk (2000) give who wins.
KALAH = {
    (1, 1): 0, (1, 2): -2, (1, 3): 6, (1, 4): -2, (1, 5): 2, (1, 6): 0,
    (2, 1): 2, (2, 2): -2, (2, 3): -2, (2, 4): -10, (2, 5): 6, (2, 6): 8,
    (3, 1): 0, (3, 2): 4, (3, 3): 2, (3, 4): 2, (4, 1): 2, (4, 2): 6, (4, 3): 6,
}  # fmt: skip
KALAH_SLOW = {(3, 4), (4, 2), (4, 3)}


def test_tic_tac_toe_is_a_draw() -> None:
    choice = alphabeta(TicTacToe())
    assert choice.value == 0
    assert choice.exact


@pytest.mark.parametrize(("width", "height", "value"), [(4, 4, 0), (4, 5, 0)])
def test_small_connect_four(width: int, height: int, value: int) -> None:
    """Tromp's table of other sizes."""
    choice = memoised(ConnectFour(width, height))
    assert choice.value == value
    assert choice.exact


@pytest.mark.deep
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("width", "height", "value"), [(5, 4, 0), (5, 5, 0), (6, 4, -1)])
def test_larger_connect_four(width: int, height: int, value: int) -> None:
    assert memoised(ConnectFour(width, height)).value == value


@pytest.mark.deep
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("width", "height", "winner"),
    [(7, 4, 0), (6, 5, 0), (7, 5, 0), (8, 5, 1), (6, 6, -1), (7, 6, 1), (6, 7, 1)],
)
def test_large_connect_four(width: int, height: int, winner: int) -> None:
    """Allis (1988) for 7 x 6; Tromp's table of other sizes, of which it has the winner: 1 is who begins."""
    choice = prove(ConnectFour(width, height, margin=True), megabytes=GIBIBYTE)
    assert choice.exact
    assert np.sign(choice.value) == winner


def test_late_positions_of_connect_four() -> None:
    _compare_with_pons(sample(PONS))


@pytest.mark.deep
def test_all_late_positions_of_connect_four() -> None:
    _compare_with_pons(published(PONS))


def _compare_with_pons(positions: str) -> None:
    """Pons scores a win by how early it comes; the sign says who wins."""
    game = ConnectFour()
    for line in lines(positions):
        columns, score = line.split()
        value = memoised(game, game.read(columns), megabytes=1).value
        assert value == (int(score) > 0) - (int(score) < 0), columns


@pytest.mark.one_lane
@pytest.mark.parametrize(("holes", "seeds"), sorted(KALAH.keys() - KALAH_SLOW))
def test_kalah(holes: int, seeds: int) -> None:
    assert memoised(plain(Kalah(holes, seeds))).value == KALAH[holes, seeds]


@pytest.mark.deep
@pytest.mark.parametrize(("holes", "seeds"), sorted(KALAH_SLOW))
def test_larger_kalah(holes: int, seeds: int) -> None:
    assert memoised(Kalah(holes, seeds)).value == KALAH[holes, seeds]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 1, 1, 1), (2, 2, 1), (7,), (0, 3)])
def test_nim_follows_bouton(heaps: tuple[int, ...], misere: bool) -> None:
    """Bouton (1901): who moves loses iff the exclusive-or is 0; misère the same unless all heaps are 0 or 1."""
    game = plain(Nim(heaps, misere))
    solution = solve(game)
    for sizes in product(*(range(size + 1) for size in heaps)):
        for player in ("MAX", "MIN"):
            state = game.read(f"{' '.join(map(str, sizes))} {player}")
            if solution.states.find(state) >= 0:
                loses = reduce(xor, sizes) == 0
                if misere and max(sizes) <= 1:
                    loses = not loses
                assert solution.value(state) == (-1 if loses else 1), sizes


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_one_heap_nim(most: int, misere: bool) -> None:
    """Chapter 9, figure 51 (6 stones, take 1 to 3), and Lecture 5 (take 1 or 2): leave a multiple of most + 1."""
    game = plain(OneHeapNim(12, most, misere))
    for stones in range(13):
        state = game.read(str(stones))
        loses = stones % (most + 1) == (1 if misere else 0)
        assert alphabeta(game, state).value == (-1 if loses else 1)


def test_figure_51() -> None:
    game = OneHeapNim()
    choice = alphabeta(game)
    assert (choice.value, choice.action) == (1, 2)
    assert alphabeta(OneHeapNim(misere=True)).action == 1


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_pig_is_better_for_the_first_player() -> None:
    """Neller and Presser (2004): with best play the first player wins 53.06 % of the games to 100."""
    assert (1 + solve(Pig()).value()) / 2 == pytest.approx(0.5306, abs=0.00005)

"""An encoding that does not keep what it declares is found, with the state that shows it."""

import pytest

from halfmove.check.encoding_laws import ENCODING_LAWS
from halfmove.check.laws import Sample, broken, play_at_random
from halfmove.core.encoding import Encoding
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim

pytestmark = pytest.mark.one_lane


class Lavish(OneHeapNim):
    pass


class LavishEncoding(Encoding):
    inputs, most_inputs = 4, 2

    def write_inputs(self, heap, side, numbers, values):
        numbers[0], values[0] = heap.stones, 1.0
        return 1


class Overfull(OneHeapNim):
    pass


class OverfullEncoding(Encoding):
    cells, cell_values = 1, 3

    def cell(self, heap, side, place):
        return heap.stones


class Lopsided(OneHeapNim):
    pass


class LopsidedEncoding(Encoding):
    cells = 3

    def symmetries(self):
        return (0, 1, 2), (1, 2, 0)


class Partial(OneHeapNim):
    pass


class PartialEncoding(Encoding):
    def write_outcome(self, heap, player, outputs):
        outputs[0] = 1.0


class Blind(OneHeapNim):
    pass


class BlindEncoding(Encoding):
    def viewpoint(self, heap):
        return -1


LIARS = {
    Lavish: "inputs_are_as_declared",
    Overfull: "cells_are_as_declared",
    Lopsided: "symmetries_turn_the_board",
    Partial: "outcomes_are_worth_the_utility",
    Blind: "viewpoints_are_players",
}


@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.__name__)
def test_a_lie_is_found_with_its_place(liar):
    (found,) = broken(liar(9, 3))
    assert found.law == LIARS[liar]
    assert __file__ in found.text


def test_every_law_has_a_liar():
    assert set(LIARS.values()) == {law.__name__ for law in ENCODING_LAWS}


@pytest.mark.parametrize("name", ["backgammon", "backgammon:cube=8", "connect-four", "2048", "2048:points=no,size=3"])
def test_our_own_encodings_keep_the_laws(name):
    game, sample = plain_throughout(game_named(name)), Sample([], [])
    play_at_random(game, random(1), 3, sample)
    assert [text for law in ENCODING_LAWS for text in law(game, sample)] == []

"""A view that does not keep what it declares is found, with the state that shows it."""

import pytest

from halfmove.check.laws import Sample, broken, play_at_random
from halfmove.check.view_laws import VIEW_LAWS
from halfmove.core.network_view import NetworkView
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim

pytestmark = pytest.mark.one_lane


class HeapNetworkView(NetworkView):
    """A heap as a row of nine cells."""

    others = 0
    bits = (tuple(range(9)),)

    def seen(self, heap):
        return (1 << heap.stones - 1,)

    def policy_index(self, heap, count):
        return count - 1


class Honest(OneHeapNim):
    pass


class HonestNetworkView(HeapNetworkView):
    mirror = (1, 0, *range(2, 9))

    def pieces(self, heap):
        return 1 << heap.stones - 1, 0


class Narrow(OneHeapNim):
    pass


class NarrowNetworkView(HeapNetworkView):
    def policy_index(self, heap, count):
        return 0


class Wide(OneHeapNim):
    pass


class WideNetworkView(HeapNetworkView):
    def seen(self, heap):
        return (1 << heap.stones,)


class Doubled(OneHeapNim):
    pass


class DoubledNetworkView(HeapNetworkView):
    def symmetries(self):
        return tuple(range(9)), (0,) * 9


class Rotated(OneHeapNim):
    pass


class RotatedNetworkView(HonestNetworkView):
    mirror = (*range(1, 9), 0)


LIARS = {
    Narrow: "actions_have_places_in_the_policy",
    Wide: "planes_lie_on_the_board",
    Doubled: "symmetries_turn_the_view",
    Rotated: "pieces_have_a_mirror",
}


@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.__name__)
def test_a_lie_is_found_with_its_place(liar):
    (found,) = broken(liar(9, 3))
    assert found.law == LIARS[liar]
    assert __file__ in found.text


def test_the_truth_is_believed():
    assert broken(Honest(9, 3)) == []


def test_every_law_has_a_liar():
    assert set(LIARS.values()) == {law.__name__ for law in VIEW_LAWS}


@pytest.mark.parametrize("name", ["connect-four", "othello:size=6", "gomoku", "mnk:width=5,height=4,in_a_row=4"])
def test_our_own_views_keep_the_laws(name):
    game, sample = plain_throughout(game_named(name)), Sample([], [])
    play_at_random(game, random(1), 3, sample)
    assert [text for law in VIEW_LAWS for text in law(game, sample)] == []

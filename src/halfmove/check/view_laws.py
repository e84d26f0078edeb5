"""Laws of what a network sees: the view that stands beside a game keeps what it declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.check.state_laws import Sample
from halfmove.compiled import plain
from halfmove.core.chance import CHANCE
from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.core.network_view import NetworkView, find_view

STATES = 200  # of random games that are looked at


def actions_have_places_in_the_policy(game: Game, sample: Sample) -> Iterator[str]:
    """`policy_index` gives each action of a state a place of its own, within the cells, their kinds and the others."""
    view = _own(game)
    if view is None or view.bits is None:
        return
    size = _cells(view) * view.kinds + view.others
    for state in _some(sample.inner):
        if game.to_move(state) == CHANCE:
            continue
        taken: dict[int, int] = {}
        for action in legal_actions(game, state):
            place = view.policy_index(state, action)
            if not 0 <= place < size:
                yield f"policy_index({state}, {action}) is {place}, and the policy has {size} places"
            elif place in taken:
                yield f"policy_index({state}, ...) is {place} for {taken[place]} and for {action}"
            taken[place] = action


def planes_lie_on_the_board(game: Game, sample: Sample) -> Iterator[str]:
    """`seen` shows bits of the board alone."""
    view = _own(game)
    if view is None or view.bits is None:
        return
    board = sum(1 << bit for bit in {bit for row in view.bits for bit in row})
    for state in _some(sample.inner):
        for plane, shown in enumerate(view.seen(state)):
            if int(shown) & ~board:
                yield f"seen({state}) has a bit in plane {plane} that is no cell of `bits`"


def symmetries_turn_the_view(game: Game, sample: Sample) -> Iterator[str]:
    """`symmetries` of a view are permutations of its cells, the board as it is among them."""
    view = _own(game)
    if view is None or view.bits is None:
        return
    whole, images = list(range(_cells(view))), view.symmetries()
    if tuple(whole) not in images:
        yield "symmetries lacks the board as it is"
    for image in images:
        if sorted(image) != whole:
            yield f"symmetries has {image}, which is no permutation of the cells"
            return


def pieces_have_a_mirror(game: Game, sample: Sample) -> Iterator[str]:
    """`pieces` are as many sets of each player, on cells of `mirror`, which is its own inverse."""
    view = _own(game)
    if view is None or not view.mirror:
        return
    mirror = view.mirror
    if any(not 0 <= cell < len(mirror) or mirror[cell] != place for place, cell in enumerate(mirror)):
        yield f"mirror is {mirror}, and not its own inverse"
    for state in _some(sample.inner):
        sets = view.pieces(state)
        if len(sets) % 2:
            yield f"pieces({state}) has {len(sets)} sets: as many are needed for each player"
            return
        if any(int(cells) >> len(mirror) for cells in sets):
            yield f"pieces({state}) has a piece on a cell that mirror does not have"


def _own(game: Any) -> NetworkView | None:
    """Return the view of a game, in the plain lane; None where it has none of its own."""
    view = plain(find_view(game))
    return None if type(view).__qualname__ == NetworkView.__qualname__ else view


def _cells(view: NetworkView) -> int:
    return sum(map(len, view.bits or ()))


def _some(states: list[Any]) -> list[Any]:
    return states[:: max(1, len(states) // STATES)]


VIEW_LAWS = (
    actions_have_places_in_the_policy,
    planes_lie_on_the_board,
    symmetries_turn_the_view,
    pieces_have_a_mirror,
)

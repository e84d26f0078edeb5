"""What a network sees of the states of a game, and where each action is in its policy: hooks beside the rules.

The class `NAMENetworkView` in the module `network_view` beside the rules of the game NAME serves that game and those
that inherit from it, as advice does. Any game can be learned without it: a network then sees the bits of a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from halfmove.compiled import Bits, compiled
from halfmove.core.beside import class_beside

if TYPE_CHECKING:
    from halfmove.core.game import Game


class NoOwners(NamedTuple):
    """Who owns the cells, where that is not asked."""

    mine: Annotated[int, Bits(64)] = 0
    theirs: Annotated[int, Bits(64)] = 0


class NoPieces(NamedTuple):
    """The pieces, where none are known."""

    none: Annotated[int, Bits(64)] = 0


@compiled
class NetworkView:
    """How states of `game` look to a network, with answers that suit every game."""

    game: Any  #: that is learned

    has_owners = False  #: whether `owners` says at the end of a game who owns each cell
    kinds = 1  #: of actions on each cell of the board
    others = 1  #: actions that are not on the board, as a pass

    def seen(self, state: Any) -> Any:
        """Return what a network sees: a NamedTuple of sets of bits, one for each plane; by default, the state.

        All that is seen is seen by the player to move.
        """
        return state

    def policy_index(self, state: Any, action: int) -> int:
        """Return the number of an action in the policy; by default, the action.

        With a board, the policy is a number for each cell by rows, for each kind of action, and then the others.
        """
        return action

    def owners(self, state: Any) -> Any:
        """Return which cells each player owns in a game that is over, first those of the player to move."""
        return NoOwners()

    def pieces(self, state: Any) -> Any:
        """Return sets of cells, as nobody in particular sees them: first those of player 0, then as many of player 1.

        They are for efficiently updated networks, and change little by an action; by default there are none.
        """
        return NoPieces()

    # Only Python asks the others.

    @property
    def mirror(self) -> tuple[int, ...]:
        """For each cell of `pieces`, which is counted as its bit, the one that is to player 1 what it is to player 0.

        By default there are no cells, and so no pieces.
        """
        return ()

    @property
    def bits(self) -> tuple[tuple[int, ...], ...] | None:
        """Which bit of a set is each cell of the board, row by row; None where there is no board."""
        return None

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return how the board can be turned: for each cell, by rows, the one that takes its place."""
        size = sum(map(len, self.bits or ()))
        return (tuple(range(size)),)

    def for_self_play(self) -> Game:
        """Return the game that is played to learn; by default, this one. It may have a limit of plies."""
        game: Game = self.game
        return game

    def resized(self, rows: int, columns: int) -> Game:
        """Return the same game on a board of another size, if there is one; by default, this one."""
        game: Game = self.game
        return game


def view_class(game: Any) -> type[NetworkView]:
    """Return the class of the view that stands beside a game, or of the default."""
    cls: type[NetworkView] = class_beside(game.__class__, "network_view", NetworkView)
    return cls


def find_view(game: Any) -> NetworkView:
    """Return the view that stands beside a game, or the default."""
    return view_class(game)(game)


def rows_of_bits(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the bits of a board that is counted by rows."""
    return tuple(tuple(range(row * columns, (row + 1) * columns)) for row in range(rows))


def mirror_symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of a board of which left and right can be exchanged."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return (
        tuple(row * columns + column for row, column in cells),
        tuple(row * columns + columns - 1 - column for row, column in cells),
    )


def square_symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a square board."""
    last, images = size - 1, []
    for number in range(8):
        image = []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            row, column = (column, row) if number & 1 else (row, column)
            row, column = last - row if number & 2 else row, last - column if number & 4 else column
            image.append(row * size + column)
        images.append(tuple(image))
    return tuple(images)

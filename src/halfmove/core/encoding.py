"""What a learner sees of the states of a game, and what it is to predict: hooks beside the rules, as advice is.

The class `NAMEEncoding` serves the game NAME and the games that inherit from it. It stands in the module `encoding` of
the same package, or in one file with a game that has only one. Any game can be learned without it: the defaults take
the numbers that a state is made of, bit by bit.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.compiled import compiled, has_words, lowest_bit, store_state, words_of
from halfmove.core.beside import class_beside
from halfmove.core.chance import CHANCE

if TYPE_CHECKING:
    from halfmove.core.game import Game

WORD = 64  # bits
BUCKETS = 1 << 20  # for states without a fixed number of words: each is one input, by its hash


@compiled
class Encoding:
    """How states of `game` look to a learner, with answers that suit every game."""

    game: Game  #: that is learned
    words: int = field(init=False, repr=False)  #: of a state; 0 where they have no fixed number

    outputs = 1  #: numbers that are predicted about a state
    bounded = True  #: whether they are shares from 0 to 1; otherwise they are points that are still to come
    looks_past_chance = False  #: whether dice that are shown do not count, so that such states can be judged as others

    cells = 0  #: of the board, for tuples; 0 where there is none
    cell_values = 2  #: what one cell can show
    stages = 1  #: of the game, each with weights of its own

    def __post_init__(self) -> None:
        state_class: Any = type(self.game.initial)
        vars(self)["words"] = words_of(state_class) if has_words(state_class) else 0

    def learned_as(self) -> Game:
        """Return the game by whose rules weights are told from others; by default, `game` itself. Only Python asks.

        It is another one where the same weights serve games that differ in what a learner does not see.
        """
        return self.game

    # What is predicted: by default the share of what can be won.

    def viewpoint(self, state: Any) -> int:
        """Return the player for whom the outputs speak, where there are two: by default the one to move."""
        player = self.game.to_move(state)
        return player if player != CHANCE else 0

    def write_outcome(self, state: Any, player: int, outputs: Any) -> None:
        """Write what the outputs should have been for `player`, now that the game is over."""
        low, high = self.game.utilities
        utility = self.game.utility(state, player)
        outputs[0] = (utility - low) / (high - low) if self.bounded else utility - self.secured(state, player)

    def turn_outputs(self, outputs: Any) -> None:
        """Let outputs that speak for one of two players speak for the other."""
        outputs[0] = 1.0 - outputs[0]

    def worth(self, outputs: Any) -> float:
        """Return the utility that outputs predict, without what is `secured`."""
        low, high = self.game.utilities
        return low + (high - low) * float(outputs[0]) if self.bounded else float(outputs[0])

    def secured(self, state: Any, player: int) -> float:
        """Return what the player has got for certain, where only the rest is to be predicted; by default nothing."""
        return 0.0

    def write_known(self, state: Any, outputs: Any) -> bool:
        """Write the outputs of a state where they are known for certain; tell whether they are, by default not."""
        return False

    def appraise(self, state: Any, outputs: Any) -> float:
        """Return what a state is worth by its outputs; by default as they say, whatever else is at stake."""
        return self.worth(outputs)

    def stage(self, state: Any) -> int:
        """Return the stage of the game."""
        return 0

    # Sparse inputs: numbers, each with a value, for a layer of hidden units.

    @property
    def inputs(self) -> int:
        """How many inputs there are."""
        return self.game.players * WORD * self.words if self.words else self.game.players * BUCKETS

    @property
    def most_inputs(self) -> int:
        """How many of them a state has at most."""
        return WORD * max(1, self.words)

    def write_inputs(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        """Write the inputs that are not 0, as `side` sees the state; return how many. By default, bits that are set."""
        if self.words == 0:
            numbers[0], values[0] = side * BUCKETS + self.game.key(state) % BUCKETS, 1.0
            return 1
        row, count = np.empty((1, self.words), np.int64), 0
        store_state(row, 0, state)
        for word in range(self.words):
            first = WORD * (side * self.words + word)
            left = int(row[0, word])
            if left < 0:  # the sign, and the bits below it
                numbers[count], values[count] = first + WORD - 1, 1.0
                count += 1
                left &= (1 << WORD - 1) - 1
            while left != 0:
                numbers[count], values[count] = first + lowest_bit(left), 1.0
                count += 1
                left &= left - 1
        return count

    # A board of cells, for tuples of them.

    def cell(self, state: Any, side: int, place: int) -> int:
        """Return what a cell shows to `side`, from 0 up to but not including `cell_values`."""
        return 0

    def tuples(self) -> tuple[tuple[int, ...], ...]:
        """Return which cells are looked up together; by default none. Only Python asks."""
        return ()

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return how the board can be turned: for each cell the one that takes its place. Only Python asks."""
        return (tuple(range(self.cells)),)


def encoding_class(game: Any) -> type[Encoding]:
    """Return the class of the encoding that stands beside a game, or of the default."""
    cls: type[Encoding] = class_beside(game.__class__, "encoding", Encoding)
    return cls


def find_encoding(game: Any) -> Encoding:
    """Return the encoding that stands beside a game, or the default."""
    return encoding_class(game)(game)

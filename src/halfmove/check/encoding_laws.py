"""Laws of what a learner sees: the encoding that stands beside a game keeps what it declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from halfmove.check.state_laws import Sample
from halfmove.compiled import plain
from halfmove.core.chance import CHANCE
from halfmove.core.encoding import Encoding, find_encoding
from halfmove.core.game import Game

STATES = 200  # of random games that are looked at
TOLERANCE = 1e-5


def inputs_are_as_declared(game: Game, sample: Sample) -> Iterator[str]:
    """`write_inputs` writes no more inputs than `most_inputs`, numbered below `inputs`, each once and finite."""
    encoding = _own(game)
    if encoding is None:
        return
    for state in _some(sample.inner):
        for side in range(game.players):
            numbers, values = np.zeros(encoding.most_inputs + 1, np.int64), np.zeros(encoding.most_inputs + 1)
            count = encoding.write_inputs(state, side, numbers, values)
            if not 0 <= count <= encoding.most_inputs:
                yield f"write_inputs({state}) writes {count} inputs, and most_inputs is {encoding.most_inputs}"
                return
            written = numbers[:count].tolist()
            if any(not 0 <= number < encoding.inputs for number in written):
                yield f"write_inputs({state}) writes number {max(written)}, and inputs is {encoding.inputs}"
            if len(set(written)) < count:
                yield f"write_inputs({state}) writes a number twice"
            if not np.isfinite(values[:count]).all():
                yield f"write_inputs({state}) writes a value that is not finite"


def cells_are_as_declared(game: Game, sample: Sample) -> Iterator[str]:
    """`cell` is from 0 up to `cell_values`, and `stage` up to `stages`; `tuples` name cells, each once."""
    encoding = _own(game)
    if encoding is None:
        return
    for cells in encoding.tuples():
        if not cells or len(set(cells)) < len(cells) or not all(0 <= cell < encoding.cells for cell in cells):
            yield f"tuples has {cells}: a tuple names different cells from 0 to {encoding.cells - 1}"
    for state in _some(sample.inner):
        if not 0 <= encoding.stage(state) < encoding.stages:
            yield f"stage({state}) is {encoding.stage(state)}, and stages is {encoding.stages}"
        for place in range(encoding.cells):
            shown = encoding.cell(state, encoding.viewpoint(state), place)
            if not 0 <= shown < encoding.cell_values:
                yield f"cell({state}, {place}) is {shown}, and cell_values is {encoding.cell_values}"


def symmetries_turn_the_board(game: Game, sample: Sample) -> Iterator[str]:
    """`symmetries` are permutations of the cells, the board as it is among them, closed under each other."""
    encoding = _own(game)
    if encoding is None:
        return
    found, whole = set(encoding.symmetries()), tuple(range(encoding.cells))
    if whole not in found:
        yield "symmetries lacks the board as it is"
    for image in found:
        if sorted(image) != list(whole):
            yield f"symmetries has {image}, in which a cell comes up twice"
            return
        if any(tuple(image[cell] for cell in other) not in found for other in found):
            yield f"symmetries has {image}, but not what it makes of another one"
            return


def outcomes_are_worth_the_utility(game: Game, sample: Sample) -> Iterator[str]:
    """What `write_outcome` writes is worth the utility, and `turn_outputs` is its own inverse."""
    encoding = _own(game)
    if encoding is None or repr(encoding.learned_as()) != repr(game):
        return
    outputs = np.zeros(encoding.outputs)
    low, high = game.utilities
    for state in sample.ends[:STATES]:
        for player in range(game.players):
            encoding.write_outcome(state, player, outputs)
            worth = encoding.worth(outputs) + encoding.secured(state, player)
            if abs(worth - game.utility(state, player)) > TOLERANCE * (high - low):
                yield f"write_outcome({state}, {player}) is worth {worth:g}, not {game.utility(state, player):g}"
            if game.players != 2:
                continue
            before = outputs.copy()
            encoding.turn_outputs(outputs)
            if abs(encoding.worth(outputs) + worth - low - high) > TOLERANCE * (high - low):
                yield f"turn_outputs({before}) is worth {encoding.worth(outputs):g} to the other player"
            encoding.turn_outputs(outputs)
            if abs(outputs - before).max() > TOLERANCE:
                yield f"turn_outputs({before}) twice is {outputs}"


def viewpoints_are_players(game: Game, sample: Sample) -> Iterator[str]:
    """`viewpoint` is a player."""
    encoding = _own(game)
    if encoding is None:
        return
    for state in _some(sample.inner):
        view, mover = encoding.viewpoint(state), game.to_move(state)
        if not 0 <= view < game.players or view == CHANCE:
            yield f"viewpoint({state}) is {view} where {mover} is to move, not a player"


def _own(game: Any) -> Encoding | None:
    """Return the encoding of a game, in the plain lane; None where it has none of its own."""
    encoding = plain(find_encoding(game))
    return None if type(encoding).__qualname__ == Encoding.__qualname__ else encoding


def _some(states: list[Any]) -> list[Any]:
    return states[:: max(1, len(states) // STATES)]


ENCODING_LAWS = (
    inputs_are_as_declared,
    cells_are_as_declared,
    symmetries_turn_the_board,
    outcomes_are_worth_the_utility,
    viewpoints_are_players,
)

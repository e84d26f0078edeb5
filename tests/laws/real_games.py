"""The registered games, small enough for the oracles, and random states of theirs."""

from __future__ import annotations

from random import Random
from typing import Any

from halfmove.compiled import plain
from halfmove.core.rules import legal_actions
from halfmove.games.cat_and_mouse import CatAndMouse, UnrepeatedCatAndMouse
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.draughts.english import Checkers
from halfmove.games.go.rules import Go
from halfmove.games.hex import Hex
from halfmove.games.kalah import Kalah
from halfmove.games.mnk import MNK
from halfmove.games.morris import Morris
from halfmove.games.nim import Nim, OneHeapNim, ThreePlayerNim
from halfmove.games.othello.rules import Othello
from halfmove.games.oware import Oware
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.y import Y

DETERMINISTIC: dict[str, tuple[Any, int]] = {  # with the plies that an oracle can look ahead
    "tic-tac-toe": (TicTacToe(), 4),
    "connect-four 4x4": (ConnectFour(4, 4), 5),
    "connect-four 5x4": (ConnectFour(5, 4), 4),
    "mnk 3,3,3": (MNK(3, 3, 3), 4),
    "nim": (Nim((2, 3, 3)), 5),
    "nim misère": (Nim((2, 3), True), 5),
    "one-heap nim": (OneHeapNim(12, 3), 12),
    "one-heap nim misère": (OneHeapNim(12, 3, True), 12),
    "kalah": (Kalah(2, 2), 7),
    "cat and mouse": (CatAndMouse(3, 2), 6),
    "cat and mouse, no state twice": (UnrepeatedCatAndMouse(3, 2), 6),
}
LARGER: dict[str, tuple[Any, int]] = {  # for the engine alone
    "checkers": (Checkers(), 3),
    "othello 4x4": (Othello(4), 4),
    "othello 6x6": (Othello(6), 3),
    "three men's morris": (Morris(3, False), 3),
    "hex 3x3": (Hex(3), 4),
    "y 3": (Y(3), 4),
    "oware": (Oware(3, 2), 4),
    "go 2x2": (Go(2), 3),
}
WITH_CHANCE: dict[str, tuple[Any, int]] = {"pig": (Pig(8), 4)}
FOR_MANY: dict[str, tuple[Any, int]] = {"three-player nim": (ThreePlayerNim(9, 3), 9)}


def reached(game: Any, seed: int, plies: int) -> Any:
    """Return the state after up to `plies` random actions; never one in which the game is over."""
    rng, rules = Random(seed), plain(game)
    state = rules.initial
    for _ in range(rng.randint(0, plies)):
        child = rules.result(state, rng.choice(legal_actions(rules, state)))
        if rules.is_terminal(child):
            break
        state = child
    return state

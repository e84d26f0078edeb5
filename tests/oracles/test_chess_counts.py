"""Perft of chess and Chess960 against Stockfish, in positions that random games come to: draws stop neither."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from halfmove.compiled import plain
from halfmove.core.random import Random, random
from halfmove.core.rules import legal_actions
from halfmove.games.chess import chess, chess960
from halfmove.games.chess.setup import POSITIONS
from halfmove.search.perft import perft

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
SAMPLE, MANY = 12, 2000  # positions
LONGEST = 400  # plies before a position
DEPTH = 3  # plies that are counted
SECONDS = 300  # for Stockfish to answer

pytestmark = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")


def test_counts_agree() -> None:
    compare(range(SAMPLE))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_many_counts_agree(part: int) -> None:
    compare(range(part, MANY, 4))


def compare(seeds: range) -> None:
    """Count below a position of each seed: of chess if it is even, of Chess960 if it is odd."""
    positions = [position(random(seed), fischer=seed % 2 == 1) for seed in seeds]
    for fen, count in zip(positions, stockfish(positions), strict=True):
        game = chess960()  # reads both
        assert perft(game, game.read(fen), DEPTH) == count, fen


def position(numbers: Random, *, fischer: bool) -> str:
    """Return a position that a random game comes to, in the FEN that Stockfish reads for Chess960."""
    game = plain(chess960(numbers.below(POSITIONS)) if fischer else chess())
    state = earlier = game.initial
    for _ in range(numbers.below(LONGEST)):
        actions = legal_actions(game, state)
        if not actions:
            break
        earlier, state = state, game.result(state, actions[numbers.below(len(actions))])
    return game.fen(state if legal_actions(game, state) else earlier, shredder=True)


def stockfish(positions: list[str]) -> list[int]:
    """Return the counts of Stockfish."""
    asked = ["setoption name UCI_Chess960 value true"]
    for fen in positions:
        asked += [f"position fen {fen}", f"go perft {DEPTH}"]
    assert STOCKFISH is not None
    answer = subprocess.run(
        [STOCKFISH], input="\n".join([*asked, "quit"]), capture_output=True, text=True, timeout=SECONDS, check=True
    )
    return [int(count) for count in re.findall(r"Nodes searched: (\d+)", answer.stdout)]

"""Perft: chess against Stockfish, Othello against rust-reversi, checkers and draughts against pydraughts."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

from bench.measure import Row, Times, at_least, seconds_of
from halfmove.compiled import Flag, kernel
from halfmove.games.chess import Chess
from halfmove.games.draughts.english import Checkers
from halfmove.games.draughts.international import InternationalDraughts
from halfmove.games.othello.rules import Othello
from halfmove.search.perft import leaves

ROUNDS = 5
MILLION = 1e6
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS = (("start", "startpos", 6, 119_060_324), ("Kiwipete", KIWIPETE, 5, 193_690_690))  # depth and leaves: TRUTHS.md
BAR_LISTED, BAR_COUNTED = 2.0, 3.0
OTHELLO, OTHELLO_LEAVES, THEIR_OTHELLO = 10, 24_571_284, 7  # plies and leaves of ours, plies of the peer
BAR_OTHELLO, BAR_DRAUGHTS = 10, 100
CHECKERS, CHECKERS_LEAVES, THEIR_CHECKERS = 9, 3_963_680, 4
DRAUGHTS, DRAUGHTS_LEAVES, THEIR_DRAUGHTS = 6, 167_140, 3


def rows() -> Iterator[Row]:
    yield from chess()
    yield othello()
    yield draughts("checkers", Checkers(0), "english", CHECKERS, CHECKERS_LEAVES, THEIR_CHECKERS)
    yield draughts("draughts", InternationalDraughts(0), "standard", DRAUGHTS, DRAUGHTS_LEAVES, THEIR_DRAUGHTS)


@kernel
def listed(game: Any, state: Any, depth: int) -> int:
    """Count leaves as Stockfish does: at the last ply the actions are listed, not taken."""
    total = 0
    if depth == 1:
        for _ in game.actions(state):
            total += 1
        return total
    for action in game.actions(state):
        total += listed(game, game.result(state, action), depth - 1)
    return total


@kernel
def counted(game: Any, bounds: Any, state: Any, depth: int) -> int:
    """Count leaves without a list at the last ply."""
    if depth == 1:
        return bounds.count_actions(state)
    total = 0
    for action in game.actions(state):
        total += counted(game, bounds, game.result(state, action), depth - 1)
    return total


@kernel
def made(game: Any, state: Any, depth: int) -> int:
    """Count leaves one by one: every last action is taken too."""
    if depth == 0:
        return 1
    total = 0
    for action in game.actions(state):
        total += made(game, game.result(state, action), depth - 1)
    return total


def chess() -> Iterator[Row]:
    stockfish = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    game = Chess(moves=0, dead=False)
    ways: dict[str, tuple[Callable[[Any, int], int], float | None]] = {
        "a list at the last ply": (lambda board, depth: listed(game, board, depth), BAR_LISTED),
        "counted without a list": (lambda board, depth: counted(game, game.bounds, board, depth), BAR_COUNTED),
        "every leaf made": (lambda board, depth: made(game, board, depth), None),
    }
    for name, fen, depth, total in CHESS:
        board = game.read(fen)
        for way, (count, bar) in ways.items():
            what = f"chess perft, {name} depth {depth}, {way}"
            if count(board, depth) != total:
                raise AssertionError(f"{what}: {count(board, depth)} leaves, not {total}")
            if stockfish is None:
                rate = total / MILLION / median(seconds_of(partial(count, board, depth)) for _ in range(ROUNDS))
                yield Row(what, "M leaves/s", rate, note="Stockfish is absent")
                continue
            times = Times([], [])
            for _ in range(ROUNDS):
                times.ours.append(seconds_of(partial(count, board, depth)))
                times.peer.append(by_stockfish(stockfish, fen, depth, total))
            row = at_least(what, "M leaves/s", times, bar or 0, -total / MILLION, "", what, "Stockfish's go perft")
            yield row if bar else replace(row, bar="reported", met=None, headline="")


def by_stockfish(program: str, fen: str, depth: int, total: int) -> float:
    """Return the CPU seconds of a count, without those of its start."""
    return _stockfish(program, fen, depth, total) - _stockfish(program, fen, 1, None)


def _stockfish(program: str, fen: str, depth: int, total: int | None) -> float:
    position = fen if fen == "startpos" else f"fen {fen}"
    commands = f"position {position}\ngo perft {depth}\nquit\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run([program], input=commands, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"Nodes searched: (\d+)", answer)
    if found is None or total is not None and int(found[1]) != total:
        raise AssertionError(f"Stockfish counts {found and found[1]} leaves, not {total}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rates(
    what: str, ours: Callable[[], int], total: int, peer: Callable[[int], int], depth: int, bar: float, package: str
) -> Row:
    """Return a row that compares leaves a second; the slow peer counts to a smaller depth."""
    if ours() != total:
        raise AssertionError(f"{what}: {ours()} leaves, not {total}")
    theirs = peer(depth)
    times = Times([], [])
    for _ in range(ROUNDS):
        times.ours.append(seconds_of(ours) / total)
        times.peer.append(seconds_of(lambda: peer(depth)) / theirs)
    return at_least(what, "M leaves/s", times, bar, -1 / MILLION, f"{package} to depth {depth}", what, package)


def othello() -> Row:
    what, game, flag = f"Othello perft {OTHELLO}", Othello(), Flag()
    try:
        from rust_reversi import Board
    except ImportError:
        return Row(what, "M leaves/s", None, note="rust-reversi is absent")

    def peer(depth: int) -> int:
        return below(Board(), depth)

    def below(board: Any, depth: int) -> int:
        if board.is_game_over():
            return 1
        if board.is_pass():
            if depth == 1:
                return 1
            after = board.clone()
            after.do_pass()
            return below(after, depth - 1)
        if depth == 1:
            return len(board.get_legal_moves_vec())
        return sum(below(child, depth - 1) for child in board.get_child_boards())

    def ours() -> int:
        return leaves(game, game.bounds, game.initial, OTHELLO, True, flag)

    return rates(what, ours, OTHELLO_LEAVES, peer, THEIR_OTHELLO, BAR_OTHELLO, "rust-reversi from Python")


def draughts(name: str, game: Any, variant: str, depth: int, total: int, their_depth: int) -> Row:
    what, flag = f"{name} perft {depth}", Flag()
    try:
        from draughts.core.game import Game
    except ImportError:
        return Row(what, "M leaves/s", None, note="pydraughts is absent")

    def peer(depth: int) -> int:
        return below(Game(variant), depth)

    def below(other: Any, depth: int) -> int:
        moves, _ = other.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for steps in moves:
            other.push(steps)
            total += below(other, depth - 1)
            other.pop()
        return total

    def ours() -> int:
        return leaves(game, game.bounds, game.initial, depth, False, flag)

    return rates(what, ours, total, peer, their_depth, BAR_DRAUGHTS, "pydraughts")

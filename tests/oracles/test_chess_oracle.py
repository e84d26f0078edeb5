"""Chess against python-chess, along random games: whose turn, what is legal and its names, what is over, the texts."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.random import Random, random
from halfmove.core.rules import utility_vector
from halfmove.games.chess import chess, chess960
from halfmove.games.chess.setup import POSITIONS, home_rank

pytestmark = pytest.mark.one_lane

oracle = pytest.importorskip("chess", reason="python-chess is not installed")

SAMPLE = 4  # games
OPENINGS, PLIES = 5_000, 20  # in `make test-deep`: the beginnings of so many games, 100,000 states
WHOLE = 300  # and so many games to the end, 100,000 states
PARTS = 10
NAMED = 20  # of so many states one has all its texts compared
POSITIONS_SAMPLE, POSITIONS_DEEP = 300, 25_000
KINDS = (oracle.PAWN, oracle.PAWN, oracle.PAWN, oracle.KNIGHT, oracle.BISHOP, oracle.ROOK, oracle.QUEEN)
MOST_PIECES = 15
RETURNS = {None: (0.0, 0.0), True: (1.0, -1.0), False: (-1.0, 1.0)}  # by the colour of the winner: White is True


def test_chess_agrees() -> None:
    for seed in range(SAMPLE):
        compare(chess(), oracle.Board(), random(seed))


def test_chess960_agrees() -> None:
    for seed in range(SAMPLE):
        numbers = random(seed)
        position = numbers.below(POSITIONS)
        compare(chess960(position), oracle.Board.from_chess960_pos(position), numbers)


def test_claims_agree() -> None:
    for seed in range(SAMPLE):
        compare(chess(moves=50, repetitions=3), oracle.Board(), random(seed), claims=True)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_chess_agrees_in_many_games(part: int, compared: Any) -> None:
    for seed in range(part, OPENINGS, PARTS):
        compared("chess", 1, compare(chess(), oracle.Board(), random(seed), most=PLIES))
    for seed in range(part, WHOLE, PARTS):
        compared("chess", 1, compare(chess(), oracle.Board(), random(seed)))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_chess960_agrees_in_many_games(part: int, compared: Any) -> None:
    for seed in range(part, OPENINGS // 5, PARTS):
        position = seed % POSITIONS
        board = oracle.Board.from_chess960_pos(position)
        compared("chess960", 1, compare(chess960(position), board, random(seed), most=PLIES))
    for seed in range(part, WHOLE, PARTS):
        board = oracle.Board.from_chess960_pos(seed)
        compared("chess960", 1, compare(chess960(seed), board, random(seed)))


@pytest.mark.deep
def test_claims_agree_in_many_games() -> None:
    for seed in range(WHOLE):
        compare(chess(moves=50, repetitions=3), oracle.Board(), random(seed), claims=True)


def compare(game: Any, board: Any, numbers: Random, claims: bool = False, most: int | None = None) -> int:
    """Play at random in both programs, to the end or for so many plies; return how many states were compared."""
    game = plain(game)
    state, states = game.initial, 0
    while most is None or board.ply() < most:
        states += 1
        outcome = over(board, claims)
        assert game.is_terminal(state) == (outcome is not None), board.fen()
        if outcome is not None:
            assert utility_vector(game, state) == RETURNS[outcome.winner], board.fen()
            assert game.fen(state) == board.fen(), board.fen()
            break
        assert game.to_move(state) == (0 if board.turn else 1)
        names = {game.uci(action, state): action for action in game.actions(state)}
        assert set(names) == {move.uci() for move in board.legal_moves}, board.fen()
        if numbers.below(NAMED) == 0:
            compare_texts(game, state, board, names)
        name = list(names)[numbers.below(len(names))]
        if numbers.below(NAMED) == 0:
            assert find_commentary(game).read_action(state, board.san(oracle.Move.from_uci(name))) == names[name]
            assert find_commentary(game).read_action(state, name) == names[name]
        state = game.result(state, names[name])
        board.push_uci(name)
    return states


def over(board: Any, claims: bool) -> Any:
    """Return the outcome; a draw is claimed only when it is on the board, not for a move that would bring it about."""
    outcome = board.outcome()
    if outcome or not claims:
        return outcome
    drawn = board.is_fifty_moves() or board.is_repetition(3)
    return oracle.Outcome(oracle.Termination.THREEFOLD_REPETITION, None) if drawn else None


def compare_texts(game: Any, state: Any, board: Any, names: dict[str, int]) -> None:
    """Compare the names of actions in SAN, and the dialects of FEN."""
    for name, action in names.items():
        assert game.name(action, state) == board.san(oracle.Move.from_uci(name)), board.fen()
    assert len(names) == game.bounds.count_actions(state)
    assert game.fen(state) == board.fen()
    assert game.fen(state, shredder=True) == board.shredder_fen()
    assert game.epd(state) == board.epd()
    for written in (board.fen(), board.shredder_fen(), game.show(state)):
        assert game.read(written).state == state.state


def test_starting_positions_agree() -> None:
    for position in range(POSITIONS):
        pieces = oracle.Board.from_chess960_pos(position).board_fen().rpartition("/")[2]
        assert home_rank(position) == pieces


def test_random_positions_agree() -> None:
    compare_positions(random(1), POSITIONS_SAMPLE)


@pytest.mark.deep
def test_many_random_positions_agree() -> None:
    compare_positions(random(2), POSITIONS_DEEP)


def compare_positions(numbers: Random, count: int) -> None:
    """Put pieces on squares at random, as no game would, and compare where the position is possible."""
    game = plain(chess960(repetitions=0))
    while count:
        board = scattered(numbers)
        if board.status() & ~oracle.STATUS_IMPOSSIBLE_CHECK:
            continue
        count -= 1
        state = game.read(board.fen(en_passant="fen"))
        legal = {move.uci() for move in board.legal_moves}
        assert {game.uci(action, state) for action in game.actions(state)} == legal, board.fen()
        assert game.count_moves(state) == len(legal), board.fen()
        assert game.fen(state) == board.fen()
        outcome = board.outcome()
        assert game.is_terminal(state) == (outcome is not None), board.fen()
        if outcome:
            assert utility_vector(game, state) == RETURNS[outcome.winner], board.fen()


def scattered(numbers: Random) -> Any:
    """Return a board of python-chess with pieces anywhere, and rights to castle and to take in passing."""
    board = oracle.Board(None, chess960=True)
    board.turn = numbers.below(2) == 0
    pieces = [(oracle.KING, True), (oracle.KING, False)]
    pieces += [(KINDS[numbers.below(len(KINDS))], numbers.below(2) == 0) for _ in range(numbers.below(MOST_PIECES))]
    for kind, colour in pieces:
        square = numbers.below(64)
        if board.piece_at(square) is None:
            board.set_piece_at(square, oracle.Piece(kind, colour))
    for rook in board.pieces(oracle.ROOK, True) | board.pieces(oracle.ROOK, False):
        if numbers.below(2):
            board.castling_rights |= 1 << rook
    step = 8 if board.turn else -8
    for pawn in board.pieces(oracle.PAWN, not board.turn):
        start = pawn + 2 * step
        if pawn // 8 == (4 if board.turn else 3) and not board.piece_at(start) and not board.piece_at(pawn + step):
            board.ep_square = pawn + step
    return board

"""How often the engine wins: against our own plain alpha-beta, and against another package's, with equal time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bench.measure import Row
from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.play.ratings import Pairs, score_share
from halfmove.search.alphabeta import alphabeta
from halfmove.search.engine import Engine
from halfmove.search.iterative_deepening import deepest

Chooser = Callable[[Any], int]

BAR = 0.9  # of the points
OPENING = 2  # random plies
GOMOKU_GAMES, GOMOKU_SECONDS = 16, 0.2
OTHELLO_GAMES, OTHELLO_SECONDS = 16, 0.05
MILLISECONDS = 1000
DEEPEST, WIN_SCORE = 60, 1000  # plies, and what rust-reversi's search calls a win
# What each square of an Othello board is worth; the other quarters are its mirror images.
CORNER = ((100, -20, 10, 5), (-20, -50, -2, -2), (10, -2, -1, -1), (5, -2, -1, -1))


def rows() -> Iterator[Row]:
    gomoku = game_named("gomoku")
    plain_search = lambda state: chosen(deepest(alphabeta, gomoku, state, Limit(seconds=GOMOKU_SECONDS)).action)  # noqa: E731
    deepest(alphabeta, gomoku, None, Limit(depth=1))
    what = f"Gomoku 15 x 15 against plain alpha-beta, {GOMOKU_SECONDS:g} s an action"
    yield won(what, gomoku, GOMOKU_SECONDS, plain_search, GOMOKU_GAMES)
    othello, what = game_named("othello"), f"Othello against rust-reversi's alpha-beta, {OTHELLO_SECONDS:g} s an action"
    peer = rust_reversi(othello)
    if peer is None:
        yield Row(what, "% of points", None, note="the peer is absent")
    else:
        yield won(what, othello, OTHELLO_SECONDS, peer, OTHELLO_GAMES)


def won(what: str, game: Game, seconds: float, peer: Chooser, games: int) -> Row:
    """Play from random openings, each once with either seat, and return the row of how many points were won."""
    engine = Engine(game)
    engine.prepare()
    points = []
    for number in range(games):
        engine.forget()
        ours = lambda state: chosen(engine.choose(state, Limit(seconds=seconds)).action)  # noqa: E731
        points.append(played(game, ours, peer, number % 2, Random(number // 2)))
    share = score_share(Pairs.of(sum(points[i : i + 2]) for i in range(0, games, 2)))
    counts = f"+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}"
    bars = f"from {100 * max(share.low, 0):.0f} to {100 * min(share.high, 1):.0f}"
    note = f"{counts}, {OPENING} random plies first; {bars}"
    return Row(
        what,
        "%",
        100 * share.value,
        bar=f"> {100 * BAR:g}",
        met=share.value > BAR,
        note=note,
        headline=f"points at {what}",
    )


def played(game: Game, ours: Chooser, peer: Chooser, seat: int, rng: Random) -> float:
    """Return the points that we win in the seat of that player."""
    rules = plain(game)
    state = rules.initial
    for _ in range(OPENING):
        state = rules.result(state, rng.choice(legal_actions(rules, state)))
    while not rules.is_terminal(state):
        state = rules.result(state, ours(state) if rules.to_move(state) == seat else peer(state))
    utility = rules.utility(state, seat)
    return 1.0 if utility > 0 else 0.5 if utility == 0 else 0.0


def chosen(action: int | None) -> int:
    assert action is not None
    return action


def rust_reversi(game: Any) -> Chooser | None:
    """Return rust-reversi's iterative deepening over a table of squares; its squares are numbered as ours are."""
    try:
        from rust_reversi import AlphaBetaSearch, Board, MatrixEvaluator, Turn
    except ImportError:
        return None
    rows_above = [[*quarter, *reversed(quarter)] for quarter in CORNER]
    search = AlphaBetaSearch(MatrixEvaluator([*rows_above, *reversed(rows_above)]), DEEPEST, WIN_SCORE)

    def choose(state: Any) -> int:
        legal = legal_actions(plain(game), state)
        if len(legal) == 1:
            return legal[0]
        line = "".join(
            "X" if black >> bit & 1 else "O" if white >> bit & 1 else "-"
            for black, white in [(state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)]
            for bit in range(64)
        )
        board = Board()
        board.set_board_str(line, Turn.BLACK if state.player == 0 else Turn.WHITE)
        action = int(search.get_move_with_timeout(board, int(OTHELLO_SECONDS * MILLISECONDS)))
        assert sorted(board.get_legal_moves_vec()) == sorted(legal), "the boards differ"
        return action

    return choose

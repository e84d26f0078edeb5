"""Our draughts against pydraughts: actions as (origin, target, pieces taken), however a capture goes."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.core.random import Random, random
from halfmove.core.rules import legal_actions, utility_vector

oracle_games = pytest.importorskip("draughts.core.game", reason="pydraughts is not installed")

Outcome = tuple[int, int, frozenset[int]]


def outcome(game: Any, action: int) -> Outcome:
    """Return an action of ours: the numbers of its squares, and of those whose pieces are taken."""
    taken = game.taken(action)
    bits = [bit for bit in range(taken.bit_length()) if taken >> bit & 1]
    return game.square(game.origin(action)), game.square(game.target(action)), frozenset(map(game.square, bits))


def their_actions(other: Any) -> dict[Outcome, list[list[int]]]:
    """Return the steps of each legal action of pydraughts, by its outcome."""
    if not other.board.get_possible_capture_moves([]):  # each is an action: much faster than legal_moves
        return {(*step, frozenset()): [step] for step in other.board.get_possible_positional_moves()}
    actions = {}
    for steps, taken in zip(*other.legal_moves(), strict=True):
        actions[steps[0][0], steps[-1][1], frozenset(taken)] = steps
    return actions


def compare_state(game: Any, state: Any, other: Any) -> dict[Outcome, list[list[int]]]:
    """Ask both whose turn it is and what is legal; return their actions."""
    assert game.colours()[state.player] == ("B", "W")[other.whose_turn() - 1]
    theirs = their_actions(other)
    ours = [outcome(game, action) for action in game.actions(state)]
    assert len(set(ours)) == len(ours)
    assert set(ours) == set(theirs), game.show(state)
    return theirs


def compare_game(game: Any, variant: str, numbers: Random) -> int:
    """Play one game at random, compare every state and return how many there were.

    Repetition is left out: `test_draughts_draws.py` compares it.
    """
    state, states, quiet = game.initial, 0, 0
    other = oracle_games.Game(variant, game.fen(state))
    while True:
        states += 1
        theirs = compare_state(game, state, other)
        drawn = 0 < game.no_progress <= quiet
        if variant == "standard":
            other.consecutive_noncapture_king_moves, other.fens = quiet, []
            drawn = other.is_draw()
        assert game.is_terminal(state) == (drawn or not theirs), game.show(state)
        if game.is_terminal(state):
            lost = -1.0 if not theirs else 0.0
            assert utility_vector(game, state) == ((lost, -lost) if state.player == 0 else (-lost, lost))
            return states
        actions = legal_actions(game, state)
        action = actions[numbers.below(len(actions))]
        steps = theirs[outcome(game, action)]
        was_king = other.board.searcher.get_piece_by_position(steps[0][0]).king
        taken: list[int] = []
        for step in steps:
            _, over = other.board.push_move(step, states, taken)
            if over is not None:
                taken.append(over)
        quiet = quiet + 1 if was_king and not taken else 0
        state = game.result(state, action)
        assert state.quiet == quiet


def compare_games(game: Any, variant: str, seeds: range) -> int:
    """Return how many states of random games were compared, from the first move to the last."""
    return sum(compare_game(game, variant, random(seed)) for seed in seeds)


def random_state(game: Any, numbers: Random, most: int) -> Any:
    """Return a state with up to `most` pieces of each player anywhere, about half of them kings."""
    last = game.size * game.size // 2
    squares = list(range(1, last + 1))
    for place in range(last - 1, 0, -1):
        swap = numbers.below(place + 1)
        squares[place], squares[swap] = squares[swap], squares[place]
    sides = []
    for colour in "WB":
        row = range(1, game.half + 1) if colour == "W" else range(last - game.half + 1, last + 1)
        own = [squares.pop() for _ in range(1 + numbers.below(most))]
        sides.append(colour + ",".join(f"{'K' if n in row or numbers.below(2) else ''}{n}" for n in own))
    return game.read(":".join(["WB"[numbers.below(2)], *sides]))


def compare_positions(game: Any, variant: str, seeds: range, most: int) -> None:
    """Compare what is legal in random positions, in which long captures and kings are common."""
    for seed in seeds:
        state = random_state(game, random(seed), most)
        compare_state(game, state, oracle_games.Game(variant, game.fen(state)))

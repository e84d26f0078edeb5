"""Kriegspiel against the umpire of PyPI's `kriegspiel` 1.7: every try of random games, by every rule set.

Its games end by counting after other numbers of moves, so games that last longer than ours may are left there.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.naming import legal_actions
from halfmove.games.kriegspiel import kriegspiel
from halfmove.games.kriegspiel import positions as umpire
from halfmove.games.kriegspiel.positions import ASK

GAMES = {"icc": "Wild16Game", "berkeley": "BerkeleyGame", "cincinnati": "CincinnatiGame", "rand": "RandGame"}
GAMES["english"] = "EnglishGame"
CHECKS = ("", "CHECK_RANK", "CHECK_FILE", "CHECK_LONG_DIAGONAL", "CHECK_SHORT_DIAGONAL", "CHECK_KNIGHT")


def play(oracle: Any, rules: str, seed: int) -> int:
    """Play one game by both umpires, compare all they say, and return how many tries there were."""
    game, theirs = plain(kriegspiel(rules, moves=0)), getattr(oracle, GAMES[rules])()
    position, refused, tries, numbers = game.initial, set[str](), 0, random.Random(seed)
    for _ in range(1500):
        asked = {"any" if move.chess_move is None else move.chess_move.uci(): move for move in theirs.possible_to_ask}
        ours = {game.name(action, position): action for action in legal_actions(game, position)}
        assert set(ours) - refused == set(asked), game.show(position)
        if not set(asked):
            break
        name = numbers.choice(sorted(asked))
        answer, child = theirs.ask_for(asked[name]), game.result(position, ours[name])
        tries += 1
        if ours[name] == ASK:
            assert (child.phase == umpire.SOME) == (answer.main_announcement.name == "HAS_ANY")
            refused.add("any")
            position = child
            continue
        assert (child.board.ply != position.board.ply) == answer.move_done, (game.show(position), name)
        if answer.move_done:
            compare(game, child, answer, theirs)
            refused = set()
        else:
            released = child.phase != position.phase  # they offer all again then
            refused = {"any", name} if released else refused | {name}
        position = child
        assert game.is_terminal(position) == theirs.game_over
        if theirs.game_over:
            break
    return tries


def compare(game: Any, position: Any, answer: Any, theirs: Any) -> None:
    """Compare what the umpires say of a move."""
    number, special = position.announced, answer.special_announcement.name
    taken = number >> umpire.CAPTURE & 127
    assert (taken - 1 if taken else None) == answer.capture_at_square
    victim = answer.captured_piece_announcement
    assert ("", "PAWN", "PIECE")[number >> umpire.VICTIM & 3] == ("" if victim is None else victim.name)
    assert bool(number >> umpire.PROMOTED & 1) == bool(answer.promotion_announced)
    assert bool(number >> umpire.EN_PASSANT & 1) == bool(answer.en_passant_announced)
    ending = find_commentary(game).how_ended(position)
    if ending:
        wanted = {"checkmate": "CHECKMATE", "stalemate": "STALEMATE", "nobody can win": "DRAW_INSUFFICIENT"}[ending]
        assert wanted in special
        if "WINS" in special:
            assert game.utility(position, 0) == (1.0 if "WHITE_WINS" in special else -1.0)
        else:
            assert game.utility(position, 0) == 0.0
        return
    checks = sorted(CHECKS[number >> first & 7] for first in (umpire.CHECK, umpire.SECOND_CHECK) if number >> first & 7)
    announced = [answer.check_1.name, answer.check_2.name] if special == "CHECK_DOUBLE" else [special]
    assert checks == sorted(name for name in announced if name != "NONE")
    if game.tells_tries == umpire.COUNT:
        assert (number >> umpire.TRIES) - 1 == answer.next_turn_pawn_tries
    elif game.tells_tries == umpire.WHETHER:
        assert ((number >> umpire.TRIES) > 1) == answer.next_turn_has_pawn_capture
    elif game.tells_tries == umpire.SQUARES:
        named = answer.next_turn_pawn_try_squares or ()
        assert position.pawns == sum(1 << square for square in named)


@pytest.mark.one_lane
@pytest.mark.parametrize("rules", GAMES)
def test_every_try(rules: str) -> None:
    oracle = pytest.importorskip("kriegspiel", reason="the umpire of PyPI's kriegspiel is not installed")
    assert sum(play(oracle, rules, seed) for seed in range(2)) > 500


@pytest.mark.deep
@pytest.mark.parametrize("rules", GAMES)
def test_every_try_of_many_games(rules: str, compared: Any) -> None:
    oracle = pytest.importorskip("kriegspiel", reason="the umpire of PyPI's kriegspiel is not installed")
    tries, games, wanted = 0, 0, 200_000 if rules == "icc" else 75_000  # 500,000 for all
    while tries < wanted:
        tries, games = tries + play(oracle, rules, 1000 + games), games + 1
    compared(f"kriegspiel, {rules}", games, tries)

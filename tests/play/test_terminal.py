"""A game at the terminal, with what people type written down beforehand."""

import pytest

from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.terminal import LEFT, OVER, RESIGNED, Session, specs_for

LIMIT = Limit(nodes=50_000)


def played(name, typed, *players, seed=0):
    """Return the record of a game, and everything that was said."""
    game = game_named(name)
    words, said = iter(typed.split("/")), []

    def ask(prompt):
        said.append(prompt)
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    session = Session(
        game, game.initial, specs_for(game, players), ask, lambda text, style="": said.append(text), LIMIT, seed
    )
    return session.play(), "\n".join(said)


def test_two_people_play_to_the_end():
    record, said = played("tic-tac-toe", "a1/b1/a2/b2/a3", "human", "human")
    assert record.actions == ["a1", "b1", "a2", "b2", "a3"]
    assert (record.ending, record.utilities) == (OVER, (1.0, -1.0))
    assert record.verdict == "X wins (X 1, O -1)."
    assert said.endswith(record.verdict)


def test_the_result_is_told_from_the_persons_side():
    record, _ = played("one-heap-nim:stones=1", "1", "human", "random")
    assert record.verdict.startswith("You win")
    record, _ = played("one-heap-nim:stones=4", "1", "human", "strong")
    assert record.verdict.startswith("You lose")
    record, _ = played("tic-tac-toe", "", "strong", "strong")
    assert record.verdict.startswith("A draw")


def test_bad_input_is_answered_and_asked_again():
    record, said = played("tic-tac-toe", "z9/b2/quit", "human", "human")
    assert "z9: not a square of the board" in said
    assert record.actions == ["b2"]
    assert record.ending == LEFT


def test_undo_takes_back_the_answer_too():
    record, _ = played("tic-tac-toe", "undo/a1/undo/b2/quit", "human", "random")
    assert record.actions[0] == "b2"
    assert len(record.actions) == 2


def test_nothing_to_undo():
    _, said = played("tic-tac-toe", "undo/quit", "human", "human")
    assert "nothing to take back" in said


def test_help_actions_hint_and_board():
    _, said = played("one-heap-nim", "help/actions/hint/board/quit")
    assert "resign" in said
    assert "\n1 2 3\n" in said
    assert "Hint: 2 (worth exactly 1;" in said


def test_resigning_gives_the_game_away():
    record, _ = played("tic-tac-toe", "a1/resign", "human", "human")
    assert (record.ending, record.verdict) == (RESIGNED, "O resigns. X wins.")


def test_chance_is_drawn_from_the_seed():
    one, other, again = (played("pig:goal=10", "", "random", "random", seed=seed)[0] for seed in (1, 2, 1))
    assert one == again
    assert one.actions != other.actions


def test_three_players():
    record, _ = played("three-player-nim", "", "random", "random", "random")
    assert record.utilities is not None
    assert len(record.utilities) == 3
    with pytest.raises(HalfmoveError, match="4 players for a game of 3"):
        played("three-player-nim", "", "random", "random", "random", "random")


def test_a_game_that_can_go_round_ends():
    record, _ = played("cat-and-mouse", "", "random", "random")
    assert record.utilities is not None


def test_the_end_of_the_input_is_passed_on():
    with pytest.raises(EOFError):
        played("tic-tac-toe", "a1", "human", "human")

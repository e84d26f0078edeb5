"""Actions and texts that come from people: checked, refused with a precise sentence, and nothing changed."""

from __future__ import annotations

from inspect import isfunction
from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import Bits
from halfmove.core.drawing import html
from halfmove.core.game import Game
from halfmove.core.rules import action_named, apply_action, check_player, legal_actions, state_after, utility_vector
from halfmove.core.text import read_fields, show_fields
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText, UnknownPlayer
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.tic_tac_toe import TicTacToe


class Letters(Game):
    """Name actions by letters, upper and lower case apart where they must be."""

    names: tuple[str, ...] = ("a", "B", "b", "C")
    initial = ()

    def to_move(self, state):
        return len(state) % 2

    def actions(self, state):
        yield from range(len(self.names))

    def result(self, state, action):
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 2

    def utility(self, state, player):
        return 0.0

    def name(self, action, state=None):
        return self.names[action]


def test_act(lane):
    game = lane(TicTacToe())
    state = apply_action(game, game.initial, 4)
    assert state == game.result(game.initial, 4)
    before = tuple(state)
    with pytest.raises(IllegalAction, match=r"^b2: the square is taken by X$") as caught:
        apply_action(game, state, 4)
    assert isinstance(caught.value, (HalfmoveError, ValueError))
    assert "\n" not in str(caught.value)
    assert tuple(state) == before


@pytest.mark.parametrize("action", [99, -1, None, "4", 4.5])
def test_nonsense_actions(action):
    game = TicTacToe()
    with pytest.raises(IllegalAction):
        apply_action(game, game.initial, action)


def test_action_when_the_game_is_over():
    game = Letters()
    with pytest.raises(IllegalAction, match="a: the game is over"):
        action_named(game, (0, 0), "a")
    assert legal_actions(game, (0, 0)) == []


def test_long_lists_are_cut():
    game = Letters(tuple(f"x{i}" for i in range(30)))
    with pytest.raises(IllegalAction, match=r"x0 x1 .* x11 and 18 more$"):
        action_named(game, (), "y")


def test_names_and_case():
    game = Letters()
    assert action_named(game, (), "B") == 1
    assert action_named(game, (), "b") == 2
    assert action_named(game, (), "A") == 0
    assert action_named(game, (), "c") == 3
    with pytest.raises(IllegalAction):
        action_named(Letters(("bb", "BB")), (), "Bb")  # which?
    assert state_after(game, (), ["a", "C"]) == (0, 3)
    with pytest.raises(IllegalAction, match=r"^C: the game is over"):
        state_after(game, (), ["a", "b", "C"])


@given(actions=st.lists(st.integers(-2, 9), max_size=12))
def test_act_allows_exactly_the_legal_actions(actions):
    game = TicTacToe()
    state = game.initial
    for action in actions:
        if action in legal_actions(game, state):
            state = apply_action(game, state, action)
        else:
            with pytest.raises(IllegalAction):
                apply_action(game, state, action)


def test_players():
    game = TicTacToe()
    assert [check_player(game, player) for player in (0, 1)] == [0, 1]
    for player in (-1, 2):
        with pytest.raises(UnknownPlayer, match=f"has players 0 to 1, and no {player}"):
            check_player(game, player)


def test_utility_vector():
    game = TicTacToe()
    won = state_after(game, game.initial, [game.name(a, game.initial) for a in (0, 3, 1, 4, 2)])
    assert utility_vector(game, won) == (1.0, -1.0)


class Fields(NamedTuple):
    number: int
    truth: bool = False
    real: float = 0.5
    wide: Annotated[int, Bits(90)] = 7


WHOLE = st.integers(-(1 << 63), (1 << 63) - 1)  # what a field annotated `int` holds


@given(st.builds(Fields, WHOLE, st.booleans(), st.floats(allow_nan=False), st.integers(0, (1 << 90) - 1)))
def test_fields_there_and_back(state):
    assert read_fields(show_fields(state), Fields) == state


def test_fields_left_out_have_their_defaults():
    assert read_fields("number=3", Fields) == Fields(3)
    assert read_fields("  truth=True   number=3 ", Fields) == Fields(3, True)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("", "does not say number"),
        ("number", "is not one of number=..., truth=..., real=..., wide=..."),
        ("numbers=3", "'numbers=3' is not one of"),
        ("number=three", "'three' is not a value for number"),
        ("number=3.5", "'3.5' is not a value for number"),
        ("number=3 truth=yes", "'yes' is not a value for truth"),
        ("number=", "'' is not a value for number"),
        ("number==3", "'=3' is not a value for number"),
    ],
)
def test_malformed_fields(written, reason):
    with pytest.raises(MalformedText) as caught:
        read_fields(written, Fields)
    assert reason in str(caught.value)
    assert isinstance(caught.value, HalfmoveError)


@pytest.mark.parametrize("written", ["number=1 number=2", "number=99999999999999999999", "number=1 wide=-1"])
def test_fields_that_contradict_or_do_not_fit(written):
    with pytest.raises(MalformedText):
        read_fields(written, Fields)


def test_game_without_notation_reads_what_it_shows():
    class Plain(Game):
        initial = Fields(1)

    state = Fields(-4, True, 2.25, 1 << 80)
    assert Plain().read(Plain().show(state)) == state


@given(st.text())
def test_html_is_escaped(text):
    block = html(text, text, Letters(), text)
    assert block.count("<") == block.count(">")
    assert "<script" not in block


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    for game in (TicTacToe(), ConnectFour()):
        try:
            game.read(text)
        except MalformedText as error:
            assert str(error)  # noqa: PT017 - most are malformed, a few are states


def test_a_game_is_asked_at_most_twenty_questions():
    questions = {name for name, answer in vars(Game).items() if isfunction(answer) and not name.startswith("_")}
    assert len(questions) <= 20, questions


def test_a_field_does_not_hide_the_advice():
    with pytest.raises(HalfmoveError, match="this name is taken by the bounds of a game"):

        class Hiding(Game):
            bounds: int = 3

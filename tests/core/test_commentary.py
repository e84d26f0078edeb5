"""What people write and hear of a game stands beside its rules: in a user's file, behind wrappers, or nowhere."""

from pathlib import Path

import pytest

from halfmove import Commentary, Game, Wrapper, load_game, plain
from halfmove.core.commentary import find_commentary, refusal
from halfmove.core.game import DRAW
from halfmove.core.history import WithHistory, with_history
from halfmove.core.knowledge import WithKeys
from halfmove.core.rules import action_named
from halfmove.errors import IllegalAction
from halfmove.games.kuhn_poker import KuhnPoker

pytestmark = pytest.mark.one_lane

FILE = '''
from halfmove import Commentary, Game


class Doors(Game):
    """Open the last of three doors. A player who does not open one waits."""

    initial = (0, 0)
    repetition = "draw"

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return state[0] + action, 1 - state[1]

    def is_terminal(self, state):
        return state[0] == 3

    def utility(self, state, player):
        return -1.0 if player == state[1] else 1.0

    def name(self, action, state=None):
        return ("wait", "open")[action]


class DoorsCommentary(Commentary):
    def read_action(self, state, written):
        return 1 if written == f"door {state[0] + 1}" else super().read_action(state, written)

    def why_illegal(self, state, written):
        return f"door {state[0] + 1} can be opened, and nothing else"

    def how_ended(self, state):
        return f"{state[0]} doors are open"
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "doors.py"
    path.write_text(FILE)
    return path


def test_it_may_stand_in_the_file_of_the_game(file: Path) -> None:
    game = load_game(str(file))
    assert type(find_commentary(game)).__name__ == "DoorsCommentary"
    assert refusal(game, (1, 0), "close") == "close: door 2 can be opened, and nothing else"
    assert find_commentary(type("Gates", (type(game),), {})()).how_ended((3, 1)) == "3 doors are open"


def test_a_path_does_not_hide_it(file: Path) -> None:
    game = load_game(str(file))
    assert game.repetition == DRAW
    kept, state = with_history(game, game.initial)
    assert isinstance(kept, WithHistory)
    assert refusal(kept, state, "close") == "close: door 1 can be opened, and nothing else"
    for _ in range(2):  # both wait
        state = kept.result(state, 0)
    assert kept.is_terminal(state)
    assert find_commentary(kept).how_ended(state) == "repetition"
    for action in (1, 1, 1):
        state = kept.result(state, action)
    assert find_commentary(kept).how_ended(state) == "3 doors are open"


def test_what_somebody_wrote_is_read_beside_the_game_and_behind_wrappers(file: Path) -> None:
    class Inside(Wrapper):
        pass

    class Fewer(Wrapper):
        def actions(self, state):
            yield 0

    game = load_game(str(file))
    keyed = plain(WithKeys(game))
    for asked, state in (
        (game, (1, 0)),
        (Inside(game), (1, 0)),
        (keyed, keyed.begin((1, 0))),
        with_history(game, (1, 0)),
    ):
        assert [action_named(asked, state, written) for written in ("wait", "OPEN", "door 2")] == [0, 1, 1]
        with pytest.raises(IllegalAction, match=r"^door 1: door 2 can be opened, and nothing else$"):
            find_commentary(asked).read_action(state, "door 1")
    assert find_commentary(Fewer(game)).read_action((1, 0), "door 2") == 1
    with pytest.raises(IllegalAction):
        action_named(Fewer(game), (1, 0), "door 2")


def test_a_wrapper_says_what_the_game_inside_says() -> None:
    class Inside(Wrapper):
        pass

    game = plain(KuhnPoker())
    wrapped, keyed = find_commentary(Inside(game)), find_commentary(plain(WithKeys(game)))
    assert wrapped.announce(1, game.initial) == keyed.announce(1, plain(WithKeys(game)).initial) == "bet"
    assert keyed.why_illegal(plain(WithKeys(game)).initial, "raise") == ""


def test_without_one_nothing_is_said() -> None:
    class Silent(Game):
        initial = 0

    commentary = find_commentary(Silent())
    assert type(commentary) is Commentary
    assert commentary.why_illegal(0, "x") == commentary.how_ended(0) == commentary.announce(0, 0) == ""

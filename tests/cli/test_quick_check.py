"""A mistake in a user's file is one sentence with file, line and remedy, whatever the command and the lane."""

import pytest

from halfmove.check.quick_check import first_mistake
from halfmove.games import GAMES, game_named

MISTAKES = {  # what is written instead, the line it is told for, and what is told
    "players_from_1": ("return heap.player", "return heap.player + 1", "to_move", "numbered from 0 to 1"),
    "beyond_bounds": ("else 1.0", "else 5.0", "utility", "utilities = (least, greatest)"),
    "string_actions": ("yield 1", 'yield "one"', "actions", "an action is a whole number"),
    "utility_arity": ("utility(self, heap, player)", "utility(self, heap)", "utility", "(self, state, player)"),
    "result_arity": ("result(self, heap, count)", "result(self, heap)", "result", "(self, state, action)"),
    "no_utility": ("return -1.0 if", "value = -1.0 if", "utility", "utility returns None"),
    "no_result": ("return Heap(", "heap = Heap(", "result", "result returns nothing"),
    "another_state": ("return Heap(", "return tuple((", "result", "result returns a tuple"),
    "no_actions": ("yield 1\n", "yield from ()\n", "actions", "yields nothing"),
    "no_end": ("return heap.stones == 0", "heap.stones == 0", "is_terminal", "True or False"),
    "raises": ("return heap.stones == 0", "return heap.stone == 0", "is_terminal", "AttributeError"),
    "utilities": ("initial = Heap()", "initial = Heap()\n    utilities = {-1.0, 1.0}", "", "such as (-1.0, 1.0)"),
}
MUTATED = """
class Heap:
    def __init__(self, stones=7, player=0):
        self.stones, self.player = stones, player
    def __eq__(self, other): return (self.stones, self.player) == (other.stones, other.player)
    def __hash__(self): return hash((self.stones, self.player))
"""
COMMANDS = {
    "best": ("best", "FILE"),
    "play": ("play", "FILE", "random", "random"),
    "match": ("match", "random", "random", "--game", "FILE", "--games", 2),
    "tournament": ("tournament", "random", "random", "--game", "FILE", "--games", 2),
    "solve": ("solve", "FILE"),
    "tree": ("tree", "FILE"),
    "perft": ("perft", "FILE", 2),
    "ugi": ("ugi", "FILE"),
}


def written(tmp_path, broken, old, new, decorated=False):
    text = (broken / "good.py").read_text()
    assert old in text
    text = text.replace(old, new, 1).replace(
        " 1 - heap.player)", " 1 - heap.player))" if "((" in new else " 1 - heap.player)"
    )
    if decorated:
        text = text.replace("class TakeAway", "@compiled\nclass TakeAway").replace(
            "from halfmove.core.game import Game", "from halfmove import Game, compiled"
        )
    file = tmp_path / "mine.py"
    file.write_text(text)
    return file


@pytest.mark.parametrize("decorated", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_mistake_is_told_by_every_command(halfmove, tmp_path, broken, command, decorated):
    for old, new, method, told in MISTAKES.values():
        file = written(tmp_path, broken, old, new, decorated)
        result = halfmove(*(file if word == "FILE" else word for word in COMMANDS[command]))
        assert result.exit_code == 2, new
        (sentence,) = result.stderr.splitlines()
        assert told in sentence
        assert str(file) in sentence
        if method and "Error" not in told:
            lines = file.read_text().splitlines()
            at = int(sentence.partition("mine.py:")[2].partition(":")[0])
            assert f"def {method}(" in lines[at - 1]


def test_a_state_that_is_changed_is_told(halfmove, tmp_path, broken):
    text = (broken / "good.py").read_text()
    head = text[text.index("class Heap") : text.index("class TakeAway")]
    change = "heap.stones -= count\n        heap.player = 1 - heap.player\n        return heap"
    text = text.replace(head, MUTATED + "\n\n").replace("return Heap(heap.stones - count, 1 - heap.player)", change)
    file = tmp_path / "mine.py"
    file.write_text(text)
    for words in COMMANDS.values():
        result = halfmove(*(file if word == "FILE" else word for word in words))
        assert result.exit_code == 2
        assert "result changes the state that it is given" in result.stderr


def test_a_good_game_passes(broken, answer):
    assert answer("perft", broken / "good.py", 2)["leaves"] == 4


@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_pass(name):
    assert first_mistake(game_named(name)) == ""


def test_no_error_of_a_users_game_is_a_traceback(halfmove, broken, monkeypatch):
    def fail(*_, **__):
        raise TypeError("Desk, Memory, Techniques\nand more")

    monkeypatch.setattr("halfmove.search.perft.perft", fail)
    result = halfmove("perft", broken / "good.py", 2)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert "halfmove check" in sentence

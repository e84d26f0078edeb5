"""A mistake in a user's file is one sentence with file, line and remedy, from every command.

Each file of the folder `mistakes` has one mistake, and ends the line to be named with `# here`.
"""

from pathlib import Path

import pytest

from halfmove.check.quick_check import first_mistake
from halfmove.games import GAMES, game_named

FOLDER = Path(__file__).parent / "mistakes"
NEW_STATE = "make a new state, as `state._replace(field=value)` does"
NUMBERS = "yield numbers, and let `name(self, action, state)` return how they are written"
PLAYERS = "players are numbered from 0 to 1"
NUMBER = "it must return a number, such as 1.0"
ADD_UP = "what one wins the other loses, so they must add up to 0"
FROZEN = "write @dataclass(frozen=True)"
MISTAKES = {  # what the sentence ends with, or holds
    "no_import_of_game": "name 'Game' is not defined: write `from halfmove import Game`",
    "no_import_of_compiled": "name 'compiled' is not defined: write `from halfmove import compiled`",
    "no_import_of_namedtuple": "name 'NamedTuple' is not defined: write `from typing import NamedTuple`",
    "no_import_of_numpy": "is_terminal raises NameError: name 'np' is not defined: write `import numpy as np`",
    "misspelt_import": "cannot import name 'Gaem' from 'halfmove' (did you mean Game?)",
    "misspelt_name": "name 'hep' is not defined (did you mean heap?)",
    "misspelt_field": "'Heap' object has no attribute 'stone' (did you mean stones?)",
    "misspelt_actions": "Mine does not define `actions`: `action` may be meant, so rename it",
    "misspelt_is_terminal": "Mine does not define `is_terminal`: `is_teminal` may be meant, so rename it",
    "nothing": "there is no game in this file: a game is a class that is written `class NAME(Game):`",
    "no_game": "the class Mine is no game: write `class Mine(Game):`",
    "two_games": "say which game you mean, as FILE:Mine; there are Mine, Other",
    "ends_the_program": "put that under `if __name__ == '__main__':`",
    "no_default": "Mine.most has no value: give it a default in the class, or a value, as in FILE:Mine:most=...",
    "own_init": "write the parameters of a game as fields of its class, `size: int = 3`, without an __init__",
    "counts_in_the_game": "a game never changes, so what changes in play belongs into the state",
    "no_initial": "Mine does not say which state is `initial`: add `initial = ...`",
    "initial_is_a_class": "Mine.initial is the class Heap, not a state of it",
    "initial_is_a_method": "initial is a method, and must be a state: write `initial = ...`",
    "float_players": "Mine.players is 2.0: it must be how many take part, as in `players = 2`",
    "set_of_utilities": "it must be the least and the greatest utility, such as (-1.0, 1.0)",
    "infinite_utilities": "Mine.utilities is (-inf, inf): utilities are from -1e+100 to 1e+100",
    "step_of_nothing": "Mine.step is 0: it must be the distance between two utilities, such as 1.0",
    "longest_below_nothing": "Mine.longest is -1: it must be the plies of the longest game there can be",
    "repetition_misspelt": "Mine.repetition is 'Draw': import ALLOWED, DRAW or ILLEGAL from halfmove",
    "no_to_move": "Mine does not define `to_move`: add `def to_move(self, state)`",
    "to_move_without_self": "write `def to_move(self, state)`",
    "result_takes_one": "write `def result(self, state, action)`",
    "utility_takes_one": "write `def utility(self, state, player)`",
    "evaluate_takes_one": "write `def evaluate(self, state, player)`",
    "name_takes_one": "write `def name(self, action, state=None)`",
    "helper_without_self": "write `def empty(self, heap)`",
    "helper_called_without_self": "name 'empty' is not defined: write `self.empty`",
    "players_from_1": f"returns 2: {PLAYERS}",
    "float_player": f"returns 1.5: {PLAYERS}",
    "named_player": f"returns 'MAX': {PLAYERS}",
    "no_player": f"returns None: {PLAYERS}",
    "chance_not_declared": "returns CHANCE: declare `has_chance = True` in the class",
    "chances_without_probabilities": "must yield pairs of an outcome and its probability, as in `yield 6, 1 / 6`",
    "chances_do_not_add_up": "must add up to 1, and add up to 0.25",
    "string_actions": NUMBERS,
    "tuple_actions": NUMBERS,
    "float_actions": NUMBERS,
    "wide_actions": "yields 1000000000000000000000000000000, and an action has 62 bits at most",
    "no_actions_returned": "returns None: `yield` each legal action, or return a list of them",
    "actions_used_up": "so make a new one each time, or return a list",
    "actions_without_end": "yields 100,000 actions and more: see to it that its loop ends",
    "actions_twice": "yields 1 more than once: yield each action once",
    "no_actions_before_the_end": "yield an action, or return True from is_terminal there",
    "no_result": "result returns None, which is no Heap: write `return Heap(...)`",
    "tuple_result": "result returns (5, 1), which is no Heap: write `return Heap(...)`",
    "list_result": "a state is a list, which cannot be hashed: use a tuple",
    "field_assigned": f"can't set attribute: {NEW_STATE}",
    "item_assigned": NEW_STATE,
    "changed_state": f"result changes the state that it is given: {NEW_STATE}",
    "no_end": "returns None: it must return True or False",
    "no_utility": f"returns None: {NUMBER}",
    "utility_is_a_truth_value": f"returns True: {NUMBER}",
    "utility_is_a_text": f"returns 'win': {NUMBER}",
    "utility_is_nan": f"returns nan: {NUMBER}",
    "utility_beyond_bounds": "declare `utilities = (least, greatest)`, which is (-1.0, 1.0) now",
    "utility_is_not_zero_sum": ADD_UP,
    "utility_for_the_mover": ADD_UP,
    "evaluate_for_the_mover": ADD_UP,
    "list_state": "a state is a list, which cannot be hashed: use a tuple",
    "list_in_a_state": "Heap.taken is a list, which cannot be hashed: use a tuple",
    "dict_in_a_state": "Heap.taken is a dict, which cannot be hashed: use a tuple of pairs",
    "array_in_a_state": "Heap.taken is a ndarray, which cannot be hashed: use a tuple, or define `state_hash`",
    "dataclass_state": f"a Heap can be changed, so it cannot be hashed: {FROZEN}",
    "states_without_equality": f"two objects of the class Heap are never equal: {FROZEN}",
    "fraction_in_a_state": "Heap.stones is annotated int and holds 5.0: divide by `//`",
    "divides_by_zero": "evaluate raises ZeroDivisionError: division by zero",
    "calls_itself": "see to it that it does not call itself for ever",
    "show_prints": "returns None: return the text, and let the caller print it",
    "name_of_two_words": "returns 'take 1': it must return one word, without a space",
    "one_name_for_all": "name returns 'take' for two actions in Heap(stones=7, player=0): give each another name",
}
COMMANDS = {
    "check": ("check", "FILE"),
    "best": ("best", "FILE"),
    "solve": ("solve", "FILE"),
    "play": ("play", "FILE", "random", "random"),
    "match": ("match", "random", "random", "--game", "FILE", "--games", 2),
}
OTHERS = {  # asked about one mistake only: they load a game as the commands above do
    "tournament": ("tournament", "random", "random", "--game", "FILE", "--games", 2),
    "tree": ("tree", "FILE"),
    "perft": ("perft", "FILE", 2),
    "ugi": ("ugi", "FILE"),
}


def place_in(file):
    """Return the file with the line that ends with `# here`, or the file alone."""
    lines = [number for number, line in enumerate(file.read_text().splitlines(), 1) if line.endswith("# here")]
    assert len(lines) <= 1
    return f"{file}:{lines[0]}: " if lines else f"{file}: "


def said(halfmove, words, file):
    """Return the sentence that a command says about a file."""
    result = halfmove(*(file if word == "FILE" else word for word in words))
    if words[0] == "check" and result.exit_code == 1:
        *_, broken, law = result.stdout.splitlines()  # a game may print
        assert law.endswith(".")
        return broken.partition(": ")[2]
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    return sentence.removeprefix("halfmove: ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_mistake_is_told_with_its_place_and_its_remedy(native, halfmove, command):
    for name, told in MISTAKES.items():
        file = FOLDER / f"{name}.py"
        sentence = said(halfmove, COMMANDS[command], file)
        assert sentence.startswith(place_in(file)), name
        assert told.replace("FILE", str(file)) in sentence, name


@pytest.mark.parametrize("command", OTHERS)
def test_every_command_tells_a_mistake(native, halfmove, command):
    file = FOLDER / "players_from_1.py"
    assert MISTAKES["players_from_1"] in said(halfmove, OTHERS[command], file)


def test_every_file_has_its_row():
    assert {file.stem for file in FOLDER.glob("*.py")} == {"take_away", *MISTAKES}


def test_the_game_without_a_mistake_passes(halfmove):
    assert halfmove("check", FOLDER / "take_away.py").exit_code == 0
    assert halfmove("best", FOLDER / "take_away.py", "--quiet").stdout == "1\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"class Mine(Game)\n    pass\n", "FILE:1: expected ':'"),
        (b"def f():\n  x = 1\n   y = 2\n", "FILE:3: unexpected indent"),
        (b"name = '\xff'\n", "FILE"),
        (b"x = 1\0\n", "FILE"),
    ],
)
def test_what_is_not_python_is_told(native, halfmove, tmp_path, content, told):
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    for command in ("check", "best"):
        sentence = said(halfmove, COMMANDS[command], file)
        assert sentence.startswith(told.replace("FILE", str(file)))
        assert "None" not in sentence


def test_files_are_named_as_they_were_typed(native, halfmove, monkeypatch):
    monkeypatch.chdir(FOLDER)
    for command in ("check", "best"):
        assert said(halfmove, COMMANDS[command], "players_from_1.py").startswith("players_from_1.py:7: ")


WORKS = {  # what other programs ask for otherwise, and what works here as it does in Python
    "a list of actions": ("yield 1\n        if heap.stones > 1:\n            yield 2", "return [1, 2][: heap.stones]"),
    "a whole number as utility": ("-1.0 if player == heap.player else 1.0", "-1 if player == heap.player else 1"),
    "what is printed": ("return heap.stones == 0", "print(end='')\n        return heap.stones == 0"),
    "a text in a state": ("player: int = 0", "player: int = 0\n    moves: str = ''"),
}


@pytest.mark.parametrize("what", WORKS)
def test_what_works_in_python_works(halfmove, tmp_path, what):
    file = tmp_path / "mine.py"
    file.write_text((FOLDER / "take_away.py").read_text().replace(*WORKS[what]))
    assert halfmove("check", file).exit_code == 0
    for command in ("best", "solve", "play", "match"):
        words = [file if word == "FILE" else word for word in COMMANDS[command]]
        assert halfmove(*words).exit_code == 0


@pytest.mark.filterwarnings("always::halfmove.errors.PlainLaneWarning")
def test_states_without_machine_code_run_as_plain_python(native, halfmove, tmp_path):
    text = (FOLDER / "take_away.py").read_text().replace("player: int = 0", "player: int = 0\n    moves: str = ''")
    file = tmp_path / "mine.py"
    file.write_text(text.replace("import Game", "import Game, compiled").replace("class Take", "@compiled\nclass Take"))
    place = f"{file}:8: Heap.moves is annotated str, and machine code takes int, bool, float"
    for command in ("best", "solve", "play"):
        result = halfmove(*(file if word == "FILE" else word for word in COMMANDS[command]))
        assert result.exit_code == 0
        assert place in result.stderr
        assert "so the game runs as plain Python, only slower" in result.stderr
    result = halfmove("check", file)
    assert result.exit_code == 1
    assert place in result.stdout


def test_a_method_that_is_almost_a_question_is_warned_of(halfmove, tmp_path):
    file = tmp_path / "mine.py"
    method = "    def evalute(self, heap, player):\n        return 0.0\n"
    file.write_text((FOLDER / "take_away.py").read_text() + "\n" + method)
    result = halfmove("check", file)
    assert result.exit_code == 0
    assert f"{file}:35: nothing calls `evalute`: if `evaluate` is meant, rename it" in result.stdout


COMMENT = '    def why_illegal(self, heap, written):\n        return "no stones, no move"\n'


def test_a_comment_inside_the_game_is_warned_of(halfmove, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text((FOLDER / "take_away.py").read_text() + "\n" + COMMENT)
    result = halfmove("check", file)
    assert result.exit_code == 0
    beside = "`class TakeAwayCommentary(Commentary)` beside it"
    assert f"{file}:35: nothing calls `why_illegal` of a game: move it to {beside}" in result.stdout


def test_a_comment_beside_the_game_is_heard(halfmove, tmp_path):
    file = tmp_path / "mine.py"
    beside = "\n\nfrom halfmove import Commentary\n\n\nclass TakeAwayCommentary(Commentary):\n" + COMMENT
    file.write_text((FOLDER / "take_away.py").read_text() + beside)
    result = halfmove("best", file, "--after", "9")
    assert result.exit_code == 2
    assert result.stderr.strip().endswith("9: no stones, no move")
    assert "nothing calls" not in halfmove("check", file).stdout


@pytest.mark.one_lane
@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_have_no_mistake(name):
    assert first_mistake(game_named(name)) is None


def test_no_error_of_a_users_game_is_a_traceback(halfmove, monkeypatch):
    def fail(*_, **__):
        raise TypeError("Desk, Memory, Techniques\nand more")

    monkeypatch.setattr("halfmove.search.perft.perft", fail)
    result = halfmove("perft", FOLDER / "take_away.py", 2)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert "halfmove check" in sentence

"""Games that need not end: a referee ends them at the terminal too, and `halfmove check` warns."""

import json

from halfmove.check.endless import LONGEST, endless
from halfmove.cli import options
from halfmove.games.cat_and_mouse import CatAndMouse
from halfmove.games.pig import Pig
from halfmove.games.trees.random_games import random_graph
from halfmove.play.adjudication import BY_THE_RULES

ENDLESS = '''
from typing import NamedTuple
from halfmove import Game

class Step(NamedTuple):
    to: int = 0
    player: int = 0

class Round(Game):
    """Step round a circle of three for ever; {rule}."""

    initial = Step()
    repetition = "{repetition}"

    def to_move(self, step):
        return step.player

    def actions(self, step):
        yield from (1, 2)

    def result(self, step, action):
        return Step((step.to + action) % 3, 1 - step.player)

    def is_terminal(self, step):
        return False

    def utility(self, step, player):
        return 0.0
'''


def test_a_game_without_end_is_ended(answer, halfmove):
    found = answer("play", "random-graph", "random", "random", "--longest", 7)
    assert (found["ending"], found["utilities"], len(found["actions"])) == ("length", [0.0, 0.0], 7)
    assert "Not finished after 7 plies. A draw" in found["verdict"]
    assert options.LONGEST == LONGEST == BY_THE_RULES.longest
    assert str(LONGEST) in halfmove("play", "--help").stdout


def test_a_game_that_ends_in_time_is_not_touched(answer):
    assert answer("play", "tic-tac-toe", "random", "random", "--longest", 9)["ending"] == "over"


def test_a_person_is_told_too(halfmove):
    result = halfmove("play", "random-graph", "human", "human", "--longest", 2, typed="1\n1\nn\n")
    assert "Not finished after 2 plies" in result.stdout


def test_check_warns_of_a_game_that_need_not_end(halfmove, tmp_path):
    file = tmp_path / "round.py"
    file.write_text(ENDLESS.format(rule="anything goes", repetition="allowed"))
    result = halfmove("check", file, "--json", "--games", 2)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["ok"] is True
    returned, unfinished = found["warnings"]
    assert "came back" in returned
    assert "repetition = DRAW" in returned
    assert "did not end within 10,000 plies" in unfinished
    assert "warning" in halfmove("check", file, "--games", 2).stdout


def test_check_does_not_warn_where_a_rule_ends_play(halfmove, tmp_path):
    file = tmp_path / "round.py"
    file.write_text(ENDLESS.format(rule="a state that comes back is a draw", repetition="draw"))
    assert json.loads(halfmove("check", file, "--json", "--games", 2).stdout)["warnings"] == []


def test_what_chance_brings_back_chance_can_end():
    assert list(endless(Pig(goal=10))) == []
    assert list(endless(CatAndMouse())) == []
    assert len(list(endless(random_graph(seed=0, nodes=12)))) == 2

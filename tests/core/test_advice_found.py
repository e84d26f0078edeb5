"""`game.advice` is the class beside the rules, a user's own, or the default."""

from copy import copy, deepcopy

from halfmove import compiled, plain
from halfmove.core.advice import Advice
from halfmove.games.connect_four import ConnectFour


@compiled
class Cautious(ConnectFour):
    def evaluate(self, board, player):
        return 0.25


@compiled
class Taller(ConnectFour):
    height: int = 7


@compiled
class Advised(ConnectFour):
    pass


@compiled
class AdvisedAdvice(Advice):
    def order(self, board, column):
        return float(column)


def test_it_stands_beside_the_rules():
    assert type(plain(ConnectFour()).advice).__name__ == "ConnectFourAdvice"
    assert type(plain(Taller()).advice).__name__ == "ConnectFourAdvice"


def test_an_evaluation_of_a_subclass_is_not_overruled():
    game = plain(Cautious())
    assert game.advice.evaluate(game.initial, 0) == 0.25


def test_it_may_stand_in_the_file_of_the_game():
    assert plain(Advised()).advice.order(None, 3) == 3.0


def test_it_is_made_once_for_each_game():
    game = ConnectFour()
    assert game.advice is game.advice
    assert game.bounds is game.bounds


def test_a_copy_of_a_game_has_its_own():
    game = ConnectFour()
    assert game.advice.game is game
    for twin in (plain(game), copy(game), deepcopy(game)):
        assert twin.advice.game is twin
        assert twin.bounds.game is twin

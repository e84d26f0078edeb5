"""GNU Backgammon as a player, by its networks without a look ahead: `pip install gnubg-nn`.

halfmove match strong examples/players/gnubg.py:gnubg --game backgammon -n 20
halfmove play backgammon human examples/players/gnubg.py:gnubg
"""

import gnubg_nn

from halfmove import Choice, legal_actions
from halfmove.games.backgammon.board import BAR, OFF


def gnubg(game, position, limit):
    """Take the play that leads to the position which the networks value most, without the cube."""
    values = {action: value(game, game.result(position, action)) for action in legal_actions(game, position)}
    best = max(values, key=values.get)
    return Choice(best, values[best], kind="estimate")


def value(game, position):
    """Return what a position is worth to the player who has just moved there."""
    if game.is_terminal(position):
        return game.utility(position, 1 - position.player)
    board = [[game.at(side, place) for place in (*range(OFF - 1, BAR, -1), BAR)] for side in sides(position)]
    win, gammon, backgammon, lost_gammon, lost_backgammon = gnubg_nn.probabilities(board, 0)[:5]
    return -(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon)


def sides(position):
    """Return the two sides as the library wants them: the one that does not roll first."""
    return position.theirs, position.mine

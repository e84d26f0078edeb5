"""Games as the peers play them: Connect Four with nothing known at the horizon, and a short Pig."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.core.game import CHANCE, Game
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.pig import HOLD, ROLL, SIDES


@compiled
class BareConnectFour(ConnectFour):
    """Connect Four whose evaluation is 0 everywhere."""

    def evaluate(self, board, player):
        return 0.0


@compiled
class BareConnectFourAdvice(Advice):
    """No advice, so the evaluation is that of the game."""


class Turn(NamedTuple):
    mine: int = 0  # of the player whose turn it is
    theirs: int = 0
    turn: int = 0  # what he would add by holding
    player: int = 0
    rolling: bool = False
    left: int = 0  # decisions until nobody wins


@compiled
class ShortPig(Game):
    """Pig as OpenSpiel plays it: a player may hold at once, and after `horizon` decisions nobody wins."""

    goal: int = 20
    horizon: int = 8
    has_chance = True

    @property
    def initial(self):
        return Turn(left=self.horizon)

    def to_move(self, state):
        return CHANCE if state.rolling else state.player

    def actions(self, state):
        if state.rolling:
            for shown in range(1, SIDES + 1):
                yield shown
        else:
            if state.mine + state.turn < self.goal:
                yield ROLL
            yield HOLD

    def result(self, state, action):
        mine, theirs, turn, player, rolling, left = state
        if not rolling:
            if action == ROLL:
                return Turn(mine, theirs, turn, player, True, left - 1)
            return Turn(theirs, mine + turn, 0, 1 - player, False, left - 1)
        if action == 1:
            return Turn(theirs, mine, 0, 1 - player, False, left)
        return Turn(mine, theirs, turn + action, player, False, left)

    def is_terminal(self, state):
        return state.theirs >= self.goal or state.left == 0

    def utility(self, state, player):
        if state.theirs < self.goal:
            return 0.0
        return -1.0 if player == state.player else 1.0

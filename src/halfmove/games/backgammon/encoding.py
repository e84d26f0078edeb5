"""What a learner sees of a position of backgammon, and what it predicts: five chances, as players count them."""

from dataclasses import field

from halfmove.compiled import compiled, lowest_bit
from halfmove.core.encoding import Encoding
from halfmove.games.backgammon.bear_off import BearOff, bear_off
from halfmove.games.backgammon.board import (
    BACKGAMMON,
    CENTRED,
    DROPPED,
    FAR,
    GAMMON,
    NIBBLE,
    OFF,
    OFFERED,
    SIDES,
    TO_DOUBLE,
)
from halfmove.games.backgammon.cube import CENTRE, LIFE, MINE, THEIRS, if_offered, with_cube
from halfmove.games.backgammon.evaluation import MOST_TERMS, TERMS, Evaluation, evaluation
from halfmove.games.backgammon.rules import Backgammon

WIN, GAMMONS, BACKGAMMONS, LOST_GAMMONS, LOST_BACKGAMMONS, OUTPUTS = range(6)  # each includes the next worse or better
CONTACT, PASSED, STAGES = range(3)  # checkers can still be hit, or the sides have passed each other
NOT_HOME = (1 << NIBBLE * (OFF - SIDES)) - 1  # the bar and the points outside one's home


@compiled
class BackgammonEncoding(Encoding):
    """The terms of the evaluation as inputs; the chances of the side to roll to win, and of gammons, as outputs."""

    game: Backgammon
    evaluation: Evaluation = field(default_factory=evaluation, repr=False)
    table: BearOff = field(default_factory=bear_off, repr=False)

    outputs = OUTPUTS
    stages = STAGES
    looks_past_chance = True
    inputs = TERMS
    most_inputs = MOST_TERMS

    def learned_as(self):
        """Without the cube, which changes what chances are worth and not the chances."""
        return Backgammon()

    def viewpoint(self, position):
        return position.player

    def stage(self, position):
        """Tell whether checkers can still be hit."""
        last, other = lowest_bit(position.mine) // NIBBLE, lowest_bit(position.theirs) // NIBBLE
        return CONTACT if last + other <= OFF else PASSED

    def write_inputs(self, position, side, numbers, values):
        """Write the terms of the side to roll, whichever `side` asks: the outputs speak for it."""
        return self.evaluation.terms(position.mine, position.theirs, numbers, values)[0]

    def write_known(self, position, outputs):
        """Write the chances where both sides bear off."""
        mine, theirs = position.mine, position.theirs
        if (mine | theirs) & NOT_HOME != 0:
            return False
        own, other = self.table.number(mine), self.table.number(theirs)
        outputs[WIN] = self.table.win(own, other)
        outputs[GAMMONS] = self.table.gammon(own, other) if self.game.at(theirs, OFF) == 0 else 0.0
        outputs[LOST_GAMMONS] = self.table.lost_gammon(own, other) if self.game.at(mine, OFF) == 0 else 0.0
        outputs[BACKGAMMONS] = outputs[LOST_BACKGAMMONS] = 0.0
        return True

    def write_outcome(self, position, player, outputs):
        """Write how the game ended; where a double was dropped, it was a plain win."""
        for o in range(OUTPUTS):
            outputs[o] = 0.0
        points = 1
        if position.roll != DROPPED and self.game.at(position.mine, OFF) == 0:
            points = GAMMON if position.mine & FAR == 0 else BACKGAMMON
        if player == position.player:  # the winner has just moved
            outputs[LOST_GAMMONS] = 1.0 if points >= GAMMON else 0.0
            outputs[LOST_BACKGAMMONS] = 1.0 if points >= BACKGAMMON else 0.0
        else:
            outputs[WIN] = 1.0
            outputs[GAMMONS] = 1.0 if points >= GAMMON else 0.0
            outputs[BACKGAMMONS] = 1.0 if points >= BACKGAMMON else 0.0

    def turn_outputs(self, outputs):
        outputs[WIN] = 1.0 - outputs[WIN]
        gammons, backgammons = outputs[GAMMONS], outputs[BACKGAMMONS]
        outputs[GAMMONS], outputs[BACKGAMMONS] = outputs[LOST_GAMMONS], outputs[LOST_BACKGAMMONS]
        outputs[LOST_GAMMONS], outputs[LOST_BACKGAMMONS] = gammons, backgammons

    def worth(self, outputs):
        """Return the points that the chances are worth without the cube."""
        won = float(outputs[GAMMONS]) + float(outputs[BACKGAMMONS])
        lost = float(outputs[LOST_GAMMONS]) + float(outputs[LOST_BACKGAMMONS])
        return 2.0 * float(outputs[WIN]) - 1.0 + won - lost

    def appraise(self, position, outputs):
        """Return the points that the chances are worth at the stake of a position, with the cube where there is one."""
        if self.game.cube == 1:
            return self.worth(outputs)
        win = float(outputs[WIN])
        won, lost = (
            float(outputs[GAMMONS] + outputs[BACKGAMMONS]),
            float(outputs[LOST_GAMMONS] + outputs[LOST_BACKGAMMONS]),
        )
        life = LIFE if 2 * position.cube <= self.game.cube else 0.0
        if position.roll == OFFERED:
            return position.cube * if_offered(win, won, lost, life)
        owner = CENTRE if position.owner == CENTRED else MINE if position.owner == position.player else THEIRS
        equity = with_cube(win, won, lost, owner, life)
        if position.roll == TO_DOUBLE:
            equity = max(equity, if_offered(win, won, lost, life))
        return position.cube * equity

"""Pig: roll a die as often as you dare (Scarne 1945; Neller and Presser, "Optimal play of the dice game Pig", 2004)."""

import re
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.notation import read_numbers

HOLD, ROLL = 0, 1
SHOWN = re.compile(r"(MAX|MIN) (\d+) \+ (\d+), (?:MAX|MIN) (\d+): (?:MAX|MIN) (rolls|to move)")
SIDES = 6  # of the die; an outcome is the number it shows


class Scores(NamedTuple):
    mine: int = 0  # of the player whose turn it is
    theirs: int = 0
    turn: int = 0  # what he would add by holding
    player: int = 0
    rolling: bool = False  # the die is in the air


@compiled
class Pig(Game):
    """Be the first to collect `goal` points, by rolling a die.

    In his turn a player rolls as often as he likes and then holds, which adds what he rolled to his score. A 1 ends
    his turn and adds nothing. He rolls at least once, and must hold once he reaches the goal. After two turns that end
    with a 1 a state comes back: the game has cycles, through chance only, and no bound on its length.
    """

    goal: int = 100
    initial = Scores()
    has_chance = True

    def __post_init__(self):
        if self.goal < 1:
            raise HalfmoveError(f"a goal of {self.goal} points is reached before the game begins")

    def to_move(self, scores):
        return CHANCE if scores.rolling else scores.player

    def actions(self, scores):
        if scores.rolling:
            for shown in range(1, SIDES + 1):
                yield shown
        else:
            if scores.mine + scores.turn < self.goal:
                yield ROLL
            if scores.turn > 0:
                yield HOLD

    def sample(self, scores, rng):
        """Draw what the die shows, or whether to roll, without listing anything."""
        if scores.rolling:
            return 1 + rng.below(SIDES)
        if scores.turn == 0:
            return ROLL
        return rng.below(2) if scores.mine + scores.turn < self.goal else HOLD

    def result(self, scores, action):
        mine, theirs, turn, player, rolling = scores
        if not rolling:
            if action == ROLL:
                return Scores(mine, theirs, turn, player, True)
            return Scores(theirs, mine + turn, 0, 1 - player, False)
        if action == 1:
            return Scores(theirs, mine, 0, 1 - player, False)
        return Scores(mine, theirs, turn + action, player, False)

    def is_terminal(self, scores):
        return scores.theirs >= self.goal

    def utility(self, scores, player):
        return -1.0 if player == scores.player else 1.0

    def evaluate(self, scores, player):
        """Compare the scores, with half of what is at stake in this turn."""
        lead = scores.mine + scores.turn // 2 - scores.theirs
        return (lead if player == scores.player else -lead) / (self.goal + SIDES)

    def show(self, scores):
        mine, other = self.player_names[scores.player], self.player_names[1 - scores.player]
        doing = "rolls" if scores.rolling else "to move"
        return f"{mine} {scores.mine} + {scores.turn}, {other} {scores.theirs}: {mine} {doing}"

    def name(self, action, state=None):
        if state is not None and state.rolling:
            return str(action)
        return ("hold", "roll")[action] if action in (HOLD, ROLL) else str(action)

    def read(self, written):
        """Return the state that three numbers stand for: the scores of MAX and MIN and the turn, as in `34 20 12 MIN`.

        A last `rolls` means that the die is in the air. What `show` writes is read too.
        """
        shown = SHOWN.fullmatch(written.strip())
        if shown:
            player, mine, turn, theirs, doing = shown.groups()
            first, second = (mine, theirs) if player == self.player_names[0] else (theirs, mine)
            written = f"{first} {second} {turn} {player} {doing.removesuffix('to move')}"
        words = written.split()
        rolling = bool(words) and words[-1].casefold() == "rolls"
        what = ["points of MAX", "points of MIN", "points in this turn"]
        most = [self.goal - 1, self.goal - 1, self.goal + SIDES - 2]
        (first, second, turn), player = read_numbers(self, " ".join(words[:-1] if rolling else words), most, what)
        mine, theirs = (first, second) if player == 0 else (second, first)
        if turn == 1 or mine + turn > self.goal + SIDES - 1 or rolling and mine + turn >= self.goal:
            raise MalformedText(f"'{written}': a turn cannot come to {turn} points with {mine} before it")
        return Scores(mine, theirs, turn, player, rolling)


@compiled
class PigAdvice(Advice):
    """The unit of the evaluation."""

    game: Pig

    unit = "points"

    def in_units(self, value):
        return value * (self.game.goal + SIDES)


class PigCommentary(Commentary):
    """Why a player cannot roll or hold."""

    def why_illegal(self, scores, written):
        """Say why a player may not hold or roll, or what a die cannot show."""
        name = written.strip().lower()
        if scores.rolling:
            return f"the die is in the air, and shows 1 to {SIDES}"
        if name == "hold":
            return "nothing has been rolled in this turn"
        if name == "roll":
            return f"{scores.mine} and {scores.turn} points reach the goal of {self.game.goal}: hold"
        return "an action is roll or hold"

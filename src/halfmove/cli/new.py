"""`halfmove new`: a small game with comments, to be changed into another one."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path
from typing import Annotated

import typer

from halfmove.cli.options import Quiet

_TAKEN = {"halfmove", "numba", "numpy", "rich", "typer", *sys.stdlib_module_names}  # a file so named would hide them

SKELETON = '''"""CLASS: a small game that works. Change it, step by step, into yours.

    halfmove check FILE     after each change: is it still a game?
    halfmove play FILE      play it
    halfmove best FILE      what to do
"""

from typing import NamedTuple

from halfmove import Game, compiled


class State(NamedTuple):
    """All that has to be known to play on. A state never changes: `result` makes a new one."""

    stones: int = 15
    player: int = 0  # whose turn it is: 0 or 1


@compiled  # for speed; without this line the same text runs as plain Python
class CLASS(Game):
    """Take one, two or three stones; whoever takes the last one wins."""

    most: int = 3  # a parameter of the game: FILE:CLASS:most=4

    initial = State()
    # players = 3  # if they are not two
    # utilities = (0.0, 10.0)  # the least and the greatest utility, if they are not -1.0 and 1.0
    # has_chance = True  # if `to_move` returns CHANCE where dice are rolled or cards are dealt

    def to_move(self, state):
        """Return whose turn it is."""
        return state.player

    def actions(self, state):
        """Yield what the player to move may do: each action is a whole number."""
        for count in range(1, min(self.most, state.stones) + 1):
            yield count

    def result(self, state, action):
        """Return the state that follows."""
        return State(state.stones - action, 1 - state.player)

    def is_terminal(self, state):
        """Tell whether the game is over."""
        return state.stones == 0

    def utility(self, state, player):
        """Return what the end is worth to a player: 1.0 if he has won, -1.0 if he has lost, 0.0 for a draw."""
        return -1.0 if player == state.player else 1.0

    # A game needs no more. What follows makes it pleasant to play, and stronger where it is too large to be searched.

    def show(self, state):
        """Return a picture of the state."""
        return f"{'o ' * state.stones}\\n{self.player_names[state.player]} to move"

    def name(self, action, state=None):
        """Return how an action is written: one word."""
        return f"take-{action}"

    def evaluate(self, state, player):
        """Estimate the utility of a state that is not the end; what one player gains the other loses."""
        return 0.0
'''


def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, as my_game.py.", show_default=False)],
    quiet: Quiet = False,
) -> None:
    """Write a small game with comments into a new file, to begin a game of your own with."""
    from halfmove.errors import HalfmoveError

    _check_name(file)
    name = "".join(part.capitalize() for part in file.stem.split("_")) or "MyGame"
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(SKELETON.replace("CLASS", name).replace("FILE", file.name))
    except FileExistsError:
        raise HalfmoveError(f"{file}: this file exists already, and stays as it is") from None
    if not quiet:
        print(f"{file}: a small game that works, with comments: change it into yours")
        for command, use in (
            ("check", "after each change: is it still a game?"),
            ("play", "play it"),
            ("best", "what to do"),
        ):
            print(f"  halfmove {command:<6}{file}   {use}")
        print("docs/write-a-game.md tells the rest: dice, cards, more players, a strong engine.")


def _check_name(file: Path) -> None:
    """Refuse a name that Python could not import, or that would hide another module."""
    from halfmove.errors import HalfmoveError

    if file.suffix != ".py":
        raise HalfmoveError(f"{file}: the name of the file must end in .py, as in my_game.py")
    if not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise HalfmoveError(f"{file}: a file of Python is named by letters, digits and _, as in my_game.py")
    if file.stem in _TAKEN:
        raise HalfmoveError(f"{file}: this name would hide the module '{file.stem}': choose another one")
    if not file.parent.is_dir():
        raise HalfmoveError(f"{file}: there is no folder {file.parent}")

"""Go, Othello and Hex as GTP speaks of them: sizes, colours, vertices and scores.

A vertex of Go is a letter without I and a row from the bottom (`D4`), as the standard says; Othello and Hex are written
as their players do, with rows from the top (`d3`), which is what their programs expect. Black begins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.core.rules import action_named, legal_actions
from halfmove.errors import HalfmoveError, IllegalAction, WrongGame
from halfmove.games.go.rules import Go
from halfmove.games.go.status import dead_stones
from halfmove.games.go.text import with_mover
from halfmove.games.hex import Hex
from halfmove.games.othello.rules import Othello

COLOURS = ("black", "white")


class Board:
    """A game with a board, as a program of GTP keeps it."""

    def __init__(self, game: Any) -> None:
        self.game, self.rules = game, plain(game)

    def resized(self, size: int) -> Board:
        """Return the same game on a board of another size."""
        return type(self)(replace(self.game, size=size))

    def with_komi(self, komi: float) -> Board:
        """Return the same game with another komi."""
        if komi:
            raise HalfmoveError(f"{type(self.game).__name__} has no komi")
        return self

    def margin(self, state: Any) -> float:
        """Return by how much Black is ahead."""
        raise NotImplementedError

    def with_mover(self, state: Any, player: int) -> Any:
        """Return the state with `player` to move, who may be out of turn."""
        raise NotImplementedError

    def resumed(self, state: Any) -> Any:
        """Return a state in which play can go on, if the players want to."""
        return state

    def colours(self, state: Any) -> tuple[int, int]:
        """Return the stones of Black and of White, as bits."""
        return (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)

    def action(self, state: Any, vertex: str) -> int:
        """Return the legal action at a vertex."""
        return action_named(self.rules, state, vertex)

    def vertex(self, state: Any, action: int) -> str:
        """Return where an action takes place."""
        return str(self.rules.name(action, state))

    def score(self, state: Any) -> str:
        """Return who is ahead and by how much, as in `B+3.5`; 0 for a draw."""
        margin = self.margin(state)
        return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    def dead(self, state: Any) -> int:
        """Return the stones that are taken off before the score is counted, as bits; by default there are none."""
        return 0

    def chains(self, state: Any, stones: int) -> list[str]:
        """Return the vertices of stones, those of each chain in one line."""
        points = range(self.game.size * self.game.size)
        return [self.vertex(state, point) for point in points if stones >> point & 1]

    def set_up(self, state: Any) -> list[tuple[int, int]]:
        """Return the players and the actions that lead from the empty board to a state, whoever's turn it is."""
        points = range(self.game.size * self.game.size)
        colours = enumerate(self.colours(state))
        return [(player, point) for player, stones in colours for point in points if stones >> point & 1]


class GoBoard(Board):
    """Go: the area is counted, without the stones that are dead."""

    def with_komi(self, komi: float) -> Board:
        return GoBoard(replace(self.game, komi=komi))

    def margin(self, state: Any) -> float:
        alive = ~self.dead(state)
        return float(self.rules.score(state._replace(mine=state.mine & alive, theirs=state.theirs & alive)))

    def with_mover(self, state: Any, player: int) -> Any:
        return with_mover(state, player)

    def dead(self, state: Any) -> int:
        return dead_stones(self.game, state)

    def chains(self, state: Any, stones: int) -> list[str]:
        lines = []
        for colour in self.colours(state):
            left = colour & stones
            while left:
                chain = self.rules.grown(left & -left, colour)
                left &= ~chain
                lines.append(" ".join(super().chains(state, chain)))
        return lines

    def resumed(self, state: Any) -> Any:
        return state._replace(passes=0) if self.rules.is_terminal(state) else state


class OthelloBoard(Board):
    """Othello: a player who must pass may do so without saying it."""

    def margin(self, state: Any) -> float:
        black, white = (discs.bit_count() for discs in self.colours(state))
        return float(black - white)

    def with_mover(self, state: Any, player: int) -> Any:
        if state.player == player:
            return state
        actions = legal_actions(self.rules, state)
        if [self.rules.name(action, state) for action in actions] != ["pass"]:
            raise IllegalAction(f"it is {COLOURS[state.player]}'s turn")
        return self.rules.result(state, actions[0])

    def set_up(self, state: Any) -> list[tuple[int, int]]:
        raise HalfmoveError("over GTP, Othello can only be played from its first action on")


class HexBoard(Board):
    """Hex: the player who has linked his sides is ahead by one."""

    def margin(self, state: Any) -> float:
        if not self.rules.is_terminal(state):
            raise HalfmoveError("nobody has linked his sides yet")
        return float(self.rules.utility(state, 0))

    def with_mover(self, state: Any, player: int) -> Any:
        return state if state.player == player else self.rules.advice.pass_turn(state)


def board_of(game: Game) -> Board:
    """Return the board of a game that GTP can speak of."""
    for kind, board in ((Go, GoBoard), (Othello, OthelloBoard), (Hex, HexBoard)):
        if isinstance(game, kind):
            if isinstance(game, Hex) and game.height != game.size:
                raise WrongGame(f"GTP has no word for a board of {game.size} x {game.height}")
            return board(game)
    raise WrongGame(f"GTP is for go, othello and hex, and not for {type(game).__name__}")

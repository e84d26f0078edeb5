"""Placement games played blind: each player sees his own stones, and those of the other player that he ran into."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from halfmove.compiled import bit_count, compiled, hash_state, mix, nth_bit
from halfmove.core.advice import ANY_NUMBER, Advice, Bounds, find_advice, find_bounds
from halfmove.core.chance import draw_action
from halfmove.core.forwarding import forwards
from halfmove.core.game import NOTHING, Game
from halfmove.core.wrapper import Wrapper
from halfmove.errors import MalformedText

REFUSED, PLACED, PASSED, FORBIDDEN = range(4)  # percepts; stones that are taken off are heard as a number of their own
FOUND = "has found"
NOWHERE = -1  # no point of Go is forbidden by a ko


@cache
def blind(board_class: Any) -> Any:
    """Return the class of blind states of a board: the true one, and the cells that each player knows to be taken."""
    cells = get_type_hints(board_class, include_extras=True)["mine"]
    fields = [("state", board_class), ("first", cells), ("second", cells)]
    cls: Any = NamedTuple("Blind" + board_class.__name__, fields)  # type: ignore[misc]
    cls.__module__ = board_class.__module__
    setattr(sys.modules[cls.__module__], cls.__name__, cls)  # where another process, which is sent a state, finds it
    return cls


@compiled
@forwards(Game, to="game", state="state.state")
class Phantom(Wrapper):
    """A game of putting stones on a board in which nobody sees the stones of the other player.

    A player may try every cell that he does not know to be taken. If it is taken, the umpire tells him so, he knows
    the stone from then on, and tries again; the other player hears nothing of it. If `abrupt`, his turn is over
    instead, and the other player cannot tell that from a stone that was put down.
    """

    game: Any
    abrupt: bool = False
    forgets: bool = False  # whether a stone that was run into can be tried again: for plans, which remember it

    has_secrets = True
    guess = Game.guess  # not that of the game inside: states are drawn from beliefs

    def __post_init__(self) -> None:
        blind(self.game.initial.__class__)  # so that a process which is only sent states has their class

    @property
    def initial(self) -> Any:
        board = self.game.initial
        return blind(board.__class__)(board, board.mine & 0, board.mine & 0)

    @property
    def longest(self) -> int:  # type: ignore[override]
        return ANY_NUMBER if self.game.longest == ANY_NUMBER else 2 * self.game.longest

    @property
    def advice(self) -> Advice:
        return find_advice(self)

    @property
    def bounds(self) -> Bounds:
        return find_bounds(self)

    def cell(self, board: Any, action: int) -> Any:
        """Return the cell of an action as a set of bits."""
        return (board.mine & 0 | 1) << action

    def accepts(self, board: Any, action: int) -> bool:
        """Tell whether the umpire lets a stone be put down."""
        return self.is_empty(board, action)

    def is_empty(self, board: Any, action: int) -> bool:
        """Tell whether there is no stone yet."""
        return bool((board.mine | board.theirs) & self.cell(board, action) == 0)

    def known(self, state: Any, player: int) -> Any:
        """Return the cells that a player knows to be taken."""
        if self.forgets:
            return state.state.mine if state.state.player == player else state.state.theirs
        return state.first if player == 0 else state.second

    def actions(self, state: Any) -> Any:
        for action in self.game.actions(self.with_taken(state.state, self.known(state, state.state.player))):
            yield action

    def sample(self, state: Any, rng: Any) -> int:
        return draw_action(self, state, rng)

    def with_taken(self, board: Any, cells: Any) -> Any:
        """Return the board on which these cells alone are taken."""
        return board._replace(mine=cells, theirs=cells & 0)

    def result(self, state: Any, action: int) -> Any:
        board, cell = state.state, self.cell(state.state, action)
        accepted = self.accepts(board, action)
        after = self.game.result(board, action) if accepted else self.passed(board) if self.abrupt else board
        if self.forgets:
            return state._replace(state=after)
        taken = after.mine | after.theirs  # what was taken off the board is known to be empty
        first = (state.first | cell if board.player == 0 else state.first) & taken
        second = (state.second | cell if board.player == 1 else state.second) & taken
        return state._replace(state=after, first=first, second=second)

    def passed(self, board: Any) -> Any:
        """Return the board after a turn without a stone."""
        return board._replace(mine=board.theirs, theirs=board.mine, player=1 - board.player)

    def percept(self, state: Any, action: int, child: Any, player: int) -> int:
        board = state.state
        if not self.accepts(board, action):
            if board.player == player:
                return FORBIDDEN if self.is_empty(board, action) else REFUSED
            return PLACED if self.abrupt else NOTHING
        return self.percept_of_stone(board, action, child)

    def percept_of_stone(self, board: Any, action: int, child: Any) -> int:
        """Return what both players hear of a stone that was put down."""
        return PLACED

    def observation(self, state: Any, player: int) -> Any:
        known = self.known(state, player)
        first, second = (known, known & 0) if player == 0 else (known & 0, known)
        return state._replace(state=self.seen(state.state, known, player), first=first, second=second)

    def seen(self, board: Any, known: Any, player: int) -> Any:
        """Return the board with those stones of the other player that are known."""
        if board.player == player:
            return board._replace(theirs=board.theirs & known)
        return board._replace(mine=board.mine & known)

    def for_plans(self) -> Phantom:
        """Return the game for plans against a player who sees everything: he need not find any stone."""
        return self if self.abrupt else type(self)(self.game, False, True)

    def planned_state(self, state: Any) -> Any:
        return state if self.abrupt else state._replace(first=state.first & 0, second=state.second & 0)

    def repetition_key(self, state: Any) -> int:
        return self.state_hash(state)

    def key(self, state: Any) -> int:
        return self.state_hash(state)

    def state_hash(self, state: Any) -> int:
        return hash_state(state)

    def name(self, action: int, state: Any = None) -> str:
        return self.game.name(action, state and state.state)

    def show(self, state: Any) -> str:
        """Return the board, and which stones of the other a player has found."""
        board = state.state
        stones = (board.mine, board.theirs) if board.player == 0 else (board.theirs, board.mine)
        lines = [self.game.show(board)]
        for player, other in ((0, 1), (1, 0)):
            found = self.known(state, player) & stones[other]
            cells = [self.game.name(action) for action in self._cells(board) if found & self.cell(board, action)]
            if cells:
                lines.append(f"{self.game.player_names[player]} {FOUND} {' '.join(cells)}")
        return "\n".join(lines)

    def read(self, written: str) -> Any:
        """Return the state of a board as `show` draws it; without more, the players know their own stones alone."""
        lines = written.strip().splitlines()
        drawn = [line for line in lines if f" {FOUND} " not in line]
        board = self.game.read("\n".join(drawn))
        known = [board.mine, board.theirs] if board.player == 0 else [board.theirs, board.mine]
        cells = {self.game.name(action): self.cell(board, action) for action in self._cells(board)}
        for line in lines:
            who, found, names = line.partition(f" {FOUND} ")
            if found:
                if who not in self.game.player_names or not set(names.split()) <= set(cells):
                    raise MalformedText(f"'{line}': a line names a player and the cells of stones that he found")
                for name in names.split():
                    known[self.game.player_names.index(who)] |= cells[name]
        return blind(board.__class__)(board, *(sets & (board.mine | board.theirs) for sets in known))

    def _cells(self, board: Any) -> list[int]:
        """Return the actions that put a stone down."""
        empty = self.with_taken(board, board.mine & 0)
        return [action for action in self.game.actions(empty) if self.cell(board, action)]

    def arranged(self, board: Any, player: int, others: Any) -> Any:
        """Return the board with these stones of the other player."""
        return board._replace(theirs=others) if board.player == player else board._replace(mine=others)

    def is_over(self, board: Any) -> bool:
        """Tell whether somebody has won already, whoever is to move."""
        return self.game.is_terminal(board) or self.game.is_terminal(self.passed(board))


@compiled
class PhantomLines(Phantom):
    """Blind tic-tac-toe and its kind, whose squares have bits of their own."""

    game: Any

    def cell(self, board: Any, action: int) -> Any:
        return (board.mine & 0 | 1) << self.game.bit(action)

    def sample(self, state: Any, rng: Any) -> int:
        """Draw squares until one is not known to be taken: that is faster than to list them."""
        known, squares = self.known(state, state.state.player), self.game.width * self.game.height
        square = rng.below(squares)
        while self.cell(state.state, square) & known != 0:
            square = rng.below(squares)
        return square


@compiled
class PhantomHex(Phantom):
    """Blind Hex: what is linked is part of a board."""

    game: Any

    def passed(self, board: Any) -> Any:
        flipped = board._replace(mine=board.theirs, theirs=board.mine, player=1 - board.player)
        return flipped._replace(mine_linked=board.theirs_linked, theirs_linked=board.mine_linked)

    def seen(self, board: Any, known: Any, player: int) -> Any:
        if board.player == player:
            return board._replace(theirs=board.theirs & known, theirs_linked=known & 0)
        return board._replace(mine=board.mine & known, mine_linked=known & 0)

    def arranged(self, board: Any, player: int, others: Any) -> Any:
        linked = self.game.grown(others & (self.game.left if player == 0 else self.game.top), others)
        if board.player == player:
            return board._replace(theirs=others, theirs_linked=linked)
        return board._replace(mine=others, mine_linked=linked)


@compiled
class PhantomGo(Phantom):
    """Blind Go: stones that are taken off are shown to both; a try that ko or suicide forbids is refused as well.

    Whoever is refused hears whether a stone is there: if so, he knows it from then on.
    """

    game: Any

    def actions(self, state: Any) -> Any:
        known = self.known(state, state.state.player)
        for action in range(self.game.size * self.game.size + 1):
            if known & self.cell(state.state, action) == 0:
                yield action

    def accepts(self, board: Any, action: int) -> bool:
        if action == self.game.size * self.game.size:
            return True
        return self.is_empty(board, action) and self.game.is_legal(board, action)

    def cell(self, board: Any, action: int) -> Any:
        """Return the point of an action; a pass has none."""
        return (board.mine & 0 | 1) << action if action < self.game.size * self.game.size else board.mine & 0

    def percept_of_stone(self, board: Any, action: int, child: Any) -> int:
        if action == self.game.size * self.game.size:
            return PASSED
        lifted = (board.mine | board.theirs) & ~(child.state.mine | child.state.theirs)
        return mix(lifted, PASSED) if lifted != 0 else PLACED

    def seen(self, board: Any, known: Any, player: int) -> Any:
        shown = board._replace(barred=NOWHERE)
        if board.player == player:
            return shown._replace(theirs=board.theirs & known)
        return shown._replace(mine=board.mine & known)


@compiled
class Guessing(Phantom):
    """A blind game in which a refused try costs nothing and stones stay where they are.

    So those of the other player that were not found may lie on any cell, and he may have found any stones himself.
    """

    game: Any

    def guess(self, state: Any, player: int, rng: Any) -> Any:
        board, known = state.state, self.known(state, player)
        own = board.mine if board.player == player else board.theirs
        hidden = bit_count(own) - bit_count(known ^ own)  # of the other player's stones: those not found
        if board.player == player:
            hidden += player  # X begins
        else:
            hidden += player - 1
        found = own & 0
        for index in range(bit_count(own)):
            if rng.below(2) == 0:
                found |= (own & 0 | 1) << nth_bit(own, index)
        while True:
            others = known ^ own
            for _ in range(hidden):
                others |= self.free_cell(board, known | others, rng)
            drawn = self.arranged(board, player, others)
            if not self.is_over(drawn):
                known_to_other = others | found
                first, second = (known, known_to_other) if player == 0 else (known_to_other, known)
                return state._replace(state=drawn, first=first, second=second)

    def free_cell(self, board: Any, taken: Any, rng: Any) -> Any:
        """Draw a cell that is not taken, each as likely as another."""
        drawn, left = taken & 0, 1
        for action in self.game.actions(self.with_taken(board, taken)):
            if rng.below(left) == 0:
                drawn = self.cell(board, action)
            left += 1  # cells so far, and the next
        return drawn


@compiled
class GuessingLines(Guessing, PhantomLines):
    """Blind tic-tac-toe and its kind, in which a refused try costs nothing."""

    game: Any


@compiled
class GuessingHex(Guessing, PhantomHex):
    """Dark Hex in which a refused try costs nothing."""

    game: Any

"""Games of Pacman between agents: functions from a game and a state to an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.chance import draw_action
from halfmove.core.game import Game
from halfmove.core.opponents import Modelled, OpponentModel
from halfmove.core.random import random
from halfmove.games.pacman.mazes import FAR, STOP
from halfmove.search.alphabeta import alphabeta
from halfmove.search.expectiminimax import expectiminimax

Agent = Callable[[Game, Any], Any]

FAR_ENOUGH = 4  # steps between Pacman and a ghost at first


class Summary(NamedTuple):
    """How some games of Pacman's ended."""

    games: int
    won: int
    score: float  # on average

    def __str__(self) -> str:
        return f"{self.won} of {self.games} won, {self.score:.0f} points"


def minimax_agent(depth: int, advice: Advice | None = None) -> Agent:
    """Return an agent who takes the others for perfect. Ghosts that have one agent search together."""
    return lambda game, state: alphabeta(game, state, depth, advice=advice).action


def expectimax_agent(depth: int) -> Agent:
    """Return an agent who takes the others for random."""

    def choose(game: Game, state: Any) -> Any:
        return expectiminimax(Modelled(game, game.to_move(state), OpponentModel()), state, depth).action

    return choose


def random_agent(seed: int) -> Agent:
    """Return an agent who goes anywhere."""
    numbers = random(seed)
    return lambda game, state: draw_action(plain(game), state, numbers)


def always(agent: Agent) -> Callable[[int], Agent]:
    """Return what gives the same agent for every seed."""
    return lambda seed: agent


def at_first(game: Any, seed: int) -> Any:
    """Return where a game begins."""
    return game.initial


def anywhere(game: Any, seed: int) -> Any:
    """Return where a game may begin: as it does, but with each ghost on any cell that is not near Pacman."""
    numbers, state = random(seed), game.initial
    way = game.layout.distances(state.pacman)
    cells = [cell for cell, steps in enumerate(way) if FAR_ENOUGH <= steps < FAR]
    ghosts = 0
    for ghost in range(game.haunting):
        ghosts = game.with_ghost(ghosts, ghost, cells[numbers.below(len(cells))], STOP)
    return state._replace(ghosts=ghosts)


def course_of(game: Any, state: Any, pacman: Agent, ghosts: Agent) -> Iterator[Any]:
    """Yield the states of a game."""
    yield state
    while not game.is_terminal(state):
        state = game.result(state, (pacman if state.turn == 0 else ghosts)(game, state))
        yield state


def summarise(
    game: Any, pacman: Agent, ghosts: Callable[[int], Agent], games: int, begin: Callable[[Any, int], Any] = anywhere
) -> Summary:
    """Play some games, each with another seed of the beginning and of the ghosts."""
    won, score = 0, 0.0
    for seed in range(games):
        *_, last = course_of(game, begin(game, seed), pacman, ghosts(seed))
        won += last.food == 0
        score += last.score / games
    return Summary(games, won, score)

"""The experiments of CS 188 with Pacman: a few games each, and a picture."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.explain.boards import draw
from halfmove.games.pacman import Pacman
from halfmove.lessons.finding import Finding
from halfmove.lessons.pacman import (
    Summary,
    always,
    anywhere,
    at_first,
    course_of,
    expectimax_agent,
    minimax_agent,
    random_agent,
    summarise,
)

GAMES = 10  # of each pair of players in a lesson; `make bench PARTS=pacman` plays more

CORRIDOR, STARVING_TIME, HORIZON = ".P_.", 20, 2

DEAD_END, ROUNDS, CHASER_PLIES = "dead-end", (2, 10), 4  # a round is a ply of Pacman and one of the ghost
EXPERIMENTS = {  # plies of Pacman and of the ghosts, and where these begin; a round is a ply of each
    "court": (8, 4, anywhere),
    "trap": (9, 6, at_first),
}
PINCER, PINCER_PLIES = "pincer", 9


def starving() -> Finding:
    """Let Pacman look two steps ahead, by the score alone and with the way to the nearest food."""
    game = plain(Pacman(CORRIDOR, time=STARVING_TIME))
    sentences = []
    for evaluation, advice in (("the score alone", Advice(game)), ("the way to food too", game.advice)):
        states = list(course_of(game, game.initial, minimax_agent(HORIZON, advice), random_agent(0)))
        cells = " ".join(game.layout.name(state.pacman)[0] for state in states)
        sentences.append(f"With {evaluation} he goes {cells}: {states[-1].score} points.")
    return Finding(game, tuple(sentences), drawing=draw(game, game.initial, caption="two dots, and time for 20 steps"))


def depth_matters() -> Finding:
    """Let Pacman look two rounds ahead and ten where food lies in a dead end, and a ghost is behind him."""
    game: Any = Pacman(DEAD_END)
    sentences = []
    for rounds in ROUNDS:
        *_, last = course_of(game, game.initial, minimax_agent(2 * rounds), minimax_agent(CHASER_PLIES))
        sentences.append(f"Looking {rounds} rounds ahead: {last.score} points, {game.ending(last)}.")
    return Finding(game, tuple(sentences), drawing=draw(game))


def assumptions_table(maze: str, games: int) -> dict[tuple[str, str], Summary]:
    """Return how Pacman does who takes ghosts for perfect or for random, against ghosts of either kind."""
    game = Pacman(maze)
    plies, ghost_plies, begin = EXPERIMENTS[maze]
    minds = {"minimax": minimax_agent(plies), "expectimax": expectimax_agent(plies)}
    ghosts: dict[str, Any] = {"adversarial": always(minimax_agent(ghost_plies)), "random": random_agent}
    return {(mind, kind): summarise(game, minds[mind], ghosts[kind], games, begin) for mind in minds for kind in ghosts}


def assumptions(maze: str) -> Finding:
    """Play every kind of Pacman against every kind of ghosts."""
    table = assumptions_table(maze, GAMES)
    sentences = [f"{mind} Pacman, {kind} ghosts: {got}." for (mind, kind), got in table.items()]
    game = Pacman(maze)
    return Finding(game, tuple(sentences), drawing=draw(game))


def smart_ghosts() -> Finding:
    """Let two ghosts go straight for Pacman, each for himself, or search together."""
    game = Pacman(PINCER)
    sentences = []
    for how, plies in (("that look one ply ahead, each for itself", 1), ("that search together", PINCER_PLIES)):
        ghosts = minimax_agent(plies)
        got = summarise(game, minimax_agent(PINCER_PLIES), always(ghosts), GAMES)
        sentences.append(f"Against two ghosts {how}: {got}.")
    *_, last = course_of(game, anywhere(game, 0), minimax_agent(PINCER_PLIES), minimax_agent(PINCER_PLIES))
    return Finding(game, tuple(sentences), drawing=draw(game, last, caption="the ghosts come from both sides"))

"""Games of a player against himself, as positions with the results of the games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import plain
from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.core.random import Random
from halfmove.core.rules import legal_actions

Choose = Callable[[Any], Choice]
Report = Callable[[str, int, int], None]  # what is done, how much of it, of how much in all


class Seen(NamedTuple):
    """A state of a game, what the player thought of it, and what the game brought him in the end."""

    state: Any
    choice: Choice
    utility: float  # for the player to move


def self_play(game: Game, choose: Choose, numbers: Random, random_plies: int, longest: int = 400) -> Iterator[Seen]:
    """Yield the states of one game that begins with some random actions; one too long to end counts as even."""
    rules = plain(game)
    state = rules.initial
    for _ in range(random_plies):
        actions = legal_actions(rules, state)
        if not actions:
            return
        state = rules.result(state, actions[numbers.below(len(actions))])
    thought: list[tuple[Any, Choice]] = []
    while not rules.is_terminal(state) and len(thought) < longest:
        choice = choose(state)
        thought.append((state, choice))
        assert choice.action is not None  # the game is not over
        state = rules.result(state, choice.action)
    even = sum(game.utilities) / 2
    for before, choice in thought:
        player = rules.to_move(before)
        yield Seen(before, choice, rules.utility(state, player) if rules.is_terminal(state) else even)


def silent(what: str, done: int, of: int) -> None:
    """Tell nobody how far it is."""


def in_batches(
    play: Callable[[range], Any], games: int, seed: int, batch: int, processes: int, report: Report
) -> list[Any]:
    """Return the columns of what playing so many games gives, a batch at a time, each game by its number.

    They are the same for the same seed, however many processes there are.
    """
    first, last = seed * games, seed * games + games
    batches = [range(begin, min(begin + batch, last)) for begin in range(first, last, batch)]
    results: dict[range, Any] = {}

    def note(played: range, result: Any) -> None:
        results[played] = result
        report("games", min(len(results) * batch, games), games)

    if processes == 1:
        for each in batches:
            note(each, play(each))
    else:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            running = {pool.submit(play, each): each for each in batches}
            for future in as_completed(running):
                note(running[future], future.result())
    return joined(results[each] for each in batches)


def joined(parts: Iterable[Any]) -> list[Any]:
    """Return the columns of all parts, one part after another."""
    return [np.concatenate(column) for column in zip(*parts, strict=True)]

"""Games of a player against himself, as positions with the results of the games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.core.random import Random
from halfmove.core.rules import legal_actions

Choose = Callable[[Any], Choice]


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


def in_batches(
    play: Callable[[Any], Any], batches: Sequence[Any], processes: int, report: Callable[[int], None]
) -> list[Any]:
    """Return what playing each batch gives, in order, however many processes there are; tell how many are done."""
    results: dict[Any, Any] = {}
    if processes == 1:
        for batch in batches:
            results[batch] = play(batch)
            report(len(results))
    else:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            running = {pool.submit(play, batch): batch for batch in batches}
            for future in as_completed(running):
                results[running[future]] = future.result()
                report(len(results))
    return [results[batch] for batch in batches]

"""The laws of Monte Carlo tree search, each checked for one case: a game, a state in it, simulations and a seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import naive
from checks import CLOSE

from halfmove.compiled import lane_of, plain
from halfmove.core.choice import Choice
from halfmove.core.game import ALLOWED
from halfmove.search.mcts import TreeSearch

Path = tuple[Any, ...]  # of states, the last one where the tree is
Row = tuple[Any, ...]


def walk(game: Any, tree: Any, path: Path) -> Iterator[tuple[Path, int]]:
    """Yield every node that was visited once, with the states from the root to it; where states transpose, any."""
    seen, todo = {0}, [(path, 0)]
    while todo:
        path, node = todo.pop()
        yield path, node
        for child in range(tree.first(node), tree.first(node) + tree.count(node)):
            if tree.visits[child] and child not in seen:
                seen.add(child)
                todo.append(((*path, game.result(path[-1], int(tree.actions[child]))), child))


def rows_of(game: Any, tree: Any, state: Any) -> list[Row]:
    """Return all that a tree knows, node by node."""
    vectors = (tree.means, tree.lows, tree.highs)
    return [
        (
            int(tree.actions[node]),
            int(tree.visits[node]),
            float(tree.priors[node]),
            float(tree.spreads[node]),
            *(float(each[node * tree.players + i]) for each in vectors for i in range(tree.players)),
        )
        for _, node in walk(game, tree, (state,))
    ]


def searched(game: Any, state: Any, simulations: int, seed: int, **options: Any) -> tuple[TreeSearch, Choice]:
    """Return the search and its choice; where the game is compiled, the plain lane has to grow the same tree."""
    search = TreeSearch(game, simulations=simulations, megabytes=2, **options)
    choice = search.choose(state, seed=seed)
    if lane_of(game) == "compiled":
        rules = plain(game)
        twin = TreeSearch(rules, simulations=simulations, megabytes=2, **options)
        assert twin.choose(state, seed=seed) == choice
        if game.repetition == ALLOWED:
            for ours, theirs in zip(search.trees, twin.trees, strict=True):
                assert rows_of(rules, ours, state) == rows_of(rules, theirs, state)
    return search, choice


def proven_is_true(game: Any, state: Any, simulations: int, seed: int, **options: Any) -> int:
    """Check that the true value of every node lies within its bounds; return how many are proven."""
    search, choice = searched(game, state, simulations, seed, **options)
    rules, tree, count = plain(game), search.trees[0], 0
    known = naive.retrograde(rules, state)
    for path, node in walk(rules, tree, (state,)):
        assert tree.lows[node] <= known[path[-1]] <= tree.highs[node], (path[-1], node)
        count += bool(tree.is_proven(node))
    if choice.exact and choice.action is not None:
        _is_best(rules, state, choice, known[state], known[rules.result(state, choice.action)])
    return count


def kept_is_true(game: Any, simulations: int, seed: int, **options: Any) -> None:
    """Check choices one after the other in a game, by a search that keeps its tree: what is exact is true."""
    search, state, path = TreeSearch(game, simulations=simulations, megabytes=2, **options), game.initial, ()
    known = naive.retrograde(game, state)
    while not game.is_terminal(state) and len(path) < 8:
        choice = search.choose(state, path=path, seed=seed)
        child = game.result(state, choice.action)
        if choice.exact:
            _is_best(game, state, choice, known[state], known[child])
        state, path = child, (*path, state)


def _is_best(game: Any, state: Any, choice: Choice, value: float, after: float) -> None:
    """Check that a choice that claims so is as good as the state; the values are those of player 0."""
    assert value == after
    assert choice.value == (value if game.to_move(state) == 0 else sum(game.utilities) - value)


def paths_are_true(game: Any, state: Any, simulations: int, seed: int, **options: Any) -> int:
    """Check the same where it depends on the states before what a state is worth."""
    search, choice = searched(game, state, simulations, seed, **options)
    rules, tree, count = plain(game), search.trees[0], 0
    for path, node in walk(rules, tree, (state,)):
        truth = naive.value(rules, path[-1], 0, policy=rules.repetition, path=path)
        assert tree.lows[node] <= truth <= tree.highs[node], (path, node)
        count += bool(tree.is_proven(node))
    if choice.exact and choice.action is not None:
        child = rules.result(state, choice.action)
        values = (
            naive.value(rules, path[-1], 0, policy=rules.repetition, path=path) for path in ((state,), (state, child))
        )
        _is_best(rules, state, choice, *values)
    return count


def averages_are_true(game: Any, state: Any, simulations: int, seed: int, **options: Any) -> int:
    """Check the same with chance: averages over outcomes are right up to rounding."""
    search, _ = searched(game, state, simulations, seed, **options)
    rules, tree, count = plain(game), search.trees[0], 0
    for path, node in walk(rules, tree, (state,)):
        truth = naive.value(rules, path[-1], 0)
        assert tree.lows[node] - CLOSE <= truth <= tree.highs[node] + CLOSE, (path[-1], node)
        count += bool(tree.is_proven(node))
    return count


def possible_vectors(game: Any, state: Any) -> set[Row]:
    """Return every vector that max^n may come to, whichever of equally good actions the players choose."""
    if game.is_terminal(state):
        return {tuple(game.utility(state, player) for player in range(game.players))}
    mover = game.to_move(state)
    below = [possible_vectors(game, child) for _, child in naive.moves(game, state)]
    least = max(min(vector[mover] for vector in vectors) for vectors in below)
    return {vector for vectors in below for vector in vectors if vector[mover] >= least}


def vectors_are_true(game: Any, state: Any, simulations: int, seed: int, **options: Any) -> int:
    """Check that whatever max^n may come to lies within the bounds of every node."""
    search, _ = searched(game, state, simulations, seed, **options)
    rules, tree, count = plain(game), search.trees[0], 0
    for path, node in walk(rules, tree, (state,)):
        for vector in possible_vectors(rules, path[-1]):
            for player, value in enumerate(vector):
                at = node * tree.players + player
                assert tree.lows[at] <= value <= tree.highs[at], (path[-1], node, player)
        count += bool(tree.is_proven(node))
    return count

"""The laws of the searches, each checked for one case: a game, a state in it, and a depth (None is to the end).

A compiled game is searched in both lanes, a plain one in its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import naive

from halfmove.compiled import lane_of, plain
from halfmove.compiled.lane import JIT
from halfmove.core.choice import EXACT, Choice
from halfmove.search.alphabeta import alphabeta, best_actions
from halfmove.search.beam import beam
from halfmove.search.best_successor import best_successor
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.maxn import maxn
from halfmove.search.memo import memoised
from halfmove.search.minimax import minimax
from halfmove.search.paranoid import paranoid
from halfmove.search.quiescence import quiescence
from halfmove.search.solving.retrograde import Solution, solve
from halfmove.search.star import star1, star2
from halfmove.search.strategy import strategy

CLOSE = 1e-9  # of averages, which are summed in another order
SETTLED = 1e-6  # of iterated values, the slowest of which come near their limits step by step
WIDE = 100  # actions: more than a state has
ENOUGH = 0.5  # megabytes: to fill more takes longer than the search
FEW_KILOBYTES = 0.0005  # megabytes: a table so small that entries push each other out

Search = Callable[..., Choice]


def plies(depth: int | None) -> int:
    return naive.TO_THE_END if depth is None else depth


def same(one: float, other: float) -> bool:
    return math.isclose(one, other, abs_tol=CLOSE)


def in_its_lanes(search: Search, game: Any, state: Any, depth: int | None, **options: Any) -> Choice:
    """Return the choice of the plain lane, which has to be that of machine code too where `game` is compiled."""
    choice = search(plain(game), state, depth, **options)
    if lane_of(game) == "compiled":
        other = search(game, state, depth, **options)
        assert choice == other, f"{search} {options}: {choice!r} plain, {other!r} compiled"
    return choice


def in_both_lanes(search: Search, game: Any, state: Any, depth: int | None, **options: Any) -> Choice:
    """Return the choice, which has to be the same in both lanes; a game that has one only is refused."""
    assert lane_of(game) == "compiled" or not JIT, f"{game} is plain: there is nothing to compare"
    return in_its_lanes(search, game, state, depth, **options)


def true_value(game: Any, state: Any, player: int, *, endless: bool) -> float:
    """Return the value of the whole game, however deep it is."""
    if endless and game.repetition == naive.ALLOWED:
        value = naive.retrograde(game, state)[state]
        return value if player == 0 else sum(game.utilities) - value
    return naive.value(game, state, player, policy=game.repetition)


def deterministic(
    game: Any, state: Any, depth: int | None, *, endless: bool = False, know_the_end: bool = True
) -> None:
    """Check minimax, alpha-beta with both cuts, the memory, all best actions, and the agent.

    `know_the_end` says that the whole game is small enough to check what is claimed to be exact.
    """
    rules = plain(game)
    player = rules.to_move(state) if not rules.is_terminal(state) else 0
    truth = naive.value(rules, state, player, plies(depth), rules.repetition)
    by_action = (
        {} if rules.is_terminal(state) else naive.action_values(rules, state, player, plies(depth), rules.repetition)
    )
    best = tuple(action for action, value in by_action.items() if value == truth)

    found = {
        "minimax": in_its_lanes(minimax, game, state, depth),
        "alphabeta": in_its_lanes(alphabeta, game, state, depth),
        "careful": in_its_lanes(alphabeta, game, state, depth, cut_equal=False),
        "memoised": in_its_lanes(memoised, game, state, depth, megabytes=ENOUGH),
        "forgetful": in_its_lanes(memoised, game, state, depth, megabytes=FEW_KILOBYTES),
    }
    for name, choice in found.items():
        _right(rules, state, player, depth, choice, truth, best, name)
        if choice.exact and know_the_end:
            whole = true_value(rules, state, player, endless=endless)
            assert choice.value == whole, f"{name}: {choice!r} claims to be exact, but the game is worth {whole}"
        if name not in ("memoised", "forgetful"):
            assert _complete(rules, state, depth, choice.line), f"{name}: {choice} stops early: {choice.line}"
    nodes = {name: choice.nodes for name, choice in found.items()}
    assert nodes["alphabeta"] <= nodes["careful"] <= nodes["minimax"], nodes
    assert nodes["memoised"] <= nodes["alphabeta"], nodes
    for each in (game, rules):
        assert best_actions(each, state, depth) == best, (
            f"best actions are {best}, not {best_actions(each, state, depth)}"
        )
    if by_action:
        scored = best_successor(rules, state, depth)
        assert scored.value == truth, f"agent: {scored.value}, not {truth}"
        assert scored.action in best


def _right(
    rules: Any,
    state: Any,
    player: int,
    depth: int | None,
    choice: Choice,
    truth: float,
    best: tuple[int, ...],
    name: str,
) -> None:
    said = f"{name}: {choice!r}"
    assert choice.value == truth, f"{said}, but the value is {truth}"
    assert choice.action in best if best else choice.action is None, f"{said}, but best are {best}"
    assert choice.line[:1] == (() if choice.action is None else (choice.action,)), said
    _line_holds(rules, state, player, depth, choice, said)


def _line_holds(rules: Any, state: Any, player: int, depth: int | None, choice: Choice, said: str) -> None:
    """Every action of the line is legal, and along it the value stays what it is at the root."""
    path: tuple[Any, ...] = (state,)
    assert len(choice.line) <= plies(depth), said
    for ply, action in enumerate(choice.line, 1):
        over = naive.end_value(rules, path[-1], player, path, rules.repetition)
        assert over is None, f"{said}: the game is over after {choice.line[: ply - 1]}"
        legal = dict(naive.moves(rules, path[-1], path, rules.repetition))
        assert action in legal, f"{said}: action {action} at ply {ply} is illegal"
        path = (*path, legal[action])
        value = naive.value(rules, path[-1], player, plies(depth) - ply, rules.repetition, path)
        assert value == choice.value, f"{said}: worth {value} after {choice.line[:ply]}"


def _complete(rules: Any, state: Any, depth: int | None, line: tuple[int, ...]) -> bool:
    path: tuple[Any, ...] = (state,)
    for action in line:
        path = (*path, rules.result(path[-1], action))
    return len(line) == plies(depth) or naive.end_value(rules, path[-1], 0, path, rules.repetition) is not None


def advised(game: Any, state: Any, depth: int, extra: int, width: int, *, endless: bool = False) -> None:
    """Check the searches that take advice: quiescence and beam."""
    rules = plain(game)
    player = rules.to_move(state)
    choice = in_its_lanes(quiescence, game, state, depth, extra=extra)
    assert choice.value == naive.quiescent(rules, state, player, depth, extra), f"quiescence {extra}: {choice!r}"
    _exact_means_true(rules, state, player, choice, endless)
    for plies_ahead in (depth,) if endless else (depth, None):
        choice = in_its_lanes(beam, game, state, plies_ahead, width=width)
        truth = naive.narrow(rules, state, player, plies(plies_ahead), width)
        assert choice.value == truth, f"beam {width}: {choice!r}, but the value is {truth}"
        _exact_means_true(rules, state, player, choice, endless)
    choice = beam(game, state, depth, width=WIDE)
    assert choice.value == naive.value(rules, state, player, depth)
    _exact_means_true(rules, state, player, choice, endless)


def _exact_means_true(rules: Any, state: Any, player: int, choice: Choice, endless: bool = False) -> None:
    if choice.exact:
        whole = true_value(rules, state, player, endless=endless)
        assert same(choice.value, whole), f"{choice!r} claims to be exact, but the game is worth {whole}"


def with_chance(game: Any, state: Any, depth: int | None, *, endless: bool = False) -> None:
    """Check expectiminimax, Star1 and Star2."""
    rules = plain(game)
    player = max(0, rules.to_move(state))
    truth = naive.value(rules, state, player, plies(depth))
    chance_begins = rules.is_terminal(state) or rules.to_move(state) == naive.CHANCE
    by_action = {} if chance_begins else naive.action_values(rules, state, player, plies(depth))
    for search in (expectiminimax, star1, star2):
        choice = in_its_lanes(search, game, state, depth)
        assert same(choice.value, truth), f"{search.__name__}: {choice!r}, but the value is {truth}"
        if by_action:
            assert same(by_action[choice.action], truth), f"{search.__name__}: {choice!r}, but {by_action}"
        else:
            assert choice.action is None
        if not endless:
            _exact_means_true(rules, state, player, choice)
        if search is star1:
            assert choice.nodes <= expectiminimax(game, state, depth).nodes
        here = state
        for action in choice.line:
            assert rules.to_move(here) != naive.CHANCE
            assert action in list(rules.actions(here))
            here = rules.result(here, action)
    if by_action:
        scored = best_successor(rules, state, depth, search=expectiminimax)
        assert same(scored.value, truth)


def many_players(game: Any, state: Any, depth: int | None) -> None:
    """Check max^n and, without chance, the paranoid search."""
    rules = plain(game)
    player = max(0, rules.to_move(state))
    truth = naive.vector(rules, state, plies(depth))
    choice = in_its_lanes(maxn, game, state, depth)
    assert all(map(same, choice.vector, truth)), f"maxn: {choice!r}, but the vector is {truth}"
    assert same(choice.value, truth[player])
    if choice.exact:
        whole = naive.vector(rules, state)
        assert all(map(same, choice.vector, whole)), f"{choice!r} claims to be exact, but the vector is {whole}"
    if not any(rules.to_move(here) == naive.CHANCE for here in naive.reachable(rules, state)):
        choice = in_its_lanes(paranoid, game, state, depth)
        truth_alone = naive.value(rules, state, player, plies(depth))
        assert choice.value == truth_alone
        if not rules.is_terminal(state):
            assert naive.action_values(rules, state, player, plies(depth))[choice.action] == truth_alone
        if choice.exact:
            assert choice.value == naive.value(rules, state, player)


def solved(game: Any, state: Any, *, has_parents: bool) -> None:
    """Check backward solving without chance: values, distances, best actions, and play by them against any reply."""
    rules = plain(game)
    values = naive.retrograde(rules, state)
    plies_left = naive.distances(rules, values)
    for solution in _solutions(game, state, has_parents):
        assert len(solution) == len(values)
        assert solution.kind == EXACT
        for here, value in values.items():
            assert solution.value(here, 0) == value, f"{here} is worth {value}, not {solution.value(here, 0)}"
            assert solution.value(here, 1) == sum(rules.utilities) - value
            assert solution.distance(here) == plies_left[here], f"{here}: {solution.distance(here)} plies"
            best = _best(rules, values, here)
            assert solution.best(here) == best, f"{here}: {solution.best(here)}, not {best}"
            assert set(solution.preferred(here)) == _preferred(rules, values, plies_left, here), (
                f"{here}: {solution.preferred(here)}"
            )
        for player in (0, 1):
            got = naive.worst(rules, state, player, lambda here, by=solution: by.preferred(here)[0])
            assert got >= solution.value(state, player), (
                f"player {player} gets {got}, not {solution.value(state, player)}"
            )


def _solutions(game: Any, state: Any, has_parents: bool) -> list[Solution]:
    return [
        solve(each, state, parents=parents)
        for each in (game, plain(game))
        for parents in ((False, True) if has_parents else (False,))
    ]


def _best(rules: Any, values: dict[Any, float], here: Any) -> tuple[int, ...]:
    """Return the actions that are worth what the state is, in the order of the game."""
    if rules.is_terminal(here):
        return ()
    return tuple(action for action, child in naive.moves(rules, here) if values[child] == values[here])


def _preferred(rules: Any, values: dict[Any, float], plies_left: dict[Any, int | None], here: Any) -> set[int]:
    """Return the actions that win soonest, or keep the draw, or lose latest."""
    if rules.is_terminal(here):
        return set()
    sign = 1 if rules.to_move(here) == 0 else -1
    ranked = {}
    for action, child in naive.moves(rules, here):
        better = sign * (values[child] - naive.halfway(rules))
        count = plies_left[child] or 0
        ranked[action] = (better, -count if better > 0 else count if better < 0 else 0)
    return {action for action, rank in ranked.items() if rank == max(ranked.values())}


def solved_with_chance(game: Any, state: Any, *, has_parents: bool) -> None:
    """Check backward solving where chance has turns, cycles included."""
    rules = plain(game)
    values = naive.stochastic(rules, state)
    for solution in _solutions(game, state, has_parents):
        for here, value in values.items():
            found = solution.value(here, 0)
            assert math.isclose(found, value, abs_tol=SETTLED), f"{here} is worth {value}, not {found}"


def strategic(game: Any, state: Any) -> None:
    """Check that a strategy gets its value against every reply."""
    rules = plain(game)
    for player in (0, 1):
        plan = strategy(rules, state, player)
        value = naive.value(rules, state, player, policy=rules.repetition)
        assert plan.value == value
        got = naive.worst(rules, state, player, plan)
        assert got == value, f"the strategy of player {player} gets {got}, not {value}"

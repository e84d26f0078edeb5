"""The solve room: all states of a game, their values and distances, and perfect play from any of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.naming import player_name
from halfmove.core.rules import legal_actions, mover
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import WrongGame
from halfmove.play.loading import is_file
from halfmove.running.run import Stop
from halfmove.search.solving import prove
from halfmove.search.solving import retrograde as dynamic
from halfmove.search.solving.backward import UNKNOWN
from halfmove.search.solving.graph import TIME, Exploration
from halfmove.search.solving.retrograde import Solution, Unsolved
from halfmove.web import limits, messages
from halfmove.web.hello import title_of
from halfmove.web.pictures import inner_state
from halfmove.web.reporting import Report, reports_of
from halfmove.web.rooms.analysis import finite, mark_of
from halfmove.web.same import command, python, same
from halfmove.web.workspace import Workspace

_MEGABYTES = 1024.0
_PLAIN_SECONDS = 2.0  # in which a small game is solved before machine code would be ready
_LONGEST_LINE = 200  # plies of perfect play


class Levels:
    """Counts the states ply by ply, from the reports of their listing."""

    def __init__(self) -> None:
        self.found: dict[int, int] = {}

    def note(self, so_far: Exploration) -> None:
        self.found[so_far.plies] = so_far.states

    def counts(self) -> list[int]:
        """Return how many states were found at each ply for the first time."""
        totals = [1, *(self.found[ply] for ply in sorted(self.found))]
        new = [totals[0], *(after - before for before, after in pairwise(totals))]
        return [count for count in new if count]


def solve(workspace: Workspace, request: messages.Solve, stop: Stop) -> Iterator[dict[str, Any]]:
    """Solve a game from a state on, and keep its table."""
    ongoing = workspace.position(request.position)
    game, state = ongoing.given_game, inner_state(ongoing.state)

    def work(report: Report) -> dict[str, Any]:
        levels = Levels()

        def progress(so_far: Exploration) -> None:
            levels.note(so_far)
            report({"type": "solving", "states": so_far.states, "ply": so_far.plies, "bytes": so_far.bytes})

        try:
            solution = _solution(game, state, progress, request.seconds, levels)
        except Unsolved as unsolved:
            return _proof(workspace, request, game, state, unsolved, report)
        name = workspace.next_name("s")
        workspace.solutions.keep(name, solution)
        return {"type": "solved", "solved": True, "solution": name, **_facts(request, solution, levels)}

    yield from reports_of(work, stop)


def _solution(game: Game, state: Any, progress: Any, seconds: float, levels: Levels) -> Solution:
    """Solve in plain Python first: a small game is solved before machine code would be ready."""
    try:
        first = min(_PLAIN_SECONDS, seconds)
        return dynamic.solve(plain_throughout(game), state, progress=progress, megabytes=_MEGABYTES, seconds=first)
    except Unsolved as unsolved:
        if unsolved.lacking != TIME or seconds <= _PLAIN_SECONDS:
            raise
    levels.found.clear()
    return dynamic.solve(game, state, progress=progress, megabytes=_MEGABYTES, seconds=seconds)


def _proof(
    workspace: Workspace, request: messages.Solve, game: Game, state: Any, unsolved: Unsolved, report: Report
) -> dict[str, Any]:
    """Prove the value of one state where not all can be listed."""
    known, text = unsolved.known, str(unsolved)
    report({"type": "solving", "states": known.states, "text": f"{text}: proving the value of this state alone"})
    try:
        choice: Choice | None = prove(game, state, megabytes=limits.HASH, limit=Limit(seconds=request.seconds))
    except WrongGame:
        choice = None
    data: dict[str, Any] = {"type": "solved", "solved": False, "states": known.states, "text": text}
    if choice is not None and choice.exact:
        rules = plain_throughout(game)
        best = [] if choice.action is None else [rules.name(choice.action, state)]
        value = {"value": choice.value, "mark": mark_of(rules, choice.value), "best": best}
        return {
            **data,
            **value,
            "proven": True,
            "text": f"{_title(workspace, request)}: {choice.worth()} for who moves.",
        }
    return {**data, "low": finite(known.low), "high": finite(known.high), "proven": False}


def _title(workspace: Workspace, request: messages.Solve) -> str:
    game = request.position.game
    return game if game == workspace.own or "(" in game else title_of(game)


def _facts(request: messages.Solve, solution: Solution, levels: Levels) -> dict[str, Any]:
    """Return what a table tells about the whole game."""
    game, at = plain_throughout(solution.game), request.position
    values = solution.values[: len(solution)]
    middle = sum(game.utilities) / 2
    first, second = values > middle, values < middle
    worth = solution.value(solution.root)
    data: dict[str, Any] = {
        "value": worth,
        "mark": mark_of(game, worth),
        "plies": solution.distance(solution.root),
        "text": _sentence(at.game, solution),
        "states": len(solution),
        "seconds": solution.seconds,
        "first": int(first.sum()),
        "drawn": int(len(values) - first.sum() - second.sum()),
        "second": int(second.sum()),
        "best": [game.name(action, solution.root) for action in solution.best(solution.root)],
        "exact": solution.kind == "exact",
        "levels": levels.counts(),
        "distances": [] if solution.has_chance else _distances(solution, first, second),
        "seats": [player_name(game, seat) for seat in range(game.players)],
    }
    line = python(at, ["solve"], "solution = solve(game, state)", "print(solution.choice())")
    return {**data, "same": same(command("solve", at.game, at), line)}


def _distances(solution: Solution, first: Any, second: Any) -> list[dict[str, int]]:
    """Return how many states are so many plies from the end, by who wins."""
    distances = solution.distances[: len(solution)]
    rows = []
    for plies in np.unique(distances[distances != UNKNOWN]).tolist():
        here = distances == plies
        wins, losses = int((here & first).sum()), int((here & second).sum())
        rows.append({"plies": int(plies), "first": wins, "second": losses, "drawn": int(here.sum()) - wins - losses})
    return rows


def _sentence(name: str, solution: Solution) -> str:
    """Say in one sentence what a game comes to."""
    game = solution.game
    title = "This tree" if "(" in name else "This game" if is_file(name) else title_of(name)
    value = solution.value(solution.root, 0)
    if game.players == 1 or solution.has_chance:
        return f"{title} is worth {value:g}."
    middle = sum(game.utilities) / 2
    if value == middle:
        return f"{title} is a draw."
    return f"{title} is won by {player_name(game, 0 if value > middle else 1)}."


def look(workspace: Workspace, request: messages.Look) -> dict[str, Any]:
    """Return what a table tells about a position and its actions."""
    solution: Solution = workspace.solutions.find(request.solution, "table")
    ongoing = workspace.position(request.position)
    state, game = inner_state(ongoing.state), plain_throughout(solution.game)
    value, middle = solution.value(state), sum(game.utilities) / 2
    line = [] if ongoing.over else solution.choice(state).names()
    data: dict[str, Any] = {
        "type": "look",
        "value": value,
        "mark": mark_of(game, value),
        "plies": solution.distance(state),
        "actions": [] if ongoing.over else _actions(solution, game, state, middle),
        "line": line[:_LONGEST_LINE],
    }
    return data


def _actions(solution: Solution, game: Game, state: Any, middle: float) -> list[dict[str, Any]]:
    """Return what every action is worth by the table, the best first."""
    player, preferred = mover(game, state), solution.preferred(state)
    rows = []
    for action in legal_actions(game, state):
        child = game.result(state, action)
        value = solution.value(child, player)
        plies = solution.distance(child)
        row: dict[str, Any] = {"action": game.name(action, state), "mark": mark_of(game, value), "value": value}
        row["plies"] = None if plies is None else plies + 1
        row["words"] = _words(game, value, player, middle)
        row["preferred"] = action in preferred
        rows.append(row)
    best = max((row["value"] for row in rows), default=None)
    only = sum(row["value"] == best for row in rows) == 1 and len(rows) > 1
    for row in rows:
        row["only"] = only and row["value"] == best
    return sorted(rows, key=lambda row: (not row["preferred"], -row["value"]))


def _words(game: Game, value: float, player: int, middle: float) -> str:
    if game.players == 1 or game.has_chance:
        return f"worth {value:g}"
    if value == middle:
        return "a draw"
    winner = player if value > middle else 1 - player
    return f"{player_name(game, winner)} wins"

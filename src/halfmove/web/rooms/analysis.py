"""Analysis: best lines while a search goes on, what every action is worth for certain, hints, and why not this."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from halfmove.compiled import lane_of, plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other, mover
from halfmove.core.win_probability import win_probability
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.searches import suitable
from halfmove.play.players.spec import STRONG, Spec
from halfmove.running.run import Stop
from halfmove.search.engine import Progress
from halfmove.search.proving import is_provable
from halfmove.search.solving import prove
from halfmove.web import limits, messages
from halfmove.web.same import command, options_text, python, same
from halfmove.web.thinking import await_machine_code, is_ready, think, warm_up
from halfmove.web.workspace import Workspace

WIN, DRAW, LOSS = "win", "draw", "loss"
_LONGEST_LINE = 60  # plies of a line that are shown
_FIRST_LOOK = 0.02  # seconds for each action; then twice as many, again and again


def analyse(workspace: Workspace, request: messages.Analyse, stop: Stop) -> Iterator[dict[str, Any]]:
    """Search ever deeper, and tell the best lines whenever something new is known."""
    ongoing = workspace.position(request.position)
    spec = workspace.spec(request.search)
    if ongoing.over:
        raise HalfmoveError("the game is over: there is nothing to analyse")
    limited = request.depth is not None or request.nodes is not None
    seconds = min(request.seconds or limits.SEARCH, limits.SEARCH)
    limit = Limit(request.depth, request.nodes, seconds)
    report: dict[str, Any] = {}
    if ongoing.secrets:  # to guess what is hidden is slow in plain Python, and cannot be stopped at once
        text, game = request.position.game, ongoing.given_game
        if not await_machine_code(workspace, text, game, spec, stop, seconds):
            yield report_of(ongoing, Progress(0, 0, (), 0, seconds, 0))
            return
    for report in thinking(workspace, request.position.game, ongoing, spec, limit, lines=request.lines):
        yield report
    if ongoing.secrets:
        yield report
        return
    yield {
        **report,
        "same": _same(request, ongoing.given_game, None if limited and request.seconds is None else seconds),
    }


def _same(request: messages.Analyse, game: Game, seconds: float | None) -> dict[str, str]:
    """Return the command and the Python of an analysis; under a limit of plies or nodes they look at the same nodes."""
    at, name = request.position, request.search
    if request.lines > 1:
        name = name or suitable(game)
        name = f"{name}{',' if ':' in name else ':'}lines={request.lines}"
    options = {"depth": request.depth, "nodes": request.nodes, "seconds": seconds}
    search = f"*_, progress = think(parse_spec({name or STRONG!r}), game, state, Limit({options_text(options)}))"
    text = python(at, ["Limit"], search, "print(progress.best, progress.nodes)")
    imports = "from halfmove.play.players.search import think\nfrom halfmove.play.players.spec import parse_spec\n"
    first, rest = text.split("\n", 1)
    return same(command("best", at.game, at, search=name, **options), f"{first}\n{imports}{rest}")


def thinking(
    workspace: Workspace, text: str, ongoing: GameInProgress, spec: Spec, limit: Limit, seed: int = 0, lines: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield what a search knows as reports."""
    for progress in think(workspace, text, ongoing, spec, limit, seed=seed, lines=lines):
        yield report_of(ongoing, progress)


def report_of(ongoing: GameInProgress, progress: Progress) -> dict[str, Any]:
    """Return what a search knows as a reply."""
    if ongoing.secrets:
        lines = hidden_lines(ongoing, progress)
    else:
        lines = [line_of(ongoing.rules, ongoing.state, choice, progress) for choice in progress.lines]
    return {
        "type": "lines",
        "depth": progress.depth,
        "deepest": progress.deepest,
        "nodes": int(progress.nodes),
        "seconds": progress.seconds,
        "speed": int(progress.nodes / progress.seconds) if progress.seconds > 0 else 0,
        "bar": lines[0]["bar"] if lines else None,
        "lines": lines,
    }


def hidden_lines(ongoing: GameInProgress, progress: Progress) -> list[dict[str, Any]]:
    """Return what the player to move may do by what he knows: how likely each action is, or what it is worth."""
    rules, seen = ongoing.seen_by(ongoing.mover)
    rules = plain(rules)
    drawn = progress.best.mixture if progress.lines else ()
    worths: list[tuple[int, float | None, str]]
    if drawn:
        worths = [(action, None, f"{likely:.0%}") for action, likely in sorted(drawn, key=lambda each: -each[1])]
    else:
        known = [replace(choice, game=rules, state=seen) for choice in progress.lines]
        worths = [(int(choice.action or 0), finite(choice.value), choice.worth()) for choice in known]
    return [
        {"action": name, "names": [name], "value": value, "worth": worth, "exact": False, "bar": None}
        for name, value, worth in ((rules.name(action, seen), value, worth) for action, value, worth in worths)
    ]


def line_of(rules: Game, state: Any, choice: Choice, progress: Progress | None = None) -> dict[str, Any]:
    """Return one line: an action, what it is worth, and how play goes on."""
    choice = replace(choice, game=rules, state=state)
    shown = replace(choice, line=choice.line[:_LONGEST_LINE])
    data: dict[str, Any] = {
        "action": choice.name,
        "names": shown.names(),
        "value": finite(choice.value),
        "worth": choice.worth(),
        "exact": choice.exact,
        "bar": bar_of(rules, state, choice, progress),
    }
    if choice.vector:
        data["vector"] = [finite(part) for part in choice.vector]
    if choice.visits:
        data["visits"] = int(choice.visits)
    if choice.exact and not rules.has_chance and rules.players <= 2:
        data["mark"] = mark_of(rules, choice.value)
        plies = len(choice.line) if _reaches_end(rules, state, choice.line) else None
        if plies is not None and not choice.visits:
            data["plies"] = plies
    return data


def mark_of(rules: Game, value: float) -> str:
    """Return who gets the better of it: the player to move, nobody, or the others."""
    middle = sum(rules.utilities) / 2
    return WIN if value > middle else LOSS if value < middle else DRAW


def bar_of(rules: Game, state: Any, choice: Choice, progress: Progress | None) -> float | None:
    """Return the share of the first seat, from 0 to 1; None where nobody knows."""
    if rules.players > 2:
        return None
    chance = win_probability(rules, choice) if progress is None else progress.win_probability_of(choice)
    if chance is None:
        low, high = rules.utilities
        if not math.isfinite(choice.value) or high <= low:
            return None
        chance = min(1.0, max(0.0, (choice.value - low) / (high - low)))
    return chance if mover(rules, state) == 0 else 1 - chance


def _reaches_end(rules: Game, state: Any, line: tuple[int, ...]) -> bool:
    for action in line:
        if rules.is_terminal(state):
            return False
        state = rules.result(state, action)
    return rules.is_terminal(state)


def finite(value: float) -> float | None:
    """Return a number that JSON can hold."""
    return float(value) if math.isfinite(value) else None


def values(workspace: Workspace, request: messages.Values, stop: Stop) -> Iterator[dict[str, Any]]:
    """Prove what every legal action is worth, as far as the time allows."""
    ongoing = workspace.position(request.position)
    rules = ongoing.rules
    if ongoing.over or ongoing.mover == CHANCE or rules.players > 2 or rules.has_chance or ongoing.secrets:
        yield {"type": "values", "actions": [], "text": ""}
        return
    legal = ongoing.legal()
    known: dict[int, dict[str, Any]] = {}
    clock = time.monotonic() + min(request.seconds, limits.SEARCH)
    seconds = _FIRST_LOOK
    ready = lane_of(ongoing.game) == "plain" or is_ready(ongoing.game, Spec(STRONG))
    if not ready:
        warm_up(workspace, request.position.game, Spec(STRONG))
    while len(known) < len(legal) and time.monotonic() < clock and not stop.requested:
        for action in legal:
            left = clock - time.monotonic()
            if action in known or left <= 0 or stop.requested:
                continue
            proven = _proof(workspace, request.position.game, ongoing, action, min(seconds, left), ready)
            if proven is not None:
                known[action] = proven
                yield _known(rules, legal, known)
        seconds *= 2
    yield _known(rules, legal, known)


def _proof(
    workspace: Workspace, text: str, ongoing: GameInProgress, action: int, seconds: float, ready: bool
) -> dict[str, Any] | None:
    """Return what an action is worth if that can be proven in time."""
    rules, state = ongoing.rules, ongoing.state
    child, player = rules.result(state, action), mover(rules, state)
    name = {"action": rules.name(action, state)}
    if rules.is_terminal(child):
        return {**name, **_worth(rules, float(rules.utility(child, player)), 1)}
    path = (*ongoing.states[:-1], state)
    progress: Progress | None = None
    game = ongoing.game if ready else ongoing.rules
    for progress in workspace.analyst(text, game, Spec(STRONG)).think(child, Limit(seconds=seconds), path=path):
        if progress.best.exact:
            break
    choice = progress.best if progress else None
    if (choice is None or not choice.exact) and is_provable(ongoing.given_game) and seconds > _FIRST_LOOK:
        provable = ongoing.given_game if ready else plain_throughout(ongoing.given_game)
        choice = prove(provable, child, limit=Limit(seconds=seconds), megabytes=limits.HASH)
    if choice is None or not choice.exact:
        return None
    value = choice.value if mover(rules, child) == player else for_other(rules, choice.value)
    ends = not choice.visits and _reaches_end(rules, child, choice.line)
    return {**name, **_worth(rules, value, 1 + len(choice.line) if ends else None)}


def _worth(rules: Game, value: float, plies: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"mark": mark_of(rules, value), "value": value, "exact": True}
    if plies is not None:
        data["plies"] = plies
    return {**data, "unit": rules.unit} if rules.unit else data


def _known(rules: Game, legal: list[int], known: dict[int, dict[str, Any]]) -> dict[str, Any]:
    proven = [known[action] for action in legal if action in known]
    complete = len(proven) == len(legal)
    return {"type": "values", "actions": proven, "text": _sentence(proven) if complete else "", "of": len(legal)}


def _sentence(proven: list[dict[str, Any]]) -> str:
    """Say what matters most about all actions together."""
    wins, draws = ([each["action"] for each in proven if each["mark"] == mark] for mark in (WIN, DRAW))
    if len(proven) == 1:
        return f"{proven[0]['action']} is the only action."
    for good, verb in ((wins, "win"), (draws, "draw")):
        if len(good) == len(proven):
            return f"Every action {verb}s."
        if len(good) == 1:
            return f"Only {good[0]} {verb}s."
        if good:
            return f"{', '.join(good[:-1])} and {good[-1]} {verb}."
    return "Every action loses."


def hint(workspace: Workspace, request: messages.Hint, stop: Stop) -> Iterator[dict[str, Any]]:
    """Say what a strong player would do."""
    ongoing = workspace.position(request.position)
    if ongoing.over or ongoing.mover == CHANCE:
        raise HalfmoveError("there is nothing to choose here")
    report: dict[str, Any] = {}
    for report in thinking(workspace, request.position.game, ongoing, Spec(STRONG), Limit(seconds=request.seconds)):
        yield report
    best = report["lines"][0]
    yield {"type": "hint", **{name: best[name] for name in ("action", "worth", "names", "exact")}}


def why(workspace: Workspace, request: messages.Why, stop: Stop) -> Iterator[dict[str, Any]]:
    """Say how an action is answered best, and what is better."""
    from halfmove.web.rooms.review import judged_action

    yield judged_action(workspace, request.position, request.action, request.seconds)

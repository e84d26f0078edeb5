"""Searches that begin at once: in plain Python while machine code is made elsewhere, and then in machine code.

To compile a game takes up to a minute, once. A person does not wait for that: a process of its own does it, for all
windows together, and whoever searches meanwhile searches in plain Python, node for node the same, only slower.
"""

from __future__ import annotations

import hashlib
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from halfmove.compiled import lane_of
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.knowledge import View
from halfmove.core.rules import legal_actions
from halfmove.core.secrets import require_no_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.pipes import command_of, environment
from halfmove.play.players.plain_first import is_marked
from halfmove.play.players.search import analyst_of
from halfmove.play.players.searches import ISMCTS
from halfmove.play.players.spec import STRONG, Spec
from halfmove.running.run import Stop
from halfmove.search.engine import Progress
from halfmove.web import limits
from halfmove.web.workspace import Workspace

WARM = "halfmove.web.warm"  # a module that is run as a process
_LOOK = 0.25  # seconds between two looks whether machine code is ready
_WORTHWHILE = 0.5  # seconds that must be left for a search to begin again in machine code


def think(
    workspace: Workspace, text: str, ongoing: GameInProgress, spec: Spec, limit: Limit, *, seed: int = 0, lines: int = 1
) -> Iterator[Progress]:
    """Yield what a search knows of a position, each time more than before."""
    if ongoing.secrets:
        yield from _think_hidden(workspace, text, ongoing, spec, limit, seed, lines)
        return
    game = ongoing.game
    if lane_of(game) == "plain" or is_ready(game, spec):
        yield from _search(workspace, text, ongoing, game, spec, limit, seed, lines)
        return
    warm_up(workspace, text, spec)
    begun, seconds = time.monotonic(), spec.limited(limit).seconds
    over, stop = threading.Event(), Stop()
    threading.Thread(target=_stop_when_ready, args=(game, spec, stop, over), daemon=True).start()
    progress: Progress | None = None
    try:
        with stop:
            for progress in _search(workspace, text, ongoing, plain_throughout(game), spec, limit, seed, lines):
                yield progress
    finally:
        over.set()
    left = None if seconds is None else seconds - (time.monotonic() - begun)
    if stop.requested and not (progress and progress.best.exact) and (left is None or left > _WORTHWHILE):
        yield from _search(workspace, text, ongoing, game, spec, replace(limit, seconds=left), seed, lines)


def await_machine_code(workspace: Workspace, text: str, game: Game, spec: Spec, stop: Stop, seconds: float) -> bool:
    """Wait until there is machine code of a search, and tell whether there is."""
    until = time.monotonic() + seconds
    if lane_of(game) == "plain" or is_ready(game, spec):
        return True
    warm_up(workspace, text, spec)
    while not is_ready(game, spec):
        if stop.requested or time.monotonic() >= until:
            return False
        time.sleep(_LOOK)
    return True


def _think_hidden(
    workspace: Workspace, text: str, ongoing: GameInProgress, spec: Spec, limit: Limit, seed: int, lines: int
) -> Iterator[Progress]:
    """Search by what the player to move knows; without machine code, by the search that learns nothing beforehand.

    Late in a game plain Python may find no state in time that fits what he noticed. Then machine code is worth a wait.
    """
    game = ongoing.given_game
    if spec.needs_state:
        require_no_secrets(game, spec.name)
    view, seed = ongoing.view(ongoing.mover), spec.options.get("seed", seed)
    assert view is not None
    if lane_of(game) != "plain" and not is_ready(game, spec):
        warm_up(workspace, text, spec)
        name = ISMCTS if spec.name == STRONG else spec.name
        *_, found = _search_hidden(
            workspace, text, plain_throughout(game), replace(spec, name=name), view, limit, seed, lines
        )
        is_guess = found.nodes == 0 and len(legal_actions(ongoing.rules, view.seen)) > 1
        with Stop() as stop:
            if not is_guess or not await_machine_code(workspace, text, game, spec, stop, limits.COMPILING):
                yield found
                return
    yield from _search_hidden(workspace, text, game, spec, view, limit, seed, lines)


def _search_hidden(
    workspace: Workspace, text: str, game: Game, spec: Spec, view: View, limit: Limit, seed: int, lines: int
) -> Iterator[Progress]:
    analyst = workspace.analyst(text, game, spec)
    strength = {"strength": spec.options["strength"]} if "strength" in spec.options else {}
    return analyst.think(view, spec.limited(limit), lines=lines, seed=seed, **strength)


def _search(
    workspace: Workspace,
    text: str,
    ongoing: GameInProgress,
    game: Game,
    spec: Spec,
    limit: Limit,
    seed: int,
    lines: int,
) -> Iterator[Progress]:
    """Search in one lane; under a limit of plies or nodes nothing is remembered, and the answer is always the same."""
    repeatable = limit.depth is not None or limit.nodes is not None
    analyst = analyst_of(game, spec, every_depth=False) if repeatable else workspace.analyst(text, game, spec)
    options: dict[str, Any] = {"lines": spec.options.get("lines", lines), "seed": spec.options.get("seed", seed)}
    if "strength" in spec.options:
        options["strength"] = spec.options["strength"]
    path = () if repeatable else ongoing.states[:-1]
    return analyst.think(ongoing.state, spec.limited(limit), path=path, **options)


def is_ready(game: Game, spec: Spec) -> bool:
    """Tell whether there is machine code of a search of a game."""
    return is_marked(_kind(spec), game)


def _kind(spec: Spec) -> Spec:
    """Return a search without what only changes how far it looks."""
    return Spec(spec.name)


def _stop_when_ready(game: Game, spec: Spec, stop: Stop, over: threading.Event) -> None:
    while not over.wait(_LOOK):
        if is_ready(game, spec):
            stop.now()
            return


def warm_up(workspace: Workspace, text: str, spec: Spec) -> None:
    """Have the machine code of a search of a game made by a process of its own, once in the life of a server."""
    what = hashlib.sha256(f"{text}\n{spec.name}".encode()).hexdigest()[:24]
    with suppress(OSError):
        (Path(workspace.folder) / f"warm-{what}").touch(exist_ok=False)
        process = subprocess.Popen(
            command_of(WARM),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,
        )
        assert process.stdin is not None
        order = {"own": workspace.own, "folder": workspace.folder, "game": text, "search": spec.name}
        process.stdin.write(msgspec.json.encode(order))
        process.stdin.close()


class Adviser:
    """A strong player who is asked about positions of one game, one after the other."""

    def __init__(self, workspace: Workspace, text: str, ongoing: GameInProgress) -> None:
        self.workspace, self.text, self.ongoing = workspace, text, ongoing

    def __call__(self, game: Game, state: Any, limit: Limit) -> Choice:
        here = copy(self.ongoing)
        here.state, here.states = state, [state]
        *_, last = think(self.workspace, self.text, here, Spec(STRONG), limit)
        return last.best

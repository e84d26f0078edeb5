"""The engine for games with dice: expectiminimax that goes ever deeper, as an object that remembers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError
from halfmove.running.table import NO_ACTION
from halfmove.search.dice.root import search_dice_root
from halfmove.search.dice.techniques import AGAINST, DiceTechniques
from halfmove.search.dice.worker import DiceWorker, dice_worker
from halfmove.search.engine.deepening import Search
from halfmove.search.engine.engine import Engine
from halfmove.search.engine.position import whole_position
from halfmove.search.engine.techniques import all_but
from halfmove.search.engine.worker import Worker

WIDTH = 8  # actions of a state that are searched
SAMPLES = 64  # outcomes of chance that are searched
PROBES = 2  # actions of each outcome that are looked at first: more than one is Star2.5

_WINDOW = 0.2  # of the greatest utility: three times and more the half width of a first window


class DiceEngine(Engine):
    """Expectiminimax with all that makes it strong, for games of one or two players in which chance may take part.

    `width` is how many actions of a state are searched where more lie ahead than their evaluation, `samples` how many
    outcomes of a roll; `probes` is how many actions of each outcome Star2 looks at first: more than one is Star2.5.
    `off` names techniques that are not to be used (`techniques.NAMES`); without the heuristic ones
    (`techniques.HEURISTIC`) its values are those of expectiminimax. A roll is a ply.
    """

    called = "the engine for dice"

    def __init__(
        self, game: Game, *, width: int = WIDTH, samples: int = SAMPLES, probes: int = PROBES, **options: Any
    ) -> None:
        if width < 1 or samples < 1 or probes < 0:
            raise HalfmoveError(f"a width of {width}, {samples} samples and {probes} probes: use 1, 1 and 0 at least")
        self.width, self.samples, self.probes = width, samples, probes
        super().__init__(game, **options)

    def _techniques(self, off: Iterable[str]) -> DiceTechniques:
        return all_but(DiceTechniques, (*off, *(AGAINST if self.game.players == 1 else ())))

    def _new_worker(self) -> DiceWorker:
        return dice_worker(super()._new_worker())

    def _search(self, state: Any, limit: Limit, path: tuple[Any, ...], lines: int, only: Collection[int]) -> Search:
        state = self.game.initial if state is None else state
        here = whole_position(self.game, self.advice, state, path, self.use)
        return DiceSearch(self, state, here, limit, lines, only)


class DiceSearch(Search):
    """A search from one state, which may be one where the dice are to be thrown."""

    kernel = search_dice_root
    narrow_from = 3  # plies

    def __init__(self, engine: DiceEngine, *arguments: Any) -> None:
        self.engine = engine
        super().__init__(engine, *arguments)
        self.gain = _WINDOW

    def _begun(self, worker: Worker, roots: list[int], nodes: int) -> Worker:
        begun = super()._begun(worker, roots, nodes)
        assert isinstance(begun, DiceWorker)
        begun.width, begun.samples, begun.probes = self.engine.width, self.engine.samples, self.engine.probes
        return begun

    def _wanted(self, only: Collection[int]) -> list[int]:
        here = self.here
        if not here.game.is_terminal(here.state) and here.game.to_move(here.state) == CHANCE:
            return [NO_ACTION]
        return super()._wanted(only)

    def _arranged(self, actions: list[int]) -> list[int]:
        """Return the actions as they are: the search of one ply tells what each leads to."""
        return actions

    def _plan_next(self) -> None:
        """Get ready to look further; after one ply, only at what leads to the states that were evaluated best."""
        worker = self.worker
        if self.depth == 1:
            best_first = np.argsort(-worker.root_values, kind="stable")
            roots = worker.root_actions[best_first]
            kept = max(self.engine.width, self.lines) if self.here.use.filter else len(roots)
            self.others, self.selected = [int(action) for action in roots[kept:]], kept < len(roots)
            values = worker.root_values[best_first]
            self.worker = self.workers[0] = replace(worker, root_actions=roots[:kept], root_values=values[:kept])
        super()._plan_next()

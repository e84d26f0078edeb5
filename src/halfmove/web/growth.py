"""A Monte Carlo tree search in pages: a step is a simulation, and nodes are numbered as they are first visited."""

from __future__ import annotations

from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.explain.numbers import number as written
from halfmove.explain.tree import MAX, MIN
from halfmove.search.mcts.root import known_of
from halfmove.search.mcts.stepping import Simulation
from halfmove.search.mcts.tree_search import TreeSearch
from halfmove.web.code import Code
from halfmove.web.recording import DONE, Counters, finite

SIMULATION = "simulation"


class Growth:
    """The nodes and simulations of a watched tree."""

    def __init__(self, game: Game, search: str, owner: TreeSearch, state: Any) -> None:
        self.game, self.search, self.owner, self.code = game, search, owner, Code("mcts")
        self.nodes: list[dict[str, Any]] = []
        self.states: list[Any] = []
        self.children: list[list[int]] = []
        self.steps: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}  # of rows
        self._first = max(0, game.to_move(state))
        if game.players == 2 and game.player_names == (MAX, MIN):
            self._first = 0

    def add(self, simulation: Simulation) -> None:
        """Note a simulation, before the next one changes the tree."""
        path: list[int] = []
        new: list[int] = []
        for depth, row in enumerate(simulation.path):
            if row not in self._numbers:
                above = path[-1] if path else None
                self._numbers[row] = self._new(above, row, depth, len(self.steps))
                new.append(self._numbers[row])
            path.append(self._numbers[row])
        changes = [self._change(number, row) for number, row in zip(path, simulation.path)]
        leaf = self.nodes[path[-1]]
        way = " ".join(self.nodes[number]["label"] for number in path[1:]) or "the root"
        root = changes[0]
        text = f"Simulation {simulation.number} goes {way}{' and adds it' if new else ''};"
        text += f" {leaf['label'] or 'the root'} is worth {written(changes[-1]['value'])} on average,"
        text += f" the root {written(root['value'])} after {root['visits']}."
        self.steps.append(
            {
                "step": len(self.steps),
                "node": path[-1],
                "kind": SIMULATION,
                "depth": len(path) - 1,
                "mover": leaf["mover"],
                "text": text,
                "line": self.code.line_of("", SIMULATION, False),
                "path": path,
                "changes": changes,
                "counters": Counters(len(self.nodes), simulation.number)._asdict(),
            }
        )

    def finish(self) -> None:
        """Count what is below each node, and keep the last values."""
        for node in reversed(self.nodes):
            if node["parent"] is not None:
                self.nodes[node["parent"]]["below"] += 1 + node["below"]

    def _new(self, parent: int | None, row: int, depth: int, step: int) -> int:
        number, game, label, probability = len(self.nodes), self.game, "", None
        if parent is None:
            state = self.owner.kept
        else:
            before, action = self.states[parent], int(self.owner.trees[0].actions[row])
            state, label = game.result(before, action), game.name(action, before)
            if game.to_move(before) == CHANCE:
                probability = float(self.owner.trees[0].priors[row])
            self.children[parent].append(number)
        over = game.is_terminal(state)
        self.states.append(state)
        self.children.append([])
        self.nodes.append(
            {
                "number": number,
                "parent": parent,
                "place": 0 if parent is None else len(self.children[parent]) - 1,
                "label": label,
                "mover": "" if over else self._mover(state),
                "depth": depth,
                "value": None,
                "bound": "",
                "alpha": None,
                "beta": None,
                "reason": "end" if over else "",
                "best": None,
                "below": 0,
                "probability": probability,
                "vector": [],
                "visits": 0,
                "entered": step,
                "left": step,
            }
        )
        return number

    def _mover(self, state: Any) -> str:
        mover = self.game.to_move(state)
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return MAX if mover == self._first else MIN

    def _change(self, number: int, row: int) -> dict[str, Any]:
        visits, value, low, high = known_of(self.game, [(self.owner.trees[0], row)], self._first)
        data = {"value": finite(float(value) + 0.0), "visits": int(visits)}
        self.nodes[number] |= data
        return {"node": number, "state": DONE, **data, "proven": low == high}

    def __len__(self) -> int:
        return len(self.steps)

    def step(self, number: int) -> dict[str, Any]:
        return self.steps[number]

    def bar(self, number: int) -> tuple[int, str, bool]:
        """Return what a timeline shows of a simulation: how deep it went, and who moves there."""
        step = self.steps[number]
        return step["depth"], step["mover"], False

    def mark(self, number: int) -> tuple[str, str]:
        """Return what tells a step from others: simulations are put in step by their numbers."""
        return str(number), SIMULATION

    def looks_at(self, step: int, numbers: list[int]) -> list[dict[str, Any]]:
        """Return nodes as they look after a simulation."""
        latest: dict[int, dict[str, Any]] = {}
        for each in self.steps[: step + 1]:
            for change in each["changes"]:
                latest[change["node"]] = change
        return [{**self.nodes[number], "state": "", "visits": 0, **latest.get(number, {})} for number in numbers]

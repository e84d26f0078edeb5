"""A search that was watched, in pages: numbered nodes, numbered steps, and what is seen of the tree at each of them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import legal_actions
from halfmove.explain.steps import CUT, END, ENTER, Moment, Story, cut_reason, story_of
from halfmove.explain.tree import MAX, MIN, Node, Recorder
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.web.code import Code
from halfmove.web.reporting import Report

OPEN, DONE = "open", "done"
SKIPPED = "skipped"
_EVERY = 200  # nodes from one report to the next
_MOST_SKIPPED = 5_000  # nodes of cut subtrees of a typed tree that are shown


def finite(value: float | None) -> float | None:
    """Return a number that JSON can hold."""
    return value if value is not None and math.isfinite(value) else None


class KeepingRecorder(Recorder):
    """A recorder that keeps the states of its nodes, too, and says how many there are."""

    def __init__(self, game: Game, report: Report, before: int) -> None:
        super().__init__(game, pictures=False)
        self.states: list[Any] = []
        self.report, self.before = report, before  # nodes of earlier searches

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        super().enter(state, player, depth, alpha, beta)
        self.states.append(state)
        if len(self.states) % _EVERY == 0:
            self.report({"type": "recording", "nodes": self.before + len(self.states)})


class Counters(NamedTuple):
    visited: int = 0
    leaves: int = 0
    cut: int = 0
    hits: int = 0


class Round:
    """One search of one tree; iterative deepening has several."""

    def __init__(self, root: Node, states: list[Any], depth: int, first_node: int, first_step: int) -> None:
        self.root, self.depth, self.first_node, self.first_step = root, depth, first_node, first_step
        self.story: Story = story_of(root)
        self.states = states


class Recording:
    """The nodes and steps of a watched search, in the order in which they came about."""

    def __init__(self, game: Game, search: str, code: Code) -> None:
        self.game, self.search, self.code = game, search, code
        self.rounds: list[Round] = []
        self.nodes: list[dict[str, Any]] = []
        self.states: list[Any] = []
        self.children: list[list[int]] = []
        self.places: list[int] = []  # of each step: the node where it happens
        self.moments: list[Moment] = []
        self.sentences: list[str] = []
        self.counters: list[Counters] = []

    # Putting a search in.

    def add(self, root: Node, states: list[Any], depth: int) -> None:
        """Add one search of a tree."""
        first, step = len(self.nodes), len(self.places)
        round = Round(root, states, depth, first, step)
        self.rounds.append(round)
        numbers = {path: first + number for number, (path, _) in enumerate(root.walk())}
        listed = [node for _, node in root.walk()]
        story = round.story
        self._add_nodes(root, numbers, story, step)
        self.states += states[: len(listed)]
        counters = self.counters[-1] if self.counters else Counters()
        for number, (place, moment, sentence) in enumerate(zip(story.places, story.moments, story.sentences)):
            node = numbers[place or ""]
            self.places.append(node)
            self.moments.append(moment)
            self.sentences.append(sentence)
            counters = self._count(counters, node, moment, number == 0)
            self.counters.append(counters)
        self._add_skipped(first, step)
        self._count_below(first)

    def _add_nodes(self, root: Node, numbers: dict[str, int], story: Story, step: int) -> None:
        """List the nodes with what will be known of them in the end."""
        left = {place: at for at, place in enumerate(story.places)}  # the last step that names a node
        for path, node in root.walk():
            parent, _, place = path.rpartition(".")
            number = numbers[path]
            above = None if not path else numbers[parent]
            self.children.append([])
            if above is not None:
                self.children[above].append(number)
            self.nodes.append(
                {
                    "number": number,
                    "parent": above,
                    "place": int(place) if place else 0,
                    "label": node.label,
                    "mover": node.mover,
                    "depth": path.count(".") + 1 if path else 0,
                    "value": finite(node.value),
                    "bound": node.bound,
                    "alpha": finite(node.alpha),
                    "beta": finite(node.beta),
                    "reason": node.reason,
                    "best": node.best,
                    "probability": node.probability,
                    "vector": [finite(part) for part in node.vector],
                    "visits": node.visits,
                    "entered": step + story.lives[path].entered,
                    "left": step + left.get(path, 0),
                    "skipped": node.skipped,
                }
            )

    def _count(self, before: Counters, node: int, moment: Moment, first: bool) -> Counters:
        """Count what a step adds: a node is visited when it is entered, a leaf when it comes back."""
        data = self.nodes[node]
        is_leaf = not self.children[node] and not data["skipped"]
        visited = before.visited + (moment.kind == ENTER or is_leaf and (moment.kind != END or first))
        leaves = before.leaves + (is_leaf and (moment.kind != END or first))
        hits = before.hits + (moment.kind != END and data["reason"] == "table")
        cut = before.cut
        if moment.kind == CUT and data["parent"] is not None:
            cut += len(self.nodes[data["parent"]]["skipped"])
        return Counters(visited, leaves, cut, hits)

    def _add_skipped(self, first: int, step: int) -> None:
        """Add what was never entered, so that a cut subtree stays where it is; of a typed tree, all of it."""
        room = _MOST_SKIPPED
        for number in range(first, len(self.nodes)):
            node = self.nodes[number]
            names = node.pop("skipped")
            if node["reason"] == CUT and names and self.children[number]:
                node["cut_at"] = self.nodes[self.children[number][-1]]["left"]
                moment = self.moments[node["cut_at"]]
                node["cut_text"] = cut_reason(node["mover"], moment.best, moment.alpha, moment.beta)
            state = self.states[number]
            entered = {self.nodes[child]["label"] for child in self.children[number]}
            for action in legal_actions(self.game, state) if names else ():
                name = self.game.name(action, state)
                if name in names and name not in entered and room > 0:
                    room -= self._skip(number, state, action, name, room)

    def _skip(self, parent: int, state: Any, action: int, name: str, room: int) -> int:
        """Add a node that was never entered, and in a typed tree those below; return how many."""
        number, child = len(self.nodes), self.game.result(state, action)
        over = self.game.is_terminal(child)
        known = over and isinstance(self.game, ExplicitGame)
        above = self.nodes[parent]
        self.children.append([])
        self.children[parent].append(number)
        self.states.append(child)
        self.nodes.append(
            {
                "number": number,
                "parent": parent,
                "place": len(self.children[parent]) - 1,
                "label": name,
                "mover": "" if over else self._mover(child),
                "depth": above["depth"] + 1,
                "value": finite(float(self.game.utility(child, 0))) if known else None,
                "bound": "",
                "alpha": None,
                "beta": None,
                "reason": SKIPPED,
                "best": None,
                "probability": None,
                "vector": [],
                "visits": 0,
                "entered": above.get("cut_at", above["entered"]),
                "left": above.get("cut_at", above["entered"]),
            }
        )
        count = 1
        if isinstance(self.game, ExplicitGame) and not over:
            for below in legal_actions(self.game, child):
                if count < room:
                    count += self._skip(number, child, below, self.game.name(below, child), room - count)
        return count

    def _mover(self, state: Any) -> str:
        mover = self.game.to_move(state)
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        root = self.nodes[0]["mover"]
        first = self.game.to_move(self.states[0])
        return root if root not in (MAX, MIN) or mover == first else (MIN if root == MAX else MAX)

    def _count_below(self, first: int) -> None:
        for node in self.nodes[first:]:
            node["below"] = 0
        for node in sorted(self.nodes[first:], key=lambda node: -node["depth"]):
            if node["parent"] is not None:
                self.nodes[node["parent"]]["below"] += 1 + node["below"]

    # Taking pages out.

    def __len__(self) -> int:
        return len(self.places)

    def step(self, number: int) -> dict[str, Any]:
        """Return what happens at a step."""
        node, moment = self.places[number], self.moments[number]
        data = self.nodes[node]
        acting = data if moment.kind in (ENTER, END) or data["parent"] is None else self.nodes[data["parent"]]
        is_leaf = not self.children[node]
        return {
            "step": number,
            "node": node,
            "kind": moment.kind,
            "depth": data["depth"],
            "mover": acting["mover"],
            "text": self._text(number),
            "line": self.code.line_of(acting["mover"], moment.kind, moment.improves, is_leaf and moment.kind != END),
            "changes": list(self._changes(number)),
            "counters": self.counters[number]._asdict(),
        }

    def bar(self, number: int) -> tuple[int, str, bool]:
        """Return what a timeline shows of a step: how deep it is, who moves there, and whether it cuts."""
        data = self.nodes[self.places[number]]
        return data["depth"], data["mover"], self.moments[number].kind == CUT

    def mark(self, number: int) -> tuple[str, str]:
        """Return what tells a step from others in another search of the same tree: where, and coming or leaving."""
        return self._path(self.places[number]), ENTER if self.moments[number].kind == ENTER else DONE

    def _path(self, number: int) -> str:
        names = []
        while self.nodes[number]["parent"] is not None:
            names.append(self.nodes[number]["label"])
            number = self.nodes[number]["parent"]
        return "/".join(reversed(names))

    def _text(self, number: int) -> str:
        """Return the sentence of a step; a cut is explained by what each side has."""
        moment, node = self.moments[number], self.nodes[self.places[number]]
        if moment.kind != CUT or node["parent"] is None:
            return self.sentences[number]
        parent = self.nodes[node["parent"]]
        rest = parent["label"] or "the root"
        return f"{parent.get('cut_text', 'The rest cannot matter')}. The rest of {rest} cannot matter: cut."

    def _changes(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield the nodes that look different from a step on."""
        node, moment = self.places[number], self.moments[number]
        data = self.nodes[node]
        if moment.kind == ENTER:
            yield self._open(node, moment)
            return
        yield {"node": node, "state": DONE, **{name: data[name] for name in ("value", "bound", "vector")}}
        parent = data["parent"]
        if moment.kind == END or parent is None:
            return
        yield self._open(parent, moment)
        if moment.kind == CUT:
            for child in self.children[parent]:
                if self.nodes[child]["reason"] == SKIPPED:
                    yield from ({"node": each, "state": CUT} for each in self._subtree(child))

    def _subtree(self, number: int) -> Iterator[int]:
        yield number
        for child in self.children[number]:
            yield from self._subtree(child)

    def _open(self, number: int, moment: Moment) -> dict[str, Any]:
        mover = self.nodes[number]["mover"]
        bound = {MAX: ">=", MIN: "<="}.get(mover, "") if moment.best is not None else ""
        shown = {"alpha": finite(moment.alpha), "beta": finite(moment.beta)}
        return {"node": number, "state": OPEN, "value": finite(moment.best), "bound": bound, **shown}

    def looks_at(self, step: int, numbers: list[int]) -> list[dict[str, Any]]:
        """Return nodes as they look at a step."""
        return [self._look(number, step) for number in numbers]

    def _look(self, number: int, step: int) -> dict[str, Any]:
        data = self.nodes[number]
        if data["reason"] == SKIPPED:
            return {**data, "state": CUT if data["entered"] <= step else ""}
        if step < data["entered"]:
            return {**data, "state": "", "value": None, "bound": ""}
        if step >= data["left"] and (data["parent"] is not None or step >= len(self.places) - 1):
            return {**data, "state": DONE}
        return {**data, **self._open(number, self.moments[self._latest(number, step)])}

    def _latest(self, number: int, step: int) -> int:
        """Return the last step up to `step` at which an open node changed: its own entry, or the return of a child."""
        steps = [self.nodes[child]["left"] for child in self.children[number] if self.nodes[child]["reason"] != SKIPPED]
        at = bisect_right(steps, step) - 1
        return int(steps[at] if at >= 0 else self.nodes[number]["entered"])

"""Trees: typed, generated, and put in another order."""

from __future__ import annotations

from random import Random
from typing import Any

from halfmove.core.drawing import find_drawing
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.explain.tree import Node, Recorder
from halfmove.games.trees.explicit import ExplicitGame, Place
from halfmove.search.alphabeta import alphabeta
from halfmove.web import limits, messages
from halfmove.web.failures import LimitReached
from halfmove.web.pictures import data_of
from halfmove.web.workspace import Workspace

_VALUES = range(-9, 20)  # of leaves
_ORDERS = ("typed", "best", "worst", "random")


def tree(workspace: Workspace, request: messages.Tree) -> dict[str, Any]:
    """Return what a typed tree is; what is wrong with it is said with the character."""
    game = ExplicitGame.parse(request.text)
    return {"type": "tree", **described(game, request.text)}


def described(game: ExplicitGame, text: str) -> dict[str, Any]:
    """Return a tree with its nodes and its sizes."""
    board = find_drawing(game).describe()
    leaves, depth = _measured(game)
    inner = [int(count) for count in game.count if count]
    kind = "many" if game.players > 2 else "chance" if game.has_chance else "two"
    return {
        "text": text,
        "nodes": data_of(board.nodes) if board else [],
        "leaves": leaves,
        "branching": sum(inner) / len(inner) if inner else 0,
        "depth": depth,
        "kind": kind,
    }


def _measured(game: ExplicitGame) -> tuple[int, int]:
    """Return how many leaves a tree has, and how deep it is; a graph that is no tree is not measured."""
    if sorted(game.children.tolist()) != list(range(1, len(game.movers))):
        return int((game.count == 0).sum()), 0
    depths = [0] * len(game.movers)
    for node in range(len(game.movers)):
        for child in game.children[int(game.first[node]) : int(game.first[node]) + int(game.count[node])]:
            depths[int(child)] = depths[node] + 1
    return int((game.count == 0).sum()), max(depths)


def generate(workspace: Workspace, request: messages.Generate) -> dict[str, Any]:
    """Return a random tree in which every node has as many branches; the same seed makes the same tree."""
    plies = request.depth * (2 if request.chance else 1)
    if request.branching**plies > limits.TREE:
        raise LimitReached(
            f"{request.branching} branches and {plies} plies make more than {limits.TREE:,} leaves: ask for fewer"
        )
    rng = Random(request.seed)
    movers = ["max", "min"] if request.players == 2 else [chr(ord("A") + seat) for seat in range(request.players)]

    def grow(ply: int, chance: bool) -> str:
        if ply == request.depth and not chance:
            if request.players == 2:
                return str(rng.choice(_VALUES))
            return f"<{' '.join(str(rng.choice(_VALUES)) for _ in range(request.players))}>"
        below = [grow(ply if chance else ply + 1, request.chance and not chance) for _ in range(request.branching)]
        if chance:
            parts = [rng.randint(1, 3) for _ in below]
            return f"chance({', '.join(f'{part}/{sum(parts)}: {each}' for part, each in zip(parts, below))})"
        return f"{movers[ply % len(movers)]}({' '.join(below)})"

    text = grow(0, False)
    return {"type": "tree", **described(ExplicitGame.parse(text), text)}


def order(workspace: Workspace, request: messages.Order) -> dict[str, Any]:
    """Return a tree with its branches in another order, and how many leaves alpha-beta looks at in each."""
    if request.order not in _ORDERS:
        raise HalfmoveError(f"'{request.order}': the orders are {', '.join(_ORDERS)}")
    game = ExplicitGame.parse(request.text)
    if game.players != 2 or game.has_chance or sorted(game.children.tolist()) != list(range(1, len(game.movers))):
        raise WrongGame("alpha-beta is for trees of MAX and MIN: this one has chance, more players, or is no tree")
    texts = {name: _written(game, game.initial, name, Random(request.seed)) for name in _ORDERS}
    texts["typed"] = request.text
    counts = {name: _looked_at(ExplicitGame.parse(text)) for name, text in texts.items()}
    text = texts[request.order]
    data = described(ExplicitGame.parse(text), text)
    width, depth = round(data["branching"]), data["depth"]
    even = all(int(count) in (0, width) for count in game.count) and data["leaves"] == width**depth
    least = width ** -(-depth // 2) + width ** (depth // 2) - 1 if even else None
    return {"type": "tree", **data, "counts": {**counts, "all": data["leaves"], "least": least}}


def _written(game: ExplicitGame, place: Place, name: str, rng: Random) -> str:
    """Return the text of a tree with its branches put in order."""
    values: dict[int, float] = {}

    def value(at: Place) -> float:
        if at.node not in values:
            below = [value(game.result(at, action)) for action in game.actions(at)]
            pick = max if not game.is_terminal(at) and game.to_move(at) == 0 else min
            values[at.node] = pick(below) if below else float(game.utility(at, 0))
        return values[at.node]

    def write(at: Place) -> str:
        if game.is_terminal(at):
            return f"{value(at):g}"
        actions = list(game.actions(at))
        if name == "random":
            rng.shuffle(actions)
        elif name != "typed":
            greatest_first = (game.to_move(at) == 0) == (name == "best")
            actions.sort(key=lambda action: value(game.result(at, action)), reverse=greatest_first)
        labels = [game.label(action, at.node) for action in actions]
        below = [write(game.result(at, action)) for action in actions]
        parts = [f"{label}={text}" if label else text for label, text in zip(labels, below)]
        return f"{'max' if game.to_move(at) == 0 else 'min'}({' '.join(parts)})"

    assert CHANCE not in game.movers or not game.has_chance
    return write(place)


def _looked_at(game: ExplicitGame) -> int:
    watch = Recorder(game)
    alphabeta(game, watch=watch)
    assert watch.root is not None
    return leaves_of(watch.root)


def leaves_of(root: Node) -> int:
    """Return how many leaves a search looked at."""
    return sum(not node.children and not node.skipped for _, node in root.walk())

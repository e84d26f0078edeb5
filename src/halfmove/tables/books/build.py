"""Books made of games that were played, or grown by searches."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.errors import WrongGame
from halfmove.tables.books.book import Book, Move

DEPARTURE = 0.25  # plies that a loss of a hundredth of the span of utilities weighs, when the next state is chosen
_HUNDREDTHS = 100


def book_of_games(game: Game, games: Iterable[tuple[Any, Sequence[int], Sequence[float]]], plies: int) -> Book:
    """Return a book of games, each the state it began in, its actions, and what each player got."""
    rules, (least, greatest) = plain(game), game.utilities
    book, found = Book(game, {}), dict[int, dict[int, Move]]()
    for state, actions, utilities in games:
        for action in actions[:plies]:
            player = rules.to_move(state)
            if player != CHANCE:
                known = found.setdefault(book.key(state), {})
                old = known.get(action, Move(action))
                points = (utilities[player] - least) / (greatest - least)
                known[action] = old._replace(played=old.played + 1, points=old.points + points)
            state = rules.result(state, action)
    return Book(game, {key: list(moves.values()) for key, moves in found.items()}, {"from": "games"})


@dataclass
class _Node:
    """A state of a growing book."""

    state: Any
    value: float  # to the player to move
    mover: int
    children: dict[int, int] = field(default_factory=dict)  # keys by action
    parents: set[int] = field(default_factory=set)


class BookTree:
    """A book that grows where best play goes: next comes the state that is nearest by plies and by what is given away.

    Drop-out expansion (Lincke 2000): a state is the more worth a look, the less the players lose on the way to it.
    `evaluate` returns what a state is worth to the player to move.
    """

    def __init__(self, game: Game, evaluate: Callable[[Any], float], departure: float = DEPARTURE) -> None:
        if game.players != 2 or game.has_chance:
            raise WrongGame(f"{type(game).__name__}: a book is grown for two players without chance")
        self.game, self.evaluate, self.departure = game, evaluate, departure
        self.rules, self.book = plain(game), Book(game, {})
        root = game.initial
        self.root = self.book.key(root)
        self.nodes = {self.root: _Node(root, evaluate(root), mover(game, root))}

    def grow(self, states: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Expand so many states more."""
        for done in range(states):
            key = self._next()
            if key is None:
                return
            self._expand(key)
            if progress:
                progress(done + 1, states)

    def _next(self) -> int | None:
        """Return the state to expand next: the first that is not expanded, by plies and losses on the way to it."""
        span = self.game.utilities[1] - self.game.utilities[0]
        queue, seen = [(0.0, self.root)], set[int]()
        while queue:
            cost, key = heapq.heappop(queue)
            if key in seen:
                continue
            seen.add(key)
            node = self.nodes[key]
            if not node.children:
                if not self.rules.is_terminal(node.state):
                    return key
                continue
            for child in node.children.values():
                loss = (node.value - self._value_for(node.mover, child)) / span
                weight = 1 + self.departure * _HUNDREDTHS * max(loss, 0.0)
                heapq.heappush(queue, (cost + weight, child))
        return None

    def _value_for(self, player: int, key: int) -> float:
        node = self.nodes[key]
        return node.value if node.mover == player else for_other(self.game, node.value)

    def _expand(self, key: int) -> None:
        node = self.nodes[key]
        for action in legal_actions(self.rules, node.state):
            state = self.rules.result(node.state, action)
            child = self.book.key(state)
            if child not in self.nodes:
                player = mover(self.rules, state)
                over = self.rules.is_terminal(state)
                value = float(self.rules.utility(state, player)) if over else self.evaluate(state)
                self.nodes[child] = _Node(state, value, player)
            self.nodes[child].parents.add(key)
            node.children[action] = child
        self._back_up(key)

    def _back_up(self, key: int) -> None:
        """Let values follow from those of the states after them, up to the first state."""
        waiting, rounds = [key], 0
        while waiting and rounds <= len(self.nodes):
            rounds += 1
            node = self.nodes[waiting.pop()]
            value = max(self._value_for(node.mover, child) for child in node.children.values())
            if value != node.value:
                node.value = value
                waiting.extend(node.parents)

    def finished(self) -> Book:
        """Return the book: every action of each expanded state, with its value."""
        moves = {
            key: [Move(action, value=self._value_for(node.mover, child)) for action, child in node.children.items()]
            for key, node in self.nodes.items()
            if node.children
        }
        return Book(self.game, moves, {"from": "searches"})

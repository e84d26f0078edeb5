"""Explicit games as text, both ways.

    max(min(3 12 8) min(2 4 6) min(14 5 2))         MAX and MIN; spaces or commas part the branches
    max(a=min(b=3 c=12) d=7)                        labels of branches
    chance(1/2: 1, 1/3: 0, 1/6: 0.5)                probabilities; without them all are equally likely
    A(B(<1 2 3> <4 5 6>) C(<0 0 1> <2 2 2>))        players by letters, the utility of each at the leaves
    A(B((1, 2, 3) (4, 5, 6)) C((0, 0, 1)))          the same with round brackets, as AIMA prints them
    max[0.5](1 0)                                   an evaluation, for a search that stops there
    #1=max(min(#1 3) #2=4 min(#2 5))                a node with a number, and branches that lead to it: a graph
    chance(min(max@a(1 0) 2) max@a(0 3))            an information set: MAX cannot tell the nodes with @a apart

Numbers are whole, decimal or fractions (`1/3`).
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

from halfmove.core.game import CHANCE, LARGEST_UTILITY
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.explain.numbers import shortest
from halfmove.games.trees.explicit import CLOSE, ExplicitGame

_DEEPEST = 200  # nested brackets that a text may have
_TOKEN = re.compile(
    r"(?P<space>[\s,]+)"
    r"|(?P<number>[+-]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))(?![\w.])"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<node>\#\d+)"
    r"|(?P<set>@\w+)"
    r"|(?P<sign>[()<>\[\]:=])"
)
_WORDS = {"max": 0, "min": 1, "chance": CHANCE}
_LETTERS = 26
_END = "the end"


def parse(text: str) -> ExplicitGame:
    """Return the game that a text describes; nodes are numbered in the order in which they are written."""
    return _Reader(text).game()


class _Reader:
    """Reads a text from left to right; `at` is the next token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()  # (kind, token, place)
        self.at = 0
        self.movers: list[int | None] = []
        self.children: list[list[int]] = []
        self.values: list[Any] = []
        self.probabilities: list[list[float]] = []
        self.labels: list[list[str]] = []
        self.sets: list[str] = []
        self.places: list[int] = []  # where each node is written
        self.letters = False  # whether players are named by letters
        self.numbered: dict[str, int] = {}
        self.wanted: dict[str, int] = {}  # numbers that were used and not yet given, with where

    def _tokens(self) -> list[tuple[str, str, int]]:
        tokens, place = [], 0
        while place < len(self.text):
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise self._error(place, f"'{self.text[place]}' does not belong here")
            if match.lastgroup != "space":
                tokens.append((str(match.lastgroup), match.group(), place))
            place = match.end()
        return [*tokens, ("end", _END, len(self.text))]

    def _error(self, place: int, reason: str) -> MalformedText:
        return MalformedText(f"character {place + 1} of the tree: {reason}")

    def _refuse(self, wanted: str) -> MalformedText:
        _, token, place = self.tokens[self.at]
        return self._error(place, f"{wanted}, not {token if token == _END else repr(token)}")

    def _next_is(self, token: str, ahead: int = 0) -> bool:
        return self.at + ahead < len(self.tokens) and self.tokens[self.at + ahead][1] == token

    def _take(self, token: str, wanted: str) -> None:
        if not self._next_is(token):
            raise self._refuse(wanted)
        self.at += 1

    def game(self) -> ExplicitGame:
        self.node(0)
        if self.tokens[self.at][0] != "end":
            raise self._refuse("the tree should end here")
        for number, place in self.wanted.items():
            raise self._error(place, f"no node is written as {number}=")
        players = self._players()
        values = [0.0 if value is None else value for value in self.values]
        for value, place in zip(values, self.places):
            length = len(value) if isinstance(value, list) else players if not value or players <= 2 else 1
            if length != players:
                raise self._error(place, f"{length} utilit{'y' if length == 1 else 'ies'} for {players} players")
        labels = self.labels if any(label for row in self.labels for label in row) else None
        self._check_sets()
        return ExplicitGame.graph(
            self.movers,
            self.children,
            values,
            probabilities=self.probabilities,
            labels=labels,
            sets=self.sets,
            players=players,
        )

    def _check_sets(self) -> None:
        """Refuse an information set whose nodes are of two players, or do not have the same branches."""
        first: dict[str, int] = {}
        for node, name in enumerate(self.sets):
            if name:
                other = first.setdefault(name, node)
                if self.movers[other] != self.movers[node]:
                    raise self._error(self.places[node], f"{name} is an information set of another player")
                if len(self.children[other]) != len(self.children[node]) or self.labels[other] != self.labels[node]:
                    raise self._error(self.places[node], f"{name} has other branches where it is written first")

    def _players(self) -> int:
        lengths = [len(value) for value in self.values if isinstance(value, list)]
        named = [mover + 1 for mover in self.movers if mover is not None]
        return max([*lengths, *named, 1 if self.letters or lengths else 2])

    def node(self, depth: int) -> int:
        """Read a node and all below it; return its number."""
        kind, token, place = self.tokens[self.at]
        if depth > _DEEPEST:
            raise self._error(place, f"more than {_DEEPEST} nested brackets")
        if kind == "node":
            self.at += 1
            if not self._next_is("="):
                return self._numbered(token, place)
            self.at += 1
            number = self._define(token, place)
            if self.tokens[self.at][0] == "node":
                raise self._refuse("a node should have one number")
        else:
            number = self._add(place)
        if self.tokens[self.at][0] == "word":
            self._inner(number, depth)
        else:
            self.values[number] = self._value()
        return number

    def _add(self, place: int) -> int:
        self.movers.append(None)
        self.values.append(None)
        self.sets.append("")
        self.places.append(place)
        for rows in (self.children, self.probabilities, self.labels):
            rows.append([])
        return len(self.movers) - 1

    def _numbered(self, token: str, place: int) -> int:
        if token not in self.numbered:
            self.numbered[token] = self._add(place)
            self.wanted[token] = place
        return self.numbered[token]

    def _define(self, token: str, place: int) -> int:
        if token in self.numbered and token not in self.wanted:
            raise self._error(place, f"{token} was written before")
        number = self._numbered(token, place)
        del self.wanted[token]
        return number

    def _inner(self, number: int, depth: int) -> None:
        self.movers[number] = self._mover()
        kind, token, place = self.tokens[self.at]
        if kind == "set":
            if self.movers[number] == CHANCE:
                raise self._error(place, "chance knows nothing, and has no information sets")
            self.sets[number] = token
            self.at += 1
        if self._next_is("["):
            self.at += 1
            self.values[number] = self._vector("]")
        self._take("(", "the branches should begin with '('")
        while not self._next_is(")"):
            probability = self._probability(number)
            label = ""
            if self.tokens[self.at][0] in ("word", "number") and self._next_is("=", 1):
                label = self.tokens[self.at][1]
                self.at += 2
            child = self.node(depth + 1)
            self.children[number].append(child)
            self.labels[number].append(label)
            if probability is not None:
                self.probabilities[number].append(probability)
        place = self.tokens[self.at][2]
        self.at += 1
        self._check_branches(number, place)

    def _mover(self) -> int:
        _, token, _ = self.tokens[self.at]
        if token.casefold() in _WORDS:
            mover = _WORDS[token.casefold()]
        elif len(token) == 1 and "A" <= token <= "Z":
            mover = ord(token) - ord("A")
            self.letters = True
        else:
            raise self._refuse("expected max, min, chance or a player from A to Z")
        self.at += 1
        return mover

    def _probability(self, number: int) -> float | None:
        if self.tokens[self.at][0] != "number" or not self._next_is(":", 1):
            return None
        if self.movers[number] != CHANCE:
            raise self._refuse("only branches of chance have a probability")
        probability = self._number()
        self.at += 1
        return probability

    def _check_branches(self, number: int, place: int) -> None:
        children, given = self.children[number], self.probabilities[number]
        if not children:
            raise self._error(place, "a node without branches")
        if given and len(given) != len(children):
            raise self._error(place, f"{len(given)} probabilities for {len(children)} branches of chance")
        if given and min(given) <= 0:
            raise self._error(place, f"a probability of {min(given):g}, which is not positive")
        if given and abs(sum(given) - 1) > CLOSE:
            raise self._error(place, f"the probabilities sum to {sum(given):g}, not to 1")
        names = [label for label in self.labels[number] if label]
        if len(set(names)) != len(names):
            raise self._error(place, "two branches have the same label")

    def _value(self) -> float | list[float]:
        for opening, closing in (("<", ">"), ("(", ")")):
            if self._next_is(opening):
                self.at += 1
                vector = self._vector(closing)
                return vector if isinstance(vector, list) else [vector]
        return self._number()

    def _vector(self, end: str) -> float | list[float]:
        numbers = [self._number()]
        while not self._next_is(end):
            numbers.append(self._number())
        self.at += 1
        return numbers[0] if len(numbers) == 1 else numbers

    def _number(self) -> float:
        kind, token, place = self.tokens[self.at]
        if kind != "number":
            raise self._refuse("expected a number")
        try:
            number = float(Fraction(token)) if "/" in token else float(token)
        except (ZeroDivisionError, OverflowError, ValueError):
            number = math.inf
        if not abs(number) <= LARGEST_UTILITY:
            raise self._error(place, f"'{token}' is not a number up to {LARGEST_UTILITY:g}")
        self.at += 1
        return number


def to_text(game: ExplicitGame, root: int = 0) -> str:
    """Return the text that `parse` reads back, with numbers for nodes that more than one branch leads to."""
    shared, seen = set(), {root}
    todo = [root]
    while todo:
        for child in game.children_of(todo.pop()):
            if child in seen:
                shared.add(child)
            else:
                todo.append(child)
            seen.add(child)
    return _Writer(game, shared).node(root, 0)


class _Writer:
    def __init__(self, game: ExplicitGame, shared: set[int]) -> None:
        self.game, self.shared = game, shared
        self.numbers: dict[int, int] = {}

    def node(self, node: int, depth: int) -> str:
        if node in self.numbers:
            return f"#{self.numbers[node]}"
        if depth > _DEEPEST:
            raise HalfmoveError(f"node {node} is more than {_DEEPEST} levels deep: too deep for a text")
        start = ""
        if node in self.shared:
            self.numbers[node] = len(self.numbers) + 1
            start = f"#{self.numbers[node]}="
        children = self.game.children_of(node)
        if not children:
            worth = self.worth(node)
            return start + (worth if self.is_one_number(node) else f"<{worth}>")
        branches = [self.branch(node, action, child, depth) for action, child in enumerate(children)]
        evaluation = f"[{self.worth(node)}]" if self.game.values[node].any() else ""
        return f"{start}{self.mover(node)}{self.set(node)}{evaluation}({' '.join(branches)})"

    def branch(self, node: int, action: int, child: int, depth: int) -> str:
        label = self.game.label(action, node)
        probability = ""
        if self.game.movers[node] == CHANCE:
            probability = f"{shortest(self.game.probabilities[self.game.first[node] + action])}: "
        return f"{probability}{label and label + '='}{self.node(child, depth + 1)}"

    def mover(self, node: int) -> str:
        mover = int(self.game.movers[node])
        if mover == CHANCE:
            return "chance"
        if mover >= _LETTERS:
            raise HalfmoveError(f"player {mover} has no letter")
        return ("max", "min")[mover] if self.game.players == 2 else chr(ord("A") + mover)

    def set(self, node: int) -> str:
        """Return the name of an information set that has several nodes: by its first one."""
        first = self.game.sets[node]
        return f"@{first}" if (self.game.sets == first).sum() > 1 else ""

    def is_one_number(self, node: int) -> bool:
        values = self.game.values[node]
        return self.game.players == 1 or self.game.players == 2 and values[0] == -values[1]

    def worth(self, node: int) -> str:
        values = self.game.values[node]
        return shortest(values[0]) if self.is_one_number(node) else " ".join(map(shortest, values))

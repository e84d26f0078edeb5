"""What a worker has at hand: games, positions and analysts that were asked for before, kept only for speed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from typing import Any, Generic, TypeVar

from halfmove.compiled import lane_of
from halfmove.core.game import Game
from halfmove.core.rules import action_named
from halfmove.core.text import write_number
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.play.foreign_text import quoted
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.loading import is_file, is_tree, load_game, our_game
from halfmove.play.players.search import Analyst, analyst_of
from halfmove.play.players.spec import HUMAN, STRONG, Spec
from halfmove.play.trust import LONGEST_NAME, recorded_spec
from halfmove.web import limits
from halfmove.web.failures import LimitReached, Lost
from halfmove.web.hidden import unsealed
from halfmove.web.messages import Position
from halfmove.web.worker import Setup

Kept = TypeVar("Kept")

_GAMES, _POSITIONS, _ANALYSTS = 16, 8, 4  # that are kept
_MOST_MEGABYTES = 256.0  # of a table that a browser asks for


class LRUCache(OrderedDict[str, Kept], Generic[Kept]):
    """Keeps the last few things by name."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def keep(self, name: str, thing: Kept) -> Kept:
        """Keep a thing, and let the oldest go."""
        self[name] = thing
        self.move_to_end(name)
        while len(self) > self.room:
            self.popitem(last=False)
        return thing

    def find(self, name: str, what: str) -> Kept:
        """Return a thing that was kept, or say that it is gone."""
        if name not in self:
            raise Lost(f"{quoted(name)}: this {what} is no longer kept; ask for it again")
        self.move_to_end(name)
        return self[name]


class Workspace:
    """Everything that the rooms share."""

    def __init__(self, setup: Setup) -> None:
        self.own, self.folder = setup.own, setup.folder
        self._games: LRUCache[Game] = LRUCache(_GAMES)
        self._positions: LRUCache[GameInProgress] = LRUCache(_POSITIONS)
        self._analysts: LRUCache[Analyst] = LRUCache(_ANALYSTS)
        self.watches: LRUCache[Any] = LRUCache(limits.WATCHES)
        self.solutions: LRUCache[Any] = LRUCache(limits.SOLUTIONS)
        self.numbers = 0
        self._lock = threading.RLock()

    def next_name(self, letter: str) -> str:
        """Return a name for something that is kept."""
        self.numbers += 1
        return f"{letter}{self.numbers}"

    def game(self, text: str) -> Game:
        """Return a game by its name, a tree in text, or the user's own; no file that a browser names is opened."""
        with self._lock:
            return self._game(text.strip())

    def _game(self, text: str) -> Game:
        if text in self._games:
            return self._games.find(text, "game")
        if text and text == self.own:
            return self._games.keep(text, load_game(text))
        if is_file(text):
            raise HalfmoveError(f"{quoted(text)}: a game in a file is named on the command line: halfmove studio FILE")
        if not is_tree(text) and len(text) > LONGEST_NAME:
            raise HalfmoveError(f"{quoted(text)} is too long for the name of a game")
        return self._games.keep(text, our_game(text))

    def hand_over(self, name: str, game: Game, state: Any = None) -> None:
        """Keep a game that somebody has already, in some state, under a name of its own."""
        self._games.keep(name, game)
        self._positions.keep(f"{name}\n{None}", GameInProgress(game, state))

    def position(self, position: Position) -> GameInProgress:
        """Return the game in progress of a position, as a copy that no other thread changes."""
        with self._lock:
            ongoing = copy(self._played(position))
            ongoing.turns, ongoing.states = list(ongoing.turns), list(ongoing.states)
            return ongoing

    def _played(self, position: Position) -> GameInProgress:
        """Play the actions of a position; what it has in common with the last one is not played again."""
        name = f"{position.game}\n{position.start}"
        ongoing = self._positions.get(name)
        if ongoing is None:
            game = self.game(position.game)
            start = None if position.start is None else game.read(position.start)
            ongoing = self._positions.keep(name, GameInProgress(game, start))
        actions = [unsealed(action) for action in position.actions]
        common = 0
        for turn, state, action in zip(ongoing.turns, ongoing.states, actions):
            if ongoing.rules.name(turn.action, state) != action:
                break
            common += 1
        if common < len(ongoing.turns):
            ongoing.undo(len(ongoing.turns) - common)
        for number, action in enumerate(actions[common:], common + 1):
            if ongoing.over:
                raise IllegalAction(f"action {number}, {quoted(action)}, comes after the end of the game")
            try:
                legal = action_named(ongoing.rules, ongoing.state, action)
            except IllegalAction as error:
                raise IllegalAction(f"action {number}: {error}" if len(position.actions) > 1 else str(error)) from None
            ongoing.take(Turn(ongoing.mover, legal))
        return ongoing

    def spec(self, text: str | None) -> Spec:
        """Return a player or a search of ours; programs and files are never named by a browser."""
        spec = Spec(STRONG) if text is None else recorded_spec(text)
        if spec.name == HUMAN:
            raise HalfmoveError("a person is not asked by the studio")
        for option in ("hash", "megabytes"):
            if spec.options.get(option, 0) > _MOST_MEGABYTES:
                raise LimitReached(f"{text}: {option} is at most {write_number(_MOST_MEGABYTES)} here")
        if spec.options.get("threads", 1) > 1:
            raise LimitReached(f"{text}: a search in the studio has one thread")
        return spec

    def analyst(self, text: str, game: Game, spec: Spec) -> Analyst:
        """Return an analyst of a game, with all that it remembers."""
        thread = threading.current_thread().name  # an analyst thinks about one thing at a time, in one lane
        name = f"{thread}\n{text}\n{spec}\n{lane_of(game)}"
        with self._lock:
            if name in self._analysts:
                return self._analysts.find(name, "analyst")
            return self._analysts.keep(name, analyst_of(game, spec, megabytes=limits.HASH, every_depth=False))

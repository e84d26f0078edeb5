"""The tree of a search over information sets as one that can be drawn: what players know, and below it their actions.

The search keeps no world, so worlds are drawn again, and followed through its nodes. Below an action stands what the
player knows who is next to act, in these worlds; where that depends on the world, the action has a node of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.compiled import mix
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import View
from halfmove.core.naming import legal_actions, player_name
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import MAX, MIN, Node
from halfmove.search.mcts.hidden import InformationTreeSearch
from halfmove.search.mcts.information import know_world, notice
from halfmove.search.mcts.root import children_of, known_of

WORLDS = 200  # that are drawn to find what players may know


def drawn_information_tree(search: InformationTreeSearch, view: View, most: int, seed: int = 0) -> Node:
    """Return what a search in the plain lane knows, the most visited actions first; at most `most` nodes."""
    return _Draughtsman(search, view, most, seed).drawn()


_DIGITS = 12  # of a value: what follows is rounding


class _World(NamedTuple):
    """A world that is followed."""

    state: Any
    keys: tuple[int, ...]  # what each player knows


def written(value: float) -> float:
    """Return a value without what rounding made of it; there is no -0.0 for people."""
    return round(value, _DIGITS) + 0.0


class _Draughtsman:
    def __init__(self, search: InformationTreeSearch, view: View, most: int, seed: int) -> None:
        self.search, self.view, self.most, self.count = search, view, most, 0
        self.game: Game = plain_throughout(search.game)
        self.tree, self.sets, self.numbers = search.trees[0], search.sets, random(seed)
        named = self.game.players == 2 and self.game.player_names == (MAX, MIN)
        self.max = 0 if named else view.player  # whose values are shown

    def drawn(self) -> Node:
        worlds = []
        for _ in range(WORLDS):
            state = self.sets.worlds.draw(self.view.seen, self.view.player, self.numbers)
            know_world(self, self.sets, state)
            worlds.append(_World(state, tuple(self.sets.keys.tolist())))
        return self.information_set(0, worlds, "")

    def node(self, label: str, mover: str, **facts: Any) -> Node:
        self.count += 1
        if self.count > self.most:
            raise HalfmoveError(
                f"the tree has more than {self.most:,} nodes: ask for fewer simulations or more (--nodes)"
            )
        return Node(label, mover, **facts)

    def information_set(self, row: int, worlds: list[_World], label: str) -> Node:
        """Return the node of what a player knows whose turn it is, with the actions that he tried."""
        game, mover = self.game, self.game.to_move(worlds[0].state)
        seen = game.observation(worlds[0].state, mover)
        visits, value, *_ = known_of(game, [(self.tree, row)], self.max)
        node = self.node(label, self.name(mover), value=written(value), visits=visits, picture=game.show(seen))
        tried = children_of([(self.tree, row)])
        own = {action: known_of(game, places, mover) for action, places in tried.items()}
        for action in sorted(tried, key=lambda each: (own[each].visits, own[each].value), reverse=True):
            possible = [world for world in worlds if action in legal_actions(game, world.state)]
            node.children.append(self.action(game.name(action, seen), action, tried[action], possible))
        node.best = 0 if node.children else None
        return node

    def action(self, label: str, action: int, places: Any, worlds: list[_World]) -> Node:
        """Return the node of an action: what the next player knows, each case below it where there are several."""
        visits, value, *_ = known_of(self.game, places, self.max)
        ends: list[float] = []
        following: dict[int, list[_World]] = {}  # by the rows of what the next player knows
        for world in worlds:
            after = self.followed(world, action)
            if self.game.is_terminal(after.state):
                ends.append(float(self.game.utility(after.state, self.max)))
            else:
                following.setdefault(self.row_of(after), []).append(after)
        following.pop(-1, None)  # what the search did not come to
        kind = player_name(self.game, CHANCE)
        node = self.node(label, kind, value=written(value), visits=visits)
        if not following:
            return node
        if len(following) == 1 and not ends:
            ((row, known),) = following.items()
            self.count -= 1
            below = self.information_set(row, known, label)
            below.value, below.visits = node.value, node.visits  # the player may know it by other ways too
            return below
        for row, known in sorted(following.items(), key=lambda each: -len(each[1])):
            mover = self.game.to_move(known[0].state)
            shown = self.game.show(self.game.observation(known[0].state, mover))
            node.children.append(self.information_set(row, known, "" if "\n" in shown else shown))
        if ends:
            node.children.append(self.node("over", "", value=sum(ends) / len(ends), reason="end"))
        return node

    def followed(self, world: _World, action: int) -> _World:
        """Return a world after an action, and after what chance then did in it."""
        game, state, mover = self.game, world.state, self.game.to_move(world.state)
        self.sets.keys[:] = world.keys
        while True:
            child = game.result(state, action)
            notice(self, self.sets, state, action, child, mover)
            state, mover = child, CHANCE
            if game.is_terminal(state) or game.to_move(state) != CHANCE:
                return _World(state, tuple(self.sets.keys.tolist()))
            action = game.sample(state, self.numbers)

    def row_of(self, world: _World) -> int:
        """Return the row of what the player to move knows; -1 where the search did not come to it."""
        mover = self.game.to_move(world.state)
        key = world.keys[mover if self.sets.many else self.sets.observer]
        row = self.sets.find(mix(key, mover) | 1)
        return row if row >= 0 and self.tree.visits[row] else -1

    def name(self, mover: int) -> str:
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return MAX if mover == self.max else MIN

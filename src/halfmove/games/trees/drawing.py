"""Explicit games as pictures: the tree that was written down, with what its leaves are worth."""

from halfmove.core.drawing import Drawing
from halfmove.core.game import CHANCE
from halfmove.core.naming import player_name
from halfmove.core.rules import utility_vector
from halfmove.explain.picture import tree_svg
from halfmove.explain.tree import Node

MOST_NODES = 150  # that are drawn: of more, and of graphs with cycles, the text tells


class ExplicitGameDrawing(Drawing):
    """The tree below a node, before any search: a node has no value yet, a leaf its utility."""

    def svg(self, state, marked=(), caption=""):
        root = Node("", "")
        todo, drawn = [(root, state)], 0
        while todo and drawn <= MOST_NODES:
            node, here = todo.pop()
            drawn += 1
            if self.game.is_terminal(here):
                worth = utility_vector(self.game, here)
                node.value, node.vector = worth[0], worth if self.game.players > 2 else ()
                continue
            mover = self.game.to_move(here)
            node.mover = player_name(self.game, mover)
            chances = dict(self.game.chances(here)) if mover == CHANCE else {}
            for action in self.game.actions(here):
                node.children.append(Node(self.game.name(action, here), "", probability=chances.get(action)))
                todo.append((node.children[-1], self.game.result(here, action)))
        return "" if todo else tree_svg(root, caption or "Tree")

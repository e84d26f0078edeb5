"""Explicit games as pictures: the tree that was written down, with what its leaves are worth."""

from halfmove.core.drawing import Drawing
from halfmove.core.naming import player_name
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
                node.value = self.game.utility(here, 0)
                continue
            node.mover = player_name(self.game, self.game.to_move(here))
            for action in self.game.actions(here):
                node.children.append(Node(self.game.name(action, here), ""))
                todo.append((node.children[-1], self.game.result(here, action)))
        is_drawn = not todo and self.game.players == 2
        return tree_svg(root, caption or "Tree") if is_drawn else ""

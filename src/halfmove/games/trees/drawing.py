"""Explicit games as pictures: the tree that was written down, with what its leaves are worth."""

from halfmove.core.drawing import Drawing
from halfmove.core.game import CHANCE
from halfmove.core.naming import player_name
from halfmove.core.rules import utility_vector
from halfmove.explain.board import TREE, Board, BoardPicture, TreeNode
from halfmove.explain.picture import tree_svg
from halfmove.explain.tree import Node

MOST_NODES = 150  # that are drawn: of more, and of graphs with cycles, the text tells
MOST_BOARD_NODES = 2_000  # that a board has


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

    def describe(self):
        """Return the tree from its root; None where it is too large, or two branches lead to one node."""
        game = self.game
        count = len(game.movers)
        if count > MOST_BOARD_NODES or sorted(game.children.tolist()) != list(range(1, count)):
            return None
        nodes = {0: self.tree_node(None, "", 0, None)}
        for node in range(count):
            place = type(game.initial)(node)
            chances = dict(game.chances(place)) if game.count[node] and game.movers[node] == CHANCE else {}
            for action in range(int(game.count[node])):
                child = int(game.children[int(game.first[node]) + action])
                nodes[child] = self.tree_node(node, game.name(action, place), child, chances.get(action))
        return Board(TREE, nodes=tuple(nodes[node] for node in range(count)))

    def tree_node(self, parent, label, node, probability):
        game, place = self.game, type(self.game.initial)(node)
        if not game.is_terminal(place):
            return TreeNode(parent, label, player_name(game, game.to_move(place)), probability=probability)
        worth = tuple(float(part) for part in utility_vector(game, place))
        return TreeNode(parent, label, "", worth[0], worth if game.players > 2 else (), probability)

    def picture(self, state):
        return BoardPicture(node=int(state.node))

    def clicks(self, state, action):
        return (int(self.game.children[int(self.game.first[state.node]) + action]),)

    def places(self, state, action):
        return ()

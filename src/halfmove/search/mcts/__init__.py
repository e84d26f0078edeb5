"""Monte Carlo tree search, in files of one idea each.

tree the arrays, policies what is chosen in it, worker and simulate the loop, bounds what is proven, recycle its room,
batch leaves for a model, halving the root of Gumbel search, root the answer, growing one search, tree_search all.
"""

from halfmove.search.mcts.tree_search import TreeSearch, mcts

__all__ = ["TreeSearch", "mcts"]

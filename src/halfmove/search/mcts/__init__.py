"""Monte Carlo tree search, in files of one idea each: tree, policies, worker, simulate, bounds, recycle, root."""

from halfmove.search.mcts.tree_search import TreeSearch, mcts

__all__ = ["TreeSearch", "mcts"]

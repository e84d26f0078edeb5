"""Functions as students hand them in: one that is right, and others with a mistake each."""

RIGHT = """
import math

def alphabeta(game, state):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = math.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(state, -math.inf, math.inf)
"""

THIRD_EDITION = """
def minmax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, a)) for a in game.actions(state))

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, a)) for a in game.actions(state))

    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))
"""

EXPECTIMINIMAX = """
def expectiminimax(game, state):
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, "MAX")
        mover = game.to_move(state)
        if mover == "CHANCE":
            return sum(p * value(game.result(state, a)) for a, p in game.chances(state))
        return (max if mover == "MAX" else min)(value(game.result(state, a)) for a in game.actions(state))

    worth = {a: value(game.result(state, a)) for a in game.actions(state)}
    best = max(worth, key=worth.get)
    return worth[best], best
"""

BEYOND = RIGHT.replace("v >= beta", "v > beta").replace("v <= alpha", "v < alpha")

MISTAKES = {  # what replaces what, and what is said of it
    "the last of equal actions": ("v2 > v", "v2 >= v", "action 2 is worth"),
    "alpha is never raised": ("alpha = max(alpha, v)", "pass", "cannot matter, and was looked at"),
    "beta is never lowered": ("beta = min(beta, v)", "pass", "cannot matter, and was looked at"),
    "MIN takes the greatest": ("v2 < v", "v2 > v", "and not +∞"),
    "MIN calls MIN": ("v2, _ = max_value(", "v2, _ = min_value(", "the value is"),
    "actions in reverse": ("for a in game.actions(state):", "for a in reversed(game.actions(state)):", "to look at is"),
    "cuts too early": ("if v >= beta", "if v >= 0", "matters, and was not looked at"),
    "forgets the end": ("if game.is_terminal(state):", "if False:", "and not +∞"),
    "asks a node for its utility": ("v, move = -math.inf, None", "v, move = game.utility(state), None", "not terminal"),
    "returns nothing": (
        "return max_value(state, -math.inf, math.inf)",
        "max_value(state, -math.inf, math.inf)",
        "None",
    ),
    "returns a list of three": ("return max_value(state, -math.inf, math.inf)", "return 1, 2, 3", "not a pair"),
    "an action that there is not": ("return max_value(state, -math.inf, math.inf)", "return 0, 'up'", "'up'"),
    "no number": ("return max_value(state, -math.inf, math.inf)", "return math.nan, None", "and not ?"),
    "gives up": ("player = game.to_move(state)", "raise SystemExit(3)", "SystemExit"),
    "divides by zero": ("player = game.to_move(state)", "1 / 0", "line 5: ZeroDivisionError"),
    "recurses without end": ("player = game.to_move(state)", "return alphabeta(game, state)", "RecursionError"),
}
TALKING = RIGHT.replace(
    "player = game.to_move(state)",
    "print('thinking' * 1000); import sys; sys.stdin.read(); player = game.to_move(state)",
)
LOOP = "def alphabeta(game, state):\n    print('still here')\n    while True:\n        pass\n"
EXIT = "import os\n\ndef alphabeta(game, state):\n    os._exit(7)\n"

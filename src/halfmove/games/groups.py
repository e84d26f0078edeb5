"""Our games by kind, in the order in which people are shown them."""

GROUPS = {
    "in a row": ("tic-tac-toe", "connect-four", "gomoku", "pente", "mnk"),
    "territory": ("go", "othello", "hex", "y"),
    "chess": ("chess", "chess960", "kriegspiel", "fog"),
    "draughts": ("checkers", "draughts"),
    "mills": ("nine-mens-morris", "six-mens-morris", "three-mens-morris"),
    "sowing": ("kalah", "oware"),
    "chance": ("backgammon", "pig", "2048", "coins"),
    "taking": ("nim", "one-heap-nim", "three-player-nim"),
    "chases": ("pacman", "cat-and-mouse"),
    "poker": ("kuhn-poker", "leduc-poker", "holdem"),
    "cards": ("whist", "bridge", "hearts", "skat"),
    "hidden": ("phantom", "liars-dice", "battleship"),
    "at once": ("matching-pennies", "rock-paper-scissors", "matrix", "goofspiel"),
    "textbook": ("figure",),
    "random": ("random-tree", "random-dag", "random-chance-tree", "random-graph", "random-vector-tree"),
}

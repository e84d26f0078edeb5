"""How much one browser may ask for: each limit is answered with a sentence, never with a wait without end."""

from __future__ import annotations

# Sizes.
BODY = 1 << 20  # bytes of a request over HTTP
MESSAGE = 1 << 16  # bytes of a message over the WebSocket
REPLY = 16 << 20  # bytes of a reply
PAGE = 500  # nodes or steps in one reply
BOARDS = 100  # boards of nodes in one reply
ACTIONS = 5_000  # legal actions that are listed
PLIES = 5_000  # actions of a position
TREE = 100_000  # nodes of a search that is watched
SIMULATIONS = 2_000  # that a watched Monte Carlo search may have
WATCHES = 4  # searches that a worker keeps
SOLUTIONS = 2  # solved games that a worker keeps
GAMES = 10_000  # of a match
MATCHES = 50  # that a server keeps

# Time, in seconds.
HELLO = 60.0  # for the first answer: everything is imported before it
QUESTION = 15.0  # after which a worker that owes an answer is given up
SEARCH = 60.0  # for a search, a hint or a proof
COMPILING = 45.0  # that an action waits for machine code where plain Python only guesses
WATCHING = 120.0  # to record a search
SOLVING = 600.0
MATCH = 4 * 3600.0
REVIEW = 600.0
STOP_GRACE = 5.0  # after which a task that was stopped is given up
IDLE = 900.0  # after which a worker that nobody asks is ended
REPORT = 0.1  # between two reports of a task

# Numbers.
NODES = 1_000_000_000
LINES = 20
TASKS = 4  # of a connection that run at a time
CONNECTIONS = 300
WORKERS = 120  # processes
ASKERS = 4  # requests over HTTP at a time
RATE, BURST = 100.0, 300.0  # messages a second of a connection, and how many may come at once
MEMORY = 4 << 30  # bytes that a worker may take
HASH = 16.0  # megabytes of the table of an engine

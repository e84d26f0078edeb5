"""Check, count, play and search every game, in a package whose advice was deleted: run by `test_rules_alone`."""

import sys

from halfmove import alphabeta, expectiminimax, maxn, perft, prove
from halfmove.check.laws import broken
from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.history import WithHistory, with_history
from halfmove.core.random import random
from halfmove.games import GAMES, game_named

SMALLER = {
    "gomoku": "gomoku:width=8,height=8",
    "pente": "pente:width=7,height=7",
    "go": "go:size=5",
    "hex": "hex:size=5",
    "y": "y:size=5",
    "battleship": "battleship:width=4,height=4,ships=2-3,shots=8",
}  # large boards are slow in plain Python
LONGEST = 200  # plies of a random game
GAMES_CHECKED = 2
CHANCE_DEPTH = {"backgammon": 1, "2048": 1}  # plies, where three take minutes
SOLVED = (
    "tic-tac-toe",
    "nim",
    "one-heap-nim",
    "connect-four:width=4,height=3",
    "othello:size=4",
    "kalah:holes=2,seeds=2",
)
COUNTED = {"backgammon": 1, "2048": 2}


def main(names: list[str], compiled: bool) -> None:
    for name in names or GAMES:
        game = game_named(SMALLER.get(name, name))
        game = game if compiled else plain(game)
        inner = game.game if isinstance(game, WithHistory) else game
        advice = type(inner.advice)  # a game of one file has it in that file
        assert advice is Advice or advice.__module__ == type(inner).__module__, name
        assert broken(game, games=GAMES_CHECKED) == [], name
        assert perft(game, depth=COUNTED.get(name, 3), finished=True) > 0, name
        played, state = with_history(game, game.initial)
        numbers = random(1)
        for _ in range(LONGEST):
            if played.is_terminal(state):
                break
            state = played.result(state, played.sample(state, numbers))
        if game.has_secrets:
            print(name, "hides something: no search of the whole state", flush=True)
            continue
        search = expectiminimax if game.has_chance else maxn if game.players > 2 else alphabeta
        choice = search(game, depth=CHANCE_DEPTH.get(name, 3))
        assert game.has_chance or choice.action is not None, name
        for small in SOLVED:
            if small.startswith(name):
                solved = game_named(small) if compiled else plain(game_named(small))
                assert prove(solved, megabytes=1).exact, small
        print(name, choice.value, choice.nodes, flush=True)


main(sys.argv[2:], sys.argv[1] == "compiled")

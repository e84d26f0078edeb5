"""A program that speaks UCI and writes down what it is told: `uci_program.py LOG`."""

import sys
from pathlib import Path

OPTIONS = ("UCI_LimitStrength type check default false", "UCI_Elo type spin default 1320 min 1320 max 3190")
with Path(sys.argv[1]).open("a") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        word = line.split()[0]
        if word == "uci":
            for option in (*OPTIONS, "Hash type spin default 1 min 1 max 2"):
                print(f"option name {option}")
            print("uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "go":
            print("bestmove a2a3", flush=True)
        elif word == "quit":
            break

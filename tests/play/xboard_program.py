"""A program for XBoard as a script has it: `xboard_program.py LOG FEATURES ANSWER...`, an answer for each `go`."""

import sys
from pathlib import Path

log, features, *answers = sys.argv[1:]
with Path(log).open("a") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        word, *rest = line.split()
        if word == "protover" and features:
            print(f"feature {features}", flush=True)
        elif word == "ping" and "ping=1" in features:
            print("pong", *rest, flush=True)
        elif word == "go":
            print(answers.pop(0), flush=True)
        elif word == "usermove" and "refuse" in features:
            print("Illegal move:", *rest, flush=True)
        elif word == "quit":
            break

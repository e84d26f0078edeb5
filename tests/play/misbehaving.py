"""A program that speaks a protocol badly: `misbehaving.py PROTOCOL FAULT STEP`; the fault begins at the step."""

import os
import sys
import time

protocol, fault, at = sys.argv[1:]
LONG = 60  # seconds: longer than anybody waits
STEPS = {
    "uci": "init", "ugi": "init", "list_commands": "init", "isready": "isready", "boardsize": "isready",
    "protover": "init", "new": "isready", "go": "go", "genmove": "go", "stop": "stop", "?": "stop", "quit": "quit",
}  # fmt: skip
ANSWERS = {
    "uci": ["id name Bad", "option name Hash type spin default 1 min 1 max 2", "uciok"],
    "ugi": ["id name Bad", "ugiok"],
    "isready": ["readyok"],
    "protover": ["feature ping=1 usermove=1 setboard=1", 'feature myname="Bad" done=1'],
}


def say(line):
    os.write(1, f"{line}\n".encode())


def answer(word, text=""):
    """Answer as the protocol wants it."""
    if protocol == "gtp":
        say(f"= {text}\n")
    elif word == "ping":
        say(f"pong {text}")
    else:
        for line in ANSWERS.get(word, []):
            say(line)


def misbehave():
    if fault == "crash":
        sys.stderr.write("\x1b[31mno more\n")
        sys.stderr.flush()
        os._exit(3)
    if fault == "signal":
        os.kill(os.getpid(), 11)
    if fault == "silence":
        time.sleep(LONG)
    if fault == "leave":
        sys.exit(0)
    while fault == "garbage":
        os.write(1, bytes(range(128, 256)) + b"\nbest\n\n  \n\x00\n")
        time.sleep(0.01)
    while fault == "flood":
        os.write(1, b"info string and so on\n" * 3000)
    while fault == "line":
        os.write(1, b"x" * 60000)
    if fault == "deaf":
        os.close(0)
        time.sleep(LONG)
    if fault == "mute":
        os.close(1)
        time.sleep(LONG)


if at == "start":
    misbehave()
before = "move" if protocol == "xboard" else "bestmove"
while line := sys.stdin.readline():
    word = line.split()[0]
    if STEPS.get(word) == at:
        misbehave()
    if word in ("go", "genmove"):
        if fault == "illegal":
            say("= z99\n" if protocol == "gtp" else f"{before} a1a1")
        elif fault == "nothing":
            say("=\n" if protocol == "gtp" else before)
        elif fault == "none":
            say("= resign\n" if protocol == "gtp" else "resign" if protocol == "xboard" else "bestmove (none)")
        elif at != "stop":
            say("= A1\n" if protocol == "gtp" else "bestmove a1" if protocol == "ugi" else f"{before} a2a3")
    elif word in ("stop", "?"):
        say(f"{before} a2a3")
    elif word == "quit":
        answer(word)
        sys.exit(0)
    else:
        answers = {"name": "Bad", "list_commands": "name genmove play", "ping": line.split()[-1]}
        answer(word, answers.get(word, ""))

"""Processes of ours that are sent messages over pipes, line by line: how they start, and how they answer."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

FAILED = 1  # exit code

# The modules that are run as processes.
MATCH_WORKER = "halfmove.play.match.worker"  # plays games of a match
GUEST = "halfmove.play.players.guest"  # is a player that must not see everything


def command_of(module: str) -> list[str]:
    """Return the command that runs a module of ours; what lies in the current folder is not imported in its stead."""
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """Return the environment of a process that imports this package from where it was imported here."""
    source = str(Path(__file__).parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH", ""))))}


def private_output() -> TextIO:
    """Return a stream to the parent process; what players print goes to the error stream."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def say(answers: TextIO, message: dict[str, Any]) -> None:
    """Write a message; end the process if nothing reads it."""
    try:
        answers.write(json.dumps(message) + "\n")
        answers.flush()
    except BrokenPipeError:
        os._exit(FAILED)

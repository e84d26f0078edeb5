"""Running the command line inside the test's own process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from typer.main import get_command

from halfmove.cli import app

COMMAND = get_command(app)  # once: to build all commands takes longer than most of them run


@pytest.fixture
def broken() -> Path:
    """The folder of games that break a law each."""
    return Path(__file__).parent / "broken"


@pytest.fixture
def halfmove() -> Callable[..., Result]:
    """Run a command; `typed` is what comes from the keyboard."""

    def run(*words: object, typed: str = "") -> Result:
        result = CliRunner().invoke(COMMAND, [str(word) for word in words], input=typed, env={"NO_COLOR": "1"})
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def answer(halfmove: Callable[..., Result]) -> Callable[..., Any]:
    """Run a command with --json and return its answer."""

    def run(*words: object) -> Any:
        result = halfmove(*words, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    return run

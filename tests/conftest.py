"""What all tests share: how thorough to be, the two lanes, and fresh Python processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from deep import COVERED, Deep, add_options
from halfmove.compiled import lane as lanes
from halfmove.compiled import plain
from halfmove.compiled.lane import JIT
from published import SAMPLES, SHARED, is_whole

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
THOROUGH = Path(__file__).with_name("thorough.txt")  # which tests take too long for every day
SCRIPT_SECONDS = 300
PLAIN, COMPILED = "plain", "compiled"  # the lanes

# What a shell runs in the background is deaf to Ctrl-C, and so are its children, of which some tests are about Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

_CHECKS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]  # the first example compiles
settings.register_profile("default", max_examples=40, deadline=None, derandomize=True, suppress_health_check=_CHECKS)
settings.register_profile("deep", max_examples=500, deadline=None, derandomize=True, suppress_health_check=_CHECKS)
settings.load_profile("deep" if DEEP else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Deep(config), "deep")


def pytest_report_header() -> str:
    return f"published positions: {SHARED.resolve() if is_whole() else f'samples in {SAMPLES}'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not JIT:  # the twin of a plain test would be the same test again
        twins = [item for item in items if COMPILED in _parameters(item)]
        items[:] = [item for item in items if item not in twins]
        config.hook.pytest_deselected(items=twins)
    skip_deep = pytest.mark.skip(reason="deep: set HALFMOVE_DEEP=1")
    skip_native = pytest.mark.skip(reason="native: HALFMOVE_JIT=0 turns machine code off")
    long_ones = set(THOROUGH.read_text().splitlines())
    for item in items:
        if long_ones & {item.nodeid, item.nodeid.partition("[")[0]}:
            item.add_marker(pytest.mark.deep)
        if "deep" in item.keywords and not DEEP:
            item.add_marker(skip_deep)
        if "native" in item.fixturenames and not JIT:  # type: ignore[attr-defined]
            item.add_marker(skip_native)
        if PLAIN in _parameters(item):
            item.add_marker(pytest.mark.one_lane)


def _parameters(item: pytest.Item) -> list[str]:
    return item.callspec.id.split("-") if hasattr(item, "callspec") else []


@pytest.fixture(autouse=True)
def keeps_to_one_lane(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that is marked `one_lane` and runs machine code: it depends on the lane, and both have to be tested.

    A file may be marked that holds others too: those that ask for machine code, and those of the thorough suite.
    """
    item = request.node
    is_other = "native" in item.fixturenames or COMPILED in _parameters(item) or "deep" in item.keywords
    if JIT and item.get_closest_marker("one_lane") and not is_other:
        monkeypatch.setattr(lanes, "_runs_native", partial(_refuse_machine_code, lanes._runs_native))


def _refuse_machine_code(runs_native: Callable[[tuple[Any, ...]], bool], args: tuple[Any, ...]) -> bool:
    assert not runs_native(args), f"this test is marked one_lane, and runs machine code for {args[0]}"
    return False


@pytest.fixture
def in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything in this process run as plain Python, where a test is about a text and not about the lane."""
    monkeypatch.setattr(lanes, "JIT", False)


@pytest.fixture
def native() -> None:
    """Ask for machine code: the test is skipped where HALFMOVE_JIT=0."""


@pytest.fixture
def covered(record_property: Callable[[str, Any], None]) -> Callable[..., None]:
    """Return a function that notes how much was checked: `covered(what, games=..., states=..., cases=...)`."""
    return lambda what, **counts: record_property(COVERED, (what, counts))


@pytest.fixture
def compared(covered: Callable[..., None]) -> Callable[[str, int, int], None]:
    """Return a function that notes how many games and states agreed with a second telling of the rules."""
    return lambda name, games, states: covered(name, games=games, states=states)


@pytest.fixture(params=[PLAIN, COMPILED])
def lane(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    """Return a function that puts a game into one lane; the test runs once for each that there is."""
    return plain if request.param == PLAIN else lambda game: game


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that writes files into a folder and runs one of them in a fresh process with its own cache."""

    def run(
        name: str = "main.py",
        check: bool = True,
        env: dict[str, str] | None = None,
        options: tuple[str, ...] = ("-W", "error"),
        **files: str,
    ) -> Any:
        for module, text in files.items():
            (tmp_path / f"{module}.py").write_text(text)
        process = subprocess.run(
            [sys.executable, *options, name],
            cwd=tmp_path,
            env=_environment(tmp_path, env),
            capture_output=True,
            text=True,
            timeout=SCRIPT_SECONDS,
            check=False,
        )
        assert not check or process.returncode == 0, process.stderr
        return process

    return run


@pytest.fixture
def fresh_environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process that a test starts by itself."""
    return _environment(tmp_path)


@pytest.fixture
def shared_cache() -> dict[str, str]:
    """Return the variable with which a fresh process loads what other tests have compiled."""
    return {"HALFMOVE_CACHE": os.environ.get("HALFMOVE_CACHE", "")}


def _environment(folder: Path, env: dict[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a fresh process: this one's, a private cache, no bytecode left behind by an edit."""
    fresh = {**os.environ, "HALFMOVE_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    return {name: value for name, value in fresh.items() if value}

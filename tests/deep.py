"""The thorough suite: what belongs to it, what has passed already, what it covered, and parts of it within a time.

    pytest --only-deep              tests that are marked deep, and those that do more with HALFMOVE_DEEP=1
    pytest --only-deep --resume     without those that passed before on the very same tree
    pytest --only-deep --rotate X --until T     beginning at a place that X decides, and starting nothing that would not
                                                end by the time T (seconds since 1970)

The longest tests come first, by `deep_costs.json`; `python tests/deep.py` writes that file from the last record.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TREE = ("src", "tests", "pyproject.toml")  # on which it depends whether a test passes
RECORDS = ROOT / ".cache" / "deep"
COSTS = Path(__file__).with_name("deep_costs.json")

COVERED = "covered"  # the property of a test that says how much was checked
COST = "cost"  # the property that says what it cost, in CPU seconds
UNITS = ("games", "states", "cases")
UNKNOWN_COST = 60.0  # CPU seconds: of a test that was never measured
SLOWER = 2.5  # times: the machine, where a time is given, against CPU seconds


def add_options(parser: pytest.Parser) -> None:
    """Add what the thorough suite can be told."""
    group = parser.getgroup("the thorough suite")
    group.addoption("--only-deep", action="store_true", help="run the tests of the thorough suite only")
    group.addoption("--resume", action="store_true", help="leave out what passed before on the very same tree")
    group.addoption("--rotate", default="", help="begin at a place that this text decides, such as a commit")
    group.addoption("--until", type=float, default=0.0, help="start nothing that may end after this time (since 1970)")


def tree_digest() -> str:
    """Return what tells this tree from any other: a digest of all that tests depend on, and of the Python."""
    digest = sha256(sys.version.encode())
    for name in TREE:
        path = ROOT / name
        files = [path] if path.is_file() else (file for file in path.rglob("*") if file.is_file())
        for file in sorted(file for file in files if "__pycache__" not in file.parts):
            digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the tests of a record; a line that was cut off when the run was killed is none."""
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue


def is_thorough(item: Any) -> bool:
    """Tell whether a test belongs to the thorough suite: it is marked, or does more there."""
    grows = item.get_closest_marker("grows") or getattr(item.function, "is_hypothesis_test", False)
    return bool(grows or item.get_closest_marker("deep"))


class Deep:
    """The plugin; under xdist one in the process that is in charge, which keeps the record, and one in each worker."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.getoption
        self.only, self.rotate, self.until = option("--only-deep"), option("--rotate"), option("--until")
        self.in_charge = not hasattr(config, "workerinput")
        self.record = RECORDS / f"{tree_digest()}.jsonl" if option("--resume") and self.in_charge else None
        self.before = {line["test"]: line for line in read_lines(self.record)} if self.record else {}
        self.passed = set(self.before if self.in_charge else config.workerinput["passed"])  # type: ignore[attr-defined]
        self.costs: dict[str, float] = json.loads(COSTS.read_text()) if COSTS.exists() else {}
        self.called: set[str] = set()  # tests of which the call passed, and the end is not told yet

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker what has passed: all of them have to find the same tests."""
        node.workerinput["passed"] = sorted(self.passed)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if not self.only:
            return
        chosen = [item for item in items if is_thorough(item) and item.nodeid not in self.passed]
        left_out = set(items).difference(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        if self.rotate:
            chosen.sort(key=lambda item: sha256(item.nodeid.encode()).digest())
            start = int.from_bytes(sha256(self.rotate.encode()).digest()) % max(1, len(chosen))
            items[:] = chosen[start:] + chosen[:start]
        else:
            items[:] = sorted(chosen, key=lambda item: -self.costs.get(item.nodeid, UNKNOWN_COST))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self.until and time.time() + SLOWER * self.costs.get(item.nodeid, UNKNOWN_COST) > self.until:
            pytest.skip("no time is left for it")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        before = cpu_seconds()
        try:
            return (yield)
        finally:
            item.user_properties.append((COST, round(cpu_seconds() - before, 2)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down a test that has passed, at once: the run may be killed."""
        if report.when == "call" and report.passed:
            self.called.add(report.nodeid)
        elif report.when == "teardown" and report.passed and report.nodeid in self.called and self.record:
            properties = dict(report.user_properties)
            covered = list(added_up(report.user_properties).items())
            self.record.parent.mkdir(parents=True, exist_ok=True)
            with self.record.open("a") as file:
                file.write(
                    json.dumps({"test": report.nodeid, COST: properties.get(COST, 0.0), COVERED: covered}) + "\n"
                )

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.before:
            session.exitstatus = pytest.ExitCode.OK  # all have passed before

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print what was covered, in this run and before it was interrupted, as a table."""
        now = [value for report in terminalreporter.getreports("passed") for value in report.user_properties]
        earlier = [(COVERED, value) for line in self.before.values() for value in line[COVERED]]
        totals = added_up([*earlier, *now])
        if self.before:
            terminalreporter.write_line(f"{len(self.before)} tests passed before on this tree and were left out")
        if totals:
            whole: Counter[str] = Counter()
            for counts in totals.values():
                whole.update(counts)
            rows = [("covered", dict(zip(UNITS, UNITS, strict=True))), *sorted(totals.items()), ("in all", whole)]
            width = max(len(what) for what, _ in rows)
            for what, row in rows:
                cells = (row.get(unit, 0) for unit in UNITS)
                written = (f"{cell:,}" if isinstance(cell, int) and cell else cell or "" for cell in cells)
                terminalreporter.write_line(f"{what:<{width}}" + "".join(f"{cell:>14}" for cell in written))


def added_up(properties: list[tuple[str, Any]]) -> dict[str, Counter[str]]:
    """Return how much was covered of what, by the properties of tests."""
    totals: dict[str, Counter[str]] = {}
    for name, value in properties:
        if name == COVERED:
            what, counts = value
            totals.setdefault(what, Counter()).update(counts)
    return totals


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of those that it has waited for."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def write_costs() -> None:
    """Write what each test cost in the last run that was recorded: one that is not in the file was never run."""
    last = max(RECORDS.glob("*.jsonl"), key=lambda file: file.stat().st_mtime)
    costs = {line["test"]: round(line[COST]) for line in read_lines(last)}
    COSTS.write_text(json.dumps(dict(sorted(costs.items())), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write_costs()

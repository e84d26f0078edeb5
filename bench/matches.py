"""Games a second of a match between random players, with every game stored, against OpenSpiel's Python loop.

OpenSpiel's loop plays the same games action by action and keeps nothing. Two worker processes are compared with one by
the clock on the wall, from when all have finished some games: starting and compiling are not what is asked. On a busy
machine that says little; `nice -n -15` helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from os import getloadavg
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from bench.measure import Row, at_least, side_by_side
from bench.random_games import python_loop
from halfmove.games import game_named
from halfmove.play.match.plan import Plan, first_round
from halfmove.play.match.pool import play_in_processes
from halfmove.play.match.runner import Runner
from halfmove.play.match.store import Store

GAMES = {"tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four"}  # ours, and OpenSpiel's name
OURS, THEIRS = 100_000, 5_000  # games in a round
BAR = 5.0  # times faster than OpenSpiel's loop
WORKERS, WORKERS_BAR = 2, 1.8
WORKERS_ROUNDS = 3
MANY = 100_000_000  # games that are not finished before the time is up
STARTING, SECONDS = 2.0, 4.0  # of a round with workers: not measured, and measured


def rows() -> Iterator[Row]:
    for name, theirs in GAMES.items():
        yield against_open_spiel(name, theirs)
    for name, players in (("tic-tac-toe", ("random", "random")), ("connect-four", ("montecarlo:games=10", "random"))):
        yield workers(name, players)


def against_open_spiel(name: str, theirs: str) -> Row:
    what = f"match of random players, {name}, against OpenSpiel's Python loop"
    try:
        import pyspiel
    except ImportError:
        return Row(what, "games/s", None, note="the peer is absent")
    loop = python_loop(pyspiel.load_game(theirs))
    plan = Plan(name, ("random", "random"), games=OURS, openings="none")
    with TemporaryDirectory() as folder:
        times = side_by_side(stored(plan, Path(folder)), partial(loop, THEIRS))
    times.ours[:] = [seconds / OURS for seconds in times.ours]
    times.peer[:] = [seconds / THEIRS for seconds in times.peer]
    note, shown = "every game stored with its actions", f"games between random players, each stored, {name}"
    return at_least(what, "games/s", times, BAR, -1.0, note, shown, "OpenSpiel's Python loop, which stores nothing")


def stored(plan: Plan, folder: Path) -> Callable[[], None]:
    """Return a function that plays a match into a new file."""
    runner, round = Runner(plan, game_named(plan.game)), first_round(plan, 2)
    files = iter(range(MANY))

    def play() -> None:
        with Store.create(folder / f"{next(files)}.db", plan) as store:
            runner.play(round, round.numbers(), lambda batch: batch.keep(store))

    return play


def workers(name: str, players: tuple[str, ...]) -> Row:
    """Compare two workers with one, in turn."""
    rates: dict[int, list[float]] = {1: [], WORKERS: []}
    for _ in range(WORKERS_ROUNDS):
        for count in rates:
            rates[count].append(rate(Plan(name, players, games=MANY, openings="none"), count))
    ratio = median(two / one for one, two in zip(rates[1], rates[WORKERS], strict=True))
    what = f"two workers against one, {name}, {' and '.join(players)}"
    note = f"load of the machine {getloadavg()[0]:.1f}"
    figures = median(rates[WORKERS]), median(rates[1])
    return Row(what, "games/s", *figures, ratio, f">= {WORKERS_BAR:g}", ratio >= WORKERS_BAR, note)


def rate(plan: Plan, count: int) -> float:
    """Return the games a second of so many workers, without the first seconds."""
    looks: list[tuple[float, int]] = []  # seconds and games
    games = 0

    def done(numbers: range, half_points: object) -> None:
        nonlocal games
        games += len(numbers)
        looks.append((monotonic(), games))

    def wanted() -> bool:
        return not looks or monotonic() - looks[0][0] < STARTING + SECONDS

    with TemporaryDirectory() as folder, Store.create(Path(folder) / "match.db", plan) as store:
        rounds = first_round(plan, 2)
        play_in_processes(store, rounds, [rounds.numbers()], count, done, wanted)
    measured = [look for look in looks if look[0] >= looks[0][0] + STARTING]
    (begin, first), (end, last) = measured[0], measured[-1]
    return (last - first) / (end - begin)

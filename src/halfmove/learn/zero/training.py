"""The loop of a training: groups of games take turns between the network and the threads that search.

While the leaves of one group are evaluated on the device, the threads search for the leaves of another; steps of
training run beside both. On a processor alone, one group does the same, one after the other.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
import torch

from halfmove.errors import HalfmoveError
from halfmove.learn.zero.device import Evaluator, Nets, Stepper
from halfmove.learn.zero.games import new_games
from halfmove.learn.zero.gumbel import halving_table
from halfmove.learn.zero.loss import Alarm, Losses
from halfmove.learn.zero.replay import Replay, Staging
from halfmove.learn.zero.selfplay import advance, chances
from halfmove.learn.zero.settings import MILLION, Settings, schedule
from halfmove.learn.zero.task import Task
from halfmove.learn.zero.workers import Call, Workers

PUBLISH = 25  # steps after which the network that plays follows the one that learns
STAGED = 8192  # positions that are moved to the device at a time; on a processor fewer
ROOM = 131_072  # positions that the staging holds
PARTS = 3  # of a group for each thread, so that none has to wait long for another
BEHIND = 24  # steps that may be due before play waits for them
FIRST_STEP = 20  # batches of positions before the first step
LEAGUE = 8  # earlier networks that are kept
ALARMED = 2 * MILLION  # positions after which a value must have learned something, or half of all
SWITCH = 1 / 50_000  # seconds between threads of Python, which are to hand over soon


class Report(NamedTuple):
    """How a training stands."""

    seconds: float
    positions: int
    games: int
    steps: int
    evaluations: float  #: a second, since the last report
    rate: float  #: positions a second
    simulations: int
    first_wins: float  #: share of the games that the first player won since the last report
    losses: Losses | None  #: means since the last report
    waits: tuple[float, float]  #: shares of the time for which the device, and the threads, were waited for


class Group:
    """Games that are evaluated together."""

    def __init__(self, training: Training, number: int) -> None:
        task, settings = training.task, training.settings
        elders = int(settings.games * settings.elders)
        nets, count = training.nets, settings.games
        self.evaluator = Evaluator(nets, training.evaluate, count, task.shape.seen, task.policy + 1, elders)
        asked, answer = self.evaluator.asked.numpy(), self.evaluator.answer.numpy()
        self.games = new_games(task.shape, count, settings.simulations, settings.seed * 1000 + number, asked, answer)
        cuts = np.linspace(0, count, training.threads * PARTS + 1).astype(int)
        luck = chances(settings.opening, settings.share, 1.0, elders)
        self._calls: dict[int, list[Call]] = {}
        self._arguments = task.game, task.view, self.games, task.game.initial
        self._cuts, self._luck, self._elders = cuts, luck, elders
        self.job: SimpleQueue[BaseException | None] | None = None

    def calls(self, simulations: int) -> list[Call]:
        """Return what the threads do to bring all games to their next leaves."""
        if simulations not in self._calls:
            table, actions = halving_table(simulations), self.games.actions.shape[1]
            self._calls[simulations] = [
                advance.prepare(
                    *self._arguments, table, simulations, self._luck, True, np.zeros(actions), int(first), int(last)
                )
                for first, last in zip(self._cuts, self._cuts[1:], strict=False)
                if first < last
            ]
        return self._calls[simulations]

    def send(self) -> None:
        """Let the network evaluate the leaves."""
        if self._elders:
            self.evaluator.asks_elder.numpy()[:] = self.games.asks_elder[: self._elders]
        self.evaluator.start()


class Training:
    """A network that learns a game from its own games."""

    def __init__(self, task: Task, settings: Settings, *, device: str = "cpu", threads: int = 1) -> None:
        sys.setswitchinterval(SWITCH)
        self.task, self.settings, self.device, self.threads = task, settings, device, threads
        if device == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self.nets = Nets(lambda: task.make_net(settings), task.inputs, settings, device)
        self.evaluate = torch.compile(self.nets.evaluate) if device == "cuda" else self.nets.evaluate
        size = min(settings.most_window, max(settings.least_window, settings.positions))
        self.replay = Replay(task.shape, task.inputs, task.policy, size, device)
        cells, places = (torch.from_numpy(each) for each in task.symmetries())
        self.stepper = Stepper(self.nets, self.replay, cells, places)
        self.groups = [Group(self, number) for number in range(settings.groups)]
        self.staging = Staging(task.shape, ROOM if device == "cuda" else ROOM // 8, device == "cuda")
        if device == "cuda":  # one is filled while the other is moved
            self._other = Staging(task.shape, ROOM, True)
            self._moved, self._other_moved = torch.cuda.Event(), torch.cuda.Event()
        self.counts = {"positions": 0, "games": 0, "first_wins": 0, "steps": 0, "evaluations": 0}
        self.owed = 0.0  # positions that are still to be learned from
        self.league: list[list[torch.Tensor]] = [self.nets.weights()]
        self.draws = np.random.default_rng(settings.seed)
        self.elder = 0  # which of these plays
        self.underway = False  # whether games are being played
        self.simulations = 0
        self.follow()

    def run(self, seconds: float = float("inf"), every: float = 5.0) -> Iterator[Report]:
        """Play and learn until the positions are there, or the time is over; tell how it stands every few seconds.

        It may be left whenever it tells, and begun again.
        """
        workers = Workers(self.threads)
        try:
            yield from self._run(workers, seconds, every)
        finally:
            for group in self.groups:
                self._finish(workers, group)
            workers.close()
            if self.device == "cuda":
                torch.cuda.synchronize()

    def imitate(self, times: float) -> int:
        """Learn so many times from the positions that were staged, and return how many there were."""
        added = self.replay.add(self.staging)
        self.stepper.head.fill_(self.replay.head)
        self.stepper.window.fill_(float(self.replay.count))
        self.nets.set_rate(self.settings.rate)
        self.stepper.let_steps_wait()
        for _ in range(max(1, int(times * added / self.settings.batch))):
            self.stepper.step()
        self.stepper.let_play_wait()
        self.nets.publish()
        return added

    def replan(self, positions: int) -> None:
        """Let the schedule end after so many positions."""
        self.settings = replace(self.settings, positions=max(positions, 2 * FIRST_STEP * self.settings.batch))

    def _run(self, workers: Workers, seconds: float, every: float) -> Iterator[Report]:
        counts, alarm = self.counts, Alarm()
        for group in self.groups:
            if not self.underway:
                workers.wait(workers.start(group.calls(self.simulations)))
                group.send()
        self.underway = True
        begin, tick, waits, last = time.perf_counter(), every, [0.0, 0.0], dict(counts, seconds=0.0)
        turn = 0
        while (now := time.perf_counter() - begin) < seconds and counts["positions"] < self.settings.positions:
            group, previous = self.groups[turn], self.groups[turn - 1]
            before = time.perf_counter()
            group.evaluator.wait()
            waits[0] += time.perf_counter() - before
            group.job = workers.start(group.calls(self.simulations))
            before = time.perf_counter()
            self._finish(workers, previous)
            waits[1] += time.perf_counter() - before
            turn = (turn + 1) % len(self.groups)
            if turn == 0:
                self._learn()
            if now > tick:
                report = self._report(now, last, waits)
                yield report
                late = counts["positions"] > min(ALARMED, self.settings.positions / 2)
                if report.losses and late and alarm.notice(report.losses.value, report.losses.mean_value):
                    raise HalfmoveError("the value of the network tells no more than a guess: training has stopped")
                last, tick = dict(counts, seconds=now), now + every
        yield self._report(time.perf_counter() - begin, last, waits)

    def _finish(self, workers: Workers, group: Group) -> None:
        """Wait for the threads that search for a group, if they do, and send its leaves."""
        if group.job is None:
            return
        workers.wait(group.job)
        group.job = None
        group.send()
        games, wins = self.staging.take(group.games)
        self.counts["games"] += games
        self.counts["first_wins"] += wins
        self.counts["evaluations"] += self.settings.games

    def _report(self, now: float, last: dict[str, Any], waits: list[float]) -> Report:
        counts = self.counts
        passed, games = max(1e-9, now - last["seconds"]), counts["games"] - last["games"]
        return Report(
            now,
            counts["positions"],
            counts["games"],
            counts["steps"],
            (counts["evaluations"] - last["evaluations"]) / passed,
            (counts["positions"] - last["positions"]) / passed,
            self.simulations,
            (counts["first_wins"] - last["first_wins"]) / max(1, games),
            self.stepper.report(),
            (waits[0] / max(now, 1e-9), waits[1] / max(now, 1e-9)),
        )

    def _learn(self) -> None:
        """Move positions to the device, and make the steps that are due."""
        settings, counts, cuda = self.settings, self.counts, self.device == "cuda"
        if self.staging.count >= (STAGED if cuda else settings.batch):
            self.stepper.let_play_wait()
            added = self.replay.add(self.staging)
            if cuda:
                self._moved.record()
                self.staging, self._other, self._moved, self._other_moved = (
                    self._other,
                    self.staging,
                    self._other_moved,
                    self._moved,
                )
                self._moved.synchronize()
            counts["positions"] += added
            self.owed += added * settings.reuse
            self.follow()
            self.stepper.let_steps_wait()
        while self.owed >= settings.batch and counts["positions"] > FIRST_STEP * settings.batch:
            behind = not cuda or self.owed > BEHIND * settings.batch
            if not self.stepper.is_idle():
                if not behind:
                    break
                self.stepper.wait()
            self.stepper.step()
            counts["steps"] += 1
            self.owed -= settings.batch
            if counts["steps"] % PUBLISH == 0:
                self.stepper.let_play_wait()
                self.nets.publish()
                self.stepper.let_steps_wait()
            if not behind:
                break

    def follow(self) -> None:
        """Follow the schedule, and now and then keep the network among the earlier ones and draw one of those."""
        done = self.counts["positions"]
        rate, window, self.simulations, share = schedule(self.settings, done)
        self.nets.set_rate(rate)
        self.stepper.window.fill_(float(max(1, min(window, self.replay.count))))
        self.stepper.head.fill_(self.replay.head)
        self.stepper.search_share.fill_(share)
        if done * 2 * LEAGUE >= len(self.league) * self.settings.positions and len(self.league) < 2 * LEAGUE:
            self.stepper.let_play_wait()
            self.league.append(self.nets.weights())
            self.elder = int(self.draws.integers(len(self.league)))
            self.nets.set_elder(self.league[self.elder])

"""`halfmove train --method zero`: settings, progress and files of a training."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from math import nan
from typing import Any

import torch

from halfmove.compiled import lane_of
from halfmove.errors import HalfmoveError, MalformedText, did_you_mean
from halfmove.learn.training import Progress, Request
from halfmove.learn.zero.checkpoint import begin_with, checkpoint, file_facts, network_arrays, restore
from halfmove.learn.zero.records import stage_records
from halfmove.learn.zero.settings import KINDS, SMALL, Settings
from halfmove.learn.zero.strength import strength
from halfmove.learn.zero.task import Task
from halfmove.learn.zero.training import Report, Training
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.weights_file import pack

EVERY = 5.0  # seconds from one report to the next
MEASURED = 0.2  # of the time: the speed is known then, and how many positions there will be
SAFE = 0.97  # of the positions that fit into the time
IMITATED = 4.0  # times that each position of the games of others is learned from
GAMES = 40  # by which strength is measured


class ZeroTrainer:
    """Learns a game by self-play with a network, on a GPU where there is one."""

    strength_unit = "of the points against random play, without search"

    def __init__(self, request: Request, kept: bytes | None = None) -> None:
        self.request = request
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.settings = read_settings(request, self.device)
        self.fixed = "positions" in request.options  # otherwise as many as fit into the time
        self.task = Task(unwrapped(request.game))
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = max(1, cores - 1) if self.device == "cuda" else 1
        if self.device == "cpu":  # the network takes the cores, if it is large enough for more than one
            torch.set_num_threads(cores if self.task.inputs.height else 1)
        self.training: Training | None = None
        self.seconds = 0.0  # of work so far
        self._kept = kept
        if kept is not None:
            self._begin()

    def plan(self) -> list[str]:
        """Return what will be done, in sentences."""
        settings, task = self.settings, self.task
        where = "on the GPU" if self.device == "cuda" else "on the processor, for there is no GPU"
        planes, cells = task.inputs.words.shape
        size = f"{task.inputs.height} x {task.inputs.width}"
        sees = f"{planes} planes of {size}" if task.inputs.height else f"{cells} bits"
        lines = [f"{self.request.name}: self-play with a network, {where}, and {self.threads} threads that search."]
        lines.append(
            f"The network, {settings.blocks} blocks of {settings.channels}, sees {sees} and tells a policy of"
            f" {task.policy} places, and win, draw or loss."
        )
        lines.append(f"A search takes {settings.simulations} simulations in the end (Gumbel search), fewer at first.")
        if self.request.records:
            lines.append(f"First it learns from the games in {', '.join(map(str, self.request.records))}.")
        if self.fixed or self.request.minutes is None:
            lines.append(f"It learns from {settings.positions:,} positions, seed {self.request.seed}.")
        else:
            lines.append(f"It takes about {self.request.minutes:g} minutes, seed {self.request.seed}.")
        given = ", ".join(f"{name}={value}" for name, value in settings.to_dict().items() if name != "seed")
        lines.append(f"--set: {given}.")
        if lane_of(task.game) != "compiled":
            lines.append("The game runs as plain Python: @compiled on its class would make it many times faster.")
        return lines

    def _begin(self) -> Training:
        if self.training is None:
            self.training = Training(self.task, self.settings, device=self.device, threads=self.threads)
            if self.request.begin is not None:
                begin_with(self.training, self.request.begin)
            if self._kept is not None:
                self.seconds = restore(self.training, self._kept, self.request)
                self._kept = None
        return self.training

    def train_until(self, positions: int) -> Iterator[Progress]:
        """Learn until there were so many positions, and tell after each of its turns how far it is."""
        for report in self._begin().run(every=0.0):
            self.seconds = report.seconds
            if report.positions >= positions:
                break
            yield self._progress(report)

    def train(self) -> Iterator[Progress]:
        """Learn, and tell how far it is."""
        training = self._begin()
        yield from self._imitate(training)
        limit = None if self.request.minutes is None else 60.0 * self.request.minutes
        planned = self.fixed or limit is None or self.seconds > MEASURED * limit
        before, shown = self.seconds, False
        left = float("inf") if limit is None else max(0.0, limit - before)
        for report in training.run(left, EVERY):
            self.seconds = before + report.seconds
            if not planned and limit is not None and self.seconds > MEASURED * limit:
                planned = True
                more = SAFE * report.rate * (limit - self.seconds)
                training.replan(report.positions + int(more))
            shown = True
            yield self._progress(report)
        if shown:
            yield self._progress(report)._replace(strength=strength(training, GAMES))

    def _imitate(self, training: Training) -> Iterator[Progress]:
        """Learn from the games of others, if there are any and nothing was learned yet."""
        if training.counts["steps"] or not self.request.records:
            return
        learned, begun = 0, time.perf_counter()
        for _ in stage_records(self.task, self.request.game, self.request.records, training.staging):
            learned += training.imitate(IMITATED)
            found = training.stepper.report()
            yield Progress(0, 0, learned, time.perf_counter() - begun, float(found.total) if found else nan)
        if not learned:
            raise HalfmoveError("the records hold no game that is over")
        training.follow()

    def _progress(self, report: Report) -> Progress:
        assert self.training is not None
        positions = self.training.settings.positions
        of = int(report.games * positions / max(1, report.positions))
        loss = float(report.losses.total) if report.losses else nan
        return Progress(report.games, max(of, report.games), report.positions, self.seconds, loss)

    def weights(self) -> bytes:
        """Return the file of weights to play with: the network in half precision."""
        training = self._begin()
        return pack(network_arrays(training), {**self.request.facts(), **file_facts(training)})

    def checkpoint(self) -> bytes:
        """Return all that is needed to go on."""
        return checkpoint(self._begin(), self.request, self.seconds)


def read_settings(request: Request, device: str) -> Settings:
    """Return the settings that a request asks for; on a processor they are small if nothing else is said."""
    given: dict[str, Any] = {"seed": request.seed}
    for name, value in request.options.items():
        if name not in KINDS or name == "seed":
            names = [each for each in KINDS if each != "seed"]
            raise HalfmoveError(
                f"--set {name}: there is no such option{did_you_mean(name, names)}; there are {', '.join(names)}"
            )
        try:
            number = float(value)
            given[name] = int(number) if KINDS[name] is int else number
        except (ValueError, OverflowError):
            raise MalformedText(f"--set {name}={value}: this is not a number") from None
        if not 0 <= given[name] < 1e12:
            raise HalfmoveError(f"--set {name}={value}: it must not be negative, nor too large")
    if request.games is not None:
        raise HalfmoveError("method zero counts positions and not games: say --minutes or --set positions=N")
    return Settings(**(SMALL if device == "cpu" else {}) | given)

"""`halfmove train --method rollouts`: rounds of games on all cores, and after each a fit to what became of them."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, fields
from math import nan
from typing import Any

import numpy as np
import torch

from halfmove.compiled import lane_of
from halfmove.core.encoding import find_encoding
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learn.options import read_options
from halfmove.learn.rollouts.fit import NAMES, LayerNet, Replay, fit, without_padding
from halfmove.learn.rollouts.selfplay import LONGEST, AfterStates, new_after_states, play_games
from halfmove.learn.strength import duel, has_evaluation
from halfmove.learn.td import learner_of
from halfmove.learn.training import Progress, Request
from halfmove.learn.zero.workers import Workers
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.inputs import LAYER, inputs_of
from halfmove.learned.models import new_layer
from halfmove.learned.weights_file import pack, require_rules, unpack
from halfmove.running.run import MOST_THREADS

PART = 2 * LONGEST  # after-states that a thread brings at a time, at least half of them
HALF = 16  # bits of a small number
LARGEST_BATCH, MOST_POSITIONS = 1 << 16, 10_000_000  # which some gigabytes of memory hold
LAST_RATE = 0.02  # of the first one, at the end
Play = Generator[Progress, None, list[AfterStates]]


@dataclass(frozen=True)
class Options:
    """What can be set by `--set NAME=VALUE`."""

    hidden: int = 128  #: units of the layer
    rounds: int = 0  #: of games, and of fits to them; 0: as many as fit into the time
    positions: int = 200_000  #: of a round
    kept: int = 5  #: rounds that are learned from: the last ones
    epochs: float = 2.0  #: times that each position is learned from in a round
    batch: int = 4096  #: positions of one step
    rate: float = 1e-3  #: of learning at first
    trace: float = 0.7  #: lambda: how much the rest of a game counts, against one ply ahead
    explore: float = 0.02  #: share of the actions that are random
    threads: int = 0  #: that play; 0: one for each core
    judge: int = 2000  #: games of each measure of strength; 0: it is not measured
    bits: int = 32  #: of a weight in the file: 16 make it small


class RolloutTrainer:
    """Fits a layer of hidden units to games against itself, from which the luck of the dice is taken."""

    def __init__(self, request: Request, kept: bytes | None = None) -> None:
        self.request = request
        self.game = find_encoding(unwrapped(request.game)).learned_as()
        self.encoding = find_encoding(self.game)
        self.options = options_of(request)
        if self.game.players != 2 or not self.game.has_chance or not self.encoding.bounded:
            raise HalfmoveError(f"{request.name}: method rollouts learns games of two players with chance")
        self.inputs = inputs_of(LAYER, self.encoding, self.game.advice)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = self.options.threads or cores
        hidden, encoding = self.options.hidden, self.encoding
        self.layer = new_layer(encoding.stages, self.inputs.count, hidden, encoding.outputs, request.seed)
        self.rounds, self.positions, self.seconds = 0, 0, 0.0
        if request.begin is not None:
            self._take(request.begin, "the weights to begin with")
        if kept is not None:
            self._restore(kept)
        self.opponent = has_evaluation(self.game)
        against = "the evaluation of the game" if self.opponent else "random play"
        self.strength_unit = f"points a game against {against}"

    def plan(self) -> list[str]:
        """Return what will be done, in sentences."""
        options, where = self.options, "on the GPU" if self.device == "cuda" else "on the processor"
        lines = [f"{self.request.name}: a layer of {options.hidden} units is fitted to games against itself, {where}."]
        lines.append(
            f"{self.inputs.count:,} inputs; {self.threads} threads play {options.positions:,} positions a round."
        )
        lines.append("It learns what all outcomes of chance are worth one ply ahead, and how the game went on.")
        budget = f"{options.rounds} rounds" if options.rounds else f"about {self.request.minutes:g} minutes"
        lines.append(f"It takes {budget}, seed {self.request.seed}.")
        given = ", ".join(f"{each.name}={getattr(options, each.name)}" for each in fields(options))
        lines.append(f"--set: {given}.")
        if lane_of(self.game) != "compiled":
            lines.append("The game runs as plain Python: @compiled on its class would make it many times faster.")
        return lines

    def train(self) -> Iterator[Progress]:
        """Play and fit by turns, and tell how far it is."""
        options, limit = self.options, 60.0 * (self.request.minutes or 1.0)
        net = LayerNet(self.layer).to(self.device)
        replay = Replay(options.kept, self.device)
        optimiser = torch.optim.Adam(net.parameters(), lr=options.rate)
        workers, longest, ends = Workers(self.threads), 0.0, False
        learners = [self._new_learner() for _ in range(self.threads)]
        begun = time.perf_counter() - self.seconds
        try:
            while self.rounds < options.rounds if options.rounds else not ends:
                start = time.perf_counter()
                replay.add((yield from self._play(workers, learners, begun)))
                done = self.rounds / options.rounds if options.rounds else min(1.0, self.seconds / limit)
                for group in optimiser.param_groups:
                    group["lr"] = options.rate * max(LAST_RATE, 1.0 - done)
                steps = max(1, int(options.epochs * replay.count / (options.batch * len(replay.kept))))
                losses = list(fit(net, replay, optimiser, steps, options.batch, self.request.seed + self.rounds))
                for name, array in net.arrays().items():
                    getattr(self.layer, name)[...] = array
                self.rounds += 1
                self.seconds = time.perf_counter() - begun
                longest = max(longest, time.perf_counter() - start)
                ends = not options.rounds and self.seconds + longest > limit
                yield self._progress(float(np.mean(losses)), self._strength())
        finally:
            workers.close()

    def _play(self, workers: Workers, learners: list[Any], begun: float) -> Play:
        """Play the games of a round, and return their after-states."""
        options, parts, count = self.options, list[AfterStates](), 0
        size = max(PART, min(options.positions // self.threads, 1 << 14)) + LONGEST
        rooms = [new_after_states(self.encoding, self.inputs, size) for _ in learners]
        streams = [random(1_000_003 * (self.request.seed + 1) + 1009 * self.rounds + i) for i in range(self.threads)]
        counts, start = [0] * self.threads, self.game.initial
        play = play_games.ready(learners[0], start, streams[0], rooms[0], options.trace, options.explore)

        def bring(i: int) -> None:
            counts[i] = int(play(learners[i], start, streams[i], rooms[i], options.trace, options.explore))

        while count < options.positions:
            workers.wait(workers.start([lambda i=i: bring(i) for i in range(self.threads)]))  # type: ignore[misc]
            parts += [without_padding(rooms[i], kept) for i, kept in enumerate(counts)]
            count += sum(counts)
            if count == 0:
                raise HalfmoveError(f"{self.request.name}: its games are over too early to learn from after-states")
            self.positions += sum(counts)
            self.seconds = time.perf_counter() - begun
            yield self._progress(nan)
        return parts

    def _progress(self, loss: float, strength: float = nan) -> Progress:
        of = self.options.rounds or int(self.rounds * 60.0 * (self.request.minutes or 1.0) / max(self.seconds, 1e-9))
        return Progress(self.rounds, max(of, self.rounds), self.positions, self.seconds, loss, strength, "rounds")

    def _new_learner(self) -> Any:
        return learner_of(self.game, self.encoding, self.inputs, self.layer, self.options.hidden)

    def _strength(self) -> float:
        if self.options.judge == 0:
            return nan
        numbers = random(self.request.seed)
        learner, games = self._new_learner(), self.options.judge
        return float(duel(learner, self.game.advice, self.game.initial, numbers, games, self.opponent, 0))

    def weights(self) -> bytes:
        """Return the file of weights to play with; nothing as long as nothing was learned."""
        if self.rounds == 0:
            return b""
        kind = np.float16 if self.options.bits == HALF else np.float32
        arrays: dict[str, Any] = {name: getattr(self.layer, name).astype(kind) for name in NAMES}
        return pack(arrays, {**self.request.facts(), **self._facts()})

    def checkpoint(self) -> bytes:
        """Return the network so far; the games of the last rounds are played anew."""
        counted = {"rounds": str(self.rounds), "seconds": str(self.seconds)}
        arrays: dict[str, Any] = {name: getattr(self.layer, name) for name in NAMES}
        return pack(arrays, {**self.request.facts(), **self._facts(), **counted})

    def _facts(self) -> dict[str, str]:
        return {"kind": LAYER, "positions": str(self.positions), "settings": repr(self.options)}

    def _take(self, content: bytes, name: str) -> Mapping[str, str]:
        """Begin with the layer of a file; one with fewer units is kept, and the new units add nothing at first."""
        given = unpack(content, name)
        require_rules(given, self.game, name)
        if given.facts.get("kind") != LAYER:
            raise HalfmoveError(f"{name} are not of a layer of hidden units")
        for part in NAMES:
            mine, array = getattr(self.layer, part), given.arrays.get(part)
            shape = array.shape if array is not None else ()
            units = -1 if part != "second_bias" else None
            fits = len(shape) == mine.ndim and shape[:units] == mine.shape[:units] and shape[-1] <= mine.shape[-1]
            if array is None or not fits:
                raise HalfmoveError(f"{name} do not fit: '{part}' should be {mine.shape}, or have fewer units")
            if part == "second":
                mine[...] = 0.0
            mine[..., : shape[-1]] = array
        return given.facts

    def _restore(self, content: bytes) -> None:
        """Go on from what `checkpoint` returned."""
        facts = self._take(content, "the checkpoint")
        if facts.get("settings") != repr(self.options) or facts.get("seed") != str(self.request.seed):
            raise HalfmoveError(f"the checkpoint was made with other settings: {facts.get('settings', '')[:200]}")
        try:
            self.rounds, self.positions = int(facts["rounds"]), int(facts["positions"])
            self.seconds = float(facts["seconds"])
        except (KeyError, ValueError):
            raise MalformedText("the checkpoint does not tell how far the training was: these are weights") from None


def options_of(request: Request) -> Options:
    """Return the options that were given as texts."""
    if request.games is not None:
        raise HalfmoveError("method rollouts counts rounds and not games: say --minutes or --set rounds=N")
    options = read_options(Options, request.options)
    if not 4 <= options.hidden <= 4096 or options.hidden % 4 or options.trace > 1 or options.explore > 1:
        raise HalfmoveError("--set: hidden is a multiple of 4 up to 4096, trace and explore are from 0 to 1")
    if options.batch < 1 or options.kept < 1 or options.positions < 1 or options.bits not in (HALF, 32):
        raise HalfmoveError("--set: batch, kept and positions are 1 at least, bits are 16 or 32")
    if options.batch > LARGEST_BATCH or options.positions > MOST_POSITIONS or options.threads > MOST_THREADS:
        limits = f"{LARGEST_BATCH:,}, {MOST_POSITIONS:,} and {MOST_THREADS}"
        raise HalfmoveError(f"--set: batch, positions and threads are {limits} at most")
    return options

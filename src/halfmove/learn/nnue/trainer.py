"""`halfmove train --method nnue`: the engine plays against itself on all cores, and a network is fitted to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import inf, isnan, nan

import numpy as np
import torch

from halfmove.compiled import Flag, lane_of
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learn.nnue.fit import Data, Net, fit, take_whole_numbers, whole_numbers
from halfmove.learn.nnue.selfplay import LONGEST, Positions, new_player, new_positions, play_games
from halfmove.learn.options import read_options
from halfmove.learn.training import Progress, Request
from halfmove.learn.zero.workers import Workers
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.nets.fingerprint import fingerprint_of_pieces
from halfmove.learned.nnue import KIND, inputs_of, nnue_advice
from halfmove.learned.weights_file import pack, unpack
from halfmove.running.node_counter import Stopped

PLAYED = 0.85  # of the time is for games; the fit takes seconds on a GPU
PLAYED_WITHOUT = 0.6  # without a GPU
PART = 2 * LONGEST  # positions that a thread brings at a time, at least half of them
LARGEST = 16 << 20  # bytes of the positions in a checkpoint: the last ones
POSITIONS = tuple(each.name for each in fields(Positions))


@dataclass(frozen=True)
class Options:
    """What can be set by `--set NAME=VALUE`."""

    units: int = 128  #: of the first layer, for each player
    nodes: int = 2500  #: that are looked at for each move, about
    positions: int = 0  #: from games; 0: as many as fit into the time
    epochs: float = 20.0  #: times that each position is learned from
    batch: int = 16_384  #: positions of one step
    rate: float = 1e-3  #: of learning
    threads: int = 0  #: that play; 0: one for each core


class NNUETrainer:
    """Fits an efficiently updated network to games of the engine against itself."""

    strength_unit = ""

    def __init__(self, request: Request, kept: bytes | None = None) -> None:
        self.request, self.game = request, unwrapped(request.game)
        self.options = options_of(request)
        self.view = find_view(self.game)
        if self.game.players != 2 or self.game.has_chance or not self.view.mirror:
            raise HalfmoveError(f"{request.name}: method nnue learns games of two players whose view shows pieces")
        self.inputs = inputs_of(self.view, self.game)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = self.options.threads or cores
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(request.seed)
        self.net = Net(self.inputs, self.options.units).to(self.device)
        self.parts: list[Positions] = []
        self.positions, self.seconds, self.loss = 0, 0.0, nan
        if request.begin is not None:
            self._begin_with(request.begin)
        if kept is not None:
            self._restore(kept)

    def plan(self) -> list[str]:
        """Return what will be done, in sentences."""
        options = self.options
        lines = [f"{self.request.name}: a network ({self.inputs} -> {options.units}) x 2 -> 1, efficiently updated."]
        lines.append(f"The engine plays against itself in {self.threads} threads, {options.nodes:,} nodes a move.")
        budget = f"{options.positions:,} positions" if options.positions else f"about {self.request.minutes:g} minutes"
        where = "on the GPU" if self.device == "cuda" else "on the processor, for there is no GPU"
        lines.append(f"It takes {budget}, then fits the network {where}, seed {self.request.seed}.")
        given = ", ".join(f"{each.name}={getattr(options, each.name)}" for each in fields(options))
        lines.append(f"--set: {given}.")
        if lane_of(self.game) != "compiled":
            lines.append("The game runs as plain Python: @compiled on its class would make it many times faster.")
        return lines

    def train(self) -> Iterator[Progress]:
        """Play, then fit, and tell how far it is."""
        yield from self._play()
        yield from self._fit()

    def _time_to_play(self) -> float:
        """Return for how many seconds games are played, where their number is not given."""
        share = PLAYED if self.device == "cuda" else PLAYED_WITHOUT
        return 60.0 * share * (self.request.minutes or 1.0) if not self.options.positions else inf

    def _play(self) -> Iterator[Progress]:
        options, request = self.options, self.request
        seconds = self._time_to_play()
        flag, size = Flag(), PART + LONGEST
        players = [replace(new_player(self.game, self.game.advice), flag=flag) for _ in range(self.threads)]
        room = [new_positions(self.game, size) for _ in players]
        first = 1_000 * (request.seed + self.positions) + 1  # a training that goes on plays other games
        counts, streams = [0] * self.threads, [random(first + i) for i in range(self.threads)]
        arguments = [(players[i], self.view, self.game.initial, streams[i], room[i]) for i in range(self.threads)]
        play = play_games.ready(*arguments[0], options.nodes)

        def bring(i: int) -> None:
            counts[i] = int(play(*arguments[i], options.nodes))

        workers, begun, last_report = Workers(self.threads), time.perf_counter() - self.seconds, 0.0
        try:
            while (now := time.perf_counter() - begun) < seconds and self.positions < (options.positions or now + 1e18):
                workers.wait(workers.start([lambda i=i: bring(i) for i in range(self.threads)]))  # type: ignore[misc]
                for i, count in enumerate(counts):
                    self.parts.append(_copied(room[i], count))
                    self.positions += count
                if self.positions == 0:
                    raise HalfmoveError(f"{request.name}: its games are decided too early to learn from positions")
                self.seconds = time.perf_counter() - begun
                if now - last_report > 2.0:
                    last_report = now
                    of = options.positions or int(self.positions * seconds / max(now, 1e-9))
                    yield Progress(self.positions, of, self.positions, now, nan, unit="positions")
        except Stopped:
            pass
        finally:
            flag.set()
            workers.close()

    def _fit(self) -> Iterator[Progress]:
        options, before, begun = self.options, self.seconds, time.perf_counter()
        mirror = self.view.mirror
        data = Data(self.parts, self.inputs // len(mirror), mirror, self.device)
        for progress in fit(self.net, data, options.batch, options.epochs, options.rate, self.request.seed):
            self.loss = progress.loss if isnan(progress.held_out) else progress.held_out
            self.seconds = before + time.perf_counter() - begun
            yield Progress(progress.step, progress.steps, self.positions, self.seconds, self.loss, unit="steps")

    def weights(self) -> bytes:
        """Return the file of weights to play with; nothing as long as games are played and no network is fitted."""
        if isnan(self.loss):
            return b""
        facts = {"kind": KIND, "pieces": fingerprint_of_pieces(self.game), "positions": str(self.positions)}
        facts |= {"loss": f"{self.loss:.6f}", "settings": repr(self.options)}
        return pack(whole_numbers(self.net), {**self.request.facts(), **facts})

    def checkpoint(self) -> bytes:
        """Return the network so far, and as many positions as fit: a training that goes on plays the games left."""
        arrays = {name: tensor.detach().cpu().numpy() for name, tensor in self.net.state_dict().items()}
        if self.parts:
            last = _last_parts(self.parts, LARGEST)
            arrays |= {name: np.concatenate([getattr(part, name) for part in last]) for name in POSITIONS}
        facts = {"kind": KIND, "pieces": fingerprint_of_pieces(self.game), "settings": repr(self.options)}
        facts |= {"seconds": str(min(self.seconds, self._time_to_play())), "loss": str(self.loss)}
        return pack(arrays, {**self.request.facts(), **facts})

    def _begin_with(self, content: bytes) -> None:
        """Take over the network of a file."""
        name = "the weights to begin with"
        given = unpack(content, name)
        units = len(nnue_advice(self.game, given, name).bias)
        if units != self.options.units:
            raise HalfmoveError(f"{name} are of another network: --set units={units}")
        take_whole_numbers(self.net, given.arrays)

    def _restore(self, content: bytes) -> None:
        kept = unpack(content, "the checkpoint")
        if kept.facts.get("pieces") != fingerprint_of_pieces(self.game):
            raise HalfmoveError("the checkpoint was made for other rules than these")
        arrays = dict(kept.arrays)
        positions = [arrays.pop(name) for name in POSITIONS if name in arrays]
        try:
            room = new_positions(self.game, len(positions[0]) if positions else 0)
            self.net.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
            for name, array in zip(POSITIONS, positions, strict=bool(positions)):
                getattr(room, name)[...] = array
            self.seconds, self.loss = float(kept.facts.get("seconds", "0")), float(kept.facts.get("loss", "nan"))
        except (RuntimeError, ValueError, TypeError):
            raise MalformedText("the checkpoint does not fit: it is of another network") from None
        self.parts, self.positions = [room] if positions else [], len(room.movers)


def _last_parts(parts: list[Positions], most: int) -> list[Positions]:
    """Return as many of the last parts as fit into so many bytes, one at least: to join all of them takes seconds."""
    last, size = list[Positions](), 0
    for part in reversed(parts):
        size += sum(getattr(part, name).nbytes for name in POSITIONS)
        if last and size > most:
            break
        last.append(part)
    return last[::-1]


def _copied(room: Positions, count: int) -> Positions:
    return Positions(*(np.array(getattr(room, each.name)[:count]) for each in fields(Positions)))


def options_of(request: Request) -> Options:
    """Return the options that were given as texts."""
    if request.games is not None:
        raise HalfmoveError("method nnue counts positions and not games: say --minutes or --set positions=N")
    options = read_options(Options, request.options)
    if not 1 <= options.units <= 128 or options.batch < 1 or options.nodes < 1:
        raise HalfmoveError("--set: units are from 1 to 128, batch and nodes are 1 at least")
    return options

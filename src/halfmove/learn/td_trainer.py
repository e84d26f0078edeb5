"""Training by temporal differences: what is chosen for a game, how long it takes, and what is kept to go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import ceil, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.encoding import find_encoding
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learn.strength import OPENING, duel, has_evaluation
from halfmove.learn.td import COUNTED, ERRORS, GAMES, POSITIONS, SCORES, Lesson, learner_of, play_and_learn
from halfmove.learn.td_options import (
    POINTS_STEADY,
    RATES,
    has_features,
    read_options,
    suitable_kind,
    why_kind,
)
from halfmove.learn.training import Progress, Request
from halfmove.learned.compact import DEFLATED, STEPS, compact, expand
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.inputs import CATEGORIES, FEATURES, KINDS, LAYER, TABLE, TUPLES, TableInputs, inputs_of
from halfmove.learned.models import Layer, new_layer, new_linear
from halfmove.learned.weights_file import Arrays, pack, require_rules, unpack

REPORTS, MEASURES = 50, 10  # of a training
AT_A_TIME = 0.5  # seconds of machine code
FIRST, SHARE = 2.0, 0.05  # seconds at most, and share of the time, in which the speed is found
EXPLORE_TABLE = 0.2  # share of random actions for a table, which knows nothing of states that it has not met
HALF = 16  # bits of a small number
SMALLER = {LAYER: (HALF,), TUPLES: tuple(STEPS)}  # in how few bits weights may be kept
LAST_RATE = 0.05  # of the first one, at the end


class TDTrainer:
    """Learns a game by temporal differences, in one thread: the same weights from the same seed, to the last bit."""

    def __init__(self, request: Request, checkpoint: bytes | None = None) -> None:
        self.request = request
        self.game = find_encoding(unwrapped(request.game)).learned_as()
        self.options = read_options(request.options)
        self.encoding = find_encoding(self.game)
        kind = self.options.kind or suitable_kind(self.game)
        if kind in (FEATURES, CATEGORIES) and not has_features(self.game):
            raise HalfmoveError(f"{request.name}: the game has no features of its own, as {kind} need")
        if kind == TUPLES and not self.encoding.tuples():
            raise HalfmoveError(f"{request.name}: no tuples stand beside the game; choose another kind")
        if kind == TABLE and "explore" not in request.options:
            self.options = self.options._replace(explore=EXPLORE_TABLE)
        if self.options.bits != 32 and (kind not in SMALLER or self.options.bits not in SMALLER[kind]):
            raise HalfmoveError(f"--set bits={self.options.bits}: of {kind}, weights are not kept in so few bits")
        if self.options.keep and kind != TUPLES:
            raise HalfmoveError(f"--set keep: of {kind}, all weights are kept")
        self.kind = kind
        self.inputs = inputs_of(kind, self.encoding, self.game.advice)
        self.rate = self.options.rate or RATES[kind]
        if kind == TUPLES and not self.encoding.bounded and "steady" not in request.options:
            self.options = self.options._replace(steady=POINTS_STEADY)
        self.of, self.seconds = request.games or 0, 0.0
        self.time = 0.0  # seconds that were asked for; 0 where a number of games was
        self.tally = np.zeros(COUNTED)  # the kernel counts, so that a training can be interrupted anywhere
        self.model = self._new_model()
        if request.begin is not None:
            self._begin_with(request.begin)
        if checkpoint is not None:
            self._restore(checkpoint)
        self.hidden = self.options.hidden if kind == LAYER else 1
        self.learner = learner_of(self.game, self.encoding, self.inputs, self.model, self.hidden)
        self.opponent = has_evaluation(self.game) and self.game.players == 2
        against = "the evaluation of the game" if self.opponent else "random play"
        self.strength_unit = "points a game" if self.game.players == 1 else f"points a game against {against}"

    def plan(self) -> list[str]:
        """Return what will be done, in sentences."""
        lines = [f"{self.request.name}: temporal differences on after-states, {self.kind}: {KINDS[self.kind]}."]
        lines.append(f"{self.inputs.count:,} inputs, of which a state has {self.inputs.most} at most.")
        if not self.options.kind:
            lines.append(f"Chosen because {why_kind(self.game, self.kind)}; --set kind=... takes another.")
        budget = f"{self.request.games:,} games" if self.request.games else f"about {self.request.minutes:g} min"
        lines.append(f"It plays {budget} against itself on one core, seed {self.request.seed}.")
        settings = ", ".join(f"{name}={value}" for name, value in self._settings().items())
        lines.append(f"--set: {settings}.")
        if "__compiled__" not in vars(type(self.game)):
            lines.append("The game runs as plain Python: @compiled on its class would make it many times faster.")
        return lines

    @property
    def games(self) -> int:
        """How many games were learned from."""
        return int(self.tally[GAMES])

    def train(self) -> Iterator[Progress]:
        """Learn, and tell how far it is."""
        if self.of == 0:
            self.time = 60.0 * (self.request.minutes or 1.0)
            self.of = self._games_in(self.time)
        while self.games < self.of:
            games, seconds = self.games, self.seconds
            progress = self._learn_until(min(self.of, self.games + max(1, self.of // REPORTS)))
            self._aim_again((self.games - games) / max(self.seconds - seconds, 1e-9))
            yield progress

    def weights(self) -> bytes:
        """Return the file of weights to play with."""
        arrays = self._arrays()
        if self.options.bits == HALF and self.kind == LAYER:
            arrays = {name: array.astype(np.float16) for name, array in arrays.items()}
        elif self.options.bits in STEPS:
            rest = self.options.start / self.inputs.most
            arrays = compact(arrays["weights"], self.options.bits, self._kept(), rest)
        return pack(arrays, {**self.request.facts(), **self._facts()})

    def checkpoint(self) -> bytes:
        """Return the weights with all that learning needs to go on."""
        arrays = self._whole_arrays()
        counted = {"seconds": str(self.seconds), "of": str(self.of), "time": str(self.time)}
        return pack({**arrays, "tally": self.tally}, {**self.request.facts(), **self._facts(), **counted})

    def _learn_until(self, games: int) -> Progress:
        """Learn, about half a second at a time: machine code does not hear Ctrl-C."""
        before, batch, rng = self.tally.copy(), 1, random(0)
        while self.games < games:
            count = min(batch, games - self.games)
            learn = play_and_learn.prepare(self.learner, self.game.initial, rng, self._lesson(), count, self.tally)
            began = time.process_time()
            learn()
            taken = time.process_time() - began
            self.seconds += taken
            batch = max(1, int(min(2 * batch, count * AT_A_TIME / max(taken, 1e-9))))
        with np.errstate(invalid="ignore"):  # numbers beyond all numbers are refused when they are to be kept
            done = self.tally - before
        alone = self.game.players == 1
        strength = done[SCORES] / max(1.0, done[GAMES]) if alone else self._strength(int(before[GAMES]))
        loss = done[ERRORS] / max(1.0, done[POSITIONS])
        return Progress(self.games, self.of, int(self.tally[POSITIONS]), self.seconds, loss, strength)

    def _lesson(self) -> Lesson:
        options, chance = self.options, self.game.has_chance
        fall = 1.0 - LAST_RATE if self.kind in (LAYER, FEATURES, TUPLES) else 0.0  # small games are known before
        explore, opening = (0.0, 0) if chance else (options.explore, options.opening)
        return Lesson(self.request.seed, self.of, self.rate, fall, options.steady, options.trace, explore, opening)

    def _strength(self, before: int) -> float:
        """Measure the strength now and then; not a number in between."""
        if self.options.judge == 0 or self.games * MEASURES // self.of == before * MEASURES // self.of:
            return nan
        opening, rng = 0 if self.game.has_chance else OPENING, random(self.request.seed)
        start, judge = self.game.initial, self.options.judge
        return duel(self.learner, self.game.advice, start, rng, judge, self.opponent, opening)

    def _games_in(self, seconds: float) -> int:
        """Return how many games fit into a time; a number, so that the same weights can be made again."""
        inputs = inputs_of(self.kind, self.encoding, self.game.advice)  # a table of its own
        twin = learner_of(self.game, self.encoding, inputs, self._new_model(), self.hidden)
        tally, games, batch = np.zeros(COUNTED), 0, 1
        lesson = self._lesson()._replace(of=1 << 30)
        play_and_learn(twin, self.game.initial, random(0), lesson, 1, tally)  # which compiles
        began = time.process_time()
        while time.process_time() - began < min(FIRST, SHARE * seconds):
            play_and_learn(twin, self.game.initial, random(0), lesson, batch, tally)
            games, batch = games + batch, 2 * batch
        return max(1, int(games * seconds / max(time.process_time() - began, 1e-6)))

    def _aim_again(self, speed: float) -> None:
        """Tell anew how many games fit into the time, as those of a better player may be longer.

        Only before the rate falls: until then the weights are the same whatever number there will be.
        """
        steady = self.options.steady
        if self.time > 0.0 and self.games < steady * self.of:
            more = int(speed * (self.time - self.seconds))
            self.of = max(self.games + more, ceil(self.games / steady))

    def _new_model(self) -> Any:
        encoding, options = self.encoding, self.options
        if self.kind == LAYER:
            return new_layer(encoding.stages, self.inputs.count, options.hidden, encoding.outputs, self.request.seed)
        return new_linear(self.inputs.count, encoding.bounded, options.start / self.inputs.most, self.kind != FEATURES)

    def _arrays(self) -> dict[str, Any]:
        if isinstance(self.model, Layer):
            names = ("first", "first_bias", "second", "second_bias")
            return {name: getattr(self.model, name) for name in names}
        if isinstance(self.inputs, TableInputs):
            met = self.inputs.keys != 0
            return {"keys": self.inputs.keys[met], "weights": self.model.weights[met]}
        return {"weights": self.model.weights}

    def _kept(self) -> NDArray[np.intp] | None:
        """Return which weights the file keeps: those that were changed most in all; None for all of them."""
        keep, sizes = self.options.keep, self.model.sizes
        if not 0 < keep < len(sizes):
            return None
        least = max(np.partition(sizes, -keep)[-keep], np.finfo(np.float32).tiny)
        return np.flatnonzero(sizes >= least)

    def _whole_arrays(self) -> dict[str, Any]:
        """Return all arrays that learning changes."""
        if isinstance(self.model, Layer):
            return self._arrays()
        whole = {name: getattr(self.model, name) for name in ("weights", "sums", "sizes")}
        return whole | (
            {"keys": self.inputs.keys, "met": self.inputs.met} if isinstance(self.inputs, TableInputs) else {}
        )

    def _settings(self) -> dict[str, Any]:
        return self.options._replace(kind=self.kind, rate=self.rate)._asdict()

    def _facts(self) -> dict[str, str]:
        settings = " ".join(f"{name}={value}" for name, value in self._settings().items())
        return {"kind": self.kind, "games": str(self.games), "settings": settings}

    def _begin_with(self, content: bytes) -> None:
        """Take over the weights of a file."""
        name = "the weights to begin with"
        given = unpack(content, name)
        require_rules(given, self.game, name)
        if isinstance(self.inputs, TableInputs):
            raise HalfmoveError(f"{name}: a table begins empty, or goes on with --resume")
        arrays = given.arrays
        if DEFLATED in arrays:
            weights = expand(arrays, self.inputs.count)
            arrays = {} if weights is None else {"weights": weights}
        self._take(arrays, self._arrays(), name)

    def _take(self, arrays: Arrays, into: dict[str, Any], name: str) -> None:
        for part, mine in into.items():
            array = arrays.get(part)
            if array is None or mine.shape != array.shape:
                raise MalformedText(f"{name} do not fit: '{part}' is not of the shape {mine.shape}")
            mine[...] = array

    def _restore(self, content: bytes) -> None:
        """Go on from what `checkpoint` returned."""
        name = "the checkpoint"
        kept = unpack(content, name)
        require_rules(kept, self.game, name)
        settings = kept.facts.get("settings", "")
        if settings != self._facts()["settings"] or kept.facts.get("seed") != str(self.request.seed):
            raise HalfmoveError(f"{name} was made with other settings: seed {kept.facts.get('seed')}, {settings[:200]}")
        self._take(kept.arrays, {**self._whole_arrays(), "tally": self.tally}, "what the checkpoint holds")
        try:
            self.of = self.request.games or int(kept.facts["of"])
            self.seconds = float(kept.facts["seconds"])
            self.time = 0.0 if self.request.games else float(kept.facts.get("time", "0"))
        except (KeyError, ValueError):
            raise MalformedText(f"{name} does not tell how far the training was") from None

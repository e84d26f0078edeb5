"""Examinations of learned networks: against exact values, our engine at a fixed depth, and GNU Go.

Many games are played at once, so that a network is asked about many positions at a time.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from halfmove import Engine, Limit
from halfmove.core.rules import action_named, legal_actions
from halfmove.learn.zero.many import ManyPositions
from halfmove.learn.zero.selfplay import is_learned_from

GNU_GO = "gnugo"
LONG = 240  # plies, after which a game of Go is counted as it stands


class Score(NamedTuple):
    """How a match went."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """Points of all that there were."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)


def score_of(results: list[float]) -> Score:
    return Score(sum(r > 0 for r in results), sum(r == 0 for r in results), sum(r < 0 for r in results))


def openings(
    rules: Any, count: int, plies: int, seed: int, wanted: Callable[[int], bool] = lambda action: True
) -> list[Any]:
    """Return different states after random actions."""
    numbers, found = np.random.default_rng(seed), dict[str, Any]()
    while len(found) < count:
        state = rules.initial
        for _ in range(plies):
            actions = [action for action in legal_actions(rules, state) if wanted(action)]
            state = rules.result(state, actions[numbers.integers(len(actions))])
        if not rules.is_terminal(state):
            found[rules.show(state)] = state
    return list(found.values())


def play_all(
    player: ManyPositions,
    states: list[Any],
    seats: list[int],
    others: Callable[[int, Any], int | None],
    threads: int = 16,
) -> list[float]:
    """Play a game from each state, the network in the seat that is given; return its results.

    `others` is asked for the action of the other player in a game, or None where he resigns.
    """
    rules, states = player.rules, list(states)
    left, results, plies = set(range(len(states))), [0.0] * len(states), [0] * len(states)
    with ThreadPoolExecutor(threads) as pool:
        while left:
            turn = sorted(i for i in left if rules.to_move(states[i]) == seats[i])
            if turn:
                actions, _ = player.choose([states[i] for i in turn])
                for i, action in zip(turn, actions, strict=True):
                    states[i] = rules.result(states[i], action)
            going = (i for i in left if not rules.is_terminal(states[i]))
            waiting = sorted(i for i in going if rules.to_move(states[i]) != seats[i])
            for i, answer in zip(waiting, pool.map(lambda i: others(i, states[i]), waiting), strict=True):
                if answer is None:
                    results[i] = 1.0
                    left.discard(i)
                else:
                    states[i] = rules.result(states[i], answer)
            for i in list(left):
                plies[i] += 1
                if rules.is_terminal(states[i]) or plies[i] > LONG:
                    results[i] = rules.utility(states[i], seats[i])
                    left.discard(i)
    return results


def against_engine(player: ManyPositions, depth: int, pairs: int, seed: int = 1, plies: int = 6) -> Score:
    """Play pairs of games from random openings against our engine at a depth, each opening with both colours."""
    starts = openings(player.rules, pairs, plies, seed)
    engine = Engine(player.game)

    def answer(number: int, state: Any) -> int:
        action = engine.choose(state, Limit(depth=depth)).action
        assert action is not None
        return action

    states, seats = [state for state in starts for _ in (0, 1)], [0, 1] * pairs
    return score_of(play_all(player, states, seats, answer, threads=1))


class GnuGo:
    """A process of GNU Go, spoken to in GTP."""

    def __init__(self, size: int, komi: float, level: int, seed: int, program: str = GNU_GO) -> None:
        options = f"--mode gtp --level {level} --chinese-rules --capture-all-dead --seed {seed}".split()
        self.process = subprocess.Popen(
            [program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for command in (f"boardsize {size}", f"komi {komi}", "clear_board"):
            self.ask(command)

    def ask(self, command: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = list[str]()
        for line in self.process.stdout:
            if line.strip():
                lines.append(line.strip())
            elif lines:
                break
        return " ".join(lines).lstrip("= ")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def against_gnu_go(
    player: ManyPositions, games: int, level: int = 10, plies: int = 2, seed: int = 1, program: str = GNU_GO
) -> Score:
    """Play against GNU Go on boards after random plies, each with both colours; areas are counted by our rules."""
    rules, size, colours = player.rules, player.game.size, ("black", "white")
    starts = openings(rules, (games + 1) // 2, plies, seed, lambda action: action < size * size)
    states = [state for state in starts for _ in (0, 1)][:games]
    engines = [GnuGo(size, player.game.komi, level, seed * 1000 + i, program) for i in range(games)]
    shown = [rules.initial] * games
    for i, state in enumerate(states):
        for point in range(size * size):
            black, white = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
            for colour, stones in zip(colours, (black, white), strict=True):
                if stones >> point & 1:
                    engines[i].ask(f"play {colour} {rules.name(point)}")
        shown[i] = state

    def answer(i: int, state: Any) -> int | None:
        before = shown[i]  # the network's action is the one that leads from here
        if before != state:
            action = next(a for a in legal_actions(rules, before) if rules.result(before, a) == state)
            engines[i].ask(f"play {colours[before.player]} {rules.name(action)}")
        word = engines[i].ask(f"genmove {colours[state.player]}").lower()
        if word == "resign":
            return None
        action = action_named(rules, state, word)
        shown[i] = rules.result(state, action)
        return action

    seats = [i % 2 for i in range(games)]
    try:
        return score_of(play_all(player, states, seats, answer))
    finally:
        for engine in engines:
            engine.close()


class Perfect:
    """BitBully with its book, which knows what every action of Connect Four is worth."""

    def __init__(self) -> None:
        from bitbully import bitbully_core as core
        from bitbully_databases import BitBullyDatabases

        self.core, path = core, BitBullyDatabases.get_database_path("12-ply-dist")
        self.solver = core.BitBullyCore(path)

    def scores(self, state: Any, rules: Any) -> dict[int, int]:
        """Return for each action how soon the mover wins or loses by it, the sooner the further from 0."""
        board = self.core.BoardCore()
        rows = [[0] * rules.width for _ in range(rules.height)]
        mover = 1 if state.player == 0 else 2
        for column in range(rules.width):
            for row in range(rules.height):
                bit = column * (rules.height + 1) + row
                if state.mask >> bit & 1:
                    rows[rules.height - 1 - row][column] = mover if state.mine >> bit & 1 else 3 - mover
        assert board.setBoard(rows)
        found = self.solver.scoreMoves(board)
        return {action: int(found[action]) for action in legal_actions(rules, state)}


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def optimal_share(player: ManyPositions, states: list[Any], scores: list[dict[int, int]]) -> float:
    """Return in how many states the chosen action keeps the value: a win stays a win, a draw a draw."""
    actions, _ = player.choose(states)
    right = [sign(known[action]) == sign(max(known.values())) for action, known in zip(actions, scores, strict=True)]
    return sum(right) / len(right)


def first_against_perfect(player: ManyPositions, games: int, perfect: Perfect, seed: int = 1) -> Score:
    """Play first against perfect play, which takes any of the actions that are best: the longest way to a loss."""
    rules, numbers = player.rules, np.random.default_rng(seed)

    def answer(number: int, state: Any) -> int:
        scores = perfect.scores(state, rules)
        best = max(scores.values())
        if number % 2:  # every other opponent only keeps the value, so that the games differ
            return int(numbers.choice([action for action, score in scores.items() if sign(score) == sign(best)]))
        return int(numbers.choice([action for action, score in scores.items() if score == best]))

    return score_of(play_all(player, [rules.initial] * games, [0] * games, answer, threads=1))


def held_out_states(rules: Any, count: int, seed: int, plies: int = 4) -> list[Any]:
    """Return different states of random games that no training learns from, and that leave a choice."""
    numbers, found = np.random.default_rng(seed), dict[int, Any]()
    while len(found) < count:
        state, ply = rules.initial, 0
        while not rules.is_terminal(state):
            actions, key = legal_actions(rules, state), rules.key(state)
            if ply >= plies and not is_learned_from(rules, state) and len(actions) > 1:
                found[key] = state
            state, ply = rules.result(state, actions[numbers.integers(len(actions))]), ply + 1
    return list(found.values())[:count]

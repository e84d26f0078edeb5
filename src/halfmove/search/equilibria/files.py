"""What was learned as a file: a line of JSON that says what follows, and then arrays of numbers.

Nothing in it is run or trusted: lengths, kinds of numbers and a digest are checked before anything is used.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.running.files import require_plain_file, write_whole
from halfmove.search.equilibria.equilibrium import Equilibrium
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.regret import VARIANTS, follow
from halfmove.search.equilibria.sampling import SAMPLINGS, SampledEquilibrium
from halfmove.search.equilibria.sequence_form import MOST_LEAVES

FORMAT = "halfmove policy 1"
_LONGEST_HEADER, _LARGEST = 1 << 16, 1 << 32  # bytes, of the first line and of a file
_PLAYERS = 2
_ROUNDING = 1e-9  # of a probability
_MOST = 1e200  # regrets and averages: far more than utilities can add up to, and sums of them are still numbers
_KINDS = ("<i8", "<i8", "<i8", "<f8", "<f8", "<f8")  # keys, counts of actions, actions; average, regrets, strategy


def save(path: Path, found: Equilibrium) -> None:
    """Write what was learned; a file that exists is replaced in one step."""
    arrays: list[Any] = []
    for learner in found.learners:
        sets = learner.sets
        arrays += [sets.keys, sets.count, sets.actions, learner.average, learner.regrets, learner.strategy]
    _write(path, found.game, found.variant, found.iterations, arrays)


def save_sampled(path: Path, found: SampledEquilibrium) -> None:
    """Write what two players have learned from games that were drawn; a file that exists is replaced in one step."""
    require_two(path, found.game)
    arrays: list[Any] = []
    for player in range(_PLAYERS):
        keys, counts, actions, average, regrets = found.learned(player)
        arrays += [keys, counts, actions, average, regrets, np.zeros(len(actions))]
    _write(path, found.game, found.sampling, found.iterations, arrays)


def require_two(path: Path, game: Game) -> None:
    """Refuse a file for more players, or fewer."""
    if game.players != _PLAYERS:
        raise HalfmoveError(f"{path}: a policy for {game.players} players; files are for {_PLAYERS}")


def _write(path: Path, game: Game, how: str, iterations: int, arrays: list[Any]) -> None:
    kinds = _KINDS * _PLAYERS
    body = b"".join(np.asarray(array, kind).tobytes() for array, kind in zip(arrays, kinds, strict=True))
    header = {
        "format": FORMAT,
        "game": identity(game),
        "variant": how,
        "iterations": iterations,
        "lengths": [len(array) for array in arrays],
        "digest": blake2b(body, digest_size=16).hexdigest(),
    }
    write_whole(path, json.dumps(header).encode() + b"\n" + body)


def load_policy(path: Path, game: Game) -> Policy:
    """Return the policy in a file, if it is one of this game."""
    _, arrays = _read(path, game)
    sets = []
    for player in range(_PLAYERS):
        keys, counts, actions, average, _, _ = _of(player, arrays)
        known, sequence = {}, 1
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            span = slice(sequence, sequence + count)
            total = float(average[span].sum())
            likely = (average[span] / total).tolist() if total > 0 else [1.0 / count] * count
            known[key] = tuple(zip(actions[span].tolist(), likely, strict=True))
            sequence += count
        sets.append(known)
    return Policy(sets)


def resume(path: Path, game: Game, most: int = MOST_LEAVES, seconds: float | None = None) -> Equilibrium:
    """Return what was learned in a file, to go on with."""
    header, arrays = _read(path, game)
    if header["variant"] not in VARIANTS:
        raise MalformedText(f"{path}: it was learned by sampling ({header['variant']}), which cannot be gone on with")
    found = Equilibrium(game, header["variant"], most, seconds)
    for player, learner in enumerate(found.learners):
        keys, counts, actions, average, regrets, strategy = _of(player, arrays)
        sets = learner.sets
        same = np.array_equal(keys, sets.keys) and np.array_equal(counts, sets.count)
        if not same or not np.array_equal(actions, sets.actions):
            raise MalformedText(f"{path}: it was learned by other rules than those of {type(game).__name__} now")
        learner.average[:], learner.regrets[:], learner.strategy[:] = average, regrets, strategy
        follow(sets, learner.strategy, learner.reach)
    found.go_on_from(header["iterations"])
    return found


def resume_sampled(path: Path, found: SampledEquilibrium) -> None:
    """Go on with what was learned in a file from games that were drawn."""
    header, arrays = _read(path, found.game)
    if header["variant"] != found.sampling:
        raise MalformedText(
            f"{path}: it was learned by {header['variant']}, which {found.sampling} sampling cannot go on with"
        )
    learned = [_of(player, arrays)[:5] for player in range(_PLAYERS)]  # there is no strategy beside the regrets
    found.go_on_from(header["iterations"], learned)


def _of(player: int, arrays: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """Return the arrays of one player."""
    return arrays[len(_KINDS) * player : len(_KINDS) * (player + 1)]


def identity(game: Game) -> str:
    """Return what a game is called in a file."""
    return repr(plain(game))


def _read(path: Path, game: Game) -> tuple[dict[str, Any], list[NDArray[Any]]]:
    """Return the header and the arrays of a file, checked."""
    require_plain_file(path, _LARGEST)
    try:
        with path.open("rb") as file:
            line = file.readline(_LONGEST_HEADER)
            body = file.read()
    except OSError as error:
        raise MalformedText(f"{path}: {error.strerror}") from None
    try:
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise ValueError
        lengths = [int(length) for length in header["lengths"]]
        if header["variant"] not in (*VARIANTS, *SAMPLINGS) or not 0 <= header["iterations"] < 1 << 62:
            raise ValueError
        header["iterations"] = int(header["iterations"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise MalformedText(f"{path}: this is not a policy that halfmove has written") from None
    if header.get("game") != identity(game):
        raise MalformedText(f"{path}: this is a policy for {str(header.get('game'))[:200]}, not for {identity(game)}")
    if len(lengths) != len(_KINDS) * _PLAYERS or min(lengths) < 0 or 8 * sum(lengths) != len(body):
        raise MalformedText(f"{path}: the file is cut off, or longer than it says")
    if blake2b(body, digest_size=16).hexdigest() != header.get("digest"):
        raise MalformedText(f"{path}: the file is damaged")
    arrays, start = [], 0
    for kind, length in zip(_KINDS * _PLAYERS, lengths, strict=True):
        arrays.append(np.frombuffer(body, kind, length, start))
        start += 8 * length
    for player in range(_PLAYERS):
        keys, counts, actions, *numbers = _of(player, arrays)
        sizes = {len(actions), *map(len, numbers), 1 + sum(counts.tolist())}  # which a sum of words could wrap round
        if len(sizes) != 1 or len(keys) != len(counts) or (counts < 1).any() or not (numbers[0] >= 0).all():
            raise MalformedText(f"{path}: its numbers do not fit together")
        if not all((np.abs(each) <= _MOST).all() for each in numbers):
            raise MalformedText(f"{path}: it holds what is not a number, or far too large")
        if not ((numbers[2] >= 0) & (numbers[2] <= 1 + _ROUNDING)).all():
            raise MalformedText(f"{path}: it holds what is not a probability")
    return header, arrays

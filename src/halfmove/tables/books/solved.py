"""A solved book: the exact value of every state up to some plies from the beginning.

Only the farthest states are proven: what those before them are worth follows. The file has the keys of all states in
growing order, which differ little from one to the next, and their values: a hundred thousand states take some tens of
kilobytes, and nothing has to be listed to look one up.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.choice import EXACT, Choice
from halfmove.core.game import ALLOWED, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import DamagedFile, HalfmoveError, WrongGame
from halfmove.running.files import require_plain_file
from halfmove.search.solving import prove
from halfmove.search.solving.table import ProofTable, proof_table
from halfmove.tables.blocks import BlockFile, section, write_blocks
from halfmove.tables.books.book import FORMAT, SOLVED, Book, Move
from halfmove.tables.fingerprint import bare, bare_state, fingerprint

Progress = Callable[[int, int, bool], None]  # states so far, all states, whether the last was proven just now
_BYTES = 8  # of a digest
MOST_PLIES = 16  # of a book
MOST_STATES = 1 << 18  # of one ply, which are proven one by one


class SolvedBook(Book):
    """Values by state, to the player to move; equal states by symmetry have one."""

    def __init__(self, game: Game, keys: NDArray[np.int64], values: NDArray[np.float64], plies: int) -> None:
        self.game, self.plies = game, plies
        self.header = {"from": "proofs", "exact": True, "plies": plies}
        self.keys, self.values = keys, values  # of states, in the growing order of their keys

    def __len__(self) -> int:
        return len(self.keys)

    def value(self, key: int) -> float | None:
        """Return what the state with a key is worth to the player to move; None if it is beyond the book."""
        place = int(np.searchsorted(self.keys, key))
        return float(self.values[place]) if place < len(self) and self.keys[place] == key else None

    @cached_property
    def by_key(self) -> dict[int, list[Move]]:  # type: ignore[override]
        """Every move of every state, one of those that are equal by symmetry, as other books have them."""
        layers = layers_of(self.game, self.plies)
        found = {self.key(state): self.moves(state) for layer in layers[:-1] for state in layer.values()}
        return {key: moves for key, moves in found.items() if moves}

    def moves(self, state: Any) -> list[Move]:
        """Return all moves with their values, the best first, and of equal ones those that look better."""
        rules, state = plain(bare(self.game)), bare_state(self.game, state)
        order = rules.advice.order
        moves = _moves(rules, state, self.value)
        return sorted(moves, key=lambda move: (-move.value, -order(state, move.action)))

    def choice(self, state: Any, seed: int = 0) -> Choice | None:
        """Return the best move with the line of the book; none where all is lost: a search holds out longer."""
        rules, line = plain(self.game), []
        moves, value = self.moves(state), None
        here = state
        while moves:
            value = moves[0].value if value is None else value
            line.append(moves[0].action)
            here = rules.result(here, moves[0].action)
            moves = self.moves(here)
        if value is None or value == self.game.utilities[0]:
            return None
        plies = None if rules.is_terminal(here) else 0
        choice = Choice(line[0], value, tuple(line), len(line), 1, kind=EXACT, distance=plies)
        return replace(choice, game=self.game, state=state)


def _moves(rules: Game, state: Any, value_of: Callable[[int], float | None]) -> list[Move]:
    """Return the moves of a state; none where the value of one of the states after it is not known."""
    if rules.is_terminal(state):
        return []
    player, moves = mover(rules, state), []
    for action in legal_actions(rules, state):
        child = rules.result(state, action)
        value = value_of(int(rules.key(child)))
        if value is None:
            return []
        value = value if mover(rules, child) == player else for_other(rules, value)
        moves.append(Move(action, value=value))
    return moves


def _ended(rules: Game, state: Any) -> float:
    return float(rules.utility(state, mover(rules, state)))


def layers_of(game: Game, plies: int) -> list[dict[int, Any]]:
    """Return the states after 0, 1, ... plies by their keys, one of those that are equal by symmetry."""
    require_no_secrets(game, "a book")
    cyclic = game.repetition != ALLOWED or hasattr(game.initial, "path")  # a value depends on the past
    if game.players != 2 or game.has_chance or cyclic:
        raise WrongGame(f"{type(game).__name__}: only a game of two players without chance and cycles is proven ahead")
    rules = plain(bare(game))
    layers = [{int(rules.key(rules.initial)): rules.initial}]
    for _ in range(plies):
        following: dict[int, Any] = {}
        for state in layers[-1].values():
            if not rules.is_terminal(state):
                for action in legal_actions(rules, state):
                    child = rules.result(state, action)
                    following.setdefault(int(rules.key(child)), child)
            if len(following) > MOST_STATES:
                raise HalfmoveError(f"more than {MOST_STATES:,} states after {len(layers)} plies: take fewer plies")
        layers.append(following)
    return layers


def solve_book(
    game: Game, plies: int, notes: Path, *, megabytes: float = 64, progress: Progress | None = None
) -> SolvedBook:
    """Prove every state after so many plies; `notes` keeps what is proven, so that interrupted work goes on."""
    layers = layers_of(game, plies)
    states, rules = layers[-1], bare(game)
    known = _read_notes(notes, _plan(rules, layers))
    table: ProofTable = proof_table(megabytes)  # what one state shows is of use for the next
    try:
        with notes.open("a", encoding="ascii", buffering=1) as file:
            for done, (key, state) in enumerate(states.items(), 1):
                proven = key not in known
                if proven:
                    over = plain(rules).is_terminal(state)
                    known[key] = _ended(plain(rules), state) if over else prove(rules, state, known=table).value
                    file.write(_note(key, known[key]))
                if progress:
                    progress(done, len(states), proven)
    except OSError as error:
        raise HalfmoveError(f"{notes}: {error.strerror}; what was done is kept") from None
    return _book_of(game, layers, {key: known[key] for key in states})


def _book_of(game: Game, layers: list[dict[int, Any]], values: dict[int, float]) -> SolvedBook:
    """Return the book of states after 0, 1, ... plies; `values` are those of the farthest."""
    rules = plain(bare(game))
    for layer in reversed(layers[:-1]):
        for key, state in layer.items():
            moves = _moves(rules, state, values.get)
            values[key] = max(move.value for move in moves) if moves else _ended(rules, state)
    keys = np.array(sorted(values), np.int64)
    return SolvedBook(game, keys, np.array([values[key] for key in keys.tolist()]), len(layers) - 1)


def _plan(rules: Game, layers: list[dict[int, Any]]) -> str:
    """Return what tells the work of one book from that of another."""
    return f"halfmove {fingerprint(rules)} {len(layers) - 1} {_digest(layers[-1])}"


def _digest(states: dict[int, Any]) -> str:
    return blake2b(np.array(list(states), np.int64).tobytes(), digest_size=_BYTES).hexdigest()


def _note(key: int, value: float) -> str:
    """Return a line of notes, which ends with its checksum: what is noted is believed."""
    fact = f"{key} {value!r}"
    return f"{fact} {crc32(fact.encode()):08x}\n"


def _noted(line: str) -> tuple[int, float]:
    """Return the key and the value of a line of notes."""
    fact, _, checksum = line.rpartition(" ")
    if int(checksum, 16) != crc32(fact.encode()):
        raise ValueError
    key, value = fact.split()
    return int(key), float(value)


def _read_notes(notes: Path, plan: str) -> dict[int, float]:
    """Return what was proven before; a last line that was not finished is cut off, and nothing else is written anew."""
    require_plain_file(notes)
    try:
        content = notes.read_bytes() if notes.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first, *lines = whole.decode("ascii").splitlines() or [plan]
        if first != plan:
            raise HalfmoveError(f"{notes}: these are notes of another book: move the file, or remove it")
        known = dict(map(_noted, lines))
        if len(whole) < len(content):
            os.truncate(notes, len(whole))
        if not whole:
            notes.write_text(f"{plan}\n", encoding="ascii")
    except OSError as error:
        raise HalfmoveError(f"{notes}: {error.strerror}") from None
    except ValueError:
        raise DamagedFile(f"{notes}: the file is damaged: remove it") from None
    return known


def write_solved(book: SolvedBook, name: str, path: Path) -> int:
    """Write a solved book, and return how many bytes it has."""
    rules = bare(book.game)
    header = {
        **book.header,
        "format": FORMAT,
        "kind": SOLVED,
        "game": name,
        "rules": fingerprint(rules),
        "states": len(book),
    }
    steps = np.rint((book.values - rules.utilities[0]) / rules.step).astype(np.int64)
    kind = np.uint8 if int(steps.max(initial=0)) <= np.iinfo(np.uint8).max else np.uint16
    sections = [section("keys", np.int64, len(book), "sorted"), section("values", kind, len(book))]
    return write_blocks(path, header, sections, [[book.keys], [steps.astype(kind)]])


def solved_in(file: BlockFile, game: Game) -> SolvedBook:
    """Return the solved book in a file, about the rules of `game`."""
    rules, plies = bare(game), file.header.get("plies")
    if not isinstance(plies, int) or not 0 <= plies <= MOST_PLIES:
        raise DamagedFile(f"{file.path}: the file is damaged: its header tells no plies")
    stored = file.array("keys")
    if stored.section.kind != "int64" or file.array("values").section.kind not in ("uint8", "uint16"):
        raise DamagedFile(f"{file.path}: the file is damaged: its keys or values are of another kind")
    keys, steps = stored.whole(), file.array("values").whole()
    if len(keys) != len(steps) or (keys[1:] <= keys[:-1]).any():
        raise DamagedFile(f"{file.path}: the file is damaged: its keys are not in order, or lack values")
    least, greatest = rules.utilities
    if int(steps.max(initial=0)) > round((greatest - least) / rules.step):
        raise DamagedFile(f"{file.path}: the file is damaged: a value is none of the game's")
    return SolvedBook(game, keys, least + rules.step * steps, plies)

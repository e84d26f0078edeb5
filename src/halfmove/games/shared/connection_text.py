"""Boards of six-sided cells and what is put on them, as people write it."""

from __future__ import annotations

import re
from typing import Any

from halfmove.compiled import plain
from halfmove.core.commentary import Commentary
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.grid import EMPTY, LETTERS
from halfmove.games.shared.picture import read_picture

SYMBOLS = "XO"
SWAP = "swap"
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")


class ConnectionText(Game):
    """The text of a game of linking sides on a board of `height` rows, each of `size` cells."""

    size = 3
    board = 0o777

    player_names = tuple(SYMBOLS)

    @property
    def height(self) -> int:
        """How many rows there are."""
        return self.size

    def show(self, state: Any) -> str:
        first, second = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        margin = len(str(self.height))
        lines = [" " * margin + " " + " ".join(LETTERS[: self.size])]
        for row in range(self.height):
            bits = [bit for bit in range(row * self.size, (row + 1) * self.size) if self.board >> bit & 1]
            cells = ["X" if first >> bit & 1 else "O" if second >> bit & 1 else EMPTY for bit in bits]
            lines.append(" " * row + f"{row + 1:>{margin}} {' '.join(cells)}")
        return "\n".join([*lines, f"{SYMBOLS[state.player]} to move"])

    def name(self, action: int, state: Any = None) -> str:
        """Return the letter of the column and the number of the row, from the top; or `swap`."""
        return SWAP if action == self.size * self.height else f"{LETTERS[action % self.size]}{action // self.size + 1}"

    def read(self, written: str) -> Any:
        """Return the state of a board as `show` draws it, or of the cells that were played: `b2 swap c1`."""
        game, words = plain(self), written.casefold().replace(",", " ").split()
        if all(word == SWAP or _CELL.fullmatch(word) for word in words):
            return _after(game, words)
        return _read_picture(game, written)


def _after(game: Any, words: list[str]) -> Any:
    """Return the state after these cells were played."""
    state = game.initial
    for place, word in enumerate(words, 1):
        objection = _objection(game, state, word)
        if objection:
            raise MalformedText(f"'{word}' at place {place}: {objection}")
        state = game.result(state, _action(game, word))
    return state


def _action(game: Any, word: str) -> int | None:
    """Return the action of a name, or None if there is no such cell."""
    if word == SWAP:
        return int(game.size * game.height)
    cell = _CELL.fullmatch(word)
    if cell is None or cell[1] not in LETTERS[: game.size] or int(cell[2]) > game.height:
        return None
    bit = (int(cell[2]) - 1) * game.size + LETTERS.index(cell[1])
    return bit if game.board >> bit & 1 else None


def _objection(game: Any, state: Any, word: str) -> str:
    """Return why an action is not legal; nothing if it is."""
    action = _action(game, word)
    if action is None:
        size = game.size if game.size == game.height else f"{game.size} x {game.height}"
        return f"there is no such cell on a board of size {size}"
    if game.is_terminal(state):
        return "the game is over"
    if word == SWAP:
        return "" if game.may_swap(state) else "only the first stone of a game with swap can be taken over"
    for stones, player in ((state.mine, state.player), (state.theirs, 1 - state.player)):
        if stones >> action & 1:
            return f"there is a stone of {SYMBOLS[player]} on it"
    return ""


def _read_picture(game: Any, written: str) -> Any:
    """Return the state of a board: rows parted by lines or slashes, and who is to move where it does not follow."""
    text, player = written.strip(), None
    mover = re.search(r"\b([xo])\s+to\s+move\s*$", text, re.IGNORECASE)
    if mover:
        text, player = text[: mover.start()], SYMBOLS.index(mover[1].upper())
    stones = _read_stones(game, text)
    player = _mover(game, stones[0].bit_count(), stones[1].bit_count(), player)
    state = game.set_up(*stones, player)
    if game.is_terminal(game.set_up(*stones, 1 - player)):
        raise MalformedText(f"{SYMBOLS[player]} has won, and {SYMBOLS[1 - player]} has played on")
    if game.is_terminal(state) and not _has_last_stone(game, stones, player):
        raise MalformedText(f"{SYMBOLS[1 - player]} has won by two chains, and has played on after the first")
    return state


def _has_last_stone(game: Any, stones: tuple[int, int], player: int) -> bool:
    """Tell whether a stone of the winner can have been the last: without it he has not won."""
    for bit in range(game.size * game.height):
        if stones[1 - player] >> bit & 1:
            before = [colour & ~(1 << bit) for colour in stones]
            if not game.is_terminal(game.set_up(*before, player)):
                return True
    return False


def _read_stones(game: Any, text: str) -> tuple[int, int]:
    """Return the stones of X and of O in a picture."""
    rows = [range(y * game.size, (y + 1) * game.size) for y in range(game.height)]
    bits = [[bit for bit in row if game.board >> bit & 1] for row in rows]
    named = [(number, [game.name(bit) for bit in row]) for number, row in enumerate(bits, 1)]
    cells = read_picture(text, named, SYMBOLS + EMPTY, LETTERS[: game.size], "cells")
    placed = list(zip((bit for row in bits for bit in row), cells, strict=True))
    first, second = (sum(1 << bit for bit, cell in placed if cell == symbol) for symbol in SYMBOLS)
    return first, second


def _mover(game: Any, first: int, second: int, given: int | None) -> int:
    """Return who is to move, from how many stones X and O have; after a swap either player may be."""
    movers = [player for player in (0, 1) if first - second == player]
    if game.swap and second:
        movers += [player for player in (0, 1) if first - second == player - 1]
    if not movers or given is not None and given not in movers:
        mover = "" if given is None else f", and {SYMBOLS[given]} to move"
        raise MalformedText(f"{first} X and {second} O{mover}: X begins and they take turns")
    return movers[0] if given is None else given


class ConnectionTextCommentary(Commentary):
    """There is no such cell, or no room on it."""

    def why_illegal(self, state: Any, written: str) -> str:
        """Return why a player cannot do what is written."""
        return _objection(plain(self.game), state, written.casefold())

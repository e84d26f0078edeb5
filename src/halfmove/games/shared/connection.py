"""What games of linking sides have in common: stones on six-sided cells, put down in turn, never moved or taken.

Every row is half a cell to the right of the one above, so that the neighbours of 4 are 1 and 2, 3 and 5, 6 and 7:

     0  1  2      a1 b1 c1
       3  4  5      a2 b2 c2
         6  7  8      a3 b3 c3
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.compiled import bit_count, compiled, lowest_bit, mix, nth_bit, plain
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.grid import EMPTY, LETTERS

SMALL, WIDE, HUGE = 64, 128, 384  # bits of a board
LARGEST = 19  # cells on a side
SYMBOLS = "XO"
SWAP = "swap"
CHUNK = 32  # bits of a board that are looked through at a time
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")


@compiled
class ConnectionGame(Game):
    """X and O in turn put a stone on an empty cell of `board`, a set of bits in rows of `size`; X begins.

    A subclass says what wins. Its state holds `mine` and `theirs`, the stones of the player to move and of the other
    one, and `player`.
    """

    size = 3
    board = 0o777
    not_left = 0o666  # all cells but those of the leftmost column
    not_right = 0o333
    swap = False

    def to_move(self, state: Any) -> int:
        return state.player

    def actions(self, state: Any) -> Any:
        empty = self.board ^ (state.mine | state.theirs)
        for chunk in range(0, self.size * self.size, CHUNK):
            left = int(empty >> chunk & (1 << CHUNK) - 1)
            while left:
                yield chunk + lowest_bit(left)
                left &= left - 1
        if self.may_swap(state):
            yield self.size * self.size

    def sample(self, state: Any, rng: Any) -> int:
        """Return a legal action at random, each as likely as another, without listing them all."""
        empty = self.board ^ (state.mine | state.theirs)
        count = bit_count(empty)
        index = rng.below(count + self.may_swap(state))
        return nth_bit(empty, index) if index < count else self.size * self.size

    def may_swap(self, state: Any) -> bool:
        """Tell whether the first stone can be answered by taking it over."""
        return self.swap and state.player == 1 and state.mine == 0 and state.theirs & state.theirs - 1 == 0

    def utility(self, state: Any, player: int) -> float:
        """Who has just put down a stone has won."""
        return -1.0 if player == state.player else 1.0

    def order(self, state: Any, action: int) -> float:
        """Prefer the middle of the board."""
        across, down = 2 * (action % self.size) - self.size + 1, 2 * (action // self.size) - self.size + 1
        return -float(across * across + down * down + across * down)

    def key(self, state: Any) -> int:
        """Return a hash of the stones: what else a state knows follows from them."""
        return mix(state.player, mix(state.theirs, mix(state.mine)))

    def stone(self, state: Any, cell: int) -> Any:
        """Return the bit of a cell, in as many bits as the state's sets have."""
        return (state.mine & 0 | 1) << cell

    def missing(self, stones: Any, empty: Any, first: Any, last: Any) -> int:
        """Return how many more stones, at the least, link two sides."""
        reached = self.grown(stones & first, stones)
        count = 0
        while not reached & last:
            step = (self.around(reached) | first) & empty
            reached = self.grown(reached | step, stones)
            empty ^= step
            count += 1
            if not step:
                break
        return count

    def grown(self, cells: Any, room: Any) -> Any:
        """Return the cells, and all of `room` that one comes to from them over `room`."""
        while True:
            grown = cells | self.around(cells) & room
            if grown == cells:
                return cells
            cells = grown

    def around(self, cells: Any) -> Any:
        """Return the neighbours of all cells, and some bits beyond the board, which the caller leaves out."""
        to_right, to_left = cells & self.not_right, cells & self.not_left
        beside = to_right << 1 | to_left >> 1
        return beside | cells << self.size | cells >> self.size | to_right >> self.size - 1 | to_left << self.size - 1

    def show(self, state: Any) -> str:
        first, second = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        margin = len(str(self.size))
        lines = [" " * margin + " " + " ".join(LETTERS[: self.size])]
        for row in range(self.size):
            bits = [bit for bit in range(row * self.size, (row + 1) * self.size) if self.board >> bit & 1]
            cells = ["X" if first >> bit & 1 else "O" if second >> bit & 1 else EMPTY for bit in bits]
            lines.append(" " * row + f"{row + 1:>{margin}} {' '.join(cells)}")
        return "\n".join([*lines, f"{SYMBOLS[state.player]} to move"])

    def name(self, action: int, state: Any = None) -> str:
        """Return the letter of the column and the number of the row, from the top; or `swap`."""
        return SWAP if action == self.size * self.size else f"{LETTERS[action % self.size]}{action // self.size + 1}"

    def player_name(self, player: int) -> str:
        return SYMBOLS[player]

    def read(self, written: str) -> Any:
        """Return the state of a board as `show` draws it, or of the cells that were played: `b2 swap c1`."""
        game, words = plain(self), written.casefold().replace(",", " ").split()
        if all(word == SWAP or _CELL.fullmatch(word) for word in words):
            return _after(game, words)
        return _read_picture(game, written)

    def why_illegal(self, state: Any, written: str) -> str:
        """Return why a player cannot do what is written."""
        return _objection(plain(self), state, written.casefold())


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
        return int(game.size * game.size)
    cell = _CELL.fullmatch(word)
    if cell is None or cell[1] not in LETTERS[: game.size] or int(cell[2]) > game.size:
        return None
    bit = (int(cell[2]) - 1) * game.size + LETTERS.index(cell[1])
    return bit if game.board >> bit & 1 else None


def _objection(game: Any, state: Any, word: str) -> str:
    """Return why an action is not legal; nothing if it is."""
    action = _action(game, word)
    if action is None:
        return f"there is no such cell on a board of size {game.size}"
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
    stones = _read_rows(game, text)
    player = _mover(game, stones[0].bit_count(), stones[1].bit_count(), player)
    state = game.set_up(*stones, player)
    if game.is_terminal(game.set_up(*stones, 1 - player)):
        raise MalformedText(f"{SYMBOLS[player]} has won, and {SYMBOLS[1 - player]} has played on")
    if game.is_terminal(state) and not _has_last_stone(game, stones, player):
        raise MalformedText(f"{SYMBOLS[1 - player]} has won by two chains, and has played on after the first")
    return state


def _has_last_stone(game: Any, stones: tuple[int, int], player: int) -> bool:
    """Tell whether a stone of the winner can have been the last: without it he has not won."""
    for bit in range(game.size * game.size):
        if stones[1 - player] >> bit & 1:
            before = [colour & ~(1 << bit) for colour in stones]
            if not game.is_terminal(game.set_up(*before, player)):
                return True
    return False


def _read_rows(game: Any, text: str) -> tuple[int, int]:
    """Return the stones of X and of O."""
    rows = re.split(r"[/\n]", text.strip())
    rows = rows[0].split() if len(rows) == 1 else rows
    rows = [re.sub(r"\s", "", re.sub(r"^\s*\d+", "", row)).upper() for row in rows]
    rows = [row for row in rows if row not in ("", LETTERS[: game.size].upper())]
    if len(rows) != game.size:
        raise MalformedText(f"the picture has {len(rows)} rows where the board has {game.size}")
    stones = [0, 0]
    for y, row in enumerate(rows):
        bits = [bit for bit in range(y * game.size, (y + 1) * game.size) if game.board >> bit & 1]
        if len(row) != len(bits):
            raise MalformedText(f"row {y + 1} is '{row}': {len(row)} cells where the board has {len(bits)}")
        for bit, cell in zip(bits, row):
            if cell in SYMBOLS:
                stones[SYMBOLS.index(cell)] |= 1 << bit
            elif cell != EMPTY:
                raise MalformedText(f"{game.name(bit)} is '{cell}', which is none of X O {EMPTY}")
    return stones[0], stones[1]


def _mover(game: Any, first: int, second: int, given: int | None) -> int:
    """Return who is to move, from how many stones X and O have; where a stone was taken over there are two ways."""
    movers = [player for player in (0, 1) if first - second == player]
    if game.swap and second:
        movers += [player for player in (0, 1) if first - second == player - 1]
    if not movers or given is not None and given not in movers:
        said = "" if given is None else f", and {SYMBOLS[given]} to move"
        raise MalformedText(f"{first} X and {second} O{said}: X begins and they take turns")
    return movers[0] if given is None else given

"""A board for a terminal with colours: pieces in the colours of their players, and what was played last marked.

What `show` writes is decorated character by character, so that every game has a drawing and none has two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rich.text import Text

from halfmove.core.game import Game
from halfmove.play.terminal.looks import Look, look_of

_MARKED_SQUARE = "#8a63d2"  # behind pieces of either colour
_LINES = "-|/\\+"  # between the points of a board
_LABEL = re.compile(r"\s*\d+\s")  # the number of a row
_NOTATION = re.compile(r"\S{12}| / ")  # a state in one line, as programs write it

Place = tuple[int, int]  # row and column of a character


def draw(game: Game, states: Sequence[Any], width: int, unicode: bool) -> Text:
    """Return a picture of the last state, in which the squares are marked that the last action changed."""
    look, lines = look_of(game), game.show(states[-1]).splitlines()
    marked = _last_changes(game, look, states, lines)
    longest = max((len(line) for line in lines if _is_board(line, look)), default=0)
    rows = []
    for row, line in enumerate(lines):
        if not _is_board(line, look):
            if len(line) <= width or not _NOTATION.search(line):  # notation that does not fit is left out
                rows.append(Text(line, "dim" if _NOTATION.search(line) else ""))
            continue
        places = {place for at, place in marked if at == row}
        if look.numbers:
            rows.append(_numbers(line, look, places))
        else:
            rows.append(_squares(line.ljust(longest), look, row, places, look.glyphs if unicode else {}))
    return Text("\n").join(rows)


def _is_board(line: str, look: Look) -> bool:
    """Tell whether a line shows squares: lines of coordinates, of words and of notation do not."""
    squares = {*look.pieces, look.empty}
    if not {*line} <= {*squares, *_LINES, *" 0123456789"}:
        return False
    crowded = any(one in squares and other in squares for one, other in pairwise(line))
    return bool(look.numbers or {*squares, *_LINES} & {*line}) and not crowded


def _last_changes(game: Game, look: Look, states: Sequence[Any], lines: list[str]) -> set[Place]:
    """Return where the last action that changed the board did so.

    Where it put something on an empty square, what else changed its owner, as discs that turn over, is left out.
    """
    for state in reversed(states[:-1]):
        before = game.show(state).splitlines()
        changed = {
            (row, place): (old[place], new[place])
            for row, (old, new) in enumerate(zip(before, lines, strict=False))
            if _is_board(new, look) and len(old) == len(new)
            for place in range(len(new))
            if old[place] != new[place]
        }
        if changed:
            placed = any(old == look.empty for old, _ in changed.values())
            return {place for place, pair in changed.items() if look.empty in pair or not placed}
    return set()


def _squares(line: str, look: Look, row: int, marked: set[int], glyphs: Any) -> Text:
    """Return a line of a board: its number, and its squares with the blanks behind them."""
    label = _LABEL.match(line)
    start = label.end() if label else 0
    drawn = Text().append(line[:start], "dim")
    for place, character in enumerate(line[start:] + " " * bool(look.squares), start):
        blank = (place - start) % 2 == 1
        square = place - 1 if look.squares and blank else place  # a blank looks as the square before it
        style = _style(look, line[square], row + (square - start) // 2, square in marked)
        drawn.append(glyphs.get(character, character), style)
    return drawn


def _style(look: Look, character: str, place: int, marked: bool) -> str:
    """Return how a square looks: its piece in front, and what is behind it."""
    colour = look.pieces.get(character)
    front = f"bold {colour}" if colour else "dim"
    if not look.squares:
        return f"{front} reverse" if marked else front
    behind = look.squares[place % len(look.squares)]
    if marked:
        behind = _MARKED_SQUARE
    elif character == " " and look.between:
        behind = look.between
    return f"{front} on {behind}"


def _numbers(line: str, look: Look, marked: set[int]) -> Text:
    """Return a line of numbers, each on the colour of its power of two; new ones are underlined."""
    drawn = Text()
    for part in re.finditer(r"\d+|\D+", line):
        text = part.group()
        style = f"bold white on {look.numbers[int(text).bit_length() % len(look.numbers)]}" if text.isdigit() else "dim"
        new = text.isdigit() and any(place in marked for place in range(*part.span()))
        drawn.append(text, f"{style} underline" if new else style)
    return drawn

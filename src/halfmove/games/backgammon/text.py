"""Backgammon as text: plays such as `13/7,8/7*`, and the position IDs of GNU Backgammon.

A position ID is 80 bits: for each point of the player who is not to move, from his ace point on, and then his bar, a
one for each checker and a zero; the same for the player to move; zeros to the end. They are written in base 64, lowest
bits first. The manual of GNU Backgammon says it the other way round; the program does it this way.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from typing import Any

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.backgammon.board import (
    BAR,
    CENTRED,
    CHECKERS,
    DIE,
    DROPPED,
    LOW_FIRST,
    NIBBLE,
    OFF,
    OFFERED,
    ONE,
    OPENING,
    SECOND_STARTS,
    SIDES,
    START,
    STEP,
    TO_DOUBLE,
    TO_ROLL,
    Position,
)

TO_DO = {
    TO_ROLL: "the dice are to be thrown: two numbers, as in 31",
    OPENING: "the dice are to be thrown, and show different numbers: X's and O's, as in 31, or who begins, as in X31",
    TO_DOUBLE: "the player decides whether to roll or to double",
    OFFERED: "the player decides whether to take or to drop the doubled cube",
    DROPPED: "the game is over",
}
ID_LETTERS, ID_BYTES = 14, 10
PADDING = "=="  # which base 64 has and a position ID has not
STAGES = {"roll": TO_ROLL, "opening": OPENING, "decide": TO_DOUBLE, "doubled": OFFERED, "dropped": DROPPED}
PLAYERS = "XO"
GREATEST_CUBE = 1 << 20
HALF = 12  # points on a side of the board


def count(side: int, place: int) -> int:
    return side >> NIBBLE * place & ONE - 1


def position_id(position: Any) -> str:
    """Return the position ID of GNU Backgammon."""
    bits, length = 0, 0
    for side in (position.theirs, position.mine):
        for place in (*range(OFF - 1, BAR, -1), BAR):
            ones = count(side, place)
            bits |= (1 << ones) - 1 << length
            length += ones + 1
    return b64encode(bits.to_bytes(ID_BYTES, "little")).decode().removesuffix(PADDING)


def read_id(written: str) -> tuple[int, int]:
    """Return the checkers of the player to move and of the other one, from a position ID."""
    for place, letter in enumerate(written, 1):
        if not re.fullmatch(r"[A-Za-z0-9+/]", letter):
            raise MalformedText(
                f"'{letter}' at place {place} of the position ID '{written}' is not a letter of base 64"
            )
    if len(written) != ID_LETTERS:
        raise MalformedText(f"the position ID '{written}' has {len(written)} letters where it should have {ID_LETTERS}")
    try:
        decoded = b64decode(written + PADDING, validate=True)
    except Error as error:
        raise MalformedText(f"the position ID '{written}' is not base 64: {error}") from None
    if b64encode(decoded).decode().removesuffix(PADDING) != written:
        raise MalformedText(f"'{written[-1]}' at the end of the position ID '{written}' has bits beyond the last")
    bits, sides = int.from_bytes(decoded, "little"), []
    for owner in ("the other player", "the player to move"):
        side, checkers = 0, 0
        for place in (*range(OFF - 1, BAR, -1), BAR):
            while bits & 1:
                side += 1 << NIBBLE * place
                checkers += 1
                bits >>= 1
                if checkers > CHECKERS:
                    raise MalformedText(f"the position ID '{written}': {owner} has more than {CHECKERS} checkers")
            bits >>= 1
        sides.append(side | CHECKERS - checkers << NIBBLE * OFF)
    if bits:
        raise MalformedText(f"the position ID '{written}' goes on after the last point")
    theirs, mine = sides
    for place in range(1, OFF):
        if count(mine, place) and count(theirs, OFF - place):
            raise MalformedText(f"the position ID '{written}': both players have checkers on point {OFF - place}")
    if count(mine, OFF) == CHECKERS:
        raise MalformedText(f"the position ID '{written}': the player to move has borne off all his checkers")
    return mine, theirs


class BackgammonText(Game):
    """A game of backgammon: the text of it, and nothing else."""

    cube: int = 1

    def check_cube(self) -> None:
        """Refuse values that a cube cannot have."""
        if not 1 <= self.cube <= GREATEST_CUBE or self.cube & self.cube - 1:
            raise HalfmoveError(f"a cube up to {self.cube}: it should be 1, 2, 4, 8, ... {GREATEST_CUBE}")

    def one_line(self, position: Any) -> str:
        """Return the state in one line, as `read` takes it."""
        stage = next((name for name, roll in STAGES.items() if roll == position.roll), "")
        stage = stage or f"{position.roll >> DIE}{position.roll & (1 << DIE) - 1}"
        owner = "" if position.owner == CENTRED else PLAYERS[position.owner]
        cube = f" {position.cube}{owner}" if self.cube > 1 else ""
        return f"{position_id(position)} {PLAYERS[position.player]} {stage}{cube}"

    player_names = tuple(PLAYERS)
    unit = "points"

    def show(self, position: Any) -> str:
        """Return the board as X sees it, who moves from point 24 to point 1."""
        x, o = (position.mine, position.theirs) if position.player == 0 else (position.theirs, position.mine)

        def cell(point: int) -> str:
            for letter, checkers in (("X", count(x, OFF - point)), ("O", count(o, point))):
                if checkers:
                    return f"{checkers}{letter}"
            return "."

        rows = []
        for points in (range(HALF + 1, OFF), range(HALF, 0, -1)):
            columns = [[f"{point:>3}" for point in points], [f"{cell(point):>3}" for point in points]]
            for column in columns if points[0] > HALF else reversed(columns):
                rows.append("".join(column[:SIDES]) + "  |" + "".join(column[SIDES:]))
        bars = f"bar: X {count(x, BAR)}, O {count(o, BAR)}; off: X {count(x, OFF)}, O {count(o, OFF)}"
        return "\n".join([*rows, bars, self.one_line(position)])

    def name(self, action: int, state: Any = None) -> str:
        """Return the play as `24/18,13/10*`; each player counts from his own ace point, and * marks a hit."""
        if state is None:
            return str(action)
        if state.roll in (TO_ROLL, OPENING):
            starts = "" if state.roll == TO_ROLL else PLAYERS[(state.player + action // SECOND_STARTS) % 2]
            return starts + f"{action >> DIE & (1 << DIE) - 1}{action & (1 << DIE) - 1}"
        if state.roll == TO_DOUBLE:
            return ("roll", "double")[action]
        if state.roll == OFFERED:
            return ("take", "drop")[action]
        paths: list[list[tuple[int, bool]]] = []
        blots = {place for place in range(1, OFF) if count(state.theirs, OFF - place) == 1}
        for place, target in self.steps(action, state.roll):
            path = next((path for path in paths if path[-1][0] == place and place != BAR), None)
            if path is None:
                paths.append(path := [(place, False)])
            path.append((target, target in blots))
            blots.discard(target)
        names = [self.path_name(path) for path in sorted(paths)]
        times = {name: names.count(name) for name in names}
        return ",".join(f"{name}({often})" if often > 1 else name for name, often in times.items()) or "pass"

    def steps(self, action: int, roll: int) -> list[tuple[int, int]]:
        """Return the places from where and to where checkers move."""
        dice = [roll >> DIE, roll & (1 << DIE) - 1]
        if action & LOW_FIRST:
            dice.reverse()
        moves: list[tuple[int, int]] = []
        sources = action & LOW_FIRST - 1
        while sources:
            place = (sources & (1 << STEP) - 1) - 1
            moves.append((place, min(place + dice[len(moves) % 2], OFF)))
            sources >>= STEP
        return moves

    def path_name(self, path: list[tuple[int, bool]]) -> str:
        """Return the way of one checker; where it passes without a hit is left out."""
        kept = [path[0], *(step for step in path[1:-1] if step[1]), path[-1]]
        words = {BAR: "bar", OFF: "off"}
        return "/".join(words.get(place, str(OFF - place)) + "*" * hit for place, hit in kept)

    def read(self, written: str) -> Position:
        """Return the state of a position ID, and after it who is to move (X), what is to be done (roll) and the cube.

        `4HPwATDgc/ABMA O 31` is the first position with O to play 3-1; instead of dice there may be `roll`, `opening`
        (both throw one die), `decide` (roll or double), `doubled` or `dropped`; `2X` is a cube of 2 that X owns.
        """
        lines = written.strip().splitlines()
        words = lines[-1].split() if lines else []
        if not 1 <= len(words) <= 4 - (self.cube == 1):
            raise MalformedText(
                f"'{written}' should say a position ID, and then X or O, dice, and the cube if there is one"
            )
        mine, theirs = read_id(words[0])
        mover = words[1].upper() if len(words) > 1 else PLAYERS[0]
        if mover not in (*PLAYERS,):
            raise MalformedText(f"'{words[1]}' is not a player: X or O is to move")
        player = PLAYERS.index(mover)
        cube, owner = self.read_cube(words[3]) if len(words) > 3 else (1, CENTRED)
        roll = self.read_stage(words[2]) if len(words) > 2 else self.before_roll(theirs, cube, owner, player)
        doubles = roll in (TO_DOUBLE, OFFERED, DROPPED)
        holder = 1 - player if roll == DROPPED else player
        if doubles and not (2 * cube <= self.cube and owner in (CENTRED, holder)):
            raise MalformedText(
                f"'{words[2] if len(words) > 2 else written}': {PLAYERS[holder]} may not double a cube of {cube}"
            )
        if roll == OPENING and (mine, theirs, player, cube, owner) != (START, START, 0, 1, CENTRED):
            raise MalformedText(f"'{written}': an opening roll is thrown in the first position only, for X")
        if count(theirs, OFF) == CHECKERS and roll != TO_ROLL:
            raise MalformedText(
                f"'{written}': {PLAYERS[1 - player]} has borne off all checkers, and there is nothing to do"
            )
        return Position(mine, theirs, roll, player, cube, owner)

    def read_stage(self, word: str) -> int:
        """Return what is to be done: the name of a stage, or two dice."""
        if word.lower() in STAGES:
            return STAGES[word.lower()]
        dice = re.fullmatch(r"([1-6])-?([1-6])", word)
        if not dice:
            raise MalformedText(f"'{word}' is neither two dice, such as 31, nor one of {' '.join(STAGES)}")
        low, high = sorted(map(int, dice.groups()))
        return high << DIE | low

    def read_cube(self, word: str) -> tuple[int, int]:
        """Return the value of the cube and who owns it."""
        match = re.fullmatch(r"([1-9][0-9]{0,6})([XOxo]?)", word, re.ASCII)
        cube = int(match[1]) if match else 0
        if not match or cube > self.cube or cube & cube - 1 or (cube == 1) != (not match[2]):
            raise MalformedText(f"'{word}' is not a cube up to {self.cube}: 1, or 2, 4, ... and its owner, as in 2X")
        return cube, PLAYERS.index(match[2].upper()) if match[2] else CENTRED

"""Numbers for the positions of a chess ending, so that a table can hold one entry for each.

The men are listed as kings, pieces, pawns. Without pawns a board may be turned and mirrored eight ways: the first king
stands on one of ten squares, both in one of 462 ways, and the other men on the squares that are left (AIMA, section
5.4: KBNK has 462 * 62 * 61 * 2 positions). With pawns a board may only be mirrored from left to right: the first pawn
stands on one of 24 squares, and numbers are not closely packed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, lowest_bit, nth_bit
from halfmove.errors import HalfmoveError
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.tables import DIAGONAL, KING_STEPS, KNIGHT_STEPS, SIZE, SQUARES, STRAIGHT, ray, stepping

K, Q, R, B, N, P = range(6)
LETTERS = "KQRBNP"
KINDS = len(LETTERS)
PAIRS = 462  # ways in which two kings can stand
WALKS, WALK = 10, SIZE + 1  # eight directions, steps of a king and of a knight; squares of each, and an end
BY_KING, BY_KNIGHT = 8, 9
# Where parts of the array of places begin: numbers of pairs of kings (-1 for kings side by side), the ways to turn them
# to one of the 462, what lies where when the board is turned, walks, and the kings of each pair.
WAYS = SQUARES * SQUARES
IMAGES = 2 * WAYS
WALKED = IMAGES + 8 * SQUARES
FIRST_KINGS = WALKED + WALKS * SQUARES * WALK
LEFT_PAWNS, PAWNS = 24, 48  # squares of a pawn on the left half, and on the whole board
MOST_MEN = 5
OTHERS = 2  # the place of the first man that is no king

_WAYS = 8  # to turn and mirror a board
_ENDING = re.compile(r"(K[QRBNP]*)v?(K[QRBNP]*)", re.IGNORECASE)


def _image(way: int, square: int) -> int:
    rank, file = divmod(square, SIZE)
    if way & 1:
        file = SIZE - 1 - file
    if way & 2:
        rank = SIZE - 1 - rank
    if way & 4:
        rank, file = file, rank
    return SIZE * rank + file


def _above(square: int) -> int:
    """Return how far a square lies above the diagonal from a1 to h8."""
    return square // SIZE - square % SIZE


@cache
def _kings() -> tuple[NDArray[Any], ...]:
    """Return the number of each pair of kings (-1: side by side), the way to turn it, and the two squares of each."""
    numbers, ways = np.full(SQUARES * SQUARES, -1), np.zeros(SQUARES * SQUARES, np.int64)
    places: list[tuple[int, int]] = []
    known: dict[tuple[int, int], int] = {}
    for one in range(SQUARES):
        for other in range(SQUARES):
            if one == other or int(KING_STEPS[one]) >> other & 1:
                continue
            for way in range(_WAYS):
                pair = _image(way, one), _image(way, other)
                in_triangle = pair[0] % SIZE < SIZE // 2 and _above(pair[0]) <= 0
                if in_triangle and (_above(pair[0]) < 0 or _above(pair[1]) <= 0):
                    break
            if pair not in known:
                known[pair] = len(places)
                places.append(pair)
            numbers[one * SQUARES + other], ways[one * SQUARES + other] = known[pair], way
    order = sorted(range(len(places)), key=lambda number: places[number])
    rank = np.argsort(order)
    numbers = np.where(numbers >= 0, rank[numbers], -1)
    sorted_places = np.array([places[number] for number in order])
    return numbers, ways, sorted_places[:, 0].copy(), sorted_places[:, 1].copy()


@cache
def _places() -> NDArray[np.int16]:
    """Return all that is about squares in one small array, which fits in the nearest cache; see the constants below."""
    walks = np.full((WALKS, SQUARES, WALK), -1)
    for square in range(SQUARES):
        for direction, step in enumerate(STRAIGHT + DIAGONAL):
            way = ray(square, *step)
            walks[direction, square, : len(way)] = way
        for walk, table in ((BY_KING, KING_STEPS), (BY_KNIGHT, KNIGHT_STEPS)):
            targets = [there for there in range(SQUARES) if int(table[square]) >> there & 1]
            walks[walk, square, : len(targets)] = targets
    images = [_image(way, square) for way in range(_WAYS) for square in range(SQUARES)]
    numbers, ways, first, second = _kings()
    return np.concatenate([numbers, ways, images, walks.reshape(-1), first, second]).astype(np.int16)


@cache
def _sets() -> NDArray[np.int64]:
    """Return what each kind of man attacks on an empty board, and the squares between two, as sets of squares."""
    steps = {Q: STRAIGHT + DIAGONAL, R: STRAIGHT, B: DIAGONAL}
    attacks = np.zeros((KINDS + 1, SQUARES), np.uint64)  # by kind; pawns of the second player come last
    between = np.zeros(SQUARES * SQUARES, np.uint64)
    for square in range(SQUARES):
        attacks[K, square], attacks[N, square] = KING_STEPS[square], KNIGHT_STEPS[square]
        attacks[P, square] = stepping(square, ((1, -1), (1, 1)))
        attacks[KINDS, square] = stepping(square, ((-1, -1), (-1, 1)))
        for kind, directions in steps.items():
            attacks[kind, square] = sum(1 << there for step in directions for there in ray(square, *step))
        for step in STRAIGHT + DIAGONAL:
            way = ray(square, *step)
            for place, there in enumerate(way):
                between[square * SQUARES + there] = sum(1 << each for each in way[:place])
    return np.concatenate([attacks.reshape(-1), between]).view(np.int64)


@compiled
class ChessNumbers:
    """The positions of one ending, numbered; `at` is an array of squares, as the first player sees them."""

    kinds: NDArray[np.int64]
    owners: NDArray[np.int64]  # 0 or 1
    places: NDArray[np.int16]
    sets: NDArray[np.int64]

    def image(self, place: int) -> int:
        """Return where a square comes to lie, at 64 * way + square."""
        return int(self.places[IMAGES + place])

    def target(self, walk: int, origin: int, step: int) -> int:
        """Return where a step leads: walks 0 to 7 are directions, the others lists of squares; -1 at their ends."""
        return int(self.places[WALKED + (walk * SQUARES + origin) * WALK + step])

    def are_apart(self, at: Any) -> bool:
        """Tell whether the kings do not stand side by side."""
        return self.places[at[0] * SQUARES + at[1]] >= 0

    def attacks(self, kind: int, origin: int, square: int) -> bool:
        """Tell whether a man attacks a square of an empty board."""
        return self.sets[kind * SQUARES + origin] >> square & 1 == 1

    def between(self, origin: int, square: int) -> int:
        """Return the squares between two as a set."""
        return int(self.sets[(KINDS + 1 + origin) * SQUARES + square])

    def first_pawn(self) -> int:
        """Return the place of the first pawn in the list of men; its length if there is none."""
        place = OTHERS
        while place < len(self.kinds) and self.kinds[place] != P:
            place += 1
        return place

    def number(self, at: Any) -> int:
        """Return the number of a position, -1 for kings side by side."""
        return self.number_of(at, len(self.kinds), self.first_pawn(), 0)

    def has_twin(self, at: Any) -> bool:
        """Tell whether both kings stand on one diagonal of the board, so that two numbers mean the same position."""
        way = int(self.places[WAYS + at[0] * SQUARES + at[1]]) * SQUARES
        one, other = self.image(way + at[0]), self.image(way + at[1])
        return one // SIZE == one % SIZE and other // SIZE == other % SIZE

    def number_of(self, at: Any, count: int, pawn: int, twin: int) -> int:
        """Return the number of `count` men, pawns from place `pawn` on; with `twin` 4, that of the mirror image."""
        number, way = self.frame(at, count, pawn)
        way ^= twin * SQUARES
        return self.packed(number, way, self.turned(at, way, count, pawn), at, 0, count, pawn) if number >= 0 else -1

    def frame(self, at: Any, count: int, pawn: int) -> tuple[int, int]:
        """Return the number of what kings and pawns make of it, -1 if nothing, and where the turned squares begin."""
        if pawn < count:
            way = SQUARES if at[pawn] % SIZE >= SIZE // 2 else 0
            lead = self.image(way + at[pawn])
            number = (lead // SIZE - 1) * (SIZE // 2) + lead % SIZE
            for place in range(pawn + 1, count):
                number = number * PAWNS + self.image(way + at[place]) - SIZE
            number = (number * SQUARES + self.image(way + at[0])) * SQUARES + self.image(way + at[1])
            return number, way
        pair = at[0] * SQUARES + at[1]
        return int(self.places[pair]), int(self.places[WAYS + pair]) * SQUARES

    def turned(self, at: Any, way: int, count: int, pawn: int) -> tuple[int, int, int, int, int]:
        """Return where men lie when the board is turned, as many as there can be; with pawns nobody asks for it."""
        if pawn < count:
            return 0, 0, 0, 0, 0
        one, other, first = self.image(way + at[0]), self.image(way + at[1]), self.image(way + at[2])
        return one, other, first, self.image(way + at[3]), self.image(way + at[4])

    def packed(self, number: int, way: int, turned: Any, at: Any, moved: int, count: int, pawn: int) -> int:
        """Return the number of a position in its frame: pieces stand on squares that those before them leave free.

        All men but piece `moved` stand where they were turned to. It is written out for three pieces, since it is what
        building a table takes most of its time for.
        """
        if pawn < count:
            for place in range(OTHERS, pawn):
                number = number * SQUARES + self.image(way + at[place])
            return number
        there = self.image(way + at[moved])
        first = there if moved == OTHERS else turned[2]
        second = there if moved == OTHERS + 1 else turned[3]
        one, other = turned[0], turned[1]
        number = number * (SQUARES - 2) + first - int(one < first) - int(other < first)
        if count > 3:
            rank = second - int(one < second) - int(other < second) - int(first < second)
            number = number * (SQUARES - 3) + rank
            if count > 4:
                third = there if moved == OTHERS + 2 else turned[4]
                rank = third - int(one < third) - int(other < third) - int(first < third) - int(second < third)
                number = number * (SQUARES - 4) + rank
        return number

    def place(self, number: int, at: Any) -> int:
        """Put the men of position `number` into `at`; return -1 if two share a square, or kings stand side by side."""
        count, pawn = len(self.kinds), self.first_pawn()
        if pawn < count:
            for place in range(pawn - 1, OTHERS - 1, -1):
                at[place] = number % SQUARES
                number //= SQUARES
            at[1], at[0] = number % SQUARES, number // SQUARES % SQUARES
            number //= SQUARES * SQUARES
            for place in range(count - 1, pawn, -1):
                at[place] = number % PAWNS + SIZE
                number //= PAWNS
            at[pawn] = (number // (SIZE // 2) + 1) * SIZE + number % (SIZE // 2)
            for place in range(count):
                for earlier in range(place):
                    if at[place] == at[earlier]:
                        return -1
            return 0 if self.are_apart(at) else -1
        for place in range(count - 1, OTHERS - 1, -1):
            at[place] = number % (SQUARES - place)
            number //= SQUARES - place
        at[0], at[1] = self.places[FIRST_KINGS + number], self.places[FIRST_KINGS + PAIRS + number]
        taken = 1 << at[0] | 1 << at[1]
        for place in range(OTHERS, count):
            at[place] = nth_bit(~taken, at[place])
            taken |= 1 << at[place]
        return 0

    def find(self, board: Any, at: Any) -> int:
        """Put the men of a board into `at`, as the first player sees them; return who is to move, -1 for other men."""
        for side in range(2):
            if self.take(board, at, side):
                return side
        return -1

    def take(self, board: Any, at: Any, side: int) -> bool:
        """Put the men of a board into `at`, the mover being player `side`; tell whether they are of this ending."""
        queens = board.diagonals & board.straights
        kings = (board.mine | board.theirs) & ~(board.pawns | board.knights | board.diagonals | board.straights)
        left = board.mine | board.theirs
        for place in range(len(self.kinds)):
            kind = self.kinds[place]
            if kind == K:
                men = kings
            elif kind == Q:
                men = queens
            elif kind == R:
                men = board.straights & ~queens
            elif kind == B:
                men = board.diagonals & ~queens
            elif kind == N:
                men = board.knights
            else:
                men = board.pawns
            men &= left & (board.mine if self.owners[place] == side else board.theirs)
            if men == 0:
                return False
            square = lowest_bit(men)
            left &= ~(men & ~(men - 1))
            at[place] = square ^ (SQUARES - SIZE if side == 1 else 0)
        return left == 0


@dataclass(frozen=True)
class ChessEnding:
    """An ending, such as KBNK: which men there are, and a number for each position with one player to move."""

    first: str  # the men of the first player, without his king
    second: str

    @property
    def name(self) -> str:
        return f"K{self.first}K{self.second}"

    @property
    def men(self) -> tuple[tuple[int, int], ...]:
        """Kinds and owners in the order of the list: kings, pieces, pawns."""
        others = [
            (LETTERS.index(letter), owner) for owner, side in enumerate((self.first, self.second)) for letter in side
        ]
        return ((K, 0), (K, 1), *(man for man in others if man[0] != P), *(man for man in others if man[0] == P))

    @property
    def is_symmetric(self) -> bool:
        """Tell whether both players have the same men, so that the first is always to move."""
        return self.first == self.second

    @property
    def pawns(self) -> int:
        return sum(kind == P for kind, _ in self.men)

    @property
    def slices(self) -> int:
        """How many ways there are to place the pawns: between them only pawns move, and never back."""
        return LEFT_PAWNS * PAWNS ** (self.pawns - 1) if self.pawns else 1

    @property
    def half(self) -> int:
        """How many numbers there are with one player to move."""
        pieces = len(self.men) - OTHERS - self.pawns
        if self.pawns:
            return self.slices * SQUARES ** (OTHERS + pieces)
        total = PAIRS
        for place in range(OTHERS, len(self.men)):
            total *= SQUARES - place
        return total

    @property
    def size(self) -> int:
        """How many entries a table has."""
        return self.half if self.is_symmetric else 2 * self.half

    @property
    def numbers(self) -> ChessNumbers:
        """The same for machine code."""
        return _numbers(self)


@cache
def _numbers(ending: ChessEnding) -> ChessNumbers:
    kinds, owners = (np.array(each, np.int64) for each in zip(*ending.men, strict=True))
    return ChessNumbers(kinds, owners, _places(), _sets())


def _weight(side: str) -> tuple[int, tuple[int, ...]]:
    """Return a number by which the stronger side comes first: more men, then better ones."""
    return len(side), tuple(-LETTERS.index(letter) for letter in side)


@dataclass(frozen=True)
class ChessEndings:
    """The endings of chess that can have a table."""

    game: Chess

    def named(self, written: str) -> ChessEnding:
        """Return the ending that is written as KBNK or KBNvK; the stronger side comes first."""
        match = _ENDING.fullmatch(written.strip())
        if not match:
            raise HalfmoveError(f"'{written}' is no ending of chess: write the men of both players, as KBNK or KRPKR")
        sides = ["".join(sorted(side[1:].upper(), key=LETTERS.index)) for side in match.groups()]
        if not 1 <= len(sides[0] + sides[1]) <= MOST_MEN - 2:
            raise HalfmoveError(f"{written.upper()}: an ending has from 3 to {MOST_MEN} men")
        return self.of(*sides)

    def of(self, one: str, other: str) -> ChessEnding:
        """Return the ending in which players have these men, whichever is the first."""
        return ChessEnding(one, other) if _weight(one) >= _weight(other) else ChessEnding(other, one)

    def for_men(self, men: list[tuple[int, int]]) -> tuple[ChessEnding, bool]:
        """Return the ending with these men, kinds and owners, and whether its first player is the second here."""
        sides = [
            "".join(LETTERS[kind] for kind, owner in sorted(men) if owner == side and kind != K) for side in (0, 1)
        ]
        ending = self.of(*sides)
        return ending, ending.first != sides[0]

    def all(self, men: int) -> list[ChessEnding]:
        """Return all endings with so many men."""
        found = set()
        for count in range(men - 2 + 1):
            for one in combinations_with_replacement(LETTERS[1:], count):
                for other in combinations_with_replacement(LETTERS[1:], men - 2 - count):
                    found.add(self.of("".join(one), "".join(other)))
        return sorted(found, key=lambda ending: (ending.pawns, ending.name))

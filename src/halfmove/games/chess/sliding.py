"""What rooks and bishops see: a product with a magic number gathers what stands in the way into an index.

For each square a mask holds the squares that can be in the way (those at the edge of the board cannot), and a magic
number, found by trial, maps every set of them to an index of a table without a harmful collision (Kannan 2007).
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import Game
from halfmove.games.chess.tables import ALL, DIAGONAL, SQUARES, STRAIGHT, ray, words

_ROOK_NUMBERS = """
    008000a740011080 0040100060004000 0500110120020840 01001000a0080500 0200081004200201 8480014400800200
    8100448200040100 1100004200308100 2002800082a04008 0890400020005000 2400802000811000 8001002101081000
    0000800800800c00 008a0004080a0010 8402000a00080104 2540801049000080 8502818000204011 6010004000201040
    86a0030040a10012 0820808008041000 00010100080011e4 0014008004420080 0920040008104211 0084820000409401
    0008288080004000 2040650100400080 8104450100200090 2000580080801000 52008800800c0080 00002400804e0080
    220100010012000c 010000420000a401 44c0204000800290 8080822000804004 2000200080803000 1010800800801000
    0004000480800800 0002800400800200 000a000402000801 208002c112001284 000d400060808001 0240080030002002
    0008200041010010 0200980010008080 0010080004008080 0082016410020008 2002000100404080 04020884014a0021
    0002004082210200 0a20004009842080 a040200680100080 080409001005a100 c000800801040080 00410002084c0100
    1062080b02100400 0080008408411a00 0811018000c02815 0400802040010415 00202000c0090111 000600c06010182e
    0042001085200802 8002000104881002 004081881006010c 0040040101824022
"""

_BISHOP_NUMBERS = """
    0030200104248010 00911021034880c2 0004010a06000022 0144040080200441 08020210000804a8 0012080258804040
    0004010118200020 0005002806084400 3902891010020441 0401041054404081 0000100400404010 0620144408800401
    200d111041004082 2211220a100c0002 242009080e300500 100004840b011000 0009021408504410 012000820c040080
    a8510c1808440080 0022080402120000 0104000494200004 8007020c90009000 2081051448023000 1404485182049000
    0604a00404201c00 40100c0906885220 8000901008022020 8414040012410200 0009009023004000 0010520001019200
    4400820144010400 8000882803040218 001202110c401004 00080a1002522401 0094020d00080041 0084028080080200
    0006088400460021 0011006100620100 02180122c0040200 8a010041000c8400 80e4010841000800 0010c81230008848
    42220a4402025004 4040084208000281 2408402181200200 8004148802000040 4b08100102102040 0802421202020420
    c00104100c95c040 0402018404125823 c100206402080008 80120000840420c0 0008067060220004 000040020401100b
    304008ca04025304 883030290a418081 0882010118010400 0400820064020804 8308100042080400 1a04040600840410
    0001400021020480 08000058e1280180 0000145112080301 2020880240404200
"""


class Slider(NamedTuple):
    """For each square: what can be in the way, the magic number, the shift of the product, where its indices begin."""

    rays: list[list[tuple[int, ...]]]
    masks: NDArray[np.uint64]
    numbers: NDArray[np.uint64]
    shifts: NDArray[np.int64]
    starts: NDArray[np.int64]


def _slider(steps: tuple[tuple[int, int], ...], written: str) -> Slider:
    rays = [[ray(square, *step) for step in steps] for square in range(SQUARES)]
    masks = [sum(1 << there for way in ways for there in way[:-1]) for ways in rays]
    bits = np.array([mask.bit_count() for mask in masks])
    numbers = words(int(number, 16) for number in written.split())
    return Slider(rays, words(masks), numbers, SQUARES - bits, np.cumsum(1 << bits) - (1 << bits))


_ROOK, _BISHOP = _slider(STRAIGHT, _ROOK_NUMBERS), _slider(DIAGONAL, _BISHOP_NUMBERS)
ROOK_MASKS, ROOK_NUMBERS, ROOK_SHIFTS, ROOK_STARTS = _ROOK[1:]
BISHOP_MASKS, BISHOP_NUMBERS, BISHOP_SHIFTS, BISHOP_STARTS = _BISHOP[1:]
INDEX = (1 << 17) - 1  # all bits of an index, which tell the compiler that it is not negative


class Sliding(Game):
    """Pieces that see along lines to the first piece in the way, with it."""

    rook_table: NDArray[np.uint64] = field(init=False, repr=False)
    bishop_table: NDArray[np.uint64] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        vars(self).update(rook_table=_table(_ROOK), bishop_table=_table(_BISHOP))

    def rook(self, square: int, occupied: int) -> int:
        product = (occupied & int(ROOK_MASKS[square])) * int(ROOK_NUMBERS[square]) & ALL
        index = int(product >> int(ROOK_SHIFTS[square])) + int(ROOK_STARTS[square])
        return int(self.rook_table[index & INDEX])

    def bishop(self, square: int, occupied: int) -> int:
        product = (occupied & int(BISHOP_MASKS[square])) * int(BISHOP_NUMBERS[square]) & ALL
        index = int(product >> int(BISHOP_SHIFTS[square])) + int(BISHOP_STARTS[square])
        return int(self.bishop_table[index & INDEX])


_TABLES: dict[int, NDArray[np.uint64]] = {}


def _table(slider: Slider) -> NDArray[np.uint64]:
    """Return what is seen from each square for each set of pieces in the way, made once."""
    if id(slider) not in _TABLES:
        tables = []
        for ways, number, shift in zip(slider.rays, slider.numbers, slider.shifts):
            blockers = _subsets([there for way in ways for there in way[:-1]])
            table = np.zeros(len(blockers), np.uint64)
            table[blockers * number >> np.uint64(shift)] = _seen(ways, blockers)
            tables.append(table)
        _TABLES[id(slider)] = words(np.concatenate(tables))
    return _TABLES[id(slider)]


def _subsets(squares: list[int]) -> NDArray[np.uint64]:
    """Return all sets of these squares."""
    subsets = np.zeros(1, np.uint64)
    for square in squares:
        subsets = np.concatenate([subsets, subsets | np.uint64(1 << square)])
    return subsets


def _seen(rays: list[tuple[int, ...]], blockers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return what is seen along the rays for each set of blockers: all squares to the first blocker, with it."""
    seen = np.zeros_like(blockers)
    for way in rays:
        free = np.ones(len(blockers), bool)
        for there in way:
            bit = np.uint64(1 << there)
            seen[free] |= bit
            free &= blockers & bit == 0
    return seen

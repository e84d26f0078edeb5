"""The two lanes: one Python text, run as it stands or as machine code.

Put `@compiled` on a game and `@kernel` on an algorithm. A kernel that is given a compiled object runs as machine code,
any other as plain Python. Everything the package knows about Numba lives in `native/` and is imported at the first
compiled call.
"""

from halfmove.compiled.bits import Bits, bit_count, highest_bit, lowest_bit, mix, mix_range, nth_bit, swap_bytes
from halfmove.compiled.cells import cell, zeros_apart
from halfmove.compiled.flag import Flag
from halfmove.compiled.floats import next_float
from halfmove.compiled.hashing import compared_by_identity, place_of, unhashable_because
from halfmove.compiled.lane import (
    PYTHON_ONLY,
    Kernel,
    compiled,
    is_native,
    kernel,
    lane_of,
    plain,
    python_only,
    stack_of,
)
from halfmove.compiled.packing import (
    SIGNED_BITS,
    fetch_row,
    has_words,
    hash_state,
    layout,
    load_state,
    store_state,
    unfit,
    why_plain,
    words_of,
)
from halfmove.compiled.paths import appended
from halfmove.compiled.words import Words, same_word, union, words

__all__ = [
    "PYTHON_ONLY",
    "SIGNED_BITS",
    "Bits",
    "Flag",
    "Kernel",
    "Words",
    "appended",
    "bit_count",
    "cell",
    "compared_by_identity",
    "compiled",
    "fetch_row",
    "has_words",
    "hash_state",
    "highest_bit",
    "is_native",
    "kernel",
    "lane_of",
    "layout",
    "load_state",
    "lowest_bit",
    "mix",
    "mix_range",
    "next_float",
    "nth_bit",
    "place_of",
    "plain",
    "python_only",
    "same_word",
    "stack_of",
    "store_state",
    "swap_bytes",
    "unfit",
    "unhashable_because",
    "union",
    "why_plain",
    "words",
    "words_of",
    "zeros_apart",
]

"""Every reader of states on texts with a few errors: each is refused, or is a state that can be written and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from mutations import check_reader
from playing import random_states

from halfmove.compiled import plain
from halfmove.games import game_named

pytestmark = pytest.mark.one_lane

FEW, MANY = 300, 30_000  # texts for each reader

FIRST, BEAR_OFF = "4HPwATDgc/ABMA", "AQAABAAAAAAAAA"  # position IDs
SGF = "(;GM[1]FF[4]SZ[5]KM[7.5]AB[aa][cc:dd]AW[ea]PL[W];W[be];B[](;W[bd]C[a \\] b];B[tt])(;W[ab]))"
KO = "5 . . . . .\n4 . X O . .\n3 X . X O .\n2 . X O . .\n1 . . . . .\n  A B C D E\nWhite to move, ko at B3"
LINKS = [
    "  a b c\n1 . X .\n 2 O . .\n  3 . . .\nX to move",
    ".X./O../... X to move",
    ".XX/OO./X..",
    "b1 a2 c3",
    "b1 swap",
]
LINK_LETTERS = "XO./abcdswp \n0123²ßé\x00,"
FEN_LETTERS = "WBK0123456789,-:HF. \nkwb²"
MORE_FENS = ["W:WK1-5:BK20,K21:H7", "B:W:BK3", "B:W18,24,K10:B12,16-20:H3:F12."]


class Reader(NamedTuple):
    """A game, how it writes a state, what is mutated beside the states of a random game, and letters to put in."""

    name: str
    letters: str
    write: str = "show"
    texts: tuple[str, ...] = ()
    played: bool = True  # whether the states of a random game are mutated too

    def check(self, count: int) -> int:
        game = plain(game_named(self.name))
        write: Callable[[Any], str] = getattr(game, self.write)
        texts = [write(state) for state in random_states(game, 1)] if self.played else []
        return check_reader(game, write, [*texts, *self.texts], self.letters, count)


STONES, DISCS, TILES = "XO.xo /:,12captured\n²", "XO-.xo ;:+-A1\n²", "0248. /,score1to come\n²"
READERS = [
    Reader("tic-tac-toe", "XO.xo /123abc\n²"),
    Reader("mnk:width=4,height=3,in_a_row=3", "XO.xo /123abc\n²"),
    Reader("connect-four", "XO./1234567 ,\n0²", texts=("444", "4453 12", "1,2,3", "112233")),
    Reader("connect-four:width=10,height=4", "XO./1234567890 ,\n²", texts=("10 1 10", "1 2 3 4")),
    Reader("nim", "0123456 -MAXIN\n²", texts=("3 0 5", "3-0-5 MAX")),
    Reader("one-heap-nim", "0123456 -MAXIN\n²", texts=("5 min",)),
    Reader("three-player-nim", "0123456789 -ABC\n²"),
    Reader("pig:goal=20", "0123456789 -MAXINrolls\n²", texts=("14 10 12 MIN", "14 10 0 rolls")),
    Reader("figure", "node0123456789 \n²-"),
    Reader("pente:width=7,height=6", STONES),
    Reader("pente:width=5,height=4,in_a_row=4,pairs=2", STONES),
    Reader("go:size=5", "XO./;()[]\\BWAPLab \n0159²ßé\x00,", texts=(SGF, KO, "C3 D4 pass B2", ";B[aa];W[bb]")),
    Reader("hex:size=3", LINK_LETTERS, texts=tuple(LINKS)),
    Reader("hex:size=3,swap=yes", LINK_LETTERS, texts=tuple(LINKS)),
    Reader("y:size=3", LINK_LETTERS, texts=tuple(LINKS)),
    Reader("kalah:holes=6,seeds=4", "0123456789 /MAIN", write="one_line"),
    Reader("oware", "0123456789 /SN-x\n", write="one_line"),
    Reader(
        "nine-mens-morris",
        "WB./ 0123456789x\n-",
        write="one_line",
        played=False,
        texts=(
            "W.B/.../.../....../.../.../... W 16",
            "WWW/BB./..W/W.B..B/.B./W../... B 0",
            ".../.../.../....../.../.../... W 18",
        ),
    ),
    Reader("checkers", FEN_LETTERS, write="fen", texts=tuple(MORE_FENS)),
    Reader("draughts", FEN_LETTERS, write="fen", texts=tuple(MORE_FENS)),
    Reader("othello:size=4", DISCS, write="obf"),
    Reader("othello:size=6", DISCS, write="obf"),
    Reader("othello", DISCS, write="obf", texts=("-" * 27 + "OX------XO" + "-" * 27 + " X; D3:+2; A1:-64",)),
    Reader(
        "backgammon:cube=64",
        "ABMPQgwz0189+/XO ?=4H\n",
        write="one_line",
        texts=(f"{FIRST} X 31 1", f"{BEAR_OFF} O roll 2X", f"{FIRST} O doubled 4O", FIRST),
    ),
    Reader("2048:size=2,goal=16,points=no", TILES),
    Reader("2048:size=3,goal=64", TILES),
    Reader("2048", TILES),
    Reader("coins", "0123 ,cx²\n", texts=("4 3",)),
]


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_mutated_texts(reader: Reader) -> None:
    assert reader.check(FEW) > 0


@pytest.mark.deep
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_many_mutated_texts(reader: Reader) -> None:
    assert 0 < reader.check(MANY) < MANY

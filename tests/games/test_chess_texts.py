"""The texts of chess: FEN, EPD, SAN and UCI, both ways, and what is said of texts that are none."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.random import Random, random
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.games.chess import Chess, chess, chess960
from halfmove.games.chess.setup import POSITIONS

pytestmark = pytest.mark.one_lane

SAMPLE, DEEP = 300, 30_000  # mutated texts for each reader
LETTERS = 'rnbqkpRNBQKP12345678/ wbKQkqABHabh-0369e.x+#=O;"\t\n²é'
CHESS = plain(Chess())

POSITION = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def board_after(game: Any, numbers: Random, plies: int) -> Any:
    """Return a state that random play leads to."""
    state = game.initial
    for _ in range(plies):
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        state = game.result(state, actions[numbers.below(len(actions))])
    return state


@given(st.integers(0, 10**6), st.integers(0, 120), st.integers(0, POSITIONS - 1))
def test_positions_survive_a_round_trip(seed: int, plies: int, position: int) -> None:
    game = plain(chess960(position, repetitions=0))
    board = board_after(game, random(seed), plies)
    for written in (game.fen(board), game.fen(board, shredder=True), game.show(board)):
        assert game.read(written) == board
    operations = {"bm": ("Nf3", "e4"), "id": ("a name; with more",), "hmvc": (str(board.quiet),)}
    operations["fmvn"] = (str(board.ply // 2 + 1),)
    assert game.read_epd(game.epd(board, operations)) == (board, operations)
    if not game.is_terminal(board):
        for action in game.actions(board):
            assert find_commentary(game).read_action(board, game.name(action, board)) == action
            assert find_commentary(game).read_action(board, game.uci(action, board)) == action


def test_shown() -> None:
    game = chess()
    assert game.show(game.read(POSITION)).splitlines() == [
        "8 r n b q k b n r",
        "7 p p . p p p p p",
        "6 . . . . . . . .",
        "5 . . p . . . . .",
        "4 . . . . P . . .",
        "3 . . . . . N . .",
        "2 P P P P . P P P",
        "1 R N B Q K B . R",
        "  a b c d e f g h",
        POSITION,
    ]
    assert game.player_names == ("White", "Black")
    assert game.read("startpos").state == game.initial.state


@pytest.mark.parametrize(
    ("position", "written", "uci"),
    [
        ("startpos", "e4", "e2e4"),
        ("startpos", "e2-e4", "e2e4"),
        ("startpos", "Nf3!?", "g1f3"),
        ("startpos", "Ngf3", "g1f3"),
        ("startpos", "Ng1f3", "g1f3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q+", "e7d8q"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8N", "e7d8n"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8=R", "e7e8r"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3 e.p.", "d4e3"),
        ("8/5k2/8/R6R/8/8/8/R3K3 w - - 0 1", "R1a3", "a1a3"),
        ("8/5k2/8/R6R/8/8/8/R3K3 w - - 0 1", "Rad5", "a5d5"),
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "Qa4d4", "a4d4"),
    ],
)
def test_names_are_read(position: str, written: str, uci: str) -> None:
    board = CHESS.read(position)
    assert CHESS.uci(find_commentary(CHESS).read_action(board, written), board) == uci


def test_names_are_written() -> None:
    board = CHESS.read("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1")
    names = {CHESS.uci(action, board): CHESS.name(action, board) for action in CHESS.actions(board)}
    assert names["a4d4"] == "Qa4d4"
    assert names["h4d4"] == "Qhd4"
    assert names["a1d4"] == "Q1d4"
    mate = CHESS.read("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert "Ra8#" in [CHESS.name(action, mate) for action in CHESS.actions(mate)]
    with pytest.raises(HalfmoveError, match=r"has a name only in a state: say game.name\(action, state\)"):
        CHESS.name(next(iter(CHESS.actions(mate))))  # whose squares are counted from a side that it does not tell


def test_castling_is_written_as_each_program_wants_it() -> None:
    fischer = plain(chess960(repetitions=0))
    board = CHESS.read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    short = find_commentary(CHESS).read_action(board, "O-O")
    assert (CHESS.uci(short, board), fischer.uci(short, board)) == ("e1g1", "e1h1")
    inner = fischer.read("4k3/8/8/8/8/8/8/R1R1K2R w CH - 0 1")
    assert fischer.fen(inner).split()[2] == "KC"
    assert fischer.fen(inner, shredder=True).split()[2] == "HC"


def test_epd() -> None:
    board, operations = CHESS.read_epd('1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";')
    assert operations == {"bm": ("Qd1+",), "id": ("BK.01",)}
    assert CHESS.name(find_commentary(CHESS).read_action(board, "Qd1+"), board) == "Qd1+"
    assert CHESS.epd(board, {"id": ("BK 01",)}).endswith('- - id "BK 01";')
    assert CHESS.read_epd("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;")[0][-2:] == (7, 58)
    with pytest.raises(MalformedText, match="cannot be written"):
        CHESS.epd(board, {"id": ('"',)})


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("", "'' has 0 fields where a FEN has 6"),
        ("4k3/8/8/8/8/8/8/4K3 - - 0 1", "to move is '-', which is neither w nor b"),
        ("4k3/8/8/8/8/8/8/4K3 w", "has 2 fields"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "has 7 ranks where the board has 8"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "rank 2 is '7': 7 squares where the board has 8"),
        ("4k3/8/8/8/8/8/44/4K3 w - - 0 1", "rank 2 is '44': 4 and 4 should be one number"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "rank 2 is '9': '9' is no piece and no number from 1 to 8"),
        ("4k3/8/8/8/8/8/7x/4K3 w - - 0 1", "rank 2 is '7x': 'x' is no piece"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "there is a pawn on h8"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns: there can be at most 8"),
        ("4k3/8/8/N7/NNNNNNNN/8/PPPPPPPP/4K3 w - - 0 1", "White has 18 pieces: there can be at most 16"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling is 'KQ': 'Q': there is no such rook on White's first rank"),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling is 'X': 'X' is none of"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling is 'KK': 'K': this side was named before"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White's king is not on his first rank"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "the king castles from the e-file with rooks on a and h; see chess960"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant is 'e9', which is neither - nor a square of rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant is 'e3', which is neither - nor a square of rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant is 'e6': no pawn has just passed there"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x' is not a number of plies without a capture"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "'-1' is not a number of moves"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ²", "'²' is not a number of moves"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Black is in check, and White is to move"),
        ("4k3/8/8/8/8/8/3KQ3/8 w - - 0 1", "Black is in check"),
        ("8/8/8/8/8/3kK3/8/8 w - - 0 1", "the kings stand side by side"),
        ("4r2k/8/8/8/7b/8/2n5/4K3 w - - 0 1", "3 pieces give check: there can be at most 2"),
    ],
)
def test_impossible_positions_are_refused(written: str, reason: str) -> None:
    with pytest.raises(MalformedText) as refused:
        chess().read(written)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w -", "fewer than the four fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm 'x", ""),
        ('4k3/8/8/8/8/8/8/4K3 w - - id "x', "character 27 of the EPD: 'id \"x' is not an operation"),
        ("4k3/8/8/8/8/8/8/4K3 w - - id 1; id 2;", "character 33 of the EPD: id was given before"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc many;", "'many' is not a number"),
    ],
)
def test_malformed_epd_is_refused(written: str, reason: str) -> None:
    if not reason:
        assert CHESS.read_epd(written)
        return
    with pytest.raises(MalformedText) as refused:
        CHESS.read_epd(written)
    assert reason in str(refused.value)


def mutated(written: str, numbers: Random) -> str:
    """Return a text with a few letters changed, added, left out or moved."""
    letters = list(written)
    for _ in range(1 + numbers.below(3)):
        place, letter = numbers.below(len(letters) + 1), LETTERS[numbers.below(len(LETTERS))]
        how = numbers.below(4)
        if how == 0:
            letters.insert(place, letter)
        elif how == 1:
            letters[place : place + 1] = letter
        elif how == 2:
            del letters[place : place + 1 + numbers.below(4)]
        else:
            letters[place:], letters[:place] = letters[:place], letters[place:]
    return "".join(letters)


def read_mutated(count: int) -> list[int]:
    """Return how many texts were read: FEN, EPD and names of actions."""
    done = [0, 0, 0]
    games = [plain(chess960(repetitions=0)), CHESS]
    numbers = random(11)
    for i in range(count):
        game = games[i % 2]
        if i % 20 == 0:
            board = board_after(game, numbers, numbers.below(80))
            names = [game.name(action, board) for action in game.actions(board)] or ["e4"]
            names += [game.uci(action, board) for action in game.actions(board)]
            texts = [game.fen(board), game.epd(board, {"bm": ("e4",), "id": ("a b",)})]
        fen, epd, name = (mutated(text, numbers) for text in (*texts, names[numbers.below(len(names))]))
        for kind, (read, text) in enumerate(((game.read, fen), (game.read_epd, epd))):
            try:
                state = read(text)
            except MalformedText:  # any other error fails the test
                continue
            found = state if read == game.read else state[0]
            assert game.read(game.fen(found)) == found
            done[kind] += 1
        with suppress(IllegalAction):
            assert find_commentary(game).read_action(board, name) in list(game.actions(board))
            done[2] += 1
    return done


def test_mutated_texts_are_read_or_refused() -> None:
    assert all(0 < read < SAMPLE for read in read_mutated(SAMPLE))


@pytest.mark.deep
def test_many_mutated_texts_are_read_or_refused() -> None:
    assert all(0 < read < DEEP for read in read_mutated(DEEP))


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(written: str) -> None:
    for read in (CHESS.read, CHESS.read_epd, lambda text: find_commentary(CHESS).read_action(CHESS.initial, text)):
        with suppress(HalfmoveError):  # any other error fails the test
            read(written)

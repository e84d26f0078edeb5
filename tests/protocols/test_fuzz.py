"""Whatever is said to a protocol, it goes on answering."""

import io
import random

import pytest
from talking import Stub, Talk

from halfmove.games import game_named
from halfmove.play.players.search import analyst_of
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.gtp_words import split
from halfmove.protocols.loop import serve
from halfmove.protocols.uci import Uci
from halfmove.protocols.ugi import Ugi

FEW, MANY = 900, 100_000  # lines
PARTS = 4  # of the lines that are said to an engine
TO_ENGINES = {"uci": MANY, "ugi": MANY, "gtp": MANY // 10}  # GTP waits for each answer, so it takes long
MOMENT = 0.001  # seconds: what a analyst has for an answer to GTP, which is waited for

NUMBERS = ["0", "1", "-1", "3", "5", "7", "99", "1e9", "1.5", "99999999999999999999", "²", "x"]
UCI_WORDS = """
uci isready ucinewgame setoption position go stop ponderhit debug d name value startpos fen moves wtime btime winc binc
movestogo depth nodes mate movetime infinite ponder searchmoves Hash Threads MultiPV Ponder UCI_Chess960 Move Overhead
true false e2e4 e7e5 g1f3 e1g1 a7a8q 0000 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 8/8/8/8/8/8/8/8
7k/8/6K1/8/8/8/8/R7 w b KQkq -
"""
UGI_WORDS = """
ugi isready uginewgame setoption position go stop query name value startpos fen moves gameover p1turn result p1time
p2time p1inc p2inc depth nodes movetime infinite Hash Threads MultiPV a1 b2 c3 a2 b1 %20 %zz X.. ... ..O X O /
"""
GTP_WORDS = """
name version list_commands known_command boardsize clear_board komi play genmove undo time_settings time_left
final_score showboard analyze lz-analyze kata-genmove_analyze black white b w A1 C3 pass resign 12 reg_genmove loadsgf
"""
SENTENCES = {
    "uci": ["position startpos moves e2e4", "go depth 1", "go infinite", "stop", "position startpos", "ucinewgame"],
    "ugi": ["position startpos moves a1 b2", "go depth 1", "go infinite", "stop", "query result", "position startpos"],
    "gtp": ["play b A1", "genmove w", "undo", "clear_board", "boardsize 3", "lz-analyze b 10", "final_score", "komi 1"],
}
SPEAKERS = {
    "uci": (Uci, (), UCI_WORDS),
    "ugi": (Ugi, ("tic-tac-toe",), UGI_WORDS),
    "gtp": (Gtp, ("go:size=3",), GTP_WORDS),
}


def lines(numbers, protocol, words, count):
    """Yield lines as bytes: sensible ones, words in any order, and rubbish."""
    for _ in range(count):
        kind = numbers.random()
        if kind < 0.4:
            yield numbers.choice(SENTENCES[protocol]).encode()
        elif kind < 0.8:
            chosen = numbers.choices([*words.split(), *NUMBERS], k=numbers.randint(1, 8))
            yield " ".join(chosen).encode()
        elif kind < 0.9:
            yield numbers.randbytes(numbers.randint(0, 40)).replace(b"\n", b"")
        else:
            line = bytearray(numbers.choice(SENTENCES[protocol]).encode())
            line[numbers.randrange(len(line))] = numbers.randrange(256)
            yield bytes(line).replace(b"\n", b" ")


def fuzz(protocol, count, seed, analyst=Stub):
    make, games, words = SPEAKERS[protocol]
    options = {"seconds": MOMENT} if protocol == "gtp" else {}
    numbers = random.Random(seed)
    text = [line for line in lines(numbers, protocol, words, count) if b"quit" not in line]
    ping = b"isready" if protocol != "gtp" else b"77 name"
    said = b"".join(line + b"\n" + ping + b"\n" for line in text)
    talk = Talk(make, *map(game_named, games), analyst=analyst, **options)
    serve(talk.protocol, io.BytesIO(said))
    pong = "readyok" if protocol != "gtp" else "=77 halfmove"
    assert talk.heard.splitlines().count(pong) >= len(text)


@pytest.mark.one_lane
@pytest.mark.parametrize("protocol", SPEAKERS)
def test_nothing_silences_a_protocol(protocol):
    fuzz(protocol, FEW, 1)


@pytest.mark.deep
@pytest.mark.parametrize("protocol", SPEAKERS)
def test_a_hundred_thousand_lines(protocol):
    fuzz(protocol, MANY, 2)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("protocol", ["ugi", *(pytest.param(name, marks=pytest.mark.deep) for name in ("uci", "gtp"))])
def test_nothing_silences_a_compiled_engine(protocol, covered):
    fuzz(protocol, FEW, 4, analyst_of)
    covered(f"{protocol.upper()}, lines to a compiled engine", cases=FEW)


@pytest.mark.deep
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("protocol", "part"), [(name, part) for name in SPEAKERS for part in range(PARTS)])
def test_many_lines_to_a_compiled_engine(protocol, part, covered):
    fuzz(protocol, TO_ENGINES[protocol] // PARTS, 5 + part, analyst_of)
    covered(f"{protocol.upper()}, lines to a compiled engine", cases=TO_ENGINES[protocol] // PARTS)


@pytest.mark.parametrize("protocol", ["uci", "ugi"])
def test_every_search_is_answered_once(protocol):
    make, games, words = SPEAKERS[protocol]
    talk, owed = Talk(make, *map(game_named, games)), 0
    for line in lines(random.Random(3), protocol, words, FEW // 3):
        text = line.decode(errors="replace").strip()
        if "quit" in text:
            continue
        before = len(talk.heard)
        talk.protocol.obey(text)
        is_go = next((word for word in text.split() if word in talk.protocol.commands), "") == "go"
        owed += is_go and "while a search is running" not in talk.heard[before:]
    talk.protocol.leave()
    assert owed > 10
    assert talk.heard.count("bestmove ") == owed


@pytest.mark.one_lane
def test_every_command_of_gtp_is_answered_once():
    talk = Talk(Gtp, game_named("go:size=3"))
    for line in lines(random.Random(3), "gtp", GTP_WORDS, FEW // 3):
        text = line.decode(errors="replace").strip()
        is_command = split(text) != ("", [])
        if split(text)[1][:1] != ["quit"]:
            talk.protocol.leave()
            before = len(talk.heard)
            talk.protocol.obey(text)
            talk.protocol.leave()
            answers = [line for line in talk.heard[before:].splitlines() if line.startswith(("=", "?"))]
            assert len(answers) == is_command

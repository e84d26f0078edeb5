"""Our side of UCI, line by line."""

import pytest
from talking import Stub, Talk, overheard

from halfmove.compiled import plain
from halfmove.core.choice import EXACT, UNTIL_STOPPED, Choice, Limit
from halfmove.core.rules import action_named, legal_actions
from halfmove.play.players.search import analyst_of
from halfmove.play.players.spec import parse_spec
from halfmove.protocols import elo
from halfmove.protocols.uci import Uci
from halfmove.search.engine.strength import weakened


@pytest.fixture
def talk():
    Stub.made.clear()
    return Talk(Uci)


def searched():
    """Return the state, limit, lines and path of the last search."""
    return Stub.made[-1].asked[-1]


def error_in(lines):
    return [line for line in lines if line.startswith("info string error:")]


def test_it_introduces_itself(talk):
    lines = talk("uci")
    assert lines[0].startswith("id name halfmove")
    assert lines[-1] == "uciok"
    names = [line.split(" type ")[0].removeprefix("option name ") for line in lines if line.startswith("option")]
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead"} <= set(names)


def test_a_search(talk):
    info, best = talk("position startpos moves e2e4 e7e5", "go depth 3")
    assert info == (
        "info depth 3 seldepth 4 multipv 1 score cp 133 nodes 10 nps 1000 hashfull 5 time 10 pv " + best.split()[1]
    )
    assert best.startswith("bestmove ")
    state, limit, lines, _ = searched()
    assert talk.protocol.game.fen(state).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
    assert (limit, lines) == (Limit(depth=3), 1)


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("depth 7", Limit(depth=7)),
        ("nodes 500", Limit(nodes=500)),
        ("mate 3", Limit(depth=5)),
        ("mate 3 depth 4", Limit(depth=4)),
        ("movetime 1000", Limit(seconds=1.0)),
        ("movetime 1", Limit(seconds=0.001)),
        ("wtime 60000 btime 1000 winc 500 binc 100 movestogo 40", Limit(None, None, None, 59.98, 0.5, 40)),
        ("wtime -50 btime 1000", Limit(remaining=0.001)),
        ("depth 7 nodes 9 junk wtime 20", Limit(depth=7, nodes=9, remaining=0.01)),
    ],
)
def test_limits(talk, words, limit):
    talk("position startpos", f"go {words}")
    assert searched()[1] == limit


def test_black_uses_his_own_clock(talk):
    talk("position startpos moves d2d4", "go wtime 60000 btime 1020 winc 500 binc 100")
    assert searched()[1] == Limit(remaining=1.0, increment=0.1)


@pytest.mark.parametrize("words", ["go infinite", "go ponder wtime 1000 btime 1000", "go"])
def test_an_endless_search_answers_when_told_to(talk, words):
    talk("position startpos", words)
    talk.sink.wait_for("info depth")
    assert talk("isready") == ["readyok"]
    assert "bestmove" not in talk.heard
    talk("stop")
    assert talk.heard.count("bestmove") == 1
    assert searched()[1] == Limit(seconds=UNTIL_STOPPED)


@pytest.mark.parametrize("words", ["setoption name Hash value 2", "ucinewgame"])
def test_what_changes_the_search_stops_it_first_and_says_so(talk, words):
    talk("isready", "position startpos", "go infinite")
    talk.sink.wait_for("info depth")
    said, answer = talk(words)
    assert said == f"info string {words.split()[0]} stops the search"
    assert answer.startswith("bestmove")
    assert talk.protocol.values["Hash"] == (2 if "Hash" in words else 64)
    assert Stub.made[-1].forgotten == (words == "ucinewgame")


@pytest.mark.parametrize("words", ["go infinite", "go ponder wtime 1000 btime 1000", "go movetime 1"])
def test_a_go_during_a_search_ends_it_and_is_not_dropped(talk, words):
    talk("position startpos", words)
    talk.sink.wait_for("info depth")
    lines = talk("go depth 3 searchmoves h2h4")
    assert [line for line in lines if line.startswith("bestmove")][-1] == "bestmove h2h4"
    assert talk.heard.count("bestmove") == 2
    assert not error_in(talk.heard.splitlines())


def test_a_position_during_a_search_ends_it_and_is_not_dropped(talk):
    talk("position startpos", "go infinite")
    talk.sink.wait_for("info depth")
    first = talk("position startpos moves e2e4")
    assert [line.split()[0] for line in first] == ["bestmove"]
    talk("go depth 1")
    assert talk.protocol.game.fen(searched()[0]).split()[1] == "b"
    assert talk.heard.count("bestmove") == 2


def test_a_search_that_has_ended_is_held_until_stop(talk):
    talk("position startpos", "go infinite depth 1")
    talk.sink.wait_for("info depth")
    assert "bestmove" not in talk.heard
    talk("stop")
    assert talk.heard.count("bestmove") == 1


def test_after_ponderhit_the_clock_runs(talk):
    talk("position startpos moves e2e4", "go ponder wtime 1000 btime 200")
    talk.sink.wait_for("info depth")
    talk("ponderhit")
    talk.sink.wait_for("bestmove")


def test_lines_and_restricted_moves(talk):
    talk("setoption name MultiPV value 3")
    lines = talk("position startpos", "go depth 1")
    assert [line.split()[6] for line in lines[:3]] == ["1", "2", "3"]
    assert len(lines) == 4
    lines = talk("go depth 1 searchmoves g1f3 b1c3")
    assert {line.split(" pv ")[1] for line in lines[:-1]} == {"g1f3", "b1c3"}
    assert lines[-1].split()[1] in ("g1f3", "b1c3")
    refused = talk("go depth 1 searchmoves e2e5")
    assert error_in(refused)
    assert refused[-1] == "bestmove (none)"


def test_chess960(talk):
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    assert error_in(talk(f"position fen {fen}"))
    talk("setoption name UCI_Chess960 value true")
    assert not error_in(talk(f"position fen {fen}", "go depth 1"))
    talk("position fen 6kr/8/8/8/8/8/8/6KR w H - 0 1 moves g1h1")
    assert talk.protocol.rules.fen(talk.protocol.state).startswith("6kr/8/8/8/8/8/8/5RK1 b")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position startpos moves e2e5", "cannot reach e5"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 7", "a FEN has 6 fields, not 7"),
        ("position", "followed by startpos"),
        ("position here", "followed by startpos"),
    ],
)
def test_without_a_position_there_is_no_move(talk, line, said):
    (error,) = talk(line)
    assert error.startswith("info string error:")
    assert said in error
    assert talk("isready") == ["readyok"]
    assert talk("go depth 1")[-1] == "bestmove (none)"
    assert talk("position startpos", "go depth 1")[-1] != "bestmove (none)"


def test_positions_follow_one_another_in_any_order(talk):
    games = ["e2e4 e7e5", "e2e4 e7e5 g1f3", "e2e4", "d2d4 d7d5", "e2e9", "d2d4 d7d5 c2c4", "", "d2d4"]
    for moves in games:
        talk(f"position startpos{' moves ' + moves if moves else ''}")
        played = Talk(Uci)
        played(f"position startpos{' moves ' + moves if moves else ''}")
        one, other = talk.protocol, played.protocol
        assert (one.state is None) == (other.state is None) == ("e9" in moves)
        if one.state is not None:
            assert one.rules.fen(one.state) == other.rules.fen(other.state)
            assert len(one.path) == len(other.path) == len(moves.split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("setoption name Hash value 0", "Hash is from 1 to"),
        ("setoption name Hash value much", "Hash is a whole number"),
        ("setoption name Ponder value perhaps", "Ponder is true or false"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption", "followed by name and value"),
        ("go depth many", "go depth is followed by a whole number"),
        ("joho", "unknown command 'joho'"),
    ],
)
def test_mistakes_are_told(talk, line, said):
    assert said in error_in(talk(line))[0]


def test_words_before_a_command_are_ignored(talk):
    assert talk("joho isready") == ["readyok"]
    assert talk("", "   ") == []
    assert talk("debug on", "register later", "ponderhit", "stop") == []


def test_less_strength_means_fewer_nodes(talk):
    talk("setoption name Strength value 50", "position startpos", "go depth 3")
    assert searched()[1] == Limit(depth=3, nodes=2**14)


def test_elo_is_turned_into_strength(talk):
    nodes = []
    for rating in (elo.LEAST, 1200, 1500, 2000, elo.MOST):
        talk("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {rating}")
        talk("position startpos", "go movetime 100")
        nodes.append(searched()[1].nodes)
    assert nodes == sorted(set(nodes))
    talk("setoption name UCI_LimitStrength value false", "go movetime 100")
    assert searched()[1].nodes is None
    assert "UCI_Elo is from" in error_in(talk("setoption name UCI_Elo value 5000"))[0]


def test_an_elo_limits_the_strength_unless_somebody_says_that_it_does_not(talk):
    talk("setoption name UCI_Elo value 1360", "position startpos", "go depth 3")
    assert searched()[1].nodes == weakened(talk.protocol.game, talk.protocol.game.initial, Limit(), 30)[0].nodes
    talk("setoption name UCI_LimitStrength value false", "setoption name UCI_Elo value 1050", "go depth 3")
    assert searched()[1].nodes is None


def test_what_is_overlooked_changes_from_game_to_game():
    def first_moves(**options):
        talk = Talk(Uci, **options)
        talk("setoption name Strength value 0", "position startpos")
        return {talk("ucinewgame", "go depth 1")[-1] for _ in range(20)}

    assert len(first_moves()) > 1
    assert len(first_moves(spec=parse_spec("engine:seed=1"))) == 1


def test_measured_strengths_are_met():
    assert [elo.strength_of(rating) for _, rating in elo.MEASURED] == [strength for strength, _ in elo.MEASURED]
    assert elo.strength_of(0) == elo.MEASURED[0][0]


def test_options_reach_the_analyst(talk):
    talk("isready", "setoption name hash value 5", "setoption name Threads value 2", "isready")
    assert Stub.made[-1].options == {"megabytes": 5, "threads": 2}
    made = len(Stub.made)
    talk("setoption name Move Overhead value 100", "ucinewgame", "position startpos", "go wtime 1000")
    assert len(Stub.made) == made
    assert Stub.made[-1].forgotten == 1
    assert searched()[1] == Limit(remaining=0.9)


@pytest.mark.parametrize(
    ("fen", "moves", "lines"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", ["info depth 0 score mate 0", "bestmove (none)"]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", ["info depth 0 score cp 0", "bestmove (none)"]),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "", ["info depth 0 score cp 0", "bestmove h8g8"]),
    ],
)
def test_finished_games(talk, fen, moves, lines):
    assert talk(f"position fen {fen}", "go depth 1") == lines


@pytest.mark.parametrize(
    "position",
    [
        "fen 7k/8/6K1/8/8/8/8/R7 w - - 100 80",
        "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 2,
    ],
)
def test_a_draw_that_nobody_claims_is_played_on(talk, position):
    assert "pv" in talk(f"position {position}", "go depth 1")[0]


def test_a_mate_is_announced_if_it_is_known_how_far_it_is(talk):
    state, game = talk.protocol.state, talk.protocol.game
    moves = tuple(legal_actions(plain(game), state)[:1])
    for distance, value, score in (
        (61, 1.0, "mate 31"),
        (60, -1.0, "mate -30"),
        (0, 1.0, "cp 30000"),  # won for certain, as Syzygy tells
        (None, 1.0, "mate 1"),
    ):
        choice = Choice(moves[0], value, moves, 5, kind=EXACT, distance=distance, game=game, state=state)
        assert talk.protocol.score(choice) == score
        if distance is not None:
            word = "wins" if value > 0 else "loses"
            assert choice.worth() == (f"{word} in {(distance + 1) // 2}" if distance else word)


def test_perft(talk):
    lines = talk("position startpos", "go perft 2")
    assert lines[0].endswith(": 20")
    assert lines[-2] == "Nodes searched: 400"


def test_perft_of_some_moves(talk):
    lines = talk("position startpos", "go perft 3 searchmoves e2e4 b1c3")
    assert lines == ["e2e4: 600", "b1c3: 440", "", "Nodes searched: 1040", ""]
    refused = talk("go perft 3 searchmoves e2e5")
    assert error_in(refused)
    assert refused[-1] == "bestmove (none)"


def test_the_board_can_be_shown(talk):
    assert talk("d")[-1].startswith("rnbqkbnr")


def test_the_end_of_the_input_waits_for_the_answer():
    assert overheard(Uci, b"position startpos\ngo depth 1")[-1].startswith("bestmove")
    assert overheard(Uci, b"position startpos\ngo infinite\n")[-1].startswith("bestmove")
    assert overheard(Uci, b"quit\nisready\n") == []


def test_rubbish_is_survived():
    long = b"position startpos moves " + b"x" * (3 << 20)
    lines = overheard(Uci, b"\xff\xfe\x00\n" + long + b"\nisready\n")
    assert "unknown command" in lines[0]
    assert lines[1] == "info string error: a line of more than 1 MiB was not read"
    assert lines[2] == "readyok"


def test_a_search_that_fails_still_answers():
    class Broken(Stub):
        def _think(self, *asked):
            raise ZeroDivisionError("oops")
            yield

    lines = Talk(Uci, analyst=Broken)("position startpos", "go depth 1")
    assert lines[0] == "info string error: ZeroDivisionError: oops"
    assert lines[1].startswith("bestmove ")


def test_a_book_is_played_from_and_a_file_that_is_none_is_refused(tmp_path):
    from halfmove.games.chess import chess
    from halfmove.tables.books.book import Book, Move, write_book

    game = chess()
    state = game.initial
    action = action_named(game, state, "a4")
    empty = Book(game, {})
    write_book(Book(game, {empty.key(state): [Move(action, 1, 0.5)]}), "chess", tmp_path / "x.book")
    (tmp_path / "no.book").write_text("no book")
    talk = Talk(Uci, analyst=analyst_of)
    assert "not a table or a book" in "".join(talk(f"setoption name BookFile value {tmp_path / 'no.book'}"))
    talk(f"setoption name BookFile value {tmp_path / 'x.book'}", "position startpos")
    assert talk("go nodes 10")[-1] == "bestmove a2a4"
    assert talk("setoption name BookFile value", "setoption name BookFile value ") == []  # no file, as clients say it
    assert talk.protocol.values["BookFile"] == ""

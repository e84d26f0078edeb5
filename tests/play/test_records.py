"""Records: what is written is read back, replays to the same result, and what is malformed is refused with its line."""

import io
import re
from dataclasses import replace

import pytest

from halfmove.core.choice import Choice
from halfmove.errors import HalfmoveError
from halfmove.games import GAMES, game_named
from halfmove.play.adjudication import Adjudication
from halfmove.play.clocks.time_control import Control
from halfmove.play.endings import LEFT, OVER, RESIGNED, TIME, Outcome
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.records.records import (
    Note,
    Record,
    from_json,
    read_records,
    record_of,
    replay,
    to_json,
    write_records,
)
from halfmove.play.referee import referee

pytestmark = pytest.mark.one_lane

chess_library = pytest.importorskip("chess", reason="python-chess reads what we write")


USUAL = {"chess": "pgn", "chess960": "pgn", "checkers": "pdn", "draughts": "pdn"}  # SGF for the rest


def random_game(name, seed=0, **facts):
    game = game_named(name)
    ongoing = GameInProgress(game, seed=seed)
    players = [player_of(parse_spec("random"), seed + seat) for seat in range(game.players)]
    referee(ongoing, players, Adjudication(longest=600))
    return game, record_of(ongoing, name, ["one", "two", "three", "four"][: game.players], seed=seed, **facts)


def through(record, form, game, folder):
    file = folder / f"games.{form}"
    file.write_text("".join(write_records([record, record], form, game)), encoding="utf-8")
    first, second = read_records(file)
    assert first == second
    return first


@pytest.mark.parametrize("name", GAMES)
def test_records_of_every_game_come_back_and_replay(name, tmp_path):
    game, record = random_game(name)
    for form in ("json", USUAL.get(name, "sgf")):
        back = through(record, form, game, tmp_path)
        assert (back.game, back.players, back.actions, back.outcome) == (name, *_facts(record))
        assert back.seed == 0
        assert replay(back, game).outcome == record.outcome


def _facts(record):
    return record.players, record.actions, record.outcome


@pytest.mark.parametrize("form", ["json", "pgn"])
def test_everything_that_was_thought_comes_back(form, tmp_path):
    game = game_named("chess")
    ongoing = GameInProgress(game, game.read("8/8/8/8/8/1qk5/8/K7 b - - 0 1"), Control(depth=1))
    referee(ongoing, [lambda game, seen, limit: Choice(next(iter(game.actions(seen))), -0.25, depth=3)] * 2)
    facts = {"start": "8/8/8/8/8/1qk5/8/K7 b - - 0 1", "control": "depth=1", "opening": 1, "date": "2026-11-15"}
    record = record_of(ongoing, "chess", ['A "quoted" name', "B\\C"], **facts)
    back = through(record, form, game, tmp_path)
    assert back.players == record.players
    assert [(note.value, note.depth) for note in back.notes] == [
        (pytest.approx(note.value, abs=0.01), note.depth) for note in record.notes
    ]
    assert all(getattr(back, name) == value for name, value in facts.items())


def test_faults_and_unfinished_games_come_back(tmp_path):
    game = game_named("tic-tac-toe")
    for outcome in (
        Outcome(TIME, (-1.0, 1.0), "X: after 3 s"),
        Outcome(RESIGNED, (1.0, -1.0), "O"),
        Outcome(LEFT, None),
    ):
        record = Record("tic-tac-toe", ("a", "b"), ("b2", "a1"), outcome)
        for form in ("json", "sgf"):
            back = through(record, form, game, tmp_path)
            assert back.outcome == outcome
            assert replay(back, game).outcome == (None if outcome.ending == LEFT else outcome)


def test_python_chess_reads_our_pgn():
    import chess.pgn

    game, record = random_game("chess", seed=3)
    read = chess.pgn.read_game(io.StringIO("".join(write_records([record], "pgn", game))))
    assert read.errors == []
    assert read.headers["White"] == "one"
    assert len(list(read.mainline_moves())) == len(record.actions)
    assert game.fen(replay(record, game).state) == read.end().board().fen(en_passant="fen")


def test_python_chess_reads_what_was_thought_and_the_clocks(tmp_path):
    import chess.pgn

    record = Record(
        "chess",
        ("Ours", "Theirs"),
        ("f3", "e5", "g4", "Qh4#"),
        Outcome(OVER, (-1.0, 1.0), "checkmate"),
        opening=1,
        control="1s+10ms,margin=250ms,waiting=free",
        notes=(Note(), Note(0.25, 0.5, 12), Note(0.5, -0.2, 9), Note(0.1, 1.0, 3, 40, 1)),
        date="2026-11-16",
    )
    game = game_named("chess")
    text = "".join(write_records([record], "pgn", game))
    read = chess.pgn.read_game(io.StringIO(text))
    assert (read.errors, read.headers["TimeControl"], read.headers["Date"]) == ([], "1+0.01", "2026.11.16")
    moves = list(read.mainline())
    assert [move.eval() and move.eval().white() for move in moves] == [
        None,
        chess.engine.Cp(-400),  # for White, in hundredths of a pawn
        chess.engine.Cp(-100),
        chess.engine.Mate(-1),
    ]
    assert [move.eval_depth() for move in moves] == [None, 12, 9, 3]
    assert [move.clock() for move in moves] == [None, 0.76, 0.51, 0.67]  # after the move; the opening took no time
    assert [move.emt() for move in moves] == [None, 0.25, 0.5, 0.1]
    assert max(map(len, text.splitlines())) <= 80
    assert through(record, "pgn", game, tmp_path) == replace(
        record, notes=(*record.notes[:3], record.notes[3]._replace(nodes=0))
    )


@pytest.mark.parametrize(
    ("tag", "control"),
    [
        ("?", ""),
        ("-", ""),
        ("300", "300s+0ms,margin=250ms,waiting=free"),
        ("40/60+0.5", "40/60s+500ms,margin=250ms,waiting=free"),
        ("0.1/move", "100ms,margin=250ms,waiting=free"),
        ("40/7200:3600", ""),  # of two periods
        ("nonsense", ""),
    ],
)
def test_we_read_the_time_control_and_the_comments_of_match_runners(tag, control, tmp_path):
    file = tmp_path / "others.pgn"
    file.write_text(f'[TimeControl "{tag}"]\n1. f3 {{+4.00/12 0.6s}} e5 {{-M4/9 1s}} 2. g4 {{[%eval -1.0]}} Qh4# 0-1\n')
    (record,) = read_records(file)
    assert record.control == control
    assert record.notes == (Note(0.6, 0.5, 12), Note(1.0, -1.0, 9, 0, 8), Note(0.0, -0.2), Note())
    assert replay(record, game_named("chess")).outcome.ending == OVER
    assert replay(record, game_named("chess")).turns[1].plies_to_end == 8


def test_we_read_a_pgn_of_others(tmp_path):
    file = tmp_path / "others.pgn"
    file.write_text(
        '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
        "1.e4 {a comment\nof two lines} e5 2.Bc4 (2.Nf3 Nc6 (2... d6) 3.Bb5) Nc6 ; to the end of the line\n"
        "3. Qh5 $2 Nf6?? 4.Qxf7# 1-0\n\n1. d4 1/2-1/2\n\n% ignored\n1. f3 e5 2. g4 *\n"
    )
    mate, drawn, left = read_records(file)
    assert mate.actions == ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6??", "Qxf7#")
    assert replay(mate, game_named("chess")).outcome.ending == OVER
    assert (drawn.outcome.utilities, left.outcome.ending) == ((0.0, 0.0), LEFT)
    assert [len(replay(record, game_named("chess")).turns) for record in (mate, drawn, left)] == [7, 1, 3]


def test_we_read_a_pdn_and_an_sgf_of_others(tmp_path):
    draughts = tmp_path / "games.pdn"
    draughts.write_text('[GameType "21"]\n[Black "B"]\n[White "W"]\n1. 11-15 22-18 2. 15x22 25x18 1-1\n')
    (record,) = read_records(draughts)
    assert (record.game, record.players, record.outcome.utilities) == ("checkers", ("B", "W"), (0.0, 0.0))
    assert len(replay(record, game_named("checkers")).turns) == 4
    go = tmp_path / "games.sgf"
    go.write_text("(;GM[1]SZ[9]KM[5.5]PB[b]PW[w]RE[W+Resign]AB[cc][gg]PL[W];W[ee](;B[cg];W[tt])(;B[aa]))")
    (record,) = read_records(go)
    assert record.actions == ("E5", "C3", "pass")
    ongoing = replay(record, game_named(record.game))
    assert (ongoing.outcome.ending, ongoing.outcome.utilities) == (RESIGNED, (-1.0, 1.0))


def endless_time():
    """Return a record whose only action took for ever."""
    record = Record("nim", ("a", "b"), ("1-1",), Outcome(LEFT, None), notes=(Note(0.5),))
    return to_json(record).replace("0.5", "1e999")


@pytest.mark.parametrize(
    ("form", "text", "told"),
    [
        ("pgn", '[White "A"\n1. e4 *', r"games\.pgn:1: .* is not a tag"),
        ("pgn", "1. e4 e5\n", r"games\.pgn:2: .* has no result"),
        ("pgn", '1. e4\n[White "A"]\n*', r"games\.pgn:2: a tag"),
        ("pgn", "1. e4\n\n) *", r"games\.pgn:3: '\)' closes nothing"),
        ("pgn", "1. e4 (e5 *", r"games\.pgn:1: a variation is not closed"),
        ("pgn", '[Result "0-1"]\n1. e4 1-0', r"games\.pgn:1: the result is 0-1 in its tag and 1-0"),
        ("pgn", "1. e4 2-0", r"'2-0' is not a result"),
        ("pgn", '[Game "chess:x=1"]\n*', r"games\.pgn:1: chess: 'x=1'"),
        ("pgn", '[Game "evil.py:Game"]\n*', r"games\.pgn:1: .*say --game evil\.py"),
        ("pdn", '\n[GameType "99"]\n*', r"games\.pdn:2: draughts of type 99"),
        ("sgf", "(;B[aa]\n;W[bb]", r"games\.sgf:2: 1 '\(' are left open"),
        ("sgf", "(;B[aa\n", r"games\.sgf:1: .* is no node"),
        ("sgf", "(;SZ[9];B[aa]\n;W[zz])", r"games\.sgf:2: W\[zz\] is not a point"),
        ("sgf", "(;GM[37])", r"games\.sgf:1: GM\[37\]"),
        ("sgf", "(B[aa])", r"games\.sgf:1: 'B' stands before the first node"),
        ("json", '{"game": 1}\n', r"games\.json:1: the game has no"),
        ("json", "\n[1", r"games\.json:2: this is not JSON"),
        ("json", "3\n", r"games\.json:1: this is not the record of a game: it is not an object"),
        ("json", "[]\n", r"games\.json:1: this is not the record of a game: it is not an object"),
        ("json", endless_time(), r"games\.json:1: .*'inf' is not a number"),
        ("txt", "", "records are files that end in"),
    ],
)
def test_malformed_files_are_refused_with_their_line(form, text, told, tmp_path):
    file = tmp_path / f"games.{form}"
    file.write_text(text)
    with pytest.raises(HalfmoveError, match=told):
        read_records(file)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_bytes(b"1. e4 *\n\xff\xfe")
    with pytest.raises(HalfmoveError, match=r"games\.pgn:2: this is not text"):
        read_records(file)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"actions": ("a1", "a1")}, "action 2: a1: "),
        ({"actions": ("a1", "b1", "a2", "b2", "a3", "b3")}, "action 6, b3, comes after the end"),
        ({"actions": ("a1",), "outcome": Outcome(OVER, (1.0, -1.0))}, "says that the game is over, but it is not"),
        ({"actions": ("a1", "b1", "a2", "b2", "a3"), "outcome": Outcome(OVER, (0.0, 0.0))}, "ended with"),
        ({"actions": ("a1", "b1", "a2", "b2", "a3"), "outcome": Outcome(RESIGNED, (-1.0, 1.0))}, "ended with"),
    ],
)
def test_a_record_that_lies_is_refused(changes, told):
    record = Record("tic-tac-toe", ("a", "b"), **{"outcome": Outcome(LEFT, None), **changes})
    with pytest.raises(HalfmoveError, match=told):
        replay(record, game_named("tic-tac-toe"))


def test_json_is_one_line():
    _, record = random_game("one-heap-nim")
    assert to_json(record).count("\n") == 1
    assert from_json(to_json(record)) == record
    with pytest.raises(HalfmoveError, match="2 notes for"):
        from_json(re.sub(r'"notes": .*}', '"notes": [[0,0,0,0],[0,0,0,0]]}', to_json(record)))


def test_a_resignation_is_recorded():
    ongoing = GameInProgress(game_named("tic-tac-toe"))
    referee(ongoing, [lambda *_: Choice(4, 0.5), lambda *_: Choice(None, -1.0)])
    record = record_of(ongoing, "tic-tac-toe", ["a", "b"])
    assert (record.actions, record.outcome) == (("b2",), Outcome(RESIGNED, (1.0, -1.0), "O"))


@pytest.mark.parametrize("form", ["pgn", "sgf", "json"])
def test_names_in_a_file_cannot_command_a_terminal(form, tmp_path):
    game, record = random_game("chess", seed=3)
    record = replace(record, players=("\x1b[31mred", "w\x9bhite"))
    path = tmp_path / f"games.{form}"
    path.write_text("".join(write_records([record], form, game)), encoding="utf-8")
    (read,) = read_records(path)
    assert read.players == ("?[31mred", "w?hite")

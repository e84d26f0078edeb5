"""Our side of GTP, line by line."""

import pytest
from talking import Stub, Talk, overheard

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.win_probability import Logistic
from halfmove.errors import WrongGame
from halfmove.games import game_named
from halfmove.play.players.search import analyst_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.players.weights import write_weights
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.gtp_clock import GtpClock, Settings


def gtp(name="go:size=5", **options):
    Stub.made.clear()
    return Talk(Gtp, game_named(name), **options)


def answers(talk, *lines):
    """Return the answers to lines, each without its sign and its empty line."""
    found = "\n".join(talk(*lines)).split("\n\n")
    assert all(answer.startswith("=") for answer in found if answer.strip())
    return [answer[1:].strip() for answer in found if answer.strip()]


def refusal(talk, line):
    first, *rest = talk(line)
    assert first.startswith("? ")
    assert rest == [""]
    return first[2:]


def test_administration():
    talk = gtp()
    assert answers(talk, "protocol_version", "name")[:2] == ["2", "halfmove"]
    commands = answers(talk, "list_commands")[0].split()
    assert {"play", "genmove", "undo", "final_score", "lz-analyze", "kata-analyze", "time_left"} <= set(commands)
    assert answers(talk, "known_command play", "known_command dance", "known_command") == ["true", "false", "false"]
    for command in commands:
        assert answers(talk, f"known_command {command}") == ["true"]


def test_numbers_comments_and_control_characters():
    talk = gtp()
    assert talk("17 name # who are you?") == ["=17 halfmove", ""]
    assert talk("na\x07me") == ["= halfmove", ""]
    assert talk("play\tblack\tC3") == ["=", ""]
    assert talk("", "# nothing", "   ") == []
    assert talk("3 dance") == ["?3 unknown command", ""]
    assert talk("5") == ["?5 unknown command", ""]


def test_a_game():
    talk = gtp()
    assert answers(talk, "clear_board", "play b C3", "play White d4") == ["", "", ""]
    first = answers(talk, "genmove black")[0]
    assert first == "A5"
    board = answers(talk, "showboard")[0]
    assert "X . . . ." in board
    assert answers(talk, "undo", "showboard")[1] != board
    assert answers(talk, "reg_genmove b") == ["A5"]
    assert refusal(talk, "play b C3") == "illegal move: C3: there is a stone of Black on it"


def test_scores():
    talk = gtp()
    answers(talk, "komi 0.5", "play b C3", "play w pass", "play b pass")
    assert answers(talk, "final_score") == ["B+24.5"]
    assert answers(talk, "komi 30", "final_score") == ["", "W+5"]
    assert answers(talk, "komi 25", "final_score") == ["", "0"]
    assert answers(talk, "genmove w") == ["pass"]
    assert answers(talk, "play w A1", "genmove b") == ["", "A5"]


def test_colours_may_play_out_of_turn():
    talk = gtp()
    assert answers(talk, "play b A1", "play b A2", "play b A3") == ["", "", ""]
    assert answers(gtp("hex:size=5"), "play b a1", "play b a2") == ["", ""]
    assert refusal(gtp("othello"), "play w d3").startswith("illegal move: it is black's turn")


def test_sizes():
    talk = gtp()
    assert answers(talk, "boardsize 9", "play b J9") == ["", ""]
    for size in ("1", "20", "99999999"):
        assert refusal(talk, f"boardsize {size}") == "unacceptable size"
    assert "is not a size" in refusal(talk, "boardsize big")
    assert "is missing" in refusal(talk, "boardsize")
    talk = gtp("othello")
    assert answers(talk, "boardsize 6", "genmove b")[1] == "c2"
    assert refusal(talk, "boardsize 7") == "unacceptable size"


def test_othello():
    talk = gtp("othello")
    assert answers(talk, "play b d3", "genmove w") == ["", "c3"]
    assert answers(talk, "final_score") == ["0"]
    assert answers(talk, "komi 0") == [""]
    assert refusal(talk, "komi 6.5") == "Othello has no komi"


def test_othello_passes_without_being_told():
    talk = gtp("othello")
    board = "-O" + "X" * 62
    talk.protocol.states = [talk.protocol.board.rules.read(f"{board} O")]
    assert [*talk.protocol.board.rules.actions(talk.protocol.state)] == [64]
    assert answers(talk, "genmove b", "final_score") == ["a1", "B+64"]


def test_hex():
    talk = gtp("hex:size=3")
    assert refusal(talk, "final_score") == "nobody has linked his sides yet"
    answers(talk, "play b a1", "play w b1", "play b a2", "play w b2", "play b a3")
    assert answers(talk, "final_score", "genmove w") == ["B+1", "pass"]
    assert answers(gtp("hex:size=3,swap=true"), "play b b1", "play w swap") == ["", ""]


def test_time():
    talk = gtp(seconds=3.0)
    talk("genmove b")
    assert Stub.made[-1].asked[-1][1] == Limit(seconds=3.0)
    talk("time_settings 60 10 5", "genmove w")
    assert Stub.made[-1].asked[-1][1] == Limit(remaining=60)
    talk("time_left b 7 3", "genmove b")
    assert Stub.made[-1].asked[-1][1] == Limit(remaining=7, moves_to_go=3)
    talk("time_settings 0 5 0", "genmove w")  # no limit, by the standard
    assert Stub.made[-1].asked[-1][1] == Limit(seconds=3.0)
    talk("time_left w 8 0", "genmove w")
    assert Stub.made[-1].asked[-1][1] == Limit(remaining=8)
    assert "is missing" in refusal(talk, "time_settings 1 2")
    assert "is not a colour" in refusal(talk, "time_left red 1 2")


def test_less_strength_means_fewer_nodes():
    talk = gtp(spec=parse_spec("engine:strength=50"))
    assert answers(talk, "genmove b")
    assert Stub.made[-1].asked[-1][1] == Limit(seconds=2.0, nodes=2**14)


def test_byo_yomi():
    clock = GtpClock(Settings(10, 30, 2))
    assert clock.limit() == Limit(remaining=10)
    clock.spend(12)
    assert clock.limit() == Limit(remaining=28, moves_to_go=2)
    clock.spend(10)
    assert clock.limit() == Limit(remaining=18, moves_to_go=1)
    clock.spend(10)
    assert clock.limit() == Limit(remaining=30, moves_to_go=2)


@pytest.mark.parametrize(("dialect", "win"), [("", "7311"), ("lz-", "7311"), ("kata-", "0.7311")])
def test_analysis_goes_on_until_the_next_line(dialect, win, monkeypatch):
    monkeypatch.setattr("halfmove.core.win_probability.logistic_of", lambda game: Logistic(0.0, 1.0))
    talk = gtp()
    talk(f"8 {dialect}analyze b interval 50")
    talk.sink.wait_for("info move")
    first, info = talk.heard.splitlines()
    assert first == "=8"
    assert info.startswith(f"info move A5 visits 10 winrate {win} lcb {win} order 0 pv A5 info move B5")
    assert talk("name") == ["", "= halfmove", ""]


def test_analysis_has_no_win_rate_where_nobody_knows_it(monkeypatch):
    monkeypatch.setattr("halfmove.core.win_probability.logistic_of", lambda game: None)
    talk = gtp()
    talk("lz-analyze b interval 50")
    talk.sink.wait_for("info move")
    assert talk.heard.splitlines()[1].startswith("info move A5 visits 10 order 0 pv A5 info move B5")
    talk("name")


def test_analysis_with_other_weights_has_no_win_rate(tmp_path):
    """The fit is of values of the game's own evaluation."""
    game, file = plain(game_named("othello:size=4")), tmp_path / "weights.json"
    file.write_text(write_weights("othello", [1.0] * len(game.advice.features(game.initial, 0)), scale=10.0))
    for options, known in (("depth=1", True), (f"depth=1,weights={file}", False)):
        talk = Talk(Gtp, game, analyst=analyst_of, spec=parse_spec(f"alphabeta:{options}"))
        assert ("winrate" in talk("lz-genmove_analyze b")[1]) == known


def test_analysis_of_a_move_that_is_played():
    talk = gtp()
    lines = talk("lz-genmove_analyze b 10")
    assert lines[0] == "="
    assert lines[1].startswith("info move A5")
    assert lines[2:] == ["play A5", ""]
    assert answers(talk, "undo") == [""]


def test_games_are_loaded(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[0.5];B[cc];W[dc];B[aa])")
    talk = gtp()
    assert answers(talk, f"loadsgf {file}") == [""]
    assert talk.protocol.board.game.komi == 0.5
    assert len(talk.protocol.states) == 4
    assert answers(talk, "undo", f"loadsgf {file} 2") == ["", ""]
    assert len(talk.protocol.states) == 2
    assert refusal(talk, f"loadsgf {tmp_path}/none.sgf").startswith("cannot load file")
    file.write_text("(;B[zz]")
    assert refusal(talk, f"loadsgf {file}").startswith("cannot load file")


def test_other_games_are_refused():
    with pytest.raises(WrongGame, match="GTP is for go, othello and hex"):
        gtp("chess")


def test_rubbish_is_survived():
    lines = overheard(Gtp, b"\xff\xfe\n" + b"x" * (2 << 20) + b"\nquit\nname\n", game_named("go:size=5"))
    assert lines == ["? unknown command", "", "? a line of more than 1 MiB was not read", "", "=", ""]


PLAYED = "B A2 W A4 B B2 W B4 B C2 W C4 B D2 W D4 B E2 W E4 B A3 W E5 B B3 W E1"  # the stone on E1 is lost


def test_stones_are_told_to_be_alive_or_dead():
    talk = Talk(Gtp, plain(game_named("go:size=5,komi=0")))
    answers(talk, f"gogui-play_sequence {PLAYED}")
    assert answers(talk, "final_status_list dead", "final_score") == ["E1", "B+2"]
    alive = talk("final_status_list alive")
    assert sorted(len(line.removeprefix("= ").split()) for line in alive if line) == [6, 7]
    assert answers(talk, "final_status_list seki") == [""]
    assert refusal(talk, "final_status_list ill") == "invalid status: 'ill' is none of alive, dead, seki"


def test_hex_has_no_dead_stones():
    talk = Talk(Gtp, plain(game_named("hex:size=5")))
    answers(talk, "play b c3", "play w a1")
    assert talk("final_status_list dead") == ["=", ""]
    assert talk("final_status_list alive") == ["= a1", "c3", ""]


def test_handicap_stones():
    talk = Talk(Gtp, plain(game_named("go:size=9")))
    assert answers(talk, "fixed_handicap 5") == ["C3 G7 C7 G3 E5"]
    assert refusal(talk, "fixed_handicap 2") == "board not empty"
    answers(talk, "clear_board")
    assert answers(talk, "set_free_handicap A1 B2 C3", "play w E5") == ["", ""]
    answers(talk, "clear_board")
    assert refusal(talk, "fixed_handicap 10") == "invalid number of stones"
    assert refusal(talk, "set_free_handicap A1 A1") == "bad vertex list"
    assert refusal(talk, "set_free_handicap A1 pass") == "bad vertex list"
    assert refusal(Talk(Gtp, plain(game_named("hex:size=5"))), "fixed_handicap 2") == "handicaps are for Go"


def test_what_gogui_asks():
    talk = Talk(Gtp, plain(game_named("go:size=5")))
    assert "string/Final Score/final_score" in talk("gogui-analyze_commands")[0]
    assert float(answers(talk, "cputime")[0]) > 0
    assert refusal(talk, "gogui-play_sequence B C3 B") == "syntax error: a vertex is missing"

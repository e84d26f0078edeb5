"""Nothing that is read runs: every reader, with every kind of hostile name, starts no program and imports no file."""

import io
import json
import os
import sqlite3
from contextlib import closing, suppress

import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import Node
from halfmove.games import GAMES, game_named
from halfmove.play.endings import LEFT, Outcome
from halfmove.play.foreign_text import LARGEST_FILE
from halfmove.play.match.match import Match
from halfmove.play.match.openings import read_openings
from halfmove.play.match.plan import Plan
from halfmove.play.match.store import Store
from halfmove.play.records.records import Record, read_records, to_json
from halfmove.play.records.suites import read_suite
from halfmove.play.trust import recorded_game, recorded_spec
from halfmove.protocols.gtp import Gtp
from halfmove.protocols.loop import LineWriter, serve
from halfmove.protocols.uci import Uci
from halfmove.protocols.ugi import Ugi

pytestmark = pytest.mark.one_lane

MARKER = "marker"  # the file that exists if anything ran
EVIL = f"""
from pathlib import Path
from halfmove.games.tic_tac_toe import TicTacToe
Path({MARKER!r}).touch()
class Game(TicTacToe): pass
def player(game, observation, limit): Path({MARKER!r}).touch()
"""
PROGRAMS = [f"{kind}:touch {MARKER}" for kind in ("uci", "ugi", "gtp", "xboard")] + [f"uci:sh -c 'touch {MARKER}'"]
FILES = ["evil.py:player", "evil.py:Game", "evil.py", "./evil.py:player", "HERE/evil.py:player", "HERE/evil.py:Game"]
NAMES = [*PROGRAMS, *FILES]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "evil.py").write_text(EVIL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=NAMES)
def name(request, folder):
    yield request.param.replace("HERE", str(folder))
    assert not (folder / MARKER).exists(), "a name that was read has run something"


def refused(result):
    """Assert that a command ended with one sentence."""
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 1000


def tags(**values):
    return "".join(f'[{tag} "{value}"]\n' for tag, value in values.items())


def files_with(game, player):
    """Return an unfinished game in each format; None is the game that the format is for."""
    sgf = game or "tic-tac-toe"
    record = Record(game or "nim", ("human", player), (), Outcome(LEFT, None))
    return {
        "saved.pgn": tags(White="human", Black=player, **({"Game": game} if game else {})) + "*\n",
        "saved.pdn": tags(GameType="21", White="human", Black=player, **({"Game": game} if game else {})) + "*\n",
        "saved.sgf": f"(;FF[4]HG[{sgf}]PB[human]PW[{player}])",
        "saved.json": to_json(record),
    }


FORMATS = list(files_with(None, ""))


@pytest.mark.parametrize("file", FORMATS)
def test_a_record_starts_no_player(halfmove, folder, name, file):
    (folder / file).write_text(files_with(None, name)[file])
    result = halfmove("play", file, typed="quit\n")
    refused(result)
    assert "name the players after the file" in result.stderr
    halfmove("replay", file)
    halfmove("ratings", file)
    record = read_records(folder / file)[-1]
    assert name in record.players  # it was read, and nothing else
    with pytest.raises(HalfmoveError, match="no record may start"):
        recorded_spec(name)


@pytest.mark.parametrize("file", FORMATS)
def test_a_record_runs_no_game(halfmove, folder, name, file):
    (folder / file).write_text(files_with(name, "human")[file])
    for command in ("play", "replay"):
        refused(halfmove(command, file, typed="quit\n"))
    halfmove("ratings", file)
    with pytest.raises(HalfmoveError):
        [recorded_game(record.game) for record in read_records(folder / file)]


def database(path, plan):
    """Write a database as somebody else could have: its plan is never played."""
    with Store.create(path, Plan("tic-tac-toe", ("random", "random"))) as store:
        store.base.execute("UPDATE facts SET value = ? WHERE name = 'plan'", (plan.to_json(),))
        store.base.commit()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_starts_no_player_and_runs_no_game(halfmove, folder, name, workers):
    for number, plan in enumerate([Plan("tic-tac-toe", ("random", name)), Plan(name, ("random", "random"))]):
        file = folder / f"{number}.db"
        database(file, plan)
        words = ("random", "random", "--game", "tic-tac-toe", "--games", 2, "--openings", "none", "-c", workers)
        result = halfmove("match", *words, "--database", file, "--resume")
        refused(result)
        assert "the match in it was begun with" in result.stderr
        halfmove("ratings", file)
        with Store.open(file) as store, pytest.raises(HalfmoveError, match=r"no record|there is no game"):
            Match(store)
    refused(halfmove("replay", file))


@pytest.mark.usefixtures("in_plain_python")
def test_a_plan_that_changes_under_our_hands_starts_no_player(answer, folder, monkeypatch):
    monkeypatch.setattr("halfmove.play.match.store._MADE", "SELECT '' WHERE 0")  # even if a trigger were let in
    plan = Plan("tic-tac-toe", ("random", "alphabeta:depth=1"), games=2, openings="none", longest=10_000)
    hostile = Plan("evil.py", (f"uci:touch {MARKER}", "evil.py:player"), games=2, openings="none", longest=10_000)
    file = folder / "match.db"
    with Store.create(file, plan) as store:
        store.base.execute(
            "CREATE TRIGGER evil AFTER UPDATE ON facts WHEN NEW.name = 'plan' BEGIN"
            f" UPDATE facts SET value = '{hostile.to_json().replace(chr(39), chr(39) * 2)}' WHERE name = 'plan'; END"
        )
    words = (*plan.players, "--game", plan.game, "--games", 4, "--openings", "none")
    found = answer("match", *words, "--database", file, "--resume")
    with Store.open(file) as store:
        assert store.plan == hostile  # the trigger did what it should
    assert found["games"] == 4
    assert found["endings"] == {"over": 4}
    assert not (folder / MARKER).exists()


def test_openings_run_nothing(halfmove, folder, name):
    words = ("match", "random", "random", "--games", 2)
    for file, game in {"saved.pgn": "chess", "saved.pdn": "checkers", "saved.sgf": "tic-tac-toe"}.items():
        (folder / file).write_text(files_with(name, name)[file])
        assert read_openings(folder / file, game_named(game)) == [("", ())]  # what the file names is not looked at
    for file in ("lines.txt", "lines.epd", "lines.json"):
        (folder / file).write_text(f"{name}\n")
        refused(halfmove(*words, "--game", "tic-tac-toe", "--openings", file))
        with pytest.raises(HalfmoveError):
            read_openings(folder / file, game_named("tic-tac-toe"))
    refused(halfmove(*words, "--game", "tic-tac-toe", "--openings", name))


def test_suites_weights_and_trees_run_nothing(halfmove, folder, name):
    for text in (name, f"{name} 3", f"{name} bm a1;", f"{name}; a1:+3;"):
        (folder / "suite").write_text(text + "\n")
        refused(halfmove("bench", "tic-tac-toe", "--suite", "suite"))
        with pytest.raises(HalfmoveError):
            read_suite(game_named("tic-tac-toe"), text)
    for game in ("chess", "othello"):
        (folder / "weights").write_text(json.dumps({"name": name}))
        refused(halfmove("tune", game, "--from", "weights"))
    for text in (name, json.dumps(name), json.dumps({"label": name})):
        with pytest.raises(HalfmoveError):
            Node.from_json(text)


def test_protocols_run_nothing(folder, name):
    for file, content in files_with(name, name).items():
        (folder / file).write_text(content)
    (folder / "go.sgf").write_text(f"(;GM[1]SZ[5]PB[{name}]PW[{name}];B[aa])")
    lines = [f"position fen {name}", f"position {name}", f"position startpos moves {name}", f"query {name}"]
    lines += [f"setoption name {word} value {name}" for word in ("Hash", "Threads", "UCI_Variant", name)]
    lines += [f"loadsgf {file}" for file in (*FORMATS, "go.sgf", name)]
    lines += [f"boardsize {name}", f"komi {name}", f"play b {name}", f"genmove {name}", name]
    squares, points = plain(game_named("tic-tac-toe")), plain(game_named("go:size=5"))
    for make in (Uci, lambda say: Ugi(squares, say), lambda say: Gtp(points, say)):
        said = io.StringIO()
        serve(make(LineWriter(said)), io.BytesIO("\n".join([*lines, "quit"]).encode()))
        assert "Traceback" not in said.getvalue()


@pytest.mark.parametrize(
    "text", ["human", "random", "random:seed=3", "strong", "alphabeta:depth=3", "engine:threads=2"]
)
def test_people_and_our_searches_come_to_life_from_a_record(text):
    assert str(recorded_spec(text)) == text


def test_what_a_record_names_can_be_repeated_on_the_command_line(halfmove, folder):
    record = Record("evil.py:Game", ("human", "evil.py:player"), ("a1",), Outcome(LEFT, None))
    (folder / "saved.json").write_text(to_json(record))
    refused(halfmove("play", "saved.json"))
    refused(halfmove("play", "saved.json", "human", "random"))
    assert not (folder / MARKER).exists()
    (folder / "evil.py").write_text(EVIL.replace("TicTacToe): pass", "TicTacToe): 'a game of mine'"))
    result = halfmove("play", "saved.json", "random", "random", "--game", "evil.py:Game")
    assert result.exit_code == 0, result.output
    assert (folder / MARKER).exists()
    assert halfmove("replay", "saved.json", "--game", "evil.py:Game", "--quiet").stdout == "1\n"
    refused(halfmove("play", "saved.json", "random", "random", "random", "--game", "evil.py:Game"))
    refused(halfmove("play", "tic-tac-toe", "--game", "evil.py:Game"))


def test_what_is_saved_says_how_to_go_on(halfmove, folder):
    (folder / "mine.py").write_text("from halfmove.play.players.random import RandomPlayer as player\n")
    ours = halfmove("play", "nim", "human", "random", typed="save a.json\nquit\n").stdout
    assert "`halfmove play a.json` goes on" in ours
    result = halfmove("play", "nim", "human", "mine.py:player", typed="save a.json\nquit\n").stdout
    assert "`halfmove play a.json human mine.py:player` goes on" in result
    refused(halfmove("play", "a.json", typed="quit\n"))
    assert halfmove("play", "a.json", "human", "mine.py:player", typed="quit\n").exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        "CREATE VIEW Facts AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, x FROM c",
        "CREATE VIEW facts (name, value) AS SELECT * FROM other",
        "CREATE TRIGGER evil AFTER UPDATE ON other BEGIN DELETE FROM games; END",
    ],
)
def test_a_database_that_computes_something_is_refused(halfmove, folder, change):
    with Store.create("match.db", Plan("nim", ("random", "random"))) as store:
        store.base.execute("ALTER TABLE facts RENAME TO other")
        store.base.execute(change)
    for command in ("ratings", "replay"):
        result = halfmove(command, "match.db")
        refused(result)
        assert "this is no file of match results" in result.stderr


# What is read is not waited for, and not too large either.

READERS = {
    "PGN": "play FILE.pgn",
    "PDN": "replay FILE.pdn",
    "SGF": "ratings FILE.sgf",
    "JSON": "play FILE.json",
    "database": "ratings FILE.db",
    "lines": "match random random --game nim --openings FILE",
    "positions": "match random random --game nim --openings FILE.epd",
    "recorded openings": "match random random --game nim --openings FILE.sgf",
    "suite": "bench nim --suite FILE",
    "weights of chess": "tune chess --from FILE",
    "weights of othello": "tune othello --from FILE",
    "weights": "match random alphabeta:depth=1,weights=FILE --game othello",
    "game": "check FILE.py",
}


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_a_pipe_is_not_waited_for_and_no_file_fills_the_memory(halfmove, folder, command):
    words = command.split()
    file = folder / next(word for word in words if "FILE" in word).rpartition("=")[2]
    os.mkfifo(file)
    refused(halfmove(*words))
    file.unlink()
    file.write_bytes(b"")
    os.truncate(file, LARGEST_FILE + 1)  # it takes no room on the disk
    refused(halfmove(*words))


def test_gtp_does_not_wait_for_a_pipe(folder):
    os.mkfifo("pipe.sgf")
    said = io.StringIO()
    serve(Gtp(game_named("go:size=5"), LineWriter(said)), io.BytesIO(b"loadsgf pipe.sgf\nquit\n"))
    assert "? cannot load file: pipe.sgf: this is not a file" in said.getvalue()


def test_no_message_commands_the_terminal(halfmove, folder):
    (folder / "saved.json").write_text(
        to_json(Record("nim", ("random", "random"), (), Outcome(LEFT, None), start="\x1b[2J"))
    )
    (folder / "lines").write_text("\x1b[2J\n")
    (folder / "suite").write_text("1 \x1b[2J")
    for words in ("replay saved.json", "match random random --game nim --openings lines", "bench nim --suite suite"):
        result = halfmove(*words.split())
        refused(result)
        assert "\x1b" not in result.output


LARGE = ["9" * 5000, "99999999999-99999999999", "-".join(["9"] * 60), "4000000000", "1e300", "-1", "100"]
TREES = ["max(" * 2000, "max(" * 100_000, "max(" + "1 " * 100_000 + ")", "(" * 1_000_000]
ABSURD = [*TREES, "x" * 1_000_000, "nim:" + "x" * 1_000_000, "a.py" * 100_000, "nim\nnim", "\x1b[2J"]
GREEDY = [
    "engine:hash=1e8",
    "memoised:megabytes=1e12",
    "engine:threads=100000",
    "strong:seconds=1e9",
    "engine:hash=nan",
]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_an_absurd_size_is_refused_or_small(game):
    for parameter in GAMES[game].hints():
        for size in LARGE:
            with suppress(HalfmoveError):
                made = recorded_game(f"{game}:{parameter}={size}")
                assert len(made.show(made.initial)) < 5_000_000


@pytest.mark.parametrize(
    "name", [*TREES, "x" * 1_000_000, "nim:" + "x" * 1_000_000, "a.py" * 100_000, "nim\nnim", "\x1b[2J"]
)
def test_an_absurd_name_is_refused_in_one_sentence(halfmove, folder, name):
    with pytest.raises(HalfmoveError):
        recorded_game(name)
    with pytest.raises(HalfmoveError):
        recorded_spec(name)
    (folder / "saved.json").write_text(to_json(Record(name, ("human", "human"), (), Outcome(LEFT, None))))
    refused(halfmove("play", "saved.json"))
    refused(halfmove("replay", "saved.json"))
    (folder / "saved.json").write_text(to_json(Record("nim", ("human", name), (), Outcome(LEFT, None))))
    refused(halfmove("play", "saved.json"))


@pytest.mark.parametrize(
    "name",
    [
        "engine:hash=100000000",
        "memoised:megabytes=1e12",
        "engine:threads=100000",
        "strong:seconds=1e9",
        "engine:hash=nan",
        "mcts:simulations=1000000000",
        "ismcts:simulations=1000000000",
        "equilibrium:iterations=1000000000",
        "clairvoyance:worlds=1000000000",
        "montecarlo:games=1000000000",
    ],
)
def test_a_record_cannot_ask_for_the_whole_machine(halfmove, folder, name):
    (folder / "saved.json").write_text(to_json(Record("nim", ("human", name), (), Outcome(LEFT, None))))
    refused(halfmove("play", "saved.json", typed="quit\n"))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.json", "[" * 200_000),
        ("a.json", '{"game": ' * 200_000),
        ("a.sgf", "(" * 200_000),
        ("a.sgf", "(;" * 20_000 + ")" * 20_000),
        ("a.sgf", "(;HG[nim]PB[human]PW[human]HO[" + "9" * 5000 + "])"),
        ("a.pgn", "(" * 200_000),
        ("a.pgn", tags(OpeningPlies="9" * 5000) + "*"),
        ("a.pgn", tags(White="human", Black="human", Limits="9" * 5000) + "*"),
        ("a.pgn", tags(White="human", Black="human", Limits="9" * 5000 + "/60") + "*"),
    ],
)
def test_an_absurd_file_is_refused_in_one_sentence(halfmove, folder, file, text):
    (folder / file).write_text(text)
    refused(halfmove("play", file, typed="quit\n"))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.sgf", "(;HG[nim]PB[human]PW[human];B[a1]C[--/3 1.2.3s])"),
        ("a.pgn", tags(White="human", Black="human", TimeControl="9" * 5000) + "*"),
        ("a.pgn", tags(White="human", Black="human", TimeControl="9" * 5000 + "/60") + "1. e4 {[%eval 9e999]} *"),
    ],
)
def test_absurd_comments_and_time_controls_of_others_are_passed_over(halfmove, folder, file, text):
    (folder / file).write_text(text)
    assert halfmove("play", file, typed="quit\n").exit_code == 0


@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE facts SET value = '" + "[" * 100_000 + "' WHERE name = 'plan'",
        "UPDATE facts SET value = 'text' WHERE name = 'plan'",
        "UPDATE facts SET value = '[1]' WHERE name = 'plan'",
        """UPDATE facts SET value = replace(value, '"games": 40', '"games": "x"') WHERE name = 'plan'""",
        """UPDATE facts SET value = replace(value, '"random", "random"', '1, 2') WHERE name = 'plan'""",
        "UPDATE batches SET last = 1 << 60",
        "UPDATE batches SET first = first - 5",
        "UPDATE batches SET round = '[0, [[7, 9]], 40]'",
        "UPDATE batches SET lengths = 'text'",
        "UPDATE batches SET width = 'object'",
        "INSERT INTO games VALUES (100, 0, 0, '0 7', '', 0, '', zeroblob(16), 'over', '', '')",
        "INSERT INTO games VALUES (100, 0, 0, 'a b', '', 0, '', zeroblob(16), 'over', '', '')",
        "INSERT INTO games VALUES (100, 0, 0, '0 1', '', 0, '', zeroblob(3), 'over', '', '')",
        "INSERT INTO games VALUES (100, 0, 0, '0 1', '', 0, '', zeroblob(16), 'eaten', '', '')",
        "ALTER TABLE games RENAME TO other",
        "ALTER TABLE games ADD COLUMN more",
    ],
)
def test_a_database_of_somebody_else_is_refused_in_one_sentence(halfmove, folder, change):
    words = ("match", "random", "random", "--game", "tic-tac-toe", "--games", 40, "--database", "match.db")
    assert halfmove(*words).exit_code == 0
    with closing(sqlite3.connect("match.db")) as base:
        base.execute("INSERT INTO games VALUES (90, 0, 0, '0 1', '', 0, '', zeroblob(16), 'over', '', '')")
        base.execute(change)
        base.commit()
    refused(halfmove("ratings", "match.db"))


@pytest.mark.usefixtures("in_plain_python")
def test_processes_of_ours_import_nothing_from_the_folder_we_stand_in(answer, folder):
    for module in ("json", "numpy", "halfmove", "sqlite3"):
        (folder / f"{module}.py").write_text(f"open({MARKER!r}, 'w')\nraise ImportError")
    words = ("random", "minimax", "--game", "one-heap-nim:stones=4", "--games", 4, "--openings", "none", "-c", 2)
    assert answer("match", *words)["endings"] == {"over": 4}
    assert not (folder / MARKER).exists()

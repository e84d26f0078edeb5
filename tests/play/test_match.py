"""Matches: who meets whom, what is stored, what is gone on with, and that machine code plays as the referee does."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Choice
from halfmove.errors import HalfmoveError
from halfmove.games import GAMES, game_named
from halfmove.play.match import Match
from halfmove.play.openings import Opening, parse_openings, seeds_of
from halfmove.play.packed import unpack
from halfmove.play.plan import GAUNTLET, LADDER, ROUND_ROBIN, Plan, climbed, first_round, ladder_round
from halfmove.play.pool import gaps
from halfmove.play.records import replay
from halfmove.play.store import Store
from halfmove.play.summary import labels, summary
from halfmove.play.table import Table


def first_action(game, seen, limit):
    return Choice(next(iter(game.actions(seen))), 0.0)


def last_action(game, seen, limit):
    return Choice(list(game.actions(seen))[-1], 0.0)


def rows_of(plan, path, workers=1, **options):
    with Store.create(path, plan) as store:
        match = Match(store, **options)
        match.run(workers)
        return list(store.rows())


# Plans.


@pytest.mark.parametrize(
    ("form", "players", "seats", "encounters"),
    [("match", 2, 2, 1), ("match", 3, 3, 1), (ROUND_ROBIN, 4, 2, 6), (ROUND_ROBIN, 4, 3, 4), (GAUNTLET, 4, 2, 3)],
)
def test_every_opening_is_played_with_every_seating(form, players, seats, encounters):
    plan = Plan("x", tuple(map(str, range(players))), form, games=5)
    whole = first_round(plan, seats)
    assert len(whole.encounters) == encounters
    pairings = [whole.pairing(number) for number in whole.numbers()]
    assert len(pairings) == encounters * -(-5 // seats) * seats
    seated = Counter((pairing.encounter, pairing.opening, pairing.seats[0]) for pairing in pairings)
    assert set(seated.values()) == {1}
    assert Counter(len(set(pairing.seats)) for pairing in pairings) == {seats: len(pairings)}
    if form == GAUNTLET:
        assert all(0 in pairing.seats for pairing in pairings)


@pytest.mark.parametrize(
    ("plan", "seats", "told"),
    [
        (Plan("x", ("a",)), 2, "1 players for a game of 2"),
        (Plan("x", ("a", "b", "c")), 2, "3 players at a table of 2"),
        (Plan("x", ("a", "b"), "cup"), 2, "there is no form 'cup'"),
        (Plan("x", ("a", "b", "c"), LADDER), 3, "a ladder is climbed in games of 2"),
        (Plan("x", ("a", "b"), games=0), 2, "at least one"),
    ],
)
def test_impossible_plans_are_refused(plan, seats, told):
    with pytest.raises(HalfmoveError, match=told):
        first_round(plan, seats)


def test_a_ladder_sorts_its_players():
    strength = {0: 1.0, 1: 4.0, 2: 2.0, 3: 3.0, 4: 5.0}
    plan, order, numbers = Plan("x", tuple("abcde"), LADDER, games=2), tuple(range(5)), []
    for number in range(5):
        rounds = ladder_round(plan, number, order)
        numbers += rounds.numbers()
        order = climbed(order, rounds, strength)
    assert order == (4, 1, 3, 2, 0)
    assert numbers == list(range(len(numbers)))


def test_a_plan_is_written_and_read():
    plan = Plan("chess", ("a", "b"), games=7, time="1s", openings="random:4", resign="-1,3")
    assert Plan.from_json(plan.to_json()) == plan


def test_what_is_missing():
    assert list(gaps(range(2, 10), [0, 1, 2, 5, 6, 9])) == [range(3, 5), range(7, 9)]
    assert list(gaps(range(3), [])) == [range(3)]
    assert list(gaps(range(3), [0, 1, 2])) == []


def test_seeds_are_the_same_one_by_one():
    many = seeds_of(1, "game", range(500, 530), 3)
    assert [seeds_of(1, "game", range(i, i + 1), 3)[0].tolist() for i in range(500, 530)] == many.tolist()
    assert len(np.unique(many)) == many.size
    assert not set(many.ravel().tolist()) & set(seeds_of(2, "game", range(500, 530), 3).ravel().tolist())


def test_labels_differ():
    assert labels(["a", "b", "a", "a"]) == ("a", "b", "a (2)", "a (3)")


# Openings.


def test_random_openings_differ_and_do_not_end_the_game():
    game = game_named("tic-tac-toe")
    openings = parse_openings("random:6", game, seed=1)
    drawn = [openings(index) for index in range(50)]
    assert drawn == [parse_openings("random:6", game, seed=1)(index) for index in range(50)]
    assert len(set(drawn)) > 30
    for opening in drawn:
        state = game.initial
        for action in opening.actions:
            assert not game.is_terminal(state)
            state = game.result(state, action)
        assert len(opening.actions) == 6
        assert not game.is_terminal(state)


def test_a_game_that_is_always_over_by_then_begins_at_once():
    assert parse_openings("random:9", game_named("tic-tac-toe"))(0) == Opening()


def test_openings_from_files(tmp_path):
    chess = game_named("chess")
    (tmp_path / "a.epd").write_text(
        '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";\n'
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n"
    )
    openings = parse_openings(str(tmp_path / "a.epd"), chess)
    assert [chess.to_move(chess.read(openings(index).start)) for index in range(3)] == [1, 0, 1]
    (tmp_path / "b.txt").write_text("# lines\n1. e4 e5 2.Nf3\n\nd4 d5 # queen's pawn\n")
    openings = parse_openings(str(tmp_path / "b.txt"), chess)
    assert [len(openings(index).actions) for index in range(2)] == [3, 2]
    (tmp_path / "c.pgn").write_text("1. e4 e5 2. Nf3 Nc6 1-0\n1. d4 *\n")
    openings = parse_openings(f"{tmp_path / 'c.pgn'}:3", chess)
    assert [len(openings(index).actions) for index in range(2)] == [3, 0]
    othello = game_named("othello")
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    (tmp_path / "d.obf").write_text(f"{board} X; D3:+2;\n")
    assert othello.read(parse_openings(str(tmp_path / "d.obf"), othello)(0).start) == othello.initial


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.epd", "\nrnbq w - -\n", r"a\.epd:2: "),
        ("a.txt", "e4\ne4 e4\n", r"a\.txt:2: e4"),
        ("a.txt", "f3 e5 g4 Qh4\n", r"a\.txt:1: .* ends the game"),
        ("a.txt", "# nothing\n", "there is no opening"),
        ("a.pgn", "1. e4\n", r"a\.pgn:2: .* has no result"),
        ("a.pgn", "1. e5 *\n", r"a\.pgn: game 1: action 1: e5"),
    ],
)
def test_wrong_openings_are_refused(file, text, told, tmp_path):
    (tmp_path / file).write_text(text)
    with pytest.raises(HalfmoveError, match=told):
        parse_openings(str(tmp_path / file), game_named("chess"))


@pytest.mark.parametrize("written", ["random", "random:x", "absent.epd"])
def test_openings_that_are_nowhere(written):
    with pytest.raises(HalfmoveError, match=f"openings '{written}'"):
        parse_openings(written, game_named("chess"))


# Machine code plays as the referee does.


def check_crowd(name, openings, games, tmp_path, lane=lambda game: game):
    game = lane(game_named(name))
    plan = Plan(name, ("random",) * game.players, games=games, openings=openings, seed=3, longest=300)
    crowd, referee = Table(plan, game), Table(plan, game)
    assert crowd.is_crowd
    referee.is_crowd = False
    rounds = first_round(plan, game.players)
    batch = []
    crowd.play(rounds, rounds.numbers(), batch.append)
    one = [row for each in batch for row in unpack(each.packed)]
    other = [referee.game_of(rounds, number)._replace(notes="") for number in rounds.numbers()]
    assert one == other
    return one


@pytest.mark.parametrize(("name", "openings"), [("tic-tac-toe", "random:3"), ("pig:goal=20", "none")])
def test_a_crowd_plays_as_the_referee_does(name, openings, tmp_path):
    check_crowd(name, openings, 40, tmp_path)
    check_crowd(name, openings, 4, tmp_path, plain)


def test_a_crowd_plays_on_large_boards(tmp_path):
    check_crowd("gomoku", "random:2", 2, tmp_path, plain)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_a_crowd_of_every_game_plays_as_the_referee_does(name, tmp_path):
    check_crowd(name, "random:2", 6, tmp_path)


@pytest.mark.parametrize("name", ["tic-tac-toe", "three-player-nim"])
def test_random_games_are_legal_and_replay(name, tmp_path):
    check_replays(name, 20, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_random_games_of_every_game_are_legal_and_replay(name, tmp_path):
    check_replays(name, 1000, tmp_path)


def check_replays(name, games, tmp_path):
    game = game_named(name)
    plan = Plan(name, ("random",) * game.players, games=games, openings="none", longest=2000)
    with Store.create(tmp_path / "games.db", plan) as store:
        Match(store, game).run()
        count = 0
        for record, row in zip(store.records(game), store.rows(), strict=True):
            sitting = replay(record, game)
            assert sitting.outcome == row.outcome()
            assert [turn.action for turn in sitting.turns] == np.frombuffer(row.actions, "<i8").tolist()
            count += 1
    assert count >= games


# Matches.


def test_functions_play_a_match(tmp_path):
    plan = Plan("tic-tac-toe", ("first", "last"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store, players=[first_action, last_action])
        match.run()
        assert match.finished
        found = summary(store)
    assert str(match.score()) == "+2 =0 -2"
    assert match.pairs().counts == (0, 0, 2, 0, 0)
    assert (found.repeated, found.lopsided, found.openings) == (2, 2, 2)
    assert any("2 of 4 games repeat" in notice for notice in found.notices())


def test_faults_are_told_and_the_match_goes_on(tmp_path):
    plan = Plan("tic-tac-toe", ("good", "bad"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store, players=[first_action, lambda *_: Choice(99, 0.0)])
        match.run()
        found = summary(store)
    assert str(match.score()) == "+4 =0 -0"
    assert (found.endings, found.faults) == ({"illegal": 4}, {"bad": 4})
    assert found.reasons[0] == "game 1: illegal, O: 99"


def test_who_plays_alone_has_the_same_luck(tmp_path):
    plan = Plan("2048:goal=32", ("random", "random:seed=1"), games=3)
    rows = rows_of(plan, tmp_path / "match.db")
    assert [row.seats for row in rows] == ["0", "1"] * 3
    assert [row.opening for row in rows] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(("form", "games"), [(ROUND_ROBIN, 12), (GAUNTLET, 8), (LADDER, 12)])
def test_tournaments(form, games, tmp_path):
    plan = Plan("one-heap-nim:stones=9", ("random", "minimax", "random"), form, games=4, openings="random:1")
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store)
        match.run()
        found = summary(store)
        assert len(found.results) == games
        numbers = store.numbers()
    assert numbers == list(range(games))
    assert found.players == ("random", "minimax", "random (2)")
    if form == LADDER:
        assert match.order[0] == 1


def test_workers_play_the_same_games(tmp_path):
    plan = Plan("tic-tac-toe", ("random", "montecarlo:games=5"), games=30, openings="random:1")
    one = rows_of(plan, tmp_path / "one.db")
    two = rows_of(plan, tmp_path / "two.db", workers=2)
    assert [row._replace(notes="") for row in one] == [row._replace(notes="") for row in two]


def test_a_match_is_gone_on_with(tmp_path):
    path = tmp_path / "match.db"
    plan = Plan("tic-tac-toe", ("random", "random"), games=20, openings="none")
    whole = rows_of(plan, tmp_path / "whole.db")
    with Store.create(path, plan) as store:
        store.add(whole[3:7])
        match = Match(store)
        assert match.played == 4
        match.run()
        assert list(store.rows()) == whole
        store.extend(Plan(**{**vars(plan), "games": 24}))
        more = Match(store)
        more.run()
        assert (more.played, more.here) == (24, 4)


def test_another_match_is_not_gone_on_with(tmp_path):
    path = tmp_path / "match.db"
    plan = Plan("tic-tac-toe", ("random", "random"), games=20)
    with Store.create(path, plan) as store, pytest.raises(HalfmoveError, match="begun with time ''"):
        store.extend(Plan(**{**vars(plan), "time": "1s"}))
    with pytest.raises(HalfmoveError, match="there already; --resume"):
        Store.create(path, plan)
    (tmp_path / "text.db").write_text("this is a text, and a long one at that: " * 100)
    for make in (Store.open, lambda file: Store.create(file, plan)):
        with pytest.raises(HalfmoveError, match="not a database"):
            make(tmp_path / "text.db")
    with pytest.raises(HalfmoveError, match="no such file"):
        Store.open(tmp_path / "absent.db")


def test_a_test_ends_the_match(tmp_path):
    plan = Plan("one-heap-nim:stones=9", ("minimax", "random"), games=2000, openings="random:1")
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store, test=(0.0, 50.0))
        match.run()
        assert match.finished
        assert match.evidence().verdict == "H1"
        assert match.played < 1000


def test_a_worker_that_cannot_play_says_why(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def player(game, seen, limit):\n    raise SystemExit\n")
    plan = Plan("tic-tac-toe", ("random", f"{file}:player"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store)
        match.run(workers=2)
        assert str(match.score()) == "+4 =0 -0"
        file.unlink()
        store.extend(Plan(**{**vars(plan), "games": 8}))
        with pytest.raises(HalfmoveError, match="there is no such file"):
            Match(store).run(workers=2)


def test_a_worker_that_dies_again_and_again_ends_the_match(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import os\ndef player(game, seen, limit):\n    os._exit(7)\n")
    plan = Plan("tic-tac-toe", ("random", f"{file}:player"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store, pytest.raises(HalfmoveError, match="died 3 times"):
        Match(store).run(workers=2)


# Killed at any time.


SLOW = """
import time
from halfmove import Choice
def player(game, seen, limit):
    time.sleep(0.002)
    return Choice(max(game.actions(seen)), 0.0)
"""
GAMES_A_KILL = 100  # more than are finished before the next kill


def killed_and_resumed(kills, tmp_path, environment):
    """Return the plan and the rows of a match that was killed so often, and by what its processes are known."""
    path, slow = tmp_path / "killed.db", tmp_path / "slow.py"
    slow.write_text(SLOW)
    plan = Plan("tic-tac-toe", ("random", f"{slow}:player"), games=GAMES_A_KILL * (kills + 1), openings="random:1")
    command = [sys.executable, "-m", "halfmove", "match", *plan.players, "--game", plan.game]
    command += ["--games", str(plan.games), "--openings", plan.openings, "--concurrency", "2", "--quiet"]
    command += ["--database", str(path), "--resume"]
    mark = f"halfmove-test-{os.getpid()}-{time.monotonic_ns()}"
    numbers = random.Random(1)
    for kill in range(kills + 1):
        before = _count(path)
        process = subprocess.Popen(command, env={**environment, "HALFMOVE_TEST_MARK": mark}, stdout=subprocess.PIPE)
        if kill == kills:
            assert process.wait() == 0
        else:
            while process.poll() is None and _count(path) == before and numbers.random() > 0.01:
                time.sleep(0.02)  # mostly until games are stored, and now and then no longer than this
            time.sleep(numbers.random() / 10)
            process.kill()
            assert process.wait() == -signal.SIGKILL
        process.stdout.close()
    with Store.open(path) as store:
        assert store.plan == plan
        return plan, [row._replace(notes="") for row in store.rows()], mark


def _count(path):
    if not path.exists():
        return 0
    with suppress(HalfmoveError), Store.open(path) as store:
        return len(store.numbers())
    return 0


def _left_over(mark):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"HALFMOVE_TEST_MARK={mark}".encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
    return found


def check_kills(kills, tmp_path, environment):
    plan, rows, mark = killed_and_resumed(kills, tmp_path, environment)
    assert [row.number for row in rows] == list(range(plan.games))
    assert {(row.ending, row.detail) for row in rows} == {("over", "")}
    table, rounds = Table(plan, game_named(plan.game)), first_round(plan, 2)
    for number in range(0, plan.games, 17):
        assert rows[number] == table.game_of(rounds, number)._replace(notes="")
    deadline = time.monotonic() + 30
    while _left_over(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _left_over(mark) == []


def test_no_game_is_lost_or_doubled_when_a_match_is_killed(tmp_path, fresh_environment):
    check_kills(1, tmp_path, {**fresh_environment, "HALFMOVE_CACHE": os.environ.get("HALFMOVE_CACHE", "")})


def test_ctrl_c_leaves_a_match_that_can_go_on(tmp_path, fresh_environment):
    slow, path = tmp_path / "slow.py", tmp_path / "match.db"
    slow.write_text(SLOW)
    command = [sys.executable, "-m", "halfmove", "match", "random", f"{slow}:player", "--game", "tic-tac-toe"]
    command += ["--games", "100000", "--database", str(path), "--resume", "--quiet"]
    for workers in ("1", "2"):
        before = _count(path)
        process = subprocess.Popen([*command, "-c", workers], env=fresh_environment, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and _count(path) == before:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        assert process.returncode == 130, told
        assert "--resume goes on" in told
        assert before < _count(path) < 100_000


def test_a_test_ends_a_crowd(tmp_path):
    plan = Plan("tic-tac-toe", ("random", "random"), games=100_000, openings="none")
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store, test=(-200.0, -100.0))
        match.run()
        assert match.evidence().verdict == "H1"
        assert match.played < 100_000


@pytest.mark.deep
def test_no_game_is_lost_or_doubled_by_a_hundred_kills(tmp_path, fresh_environment):
    check_kills(100, tmp_path, fresh_environment)


@pytest.mark.deep
def test_nobody_forfeits_on_a_busy_machine(tmp_path):
    players = ("engine", "alphabeta", "montecarlo:games=1000000")
    plan = Plan("connect-four", players, ROUND_ROBIN, games=68, time="100ms", openings="random:6")
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        with Store.create(tmp_path / "match.db", plan) as store:
            Match(store).run(workers=2)
            found = summary(store)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert len(found.results) == 204
    assert (found.faults, found.reasons) == ({}, ())

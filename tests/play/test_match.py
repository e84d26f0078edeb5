"""Matches: what is stored, what is gone on with, what ends them."""

import os
import subprocess
import sys

import pytest

from halfmove.core.choice import Choice, Limit
from halfmove.errors import HalfmoveError
from halfmove.play.clocks import stopwatch
from halfmove.play.match import pool
from halfmove.play.match.match import Match
from halfmove.play.match.plan import GAUNTLET, LADDER, ROUND_ROBIN, Plan
from halfmove.play.match.store import Store
from halfmove.play.match.summary import summary


def first_action(game, seen, limit):
    return Choice(next(iter(game.actions(seen))), 0.0)


def last_action(game, seen, limit):
    return Choice(list(game.actions(seen))[-1], 0.0)


def rows_of(plan, path, workers=1, **options):
    with Store.create(path, plan) as store:
        match = Match(store, **options)
        match.run(workers)
        return list(store.rows())


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
    assert (found.endings, found.forfeits) == ({"illegal": 4}, {"good": 0, "bad": 4})
    assert found.reasons["bad"][0] == "game 1: illegal, O: 99"
    assert found.losses == {"good": {}, "bad": {"illegal": 4}}
    assert found.losses_text() == "good none; bad 4 (4 illegal action)"
    assert found.spent["bad"].moves == 4
    assert found.unplayed == ()


def test_a_score_is_no_way_to_lose(tmp_path):
    with Store.create(tmp_path / "match.db", Plan("othello:size=4", ("first", "last"), games=4)) as store:
        Match(store, players=[first_action, last_action]).run()
        rows, found = list(store.rows()), summary(store)
    assert all("discs" in row.detail for row in rows)  # such as "Black 11 discs, White 3 discs"
    assert {how for counts in found.losses.values() for how in counts} == {"over"}
    assert "by the rules" in found.losses_text()


def test_who_never_began_is_told(tmp_path):
    class Failing:
        def begin(self, game, state):
            raise RuntimeError("no memory")

    plan = Plan("tic-tac-toe", ("good", "bad"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store:
        Match(store, players=[first_action, Failing()]).run()
        found = summary(store)
    assert found.unplayed == ("bad",)
    assert "bad lost every game before it made a move" in found.notices()[0]


class Compiling:
    """A player whose first call takes long, as one does that compiles."""

    def __init__(self, now, takes=100.0):
        self.now, self.takes, self.calls, self.begun = now, takes, [], 0

    def begin(self, game, state):
        self.begun += 1

    def played(self, action):
        pass

    def __call__(self, game, seen, limit):
        assert self.begun
        self.now[0] += 0.0 if self.calls else self.takes
        self.calls.append(limit)
        return first_action(game, seen, limit)


@pytest.fixture
def now(monkeypatch):
    """A time that only the test moves."""
    now = [0.0]
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: now[0])
    monkeypatch.setattr(stopwatch, "threads_of", lambda process: {})
    return now


def test_what_a_first_call_compiles_is_not_on_the_clock(tmp_path, now):
    plan = Plan("tic-tac-toe", ("mine", "other"), games=4, time="100ms", margin=0.0)
    player = Compiling(now)
    with Store.create(tmp_path / "match.db", plan) as store:
        Match(store, players=[player, first_action]).run()
        found = summary(store)
    assert (found.forfeits, found.endings) == ({"mine": 0, "other": 0}, {"over": 4})
    assert len(player.calls) == found.spent["mine"].moves + 1  # once, before the first game
    assert set(player.calls) == {Limit(seconds=0.1)}


def test_who_gets_ready_by_himself_is_not_called_before_the_game(tmp_path, now):
    class Prepared(Compiling):
        def prepare(self, game, seen):
            self.now[0] += 100.0

    plan = Plan("tic-tac-toe", ("mine", "other"), games=4, time="100ms", margin=0.0)
    player = Prepared(now, takes=0.0)
    with Store.create(tmp_path / "match.db", plan) as store:
        Match(store, players=[player, first_action]).run()
        assert len(player.calls) == summary(store).spent["mine"].moves


def test_a_call_before_the_game_draws_none_of_its_random_numbers(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import random\nfrom halfmove import Choice\n"
        "class Player:\n"
        "    def seed(self, seed):\n        self.numbers = random.Random(seed)\n"
        "    def __call__(self, game, seen, limit):\n"
        "        return Choice(self.numbers.choice(list(game.actions(seen))), 0.0)\n"
    )
    plan = Plan("tic-tac-toe", (f"{file}:Player", "random"), games=6)
    whole = rows_of(plan, tmp_path / "whole.db")
    with Store.create(tmp_path / "rest.db", plan) as store:
        store.add(whole[:3])
        Match(store).run()
        assert [row._replace(notes="") for row in store.rows()] == [row._replace(notes="") for row in whole]


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


def test_no_process_is_started_that_would_have_nothing_to_play(tmp_path, monkeypatch):
    """A typing error must not start a hundred thousand processes."""
    started = []

    class Counted(pool.Worker):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            started.append(self)

    monkeypatch.setattr(pool, "Worker", Counted)
    plan = Plan("tic-tac-toe", ("random", "montecarlo:games=5"), games=4)
    assert len(rows_of(plan, tmp_path / "few.db", workers=100)) == 4
    assert len(started) == 2  # one for each pair of games
    with pytest.raises(HalfmoveError, match="100000 workers: there must be from 1 to 512"):
        rows_of(plan, tmp_path / "none.db", workers=100_000)


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


@pytest.mark.one_lane
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


@pytest.mark.one_lane
def test_a_worker_that_dies_again_and_again_ends_the_match(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import os\ndef player(game, seen, limit):\n    os._exit(7)\n")
    plan = Plan("tic-tac-toe", ("random", f"{file}:player"), games=4)
    with Store.create(tmp_path / "match.db", plan) as store, pytest.raises(HalfmoveError, match="died 3 times"):
        Match(store).run(workers=2)


# Killed at any time.


@pytest.mark.timing
@pytest.mark.deep
def test_nobody_forfeits_on_a_busy_machine(tmp_path):
    players = ("engine", "alphabeta", "montecarlo:games=1000000")
    plan = Plan("connect-four", players, ROUND_ROBIN, games=8, time="100ms", openings="random:6")
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        with Store.create(tmp_path / "match.db", plan) as store:
            Match(store).run(workers=2)
            found = summary(store)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert len(found.results) == 24
    assert {player: reasons for player, reasons in found.reasons.items() if reasons} == {}
    assert set(found.forfeits.values()) == {0}

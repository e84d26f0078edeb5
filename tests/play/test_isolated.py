"""Players of a user's own at games with secrets: in processes that see what they may, whatever happens there."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kuhn import Hand

from halfmove import Choice, WrongGame
from halfmove.errors import HalfmoveError
from halfmove.play.clocks.time_control import Control
from halfmove.play.endings import CRASHED, ILLEGAL, OVER, TIME
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.loading import load_game
from halfmove.play.match.match import Match
from halfmove.play.match.plan import Plan
from halfmove.play.match.store import Store
from halfmove.play.players.isolated import IsolatedPlayer
from halfmove.play.players.random import RandomPlayer
from halfmove.play.players.spec import parse_spec
from halfmove.play.players.wire import packed, packed_choice, unpacked, unpacked_choice
from halfmove.play.referee import referee

pytestmark = pytest.mark.one_lane

KUHN = Path(__file__).with_name("kuhn.py")
BASE = 7_000_000  # cards are numbers that nothing else is
SPYING = f"""
import gc, json, os, sys, time, types
from pathlib import Path
from typing import NamedTuple

from halfmove import CHANCE, Choice, Game, IllegalAction

LOWEST, CARDS = {BASE + 1}, 1000


class Deal(NamedTuple):
    first: int = 0
    second: int = 0
    turn: int = -1


class Cards(Game):
    initial = Deal()
    has_chance = True
    has_secrets = True

    def to_move(self, deal): return deal.turn
    def actions(self, deal):
        for card in range(CARDS if deal.turn == CHANCE else 2):
            yield card
    def result(self, deal, action):
        if deal.first == 0: return Deal(LOWEST + action, 0, CHANCE)
        if deal.second == 0: return Deal(deal.first, LOWEST + CARDS + action, 0)
        return deal._replace(turn=deal.turn + 1)
    def is_terminal(self, deal): return deal.turn == 2
    def utility(self, deal, player): return 0.0
    def observation(self, deal, player):
        return deal._replace(second=0) if player == 0 else deal._replace(first=0)


def cards():
    "Return every card that lies anywhere in the memory of this process."
    frames, frame = [], sys._getframe()
    while frame:
        frames, frame = [*frames, frame, frame.f_locals], frame.f_back
    seen, queue, found = set(), [*gc.get_objects(), *frames], set()
    while queue:
        thing = queue.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if type(thing) is int and LOWEST < thing < LOWEST + 2 * CARDS:
            found.add(thing)
        queue += gc.get_referents(thing)
    return found


def spy(game, seen, limit):
    Path(f"found-{{seen.turn}}.json").write_text(json.dumps(sorted(cards())))
    return Choice(0, 0.0)


def peek(game, seen, limit):
    state = sys._getframe(1).f_locals["ongoing"].state
    return Choice(0, float(state.first or 0))


def take(game, seen, limit): return Choice(0, 0.0)
def crash(game, seen, limit): raise ValueError("boom")
def leave(game, seen, limit): os._exit(7)
def exits(game, seen, limit): sys.exit(3)
def illegal(game, seen, limit): return Choice(5, 0.0)
def refuses(game, seen, limit): raise IllegalAction("nothing suits me")
def number(game, seen, limit): return 1
def word(game, seen, limit): return Choice("left", 0.0)
def loop(game, seen, limit):
    while True: pass
def printing(game, seen, limit):
    print("hello")
    os.write(1, b"noise")
    return Choice(0, 0.0)
def forge(game, seen, limit):
    for number in range(3, 30):
        try: os.write(number, b"noise\\n")
        except OSError: pass
    return Choice(0, 0.0)
def flood(game, seen, limit):
    for number in range(3, 30):
        try:
            while True: os.write(number, b"x" * 65536)
        except OSError: pass


class Seeded:
    def seed(self, seed): self.begins_with = seed
    def prepare(self, game, seen): self.ready = seen
    def __call__(self, game, seen, limit):
        assert type(self.ready).__name__ == type(seen).__name__ == "Deal"
        return Choice(self.begins_with % 2, float(self.begins_with))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "cards.py").write_text(SPYING)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def isolated(name, margin=0.0):
    return IsolatedPlayer(parse_spec(f"cards.py:{name}"), "cards.py", margin)


def played(*names, each=20.0, margin=0.25, seeds=()):
    """Play the game with the players of these names, each in a process of his own."""
    players = [isolated(name, margin) for name in names]
    ongoing = GameInProgress(load_game("cards.py"), None, Control(each=each, margin=margin), 5)
    try:
        referee(ongoing, players, seeds=seeds)
    finally:
        numbers = [number for player in players for number in player.processes]
        for player in players:
            player.close()
    assert not any(Path(f"/proc/{number}").exists() for number in numbers), "a process was left behind"
    return ongoing


def test_a_player_finds_nothing_of_the_other_in_his_whole_process(folder):
    ongoing = played("spy", "spy")
    assert ongoing.outcome.ending == OVER, ongoing.outcome
    dealt = ongoing.state[:2]
    found = [set(json.loads((folder / f"found-{seat}.json").read_text())) for seat in (0, 1)]
    assert found == [{dealt[0]}, {dealt[1]}]


IN_ONE_PROCESS = """
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.loading import load_game
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.referee import referee

ongoing = GameInProgress(load_game("cards.py"), seed=5)
referee(ongoing, [player_of(parse_spec("cards.py:spy"))] * 2)
print(*ongoing.state[:2])
"""


def test_the_same_player_in_one_process_would_find_it(folder):
    """So the test above can fail. All memory is looked through: a fresh process has little of it."""
    ran = subprocess.run([sys.executable, "-c", IN_ONE_PROCESS], capture_output=True, text=True, check=True)
    dealt = set(map(int, ran.stdout.split()))
    assert len(dealt) == 2
    assert all(dealt <= set(json.loads((folder / f"found-{seat}.json").read_text())) for seat in (0, 1))


def test_one_line_reads_no_card(folder):
    outcome = played("take", "peek").outcome
    assert outcome.ending == CRASHED
    assert "KeyError: 'ongoing'" in outcome.detail


@pytest.mark.parametrize(
    ("name", "ending", "told"),
    [
        ("crash", CRASHED, "MAX: PlayerFailed: ValueError: boom"),
        ("exits", CRASHED, "MAX: PlayerFailed: SystemExit: 3"),
        ("leave", CRASHED, "cards.py:leave: at go: it ended with exit code 7"),
        ("illegal", ILLEGAL, "MAX: 5"),
        ("refuses", ILLEGAL, "nothing suits me"),
        ("word", ILLEGAL, "left"),
        ("number", CRASHED, "the answer is a int and no Choice"),
        ("forge", CRASHED, "'noise' is no answer"),
        ("flood", CRASHED, "MiB"),
        ("printing", OVER, ""),
    ],
)
def test_what_goes_wrong_in_a_process_is_told(folder, name, ending, told):
    outcome = played(name, "take").outcome
    assert outcome.ending == ending
    assert told in outcome.detail


def test_a_player_who_never_answers_forfeits(folder, monkeypatch):
    monkeypatch.setattr("halfmove.play.players.isolated._LATE", 0.5)
    outcome = played("loop", "take", each=0.1, margin=0.0).outcome
    assert outcome.ending == TIME
    assert "there was no answer within 0.6 s" in outcome.detail


def test_a_player_is_started_anew_for_the_next_game(folder):
    player = isolated("leave")
    for _ in range(2):
        ongoing = GameInProgress(load_game("cards.py"), seed=5)
        assert "exit code 7" in referee(ongoing, [player, RandomPlayer()]).detail
    player.close()


def test_a_player_is_given_his_seed_and_prepared(folder):
    ongoing = played("Seeded", "Seeded", seeds=(6, 9))
    assert [(turn.action, turn.value) for turn in ongoing.turns[2:]] == [(0, 6.0), (1, 9.0)]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("cards.py:nobody", "there is no player 'nobody'"),
        ("absent.py:player", "absent.py: there is no such file"),
        ("broken.py:player", "broken.py:1: ZeroDivisionError"),
        ("leaves.py:player", "it ended with exit code 4"),
    ],
)
def test_a_mistake_in_a_players_file_is_refused_before_the_game(folder, spec, told):
    (folder / "broken.py").write_text("1 / 0")
    (folder / "leaves.py").write_text("import os; os._exit(4)")
    with pytest.raises(HalfmoveError, match=told):
        IsolatedPlayer(parse_spec(spec), "cards.py")


def test_a_process_ends_with_who_started_it(folder):
    text = """
import threading
from halfmove.play.players.isolated import IsolatedPlayer
from halfmove.play.players.spec import parse_spec
from halfmove.play.loading import load_game
from halfmove import Limit
player = IsolatedPlayer(parse_spec("cards.py:loop"), "cards.py")
print(*player.processes, flush=True)
game = load_game("cards.py")
player(game, game.initial._replace(turn=0), Limit())
"""
    parent = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    child = Path(f"/proc/{int(parent.stdout.readline())}")
    assert child.exists()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 60
    while child.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not child.exists()


def test_functions_of_our_process_are_not_seated(tmp_path):
    plan = Plan(str(KUHN), ("a", "b"), games=2)
    with Store.create(tmp_path / "match.db", plan) as store:
        with pytest.raises(WrongGame, match=r"name the players as FILE\.py:NAME"):
            Match(store, players=[lambda *_: Choice(0, 0.0)] * 2)
        Match(store, players=[RandomPlayer(), RandomPlayer()]).run()
        assert len(store.numbers()) == 2


# What is sent.

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
HANDS = st.builds(Hand, *[st.integers()] * 3)
VALUES = st.recursive(SCALARS | HANDS, lambda inner: st.lists(inner) | st.lists(inner).map(tuple), max_leaves=10)


def exactly_equal(one, other):
    inner = isinstance(one, (tuple, list))
    return type(one) is type(other) and one == other and (not inner or all(map(exactly_equal, one, other)))


@given(VALUES)
def test_what_is_seen_arrives_as_it_was(value):
    assert exactly_equal(unpacked(json.loads(json.dumps(packed(value)))), value)


BLIND = """
import json, sys
from halfmove.play.loading import load_game
from halfmove.play.players.wire import unpacked

load_game("phantom:hex:size=3")
print(unpacked(json.loads(sys.argv[1])))
"""


def test_what_is_seen_of_a_blind_game_arrives_in_another_process():
    """Its class is made when the game is, not written in a module."""
    seen = load_game("phantom:hex:size=3").initial
    command = [sys.executable, "-c", BLIND, json.dumps(packed(seen))]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(seen)


def test_arrays_arrive_and_other_things_are_refused():
    array = np.arange(6, dtype=np.int8).reshape(2, 3)
    arrived = unpacked(packed((array, np.int64(3), np.bool_(True))))
    assert arrived[0].dtype == array.dtype
    assert np.array_equal(arrived[0], array)
    assert arrived[1:] == (3, True)
    for value in ({1: 2}, {1}, object(), lambda: 0, np.array([object()]), b"bytes"):
        with pytest.raises(HalfmoveError, match="cannot be sent to another process"):
            packed((value,))
    for named in (["os", "system"], ["builtins", "eval"], ["no_such_module", "Hand"], ["kuhn", "KuhnPoker"]):
        with pytest.raises(HalfmoveError, match="which is no class"):
            unpacked({"class": named, "values": []})


@pytest.mark.parametrize("data", [None, 3, [], {}, {"action": [], "value": 0, "depth": 0, "nodes": 0, "exact": True}])
def test_a_choice_that_is_none_is_refused(data):
    with pytest.raises(HalfmoveError, match="the answer is no Choice"):
        unpacked_choice(data)
    assert unpacked_choice(packed_choice(Choice(np.int64(3), 0.5, depth=2, nodes=9))).action == 3

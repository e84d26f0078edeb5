"""The engine asks the solver beside it first, where a proof is likely to fit the time."""

from __future__ import annotations

import threading

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.play.players.registry import player_of
from halfmove.play.players.search import analyst_of
from halfmove.play.players.spec import parse_spec
from halfmove.running.clock import Clock
from halfmove.search import proving
from halfmove.search.engine import Engine
from halfmove.search.engine.strength import weakened
from halfmove.search.proving import ProvingEngine, is_provable
from halfmove.search.solving import prove

SMALL = 1  # megabytes
FOUR = game_named("connect-four")
PROVEN = FOUR.read("564674467562466")  # at a glance by the solver, and far beyond what the engine looks ahead
LOST = FOUR.read("444")  # proven in ten million nodes: not in the time that tests have
AMPLE = Limit(seconds=30)  # that nothing here needs


class Proofs:
    """Counts the proofs that are tried."""

    def __init__(self, monkeypatch, answer=proving.prove):
        self.tried = []
        self.answer = answer
        monkeypatch.setattr(proving, "prove", self)

    def __call__(self, game, state=None, **options):
        self.tried.append(state)
        return self.answer(game, state, **options)


@pytest.fixture
def at_once(monkeypatch):
    """Let the engine not look ahead before a proof: in so much time it would find it too."""
    monkeypatch.setattr(proving, "_FIRST_LOOK", 1e-9)


@pytest.mark.parametrize("spec", ["strong", "engine"])
def test_players_prove_what_can_be_proven(spec, at_once):
    choice = player_of(parse_spec(spec))(FOUR, PROVEN, AMPLE)
    assert (FOUR.name(choice.action), choice.value, choice.exact) == ("1", 1.0, True)


def test_protocols_prove_too(at_once):
    *_, last = analyst_of(FOUR, megabytes=SMALL).think(PROVEN, AMPLE)
    assert (FOUR.name(last.best.action), last.best.value, last.best.exact) == ("1", 1.0, True)


def test_the_time_to_compile_is_not_taken_off(monkeypatch):
    engine, steps = ProvingEngine(plain(FOUR), megabytes=SMALL), []
    proofs = Proofs(monkeypatch)
    monkeypatch.setattr(proving, "Clock", lambda: steps.append(list(proofs.tried)) or Clock())
    list(engine.think(PROVEN, Limit(seconds=0.02)))
    assert steps[0] == [None]  # one that only compiles, before the clock runs


@pytest.mark.one_lane
def test_in_the_plain_lane():
    game = plain(game_named("connect-four:width=5,height=4"))
    *_, last = ProvingEngine(game, megabytes=SMALL).think(game.read("3333"), AMPLE)
    assert last.best.exact


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        (Limit(depth=2), {}),
        (Limit(nodes=100), {}),
        (Limit(nodes=100, seconds=1.0), {}),
        (Limit(seconds=0.02), {"lines": 2}),
        (Limit(seconds=0.02), {"only": [3]}),
    ],
)
def test_where_something_else_is_asked_for_nothing_is_proven(monkeypatch, limit, options):
    proofs = Proofs(monkeypatch)
    *_, last = ProvingEngine(plain(FOUR), megabytes=SMALL).think(PROVEN, limit, **options)
    assert last.best.action is not None
    assert proofs.tried == []


def test_who_is_not_of_full_strength_proves_nothing(monkeypatch, native):
    proofs = Proofs(monkeypatch)
    player_of(parse_spec("engine:strength=90,hash=1"))(FOUR, PROVEN, AMPLE)
    assert weakened(FOUR, PROVEN, AMPLE, 90)[0].nodes is not None
    assert proofs.tried == []


def test_a_proof_that_did_not_fit_is_not_tried_again_at_once(monkeypatch):
    game = plain(FOUR)
    proofs = Proofs(monkeypatch, lambda *asked, **options: prove(game, limit=Limit(nodes=1)))
    engine, state, tries = ProvingEngine(game, megabytes=SMALL), game.initial, []
    engine.prepare()
    proofs.tried.clear()
    for column in (3, 3, 3, 3, 3):
        *_, last = engine.think(state, Limit(seconds=0.02))
        assert not last.best.exact
        tries.append(len(proofs.tried))
        state = game.result(state, column)
    assert tries == [1, 1, 1, 1, 2]
    engine.forget()
    list(engine.think(game.initial, Limit(seconds=0.02)))
    assert len(proofs.tried) == 3


def test_a_stop_ends_a_proof_and_leaves_an_answer():
    engine = ProvingEngine(FOUR, megabytes=SMALL)
    engine.prepare()
    told = []
    for progress in engine.think(LOST, Limit(seconds=600)):
        told.append(progress)
        if progress.depth == 4:
            threading.Timer(0.05, engine.stop).start()
    assert told[-1].best.action in range(7)


def test_who_has_lost_is_told_so_and_holds_out(at_once, native):
    """The solver says that it is lost by any action; the engine says by which it takes longest."""
    state = FOUR.result(PROVEN, 0)
    told = list(ProvingEngine(FOUR, megabytes=SMALL).think(state, AMPLE))
    assert (told[-1].best.value, told[-1].best.exact) == (-1.0, True)
    assert told[-1].best.action == Engine(FOUR, megabytes=SMALL).choose(state).action


def test_the_empty_board_is_answered_in_the_middle(native):
    """The only column that wins; the estimates of the others come within a line or two of it."""
    engine = Engine(FOUR, megabytes=16)
    columns = [FOUR.name(progress.best.action) for progress in engine.think(limit=Limit(nodes=1_500_000))]
    assert set(columns) == {"4"}


def test_games_that_advise_the_solver():
    names = ("connect-four", "othello", "chess", "pig", "tic-tac-toe", "three-player-nim", "nine-mens-morris")
    assert [name for name in names if is_provable(game_named(name))] == ["connect-four", "othello"]

"""What the engine promises: legal answers under every limit, the same nodes for the same seed, lines in order."""

from __future__ import annotations

import threading
from random import Random

import pytest

from halfmove.compiled import plain
from halfmove.compiled.lane import JIT
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions, state_after
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.games.connect_four.advice import ConnectFourAdvice
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.search.alphabeta import alphabeta
from halfmove.search.engine import HEURISTIC, NAMES, SOUND, Engine
from halfmove.search.engine.timing import budget

SMALL = 1  # megabytes
CONNECT_FOUR = game_named("connect-four")
MORRIS = game_named("three-mens-morris")


def connect_four(**options):
    return Engine(CONNECT_FOUR, megabytes=SMALL, **options)


def test_it_sees_a_win_and_knows_that_it_is_proven():
    state = CONNECT_FOUR.read("112233")
    choice = connect_four().choose(state, Limit(depth=6))
    assert CONNECT_FOUR.name(choice.action) == "4"
    assert (choice.value, choice.exact, choice.depth) == (1.0, True, 1)


def test_it_takes_the_shorter_of_two_wins():
    state = CONNECT_FOUR.read("4455" + "1212" + "66")  # X wins at once by 3 or 7, and slowly by much else
    engine = connect_four()
    for progress in engine.think(state, Limit(depth=5)):
        assert len(progress.best.line) == 1


def test_tic_tac_toe_is_a_proven_draw():
    choice = Engine(plain(game_named("tic-tac-toe")), megabytes=SMALL, off=HEURISTIC).choose()
    assert (choice.value, choice.exact) == (0.0, True)


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000, *([5000] if JIT else [])])
def test_the_same_nodes_the_same_choice(nodes):
    first, second = (connect_four().choose(CONNECT_FOUR.read("44"), Limit(nodes=nodes)) for _ in range(2))
    assert first == second
    assert first.nodes <= nodes
    assert first.action in legal_actions(CONNECT_FOUR, CONNECT_FOUR.read("44"))


@pytest.mark.one_lane
def test_the_table_serves_the_next_search():
    def anew():
        return Engine(plain(CONNECT_FOUR), megabytes=SMALL, off=off)

    off = [name for name in HEURISTIC if name != "deeper_entries"]  # the others may look at more where more is known
    engine = anew()
    first, again = (engine.choose(limit=Limit(depth=6)) for _ in range(2))
    engine.forget()
    forgetful = engine.choose(limit=Limit(depth=6))
    assert again.nodes < first.nodes == forgetful.nodes == anew().choose(limit=Limit(depth=6)).nodes


def test_lines_have_the_values_of_their_actions():
    state = CONNECT_FOUR.read("4435")
    *_, last = connect_four(off=HEURISTIC).think(state, Limit(depth=5), lines=4)
    values = {
        action: -alphabeta(CONNECT_FOUR, CONNECT_FOUR.result(state, action), 4).value
        for action in legal_actions(CONNECT_FOUR, state)
    }
    assert [choice.value for choice in last.lines] == sorted(values.values(), reverse=True)[:4]
    assert all(values[choice.action] == choice.value for choice in last.lines)
    assert len({choice.action for choice in last.lines}) == len(last.lines)


def test_lines_are_no_more_than_the_actions():
    *_, last = connect_four().think(CONNECT_FOUR.read("4" * 6), Limit(depth=3), lines=20)
    assert len(last.lines) == 6


def test_a_stop_is_answered_with_a_legal_action():
    engine, rng = connect_four(), Random(0)
    for number in range(20):
        state = CONNECT_FOUR.read("4" * (number % 5))
        timer = threading.Timer(rng.random() / 50, engine.stop)
        thinking = engine.think(state)
        timer.start()
        *_, last = thinking
        timer.join()
        assert last.best.action in legal_actions(CONNECT_FOUR, state)


def test_a_stop_before_the_first_node_is_answered_too():
    engine = connect_four()
    thinking = engine.think()
    engine.stop()
    (only,) = thinking
    assert only.best.action in legal_actions(CONNECT_FOUR, CONNECT_FOUR.initial)
    assert only.best.stopped


def test_a_game_that_is_over_has_no_action():
    state = CONNECT_FOUR.read("1122334")
    choice = connect_four().choose(state)
    assert (choice.action, choice.value, choice.exact) == (None, -1.0, True)


def test_progress_is_told_after_each_depth():
    told = list(connect_four().think(limit=Limit(depth=6)))
    assert [progress.depth for progress in told] == [1, 2, 3, 4, 5, 6]
    assert all(0.0 <= progress.win_probability <= 1.0 and progress.deepest >= progress.depth for progress in told)
    assert told == sorted(told, key=lambda progress: progress.nodes)


def test_two_threads_find_what_one_finds():
    state = CONNECT_FOUR.read("444")
    limit = Limit(depth=8 if JIT else 6)
    one, two = (connect_four(threads=threads, off=HEURISTIC).choose(state, limit) for threads in (1, 2))
    assert one.value == two.value
    assert two.nodes > 0


def test_a_state_that_came_up_in_the_game_is_a_draw():
    game = plain(game_named("chess"))
    state = state_after(game, game.initial, ["Nf3", "Nf6", "Ng1", "Ng8"])
    *_, last = Engine(game, megabytes=SMALL).think(state, Limit(depth=1), lines=20)
    values = {game.name(choice.action, state): choice.value for choice in last.lines}
    assert values["Nf3"] == 0.0 < values["Nc3"]


def test_a_state_that_the_caller_met_before_is_a_draw():
    game = plain(MORRIS)
    state = game.read("WWB/..B/B.W B 0")
    undone = legal_actions(game, state)[-1]
    before = game.result(state, undone)
    for off in ((), HEURISTIC):
        engine = Engine(game, megabytes=SMALL, off=off)
        values = []
        for path in ((), (before,)):
            *_, last = engine.think(state, Limit(depth=1), lines=9, path=path)
            values += [choice.value for choice in last.lines if choice.action == undone]
            engine.forget()
        assert values[0] != 0.0 == values[1]


def test_tactics_tried_alone_at_first_change_no_value():
    class TacticsFirst(ConnectFourAdvice):
        tactics_first = True

    game, rng = plain(ConnectFour()), Random(0)
    for _ in range(20):
        state = game.initial
        for _ in range(rng.randint(4, 20)):
            child = game.result(state, rng.choice(legal_actions(game, state)))
            if game.is_terminal(child):
                break
            state = child
        choice = Engine(game, advice=TacticsFirst(game), megabytes=SMALL, off=HEURISTIC).choose(state, Limit(depth=3))
        assert choice.value == alphabeta(game, state, 3).value


def test_every_technique_can_be_switched_off_in_the_plain_lane():
    game = plain(CONNECT_FOUR)
    for name in NAMES:
        choice = Engine(game, megabytes=SMALL, off=[name]).choose(game.read("4433"), Limit(depth=4))
        assert choice.action in legal_actions(game, game.read("4433"))
    assert set(SOUND) | set(HEURISTIC) == set(NAMES)


@pytest.mark.usefixtures("native")
def test_the_lanes_agree():
    for written in ("", "44", "4453"):
        state = CONNECT_FOUR.read(written)
        machine = connect_four().choose(state, Limit(depth=6))
        text = Engine(plain(CONNECT_FOUR), megabytes=SMALL).choose(state, Limit(depth=6))
        assert machine == text


@pytest.mark.usefixtures("native")
@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("chess", 2),
        ("checkers", 5),
        ("othello", 3),
        ("nine-mens-morris", 2),
        ("kalah", 6),
        ("mnk", 3),
        ("hex:size=4", 3),
    ],
)
def test_the_lanes_agree_on_all_advice(name, depth):
    game, rng = game_named(name), Random(name)
    rules = plain(game)
    for _ in range(10):
        state = rules.initial
        for _ in range(rng.randint(0, 40)):
            child = rules.result(state, rng.choice(legal_actions(rules, state)))
            if rules.is_terminal(child):
                break
            state = child
        machine, text = (Engine(each, megabytes=SMALL).choose(state, Limit(depth=depth)) for each in (game, rules))
        assert machine == text


@pytest.mark.deep
@pytest.mark.parametrize("name", ["connect-four", "checkers", "othello", "chess", "nine-mens-morris", "kalah"])
def test_twenty_budgets(name):
    game = game_named(name)
    for power in range(20):
        first, second = (Engine(game, megabytes=SMALL).choose(limit=Limit(nodes=2**power)) for _ in range(2))
        assert first == second
        assert first.nodes <= 2**power


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"megabytes": 0}, "a table of 0 MB holds nothing"),
        ({"megabytes": -1}, "a table of -1 MB holds nothing"),
        ({"threads": 0}, "a search by 0 threads"),
        ({"off": ["nul_move"]}, "did you mean null_move"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(HalfmoveError, match=message):
        Engine(CONNECT_FOUR, **options)


def test_it_takes_no_seed_for_nothing_in_it_is_random():
    with pytest.raises(TypeError, match="seed"):
        Engine(CONNECT_FOUR, seed=1)


def test_games_that_it_cannot_play():
    with pytest.raises(WrongGame, match="use maxn"):
        Engine(game_named("three-player-nim"))
    with pytest.raises(WrongGame, match="chance"):
        Engine(plain(game_named("pig"))).choose(limit=Limit(depth=3))
    with pytest.raises(HalfmoveError, match="0 lines"):
        connect_four().think(lines=0)


@pytest.mark.parametrize("remaining", [0.001, 0.01, 0.1, 1.0, 60.0, 3600.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 1.0, 10.0])
@pytest.mark.parametrize("moves_to_go", [None, 1, 2, 40])
@pytest.mark.parametrize("seconds", [None, 0.01, 5.0])
def test_a_clock_is_never_overrun(remaining, increment, moves_to_go, seconds):
    enough, most = budget(Limit(None, None, seconds, remaining, increment, moves_to_go))
    assert 0.0 < most < remaining
    assert seconds is None or most < seconds
    assert enough > 0.0

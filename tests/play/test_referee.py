"""One game between players: every way in which it can end, and what a player cannot see."""

import gc
import types

import pytest
from secret_game import HIDDEN, Guess

from halfmove.core.choice import Choice, Limit
from halfmove.core.secrets import has_secrets
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.adjudication import Adjudication, parse_adjudication
from halfmove.play.clocks import stopwatch
from halfmove.play.clocks.time_control import Control
from halfmove.play.endings import AGREED, CRASHED, ILLEGAL, LENGTH, OVER, RESIGNED, TABLE, TIME, points
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.referee import referee


def first(game, seen, limit):
    return Choice(next(iter(game.actions(seen))), 0.0)


def played(name, *players, **options):
    game = game_named(name)
    ongoing = GameInProgress(game, controls=options.pop("control", Control()))
    referee(ongoing, players, **options)
    return ongoing


def test_a_game_ends_by_its_rules():
    ongoing = played("tic-tac-toe", first, first)
    assert [turn.action for turn in ongoing.turns] == list(range(7))
    assert (ongoing.outcome.ending, ongoing.outcome.utilities) == (OVER, (1.0, -1.0))


@pytest.mark.parametrize(
    ("answer", "ending", "detail"),
    [
        (lambda *_: 1 / 0, CRASHED, "X: ZeroDivisionError: division by zero"),
        (lambda *_: exit(3), CRASHED, "X: SystemExit: 3"),
        (lambda *_: 4, CRASHED, "X: the answer is a int and no Choice"),
        (lambda *_: Choice(9, 0.0), ILLEGAL, "X: 9"),
        (lambda *_: Choice("a1", 0.0), ILLEGAL, "X: 'a1'"),
        (lambda *_: Choice(2.0, 0.0), ILLEGAL, "X: 2.0"),
        (lambda *_: Choice(None, 0.0), RESIGNED, "X"),
    ],
)
def test_faults_lose_the_game(answer, ending, detail):
    outcome = played("tic-tac-toe", answer, first).outcome
    assert (outcome.ending, outcome.utilities, outcome.detail) == (ending, (-1.0, 1.0), detail)


@pytest.fixture
def now(monkeypatch):
    """A time that only the test moves."""
    now = [0.0]
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: now[0])
    monkeypatch.setattr(stopwatch, "threads_of", lambda process: {})
    return now


def test_who_is_late_loses(now):
    def slow(game, seen, limit):
        now[0] += 3.0
        return first(game, seen, limit)

    ongoing = played("tic-tac-toe", first, slow, control=Control(total=7.0, margin=0.0))
    assert (ongoing.outcome.ending, ongoing.outcome.detail) == (TIME, "O: after 3.000 s")
    assert ongoing.outcome.utilities == (1.0, -1.0)
    assert [turn.player for turn in ongoing.turns] == [0, 1, 0, 1, 0]


def test_getting_ready_is_not_on_the_clock(now):
    class Starting:
        def prepare(self, game, seen):
            now[0] += 100.0

        __call__ = staticmethod(first)

    assert played("tic-tac-toe", Starting(), first, control=Control(each=0.1)).outcome.ending == OVER


def test_who_fails_before_the_game_loses_it():
    class Failing:
        def prepare(self, game, seen):
            raise RuntimeError("no memory")

    outcome = played("tic-tac-toe", first, Failing()).outcome
    assert (outcome.ending, outcome.utilities) == (CRASHED, (1.0, -1.0))
    assert "before the game: RuntimeError: no memory" in outcome.detail


def test_players_who_listen_hear_every_action():
    class Listening:
        def __init__(self):
            self.heard = []

        def begin(self, game, state):
            self.heard.append(state)

        def played(self, action):
            self.heard.append(action)

        __call__ = staticmethod(first)

    listening, game = Listening(), game_named("tic-tac-toe")
    ongoing = played("tic-tac-toe", listening, first)
    assert listening.heard == [game.initial, *[turn.action for turn in ongoing.turns[:-1]]]


def test_a_limit_tells_the_clock():
    limits = []

    def listening(game, seen, limit):
        limits.append(limit)
        return first(game, seen, limit)

    played("tic-tac-toe", listening, first, control=Control(total=60.0, increment=1.0, actions=3, depth=2))
    assert [limit.moves_to_go for limit in limits] == [3, 2, 1, 3]
    assert all(limit.depth == 2 and limit.increment == 1.0 and limit.remaining > 59 for limit in limits)


def test_a_referee_ends_what_is_decided():
    def says(value):
        return lambda game, seen, limit: Choice(next(iter(game.actions(seen))), value)

    lost = played("gomoku", says(0.9), says(-0.95), adjudication=parse_adjudication(resign="-0.9,2"))
    assert (lost.outcome.ending, lost.outcome.utilities, len(lost.turns)) == (RESIGNED, (1.0, -1.0), 4)
    level = played("gomoku", says(0.01), says(-0.01), adjudication=parse_adjudication(draw="0.05,2,6"))
    assert (level.outcome.ending, level.outcome.utilities, len(level.turns)) == (AGREED, (0.0, 0.0), 6)
    long = played("gomoku", first, first, adjudication=Adjudication(longest=5))
    assert (long.outcome.ending, long.outcome.utilities, len(long.turns)) == (LENGTH, (0.0, 0.0), 5)


def test_a_table_ends_what_is_known():
    def known(game, board):
        return (-1.0, 1.0) if game.to_move(board) == 1 else None

    ongoing = played("tic-tac-toe", first, first, adjudication=Adjudication(table=known))
    assert (ongoing.outcome.ending, ongoing.outcome.utilities, len(ongoing.turns)) == (TABLE, (-1.0, 1.0), 1)


@pytest.mark.parametrize(
    ("resign", "draw"), [("much", ""), ("-1,2,3", ""), ("", "0.1,x"), ("-1,0", ""), ("nan,3", ""), ("", "inf")]
)
def test_wrong_adjudications_are_refused(resign, draw):
    with pytest.raises(ValueError if resign != "-1,0" else Exception, match=r"resign|draw|at least one turn"):
        parse_adjudication(resign, draw)


def test_games_for_which_there_is_no_room_are_refused():
    with pytest.raises(HalfmoveError, match="10000000 at most"):
        parse_adjudication(longest=10**20)


def test_points_are_shared():
    assert points((1.0, -1.0)) == (1.0, 0.0)
    assert points((0.0, 0.0)) == (0.5, 0.5)
    assert points((2.0, 1.0, 1.0)) == (1.0, 0.25, 0.25)
    assert points((5.0,)) == (0.0,)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("search", ["alphabeta", f"montecarlo:games={10**12}"])
def test_a_search_without_end_answers_when_its_time_is_up(search):
    """How late an answer may come is tested where the time is the test's own; here it would be the machine's."""
    ongoing = played("connect-four", player_of(parse_spec(search)), first, control=Control(each=0.05, margin=1000.0))
    assert ongoing.outcome.ending == OVER
    assert all(turn.nodes > 0 for turn in ongoing.turns if turn.player == 0)


# Secrets.


def reachable(*things):
    """Return every number that can be reached from some objects, code and modules apart."""
    seen, queue, numbers = set(), list(things), set()
    while queue:
        thing = queue.pop()
        if id(thing) in seen or isinstance(thing, (types.ModuleType, types.FunctionType, type)):
            continue
        seen.add(id(thing))
        if isinstance(thing, int):
            numbers.add(int(thing))
        if hasattr(thing, "tolist"):
            queue.append(thing.tolist())
        queue.extend(gc.get_referents(thing))
    return numbers


def test_a_player_reaches_nothing_that_he_should_not_see():
    game = Guess()
    assert has_secrets(game)
    ongoing = GameInProgress(game, seed=5)
    told = []

    class Spy:
        def __init__(self, seat):
            self.seat = seat

        def begin(self, game, state):
            told.append("the state")

        def played(self, action):
            told.append("an action")

        def prepare(self, game, seen):
            self.look(game, seen)

        def look(self, game, seen):
            dealt = [ongoing.state.state.first, ongoing.state.state.second]
            secret = dealt[1 - self.seat]
            found = reachable(game, seen)
            assert secret == 0 or secret not in found
            assert not {game.state_hash(state.state) for state in ongoing.states} & found
            assert dealt[self.seat] == 0 or dealt[self.seat] in found  # the walk does find what is there

        def __call__(self, game, seen, limit):
            self.look(game, seen)
            return Choice(0, 0.0)

    outcome = referee(ongoing, [Spy(0), Spy(1)])
    assert (outcome.ending, outcome.detail) == (OVER, "")
    assert told == []
    assert {ongoing.state.state.first, ongoing.state.state.second} <= set(range(HIDDEN, HIDDEN + 4))


@pytest.mark.parametrize("name", ["chess", "cat-and-mouse", "backgammon", "three-player-nim"])
def test_most_games_have_no_secrets(name):
    assert not has_secrets(game_named(name))


def test_random_players_see_only_what_they_may():
    ongoing = GameInProgress(Guess(), seed=1)
    outcome = referee(ongoing, [player_of(parse_spec("random"), seed) for seed in (1, 2)])
    assert outcome.ending == OVER


def test_limit_is_passed_as_told():
    ongoing = played("tic-tac-toe", lambda game, seen, limit: Choice(None, 0.0) if limit == Limit() else 0, first)
    assert ongoing.outcome.ending == RESIGNED

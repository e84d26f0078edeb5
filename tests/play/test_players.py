"""Players by name."""

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.adjudication import Adjudication
from halfmove.play.endings import LENGTH, OVER
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.search import in_time
from halfmove.play.players.searches import SEARCHES, suitable
from halfmove.play.players.spec import Spec, parse_spec
from halfmove.play.referee import referee


def test_a_spec_is_a_name_with_options():
    spec = parse_spec("alphabeta:depth=6,cut_equal=no,seconds=0.5")
    assert spec == Spec("alphabeta", {"depth": 6, "cut_equal": False, "seconds": 0.5})
    assert spec.limited(Limit(nodes=9)) == Limit(6, 9, 0.5)
    assert parse_spec(str(Spec("beam", {"width": 2}))) == Spec("beam", {"width": 2})
    for text in ("engine:hash=64.0,name=Ours", "random:name=A b", "uci:stockfish,name=SF", "mine.py:new,name=New"):
        spec = parse_spec(text)
        assert (str(spec), spec.called, "name" in spec.options) == (text, text.partition("name=")[2], False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alphbeta", "did you mean alphabeta?"),
        ("minimax:width=3", "minimax has no option 'width'"),
        ("human:depth=1", "there is none"),
        ("beam:width", "say width=VALUE"),
        ("beam:width=two", "width is a whole number, not 'two'"),
        (f"dice:width={10**30}", "width is a number of 63 bits at most"),
        ("engine:depth=2,depth=9", "depth is said twice"),
        ("engine:seconds=2,time=9s", "time is said twice"),
        ("alphabeta:cut_equal=maybe", "yes or no"),
        ("", "there is no player"),
        ("alphabeta:time=soon", "'soon' is not a time such as 100ms"),
        ("random:time=1s", "random has no option 'time'"),
        ("uci:", "say which program, as in uci:stockfish,Skill Level=3"),
        ("uci:stockfish,Hash", "'Hash' is not an option"),
        ("mine.py", "say which function of the file plays, as mine.py:NAME"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(text, told):
    with pytest.raises(HalfmoveError, match=told.replace("?", r"\?")):
        parse_spec(text)


@pytest.mark.parametrize(
    ("game", "search"),
    [
        ("tic-tac-toe", "engine"),
        ("pig", "dice"),
        ("three-player-nim", "maxn"),
        ("pacman", "engine"),
        ("go", "mcts"),
        ("go:size=4", "engine"),
        ("hex", "mcts"),
        ("hex:size=5", "engine"),
    ],
)
def test_the_search_that_suits_a_game(game, search):
    assert suitable(game_named(game)) == search


@pytest.mark.one_lane
@pytest.mark.parametrize("name", [*SEARCHES, "random", "strong"])
def test_every_player_finds_a_legal_action(name):
    game = plain(game_named("one-heap-nim"))  # test_every_limit.py has every search in machine code
    choice = player_of(parse_spec(name))(game, game.initial, Limit(nodes=5000))
    assert choice.action in list(game.actions(game.initial))


@pytest.mark.one_lane
@pytest.mark.parametrize("name", [name for name, entry in SEARCHES.items() if entry.deepens])
def test_searches_that_look_to_the_end_win(name):
    game = plain(game_named("one-heap-nim"))
    choice = player_of(parse_spec(name))(game, game.initial, Limit(depth=8))
    assert game.name(choice.action, game.initial) == "2"


def test_a_seed_decides_what_random_players_do():
    game = game_named("connect-four")

    def actions(seed):
        player = player_of(parse_spec("random"), seed)
        return [player(game, game.initial, Limit()).action for _ in range(20)]

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)
    assert len(set(actions(1))) > 1


def test_a_person_cannot_be_computed():
    with pytest.raises(HalfmoveError, match="a person"):
        player_of(parse_spec("human"))


def test_times_have_units():
    assert parse_spec("alphabeta:time=100ms") == parse_spec("alphabeta:seconds=0.1")
    assert parse_spec("strong:time=2m").options == {"seconds": 120.0}


def test_programs_keep_their_command_and_options():
    spec = parse_spec("uci:stockfish,Skill Level=3,Hash=16")
    assert spec == Spec("uci", {"Skill Level": "3", "Hash": "16"}, "stockfish")
    assert str(spec) == "uci:stockfish,Skill Level=3,Hash=16"
    assert parse_spec("gtp:gnugo --mode gtp").address == "gnugo --mode gtp"


def test_a_player_from_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from halfmove import Choice\n"
        "def last(game, seen, limit):\n    return Choice(list(game.actions(seen))[-1], 0.0)\n"
        "class Counter:\n    calls = 0\n"
        "    def __call__(self, game, seen, limit):\n        self.calls += 1\n        return Choice(self.calls, 0.0)\n"
    )
    game = game_named("one-heap-nim")
    assert player_of(parse_spec(f"{file}:last"))(game, game.initial, Limit()).action == 3
    counter = player_of(parse_spec(f"{file}:Counter"))
    assert [counter(game, game.initial, Limit()).action for _ in range(2)] == [1, 2]
    with pytest.raises(HalfmoveError, match="there is no player 'nobody'"):
        player_of(parse_spec(f"{file}:nobody"))
    with pytest.raises(HalfmoveError, match="there is no such file"):
        player_of(parse_spec("absent.py:player"))


def test_a_search_leaves_a_reserve_of_its_time():
    assert in_time(Limit(depth=3, seconds=1.0)) == Limit(3, None, 0.98)
    assert in_time(Limit(seconds=0.01)).seconds == pytest.approx(0.008)
    assert in_time(Limit(remaining=30.0)).seconds == pytest.approx(0.98)
    assert in_time(Limit()) == Limit()


@pytest.mark.parametrize("game", ["cat-and-mouse", "three-mens-morris", "go:size=3", "chess"])
@pytest.mark.parametrize("name", ["engine:depth=1", "alphabeta:depth=1", "strong:depth=1"])
def test_a_search_plays_games_that_remember_their_path(game, name):
    """What it prepares for is the game with its path, whose first state has one too."""
    ongoing = GameInProgress(plain(game_named(game)))
    referee(ongoing, [player_of(parse_spec(name)), player_of(parse_spec("random"))], Adjudication(longest=4))
    assert ongoing.outcome.ending in (OVER, LENGTH), ongoing.outcome.detail

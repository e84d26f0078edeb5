"""Proof-number search: what it proves is true, and it proves what there is to prove."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from halfmove.compiled import plain
from halfmove.core.advice import Bounds
from halfmove.core.choice import Limit
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL
from halfmove.core.random import random
from halfmove.core.rules import action_named, for_other, legal_actions, mover, state_after
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.games.go.small import SmallGo
from halfmove.games.hex import Hex
from halfmove.games.hex.virtual_connections import ALL, cells_that_matter
from halfmove.games.nim import ThreePlayerNim
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.games.trees.random_games import random_dag, random_graph, random_tree
from halfmove.running.clock import Clock
from halfmove.search.alphabeta import alphabeta
from halfmove.search.proof_number import proof_number
from halfmove.search.solving import prove
from halfmove.search.solving.retrograde import solve
from published import lines, published

pytestmark = pytest.mark.one_lane

SMALL = 0.01  # megabytes: entries make room for others all the time
SIX_ROWS = 60.0  # seconds for openings of Hex that nobody can wait for
GAMES = ("tic-tac-toe", "nim", "connect-four:width=4,height=3", "kalah:holes=2,seeds=2", "cat-and-mouse")


def states_of(game, count, seed=0, least=0):
    """Return states from random games after `least` plies or more, none of which is over."""
    rules, rng, states = plain(game), Random(seed), []
    while len(states) < count:
        state = rules.initial
        for _ in range(rng.randrange(least, 12)):
            following = rules.result(state, rng.choice(legal_actions(rules, state)))
            if rules.is_terminal(following):
                break
            state = following
        states.append(state)
    return states


def check_random_games(many, lane=plain):
    for seed in range(many):
        for make in (random_tree, random_dag):
            game = lane(make(seed))
            choice = proof_number(game, megabytes=SMALL)
            assert (choice.value, choice.exact) == (alphabeta(plain(game)).value, True)
            check_action(game, choice)
        for repetition in (ALLOWED, DRAW, ILLEGAL):
            game = lane(random_graph(seed, repetition=repetition))
            choice = proof_number(game, megabytes=SMALL)
            true = solve(game).value() if repetition == ALLOWED else alphabeta(plain(game)).value
            assert (choice.value, choice.exact) == (true, True), (seed, repetition)


def check_action(game, choice):
    """The action that is chosen is worth what the state is."""
    rules, player = plain(game), mover(game, choice.state)
    if choice.action is not None:
        child = rules.result(choice.state, choice.action)
        value = alphabeta(rules, child).value
        assert (value if mover(rules, child) == player else for_other(rules, value)) == choice.value


def test_random_trees_and_graphs_have_the_values_of_brute_force():
    check_random_games(8)


@pytest.mark.deep
def test_many_random_trees_and_graphs_have_the_values_of_brute_force(covered):
    check_random_games(1000)
    covered("proof-number search on random games", cases=5000)


@pytest.mark.deep
def test_machine_code_finds_the_same_on_random_games(native):
    check_random_games(100, lambda game: game)


@pytest.mark.parametrize("name", GAMES)
def test_states_of_games_have_the_values_of_dynamic_programming(name):
    game = plain(game_named(name))
    solution = solve(game)
    for state in states_of(game, 3):
        choice = proof_number(game, state, megabytes=SMALL)
        assert (choice.value, choice.exact) == (solution.value(state, mover(game, state)), True)
        check_line(game, choice)


def check_line(game, choice):
    """The line is play by the rules, and if it comes to the end it brings what was proven."""
    state = choice.state
    for action in choice.line:
        assert action in legal_actions(game, state)
        state = game.result(state, action)
    if game.is_terminal(state):
        assert game.utility(state, mover(game, choice.state)) == choice.value


def test_both_lanes_search_the_same(native):
    game = game_named("tic-tac-toe")
    for state in states_of(game, 5)[-2:]:
        assert proof_number(game, state, megabytes=1) == proof_number(plain(game), state, megabytes=1)


@pytest.mark.deep
@pytest.mark.parametrize("name", [*GAMES, "hex:size=3", "go:size=2,superko=yes", "othello:size=4"])
def test_both_lanes_search_every_game_the_same(name, native):
    game = game_named(name)
    for state in states_of(game, 10):
        assert proof_number(game, state, megabytes=1) == proof_number(plain(game), state, megabytes=1)


def test_one_question_is_answered_by_a_bound():
    game = plain(ExplicitGame.parse("max(min(3 12 8) min(2 4 6))"))
    assert proof_number(game, target=3).value == 7.5  # between 3 and 12
    assert proof_number(game, target=4).value == -4.5  # between -12 and 3
    assert not proof_number(game, target=3).exact
    with pytest.raises(HalfmoveError, match=r"a target of -12: it must be more than -12\.0 and at most 12\.0"):
        proof_number(game, target=-12)


def test_a_win_within_a_number_of_plies():
    game = plain(game_named("chess"))
    mate = game.read("7k/R7/1R6/8/8/8/8/K7 w - - 0 1")  # a rook on each of two ranks: mate at once
    choice = proof_number(game, mate, depth=1)
    assert (choice.name, choice.value, choice.exact) == ("Rb8#", 1.0, True)
    longer = game.read("7k/8/R7/1R6/8/8/8/K7 w - - 0 1")
    assert not proof_number(game, longer, depth=1).exact
    assert proof_number(game, longer, depth=3).value == 1.0


def test_threats_of_gomoku_are_proven_wins():
    game = plain(game_named("gomoku:width=7,height=7"))
    state = game.initial
    for name in ("c4", "a1", "d4", "a7", "e4", "g7"):  # three in a row, with room on both sides
        state = game.result(state, action_named(game, state, name))
    choice = proof_number(game, state, depth=3, limit=Limit(nodes=100_000))
    assert (choice.value, choice.exact) == (1.0, True)


def test_who_has_lost_is_told_so_too():
    game = plain(game_named("nim:heaps=1-1"))
    choice = proof_number(game)
    assert (choice.value, choice.exact, choice.stopped) == (-1.0, True, False)
    assert choice.action is not None


def test_a_search_that_is_stopped_says_what_it_does_not_know():
    game = plain(game_named("connect-four"))
    choice = proof_number(game, limit=Limit(nodes=200))
    assert (choice.value, choice.exact, choice.stopped) == (0.0, False, True)
    assert choice.nodes <= 200


def test_more_players_than_two_are_refused():
    with pytest.raises(WrongGame, match="3 players: proof-number search is for two"):
        proof_number(plain(ThreePlayerNim()))


def test_hex_openings_win_as_published():
    for line in lines(published("hex/winning_openings.txt"))[:2]:
        check_openings(line, plain)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_hex_openings_win_as_published_up_to_five_rows(native, covered):
    for line in lines(published("hex/winning_openings.txt"))[:4]:
        check_openings(line, lambda game: game)
    covered("openings of Hex by proof-number search", cases=4 + 9 + 16 + 25)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_hex_openings_on_six_rows_as_far_as_the_time_goes(native, covered):
    line = lines(published("hex/winning_openings.txt"))[4]
    game, winning, clock, cases = Hex(6), set(line.split(": ")[1].split()), Clock(SIX_ROWS), 0
    rules = plain(game)
    for cell in range(18):  # the others are the same, turned by half
        if clock.left:
            reply = proof_number(game, rules.result(rules.initial, cell), limit=Limit(seconds=clock.left))
            if reply.exact:
                assert reply.value == (-1.0 if rules.name(cell) in winning else 1.0)
                cases += 1
    assert cases > 0
    covered("openings of Hex on six rows by proof-number search", cases=cases)


def check_openings(line, lane):
    size, winning = int(line[0]), set(line.split(": ")[1].split())
    game = lane(Hex(size))
    rules = plain(game)
    assert proof_number(game).name in winning
    for cell in legal_actions(rules, rules.initial):
        reply = proof_number(game, rules.result(rules.initial, cell))
        assert (reply.value, reply.exact) == (-1.0 if rules.name(cell) in winning else 1.0, True)


@pytest.mark.parametrize(("size", "many"), [(3, 12), pytest.param(4, 100, marks=pytest.mark.deep)])
def test_no_virtual_connection_can_be_broken(size, many):
    """Whoever is said to win does, by brute force; and elsewhere than where it matters the mover loses."""
    game = plain(Hex(size))
    bare = Hex(size) if size > 3 else replace(game)
    decided = 0
    for state in states_of(game, many, seed=size, least=size * (size - 3)):
        value = alphabeta(bare, state).value
        least, greatest = game.bounds.value_bounds(state, state.player, 1.0)
        assert least <= value <= greatest
        decided += least == greatest
        allowed = set(game.bounds.solver_moves(state))
        for action in set(legal_actions(game, state)) - allowed:
            child = game.result(state, action)
            assert game.is_terminal(child) is False
            assert alphabeta(bare, child).value == 1.0
    assert decided > many // 3


def test_a_bridge_is_a_virtual_connection():
    game = plain(Hex(3))
    middle = 1 << 4
    empty = game.board ^ middle
    assert cells_that_matter(game, middle, empty, game.top, game.bottom) == 0
    assert cells_that_matter(game, 0, game.board, game.top, game.bottom) not in (0, ALL)


@pytest.mark.parametrize("komi", [0.5, 1.5])
def test_go_on_two_rows_is_won_by_one_point(komi):
    """Tromp, "The game of Go": with positional superko Black wins by one point."""
    game = plain(game_named(f"go:size=2,komi={komi},superko=yes"))
    choice = proof_number(game)
    assert (choice.value, choice.exact) == (1.0 if komi < 1 else -1.0, True)


def test_go_on_three_rows_is_all_black():
    """With superko as without it (see `test_go`), Black has the whole board from the middle."""
    game = plain(game_named("go:size=3,komi=0,margin=yes,superko=yes"))
    choice = proof_number(game)
    assert (choice.value, choice.exact, game.name(choice.action)) == (9.0, True, "B2")


def test_symmetric_boards_of_small_go_are_one():
    game, rng = plain(SmallGo(4)), random(3)
    state = state_after(game, game.initial, ("A1", "B1"))
    mirrored = state_after(game, game.initial, ("D4", "D3"))
    assert game.key(state) == game.key(mirrored)
    assert game.repetition_key(state) != game.repetition_key(mirrored)
    keys = {game.key(game.result(game.initial, action)) for action in game.actions(game.initial)}
    assert len(keys) == 3 + 1  # a corner, a side, the middle, a pass
    while not game.is_terminal(state):
        passed = game.result(state, 16)
        assert game.key(passed) != game.key(state)
        state = game.result(state, game.sample(state, rng))


def test_what_lives_in_go_is_safe():
    """Stones with two eyes, one of them in the corner, and nothing for who has only one."""
    game = plain(game_named("go:size=5,komi=0,margin=yes"))
    two_eyes = game.read(". X . X .\nX X X X .\n. . . . .\n. . . . .\nO O O O O\nBlack to move")
    assert game.bounds.value_bounds(two_eyes, 0, 0.0) == (-9.0, 25.0)
    one_eye = game.read(". X . . .\nX X . . .\n. . . . .\n. . . . .\nO O O O O\nBlack to move")
    assert game.bounds.value_bounds(one_eye, 0, 0.0) == (-25.0, 25.0)


@pytest.mark.deep
def test_bounds_of_go_contain_the_values(native, covered):
    game, cases = game_named("go:size=2,komi=0,margin=yes,superko=yes"), 0
    for state in states_of(game, 20):
        value = prove(game, state, bounds=Bounds(game, game.advice)).value
        low, high = game.bounds.value_bounds(state, state.player, 0.0)
        assert low <= value <= high
        cases += 1
    covered("bounds of Go", cases=cases)


def test_the_table_is_as_small_as_it_may_be():
    with pytest.raises(HalfmoveError, match="a table of 0 MB holds nothing"):
        proof_number(plain(game_named("tic-tac-toe")), megabytes=0)


class HalfPoints(TicTacToe):
    """Tic-tac-toe in which a draw is half a win, and nothing says so."""

    utilities = (0.0, 1.0)

    def utility(self, board, player):
        return (1.0 + TicTacToe.utility(self, board, player)) / 2


class WholeHalves(HalfPoints):
    step = 0.5


def test_a_utility_between_two_steps_is_refused():
    with pytest.raises(WrongGame, match="say the distance between its utilities"):
        proof_number(HalfPoints())
    assert proof_number(WholeHalves()).value == 0.5


@pytest.mark.parametrize("unit", [0.5, 0.1, 1 / 3])
def test_values_need_not_be_whole_numbers(unit):
    for seed in range(40):
        whole = plain(random_tree(seed))
        rng = Random(seed)
        values = [unit * rng.randrange(-7, 8) for _ in whole.movers]
        children = [whole.children_of(node) for node in range(len(whole.movers))]
        game = plain(ExplicitGame.graph(whole.movers.tolist(), children, values))
        choice = proof_number(game)
        assert choice.exact
        assert choice.value == pytest.approx(alphabeta(game).value)
        if len(set(values)) > 1:
            assert prove(game).value == pytest.approx(choice.value)

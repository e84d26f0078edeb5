"""Plans: who meets whom, from which opening, with which luck."""

from collections import Counter

import numpy as np
import pytest

from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.match.openings import Opening, parse_openings, seeds_of
from halfmove.play.match.plan import GAUNTLET, LADDER, ROUND_ROBIN, Plan, climbed, first_round, ladder_round
from halfmove.play.match.pool import gaps
from halfmove.play.match.summary import labels

pytestmark = pytest.mark.one_lane


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
        (Plan("x", ("a", "b"), games=10**20), 2, "100000000 at most"),
    ],
)
def test_impossible_plans_are_refused(plan, seats, told):
    with pytest.raises(HalfmoveError, match=told):
        first_round(plan, seats)


def test_a_ladder_sorts_its_players():
    strength = {0: 1.0, 1: 4.0, 2: 2.0, 3: 3.0, 4: 5.0}
    plan, order, numbers = Plan("x", tuple("abcde"), LADDER, games=2), tuple(range(5)), []
    for number in range(5):
        round = ladder_round(plan, number, order)
        numbers += round.numbers()
        order = climbed(order, round, strength)
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


@pytest.mark.parametrize("written", ["random", "random:x", "random:10000", "absent.epd"])
def test_openings_that_are_nowhere(written):
    with pytest.raises(HalfmoveError, match=f"openings '{written}'"):
        parse_openings(written, game_named("chess"))

"""Chess: counts that are published, draws, what is refused, and advice for searches."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.check.laws import broken
from halfmove.compiled import kernel, plain
from halfmove.core.commentary import find_commentary
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, state_after, utility_vector
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.games import game_named
from halfmove.games.chess import Board, Chess, chess, chess960
from halfmove.games.chess.tables import SQUARES
from halfmove.search.perft import perft
from published import lines, published

MOST_LEAVES = 100_000  # that are counted by default, for each position
DEEPEST = 5  # plies, in `make test-deep`

BARE = Chess(0, False, True)  # type: ignore[call-arg, arg-type] - the game that perft counts; reads all dialects
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# The first eight of the Chess960 perft suite by A. Hofmann, and small ones about castling counted by Stockfish 15.1.
FISCHER = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": (21, 528, 12189, 326672),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": (21, 807, 18002, 667366),
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": (20, 479, 10471, 273318),
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9": (22, 593, 13440, 382958),
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9": (28, 1120, 31058, 1171749),
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9": (29, 502, 14569, 287739),
    "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9": (27, 916, 25798, 890435),
    "rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9": (24, 600, 15347, 408207),
    "8/8/8/8/8/8/8/rRK4k w B - 0 1": (5, 23, 282, 3511),  # the rook shields the king from the side
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1": (25, 525, 12297, 272627),
    "4k3/8/8/8/8/8/PPPPPP2/3NBKR1 w G - 0 1": (24, 115, 2920, 16482),  # king and rook change places
}


@kernel
def leaves(game: Any, bounds: Any, state: Any, depth: int) -> int:
    """Count the leaves, those of the last ply without listing them."""
    if depth == 1:
        return bounds.count_actions(state)
    total = 0
    for action in game.actions(state):
        total += leaves(game, bounds, game.result(state, action), depth - 1)
    return total


@kernel
def listed(game: Any, state: Any, depth: int) -> int:
    """Count the leaves, each of them made."""
    if depth == 0:
        return 1
    total = 0
    for action in game.actions(state):
        total += listed(game, game.result(state, action), depth - 1)
    return total


def published_counts() -> dict[str, dict[int, int]]:
    """Return counts by position and depth."""
    found: dict[str, dict[int, int]] = {}
    for line in lines(published("chess/perft_standard.epd")):
        position, *counts = line.split(";")
        found[position.strip()] = {int(depth): int(count) for depth, count in (item[1:].split() for item in counts)}
    position = ""
    for line in lines(published("chess/perft_tricky.txt")):
        if line.startswith("epd "):
            position = line.removeprefix("epd ")
            found[position] = {}
        elif line.startswith("perft "):
            _, depth, count = line.split()
            found[position][int(depth)] = int(count)
    return found


@pytest.mark.usefixtures("native")
def test_published_counts() -> None:
    for position, counts in published_counts().items():
        depth, count = max(
            ((depth, count) for depth, count in counts.items() if count <= MOST_LEAVES), default=min(counts.items())
        )
        assert leaves(BARE, BARE.bounds, BARE.read(position), depth) == count, position


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_all_published_counts() -> None:
    for position, counts in published_counts().items():
        for depth, count in counts.items():
            if depth <= DEEPEST:
                assert leaves(BARE, BARE.bounds, BARE.read(position), depth) == count, (position, depth)


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_deep_counts() -> None:
    assert leaves(BARE, BARE.bounds, BARE.read("startpos"), 6) == listed(BARE, BARE.read("startpos"), 6) == 119060324
    assert listed(BARE, BARE.read(KIWIPETE), 5) == 193690690
    assert leaves(BARE, BARE.bounds, BARE.read("startpos"), 7) == 3195901860


@pytest.mark.parametrize("position", FISCHER)
@pytest.mark.usefixtures("native")
def test_counts_of_chess960(position: str) -> None:
    for depth, count in enumerate(FISCHER[position], 1):
        assert leaves(BARE, BARE.bounds, BARE.read(position), depth) == count


def test_counts_in_the_plain_lane() -> None:
    game = plain(BARE)
    assert leaves(game, game.bounds, game.read("startpos"), 3) == 8902
    assert leaves(game, game.bounds, game.read(KIWIPETE), 2) == listed(game, game.read(KIWIPETE), 2) == 2039


# Counted by Stockfish 15.1: positions from which a draw by the rules is at hand or there already.
DRAWISH = {
    "8/8/4k3/8/8/4K3/8/8 w - - 149 100": (8, 57, 428),
    "8/8/8/3k4/8/8/8/3KN3 w - - 0 1": (8, 59, 615),
    "4k3/8/8/8/8/8/4p3/3K4 w - - 0 1": (5, 37, 199),
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 148 80": (26, 568, 13744),
}


@pytest.mark.parametrize("position", DRAWISH)
def test_perft_counts_beyond_draws(position: str, lane: Any) -> None:
    game = lane(chess())
    for depth, count in enumerate(DRAWISH[position], 1):
        assert perft(game, game.read(position), depth) == count


ENDS = {
    "fool's mate": ("startpos", "f3 e5 g4 Qh4#", (-1.0, 1.0)),
    "stalemate": ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", "Qg6", (0.0, 0.0)),
    "one pawn": ("8/8/8/8/4k3/8/4p3/4K3 w - - 0 1", "", None),
    "knight": ("8/8/8/3k4/8/8/8/3KN3 w - - 0 1", "", (0.0, 0.0)),
    "two knights": ("8/8/8/3k4/8/8/8/2NKN3 w - - 0 1", "", None),
    "knight against bishop": ("8/8/8/3k1b2/8/8/8/3KN3 w - - 0 1", "", None),
    "bishops of one colour": ("8/8/8/3k1b2/8/8/8/1B1K4 w - - 0 1", "", (0.0, 0.0)),
    "bishops of two colours": ("8/8/8/3k2b1/8/8/8/1B1K4 w - - 0 1", "", None),
    "the last pawn is taken": ("8/8/8/8/4k3/8/4p3/4K3 w - - 0 1", "Kxe2", (0.0, 0.0)),
    "75 moves": ("8/8/8/3k4/8/8/8/3KR3 w - - 149 100", "Re2", (0.0, 0.0)),
    "74 moves": ("8/8/8/3k4/8/8/8/3KR3 w - - 148 100", "Re2", None),
    "mate on the 75th move": ("7k/8/6K1/8/8/8/8/R7 w - - 149 100", "Ra8#", (1.0, -1.0)),
}


@pytest.mark.parametrize("name", ENDS)
def test_ends(name: str, lane: Any) -> None:
    position, played, returns = ENDS[name]
    game = chess()
    state = state_after(plain(game), game.read(position), played.split())
    assert ends(lane(game), state) == (returns is not None)
    if returns:
        assert utility_vector(game, state) == returns
        assert not legal_actions(game, state)
        assert game.bounds.count_actions(state) == 0


@kernel
def ends(game: Any, state: Any) -> bool:
    return game.is_terminal(state)


SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


def test_repetition(lane: Any) -> None:
    game = chess()
    state = state_after(plain(game), game.initial, (SHUFFLE * 4).split()[:-1])
    assert not ends(lane(game), state)
    state = state_after(plain(game), state, ["Ng8"])
    assert ends(lane(game), state)
    assert utility_vector(game, state) == (0.0, 0.0)
    assert find_commentary(game).why_illegal(state, "e4") == "the game is over"


def test_rights_make_a_difference() -> None:
    """The position after 2 Ke1 looks like the first, but castling is lost; one in which en passant was possible too."""
    game = plain(chess(repetitions=3))
    state = state_after(game, game.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), ("Ke2 Ke7 Ke1 Ke8 " * 2).split())
    assert not game.is_terminal(state)
    assert game.is_terminal(state_after(game, state, ["Ke2", "Ke7"]))
    state = state_after(game, game.read("4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1"), ("e4 " + "Kd7 Rh2 Ke8 Rh1 " * 2).split())
    assert not game.is_terminal(state)  # the third time, but the first time the pawn could be taken


def test_keys_tell_sets_of_squares_apart() -> None:
    """A rook with its king on b1, on one square or another: a key of small numbers mixed in would not see the rook."""
    keys = set()
    for square in range(SQUARES):
        board = Board(0, 0, 0, 1 << square, 1 << 34, 1 << square | 2, 0)
        keys |= {BARE.repetition_key(board), BARE.repetition_key(board._replace(ply=1))}
    assert len(keys) == 2 * SQUARES


def test_keys_tell_pasts_apart() -> None:
    game = plain(chess())
    states = [state_after(game, game.initial, (SHUFFLE * times).split()) for times in range(4)]
    assert len({game.key(state) for state in states}) == len(states)
    assert len({game.game.key(state.state) for state in states}) == 1


def test_castling_can_be_the_only_move() -> None:
    game = plain(chess960())
    state = game.read("5r1k/8/b7/8/8/7b/4NNN1/r3NKRB w G - 0 1")
    assert not game.is_terminal(state)
    assert [game.name(action, state) for action in game.actions(state)] == ["O-O"]


def test_en_passant_is_kept_only_where_it_is_legal() -> None:
    game = plain(chess())
    state = state_after(game, game.initial, ["e4"])
    assert game.fen(state).split()[3] == "-"
    pinned = game.read("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    assert game.fen(state_after(game, pinned, ["e4"])).split()[3] == "-"
    free = game.read("8/8/8/k7/3p3R/8/4P3/4K3 w - - 0 1")
    assert game.fen(state_after(game, free, ["e4"])).split()[3] == "e3"
    assert "dxe3" in [
        game.name(action, state) for state in [state_after(game, free, ["e4"])] for action in game.actions(state)
    ]


def test_parameters() -> None:
    assert type(game_named("chess:repetitions=0")) is Chess
    assert game_named("chess960:position=0").fen(game_named("chess960:position=0").initial).startswith("bbqnnrkr/")
    for name, reason in (
        ("chess:moves=-1", "it must be 0"),
        ("chess:repetitions=1", "at least 2"),
        ("chess960:position=960", "0 to 959"),
    ):
        with pytest.raises(HalfmoveError, match=reason):
            game_named(name)
    with pytest.raises(HalfmoveError, match="belongs to chess960"):
        Chess(position=3)  # type: ignore[call-arg]


@pytest.mark.one_lane
@pytest.mark.parametrize("name", ["chess960:position=17", "chess:repetitions=0"])
def test_laws(name: str) -> None:
    assert broken(plain_throughout(game_named(name)), games=1) == []


@kernel
def answers(advice: Any, board: Any, player: int) -> tuple[float, bool, int]:
    return advice.evaluate(board, player), advice.is_quiet(board), advice.game.key(board)


@kernel
def passed(advice: Any, board: Any) -> Any:
    return advice.pass_turn(board)


@kernel
def total_order(advice: Any, board: Any) -> float:
    total = 0.0
    for action in advice.game.actions(board):
        total += action * advice.order(board, action)
    return total


@kernel
def follow(game: Any, board: Any, action: int) -> Any:
    return game.result(board, action)


@pytest.mark.usefixtures("native")
def test_lanes_agree_about_advice_and_boards() -> None:
    game, numbers = Chess(), random(5)
    twin = plain(game)
    for _ in range(3):
        board = game.initial
        while not twin.is_terminal(board):
            for player in (0, 1):
                assert answers(game.advice, board, player) == answers(twin.advice, board, player)
            assert passed(game.advice, board) == passed(twin.advice, board)
            assert total_order(game.advice, board) == total_order(twin.advice, board)
            actions = list(twin.actions(board))
            action = actions[numbers.below(len(actions))]
            child = follow(game, board, action)
            assert child == follow(twin, board, action)
            board = child


def test_advice() -> None:
    game = Chess()
    board = game.initial
    assert 0 < game.advice.evaluate(board, 0) < 0.1  # only the turn counts
    assert game.advice.is_quiet(board)
    up = game.read("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert 0.5 < game.advice.evaluate(up, 0) == -game.advice.evaluate(up, 1) < 1
    hanging = game.read("rnb1kbnr/pppp1ppp/8/4p2q/6P1/8/PPPPPP1P/RNBQKBNR b KQkq - 0 1")
    assert not game.advice.is_quiet(game.flipped(hanging))
    named = {game.name(action, up): action for action in game.actions(up)}
    assert game.advice.order(up, named["e4"]) == 0
    best = max(game.actions(hanging), key=lambda action: game.advice.order(hanging, action))
    assert "x" in game.name(best, hanging)
    assert game.advice.pass_turn(board).mine == board.mine
    checked = game.read("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")
    assert game.advice.pass_turn(checked) == checked
    assert not game.advice.is_quiet(checked)


def test_illegal_actions_are_refused_with_a_reason() -> None:
    game = chess()
    for position, written, reason in (
        ("startpos", "e2e5", "the pawn on e2 cannot reach e5"),
        ("startpos", "e5", "no pawn of White can reach e5"),
        ("startpos", "e7e5", "the pawn on e7 is not White's"),
        ("startpos", "e3e4", "there is no piece on e3"),
        ("startpos", "O-O", "White cannot castle to that side now"),
        ("startpos", "castle", "not a move, which is written as in e4, Nbd2, exd8=Q, O-O or e2e4"),
        ("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "Nd3", "White's king would be in check"),
        ("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "f2d3", "White's king would be in check"),
        ("4k3/8/8/8/7b/8/3N4/4K3 w - - 0 1", "Nb3", "White is in check, and would still be"),
        ("4k3/8/8/8/8/8/6r1/4K3 w - - 0 1", "e1f2", "the king would step into check"),
        ("k7/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "the knights on b1 and f1 can both go there"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "a pawn that reaches e8 becomes a queen, rook, bishop or knight"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "a pawn that reaches e8 becomes a queen, rook, bishop or knight"),
        ("k7/8/4P3/8/8/8/8/4K3 w - - 0 1", "e7=Q", "a pawn is promoted on the last rank only"),
        ("k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1f1q", "the king on e1 cannot be promoted"),
        ("k7/8/8/8/8/8/8/4K2R w - - 0 1", "Qa1", "White has no queen"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 150 100", "Kg8", "the game is over"),
    ):
        state = game.read(position)
        with pytest.raises(IllegalAction) as refused:
            find_commentary(game).read_action(state, written)
        assert str(refused.value).startswith(f"{written}: {reason}")

"""Opening books: made of games, grown by searches, merged, written, and Polyglot's."""

from __future__ import annotations

import struct

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import action_named, state_after
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.players.search import think
from halfmove.play.players.spec import parse_spec
from halfmove.search.solving.retrograde import solve
from halfmove.tables.books.book import Book, Move, merged, open_book, write_book
from halfmove.tables.books.build import BookTree, book_of_games
from halfmove.tables.books.polyglot import states_of, write_polyglot

pytestmark = pytest.mark.one_lane

TIC_TAC_TOE = plain(game_named("tic-tac-toe"))
CHESS = plain(game_named("chess:repetitions=0"))


def game_of(game, words: str, utilities: tuple[float, ...]):
    state, actions = game.initial, []
    for word in words.split():
        actions.append(action_named(game, state, word))
        state = game.result(state, actions[-1])
    return game.initial, actions, utilities


def test_games_are_counted_with_their_results():
    games = [
        game_of(CHESS, "e4 e5 Nf3", (1.0, -1.0)),
        game_of(CHESS, "e4 c5 Nf3", (0.0, 0.0)),
        game_of(CHESS, "d4 d5", (-1.0, 1.0)),
    ]
    book = book_of_games(CHESS, games, plies=2)
    moves = book.moves(CHESS.initial)
    assert [(CHESS.name(move.action, CHESS.initial), move.played, move.points) for move in moves] == [
        ("e4", 2, 1.5),
        ("d4", 1, 0.0),
    ]
    after = state_after(CHESS, CHESS.initial, ["e4"])
    assert {CHESS.name(move.action, after) for move in book.moves(after)} == {"e5", "c5"}
    assert not book.moves(state_after(CHESS, CHESS.initial, ["e4", "e5"]))
    drawn = {book.choice(CHESS.initial, seed).name for seed in range(40)}
    assert drawn == {"e4", "d4"}
    values = {book.choice(CHESS.initial, seed).value for seed in range(40)}
    assert values == {0.0}  # how one game ended is no evaluation


def test_a_book_is_written_read_and_merged(tmp_path):
    one = book_of_games(TIC_TAC_TOE, [game_of(TIC_TAC_TOE, "b2 a1 c3", (1.0, -1.0))], 9)
    other = book_of_games(TIC_TAC_TOE, [game_of(TIC_TAC_TOE, "b2 a1 a3", (-1.0, 1.0))], 9)
    write_book(one, "tic-tac-toe", tmp_path / "x.book")
    again = open_book(tmp_path / "x.book")
    assert str(again.by_key) == str({key: sorted(moves) for key, moves in sorted(one.by_key.items())})
    both = merged([again, other])
    first = both.moves(TIC_TAC_TOE.initial)[0]
    assert (first.played, first.points) == (2, 1.0)
    with pytest.raises(HalfmoveError, match="other rules"):
        open_book(tmp_path / "x.book", game_named("nim"))
    often = Book(TIC_TAC_TOE, {one.key(TIC_TAC_TOE.initial): [Move(4, (1 << 32) - 1, 0.0)]})
    write_book(often, "tic-tac-toe", tmp_path / "often.book")
    with pytest.raises(HalfmoveError, match="counts up to 4,294,967,295 games"):
        write_book(merged([often, one]), "tic-tac-toe", tmp_path / "more.book")


def test_a_book_grows_where_best_play_goes():
    tree = BookTree(TIC_TAC_TOE, solve(TIC_TAC_TOE).value)
    tree.grow(3)
    book = tree.finished()
    assert len(book) == 3
    moves = book.moves(TIC_TAC_TOE.initial)
    assert [move.value for move in moves] == [0.0] * 9
    assert any(book.moves(TIC_TAC_TOE.result(TIC_TAC_TOE.initial, move.action)) for move in moves)


def test_a_player_asks_its_book_first(tmp_path):
    state = TIC_TAC_TOE.initial
    book = Book(TIC_TAC_TOE, {Book(TIC_TAC_TOE, {}).key(state): [Move(5, 3, 1.0), Move(77, 9, 9.0)]})
    write_book(book, "tic-tac-toe", tmp_path / "x.book")
    *_, last = think(parse_spec(f"alphabeta:book={tmp_path / 'x.book'}"), TIC_TAC_TOE, state, Limit())
    assert last.best.action == 5  # 77 is not legal


def test_polyglots_books_are_read_and_written(tmp_path):
    pytest.importorskip("chess")
    import chess.polyglot

    words = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"
    book = book_of_games(CHESS, [game_of(CHESS, words, (1.0, -1.0))], 8)
    path = tmp_path / "x.bin"
    assert write_polyglot(book, states_of(book), path) == 8
    with chess.polyglot.open_reader(path) as reader:
        board = chess.Board()
        for word in words.split():
            move = next(reader.find_all(board)).move
            assert board.san(move) == word
            board.push(move)
    again = open_book(path, CHESS)
    state = CHESS.initial
    for word in words.split():
        choice = again.choice(state)
        assert choice is not None
        assert choice.name == word
        state = CHESS.result(state, choice.action)
    assert len(again) == again.total == 8
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(HalfmoveError, match="Polyglot"):
        open_book(path, CHESS)
    path.write_bytes(struct.pack(">QHHI", 5, 1, 1, 0) + struct.pack(">QHHI", 4, 1, 1, 0))
    with pytest.raises(HalfmoveError, match="in order"):
        open_book(path, CHESS)


def test_categories_have_the_average_of_their_games():
    from halfmove.tables.books.categories import Categories

    class Centred(type(TIC_TAC_TOE)):
        def features(self, board, player):
            own = board.mine if board.player == player else board.theirs
            return (float(own >> 4 & 1), float(own.bit_count()))

    game = Centred()
    categories = Categories(game)
    won = [game_of(game, "b2 a1 c3 a3 a2 c2 b3", (0.0, 0.0)), game_of(game, "b2 b1 a1 c1 c3", (1.0, -1.0))]
    assert categories.learn(won) == 2
    after = state_after(game, game.initial, ["b2", "a1"])
    category = categories.counts[categories.of(after, 0)]
    assert (category.games, category.wins, category.draws, category.losses) == (2, 1, 1, 0)
    assert categories.value(after, 0) == 1 / 4  # of two games, and two that are taken to be drawn
    assert categories.advice().evaluate(after, 0) == 1 / 4
    assert categories.value(after, 1) <= 0

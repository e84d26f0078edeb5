"""Solved books: every state up to some plies has the value that solving the whole game gives it."""

from __future__ import annotations

import os
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions, state_after
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.games import game_named
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.play.players.search import SearchPlayer
from halfmove.play.players.spec import parse_spec
from halfmove.play.players.tables_and_books import own_book
from halfmove.search.minimax import minimax
from halfmove.search.solving.retrograde import solve
from halfmove.tables.blocks import BlockFile, section, write_blocks
from halfmove.tables.books.book import merged, open_book
from halfmove.tables.books.solved import layers_of, solve_book, write_solved

pytestmark = pytest.mark.usefixtures("in_plain_python")

NAME = "connect-four:width=4,height=3"


def written(name: str, plies: int, folder: Path) -> Path:
    path = folder / "x.book"
    write_solved(solve_book(game_named(name), plies, folder / "notes"), name, path)
    return path


@pytest.mark.parametrize(("name", "plies"), [(NAME, 4), ("tic-tac-toe", 3), ("kalah:holes=2,seeds=1", 3)])
def test_every_state_of_the_book_has_its_value(name, plies, tmp_path):
    book = open_book(written(name, plies, tmp_path))
    game = plain(game_named(name))
    solution, states = solve(game), [game.initial]
    for _ in range(plies):
        for state in states:
            moves = book.moves(state)
            assert {move.action for move in moves} == set(legal_actions(game, state))
            assert moves[0].value == solution.value(state)
            for move in moves:
                child = game.result(state, move.action)
                assert move.value == solution.value(child, game.to_move(state))
        children = [game.result(state, action) for state in states for action in legal_actions(game, state)]
        states = [child for child in children if not game.is_terminal(child)]
    assert states
    assert not any(book.moves(state) for state in states)  # one ply more is beyond the book
    assert all(book.choice(state) is None for state in states)


class ForLittle(TicTacToe):
    """Six steps of 0.1 are more than 0.6, as floats have it."""

    utilities, step = (-0.3, 0.3), 0.1

    def utility(self, board, player):
        return 0.3 * TicTacToe.utility(self, board, player)


def test_steps_that_floats_do_not_hold_are_no_damage(tmp_path):
    game = ForLittle()
    book = solve_book(game, 3, tmp_path / "notes")
    write_solved(book, "x", tmp_path / "x.book")
    assert open_book(tmp_path / "x.book", game).values == pytest.approx(book.values)


def test_a_book_plays_the_best_and_leaves_lost_states_to_a_search(tmp_path):
    game = plain(game_named("tic-tac-toe"))
    book = open_book(written("tic-tac-toe", 5, tmp_path))
    choice = book.choice(game.initial)
    assert (choice.value, choice.exact, len(choice.line)) == (0.0, True, 5)
    fork = state_after(game, game.initial, ["a1", "b1", "c3"])  # two lines can be completed next
    replies = [state_after(game, fork, [name]) for name in ("b2", "a2")]
    for state in (fork, *replies):
        value, choice = minimax(game, state).value, book.choice(state)
        assert choice is None if value < 0 else choice.value == value


def test_interrupted_work_goes_on_and_ends_with_the_same_file(tmp_path):
    class Stop(Exception):
        pass

    proven = []

    def stop(done, total, just_now):
        proven.append(just_now)
        if sum(proven) == 5:
            raise Stop

    game, notes = game_named(NAME), tmp_path / "notes"
    expected = written(NAME, 3, tmp_path).read_bytes()
    notes.unlink()
    with pytest.raises(Stop):
        solve_book(game, 3, notes, progress=stop)
    with notes.open("a") as file:
        file.write("123")  # a line that was not finished
    before = len(notes.read_text().splitlines())
    counted = []
    book = solve_book(game, 3, notes, progress=lambda done, total, just_now: counted.append(just_now))
    assert counted.count(False) == 5 == before - 2
    write_solved(book, NAME, tmp_path / "y.book")
    assert (tmp_path / "y.book").read_bytes() == expected
    with pytest.raises(HalfmoveError, match="another book"):
        solve_book(game, 2, notes)


def test_notes_that_were_changed_are_not_believed(tmp_path):
    game, notes = game_named(NAME), tmp_path / "notes"
    right = solve_book(game, 2, notes)
    noted, refused = notes.read_bytes(), 0
    first = noted.index(b"\n") + 1
    for place in range(first, len(noted), 7):
        data = bytearray(noted)
        data[place] ^= 1
        notes.write_bytes(data)
        try:
            assert (solve_book(game, 2, notes).values == right.values).all()  # an end of a line that is another one
        except DamagedFile:
            refused += 1
    assert refused > 10
    notes.write_bytes(noted[:-3])
    solve_book(game, 2, notes)
    assert notes.read_bytes() == noted  # what was whole was kept, and the rest proven again
    notes.unlink()
    os.mkfifo(notes)
    with pytest.raises(HalfmoveError, match="not a file"):
        solve_book(game, 2, notes)


def test_notes_are_not_written_anew(tmp_path, monkeypatch):
    game, notes = game_named(NAME), tmp_path / "notes"
    solve_book(game, 2, notes)

    def full(*given, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    solve_book(game, 2, notes)


def test_other_rules_and_damaged_files_are_refused(tmp_path):
    path = written(NAME, 3, tmp_path)
    with pytest.raises(HalfmoveError, match="other rules"):
        open_book(path, game_named("connect-four:width=3,height=4"))
    file = BlockFile(path)
    keys, values = file.array("keys").whole(), file.array("values").whole()
    for changes, some_keys, some_values in (
        ({"plies": "x"}, keys, values),
        ({"plies": 99}, keys, values),
        ({}, keys, values[:-1]),
        ({}, keys[::-1], values),
        ({}, keys, values + np.uint8(3)),
        ({}, keys.astype(np.float64), values),
    ):
        sections = [section("keys", some_keys.dtype, len(some_keys)), section("values", np.uint8, len(some_values))]
        write_blocks(tmp_path / "y", {**file.header, **changes}, sections, [[some_keys], [some_values]])
        with pytest.raises(DamagedFile) as refused:
            open_book(tmp_path / "y")
        assert "\n" not in str(refused.value)
    data = bytearray(path.read_bytes())
    data[-3] ^= 4
    path.write_bytes(data)
    with pytest.raises(HalfmoveError):
        open_book(path)


def test_games_that_cannot_be_proven_ahead_are_refused():
    for name in ("pig", "three-player-nim", "chess", "three-mens-morris", "phantom"):
        with pytest.raises(HalfmoveError):
            layers_of(game_named(name), 1)


def test_it_merges_with_books_of_games(tmp_path):
    book = open_book(written(NAME, 3, tmp_path))
    both = merged([book, book])
    assert both.moves(book.game.initial)[0].value == book.moves(book.game.initial)[0].value


def test_connect_four_comes_with_a_book_that_the_strong_player_asks():
    game, strong = game_named("connect-four"), parse_spec("strong")
    known = own_book(game, strong)
    values = {}
    for action in range(7):
        reply = known(plain(game).result(game.initial, action), 0)
        values[action + 1] = None if reply is None else -reply.value
    # Allis 1988: the middle wins, the columns beside it draw, the others lose. Who is lost asks a search.
    assert values == {1: -1.0, 2: -1.0, 3: 0.0, 4: None, 5: 0.0, 6: -1.0, 7: -1.0}
    choice = SearchPlayer(strong).choose(game, game.initial, Limit(seconds=60))
    assert (choice.name, choice.value, choice.exact, choice.nodes) == ("4", 1.0, True, 1)
    limited = SearchPlayer(strong).choose(game, game.initial, Limit(nodes=50))
    assert limited.nodes > 1


@pytest.mark.deep
def test_the_book_of_connect_four_counts_wins_and_losses_as_published(covered):
    """Tromp, "Connect-4", 1995, UCI Machine Learning Repository: states after 8 plies where nobody can win at once."""
    game = plain(game_named("connect-four"))
    book = open_book(str(files("halfmove.games.connect_four") / "opening.book"), game)
    counted: Counter[float | None] = Counter()
    for key, state in layers_of(game, 8)[-1].items():
        turned = state._replace(mine=state.mine ^ state.mask)  # the same board, where the other player is to move
        boards = () if game.is_terminal(state) else (state, turned)
        ends = [game.is_terminal(game.result(board, action)) for board in boards for action in game.actions(board)]
        if boards and not any(ends):
            counted[book.value(key)] += 1
    assert counted == {1.0: 44_473, 0.0: 6_449, -1.0: 16_635}
    covered("the opening book of Connect Four", states=len(book))


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("connect-four:width=6", "strong"),
        ("connect-four:margin=true", "strong"),
        ("connect-four", "engine"),
        ("connect-four", "strong:model=random"),
        ("tic-tac-toe", "strong"),
    ],
)
def test_other_rules_and_other_players_have_no_book_of_their_own(name, spec):
    assert own_book(game_named(name), parse_spec(spec)) is None

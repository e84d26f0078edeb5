"""What a notebook shows of answers: solutions, strategies, progress, states."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from halfmove import Engine, HalfmoveError, Limit, draw, draw_states, game_named, plain, solve, strategy
from halfmove.explain.notebook import MOST_ROWS, MOST_STATES, gallery, table
from halfmove.games.tic_tac_toe import Board, TicTacToe

pytestmark = pytest.mark.usefixtures("native")  # the same in both lanes: once is enough


def parsed(html: str) -> ElementTree.Element:
    """Return a block of HTML that is also well-formed XML, but for the tags that stand alone."""
    return ElementTree.fromstring(f"<all>{html.replace('<br>', '<br/>')}</all>")


def cells(html: str) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in parsed(html).iter("tr")]


def test_a_solution_lists_the_actions_best_first():
    game = plain(TicTacToe())
    solution = solve(game, game.read("XX. / OO. / ..."))
    rows = cells(solution._repr_html_())
    assert rows[:2] == [["action", "value for X"], ["c3", "1"]]
    assert len(rows) == 1 + 5
    assert f"{len(solution):,} states" in solution._repr_html_()
    assert "wins in 1" in solution._repr_html_()
    assert "<svg" in solution._repr_html_()


def test_a_strategy_shows_states_with_what_to_do():
    game = plain(TicTacToe())
    plan = strategy(game, game.read("X.. / .O. / ..."))
    shown = plan._repr_html_()
    assert parsed(shown) is not None
    assert shown.count("<svg") == MOST_STATES
    assert f"and {len(plan.actions) - MOST_STATES:,} more" in shown
    assert "X is sure of 0" in shown


def test_progress_shows_every_line():
    game = plain(TicTacToe())
    *_, last = Engine(game, megabytes=1).think(limit=Limit(depth=3), lines=3)
    rows = cells(last._repr_html_())
    assert rows[0] == ["worth", "line"]
    assert [row[1] for row in rows[1:]] == [" ".join(choice.names()) for choice in last.lines]


def test_what_a_game_says_is_escaped():
    class Odd(TicTacToe):
        def show(self, state):
            return "<script>"

        def name(self, action, state=None):
            return "<script>"

    game = plain(Odd())
    for html in (
        solve(game, Board(0o7, 0o70))._repr_html_(),
        gallery(game, [(Board(), 0)]),
        table(["<script>"], [["<script>"]]),
    ):
        assert "<script" not in html
        assert "&lt;script&gt;" in html


def test_a_long_table_is_cut():
    html = table(["number"], [[number] for number in range(100)])
    assert len(cells(html)) == 1 + MOST_ROWS
    assert "and 80 more" in html


def test_states_draw_themselves_where_a_notebook_is_told_their_game(monkeypatch):
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    monkeypatch.setattr("IPython.core.history.HistoryManager.enabled", False)
    game, before = TicTacToe(), dict(vars(Board))
    notebook = shell.instance()
    try:
        draw_states(game)
        data, _ = notebook.display_formatter.format(Board(1, 2))
        assert data["image/svg+xml"] == draw(game, Board(1, 2))
        with pytest.raises(HalfmoveError, match="a state is a tuple"):
            draw_states(Bare())
    finally:
        shell.clear_instance()
    assert dict(vars(Board)) == before


class Bare(TicTacToe):
    initial = ()


def test_without_a_notebook_states_are_drawn_by_draw():
    with pytest.raises(HalfmoveError, match="no notebook"):
        draw_states(game_named("chess"))

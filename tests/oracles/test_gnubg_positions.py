"""Position IDs of backgammon beside GNU Backgammon itself, both ways.

`gnubg_positions.txt` is what the program showed along random games; the deep test lets it show some more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gnubg_program import Seen, needs_gnubg, seen_by_gnubg

from halfmove.compiled import plain
from halfmove.core.chance import draw_action
from halfmove.core.random import random
from halfmove.core.rules import action_named
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import BAR, CHECKERS, DIE, OFF, OPENING, SECOND_STARTS, TO_ROLL
from halfmove.games.backgammon.text import count, position_id

pytestmark = pytest.mark.one_lane

GAME = plain(Backgammon())
FACTS = Path(__file__).parents[1] / "golden" / "gnubg_positions.txt"
GAMES = 20


def facts() -> list[Seen]:
    rows = [line.split() for line in FACTS.read_text().splitlines() if not line.startswith("#")]
    return [Seen(row[0], row[1], tuple(map(int, row[2:]))) for row in rows]


def checkers(position: Position) -> tuple[int, ...]:
    """Return the checkers as the program lists them."""
    x, o = (position.mine, position.theirs) if position.player == 0 else (position.theirs, position.mine)
    points = (count(x, OFF - point) - count(o, point) for point in range(1, OFF))
    return (-count(o, BAR), *points, count(x, BAR))


def commands(seed: int) -> tuple[list[str], list[Position]]:
    """Return a random game as commands for the program, and the positions that it should show."""
    written, shown, numbers, state = ["new session"], [], random(seed), GAME.initial
    while not GAME.is_terminal(state):
        action = draw_action(GAME, state, numbers)
        if state.roll == OPENING:
            written.append(f"set turn {0 if action >= SECOND_STARTS else 1}")
        if state.roll in (OPENING, TO_ROLL):
            written.append(f"set dice {action >> DIE & 7} {action & 7}")
        else:
            name = GAME.name(action, state)
            written += ["move" if name == "pass" else f"move {name.replace(',', ' ')}", "show"]
            shown.append(GAME.result(state, action))
        state = GAME.result(state, action)
    return written, shown


def test_after_the_first_move() -> None:
    state = GAME.initial
    for name in ("X31", "8/5 6/5"):
        state = GAME.result(state, action_named(GAME, state, name))
    assert position_id(state) == "sGfwATDgc/ABMA"


def test_ids_of_the_program() -> None:
    found = facts()
    assert len(found) >= 60
    for seen in found:
        state: Any = GAME.read(f"{seen.id} {seen.mover}")
        assert (checkers(state), position_id(state)) == (seen.checkers, seen.id)


@needs_gnubg
@pytest.mark.deep
def test_random_games_in_the_program(compared: Any) -> None:
    states = 0
    for seed in range(GAMES):
        written, shown = commands(seed)
        expected = [Seen(position_id(state), GAME.player_names[state.player], checkers(state)) for state in shown]
        assert seen_by_gnubg(written) == expected
        states += len(shown)
    compared("backgammon position IDs", GAMES, states)


@needs_gnubg
@pytest.mark.deep
def test_the_program_reads_our_ids() -> None:
    for seed in range(GAMES):
        _, shown = commands(seed)
        shown = [state for state in shown if count(state.theirs, OFF) < CHECKERS]
        for player in (0, 1):
            states = [state for state in shown if state.player == player]
            written = ["new session", f"set turn {1 - player}"]
            for state in states:
                written += [f"set board {position_id(state)}", "show"]
            assert [seen.checkers for seen in seen_by_gnubg(written)] == [checkers(state) for state in states]

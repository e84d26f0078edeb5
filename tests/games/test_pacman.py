"""Pacman against a slow second telling of his rules, his texts, and why he starves (CS 188)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import random_states
from slow_pacman import SlowPacman

from halfmove.compiled import kernel, plain
from halfmove.compiled.lane import field_names
from halfmove.core.advice import Advice
from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.games.pacman import Pacman
from halfmove.games.pacman.mazes import EAST, HALFWAY, MAZES, STOP, WEST
from halfmove.games.pacman.rules import DIRECT
from halfmove.games.pacman.text import CAUGHT, EATEN, NAMES, TIME_UP
from halfmove.search.alphabeta import best_actions
from halfmove.search.minimax import minimax

pytestmark = pytest.mark.one_lane

HORIZON = 2  # plies
ENDS = {CAUGHT: "lost", EATEN: "won", TIME_UP: "time"}

# Full of capsules, so that ghosts are scared for most of the time, with dead ends and a hall without walls.
FRIGHT = "P.o%G/o%.._/.oo%o/G%o_./_.o._"
LOOP = "%%%%%%%/%P.o..%/%.%%%o%/%.oGo.%/%.%%%o%/%..o.G%/%%%%%%%"


@kernel
def follow(game: Any, state: Any, action: int) -> Any:
    return game.result(state, action)


def place(game: Any, cell: int) -> tuple[int, int]:
    """Return a cell as the slow telling writes it."""
    row, column = divmod(game.layout.squares[cell], game.layout.width)
    return column, game.layout.height - 1 - row


def answers(game: Any, state: Any) -> tuple[Any, ...]:
    """Return all of a position, in the words of the slow telling."""
    rules, ghosts = plain(game), []
    for ghost in range(game.haunting):
        heading = rules.heading_of(state.ghosts, ghost)
        x, y = place(game, rules.cell_of(state.ghosts, ghost))
        way = None if heading == STOP else NAMES[heading % HALFWAY]
        at = SlowPacman.moved((x, y), way, 0.5) if way and heading >= HALFWAY else (x, y)
        ghosts.append((at, way, rules.scared_for(state.scared, ghost)))
    sets = [
        {place(game, cell) for cell in range(len(game.layout.squares)) if cells >> cell & 1}
        for cells in (state.food, state.capsules)
    ]
    end = ENDS[find_commentary(rules).how_ended(state)] if rules.is_terminal(state) else ""
    return place(game, state.pacman), *sets, ghosts, state.steps, state.score, end


def compare(game: Any, picture: str, games: int, seed: int = 0) -> int:
    """Play at random and compare every position; return how many there were."""
    rules, numbers, seen = plain(game), random(seed), 0
    kinds = game.ghosts.split("+") * (1 if "+" in game.ghosts else game.haunting)
    for _ in range(games):
        state, slow = game.initial, SlowPacman(picture, game.time)
        while True:
            seen += 1
            ghosts = [(ghost["at"], ghost["heading"], ghost["scared"]) for ghost in slow.ghosts]
            said = (slow.pacman, slow.food, slow.capsules, ghosts, slow.steps, slow.score, slow.end)
            assert answers(game, state) == said, rules.show(state)
            if slow.end:
                assert rules.utility(state, 0) == slow.score == -rules.utility(state, 1)
                break
            assert state.turn == slow.agent
            kind = kinds[state.turn - 1] if state.turn else ""
            if kind in ("", "min"):
                assert rules.to_move(state) == bool(state.turn)
                actions = list(rules.actions(state))
                assert sorted(NAMES[action] for action in actions) == sorted(slow.legal())
            else:
                straight = {"chase": 1.0, "directional": DIRECT, "random": 0.0}[kind]
                likely = {way: chance for way, chance in slow.directional(straight).items() if chance > 0}
                assert rules.to_move(state) == CHANCE
                assert {NAMES[way]: chance for way, chance in rules.chances(state)} == pytest.approx(likely)
                actions = list(rules.actions(state))
                assert sorted(NAMES[action] for action in actions) == sorted(likely)
            action = actions[numbers.below(len(actions))]
            state, slow = follow(game, state, action), slow.play(NAMES[action])
    return seen


@pytest.mark.parametrize("ghosts", ["min", "random", "chase+directional"])
@pytest.mark.parametrize("picture", [FRIGHT, LOOP])
def test_a_slow_telling_of_the_rules_agrees(picture, ghosts):
    compare(plain(Pacman(picture, ghosts, time=60)), picture, games=12)


@pytest.mark.deep
@pytest.mark.parametrize("ghosts", ["min", "random", "chase", "directional"])
@pytest.mark.parametrize("picture", [FRIGHT, LOOP, *MAZES])
def test_a_slow_telling_of_the_rules_agrees_for_long(picture, ghosts, lane, compared):
    games = 100
    states = compare(lane(Pacman(picture, ghosts)), MAZES.get(picture, picture), games)
    compared("Pacman", games, states)


@pytest.mark.parametrize("picture", [FRIGHT, LOOP, "small"])
def test_what_is_shown_is_read(picture):
    game = plain(Pacman(picture, "random", time=80))
    for seed in range(5):
        for state in random_states(game, seed):
            assert game.read(game.show(state)) == state


def test_all_mazes_share_their_machine_code():
    assert "maze" not in field_names(Pacman)
    assert "time" in field_names(Pacman)


def test_directions_are_read_by_their_first_letters():
    game = plain(Pacman("tiny"))
    read = find_commentary(game).read_action
    assert [read(game.initial, word) for word in ("s", "South", "e", "stop")] == [1, 1, 2, 4]
    with pytest.raises(IllegalAction, match="n: there is a wall"):
        read(game.initial, "n")


@pytest.mark.parametrize(
    ("maze", "ghosts", "time", "refusal"),
    [
        ("smal", "min", 20, r"'smal' is no maze \(did you mean small\?\)"),
        ("", "min", 20, "is no maze"),
        ("..", "min", 20, "this one has 0 P and 0 G"),
        ("PGGGGG.", "min", 20, "this one has 1 P and 5 G"),
        ("P_", "min", 20, "there is no food"),
        ("P./.", "min", 20, "row 2 of the maze is '.': 1 places where the first has 2"),
        ("P.%G", "min", 20, "the ghost at d1 is walled in"),
        ("P.%.", "min", 20, "the food at d1 cannot be reached"),
        ("P." * 14, "min", 20, "a maze of 28 x 1 places"),
        ("/".join(["P" + "." * 15] + ["." * 16] * 15), "min", 20, "256 places that are no wall"),
        ("P.G", "minn", 20, r"'minn' is no kind of ghost \(did you mean min\?\)"),
        ("P.G", "min+min", 20, "2 words for 1 ghosts"),
        ("P.G", "min", 0, "0 steps are no time to eat"),
    ],
)
def test_what_is_no_game_is_refused(maze, ghosts, time, refusal):
    with pytest.raises(HalfmoveError, match=refusal):
        Pacman(maze, ghosts, time)


SHOWN = "P.G.\nPacman to move, score {} after {} steps, facing west\nghost 1: {}\n"


@pytest.mark.parametrize(
    ("written", "refusal"),
    [
        ("P.G%", "d1 is a wall, unlike in the maze"),
        ("_.G.", "the picture has 0 P"),
        ("P_..", "0 ghosts: the maze has 1"),
        ("PGG.", "2 ghosts: the maze has 1"),
        ("P.Go", "1 cells with capsules: the maze has 0"),
        ("P_G_", "there is no food left"),
        (SHOWN.format(0, 21, "c1"), "there are 20 steps"),
        (SHOWN.format(7, 3, "c1"), "score 7: what is eaten in 3 steps makes -3"),
        (SHOWN.format(0, 0, "d1"), "not where the picture shows them"),
        (SHOWN.format(0, 0, "e1"), "e1 is no place in the maze"),
        (SHOWN.format(0, 0, "c1, scared for 41"), "it is for 40 moves at most"),
        (SHOWN.format(0, 0, "c1 north, scared for 4, halfway"), "cannot be halfway"),
        (SHOWN.format(0, 20, "c1").replace("0 after", "-20 after"), "but time is up"),
        (SHOWN.format(-500, 0, "c1").replace("to move", "is eaten"), "ghosts|rows"),
    ],
)
def test_what_is_no_position_is_refused(written, refusal):
    with pytest.raises(MalformedText, match=refusal):
        plain(Pacman("P.G.", time=20)).read(written)


def test_a_ghost_says_why_it_cannot_go_there():
    game = plain(Pacman("P..G.", "min"))
    state = game.result(game.result(game.initial, STOP), WEST)
    ghosts = game.result(state, STOP)
    assert find_commentary(game).why_illegal(ghosts, "stop") == "a ghost cannot stop"
    assert find_commentary(game).why_illegal(ghosts, "n") == "there is a wall"
    assert find_commentary(game).why_illegal(ghosts, "east") == "a ghost turns round only in a dead end"
    assert find_commentary(game).why_illegal(ghosts, "up").startswith("an action is north, south, east, west or stop")


def cells_visited(advice: bool, steps: int) -> list[int]:
    """Return where Pacman goes in a corridor when he looks two steps ahead, with or without advice."""
    game = plain(Pacman(".P_.", time=20))
    state, cells = game.initial, []
    for _ in range(steps):
        cells.append(state.pacman)
        if game.is_terminal(state):
            break
        state = game.result(state, minimax(game, state, HORIZON, advice=None if advice else Advice(game)).action)
    return cells


def test_eating_now_and_eating_later_are_worth_the_same():
    game = plain(Pacman(".P_.", time=20))
    assert set(best_actions(game, game.initial, HORIZON, advice=Advice(game))) == {WEST, EAST, STOP}


def test_he_goes_back_and_forth_between_two_dots():
    assert cells_visited(advice=False, steps=9) == [1, 2, 1, 2, 1, 2, 1, 2, 1]


def test_he_eats_when_the_way_to_food_counts():
    assert cells_visited(advice=True, steps=9) == [1, 0, 1, 2, 3]


def test_he_eats_when_he_looks_further_ahead():
    game = plain(Pacman(".P_.", time=20))
    assert minimax(game, depth=4, advice=Advice(game)).value == 2 * 10 - 4 + 500

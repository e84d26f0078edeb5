"""The games of the folder `examples`: their laws, their rules told a second time, their values by brute force."""

from __future__ import annotations

import sys
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import slow_rules as slow

from halfmove import CHANCE, Engine, alphabeta, expectiminimax, kernel, legal_actions, maxn, plain, solve
from halfmove.check.lanes import disagreements
from halfmove.check.laws import broken
from halfmove.core.random import random
from halfmove.play.loading import import_file, load_game

FOLDER = Path(__file__).parents[2] / "examples"
MOST_ACTIONS, MOST_PLAYERS = 300, 3
GAMES = {  # small sizes of all games
    "take_away.py": 3,
    "dice_race.py:DiceRace": 3,
    "dice_race.py:DiceRaceForThree": 3,
    "dots_and_boxes.py:DotsAndBoxes:rows=2,columns=2": 3,
    "breakthrough.py:Breakthrough:width=4,height=5": 3,
    "amazons.py:Amazons:size=4": 3,
    "tricks.py:Tricks": 3,
    "tricks.py:OpenTricks": 3,
}
TWICE_TOLD = {
    "dice_race.py:DiceRace": lambda: slow.SlowDiceRace(2, 12),
    "dice_race.py:DiceRaceForThree:goal=9": lambda: slow.SlowDiceRace(3, 9),
    "dots_and_boxes.py:DotsAndBoxes:rows=2,columns=4": lambda: slow.SlowDotsAndBoxes(2, 4),
    "dots_and_boxes.py:DotsAndBoxes:rows=7,columns=7": lambda: slow.SlowDotsAndBoxes(7, 7),
    "breakthrough.py:Breakthrough": lambda: slow.SlowBreakthrough(8, 8),
    "breakthrough.py:Breakthrough:width=5,height=6": lambda: slow.SlowBreakthrough(5, 6),
    "amazons.py:Amazons:size=6": lambda: slow.SlowAmazons(6),
    "tricks.py:Tricks": lambda: slow.SlowTricks(),
}
WIDE = ["dots_and_boxes.py:DotsAndBoxes:rows=7,columns=7", "breakthrough.py:Breakthrough", "amazons.py:Amazons:size=6"]


def example(text):
    return load_game(str(FOLDER / text))


def test_every_example_is_tested():
    assert {text.partition(":")[0] for text in GAMES} == {file.name for file in FOLDER.glob("*.py")}


@pytest.mark.parametrize("text", GAMES)
def test_the_laws(native, text):
    assert broken(example(text), games=GAMES[text]) == []


@pytest.mark.deep
@pytest.mark.parametrize("text", [text for text in GAMES if text != "take_away.py"])  # its states are tuples: one lane
def test_the_lanes_agree(native, text, covered):
    assert list(disagreements(example(text), games=20)) == []
    covered(text, games=20)


@kernel
def ask(game, state, actions, utilities):
    """Write down what is legal, or what the end is worth; return how many actions there are, or -1 at the end."""
    if game.is_terminal(state):
        for player in range(game.players):
            utilities[player] = game.utility(state, player)
        return -1
    count = 0
    for action in game.actions(state):
        actions[count] = action
        count += 1
    return count


@kernel
def follow(game, state, action):
    return game.result(state, action)


def play_beside(game, other, numbers):
    """Play a random game, and compare at every ply whose turn it is, what is legal, and what the end is worth."""
    state = game.initial
    actions, utilities = np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_PLAYERS)
    while True:
        count = ask(game, state, actions, utilities)
        returns = other.returns()
        assert (count < 0) == (returns is not None), game.show(state)
        if count < 0:
            assert tuple(utilities[: game.players]) == returns, game.show(state)
            return
        assert game.to_move(state) == (CHANCE if other.mover() is None else other.mover())
        names = {game.name(int(action), state): int(action) for action in actions[:count]}
        assert set(names) == other.legal(), game.show(state)
        assert len(names) == count
        name = sorted(names)[numbers.below(count)]
        other.play(name)
        state = follow(game, state, names[name])


@pytest.mark.parametrize("text", TWICE_TOLD)
def test_rules_told_twice(native, text):
    game = plain(example(text))
    for seed in range(2):
        play_beside(game, TWICE_TOLD[text](), random(seed))


@pytest.mark.parametrize("text", WIDE)
def test_rules_told_twice_in_machine_code(native, text):
    game = example(text)
    for seed in range(3):
        play_beside(game, TWICE_TOLD[text](), random(seed))


SPIEL = {
    "dots_and_boxes.py:DotsAndBoxes:rows=3,columns=2": ("dots_and_boxes(num_rows=3,num_cols=2)", slow.line_name),
    "breakthrough.py:Breakthrough": ("breakthrough", lambda name: slow.step_name(name, 8)),
    "breakthrough.py:Breakthrough:width=4,height=6": (
        "breakthrough(rows=6,columns=4)",
        lambda name: slow.step_name(name, 6),
    ),
    "amazons.py:Amazons": ("amazons", lambda name: slow.square_name(name, 10)),
}


def play_beside_open_spiel(text, seeds):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs, name_of = SPIEL[text]
    other = pyspiel.load_game(theirs)
    for seed in seeds:
        play_beside(plain(example(text)), slow.Spiel(other, name_of), random(seed))


@pytest.mark.parametrize("text", SPIEL)
def test_rules_of_open_spiel(native, text):
    play_beside_open_spiel(text, range(1))


@pytest.mark.deep
@pytest.mark.parametrize("text", SPIEL)
def test_rules_of_open_spiel_in_many_games(native, text, covered):
    play_beside_open_spiel(text, range(1, 41))
    covered(text, games=40)


@pytest.mark.deep
@pytest.mark.parametrize("text", TWICE_TOLD)
def test_rules_told_twice_in_many_games(lane, text, covered):
    game = lane(example(text))
    for seed in range(3, 103):
        play_beside(game, TWICE_TOLD[text](), random(seed))
    covered(text, games=100)


def brute_force(game):
    """Return a function from a state to what each player gets, by the definition."""

    @cache
    def values(state):
        if game.is_terminal(state):
            return tuple(game.utility(state, player) for player in range(game.players))
        if game.to_move(state) == CHANCE:
            parts = [(share, values(game.result(state, outcome))) for outcome, share in game.chances(state)]
            return tuple(sum(share * part[player] for share, part in parts) for player in range(game.players))
        mover = game.to_move(state)
        return max((values(game.result(state, action)) for action in game.actions(state)), key=lambda all: all[mover])

    return values


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("take_away.py", alphabeta),
        ("dice_race.py:DiceRace:goal=2", expectiminimax),
        ("dice_race.py:DiceRace:goal=9", solve),
        ("dots_and_boxes.py:DotsAndBoxes:rows=1,columns=2", alphabeta),
        ("breakthrough.py:Breakthrough:width=2,height=5", alphabeta),
    ],
)
def test_values_by_brute_force(text, search):
    game = plain(example(text))
    value = brute_force(game)(game.initial)[0]
    if search is not solve:
        assert search(game).value == pytest.approx(value)
    assert solve(game).value(game.initial) == pytest.approx(value)


def test_values_for_three_players():
    game = plain(example("dice_race.py:DiceRaceForThree:goal=2"))
    assert maxn(game).vector == pytest.approx(brute_force(game)(game.initial))


def test_symmetries_keep_the_values():
    """Boards with one key are worth the same, by brute force over all boards of 2 x 1 boxes."""
    game = plain(example("dots_and_boxes.py:DotsAndBoxes:rows=2,columns=1"))
    values, by_key, states = brute_force(game), {}, {game.initial}
    while states:
        state = states.pop()
        by_key.setdefault(game.key(state), {})[state] = values(state)
        if not game.is_terminal(state):
            states |= {game.result(state, action) for action in game.actions(state)}
    assert all(len(set(found.values())) == 1 for found in by_key.values())
    assert 2 * len(by_key) < sum(map(len, by_key.values())) == len(solve(game))


def late(game, numbers, plies_left):
    """Return a state of a random game so many plies before its end."""
    path = [game.initial]
    while not game.is_terminal(path[-1]):
        actions = list(game.actions(path[-1]))
        path.append(game.result(path[-1], actions[numbers.below(len(actions))]))
    return path[max(0, len(path) - 1 - plies_left)]


def minimax_of(game, state):
    """Return the value for player 0 of a state that cannot be hashed."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [minimax_of(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def test_amazons_by_brute_force():
    game = plain(example("amazons.py:Amazons:size=4"))
    for seed in range(3):
        state = late(game, random(seed), 7)
        value = minimax_of(game, state)
        assert alphabeta(game, state).value == (value if game.to_move(state) == 0 else -value)


@pytest.mark.deep
@pytest.mark.parametrize(
    "text", ["dots_and_boxes.py:DotsAndBoxes:rows=2,columns=2", "breakthrough.py:Breakthrough:width=3,height=4"]
)
def test_the_engine_by_brute_force(native, text, covered):
    game = example(text)
    choices = [Engine(each, megabytes=1).choose(game.initial) for each in (game, plain(game))]
    assert all(choice.exact for choice in choices)
    assert {choice.value for choice in choices} == {brute_force(plain(game))(game.initial)[0]}
    covered(text, states=1)


def test_cards_are_seen_by_their_owner_alone():
    game, numbers = plain(example("tricks.py:Tricks")), random(0)
    state = game.initial
    while not game.is_terminal(state):
        for player in (0, 1):
            seen = game.observation(state, player)
            assert game.hand(seen, player) == game.hand(state, player)
            assert game.hand(seen, 1 - player) == 0
        state = game.result(state, game.sample(state, numbers))


def test_the_guesser_deals_what_may_be_and_wins(monkeypatch):
    module = import_file(FOLDER / "tricks.py")
    monkeypatch.setattr(module, "OpenTricks", partial(plain, module.OpenTricks()))  # to compile would take longer
    monkeypatch.setattr(module, "GUESSES", 6)
    game, numbers, points = plain(module.Tricks()), random(1), 0
    for number in range(24):
        state, guesser = game.initial, number % 2
        while not game.is_terminal(state):
            if game.to_move(state) == guesser:
                seen = game.observation(state, guesser)
                dealt = module.deal_hidden(seen, numbers)
                assert game.observation(dealt, guesser) == seen
                counts = [bin(game.hand(each, 1 - guesser)).count("1") for each in (dealt, state)]
                assert counts[0] == counts[1]
                action = module.guesser(game, seen, None).action
            else:
                action = game.sample(state, numbers)
            state = game.result(state, action)
        points += game.utility(state, guesser)
    assert points > 0


def test_gnu_backgammon_is_a_player(monkeypatch):
    """The networks are those of a library; here one that counts the points that are left stands in for them."""

    def probabilities(board, plies):
        left = [sum((place + 1) * men for place, men in enumerate(side)) for side in board]
        return left[0] / sum(left), 0.0, 0.0, 0.0, 0.0

    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace(probabilities=probabilities))
    gnubg = vars(import_file(FOLDER / "players" / "gnubg.py"))["gnubg"]
    game = plain(load_game("backgammon"))
    position = game.result(game.initial, 0)
    choice = gnubg(game, position, None)
    assert choice.action in legal_actions(game, position)
    assert not choice.exact

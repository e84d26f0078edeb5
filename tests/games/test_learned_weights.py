"""The weights that come with games: they are small, fit the rules of today, say how they were made, and play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import halfmove.games
from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.learn.strength import best_evaluated
from halfmove.learned.weights_file import unpack
from halfmove.play.players.weights import LEARNED, weighted_by_file

FOLDER = Path(halfmove.games.__file__).parent
NAMES = {"backgammon": "backgammon", "chess": "chess", "connect_four": "connect-four", "tiles": "2048"}  # by folder
FILES = sorted(FOLDER.glob(f"*/{LEARNED}.safetensors"))
LARGEST = {"tiles": 4 << 20}  # bytes: what is known of 2048 lies in millions of weights; of the others, SMALL at most
SMALL = 1 << 20
PLIES = 40


@pytest.mark.one_lane
def test_the_games_that_have_weights() -> None:
    assert {file.parent.name for file in FILES} <= set(NAMES)
    assert FILES


@pytest.mark.one_lane
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_weights_are_small_and_say_how_they_were_made(file: Path) -> None:
    assert file.stat().st_size < LARGEST.get(file.parent.name, SMALL)
    facts = unpack(file.read_bytes(), file.name).facts
    assert facts["command"].startswith(f"halfmove train {NAMES[file.parent.name]}")
    assert int(facts["games" if facts["method"] == "td" else "positions"]) > 0


@pytest.mark.one_lane
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_weights_fit_the_rules_and_play(file: Path) -> None:
    game: Any = plain_throughout(game_named(NAMES[file.parent.name]))
    advice = plain(weighted_by_file(game, LEARNED))
    state, numbers, (low, high) = game.initial, random(1), game.utilities
    for _ in range(PLIES):
        if game.is_terminal(state):
            break
        if game.to_move(state) == CHANCE:
            state = game.result(state, game.sample(state, numbers))
            continue
        state = best_evaluated(advice, state)
        assert game.is_terminal(state) or low <= advice.evaluate(state, 0) <= high


@pytest.mark.deep
def test_learned_backgammon_is_stronger_than_the_evaluation(native: None, covered: Any) -> None:
    from halfmove.learn.strength import duel
    from halfmove.learn.td import learner_of

    game = game_named("backgammon")
    advice: Any = weighted_by_file(game, LEARNED)
    learner = learner_of(game, advice.encoding, advice.inputs, advice.model, advice.hidden)
    games = 3000
    points = duel(learner, game.advice, game.initial, random(3), games, True, 0)
    assert points > 0.2  # two standard errors are 0.05
    covered("learned backgammon against the evaluation of the game", games=games)

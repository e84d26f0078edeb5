"""What the networks that come with games are worth, against yardsticks that are not their own past.

Connect Four against exact values and perfect play by BitBully, Othello against our engine at fixed depths, Go against
GNU Go, chess against the evaluation that was tuned. `make bench PARTS=networks:othello` measures one of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from shutil import which
from typing import Any

import torch

from bench import exams
from bench.measure import Row
from halfmove import Engine, Limit
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.learn.zero.many import ManyPositions, torch_evaluator
from halfmove.learned.nets.network import Network
from halfmove.play.loading import load_game
from halfmove.play.players.weights import LEARNED, network_by_file, weighted_by_file
from halfmove.play.ratings.elo import elo
from halfmove.play.ratings.score import Score

POSITIONS, GAMES, CHESS_GAMES = 1000, 100, 200
ELO_BAR = 50.0  # by which the network of chess is to be ahead of the tuned evaluation
POLICY_BAR, SEARCH_BAR, WINS_BAR = 0.97, 0.993, 1.0
DEPTH_BARS = {6: 0.85, 10: 0.55}
GO_BARS = {200: 0.95, 0: 0.75}  # by simulations; 0 is the policy alone
NODES = 20_000  # of the tuned evaluation for each move; the network gets as many as take as long
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
GNU_GO_PATHS = ("gnugo", "/usr/games/gnugo")


def rows(wanted: str = "") -> Iterator[Row]:
    """Yield the rows of one game, or of all."""
    games = {"connect-four": connect_four, "othello": othello, "go": go, "chess": chess}
    for name, measure in games.items():
        if wanted in ("", name):
            yield from measure()


def player(name: str, simulations: int, count: int) -> ManyPositions:
    game = load_game(name)
    return ManyPositions(game, torch_evaluator(network(game), DEVICE), simulations, count)


def network(game: Game) -> Network:
    found = network_by_file(game, LEARNED)
    assert found is not None
    return found


def at_least(what: str, share: float, bar: float, note: str) -> Row:
    return Row(what, "%", 100 * share, None, None, f">= {100 * bar:g}", share >= bar, note)


def connect_four() -> Iterator[Row]:
    try:
        perfect = exams.Perfect()
    except ImportError:
        yield Row("Connect Four, the network against exact values", "%", None, note="BitBully is absent")
        return
    rules = network(load_game("connect-four")).game
    states = exams.held_out_states(rules, POSITIONS, 5)
    scores = [perfect.scores(state, rules) for state in states]
    for simulations, bar in ((0, POLICY_BAR), (64, SEARCH_BAR)):
        share = exams.optimal_share(player("connect-four", simulations, POSITIONS), states, scores)
        what = f"Connect Four, {simulations} simulations, positions in which the value is kept"
        yield at_least(what, share, bar, f"{POSITIONS:,} positions of random games")
    score = exams.first_against_perfect(player("connect-four", 32, GAMES), GAMES, perfect)
    yield at_least("Connect Four, 32 simulations, first against perfect play", score.share, WINS_BAR, told(score))


def othello() -> Iterator[Row]:
    for depth, bar in DEPTH_BARS.items():
        score = exams.against_engine(player("othello", 200, GAMES), depth, GAMES // 2)
        yield at_least(f"Othello, 200 simulations against our engine at depth {depth}", score.share, bar, told(score))


def go() -> Iterator[Row]:
    program = next(filter(None, map(which, GNU_GO_PATHS)), None)
    if program is None:
        yield Row("Go 9 x 9, the network against GNU Go", "%", None, note="GNU Go is absent")
        return
    for simulations, bar in GO_BARS.items():
        score = exams.against_gnu_go(player("go", simulations, GAMES), GAMES, program=program)
        what = f"Go 9 x 9, {simulations} simulations against GNU Go, level 10"
        yield at_least(what, score.share, bar, told(score))


def chess() -> Iterator[Row]:
    """Play at equal CPU time: nodes a second of both are measured first."""
    game = load_game("chess")
    engines = [Engine(game, advice=weighted_by_file(game, LEARNED), megabytes=8), Engine(game, megabytes=8)]
    speeds = [nodes_a_second(engine) for engine in engines]
    ratio = speeds[0] / speeds[1]
    yield Row("chess, nodes a second with the network", "M", speeds[0] / 1e6, speeds[1] / 1e6, ratio, against="tuned")
    nodes = [int(ratio * NODES), NODES]
    rules, results = plain_throughout(game), list[float]()
    for start in exams.openings(rules, CHESS_GAMES // 2, 6, 1):
        results.append(duel(rules, start, engines, nodes, 0))
        results.append(duel(rules, start, engines[::-1], nodes[::-1], 1))
    score = exams.score_of(results)
    ahead = elo(Score(score.won, score.drawn, score.lost))
    what, note = "chess, the network against the tuned evaluation, equal time", f"{told(score)}; +- {ahead.margin:.0f}"
    yield Row(what, "Elo", ahead.value, None, None, f">= {ELO_BAR:g}", ahead.value >= ELO_BAR, note)


def nodes_a_second(engine: Engine) -> float:
    engine.prepare()
    engine.choose(limit=Limit(nodes=100_000))
    began = time.process_time()
    nodes = engine.choose(limit=Limit(nodes=1_000_000)).nodes
    return nodes / (time.process_time() - began)


def duel(rules: Any, state: Any, engines: list[Engine], nodes: list[int], seat: int) -> float:
    """Return the result of one game for the first engine of the bench, which sits in `seat`."""
    for engine in engines:
        engine.forget()
    while not rules.is_terminal(state):
        mover = rules.to_move(state)
        action = engines[mover].choose(state, Limit(nodes=nodes[mover])).action
        state = rules.result(state, action if action is not None else legal_actions(rules, state)[0])
    return float(rules.utility(state, seat))


def told(score: exams.Score) -> str:
    return f"{score.won} won, {score.drawn} drawn, {score.lost} lost"

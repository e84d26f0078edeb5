"""Blind games, and tree search over information sets: speed against OpenSpiel, strength against random play, mates.

Simulations are counted from a state in which the first player has to act, after the cards are dealt. A player of 1,000
simulations plays in the first seat against others that try anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any, NamedTuple

from bench.hidden import side_by_side
from bench.measure import Row, Times, at_least
from bench.random_games import our_games, python_loop, timed
from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.knowledge import View, Viewer
from halfmove.core.random import random
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.lessons.blind_mates import blind_mates
from halfmove.search.mcts.hidden import InformationTreeSearch

LOOPS = [("phantom:tic-tac-toe", "phantom_ttt"), ("kriegspiel", "kriegspiel")]
LOOP_BAR = 20  # times OpenSpiel's Python loop
SIMULATIONS = 1000  # of a player; and at least as many are timed
STRENGTH = 0.9  # of the games are won against random play
GAMES = 200
LONGEST = 400  # plies: a game that is not over then is a draw
MATE_SECONDS = 600.0  # of CPU for both endings
MOST_MOVES = {"Q": 20, "R": 60}
MATED = {"Q": 630, "R": 387}  # placements, up to symmetry, in which mate can be forced


class Duel(NamedTuple):
    """A game of ours, the same of OpenSpiel, and how many times more simulations a second there should be."""

    ours: str
    theirs: str
    bar: int


LIMIT_HOLDEM = (  # heads-up, four rounds, bets of 10 and 20
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=10 10 20 20,maxRaises=3 4 4 4)"
)
DUELS = [
    Duel("leduc-poker", "leduc_poker", 5),
    Duel("hearts", "hearts", 5),
    Duel("holdem", LIMIT_HOLDEM, 300),
]
PLAYERS: list[tuple[str, dict[str, Any]]] = [  # in the first seat, with their options
    ("phantom:tic-tac-toe", {}),
    ("kriegspiel:size=4,begin=4/4/4/KQ2", {"playout_plies": 1, "exploration": 0.5}),
    ("hearts", {"exploration": 0.6}),
]


def rows() -> Iterator[Row]:
    """Yield all rows; those of a game that is absent say so."""
    try:
        import pyspiel
    except ImportError:
        yield Row("blind games against OpenSpiel", "games/s", None, note="the peer is absent")
    else:
        for ours, theirs in LOOPS:
            yield looped(pyspiel, ours, theirs)
        for duel in DUELS:
            yield simulated(pyspiel, duel)
    for name, options in PLAYERS:
        yield from against_random(name, options)
    yield mates()


def looped(pyspiel: Any, ours: str, theirs: str) -> Row:
    """Return how many random games there are a second."""
    (mine, plies), (other, their_plies) = timed(our_games(ours), python_loop(pyspiel.load_game(theirs)))
    what, note = f"random games, {ours}, against OpenSpiel's Python loop", f"{plies:.1f} and {their_plies:.1f} plies"
    return at_least(what, "games/s", Times(mine, other), LOOP_BAR, -1.0, note)


def simulated(pyspiel: Any, duel: Duel) -> Row:
    """Return how many simulations there are a second."""
    what = f"tree search over information sets, {duel.ours}, against OpenSpiel's C++"
    try:
        game = game_named(duel.ours)
    except HalfmoveError as error:
        return Row(what, "simulations/s", None, note=str(error).partition(";")[0])
    view, state = dealt(game), pyspiel.load_game(duel.theirs).new_initial_state()
    numbers = random(1)
    while state.is_chance_node():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(outcomes[numbers.below(len(outcomes))])
    search = InformationTreeSearch(game, simulations=SIMULATIONS)
    search.choose(view)

    def ours(count: int) -> None:
        search.options = replace(search.options, simulations=count)
        search.choose(view)

    def peer(count: int) -> None:
        evaluator, policy = pyspiel.RandomRolloutEvaluator(1, 1), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        pyspiel.ISMCTSBot(1, evaluator, 1.0, max(2, count), -1, policy, False, False).step(state)  # it refuses one

    return at_least(what, "simulations/s", side_by_side(ours, peer), duel.bar, -1.0)


def dealt(game: Any, seed: int = 1) -> View:
    """Return what the first player to act knows."""
    rules, viewer, numbers = plain(game), Viewer(game, game.initial), random(seed)
    while rules.to_move(viewer.states[-1]) == CHANCE:
        state = viewer.states[-1]
        action = rules.sample(state, numbers)
        viewer.follow(action, rules.result(state, action))
    return viewer.view(rules.to_move(viewer.states[-1]))


def against_random(name: str, options: dict[str, Any]) -> Iterator[Row]:
    """Yield the share of games that a search wins against random play; against several, that of the others it beats.

    Among several it also tells in how many games the search did better than the others on average.
    """
    what = f"tree search over information sets, {SIMULATIONS:,} simulations, against random: {name}"
    try:
        game = game_named(name)
    except HalfmoveError as error:
        yield Row(what, "won", None, note=str(error).partition(";")[0])
        return
    search, numbers = InformationTreeSearch(game, simulations=SIMULATIONS, **options), random(1)
    ends = [played(game, search, 0, numbers, number) for number in range(GAMES)]
    if game.players == 2:
        won, lost = (sum(utility * sign > 0 for utility, _ in ends) for sign in (1, -1))
        yield won_row(what, won / GAMES, f"{won} won, {GAMES - won - lost} drawn, {lost} lost")
        return
    beaten = [((own > each) + (own >= each)) / 2 for own, *others in ends for each in others]
    yield won_row(what, sum(beaten) / len(beaten), "of the other players, who is equal counts half")
    better = sum(own > sum(others) / len(others) for own, *others in ends)
    yield won_row(f"{what}, better than the others on average", better / GAMES, f"{GAMES} games")


def won_row(what: str, share: float, note: str) -> Row:
    """Return what was won, which should be nearly all."""
    return Row(what, "won", share, bar=f">= {STRENGTH:g}", met=share >= STRENGTH, note=note)


def played(game: Any, search: Any, seat: int, numbers: Any, seed: int) -> list[float]:
    """Play one game, and return what the search gets, and then what each of the others gets."""
    rules, viewer = plain(game), Viewer(game, game.initial)
    for ply in range(LONGEST):
        state = viewer.states[-1]
        if rules.is_terminal(state):
            utilities = [rules.utility(state, player) for player in range(game.players)]
            return [utilities.pop(seat), *utilities]
        mover = rules.to_move(state)
        action = (
            search.choose(viewer.view(seat), seed=LONGEST * seed + ply).action
            if mover == seat
            else rules.sample(state, numbers)
        )
        viewer.follow(action, rules.result(state, action))
    return [0.0] * game.players


def mates() -> Row:
    """Return how long all blind mates of two endings take."""
    begun, notes, right = process_time(), [], True
    for piece, most in MOST_MOVES.items():
        moves = blind_mates(8, piece, most)
        found = [count for count in moves.values() if count is not None]
        right = right and len(found) == MATED[piece]
        notes.append(f"K{piece}K: {len(found)} of {len(moves)} in {min(found)} to {max(found)} moves")
    seconds = process_time() - begun
    met = right and seconds <= MATE_SECONDS
    what, note = "8 x 8 KQK and KRK blind mates, all placements", "; ".join(notes) + "; by hand in C++, 43 s"
    return Row(what, "s", seconds, bar=f"<= {MATE_SECONDS:g}", met=met, note=note)

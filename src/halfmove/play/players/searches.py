"""Our searches by name: the function of each, what it is, and its options besides depth, nodes and seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.core.secrets import require_no_secrets
from halfmove.play.players.engine import dice, dice_engine_of, engine, engine_of
from halfmove.search.alphabeta import alphabeta
from halfmove.search.beam import beam
from halfmove.search.engine import Engine
from halfmove.search.equilibria.playing import play_equilibrium
from halfmove.search.equilibria.regret import VARIANTS
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.hidden.clairvoyance import clairvoyance
from halfmove.search.maxn import maxn
from halfmove.search.mcts import mcts
from halfmove.search.mcts.hidden import ismcts
from halfmove.search.memo import memoised
from halfmove.search.metareasoning import metareason
from halfmove.search.minimax import minimax
from halfmove.search.montecarlo import montecarlo
from halfmove.search.paranoid import paranoid
from halfmove.search.proof_number import proof_number
from halfmove.search.quiescence import quiescence
from halfmove.search.star import star1, star2

ENGINE, DICE, MCTS = "engine", "dice", "mcts"
ENGINES: Mapping[str, Callable[..., Engine]] = MappingProxyType({ENGINE: engine_of, DICE: dice_engine_of})


class Option(NamedTuple):
    """What can be said to a search or a player in its spec."""

    kind: type  #: of its value
    meaning: str  #: in a few words


class Search(NamedTuple):
    """A search: a function (game, state, depth, *, limit, ...) -> Choice, and what is known of it."""

    function: Callable[..., Choice]  #: that chooses
    summary: str  #: what it is, in a few words
    options: Mapping[str, Option] = MappingProxyType({})  #: besides depth, nodes and seconds
    deepens: bool = True  #: it looks a given number of plies ahead, so that it can be repeated ever deeper
    ends: bool = False  #: soon by itself, also where no limit is given
    evaluates: bool = True  #: states that are not terminal
    averages: bool = False  #: over chance, and so over what the other players may do


STRENGTH = Option(float, "from 0, at random, to 100, as well as it can")
LINES = Option(int, "how many of the best actions are wanted, each with its value")
SEED = Option(int, "where its random numbers begin")

_MAKING = {  # options by which an engine is made
    "hash": Option(float, "megabytes of its table"),
    "threads": Option(int, "processor cores that search together"),
    "off": Option(str, "techniques that it does without, joined by +"),
}
_THINKING = {  # options of each of its searches
    "lines": LINES,
    "strength": STRENGTH,
    "seed": SEED,
}
_OF_DICE = {
    "width": Option(int, "actions that are searched in each state"),
    "samples": Option(int, "outcomes of chance that are searched"),
    "probes": Option(int, "actions of each outcome that are looked at first"),
}

SEARCHES = {
    ENGINE: Search(engine, "all that makes alpha-beta strong, and a memory", {**_MAKING, **_THINKING}, deepens=False),
    DICE: Search(
        dice,
        "all that makes expectiminimax strong, and a memory",
        {**_MAKING, **_OF_DICE, **_THINKING},
        deepens=False,
        averages=True,
    ),
    "minimax": Search(minimax, "every line of play"),
    "alphabeta": Search(
        alphabeta,
        "minimax that skips what cannot matter",
        {"cut_equal": Option(bool, "cut also where a value equals the bound")},
    ),
    "memoised": Search(memoised, "alpha-beta that remembers states", {"megabytes": Option(float, "size of its table")}),
    "quiescence": Search(
        quiescence,
        "alpha-beta that looks on where it is not quiet",
        {"extra": Option(int, "plies that it may look on")},
    ),
    "beam": Search(
        beam,
        "alpha-beta over the most promising actions only",
        {"width": Option(int, "actions that are searched in each state")},
    ),
    "expectiminimax": Search(expectiminimax, "minimax that averages over chance", averages=True),
    "star1": Search(star1, "expectiminimax with cuts at chance nodes", averages=True),
    "star2": Search(star2, "the same, probing first", {"probes": _OF_DICE["probes"]}, averages=True),
    "maxn": Search(maxn, "each player for himself, any number of players", averages=True),
    "paranoid": Search(paranoid, "all others against the player to move"),
    "montecarlo": Search(
        montecarlo,
        "random games, averaged",
        {
            "games": Option(int, "random games for each action"),
            "halving": Option(
                bool, "give up the worse half of the actions in rounds, and play more games for the others"
            ),
            "policy": Option(str, "how the games are played: advised, random or greedy"),
            "lines": LINES,
            "seed": SEED,
        },
        deepens=False,
        ends=True,
        evaluates=False,
        averages=True,
    ),
    MCTS: Search(
        mcts,
        "a tree that grows where simulated games go well",
        {
            "simulations": Option(int, "simulated games for each action"),
            "policy": Option(str, "how it chooses in the tree: ucb1, tuned, widened, biased, puct or rave"),
            "exploration": Option(float, "how much it tries what was tried little"),
            "bias": Option(float, "how much biased and rave try what is likely"),
            "widening": Option(float, "how many actions widened considers"),
            "equivalence": Option(float, "visits after which rave trusts an average"),
            "root": Option(str, "how it chooses at the root: policy or gumbel"),
            "playout_plies": Option(int, "after which a simulated game is cut off and evaluated"),
            "patience": Option(int, "visits of a leaf before it is expanded"),
            "transpositions": Option(bool, "whether states that come up by several ways share what is below them"),
            "megabytes": Option(float, "size of its tree"),
            "threads": Option(int, "processor cores that simulate together"),
            "parallel": Option(str, "what threads share: tree, or root only"),
            "lines": LINES,
            "strength": STRENGTH,
            "seed": SEED,
        },
        deepens=False,
        ends=True,
        averages=True,
    ),
    "proof": Search(
        proof_number,
        "proof-number search, for wins that can be proven",
        {
            "megabytes": Option(float, "size of its table"),
            "target": Option(float, "what the mover is to get at least: the only question"),
        },
        deepens=False,
        evaluates=False,
    ),
    "metareason": Search(metareason, "expand what is likeliest to change the choice", deepens=False, ends=True),
}

CLAIRVOYANCE, EQUILIBRIUM, ISMCTS = "clairvoyance", "equilibrium", "ismcts"
HIDDEN = {  # searches for games that hide something; they are given a `View` and draw on nothing else
    CLAIRVOYANCE: Search(
        clairvoyance,
        "what is best with open cards, averaged over what may be hidden",
        {
            "worlds": Option(int, "states that are drawn; 0 for all that may be true"),
            "inside": Option(str, "what looks into a world: alphabeta, engine, solver or bounds"),
            "ahead": Option(int, "turns of the player before he takes all cards for open"),
            "likelihood": Option(str, "evenly: worlds in which the others had fewer actions to take count more"),
            "seed": SEED,
        },
    ),
    ISMCTS: Search(
        ismcts,
        "Monte Carlo tree search over what players know",
        {
            "simulations": Option(int, "for each action; by default as many as time allows, or 10,000"),
            "observers": Option(str, "many: everybody plays by what he knows; one: the others know all"),
            "exploration": Option(float, "how much it tries what was tried little"),
            "playout_plies": Option(int, "after which a playout is cut off and evaluated"),
            "megabytes": Option(float, "of the tree"),
            "seed": SEED,
        },
        ends=True,
    ),
    EQUILIBRIUM: Search(
        play_equilibrium,
        "a policy that nobody can exploit, learned before the game",
        {
            "variant": Option(str, f"how it learns: {', '.join(VARIANTS)}"),
            "iterations": Option(int, "for which it learns"),
            "exploitability": Option(float, "at which it stops learning"),
            "seed": SEED,
        },
        ends=True,
    ),
}


def suitable(game: Game) -> str:
    """Return the name of the search that suits a game: by its players, whether chance takes part, and its advice."""
    require_no_secrets(game, "every search here")
    if game.players > 2:
        return "maxn"
    if game.has_chance:
        return DICE
    return MCTS if game.advice.simulates else ENGINE


def options_to_make(name: str) -> Mapping[str, Option]:
    """Return the options by which an engine is made."""
    return {option: known for option, known in SEARCHES[name].options.items() if option not in _THINKING}

"""What can be said to a tree search, checked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from halfmove.core.advice import Advice
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.running.run import MOST_THREADS
from halfmove.search.mcts.policies import POLICIES
from halfmove.search.mcts.tree import MOST_CHILDREN, MOST_VISITS
from halfmove.search.playouts import LONGEST

PRIOR_VISITS = 5.0  # of rave: simulations that are won, and as many that are lost, before the first one
MEGABYTES = 256  # of which the system gives only what is used
BY_POLICY, GUMBEL = "policy", "gumbel"  # how the root chooses
TREE, ROOT = "tree", "root"  # what threads share: a tree, or only what they found at its root


@dataclass(frozen=True)
class Options:
    """The options of a tree search; None stands for what suits the game or the policy."""

    simulations: int | None = None  #: for each search; without it, as many as the limit allows
    policy: str | None = None  #: of the tree: one of `POLICIES`; by default rave where advice calls AMAF sound, or ucb1
    exploration: float | None = None  #: factor of the bonus for what was tried little
    bias: float = 1.0  #: of biased and rave: how much the priors of actions count
    widening: float = 1.0  #: of widened: how many actions it considers, times the root of the visits
    equivalence: float = 3500.0  #: of rave: visits after which it trusts a mean as much as AMAF
    root: str = BY_POLICY  #: how the root chooses: by the policy, or gumbel
    playout_plies: int = LONGEST  #: after which a playout is cut off and evaluated
    patience: int | None = None  #: visits of a leaf before it is expanded; by default 4 for rave, 1 for others
    transpositions: bool = False  #: whether states that come up by several ways share what is below them
    megabytes: float = MEGABYTES  #: of the tree
    threads: int = 1  #: that simulate at the same time
    parallel: str = TREE  #: what threads share: one tree, or only what they found at its root
    batch: int = 8  #: leaves that a model evaluates at a time

    def __post_init__(self) -> None:
        for name, least, most, what in (
            ("simulations", 1, MOST_VISITS, "simulations"),
            ("exploration", 0, MOST_VISITS, "exploration"),
            ("bias", 0, MOST_VISITS, "bias"),
            ("widening", 0, MOST_VISITS, "widening"),
            ("equivalence", 1, MOST_VISITS, "equivalence"),
            ("playout_plies", 0, MOST_VISITS, "plies of a playout"),
            ("patience", 1, MOST_VISITS, "visits before a leaf is expanded"),
            ("threads", 1, MOST_THREADS, "threads"),
            ("batch", 1, MOST_CHILDREN, "leaves in a batch"),
        ):
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                allowed = f"{least} or more" if not number >= least else f"{most:g} at most"
                raise HalfmoveError(f"mcts: {what} of {number}: it must be {allowed}")
        for name, known in (("policy", POLICIES), ("root", (BY_POLICY, GUMBEL)), ("parallel", (TREE, ROOT))):
            if getattr(self, name) not in (*known, *([None] if name == "policy" else [])):
                raise HalfmoveError(f"mcts: {name}={getattr(self, name)}: it is one of {', '.join(known)}")
        if self.root == GUMBEL and self.simulations is None:
            raise HalfmoveError("mcts: root=gumbel shares its simulations out beforehand: say simulations=N too")
        if self.root == GUMBEL and self.threads > 1:
            raise HalfmoveError("mcts: root=gumbel takes one thread")

    def policy_for(self, game: Game, advice: Advice) -> tuple[Any, list[float], Collection[str]]:
        """Return the class of the tree policy, its numbers, and the columns of the tree that it alone needs."""
        name = self.policy or ("rave" if advice.amaf else "ucb1")
        policy = POLICIES[name]
        if policy.amaf and not advice.amaf:
            raise HalfmoveError(
                f"mcts: policy=rave: the advice of {type(game).__name__} does not say that what an action is worth"
                " hardly depends on when it is played (amaf)"
            )
        half = (game.utilities[1] - game.utilities[0]) / 2
        exploration = policy.exploration if self.exploration is None else self.exploration
        numbers = [exploration * half, 2 * half, self.bias * half, self.widening, self.equivalence]
        numbers += [game.utilities[0], PRIOR_VISITS * self.bias]
        extras = (*(("squares",) if policy.squares else ()), *(("amaf_visits", "amaf_means") if policy.amaf else ()))
        return policy, numbers, extras

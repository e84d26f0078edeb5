"""The analyst of games that hide something: it is given what the player knows, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import View, Viewer, view_of
from halfmove.core.random import Random, random
from halfmove.core.recall import recalls
from halfmove.core.rules import legal_actions
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import WrongGame
from halfmove.play.players.player import Player
from halfmove.play.players.searches import EQUILIBRIUM, HIDDEN, ISMCTS
from halfmove.play.players.spec import STRONG, Spec
from halfmove.running.run import Stop
from halfmove.search.engine import Progress
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.search.equilibria.files import identity, load_policy
from halfmove.search.equilibria.playing import EquilibriumPlayer, drawn
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.sequence_form import SMALL, TooLarge
from halfmove.search.hidden.particles import prepare_worlds
from halfmove.search.hidden.worlds import guesses

_FIRST_NODES, _FIRST_PLIES = 200, 80  # of a search that is made only to compile it, and of a game until then


class HiddenAnalyst:
    """Thinks by a search for games that hide something; the states that it is asked about are views.

    The strongest there is: an equilibrium, if the game is small enough to learn one, or else a tree of what is known.
    """

    def __init__(self, game: Game, spec: Spec) -> None:
        if not game.has_secrets:
            require_no_secrets(game, "every search here")  # a game that does not say whether it hides something
        self.game, self.spec = game, spec
        self.search = "" if spec.name == STRONG else spec.name  # "": not yet decided
        self._learned: EquilibriumPlayer | None = None
        self._rng: Random | None = None
        self._prepared = False
        self._stop = Stop()

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
        strength: float = FULL_STRENGTH,
        seed: int = 0,
    ) -> Iterator[Progress]:
        """Yield what the player should do; with less than full strength he sometimes does anything instead."""
        self._stop = Stop()
        self._rng = self._rng or random(self.spec.options.get("seed", seed))
        view = view_of(self.game, state)
        self.prepare()
        with self._stop:
            choice = self._choice(view, self.spec.limited(limit or Limit()), self._rng)
        if self._rng.fraction() * FULL_STRENGTH >= strength:
            actions = legal_actions(plain(self.game), view.seen)
            action = actions[self._rng.below(len(actions))]
            choice = replace(choice, action=action, line=(action,))
        ranked = [each for each in (choice, *choice.others) if not only or each.action in only] or [choice]
        yield Progress(choice.depth, choice.depth, tuple(ranked[: max(1, lines)]), choice.nodes, choice.seconds, 0)

    def _choice(self, view: View, limit: Limit, rng: Random) -> Choice:
        if self._learned is not None and (view.events is not None or self.spec.name == EQUILIBRIUM):
            return self._learned.choose(view, rng)
        search = HIDDEN[ISMCTS if self._learned is not None else self.search]
        return search.function(self.game, view, limit=limit, **{**self._options(), "seed": rng.word() >> 1})

    def _options(self) -> dict[str, Any]:
        """Return what the spec says about the search, apart from its seed."""
        known = HIDDEN[self.search].options
        return {name: value for name, value in self.spec.options.items() if name in known and name != "seed"}

    def prepare(self) -> None:
        """Learn an equilibrium, where one is played, or else compile by a small search: no clock runs yet."""
        if self._prepared:
            return
        self._prepared = True
        if self.search == EQUILIBRIUM and self._learned is None:
            self._learned = EquilibriumPlayer(self.game, **self._options())
        elif not self.search:
            try:
                self._learned = EquilibriumPlayer(self.game, most=SMALL)
                self.search = EQUILIBRIUM
            except (TooLarge, WrongGame):
                self.search = ISMCTS
        if self._learned is None:
            for view in self._first_views():
                self._choice(view, Limit(nodes=_FIRST_NODES), random(0))
            if self.search == ISMCTS and not guesses(self.game) and not recalls(self.game):
                prepare_worlds(self.game)

    def _first_views(self) -> Iterator[View]:
        """Yield what each player may know when he is first to move, as far as that comes soon."""
        rules, numbers, seen = plain(self.game), random(0), set()
        viewer = Viewer(self.game, self.game.initial)
        for _ in range(_FIRST_PLIES):
            state = viewer.states[-1]
            if rules.is_terminal(state):
                return
            player = rules.to_move(state)
            if player != CHANCE and player not in seen:
                seen.add(player)
                yield viewer.view(player)
            action = rules.sample(state, numbers)
            viewer.follow(action, rules.result(state, action))

    def stop(self) -> None:
        self._stop.now()

    def forget(self) -> None:
        """Nothing that a game has shown is kept."""


class PolicyPlayer(Player):
    """Plays by a policy that was written to a file."""

    def __init__(self, spec: Spec, seed: int = 0) -> None:
        self.spec = spec
        self._rng = random(seed)
        self._view: View | None = None
        self._policies: dict[str, Policy] = {}  # by game

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        view = self._view or view_of(game, observation)
        return drawn(game, self._policy(game), view, self._rng)

    def know(self, view: View) -> None:
        self._view = view

    def check(self, game: Game, observation: Any) -> None:
        self._policy(game)

    def prepare(self, game: Game, observation: Any) -> None:
        self._policy(game)

    def seed(self, seed: int) -> None:
        self._rng = random(seed)

    def _policy(self, game: Game) -> Policy:
        name = identity(game)
        if name not in self._policies:
            self._policies[name] = load_policy(Path(self.spec.address), game)
        return self._policies[name]

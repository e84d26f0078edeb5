"""What is learned: a game, what a network sees of it, and how large its policy is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import has_words, plain
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.core.secrets import require_no_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.learn.zero.games import Shape
from halfmove.learn.zero.net import BoardNet, FlatNet
from halfmove.learn.zero.settings import Settings
from halfmove.learned.nets.inputs import board_inputs, flat_inputs

SAMPLED = 300  # random games that show how many actions there are, and how long games last
LONGEST = 512  # plies of a game of self-play, after which it is a draw
MARGIN = 1.25  # times what random games show
LARGEST_POLICY = 1 << 15


class Task:
    """A game as a network learns it."""

    def __init__(self, game: Any) -> None:
        require_no_secrets(game, "training by self-play")
        if game.players != 2 or game.has_chance:
            raise HalfmoveError("method zero learns games of two players without chance: use --method td")
        if not has_words(game.initial.__class__):
            raise HalfmoveError(
                f"{type(game).__name__}: method zero needs states that are a NamedTuple of numbers of known width"
            )
        self.learned = game
        self.game = find_view(game).for_self_play()
        self.view = find_view(self.game)
        self.rules = plain_throughout(self.game)
        board = self.view.bits is not None
        self.inputs = board_inputs(self.view, self.game.initial) if board else flat_inputs(self.game, self.view)
        actions, plies, highest = self._sample()
        cells = self.inputs.height * self.inputs.width
        self.policy = cells * self.view.kinds + self.view.others if board else highest + 1
        if self.policy > LARGEST_POLICY:
            raise HalfmoveError(
                f"{type(game).__name__}: actions go up to {highest}, and a policy has {LARGEST_POLICY} places at most:"
                " say in a view beside the rules where each action is (policy_index)"
            )
        self.shape = Shape(self.game, self.view, actions, plies)

    def _sample(self) -> tuple[int, int, int]:
        """Return how many actions a state has, how many plies a game, and the highest place in the policy."""
        rules, view, numbers = self.rules, plain(find_view(self.rules)), random(2)
        most, longest, highest = 1, 1, 0
        for _ in range(SAMPLED):
            state, plies = rules.initial, 0
            while not rules.is_terminal(state) and plies < LONGEST:
                actions = legal_actions(rules, state)
                most, plies = max(most, len(actions)), plies + 1
                highest = max(highest, *(view.policy_index(state, action) for action in actions))
                state = rules.result(state, actions[numbers.below(len(actions))])
            longest = max(longest, plies)
        if self.view.bits is not None:
            cells = self.inputs.height * self.inputs.width
            most = max(most, min(cells * self.view.kinds + self.view.others, int(MARGIN * most) + 8))
        else:
            most = min(highest + 1, int(MARGIN * most) + 8)
        return most, min(int(MARGIN * longest) + 8, LONGEST, self.game.longest + 1), highest

    def make_net(self, settings: Settings) -> BoardNet | FlatNet:
        """Return a new network for the game."""
        planes, cells = self.inputs.words.shape
        if not self.inputs.height:
            return FlatNet(cells, settings.blocks, settings.channels, self.policy)
        view = self.view
        return BoardNet(planes, settings.blocks, settings.channels, view.kinds, view.others, view.has_owners)

    def symmetries(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each symmetry which cell, and which place in the policy, takes the place of each."""
        if not self.inputs.height:
            return np.arange(self.inputs.words.shape[1])[None], np.arange(self.policy)[None]
        cells = np.array(self.view.symmetries(), np.int64)
        size = cells.shape[1]
        kinds = [cells + size * kind for kind in range(self.view.kinds)]
        others = np.broadcast_to(np.arange(size * self.view.kinds, self.policy), (len(cells), self.view.others))
        return cells, np.concatenate([*kinds, others], 1)

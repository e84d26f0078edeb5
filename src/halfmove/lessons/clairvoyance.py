"""What averaging over clairvoyance does wrong: it never gathers information, never hides any, and never bluffs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import Viewer, WithKeys
from halfmove.core.revealed import Revealed
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.explain.tree import Recorder
from halfmove.games.kuhn_poker import BET, KuhnPoker
from halfmove.games.leduc_poker import LeducPoker
from halfmove.games.liars_dice import LiarsDice
from halfmove.games.trees.figures import figure
from halfmove.lessons.finding import Finding
from halfmove.search.equilibria.equilibrium import equilibrium, regrets_svg
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.response import bracket, exploitability
from halfmove.search.equilibria.sequence_form import SequenceForm
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.hidden.clairvoyance import ALL, clairvoyance

CLOSE = 1e-9  # averages that differ by less are equal
LARGEST_DENOMINATOR = 1000  # of a number that is written as a fraction
WRITTEN = 1e-5  # by which a fraction may differ from the number


def clairvoyant_policy(game: Game) -> Policy:
    """Return what a player does everywhere who averages over clairvoyance: of the best actions, each as likely.

    All states that fit what he knows count as chance makes them likely, whatever the others would do there.
    """
    rules = plain_throughout(WithKeys(game))
    open_values: dict[Any, float] = {}
    sums: dict[tuple[int, int], dict[int, float]] = {}

    def value(state: Any) -> float:
        """Return what an open state is worth to the first of two players."""
        if rules.game.is_terminal(state):
            return rules.game.utility(state, 0)
        if state not in open_values:
            player = rules.game.to_move(state)
            children = {action: rules.game.result(state, action) for action in legal_actions(rules.game, state)}
            if player == CHANCE:
                open_values[state] = sum(likely * value(children[each]) for each, likely in rules.game.chances(state))
            else:
                open_values[state] = (max if player == 0 else min)(map(value, children.values()))
        return open_values[state]

    def walk(state: Any, chance: float) -> None:
        if rules.is_terminal(state):
            return
        player = rules.to_move(state)
        if player == CHANCE:
            for outcome, likely in rules.chances(state):
                walk(rules.result(state, outcome), chance * likely)
            return
        known = sums.setdefault((player, rules.information_key(state, player)), {})
        for action in rules.actions(state):
            child = rules.result(state, action)
            worth = value(child.state) if player == 0 else -value(child.state)
            known[action] = known.get(action, 0.0) + chance * worth
            walk(child, chance)

    walk(rules.initial, 1.0)
    sets: list[dict[int, tuple[tuple[int, float], ...]]] = [{}, {}]
    for (player, key), worth in sums.items():
        best = [action for action in worth if worth[action] > max(worth.values()) - CLOSE]
        sets[player][key] = tuple((action, float(action in best) / len(best)) for action in worth)
    return Policy(sets)


class Blunder(NamedTuple):
    """What clairvoyance takes in a small tree, what it expects and what that is worth; what is right, and its worth."""

    takes: str
    estimate: float
    truth: float
    right: str
    worth: float


def blunder(name: str) -> Blunder:
    """Return what clairvoyance does in a figure, at the first turn of MAX, against what he can be sure of."""
    game: Game = plain_throughout(figure(name))
    viewer = Viewer(game, game.initial)
    while game.to_move(viewer.states[-1]) != 0:  # the last branch of MIN is the one that leads to MAX
        action = 0 if game.to_move(viewer.states[-1]) == CHANCE else legal_actions(game, viewer.states[-1])[-1]
        viewer.follow(action, game.result(viewer.states[-1], action))
    taken = clairvoyance(game, viewer.view(0), worlds=ALL)
    form = SequenceForm(game)
    learned = equilibrium(game)
    strategies = learned.strategies()
    right = dict(learned.policy().chances(0, viewer.view(0).key, legal_actions(game, viewer.states[-1])))
    best = max(right, key=lambda action: right[action])
    clairvoyant = clairvoyant_policy(game)
    truth = bracket(form, (clairvoyant.strategy(form, 0), strategies[1]))[0]
    state = viewer.states[-1]
    return Blunder(taken.name, taken.value, truth, game.name(best, state), round(learned.stage().value, 5) + 0.0)


def never_looks() -> Finding:
    """A player who believes that all will be seen anyway does not pay for a look, and keeps no secret."""
    names = ("roads-to-gold", "roads-with-a-look", "fusion", "hide", "non-locality")
    game = Revealed(figure("roads-with-a-look"))  # as clairvoyance takes it
    watch = Recorder(game)
    expectiminimax(game, watch=watch)
    return Finding(figure("roads-with-a-look"), tuple(map(_sentence, names)), watch.root)


def never_bluffs() -> Finding:
    """The equilibrium of Kuhn poker bets the jack; clairvoyance never does, and can be exploited."""
    game = KuhnPoker()
    open_cards, learned = clairvoyant_policy(game), equilibrium(game).policy()
    rules = plain_throughout(WithKeys(game))
    state = rules.initial
    for outcome in (2, 1):  # the queen for MAX, the jack for MIN
        state = rules.result(state, outcome)
    state = rules.result(state, 0)  # MAX passes
    key, actions = rules.information_key(state, 1), legal_actions(rules, state)
    bets = [dict(policy.chances(1, key, actions))[BET] for policy in (open_cards, learned)]
    sentences = [
        f"With the jack, after a pass, clairvoyance bets with probability {_number(bets[0])},"
        f" the equilibrium with {_number(bets[1])}.",
        "To somebody who knows how it plays, an equilibrium loses nothing, and clairvoyance in every game:",
    ]
    for name, each in (("Kuhn poker", game), ("Leduc poker", LeducPoker()), ("liar's dice, 3 sides", LiarsDice(1, 3))):
        sentences.append(f"{name}: {_number(exploitability(each, clairvoyant_policy(each)))}.")
    return Finding(game, tuple(sentences), drawing=regrets_svg(equilibrium(game, variant="cfr+", iterations=1000)))


def _sentence(name: str) -> str:
    found = blunder(name)
    return (
        f"{name}: clairvoyance takes {found.takes}, expects {_number(found.estimate)} and gets {_number(found.truth)};"
        f" {found.right} gets {_number(found.worth)}."
    )


def _number(value: float) -> str:
    """Write a number as the fraction that it is, to five digits."""
    fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return str(fraction) if abs(float(fraction) - value) < WRITTEN else f"{value:.4f}"

"""Averaging over clairvoyance: what it answers, what it costs, and what it may not see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import Viewer, view_of
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.kuhn_poker import KuhnPoker
from halfmove.games.leduc_poker import LeducPoker
from halfmove.games.liars_dice import LiarsDice
from halfmove.lessons.clairvoyance import blunder, clairvoyant_policy
from halfmove.search.equilibria.equilibrium import equilibrium
from halfmove.search.equilibria.response import exploitability
from halfmove.search.equilibria.tables import policy_rows
from halfmove.search.hidden.beliefs import belief_after
from halfmove.search.hidden.clairvoyance import ALL, clairvoyance
from halfmove.search.hidden.likelihood import evenly, likely_worlds
from published import rows


def viewer_after(game: Game, actions: str) -> Viewer:
    viewer = Viewer(game, game.initial)
    for name in actions.split():
        action = action_named(game, viewer.states[-1], name)
        viewer.follow(action, game.result(viewer.states[-1], action))
    return viewer


def lesson(begins: str) -> dict[str, str]:
    """Return the published row of a lesson."""
    (row,) = (row for row in rows("hidden/clairvoyance_lessons.csv") if row["lesson"].startswith(begins))
    return row


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("roads-to-gold", "roads to gold"),
        ("roads-with-a-look", "the same with a look"),
        ("non-locality", "non-locality"),
    ],
)
def test_the_published_wrong_action_and_its_cost(name: str, begins: str) -> None:
    found, row = blunder(name), lesson(begins)
    assert (found.takes, found.right) == (row["what_clairvoyance_takes"], row["right_action"])
    published = [float(row[column]) for column in ("its_estimate", "true_value_of_that", "true_value")]
    assert [found.estimate, found.truth, found.worth] == pytest.approx(published, abs=1e-5)


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("name", "takes", "estimate", "truth", "right", "worth"),
    [("fusion", "risky", 1, 0, "safe", 0), ("hide", "tell", 0, 0, "keep", 1)],
)
@pytest.mark.usefixtures("in_plain_python")
def test_the_wrong_action_and_its_cost(
    name: str, takes: str, estimate: float, truth: float, right: str, worth: float
) -> None:
    found = blunder(name)
    assert (found.takes, found.right) == (takes, right)
    assert (found.estimate, found.truth, found.worth) == pytest.approx((estimate, truth, worth), abs=1e-5)


def check_lesson(game: Game, row: dict[str, str]) -> None:
    """Check what can be won from who averages over clairvoyance, and that the value of the game is the true one."""
    cost = Fraction(row["true_value_of_that"].split()[-1])
    assert exploitability(game, clairvoyant_policy(game)) == pytest.approx(float(cost), abs=1e-12)
    stage = equilibrium(game, iterations=30).stage()
    assert stage.low <= Fraction(row["true_value"]) <= stage.high
    assert stage.exploitability < cost  # after a moment of learning already


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize(
    ("game", "begins"), [(KuhnPoker(), "kuhn poker"), (LiarsDice(1, 3), "liar's dice 3 sides")], ids=repr
)
def test_who_never_bluffs_can_be_exploited(game: Game, begins: str) -> None:
    check_lesson(plain(game), lesson(begins))


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_clairvoyance_never_bets_the_jack() -> None:
    game, row = plain(KuhnPoker()), lesson("kuhn poker")
    played = {each.seen: dict(each.chances) for each in policy_rows(game, clairvoyant_policy(game))}
    jacks = [played[seen] for seen in ("J/?", "?/J pass")]
    assert all(chances[row["what_clairvoyance_takes"]] == 1 for chances in jacks)
    action, often = row["right_action"].split()[:2]
    bluffs = {
        each.seen: dict(each.chances) for each in policy_rows(game, equilibrium(game, exploitability=1e-4).policy())
    }
    assert bluffs["?/J pass"][action] == pytest.approx(float(Fraction(often)), abs=0.02)


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_who_never_bluffs_can_be_exploited_in_leduc_poker(covered: Any) -> None:
    check_lesson(LeducPoker(), lesson("leduc poker"))
    covered("clairvoyance in Leduc poker", cases=1)


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_a_look_ahead_avoids_the_bus() -> None:
    for name, right in (("roads-to-gold", "A"), ("roads-with-a-look", "look"), ("fusion", "safe")):
        game = plain(game_named(f"figure:name={name}"))
        viewer = Viewer(game, game.initial)
        viewer.follow(0, game.result(game.initial, 0))
        assert clairvoyance(game, viewer.view(0), worlds=ALL, ahead=2).name == right


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize(
    ("name", "actions"),
    [("kuhn-poker", "Q K"), ("leduc-poker", "Js Qh call"), ("liars-dice:sides=3", "1 2 1-1"), ("goofspiel", "4")],
)
def test_all_that_looks_into_worlds_agrees(name: str, actions: str) -> None:
    game = plain(game_named(name))
    viewer = viewer_after(game, actions)
    view = viewer.view(game.to_move(viewer.states[-1]))
    found = [clairvoyance(game, view, worlds=ALL, inside=inside) for inside in ("alphabeta", "engine", "solver")]
    values = [{each.action: each.value for each in (choice, *choice.others)} for choice in found]
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert values[0] == pytest.approx(values[2], abs=1e-6)
    drawn = clairvoyance(game, view, worlds=400, seed=2)
    assert drawn.visits == 400
    for each in (drawn, *drawn.others):
        low, high = each.interval
        assert abs(values[0][each.action] - each.value) <= high - low + 1e-9  # twice what 95 % of all cases need


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_limits_end_it_with_what_is_known() -> None:
    game = plain(game_named("liars-dice"))
    view = viewer_after(game, "1 2").view(0)
    short, longer = (clairvoyance(game, view, limit=Limit(nodes=nodes)) for nodes in (400, 3000))
    assert short.stopped
    assert 0 < short.visits < 50  # worlds, of which it had time for some
    assert longer.depth >= 1
    assert longer.nodes < 20_000
    assert clairvoyance(game, view, limit=Limit(depth=2)).depth == 2
    assert clairvoyance(game, view, limit=Limit(nodes=1)).stopped


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_what_it_cannot_be_asked() -> None:
    game = plain(game_named("goofspiel"))
    seen = game.result(game.initial, 4)
    with pytest.raises(HalfmoveError, match="say the actions that led here, or define `guess`"):
        clairvoyance(game, seen)
    with pytest.raises(HalfmoveError, match="inside=magic"):
        clairvoyance(game, inside="magic")
    with pytest.raises(HalfmoveError, match="-1 worlds"):
        clairvoyance(game, worlds=-1)


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_a_solver_that_takes_long_is_stopped() -> None:
    """A whole deal of bridge takes minutes in plain Python."""
    game, numbers = plain(game_named("bridge")), random(1)
    viewer = Viewer(game, game.initial)
    while game.to_move(viewer.states[-1]) == CHANCE:
        outcome = game.sample(viewer.states[-1], numbers)
        viewer.follow(outcome, game.result(viewer.states[-1], outcome))
    view = viewer.view(game.to_move(viewer.states[-1]))
    choice = clairvoyance(game, view, worlds=2, inside="bounds", limit=Limit(seconds=0.2))
    assert choice.depth == 1  # so far the solver is not asked
    assert choice.action in legal_actions(game, view.seen)


# How likely the others act so.


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
def test_worlds_are_weighed_by_how_the_others_act() -> None:
    game = plain(game_named("kuhn-poker"))
    viewer = viewer_after(game, "Q J pass bet")
    policy = equilibrium(game, iterations=2000).policy()
    likely = dict(likely_worlds(game, viewer.view(0), policy.chances, None, 0))
    jack, king = game.read("Q/J pass bet"), game.read("Q/K pass bet")
    assert likely[king] == pytest.approx(0.75, abs=0.01)  # who bets with every king bets with one jack in three
    assert likely[jack] == pytest.approx(0.25, abs=0.01)
    even = dict(likely_worlds(game, viewer.view(0), evenly, None, 0))
    assert even == pytest.approx({jack: 0.5, king: 0.5})
    by_name = clairvoyance(game, viewer.view(0), worlds=ALL, likelihood="evenly")
    assert by_name == clairvoyance(game, viewer.view(0), worlds=ALL, likelihood=evenly)
    with pytest.raises(HalfmoveError, match="did you mean evenly"):
        clairvoyance(game, viewer.view(0), likelihood="even")
    weighed = clairvoyance(game, viewer.view(0), worlds=ALL, likelihood=policy.chances)
    values = {each.name: each.value for each in (weighed, *weighed.others)}
    assert values["bet"] == pytest.approx(0.25 * 2 - 0.75 * 2, abs=0.05)


# A leak: what is hidden is changed, and nothing that the player has changes.

LEAKS = [
    "kuhn-poker:ranks=5",
    "leduc-poker",
    "liars-dice:dice=2,sides=3",
    "goofspiel",
    "battleship:width=2,height=2,ships=1-1,shots=2",
    "rock-paper-scissors",
    "figure:name=roads-with-a-look",
    "figure:name=hide",
]


@pytest.mark.one_lane
@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize("text", LEAKS)
def test_nothing_hidden_is_seen(text: str) -> None:
    """Play two games side by side that differ in what one player cannot see: his view and his action are the same."""
    game, numbers = plain(game_named(text)), random(4)
    checked = 0
    for _ in range(12):
        viewer = Viewer(game, game.initial)
        while not game.is_terminal(viewer.states[-1]):
            state = viewer.states[-1]
            player = game.to_move(state)
            if player != CHANCE:
                view = viewer.view(player)
                worlds = [other for other, _ in belief_after(game, player, view.events or ()).worlds()]
                assert state in worlds
                other = worlds[numbers.below(len(worlds))]
                assert game.observation(other, player) == view.seen
                assert game.show(game.observation(other, player)) == game.show(view.seen)
                assert list(game.actions(other)) == list(game.actions(state))
                checked += other != state
                if checked < 6:
                    alike = [
                        clairvoyance(game, view_of_other(view, game, each), worlds=8, seed=1) for each in (state, other)
                    ]
                    assert alike[0].action == alike[1].action
                    assert alike[0].value == alike[1].value
            action = game.sample(state, numbers)
            viewer.follow(action, game.result(state, action))
    assert checked > 0


def view_of_other(view: Any, game: Game, state: Any) -> Any:
    """Return the view of a player in another world, made from that world."""
    return view._replace(seen=game.observation(state, view.player))


@pytest.mark.one_lane
def test_a_state_is_only_looked_at_as_the_mover_sees_it() -> None:
    game = plain(game_named("kuhn-poker"))
    views = [view_of(game, game.read(text)) for text in ("J/Q", "J/K", "J/?")]
    assert views[0] == views[1] == views[2]
